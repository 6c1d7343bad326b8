/** A variable that was probably taken for another whose name is near. */
import type { IFix, ITranslate } from '../../diagnosis/types';
import type { IReading } from '../../incident/types';
import { memoize } from '../../shared/memoize';
import type { ValuesOf } from '../define';
import { check } from '../fix';
import { callsIn } from './call-text';
import {
  assignmentOf,
  assignmentsIn,
  escaped,
  lastValue,
  linesBefore,
  ownLine,
  uses,
  visibleCode
} from './visible-code';

/** What the line has, what it may mean, and the line with that. */
export type Twin = ValuesOf<'wrote' | 'meant' | 'anew' | 'reason'>;

/** A name in a line that is no attribute, no keyword and is not called. */
const NAME = /(?<![\w.])[a-z_]\w{0,40}(?![\w(]| ?=[^=])/gi;

/** Parts of names for data that stand beside each other without being mixed up. */
const SPLITS = /^(?:train|test|val|valid|validation|dev|eval)$/;

function isEdited(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length !== 1 || short.length < 5) {
    return false;
  }
  const at = [...long].findIndex((one, index) => one !== short[index]);
  return long.slice(0, at) + long.slice(at + 1) === short;
}

/** Whether two names are as near as `x` and `x_feature`, or `t_c_val` and `t_u_val`. */
export function areTwins(a: string, b: string): boolean {
  if (a === b) {
    return false;
  }
  const [some, others] = [a, b].map(name => name.toLowerCase().split('_'));
  const [short, long] =
    some.length <= others.length ? [some, others] : [others, some];
  if (short.length < long.length) {
    return (
      long.slice(0, short.length).join('_') === short.join('_') ||
      long.slice(-short.length).join('_') === short.join('_')
    );
  }
  const differing = short.filter((part, at) => part !== long[at]);
  if (short.length > 1 && differing.length === 1) {
    const at = short.findIndex((part, index) => part !== long[index]);
    return !SPLITS.test(short[at]) && !SPLITS.test(long[at]);
  }
  return isEdited(a, b);
}

function namesIn(line: string): string[] {
  return [...new Set([...line.matchAll(NAME)].map(([name]) => name))];
}

/** The arguments of a call of `callee` in any visible line. */
function givenTo(callee: string, lines: readonly string[]): string[] {
  return lines
    .filter(line => line.includes(`${callee}(`))
    .flatMap(callsIn)
    .filter(({ name }) => name === callee)
    .flatMap(({ args }) => args.slice(0, 3));
}

/** Lines that say what a model is made for: `Net(x_feature.size(1))`. */
function makersOf(callee: string, lines: readonly string[]): string[] {
  return assignmentsIn(lines)
    .filter(({ names }) => names.includes(callee))
    .map(({ value }) => value);
}

interface IPlace {
  readonly line: string;
  readonly name: string;
}

/** The names of the failed line, and of the lines that gave these their values. */
function placesOf(reading: IReading): IPlace[] {
  const line = ownLine(reading);
  const first = namesIn(assignmentOf(line)?.value ?? line);
  const { own } = visibleCode(reading);
  const places = first.map(name => ({ line, name }));
  const further = first.flatMap(name => {
    const made = lastValue(name, reading);
    return made && own.includes(made.line) && !uses(name, made.value)
      ? namesIn(made.value).map(one => ({ line: made.line.trim(), name: one }))
      : [];
  });
  return [...places, ...further];
}

/** Whether a name is computed in the failed cell, and no line of it uses it. */
function isUnused(name: string, own: readonly string[]): boolean {
  return (
    own.some(line => assignmentOf(line)?.names.includes(name)) &&
    !own.some(line => {
      const made = assignmentOf(line);
      return uses(name, made?.names.includes(name) ? made.value : line);
    })
  );
}

/**
 * The name that a line probably means in place of one it has: the cell computes
 * it and never uses it, or the same model was made for it or got it elsewhere.
 */
export const twinOf = memoize((reading: IReading): Twin => {
  const { own, lines } = visibleCode(reading);
  const before = linesBefore(reading);
  const known = [
    ...new Set(assignmentsIn([...before, ...own]).flatMap(({ names }) => names))
  ];
  for (const { line, name } of placesOf(reading)) {
    const twins = known.filter(one => areTwins(name, one) && !uses(one, line));
    const unused = twins.filter(one => isUnused(one, own));
    if (unused.length === 1) {
      return twin(line, name, unused[0], 'unused');
    }
    const callee = callsIn(line).find(({ args }) =>
      args.some(arg => uses(name, arg))
    )?.name;
    if (callee === undefined || callee.includes('.')) {
      continue;
    }
    const others = lines.filter(one => !one.includes(line));
    const given = givenTo(callee, others);
    const made = makersOf(callee, others);
    const meant = twins.filter(one =>
      [...given, ...made].some(text => uses(one, text))
    );
    if (meant.length === 1 && !given.some(text => uses(name, text))) {
      return twin(line, name, meant[0], 'given');
    }
  }
  return {};
});

function twin(
  line: string,
  wrote: string,
  meant: string,
  reason: string
): Twin {
  const anew = line.replace(
    new RegExp(
      String.raw`(?<![\w."'])${escaped(wrote)}(?![\w"'(]| ?=[^=])`,
      'g'
    ),
    meant
  );
  return anew.length > 160 ? {} : { wrote, meant, anew, reason };
}

/** The cause in one sentence; null where no twin is known. */
export function twinCause(
  trans: ITranslate,
  { wrote, meant, reason }: Twin
): string | null {
  if (wrote === undefined || meant === undefined) {
    return null;
  }
  return reason === 'unused'
    ? trans.__(
        'The line uses %1. The cell also computes %2 and never uses it: probably that was meant.',
        wrote,
        meant
      )
    : trans.__(
        'The line is given %1. Elsewhere the same model is made for %2 or called with it: probably that was meant.',
        wrote,
        meant
      );
}

/** The line with the name that was probably meant. */
export function twinFixes(trans: ITranslate, { meant, anew }: Twin): IFix[] {
  return meant === undefined || anew === undefined
    ? []
    : [check(trans.__('Take %1, if that was meant', meant), anew)];
}
