import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import { costOf } from '../../rerun/plan/cost';
import type { Rerun } from '../../rerun/run/rerun';
import type { IQuestion } from '../../rerun/run/runner';
import { stepLabel } from './plan';
import { timeText } from './words';

/** The time left is shown anew so often, in ms. */
const TICK_MS = 1000;

function useTick(): void {
  const [, setTick] = React.useState(0);
  React.useEffect(() => {
    const timer = setInterval(() => setTick(tick => tick + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
}

/** A question of the step under way. */
function Question(props: {
  question: IQuestion;
  trans: TranslationBundle;
}): JSX.Element {
  const { question, trans } = props;
  const [text, setText] = React.useState('');
  const { answer } = question;
  if (!answer) {
    return (
      <p className="jp-TorchTriage-note">
        {trans.__('The cell waits for input: answer it in the notebook.')}
      </p>
    );
  }
  return (
    <form
      className="jp-TorchTriage-question"
      onSubmit={event => {
        event.preventDefault();
        answer(text);
      }}
    >
      <label>
        {trans.__('The cell waits for input: %1', question.prompt)}{' '}
        <input
          type={question.isPassword ? 'password' : 'text'}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </label>
      <button type="submit" className="jp-TorchTriage-button">
        {trans.__('Send')}
      </button>
    </form>
  );
}

/** How far the re-run is. */
export function ProgressView(props: {
  rerun: Rerun;
  trans: TranslationBundle;
}): JSX.Element {
  const { rerun, trans } = props;
  useTick();
  const { chosen, step, question } = rerun;
  const at = Math.max(step, 0);
  const { ms, unknown } = costOf(chosen, at, Date.now() - rerun.since);
  return (
    <>
      <p>
        {trans.__('Running cell %1 of %2', at + 1, chosen.length)}
        {chosen[at] && `: ${stepLabel(chosen[at].step, trans)}`}
        {ms > 0 && ` · ${trans.__('about %1 left', timeText(ms, trans))}`}
        {ms > 0 && unknown > 0 && ` ${trans.__('or more')}`}
      </p>
      <progress
        max={chosen.length}
        value={at}
        aria-label={trans.__('Cells that were run')}
      />
      {question && <Question question={question} trans={trans} />}
    </>
  );
}

/** What was printed where the notebook does not show it. */
export function OutputView(props: {
  rerun: Rerun;
  trans: TranslationBundle;
}): JSX.Element | null {
  const { rerun, trans } = props;
  return rerun.output === '' ? null : (
    <details open={rerun.phase === 'running'}>
      <summary>{trans.__('Output')}</summary>
      <pre tabIndex={0} className="jp-TorchTriage-output">
        {rerun.output}
      </pre>
    </details>
  );
}
