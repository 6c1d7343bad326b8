import type { TranslationBundle } from '@jupyterlab/translation';
import * as React from 'react';

import type { IFinding, IPage } from '../diagnosis/types';
import type { Offers } from '../edit/types';
import { Breakable } from './breakable';
import { PageContext } from './contexts';
import { EvidenceList, FixList } from './evidence';
import { RangeView } from './range-view';

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

interface IPageProps {
  readonly page: IPage;
  readonly trans: TranslationBundle;
}

/** The fixes that can be made in the notebook, and what shows how. */
export interface IOffer {
  readonly offered: Offers;
  readonly onPreview: (at: number, all: boolean) => void;
}

function Fixes({
  page,
  offer,
  trans
}: IPageProps & { readonly offer?: IOffer }): JSX.Element {
  return (
    <>
      <h4>{trans.__('What to do')}</h4>
      <FixList fixes={page.fixes} {...offer} trans={trans} />
    </>
  );
}

/** What else fits, and where to read on. */
function Notes({ page, trans }: IPageProps): JSX.Element {
  return (
    <>
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

/** The parts of an entry that are the same with and without a failure. */
export function PageBody(props: IPageProps): JSX.Element {
  return (
    <>
      <Fixes {...props} />
      <Notes {...props} />
    </>
  );
}

/**
 * One cause, what to do about it, and its evidence: in the order in which a
 * person asks, so that the first fix needs no scrolling. An article, because
 * a section with a name is a landmark, and two of a kind share theirs.
 */
export function FindingView(
  props: IFindingContext & {
    finding: IFinding;
    /** Facts beside the evidence. */
    facts?: React.ReactNode;
    offer?: IOffer;
    /** What to say and offer right after the cause. */
    children?: React.ReactNode;
  }
): JSX.Element {
  const { finding, attributes, trans, facts, offer, children } = props;
  const page = finding.entry.page(trans, finding.values);
  const note = confidenceNote(finding, trans);
  const openPage = React.useContext(PageContext);
  return (
    <article
      className="jp-TorchTriage-finding"
      data-diagnosis-id={finding.id}
      {...attributes}
      aria-label={page.title}
    >
      <h3>
        <Breakable text={page.title} />
      </h3>
      <p className="jp-TorchTriage-cause">
        <Breakable text={page.cause} />
      </p>
      {note && <p className="jp-TorchTriage-note">{note}</p>}
      <RangeView finding={finding} trans={trans} />
      {children}
      <Fixes page={page} offer={offer} trans={trans} />
      {facts}
      <h4>{trans.__('Evidence')}</h4>
      <EvidenceList evidence={finding.evidence} trans={trans} />
      <Notes page={page} trans={trans} />
      <p className="jp-TorchTriage-id">
        <button
          className="jp-TorchTriage-link"
          title={trans.__('The page of the catalogue, without these values')}
          onClick={() => openPage(finding.id)}
        >
          {finding.id}
        </button>
      </p>
    </article>
  );
}
