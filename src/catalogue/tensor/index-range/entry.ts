/** An entry that a line asks of a tensor, and the tensor does not have. */
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { countedBeyond } from '../../shared/counted';
import { ownLine, visibleCode } from '../../shared/ran-code';
import { lastLeftOut } from '../shared/last-batch';
import { printShape } from '../shared/print-shape';
import { entryFixes } from '../shared/range-fixes';

function entryCause(
  trans: ITranslate,
  { index, size }: ValuesOf<'index' | 'size'>
): string {
  if (!index || !size) {
    return trans.__(
      'With N entries in a dimension, indices are 0 … N - 1. gather and scatter take no negative ones.'
    );
  }
  return size === '0'
    ? trans.__(
        'The dimension has no entry at all, so there is no index %1 either. Usually a filter, mask or slice before this line kept nothing.',
        index
      )
    : trans._n(
        'The dimension has %1 entry, so indices are 0 … %2, and it was asked for %3.',
        'The dimension has %1 entries, so indices are 0 … %2, and it was asked for %3.',
        Number(size),
        Number(size) - 1,
        index
      );
}

/** `x[0][1]`: an entry of an entry. */
const CHAIN =
  /(?<![\w.)\]])(?<chained>[a-z_][\w.]{0,40})(?<first>\[-?\w{1,20}\])(?:\[-?\w{1,20}\])+/i;

/**
 * What may be a single number. ATen's applySelect() refuses index 0 of such a one
 * in words of its own; of any other it says “dimension 0 with size 0”, as of an
 * empty tensor (torch 2.13).
 */
function numberIn(
  { index, size }: ValuesOf<'index' | 'size'>,
  reading: IReading
): ValuesOf<'chained' | 'entry'> & { kind?: 'number' } {
  const isPossible =
    size === '0' &&
    index !== '0' &&
    reading.exceptions.some(({ message }) =>
      message.includes('for dimension 0 with size 0')
    );
  if (!isPossible) {
    return {};
  }
  const { chained, first } = CHAIN.exec(ownLine(reading))?.groups ?? {};
  return chained && first
    ? { kind: 'number', chained, entry: `${chained}${first}` }
    : { kind: 'number' };
}

/** An entry of what is empty, or a single number: torch says the same of both. */
export function numberWords(
  trans: ITranslate,
  {
    index,
    chained,
    entry,
    table
  }: ValuesOf<'index' | 'chained' | 'entry' | 'table'>
): IWords {
  const name = chained ?? table ?? 'x';
  const look: IFix = {
    safety: 'diagnostic',
    ofLine: true,
    title: trans.__('Print the shape: one number for each dimension'),
    code: `print(${name}.shape)`
  };
  const empty = check(
    trans.__('An empty tensor: treat that case before the line'),
    `if ${name}.numel() > 0:\n    ...`
  );
  return {
    title: trans.__('Index %1 of a number or of an empty tensor', index),
    cause:
      chained && entry
        ? trans.__(
            'torch says “size 0” of a single number, too. The line takes an entry of %1: where %2 has one dimension, that is a number already, and takes no more brackets.',
            entry,
            chained
          )
        : trans.__(
            'torch says “size 0” of a tensor without entries, as a filter or slice leaves it, and of a single number, as sum(), squeeze() or a loop over a tensor gives.'
          ),
    fixes:
      chained && entry
        ? [
            look,
            check(
              trans.__('Take one bracket for each dimension'),
              `value = ${entry}`
            ),
            empty
          ]
        : [
            look,
            empty,
            check(
              trans.__('A single number: take it out'),
              `value = ${name}.item()`
            )
          ]
  };
}

/** The failed line with the last entry in place of the index that is written there. */
function withLast(
  { index = '', size }: ValuesOf<'index' | 'size'>,
  reading: IReading
): string | undefined {
  const line = ownLine(reading);
  const parts = line.split(new RegExp(String.raw`(?<=[[,] ?)${index}(?=\])`));
  return parts.length === 2 && Number(index) > 0 && Number(size) > 0
    ? parts.join(`${Number(size) - 1}`)
    : undefined;
}

/** `x[k]` of the failed line, where `k` is the refused index itself. */
export function writtenIndex(
  index: string | undefined,
  reading: IReading
): ValuesOf<'index' | 'written' | 'table' | 'ids'> {
  const frames = reading.exceptions[0]?.frames ?? [];
  const last = frames[frames.length - 1];
  const written = [
    ...(last?.code ?? '').matchAll(/\b[a-z_][\w.]{0,40}\[(-?\d{1,6})\]/gi)
  ].find(([, number]) => number === index);
  const looked = [
    ...ownLine(reading).matchAll(
      /(?<![\w.])(?<table>[a-z_]\w{0,40})\[(?<ids>[a-z_]\w{0,40})(?:, ?[\w:., ]{1,30})?\]/gi
    )
  ];
  // Of several it may be each.
  const { table, ids } = (looked.length === 1 && looked[0].groups) || {};
  return {
    index,
    table,
    ids,
    // Who asks for the second or third part by its number wants more parts.
    written: /^[1-3]$/.test(index ?? '') ? written?.[0] : undefined
  };
}

/**
 * A loop whose second step found one entry only, by what it counts to: `n` of
 * `for i in range(n)` around `x[i]`.
 */
function singleIn(
  { index, size }: ValuesOf<'index' | 'size'>,
  reading: IReading
): ValuesOf<'limit'> & { kind?: 'single' } {
  const { table, ids } = writtenIndex(index, reading);
  if (index !== '1' || size !== '1' || !table || !ids) {
    return {};
  }
  const loop = new RegExp(
    String.raw`\bfor ${ids} in range\((?<limit>[a-z_][\w.]{0,40})\)`,
    'i'
  );
  const lines = [ownLine(reading), visibleCode(reading).text];
  const limit = lines.map(text => loop.exec(text)?.groups?.limit).find(Boolean);
  return limit ? { kind: 'single', limit } : {};
}

/** A loop over a batch that holds one sample, or was squeezed. */
export function singleWords(
  trans: ITranslate,
  { table = 'x', ids = 'i', limit }: ValuesOf<'table' | 'ids' | 'limit'>
): IWords {
  return {
    title: trans.__('A loop goes further than the batch'),
    cause: trans.__(
      'The loop counts to %1, and %2 has one entry. Usually the last batch of a loader holds fewer samples than the others, or squeeze() moved another dimension to the front.',
      limit,
      table
    ),
    fixes: [
      check(
        trans.__('Go through what there is'),
        `for ${ids} in range(len(${table})):`
      ),
      lastLeftOut(trans.__('Or leave a shorter last batch out')),
      printShape(trans, table)
    ]
  };
}

/** An entry that a tensor does not have, by the line that asked for it. */
export function indexWords(
  trans: ITranslate,
  {
    index,
    size,
    written,
    table,
    ids,
    anew,
    container,
    counter
  }: ValuesOf<
    | 'index'
    | 'size'
    | 'written'
    | 'table'
    | 'ids'
    | 'anew'
    | 'container'
    | 'counter'
  >
): IWords {
  return {
    title:
      index && size
        ? size === '0'
          ? trans.__('Index %1 of an empty tensor', index)
          : trans.__('Index %1 in a dimension of size %2', index, size)
        : trans.__('An index is outside the tensor'),
    cause: `${entryCause(trans, { index, size })}${
      written && size !== '0'
        ? ` ${trans.__('The line asks for %1 by itself: it wants either more parts than were handed over, or another dimension.', written)}`
        : ''
    }`,
    fixes:
      written && size !== '0'
        ? [
            {
              safety: 'diagnostic',
              title: trans.__('See what was handed over'),
              code: `print(${written.replace(/\[[^[]*$/, '')}.shape)`
            },
            check(
              trans.__('A pair is wanted: hand both over'),
              'x = torch.stack([query, reference])'
            )
          ]
        : anew
          ? [
              check(
                trans.__('Entries count from 0: this is the last one'),
                anew
              ),
              printShape(trans)
            ]
          : [
              ...(container && counter && size !== '0'
                ? [
                    check(
                      trans.__('Let the loop end where the tensor ends'),
                      `for ${counter} in range(len(${container})):`
                    )
                  ]
                : []),
              ...entryFixes(trans, { index, size, table, ids })
            ]
  };
}

/** The tensor that a loop reads by a count of its own, in its first dimension. */
function looped(reading: IReading): ValuesOf<'container' | 'counter'> {
  const { container, index } = reading.exceptions.some(({ message }) =>
    message.includes('for dimension 0 ')
  )
    ? (countedBeyond(reading) ?? {})
    : {};
  return container && index ? { container, counter: index } : {};
}

/** What the line tells of the refused index, and which kind of a story it is. */
export function readEntry({ index, size }: Values, reading: IReading) {
  return {
    ...writtenIndex(index, reading),
    anew: withLast({ index, size }, reading),
    kind: 'index' as const,
    ...looped(reading),
    ...singleIn({ index, size }, reading),
    ...numberIn({ index, size }, reading)
  };
}
