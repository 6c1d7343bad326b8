import type { Content, IRescue, IRescuedVariable } from '../../incident/rescue';
import { Needs, type IRan, type IVerdict } from './needs/needs';

/** Variables that were rescued and come back together. */
export interface IRescued {
  readonly names: readonly string[];
  readonly contents: readonly Content[];
}

/** Variables that come back before a step. */
export interface IReturning {
  readonly names: readonly string[];
  /** The place of the step. */
  readonly before: number;
}

/** What ran, with the returns of rescued variables among it. */
export interface IWithReturns {
  readonly ran: readonly IRan[];
  /** For each place in `ran` that of the step; null for a return. */
  readonly steps: readonly (number | null)[];
  /** By their places in `ran`. */
  readonly returns: ReadonlyMap<number, IReturning>;
}

/** A line that gives a name a value of the same nature. */
const MADE: Readonly<Record<Content, string>> = {
  plain: '[0]',
  array: '_torch_triage_array.empty(0)',
  torch: '_torch_triage_torch.empty(0)',
  module: '_torch_triage_torch.nn.Identity()'
};

const MAKING = [
  'import numpy as _torch_triage_array',
  'import torch as _torch_triage_torch'
];

/**
 * Variables of which a rescue has all there is: plain data, arrays, tensors,
 * layers and loaders that share nothing with what is lost. Those that share
 * memory come back together, and share it again. Who calls them runs no code of
 * the user's, so that their cells need not be there.
 */
export function rescuedOf(rescue: IRescue): IRescued[] {
  const groups = new Map<number, IRescuedVariable[]>();
  for (const one of rescue.variables) {
    if (one.group !== null) {
      groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
    }
  }
  return [...groups.values()]
    .filter(all => all.every(({ isWhole, contents }) => isWhole && contents))
    .map(all => ({
      names: all.map(({ name }) => name),
      contents: [...new Set(all.flatMap(({ contents }) => contents ?? []))]
    }));
}

/** A cell that looks at rescued variables. */
function lookingAt({ names }: IRescued): IRan {
  return { source: names.join('\n'), mayNotRun: false };
}

/**
 * The rescued variables that are still as a failed cell left them: no cell that
 * ran between it and the rescue may have changed them.
 *
 * @param ran - the failed cell is the last
 * @param later - what ran behind it
 */
export function unchangedBy(
  all: readonly IRescued[],
  ran: readonly IRan[],
  later: readonly IRan[]
): readonly IRescued[] {
  const end = ran.length + later.length;
  const needs = new Needs([...ran, ...later, ...all.map(lookingAt)]);
  return all.filter((_, at) => {
    const verdicts = needs.verdicts([end + at]);
    return !later.some((__, place) => isMaking(verdicts, ran.length + place));
  });
}

/** Code that stands for a return: the names share one value, so they may share all. */
function returning({ names, contents }: IRescued): IRan {
  const parts = contents.map(content => MADE[content]);
  const value = parts.length === 1 ? parts[0] : `[${parts.join(', ')}]`;
  const source = [...MAKING, `${names.join(' = ')} = ${value}`].join('\n');
  return { source, mayNotRun: false };
}

/**
 * Whether what was asked for needs a cell. One that is in since nobody knows
 * all that it does changes no name or object that it was not given.
 */
function isMaking(verdicts: readonly IVerdict[], cell: number): boolean {
  const { reason } = verdicts[cell];
  return (
    reason.kind === 'asked' ||
    reason.kind === 'unsure' ||
    (reason.kind === 'need' && isMaking(verdicts, reason.by))
  );
}

/**
 * Put the returns of rescued variables among what ran. The values are those of
 * the end, so each return stands behind the last cell that may have changed
 * them; where that cannot be told, at the end. What the failed cell itself
 * changes does not return: it would change it once more.
 *
 * @param ran - the failed cell is the last
 */
export function withReturns(
  ran: readonly IRan[],
  all: readonly IRescued[]
): IWithReturns {
  const end = ran.length - 1;
  const changed = new Needs(ran).changedBy(end);
  const rescued = all.filter(
    ({ names }) => changed && !names.some(name => changed.has(name))
  );
  const needs = new Needs([...ran.slice(0, end), ...rescued.map(lookingAt)]);
  const places = rescued.map((_, at) => {
    const verdicts = needs.verdicts([end + at]);
    const makes = verdicts.map((_, cell) => isMaking(verdicts, cell));
    return makes.slice(0, end).lastIndexOf(true) + 1;
  });
  const withThem: IRan[] = [];
  const steps: (number | null)[] = [];
  const returns = new Map<number, IReturning>();
  ran.forEach((one, before) => {
    rescued.forEach((each, at) => {
      if (places[at] === before) {
        returns.set(withThem.length, { names: each.names, before });
        withThem.push(returning(each));
        steps.push(null);
      }
    });
    withThem.push(one);
    steps.push(before);
  });
  return { ran: withThem, steps, returns };
}
