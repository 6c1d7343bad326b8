/** A variable that was probably taken for another whose name is near. */
import type { IFix, ITranslate } from '../../diagnosis/types';
import type { IReading } from '../../incident/types';
import { memoize } from '../../shared/memoize';
import type { IWords, ValuesOf } from '../define';
import { check } from '../fix';
import { bareName } from '../predicates';
import { callsIn } from './call-text';
import {
  assignmentOf,
  isUnused,
  assignmentsIn,
  escaped,
  lastValue,
  loopNames,
  ownLine,
  uses,
  visibleCode
} from './ran-code';

/** What the line has, what it may mean, and the line with that. */
export type Twin = ValuesOf<'wrote' | 'meant' | 'anew' | 'reason'>;

/** A name in a line that is no attribute, no keyword and is not called. */
const NAME = /(?<![\w.])[a-z_]\w{0,40}(?![\w(]| ?=[^=])/gi;

/** Parts of names for data that stand beside each other without being mixed up. */
const SPLITS = /^(?:train|test|val|valid|validation|dev|eval|\d+)$/;

/** Parts that make something else of a name than data of the same kind. */
const ELSE =
  /_(?:names?|paths?|dir|files?|sizes?|len|num|n|count|type|titles?|fn|func|lr|config|cfg|epochs?|shapes?|dims?|loss|losses|acc|history|time|str|text|list|dict|df|plot|fig|ax|id|idx|index|device|old|copy)$/i;

/** A number beside data: `hidden_size_decoder`. */
const SIZE = /_(?:size|dim|num|len|count)_/i;

/** What makes a model, or is called like one. */
const MODEL =
  /model|net\b|Sequential\(|\bnn\.|encoder|decoder|classifier|perceptron/i;

function isEdited(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length !== 1 || short.length < 5) {
    return false;
  }
  const at = [...long].findIndex((one, index) => one !== short[index]);
  return long.slice(0, at) + long.slice(at + 1) === short;
}

/** Whether one name is the other with a part more, or a letter: `x`, `x_feature`. */
function isLonger(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return (
    (long.startsWith(`${short}_`) && !ELSE.test(long) && !SIZE.test(long)) ||
    long.endsWith(`_${short}`) ||
    isEdited(short, long)
  );
}

/** Whether two names are as near as `x` and `x_feature`, or `t_c_val` and `t_u_val`. */
export function areTwins(a: string, b: string): boolean {
  if (a === b) {
    return false;
  }
  if (isLonger(a, b)) {
    return true;
  }
  const [some, others] = [a, b].map(name => name.toLowerCase().split('_'));
  const differing = some.flatMap((part, at) =>
    part === others[at] ? [] : [[part, others[at] ?? '']]
  );
  return (
    some.length > 1 &&
    some.length === others.length &&
    differing.length === 1 &&
    !differing[0].some(part => SPLITS.test(part))
  );
}

const STRING = /"[^"]{0,200}"|'[^']{0,200}'/g;

function namesIn(line: string): string[] {
  const code = line.replace(STRING, '');
  return [...new Set([...code.matchAll(NAME)].map(([name]) => name))];
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

/** The lines of the user's own that led to it, the innermost first. */
function ownLines(reading: IReading): string[] {
  const frames = reading.exceptions.find(one => one.frames.length > 0)?.frames;
  const lines = (frames ?? [])
    .filter(({ place, code }) => place !== 'library' && code !== '')
    .map(({ code }) => code.trim())
    .reverse();
  return lines.length > 0 ? lines : [ownLine(reading)].filter(Boolean);
}

/** The names of the failed line, and of the lines that gave these their values. */
function placesOf(reading: IReading): IPlace[] {
  const lines = ownLines(reading);
  const [line = ''] = lines;
  const first = namesIn(assignmentOf(line)?.value ?? line);
  const { own } = visibleCode(reading);
  const places = lines.flatMap(one =>
    namesIn(assignmentOf(one)?.value ?? one).map(name => ({ line: one, name }))
  );
  const further = first.flatMap(name => {
    const made = lastValue(name, reading);
    return made && own.includes(made.line) && !uses(name, made.value)
      ? namesIn(made.value).map(one => ({ line: made.line.trim(), name: one }))
      : [];
  });
  return [...places, ...further];
}

/**
 * The name that a line probably means in place of one it has: the cell computes
 * it and never uses it, or the same model was made for it or got it elsewhere.
 */
export const twinOf = memoize((reading: IReading): Twin => {
  const { own, lines, cells } = visibleCode(reading);
  const failed = ownLine(reading);
  const wrong = cells
    .filter(({ hasFailed }) => hasFailed)
    .map(({ source }) => source)
    .join('\n');
  const known = [
    ...new Set(assignmentsIn(lines).flatMap(({ names }) => names))
  ];
  for (const { line, name } of placesOf(reading)) {
    const twins = known.filter(one => areTwins(name, one) && !uses(one, line));
    const at = own.findIndex(one => one.includes(failed || line));
    const looped = loopNames(own).filter(
      one => areTwins(name, one) && !uses(one, line)
    );
    const unused = [...new Set([...twins, ...looped])].filter(
      one => isLonger(name, one) && isUnused(one, own, at)
    );
    if (unused.length === 1) {
      return withVariable(line, name, unused[0], 'unused');
    }
    const callee = callsIn(line).find(({ args }) =>
      args.some(arg => uses(name, arg))
    )?.name;
    if (callee === undefined || callee.includes('.')) {
      continue;
    }
    // What failed there, too, tells nothing of what the model takes.
    const others = lines.filter(
      one => !one.includes(line) && !wrong.includes(one.trim())
    );
    const given = givenTo(callee, others);
    const made = makersOf(callee, others);
    const isModel = MODEL.test(`${callee} ${made.join(' ')}`);
    const meant = twins.filter(
      one => isModel && [...given, ...made].some(text => uses(one, text))
    );
    if (meant.length === 1 && !given.some(text => uses(name, text))) {
      return withVariable(line, name, meant[0], 'given');
    }
  }
  return {};
});

/** What a generator is given, also in the step of the other model. */
const NOISE = /noise|latent|rand|\bz\b/i;

/** Whether `train_discriminator` is named after `discriminator`. */
function isNamedAfter(func: string, model: string): boolean {
  return model.length > 3 && func.toLowerCase().includes(model.toLowerCase());
}

/**
 * The model that a line probably means in place of the one that it calls: the
 * function around it is named after that one, and not after the called one.
 */
export function modelOf(reading: IReading): Twin {
  const frame = reading.exceptions
    .flatMap(({ frames }) => frames)
    .filter(({ place }) => place !== 'library')
    .pop();
  if (frame === undefined) {
    return {};
  }
  const models = assignmentsIn(visibleCode(reading).lines)
    .filter(({ value }) => /^(?:nn\.)?[A-Z]\w{0,40}\(/.test(value))
    .flatMap(({ names }) => names);
  const func = bareName(frame);
  const line = frame.code.trim();
  const wrote = callsIn(line).find(
    ({ name, args }) =>
      models.includes(name) && args.length === 1 && !NOISE.test(args[0])
  )?.name;
  const meant = [...new Set(models)].filter(one => isNamedAfter(func, one));
  return wrote === undefined || meant.length !== 1 || isNamedAfter(func, wrote)
    ? {}
    : withModel(line, wrote, meant[0]);
}

/** Nothing where the line gets too long to show. */
function showable(twin: Twin): Twin {
  return (twin.anew ?? '').length > 160 ? {} : twin;
}

/** The line with a call of another model. */
function withModel(line: string, wrote: string, meant: string): Twin {
  const anew = line.replace(`${wrote}(`, `${meant}(`);
  return showable({ wrote, meant, anew, reason: 'model' });
}

/** The line with another variable. */
export function withVariable(
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
  return showable({ wrote, meant, anew, reason });
}

/** The cause in one sentence; null where no twin is known. */
export function twinCause(
  trans: ITranslate,
  { wrote, meant, reason }: Twin
): string | null {
  if (wrote === undefined || meant === undefined) {
    return null;
  }
  if (reason === 'model') {
    return trans.__(
      'The line calls %1, and stands in a function that is named after %2: probably that model was meant. The shapes say that the input is none of %1.',
      wrote,
      meant
    );
  }
  if (reason === 'fits') {
    return trans.__(
      'The line uses %1. The variable %2 has the size that is wanted, and all others alike: probably that was meant.',
      wrote,
      meant
    );
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

/** The words of an entry, where the line probably has another variable than was meant. */
export function withTwin(
  trans: ITranslate,
  values: Twin,
  words: IWords
): IWords {
  const cause = twinCause(trans, values);
  return cause === null
    ? words
    : {
        ...words,
        cause,
        fixes: [
          ...twinFixes(trans, values),
          ...words.fixes.filter(({ safety }) => safety === 'diagnostic')
        ]
      };
}
