import { UseSignal } from '@jupyterlab/ui-components';
import * as React from 'react';

import { CardView } from './card';
import { EditView } from './edit/view';
import { LookUpField, LookUpResults } from './lookup';
import type { ICard } from './model';
import { NoFailure } from './no-failure';
import type { IPanelOptions } from './options';
import { RerunView } from './rerun/view';
import { RescueView } from './rescue/view';

/** So many cards are rendered in one frame: a long list must not hold the page. */
const CARDS_A_FRAME = 5;

/** How many of `total` cards to render now; grows from frame to frame. */
function useRendered(total: number): number {
  const [rendered, setRendered] = React.useState(CARDS_A_FRAME);
  React.useEffect(() => {
    if (rendered >= total) {
      return;
    }
    const frame = requestAnimationFrame(() =>
      setRendered(rendered + CARDS_A_FRAME)
    );
    return () => cancelAnimationFrame(frame);
  }, [rendered, total]);
  return rendered;
}

/**
 * Bring the card of a new failure into sight, and leave the keyboard focus where
 * it is. The browser holds what is read in its place when a card comes above it.
 */
function useNewInSight(
  cards: readonly ICard[] | null
): React.RefObject<HTMLLIElement> {
  const first = React.useRef<HTMLLIElement>(null);
  const known = React.useRef<ReadonlySet<string> | null>(null);
  const newest = cards?.[0]?.incident.key;
  React.useEffect(() => {
    if (newest === undefined || (known.current?.has(newest) ?? true)) {
      return;
    }
    const show = () => {
      const card = first.current;
      const panel = card?.closest('.jp-TorchTriage');
      if (!card || !panel) {
        return;
      }
      const below =
        card.getBoundingClientRect().top - panel.getBoundingClientRect().top;
      // Above it stands what the user is at: a re-run, an edit.
      panel.scrollTop += Math.min(0, below);
    };
    // The browser scrolls in the next frame, so look in the one after it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show);
    });
    return () => cancelAnimationFrame(frame);
  }, [newest]);
  React.useEffect(() => {
    known.current = cards && new Set(cards.map(({ incident }) => incident.key));
  });
  return first;
}

function Cards(props: IPanelOptions): JSX.Element {
  const { model, edits, notebooks, commands, trans } = props;
  const { cards } = model;
  const rendered = useRendered(cards?.length ?? 0);
  const first = useNewInSight(cards);
  if (!model.hasNotebook) {
    return (
      <p className="jp-TorchTriage-empty">
        {trans.__('Open a notebook to see why its cells fail.')}
      </p>
    );
  }
  if (cards === null) {
    return <p className="jp-TorchTriage-empty">{trans.__('Reading …')}</p>;
  }
  if (cards.length === 0) {
    return <NoFailure {...props} />;
  }
  return (
    <ol
      className="jp-TorchTriage-cards"
      aria-label={trans.__('Failures of this notebook, newest first')}
    >
      {cards.slice(0, rendered).map((card, at) => (
        <li key={card.incident.key} ref={at === 0 ? first : undefined}>
          <CardView
            card={card}
            model={model}
            isOpen={at === 0}
            edits={edits}
            notebooks={notebooks}
            commands={commands}
            trans={trans}
          />
        </li>
      ))}
      <Rest {...props} />
    </ol>
  );
}

/** Failures without a card: those being read, and those nobody has asked for. */
function Rest({ model, trans }: IPanelOptions): JSX.Element {
  const { unread, older } = model;
  return (
    <>
      {unread > 0 && (
        <li className="jp-TorchTriage-empty">
          {trans._n(
            'Reading %1 more failure …',
            'Reading %1 more failures …',
            unread
          )}
        </li>
      )}
      {unread === 0 && older > 0 && (
        <li>
          <button
            className="jp-TorchTriage-button"
            onClick={() => model.readOlder()}
          >
            {trans._n('Read %1 older failure', 'Read %1 older failures', older)}
          </button>
        </li>
      )}
    </>
  );
}

function Main(props: IPanelOptions): JSX.Element {
  const { model, lookUp, notebooks, reruns, rescues, edits, commands, trans } =
    props;
  if (lookUp.query.trim() !== '') {
    return <LookUpResults model={lookUp} trans={trans} />;
  }
  const view = reruns.of(notebooks.current);
  return (
    <>
      {view && <RerunView view={view} commands={commands} trans={trans} />}
      <UseSignal signal={rescues.changed}>
        {() => {
          const state = rescues.of(notebooks.current);
          return (
            state && (
              <RescueView
                state={state}
                limits={rescues.limits}
                labelOf={cellId => model.nameOf(cellId)}
                commands={commands}
                trans={trans}
              />
            )
          );
        }}
      </UseSignal>
      <UseSignal signal={edits.changed}>
        {() => {
          const editing = edits.of(notebooks.current);
          return (
            editing && (
              <EditView
                editing={editing}
                labelOf={cellId => model.nameOf(cellId)}
                commands={commands}
                trans={trans}
              />
            )
          );
        }}
      </UseSignal>
      <UseSignal signal={model.changed}>{() => <Cards {...props} />}</UseSignal>
    </>
  );
}

/** What stands in the panel: loaded when somebody first looks at it. */
export default function Body(props: IPanelOptions): JSX.Element {
  const { lookUp, reruns, trans } = props;
  return (
    <>
      <LookUpField model={lookUp} trans={trans} />
      <UseSignal signal={lookUp.changed}>
        {() => (
          <UseSignal signal={reruns.changed}>
            {() => <Main {...props} />}
          </UseSignal>
        )}
      </UseSignal>
    </>
  );
}
