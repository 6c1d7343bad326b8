import { nullTranslator } from '@jupyterlab/translation';

import { cellIncident } from '../../../incident/incident';
import type { IComparison } from '../../../rerun/compare/compare';
import type { ICard } from '../../model';
import { marksOf } from '../marks';

const trans = nullTranslator.load('');

const PLACE = { seenBefore: null, isCommand: false, code: '', innermost: null };

const page = {
  title: 'A label is too large',
  fixes: [{ title: 'Count again' }]
};

/** The card of a failure at a line of the cell `cellId`. */
function cardAt(
  cellId: string,
  line: number | null,
  more: {
    late?: boolean;
    isKnown?: boolean;
    place?: object;
    own?: { cellId: string; line: number; source: string };
  } = {}
): ICard {
  const { late, isKnown = true, place, own = null } = more;
  const incident = {
    ...cellIncident({ ename: 'ValueError', evalue: 'x'.repeat(1000) }),
    source: 'a\nb\nc'
  };
  return {
    incident: { cellId, incident },
    findings: isKnown ? [{ entry: { late, page: () => page } }] : [],
    place: { ...PLACE, line, ...place },
    own
  } as unknown as ICard;
}

function comparisonOf(
  verdict: string,
  cellId: string,
  line: number
): IComparison {
  const second = { incident: { cellId }, place: { ...PLACE, line } };
  return { verdict, second } as unknown as IComparison;
}

const briefly = (cards: ICard[], comparison: IComparison | null = null) =>
  marksOf(cards, comparison, trans).map(
    ({ cellId, line, severity }) => `${cellId}:${line} ${severity}`
  );

it('marks the line of each failed cell, the newest failure’s', () => {
  expect(briefly([cardAt('b', 2), cardAt('a', 1), cardAt('b', 3)])).toEqual([
    'b:2 error',
    'a:1 error'
  ]);
});

it('marks the user’s own line that a library called, too', () => {
  const own = { cellId: 'model', line: 7, source: 'of the model' };
  expect(briefly([cardAt('train', 2, { own })])).toEqual([
    'model:7 error',
    'train:2 error'
  ]);
});

it('says title and first fix, and the text that they are about', () => {
  expect(marksOf([cardAt('a', 2)], null, trans)).toEqual([
    {
      cellId: 'a',
      line: 2,
      source: 'a\nb\nc',
      severity: 'error',
      title: page.title,
      fix: 'Count again'
    }
  ]);
});

it('shows the beginning of a message that nobody knows', () => {
  const [mark] = marksOf([cardAt('a', 1, { isKnown: false })], null, trans);
  expect(mark.title).toMatch(/^ValueError: x+$/);
  expect(mark.title).toHaveLength(300);
  expect(mark.fix).toBeNull();
});

it.each([
  ['nothing names one', {}],
  ['it was only seen at work', { place: { line: 2, seenBefore: 1 } }],
  ['it runs a program', { place: { line: 2, isCommand: true } }]
])('marks no line where %s', (_, more) => {
  expect(briefly([cardAt('a', null, more)])).toEqual([]);
});

describe('a late error', () => {
  const late = cardAt('a', 3, { late: true });

  it('was noticed at its line', () => {
    expect(briefly([late])).toEqual(['a:3 warning']);
    expect(marksOf([late], null, trans)[0].title).toContain('Noticed here');
  });

  it('has the true line beside it once a re-run has found that', () => {
    const comparison = comparisonOf('moved', 'a', 1);
    expect(briefly([late], comparison)).toEqual(['a:1 error', 'a:3 warning']);
  });

  it('is certain where a re-run fails at the same line', () => {
    const comparison = comparisonOf('same', 'a', 3);
    expect(briefly([late], comparison)).toEqual(['a:3 error']);
  });

  it.each(['earlier', 'different', 'passed'])(
    'stays as it is where the re-run’s verdict is %s',
    verdict => {
      const comparison = comparisonOf(verdict, 'a', 1);
      expect(briefly([late], comparison)).toEqual(['a:3 warning']);
    }
  );

  it('is not another cell’s', () => {
    const comparison = comparisonOf('moved', 'b', 1);
    expect(briefly([late], comparison)).toEqual(['a:3 warning']);
  });
});
