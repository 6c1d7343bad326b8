/** Changes of what a call is given, by the place and the name of a parameter. */
import type { Edit, ICall, IFailedCode } from '../../../code/types';
import {
  argumentAt,
  hasStars,
  keywordOf,
  withKeyword,
  withoutArguments
} from './arguments';
import { callOf, isCallOf, type Parameter } from './calls';
import { failingCall, isAssigned, namesMadeBy, only } from './find';
import { receiverOf, wrapped } from './values';

/** Modules, as code calls them: what follows is a function, no method. */
const MODULES =
  /^(?:torch|nn|F|np|numpy|plt|dist|mp|linalg|functional|pad|init|random)\b/;

/** Where a call gives a parameter that a function of torch has at a place. */
function placeIn({ func, name }: ICall, at: number): number {
  const isMethod =
    func.name === 'MemberExpression' && !MODULES.test(name ?? '');
  return isMethod ? at - 1 : at;
}

/**
 * Another value for a parameter.
 *
 * @param parameter - its place in the function; a method has it one before
 */
export function optionSet(
  names: readonly string[],
  [at, keyword]: Parameter,
  value: string
): Edit {
  return failed => {
    const call = callOf(failed, names);
    if (!call || hasStars(call)) {
      return null;
    }
    const given = call.args[placeIn(call, at)];
    return given?.keyword === null
      ? [{ code: call.code, from: given.from, to: given.to, insert: value }]
      : withKeyword(call, keyword, value);
  };
}

/** Around what the failing call is given for a parameter. */
export function optionWithin(
  names: readonly string[],
  [at, keyword]: Parameter,
  begin: string,
  end: string
): Edit {
  return failed => {
    const call = callOf(failed, names);
    const value = call && argumentAt(call, placeIn(call, at), keyword);
    return call && value && value.name !== 'Number'
      ? wrapped(call.code, value, begin, end)
      : null;
  };
}

/** An argument by the name of its parameter: `diff(x, dim=-1)`. */
export function argumentNamed(
  names: readonly string[],
  at: number,
  keyword: string
): Edit {
  return failed => {
    const call = callOf(failed, names);
    const place = call ? placeIn(call, at) : -1;
    const given = call?.args[place];
    const isLast = call?.args.every(
      (argument, other) => other <= place || argument.keyword !== null
    );
    return call && given?.keyword === null && given.star === '' && isLast
      ? [
          {
            code: call.code,
            from: given.from,
            to: given.from,
            insert: `${keyword}=`
          }
        ]
      : null;
  };
}

/** Two arguments, each in the other's place, where they are out of order. */
export function argumentsInOrder(names: readonly string[]): Edit {
  return failed => {
    const call = callOf(failed, names);
    const [first, second, more] = call?.args ?? [];
    if (
      !call ||
      !second ||
      more ||
      [first, second].some(({ keyword, star }) => keyword !== null || star)
    ) {
      return null;
    }
    const { code } = call;
    const [a, b] = [code.textOf(first), code.textOf(second)];
    // Of names it cannot be told which is less, so a second press would undo it.
    return Number(a) > Number(b)
      ? [
          { code, from: first.from, to: first.to, insert: b },
          { code, from: second.from, to: second.to, insert: a }
        ]
      : null;
  };
}

/** A call of a name without arguments. */
export function nothingGiven(names: readonly string[]): Edit {
  return failed => {
    const call = callOf(failed, names);
    return call && call.args.length > 0
      ? withoutArguments(call, () => true)
      : null;
  };
}

/** Give a keyword what another one has: one strategy for both. */
export function keywordAs(
  names: readonly string[],
  keyword: string,
  others: readonly string[]
): Edit {
  return failed => {
    const call = callOf(failed, names);
    const value = call
      ? only(others.flatMap(one => keywordOf(call, one)?.value ?? []))
      : null;
    const text = value && call?.code.textOf(value);
    // A comment within would be said twice.
    return call && text && !/[\r\n]/.test(text)
      ? withKeyword(call, keyword, text)
      : null;
  };
}

/** Give a keyword what the method is called on, or the first argument, and more. */
export function keywordOfInput(
  names: readonly string[],
  [at, keyword]: Parameter,
  textOf: (input: string) => string
): Edit {
  return failed => {
    const call = callOf(failed, names);
    const input = call && inputOf(call);
    return call && input
      ? optionSet(names, [at, keyword], textOf(input))(failed)
      : null;
  };
}

/** The name of the tensor that a function or a method is called on. */
export function inputOf(call: ICall): string | null {
  const value =
    placeIn(call, 1) === 0 ? receiverOf(call) : argumentAt(call, 0, 'input');
  return value?.name === 'VariableName' ? call.code.textOf(value) : null;
}

/** Two stars before the one thing that the failing line hands over by itself. */
export const givenByName: Edit = failed => {
  const call = failingCall(failed, isGivenOne);
  return call
    ? [
        {
          code: call.code,
          from: call.args[0].from,
          to: call.args[0].from,
          insert: '**'
        }
      ]
    : null;
};

function isGivenOne({ args: [first, ...more], name }: ICall): boolean {
  return (
    name !== null &&
    !/^(?:print|len|type|list|dict|tuple|next|iter)$/.test(name) &&
    first?.keyword === null &&
    first.star === '' &&
    first.value?.name === 'VariableName' &&
    more.every(({ keyword }) => keyword !== null)
  );
}

/** Keywords for names that the notebook has: `hidden=hidden`. */
export function keywordsOwn(called: string, keywords: readonly string[]): Edit {
  return failed => {
    const call = callOf(failed, [called]);
    const isMade = keywords.every(name => isGiven(failed, name));
    if (!call || !isMade || keywords.length === 0) {
      return null;
    }
    const wanted = keywords.filter(name => !keywordOf(call, name));
    const changes = wanted.map(name => withKeyword(call, name, name));
    return changes.every(each => each !== null) ? changes.flat() : null;
  };
}

/** Whether a cell gives such a name a value. */
function isGiven({ cells }: IFailedCode, name: string): boolean {
  return cells.some(code =>
    code.nodes.some(node => isAssigned(node) && code.textOf(node) === name)
  );
}

/** Keywords for the failing call of what such a call made: a tokenizer. */
export function keywordsForMade(
  isMaker: (call: string) => boolean,
  keywords: Readonly<Record<string, string>>
): Edit {
  return failed => {
    const made = namesMadeBy(failed, isMaker);
    const call = failingCall(failed, ({ name }) => made.includes(name ?? ''));
    const changes = call
      ? Object.entries(keywords).map(([name, value]) =>
          withKeyword(call, name, value)
        )
      : [null];
    return changes.every(each => each !== null) ? changes.flat() : null;
  };
}

/** A keyword for the one thing that such a call made: the loader for `fit()`. */
export function keywordOfMade(
  names: readonly string[],
  keyword: string,
  isMaker: (call: string) => boolean
): Edit {
  return failed => {
    const made = only(namesMadeBy(failed, isMaker));
    const call = made === null ? null : callOf(failed, names);
    return call && made ? withKeyword(call, keyword, made) : null;
  };
}

/** Other arguments in the place of a keyword's, made of its value. */
export function keywordWritten(
  keyword: string,
  textOf: (value: string) => string
): Edit {
  return failed => {
    const call = failingCall(failed, one => keywordOf(one, keyword) !== null);
    const given = call && keywordOf(call, keyword);
    if (!call || !given?.value) {
      return null;
    }
    const { code } = call;
    const { from, to } = given;
    return [{ code, from, to, insert: textOf(code.textOf(given.value)) }];
  };
}

/** Let something follow what a call is given for a parameter. */
export function optionThen(
  names: readonly string[],
  [at, keyword]: Parameter,
  end: string
): Edit {
  return failed => {
    const call = callOf(failed, names);
    const value = call && argumentAt(call, placeIn(call, at), keyword);
    return call && value && !call.code.textOf(value).endsWith(end)
      ? [{ code: call.code, from: value.to, to: value.to, insert: end }]
      : null;
  };
}

/** Let something follow each name that the failing call is given. */
export function eachArgumentThen(name: string, end: string): Edit {
  return failed => {
    const call = failingCall(failed, one => isCallOf(one, [name]));
    const values = (call?.args ?? []).flatMap(({ value }) =>
      value?.name === 'VariableName' ? [value] : []
    );
    return call && values.length > 0
      ? values.map(({ to }) => ({ code: call.code, from: to, to, insert: end }))
      : null;
  };
}

/** A number as the next multiple of another one that the call is given. */
export function multipleOf(
  names: readonly string[],
  [at, keyword]: Parameter,
  [other, divisor]: Parameter
): Edit {
  return failed => {
    const call = callOf(failed, names);
    const value = call && argumentAt(call, placeIn(call, at), keyword);
    const by = call && argumentAt(call, placeIn(call, other), divisor);
    if (value?.name !== 'Number' || by?.name !== 'Number' || !call) {
      return null;
    }
    const { code } = call;
    const [size, parts] = [Number(code.textOf(value)), Number(code.textOf(by))];
    const insert = String(Math.ceil(size / parts) * parts);
    return parts > 0
      ? [{ code, from: value.from, to: value.to, insert }]
      : null;
  };
}
