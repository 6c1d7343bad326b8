import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import type { IFinding, IPage } from '../diagnosis/types';
import { PageContext } from './contexts';
import { EvidenceList, FixList } from './evidence';

/** What surrounds a finding: the cell it belongs to, if any. */
export interface IFindingContext {
  /** `data-` attributes by which tests and scripts find it. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly trans: TranslationBundle;
}

function confidenceNote(
  finding: IFinding,
  trans: TranslationBundle
): string | null {
  switch (finding.confidence) {
    case 'certain':
      return null;
    case 'likely':
      return trans.__('The text makes this likely; it does not prove it.');
    case 'possible':
      return trans.__('The text allows this; other causes fit as well.');
  }
}

/** The parts of an entry that are the same with and without a failure. */
export function PageBody(props: {
  page: IPage;
  trans: TranslationBundle;
}): JSX.Element {
  const { page, trans } = props;
  return (
    <>
      <h4>{trans.__('What to do')}</h4>
      <FixList fixes={page.fixes} trans={trans} />
      {page.notThis.length > 0 && (
        <details>
          <summary>{trans.__('When it is not this')}</summary>
          <ul>
            {page.notThis.map((sentence, at) => (
              <li key={at}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
      <details>
        <summary>{trans.__('Links')}</summary>
        <ul>
          {page.links
            .filter(link => link.url.startsWith('https:'))
            .map(link => (
              <li key={link.url}>
                <a href={link.url} target="_blank" rel="noopener noreferrer">
                  {link.title}
                </a>
              </li>
            ))}
        </ul>
      </details>
    </>
  );
}

/** One cause with its evidence and what to do about it. */
export function FindingView(
  props: IFindingContext & {
    finding: IFinding;
    /** What to say and offer between the cause and the evidence. */
    children?: React.ReactNode;
  }
): JSX.Element {
  const { finding, attributes, trans, children } = props;
  const page = finding.entry.page(trans, finding.values);
  const note = confidenceNote(finding, trans);
  const openPage = React.useContext(PageContext);
  return (
    <section
      className="jp-TorchTriage-finding"
      data-diagnosis-id={finding.id}
      {...attributes}
      aria-label={page.title}
    >
      <h3>{page.title}</h3>
      <p className="jp-TorchTriage-cause">{page.cause}</p>
      {note && <p className="jp-TorchTriage-note">{note}</p>}
      {children}
      <h4>{trans.__('Evidence')}</h4>
      <EvidenceList evidence={finding.evidence} trans={trans} />
      <PageBody page={page} trans={trans} />
      <p className="jp-TorchTriage-id">
        <button
          className="jp-TorchTriage-link"
          title={trans.__('The page of the catalogue, without these values')}
          onClick={() => openPage(finding.id)}
        >
          {finding.id}
        </button>
      </p>
    </section>
  );
}
