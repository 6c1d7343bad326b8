/** Changes of a call: its name, a keyword, one of its arguments. */
import { childrenOf, type SyntaxNode } from '../../../code/tree';
import type { Edit, ICall, IChange, IFailedCode } from '../../../code/types';
import {
  argumentAt,
  keywordOf,
  withKeyword,
  withoutArguments
} from './arguments';
import { calledName, failingCall, knows, only } from './find';
import { behind, wrapped } from './values';

/** Whether a call has one of these names; a dotted one counts by its end. */
export function isCallOf(call: ICall, names: readonly string[]): boolean {
  return names.some(name =>
    name.includes('.')
      ? `.${call.name ?? ''}`.endsWith(`.${name}`)
      : calledName(call) === name
  );
}

/** The call of these names in the failing line, else the only one there is. */
export function callOf(
  failed: IFailedCode,
  names: readonly string[]
): ICall | null {
  const isIt = (call: ICall): boolean => isCallOf(call, names);
  return (
    failingCall(failed, isIt) ??
    only(failed.cells.flatMap(({ calls }) => calls.filter(isIt)))
  );
}

/** Give the call a keyword, or its keyword another value. */
export function keywordGiven(
  names: readonly string[],
  keyword: string,
  value: string
): Edit {
  return failed => {
    const call = callOf(failed, names);
    return call && withKeyword(call, keyword, value);
  };
}

/** Take keywords from the call that it may not have together with others. */
export function keywordsTaken(
  names: readonly string[],
  keywords: readonly string[]
): Edit {
  return failed => {
    const call = callOf(failed, names);
    const isGiven = keywords.some(one => call && keywordOf(call, one));
    return call && isGiven
      ? withoutArguments(call, ({ keyword }) =>
          keywords.includes(keyword ?? '')
        )
      : null;
  };
}

/** Another name for what the call calls, the whole of it. */
export function callRenamed(names: readonly string[], today: string): Edit {
  return failed => {
    const call = callOf(failed, names);
    const [module] = today.split('.');
    return call && (today === module || knows(failed, module))
      ? [
          {
            code: call.code,
            from: call.func.from,
            to: call.func.to,
            insert: today
          }
        ]
      : null;
  };
}

/** An argument of a call: its place and its keyword. */
export type Parameter = readonly [at: number, keyword: string];

/** What a call gives a parameter; null where it is no plain value. */
function givenTo(
  failed: IFailedCode,
  names: readonly string[],
  [at, keyword]: Parameter
): { readonly call: ICall; readonly value: SyntaxNode } | null {
  const call = callOf(failed, names);
  const value = call && argumentAt(call, at, keyword);
  return call && value ? { call, value } : null;
}

/** Let something follow an argument: `.squeeze(1)`, ` - 1`. */
export function argumentThen(
  names: readonly string[],
  parameter: Parameter,
  end: string
): Edit {
  return failed => {
    const given = givenTo(failed, names, parameter);
    return given && behind(given.call.code, given.value, end);
  };
}

/** Call a function on an argument. */
export function argumentWithin(
  names: readonly string[],
  parameter: Parameter,
  begin: string,
  end: string
): Edit {
  return failed => {
    const given = givenTo(failed, names, parameter);
    return given && wrapped(given.call.code, given.value, begin, end);
  };
}

/** Write a call as one of its parts: `f` for `torch.compile(f)`. */
export function callReplaced(
  names: readonly string[],
  parameter: Parameter,
  end = ''
): Edit {
  return failed => {
    const given = givenTo(failed, names, parameter);
    if (!given) {
      return null;
    }
    const { call, value } = given;
    const { code } = call;
    const rest: IChange[] = [
      { code, from: call.from, to: value.from, insert: '' },
      { code, from: value.to, to: call.to, insert: end }
    ];
    const isBare = code.nodes.every(
      node =>
        node.name !== 'Comment' ||
        rest.every(({ from, to }) => node.to <= from || node.from >= to)
    );
    // What follows a call may not follow any value.
    return isBare && value.name === 'VariableName' ? rest : null;
  };
}

/** What is called, called with a star before its only argument: `f(*layers)`. */
export function argumentUnpacked(names: readonly string[]): Edit {
  return failed => {
    const call = callOf(failed, names);
    const argument = call && only(call.args);
    return call && argument?.value && !argument.keyword && !argument.star
      ? [
          {
            code: call.code,
            from: argument.from,
            to: argument.from,
            insert: '*'
          }
        ]
      : null;
  };
}

/** Give every call of these names a keyword. */
export function everyKeyword(
  names: readonly string[],
  keyword: string,
  value: string
): Edit {
  return ({ cells }) => {
    const calls = cells.flatMap(code =>
      code.calls.filter(call => isCallOf(call, names))
    );
    const changes = calls.map(call => withKeyword(call, keyword, value));
    return changes.length > 0 && changes.every(each => each !== null)
      ? changes.flat()
      : null;
  };
}

/** Another last part of its name for every call of that name. */
export function everyCallRenamed(name: string, today: string): Edit {
  return ({ cells }) => {
    const found = cells.flatMap(code =>
      code.calls.flatMap(call => {
        const end = call.func.to;
        return calledName(call) === name && call.name !== name
          ? [{ code, from: end - name.length, to: end, insert: today }]
          : [];
      })
    );
    return found.length > 0 ? found : null;
  };
}

/** The only argument of a call, by its name and with another value. */
export function argumentReplaced(
  names: readonly string[],
  keyword: string,
  value: string
): Edit {
  return failed => {
    const call = callOf(failed, names);
    const known = call && keywordOf(call, keyword);
    const { args = [] } = call ?? {};
    const argument =
      known ?? only(args.filter(one => one.value?.name === 'String'));
    const rest = argument ? args.slice(args.indexOf(argument) + 1) : [];
    return call &&
      argument?.star === '' &&
      rest.every(one => one.keyword !== null)
      ? [
          {
            code: call.code,
            from: argument.from,
            to: argument.to,
            insert: `${keyword}=${value}`
          }
        ]
      : null;
  };
}

/** Optimizers of torch, as code calls them. */
export const OPTIMIZERS: readonly string[] = [
  'Adam',
  'AdamW',
  'Adamax',
  'Adagrad',
  'Adadelta',
  'NAdam',
  'RAdam',
  'SGD',
  'ASGD',
  'RMSprop',
  'Rprop',
  'LBFGS'
];

/** What the optimizer is given, between these. */
export function optimizerGiven(begin: string, end: string): Edit {
  return argumentWithin(OPTIMIZERS, [0, 'params'], begin, end);
}

/** Allow the kernel that runs everywhere, beside those that were allowed. */
export const plainKernelToo: Edit = failed => {
  const call = callOf(failed, ['sdpa_kernel']);
  const given = call && argumentAt(call, 0, 'backends');
  if (!call || !given || /\bMATH\b/.test(call.code.textOf(call))) {
    return null;
  }
  const { code } = call;
  const first = given.name === 'ArrayExpression' ? childrenOf(given)[1] : given;
  const text = code.textOf(first);
  const owner = /^[\w.]+(?=\.\w+$)/.exec(text)?.[0];
  if (owner === undefined) {
    return null;
  }
  const { from, to } = given;
  const plain = `${owner}.MATH`;
  return given === first
    ? [
        { code, from, to: from, insert: '[' },
        { code, from: to, to, insert: `, ${plain}]` }
      ]
    : [{ code, from: to - 1, to: to - 1, insert: `, ${plain}` }];
};

/** Parts that may differ by one, for those that must not. */
export function splitUneven(call = '', dim = ''): Edit {
  return failed => {
    const split = failingCall(failed, one => one.name === `torch.${call}`);
    const isPlain =
      split?.args.length === 2 &&
      split.args.every(({ keyword, star }) => keyword === null && star === '');
    return split && isPlain && dim !== ''
      ? [
          {
            code: split.code,
            from: split.func.from,
            to: split.func.to,
            insert: 'torch.tensor_split'
          },
          {
            code: split.code,
            from: split.args[1].to,
            to: split.args[1].to,
            insert: `, dim=${dim}`
          }
        ]
      : null;
  };
}

/** `parse_args([])`, where the notebook parses the kernel's own arguments. */
export const parsedNothing: Edit = failed => {
  const call = callOf(failed, ['parse_args']);
  return call?.args.length === 0
    ? [
        {
          code: call.code,
          from: call.list.from + 1,
          to: call.list.to - 1,
          insert: '[]'
        }
      ]
    : null;
};

/** A number that a keyword has with a minus, without it. */
export function madePositive(keyword: string): Edit {
  return failed => {
    const call = failingCall(failed, one => keywordOf(one, keyword) !== null);
    const value = call && keywordOf(call, keyword)?.value;
    const [minus, number] =
      value?.name === 'UnaryExpression' ? childrenOf(value) : [];
    return call && number?.name === 'Number' && call.code.textOf(minus) === '-'
      ? [{ code: call.code, from: minus.from, to: number.from, insert: '' }]
      : null;
  };
}

/** A range that goes down, by one. */
export const countedDown: Edit = failed => {
  const call = failingCall(failed, one => isCallOf(one, ['torch.arange']));
  const plain = call?.args.filter(
    ({ keyword, star }) => keyword === null && star === ''
  );
  const [, end] = plain ?? [];
  const isOpen =
    plain?.length === 2 && call !== null && keywordOf(call, 'step') === null;
  return isOpen
    ? [{ code: call.code, from: end.to, to: end.to, insert: ', -1' }]
    : null;
};

/** `x.reshape(x.size(0), -1)` for another shape of two sizes. */
export const batchKept: Edit = failed => {
  const call = failingCall(failed, one => isCallOf(one, ['view', 'reshape']));
  const receiver = call?.func.firstChild;
  const [first, last] = call?.args ?? [];
  if (
    !call ||
    receiver?.name !== 'VariableName' ||
    call.args.length !== 2 ||
    call.code.textOf(first) !== '-1'
  ) {
    return null;
  }
  const { code } = call;
  const insert = `${code.textOf(receiver)}.size(0), -1`;
  return [{ code, from: first.from, to: last.to, insert }];
};
