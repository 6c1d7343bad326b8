import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import { baseName } from '../../incident/traceback/frames';
import type { IFrame } from '../../incident/types';
import type { ICallLink } from '../../rerun/compare/call-chain';
import type { ISide } from '../../rerun/compare/compare';

/** The number that the notebook shows for a prompt number of a traceback. */
export type Numbering = (count: number) => number | null;

interface IWords {
  readonly numberOf: Numbering;
  readonly trans: TranslationBundle;
}

function FrameLabel({
  frame,
  numberOf,
  trans
}: IWords & { frame: IFrame }): JSX.Element {
  const where =
    frame.executionCount === undefined
      ? // The name alone: a panel is narrow.
        baseName(frame.file)
      : trans.__('Cell [%1]', numberOf(frame.executionCount) ?? ' ');
  return (
    <span className="jp-TorchTriage-where" title={frame.file}>
      {frame.func
        ? trans.__('%1, line %2, in %3', where, frame.line, frame.func)
        : trans.__('%1, line %2', where, frame.line)}
    </span>
  );
}

function LinkView(
  props: IWords & { link: ICallLink; isKnown: boolean }
): JSX.Element {
  const { link, isKnown, trans } = props;
  if (link.kind === 'own') {
    return (
      <li>
        <FrameLabel {...props} frame={link.frame} />
        {link.frame.code && !isKnown && (
          <pre tabIndex={0}>{link.frame.code}</pre>
        )}
      </li>
    );
  }
  const { frames } = link;
  const last = frames[frames.length - 1];
  return (
    <li>
      <details>
        <summary>
          {trans._n(
            '%1 library call, to %2',
            '%1 library calls, to %2',
            frames.length,
            last.func || last.file
          )}
        </summary>
        <ul>
          {frames.map((frame, at) => (
            <li key={at}>
              <FrameLabel {...props} frame={frame} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

/** One failure: its line, and the calls from the cell down to the operation. */
export function SideView(
  props: IWords & { side: ISide; heading: string; isOpen?: boolean }
): JSX.Element {
  const { side, heading, isOpen, trans } = props;
  const { line, code } = side.place;
  const calls = trans.__('Calls from the cell down');
  return (
    <section className="jp-TorchTriage-side" aria-label={heading}>
      <h4>{heading}</h4>
      <p>{line === null ? trans.__('no line') : trans.__('line %1', line)}</p>
      <pre tabIndex={0}>{code.trim()}</pre>
      {side.chain.length > 1 && (
        <details open={isOpen}>
          <summary>{calls}</summary>
          <ol className="jp-TorchTriage-chain" aria-label={calls}>
            {side.chain.map((link, at) => (
              <LinkView
                key={at}
                {...props}
                link={link}
                isKnown={
                  link.kind === 'own' && link.frame.code?.trim() === code.trim()
                }
              />
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}
