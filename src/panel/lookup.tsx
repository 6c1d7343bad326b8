import { UseSignal } from '@jupyterlab/ui-components';
import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import type { ILookUpResult } from '../diagnosis/lookup';
import { FindingView, PageBody } from './finding';
import { MAX_FIELD, type LookUpModel } from './lookup-model';

interface ILookUpProps {
  readonly model: LookUpModel;
  readonly trans: TranslationBundle;
}

function ResultView(props: {
  result: ILookUpResult;
  isOpen: boolean;
  trans: TranslationBundle;
}): JSX.Element {
  const { result, isOpen, trans } = props;
  const { entry, finding } = result;
  const page = entry.page(trans, finding?.values ?? {});
  return (
    <li>
      <details className="jp-TorchTriage-card" open={isOpen}>
        <summary>
          <span className="jp-TorchTriage-cell">{entry.id}</span>
          <span className="jp-TorchTriage-title">{page.title}</span>
        </summary>
        {finding ? (
          <FindingView
            finding={finding}
            attributes={{ 'data-incident-kind': 'text' }}
            trans={trans}
          />
        ) : (
          <section
            className="jp-TorchTriage-finding"
            data-look-up-id={entry.id}
            aria-label={page.title}
          >
            <h3>{page.title}</h3>
            <p className="jp-TorchTriage-cause">{page.cause}</p>
            <PageBody page={page} trans={trans} />
          </section>
        )}
      </details>
    </li>
  );
}

/** The results for what stands in the search field. */
export function LookUpResults({ model, trans }: ILookUpProps): JSX.Element {
  const { results } = model;
  if (results === null) {
    return <p className="jp-TorchTriage-empty">{trans.__('Searching …')}</p>;
  }
  if (results.length === 0) {
    return (
      <p className="jp-TorchTriage-empty">
        {trans.__(
          'Not recognised. Try fewer words, or paste the whole traceback.'
        )}
      </p>
    );
  }
  return (
    <ol
      className="jp-TorchTriage-results"
      aria-label={trans.__('Results of the look-up')}
    >
      {results.map((result, at) => (
        <ResultView
          key={`${at} ${result.entry.id}`}
          result={result}
          isOpen={at === 0}
          trans={trans}
        />
      ))}
    </ol>
  );
}

/** The search field; a long pasted text is shown as one line beside it. */
export function LookUpField({ model, trans }: ILookUpProps): JSX.Element {
  return (
    <UseSignal signal={model.changed}>
      {() => {
        const { query } = model;
        const isLong = query.length > MAX_FIELD;
        return (
          <div className="jp-TorchTriage-field" role="search">
            <textarea
              className="jp-mod-styled"
              rows={query.includes('\n') && !isLong ? 3 : 1}
              aria-label={trans.__('Look up an error')}
              placeholder={trans.__('Look up an error …')}
              spellCheck={false}
              value={isLong ? '' : query}
              onChange={event => {
                model.query = event.target.value;
              }}
              onPaste={event => {
                const text = event.clipboardData.getData('text/plain');
                if (text.length > MAX_FIELD) {
                  event.preventDefault();
                  model.query = text;
                }
              }}
              onKeyDown={event => {
                if (event.key === 'Escape') {
                  model.query = '';
                }
              }}
            />
            {query !== '' && (
              <button
                className="jp-TorchTriage-button"
                onClick={() => {
                  model.query = '';
                }}
              >
                {trans.__('Clear')}
              </button>
            )}
            {isLong && (
              <p className="jp-TorchTriage-note">
                {trans.__('Pasted text of %1 characters', query.length)}
              </p>
            )}
          </div>
        );
      }}
    </UseSignal>
  );
}
