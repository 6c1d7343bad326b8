import { Clipboard } from '@jupyterlab/apputils';
import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import type { IEvidence, IFix, Safety } from '../diagnosis/types';
import type { Offers } from '../edit/types';
import { Breakable } from './breakable';
import { AnnounceContext } from './contexts';

function whereLabel(where: string, trans: TranslationBundle): string {
  switch (where) {
    case 'message':
      return trans.__('message');
    case 'assertion':
      return trans.__('assertion');
    case 'frame':
      return trans.__('traceback');
    case 'source':
      return trans.__('your code');
    case 'text':
      return trans.__('text');
    case 'kernel':
      return trans.__('asked of the kernel');
    case 'exit-status':
      return trans.__('exit status');
    case 'black-box':
      return trans.__('black box');
    case 'kill-counter':
      return trans.__('counter of processes killed for memory');
    case 'system-log':
      return trans.__('log of the system');
    case 'children':
      return trans.__('worker processes alive');
    default:
      return where;
  }
}

/** The exact pieces that support a finding. */
export function EvidenceList(props: {
  evidence: readonly IEvidence[];
  trans: TranslationBundle;
}): JSX.Element {
  const { evidence, trans } = props;
  return (
    <ul className="jp-TorchTriage-evidence">
      {evidence.map((piece, at) => (
        <li key={at}>
          <span className="jp-TorchTriage-where">
            {whereLabel(piece.where, trans)}
            {piece.count !== undefined && (
              <span title={trans.__('Printed %1 times', piece.count)}>
                {` ×${piece.count}`}
              </span>
            )}
          </span>
          <pre tabIndex={0}>{piece.text}</pre>
        </li>
      ))}
    </ul>
  );
}

/** Copies a text and says so. */
export function CopyButton(props: {
  text: string;
  trans: TranslationBundle;
}): JSX.Element {
  const { text, trans } = props;
  const [isCopied, setCopied] = React.useState(false);
  const announce = React.useContext(AnnounceContext);
  return (
    <button
      className="jp-TorchTriage-button"
      aria-label={trans.__('Copy')}
      onClick={() => {
        Clipboard.copyToSystem(text);
        setCopied(true);
        announce(trans.__('Copied'));
      }}
      onBlur={() => setCopied(false)}
    >
      {isCopied ? trans.__('Copied') : trans.__('Copy')}
    </button>
  );
}

function safetyLabel(
  safety: Safety,
  trans: TranslationBundle
): [string, string] {
  switch (safety) {
    case 'safe':
      return [trans.__('safe'), trans.__('Changes nothing that worked')];
    case 'check':
      return [trans.__('check'), trans.__('Read it before you use it')];
    case 'diagnostic':
      return [trans.__('diagnostic'), trans.__('Mends nothing, only tells')];
  }
}

/** What a press shows of a fix. */
function offerLabel({ action }: IFix, trans: TranslationBundle): string {
  switch (action?.kind) {
    case 'install':
      return trans.__('Preview installation');
    case 'environment':
      return trans.__('Preview cell');
    case 'restart':
      return trans.__('Plan a restart');
    default:
      return trans.__('Preview edit');
  }
}

/** What to do, best first. */
export function FixList(props: {
  fixes: readonly IFix[];
  /** Those that can be made here, and what shows the change. */
  offered?: Offers;
  onPreview?: (at: number, all: boolean) => void;
  trans: TranslationBundle;
}): JSX.Element {
  const { fixes, offered, onPreview, trans } = props;
  return (
    <ol className="jp-TorchTriage-fixes">
      {fixes.map((fix, at) => {
        const [label, hint] = safetyLabel(fix.safety, trans);
        return (
          <li key={at}>
            <p>
              <span
                className={`jp-TorchTriage-safety jp-mod-${fix.safety}`}
                title={hint}
              >
                {label}
              </span>{' '}
              <Breakable text={fix.title} />
            </p>
            {fix.detail && (
              <p className="jp-TorchTriage-detail">
                <Breakable text={fix.detail} />
              </p>
            )}
            {offered?.has(at) && (
              <button
                className="jp-TorchTriage-button jp-mod-primary"
                onClick={() => onPreview?.(at, false)}
              >
                {offerLabel(fix, trans)}
              </button>
            )}
            {(offered?.get(at) ?? 0) > 0 && (
              <button
                className="jp-TorchTriage-button"
                title={trans._n(
                  'Mends what is alike, in %1 cell',
                  'Mends what is alike, in %1 cells',
                  offered?.get(at) ?? 0
                )}
                onClick={() => onPreview?.(at, true)}
              >
                {trans.__('Fix all of this kind')}
              </button>
            )}
            {fix.code && (
              <div className="jp-TorchTriage-code">
                <pre tabIndex={0}>{fix.code}</pre>
                <CopyButton
                  text={fix.code.replace(/^\$ /gm, '')}
                  trans={trans}
                />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
