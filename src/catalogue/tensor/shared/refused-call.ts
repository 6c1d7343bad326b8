/**
 * What a call was given that none of torch's signatures takes, read from
 * "f() received an invalid combination of arguments - got (…), but expected …"
 * (torch/csrc/utils/python_arg_parser.cpp, `PythonArgParser::print_error`).
 */
import { memoize } from '../../../shared/memoize';
import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { fold } from '../../../incident/text/clean';
import { MANY, NUMBER, TENSOR, fits, givenOf, parametersOf } from './signature';
import type { IGiven, IParameter } from './signature';

const WORDS = 'received an invalid combination of arguments - got (';

/** So much of a message holds every signature of any function of torch. */
const MAX_LENGTH = 8_000;

const HEAD =
  /(?:\b(?<func>\w[\w.]{0,80})(?:\(\)| constructor)? )?received an invalid combination of arguments - got \((?<got>[^()]{0,1000})\)/;

const SIGNATURE =
  /(?:\* |but expected )\((?<parameters>[^()]{0,2000})(?:\)|$)/g;

/** How far one signature is from the call, and by what. */
interface IDistance {
  readonly cost: number;
  readonly values: Values;
}

/** `view(2, 3)` stands for `view((2, 3))`. */
function spread(
  given: readonly IGiven[],
  parameters: readonly IParameter[]
): readonly IGiven[] {
  const places = given.filter(({ keyword }) => keyword === undefined);
  const [first] = parameters;
  if (
    !/^tuple of (?:ints|SymInts)$/.test(first?.type ?? '') ||
    places.length < 2 ||
    MANY.test(places[0].type)
  ) {
    return given;
  }
  const odd = places.find(({ type }) => !fits(type, first));
  return [
    { type: odd?.type ?? 'int' },
    ...given.filter(({ keyword }) => keyword !== undefined)
  ];
}

/** A wrong type is what one signature is meant for most often. */
const WRONG = 2;
const UNKNOWN = 3;

function distance(
  all: readonly IGiven[],
  parameters: readonly IParameter[]
): IDistance {
  const given = spread(all, parameters);
  const places = parameters.filter(({ byKeyword }) => !byKeyword);
  const taken = new Set<IParameter>();
  let cost = 0;
  let values: Values = {};
  const note = (found: Values, price: number): void => {
    cost += price;
    values = cost === price ? found : values;
  };
  for (const [at, { keyword, type }] of given.entries()) {
    const name = keyword === 'axis' ? 'dim' : keyword;
    const parameter =
      name === undefined
        ? places[at]
        : parameters.find(one => one.name === name);
    if (!parameter) {
      note(keyword ? { kind: 'keyword', argument: keyword } : {}, UNKNOWN);
    } else {
      taken.add(parameter);
      if (!fits(type, parameter)) {
        note({ argument: parameter.name, wanted: parameter.type, type }, WRONG);
      }
    }
  }
  const missing = parameters.filter(
    one => !one.optional && !taken.has(one) && one.name !== 'out'
  );
  if (missing.length > 0) {
    note(
      { kind: 'missing', names: missing.map(({ name }) => name).join(', ') },
      cost > 0 ? 1 : UNKNOWN
    );
  }
  return { cost, values };
}

/** Of two equally near signatures the one that is more likely meant. */
function likelier({ argument, wanted = '', type = '' }: Values): number {
  if (type === 'type') {
    return wanted === 'torch.dtype' ? 0 : 1;
  }
  const many =
    MANY.test(type) ||
    (/^(?:input|self)$/.test(argument ?? '') && !NUMBER.test(type));
  const unlikely = (wanted === 'Tensor') === many ? 0 : 2;
  return /^torch\./.test(wanted) ? unlikely + 1 : unlikely;
}

/** What may be wrong although each type is one that torch takes at times. */
function doubtful(
  given: readonly IGiven[],
  parameters: readonly IParameter[]
): Values {
  if (given.some(({ type }) => /^(?:tuple|list)$/.test(type))) {
    return { kind: 'inside' };
  }
  const [size] = parameters.filter(
    ({ name }, at) =>
      name === 'size' && given[at]?.type === 'int' && !given[at].keyword
  );
  return size ? { argument: size.name, wanted: size.type, type: 'int' } : {};
}

function readCall(text: string): Values | null {
  const at = text.indexOf(WORDS);
  const call =
    at < 0 ? '' : text.slice(Math.max(0, at - 90)).slice(0, MAX_LENGTH);
  const { func, got } = HEAD.exec(call)?.groups ?? {};
  if (got === undefined) {
    return null;
  }
  const given = givenOf(got);
  const [nearest] = [...call.matchAll(SIGNATURE)]
    .map(found => {
      const parameters = parametersOf(found.groups?.parameters ?? '');
      const { cost, values } = distance(given, parameters);
      return {
        cost,
        values: cost === 0 ? doubtful(given, parameters) : values
      };
    })
    .sort((a, b) => a.cost - b.cost || likelier(a.values) - likelier(b.values));
  return nearest
    ? { func, ...nearest.values, signatures: 'read' }
    : { func, first: given[0]?.type };
}

/**
 * The call that was refused: `func`, and by the nearest signature either the
 * `argument` with the type it `wanted` and the `type` it got, or a kind:
 * `missing` (with `names`), `keyword`, `inside` (an element of a tuple).
 * `signatures` is set where they could be read, else `first`, the type of the
 * first argument. Null where nothing was refused.
 */
export const refusedCall = memoize(
  ({ exceptions, log }: IReading): Values | null => {
    for (const { message } of exceptions) {
      const text = message.slice(0, 2 * MAX_LENGTH);
      const call =
        readCall(fold(text)) ??
        // A terminal may have cut the words.
        (text.includes('\n')
          ? readCall(fold(text.replace(/\r?\n/g, '')))
          : null);
      if (call) {
        return call;
      }
    }
    return readCall(log);
  }
);

/** What takes sizes or numbers first, and no tensor. */
const TAKES_NUMBERS =
  /^(?:torch\.)?(?:(?:cuda\.)?\w{1,12}Tensor|empty|zeros|ones|full|rand|randn|randint|randperm|arange|linspace|eye|new\w{0,10}|view|reshape|permute|transpose|expand|repeat|resize_?|sum|mean|device|to)$/;

/**
 * Whether what stands in the wrong place, as `refusedCall` read it, should be a
 * tensor; undefined where the text does not say.
 */
export function wantsTensor(call: Values | null): boolean | undefined {
  const { signatures, wanted = '', func = '', first = '' } = call ?? {};
  if (signatures !== undefined) {
    return /(?:Tensors?|Variable)$/.test(wanted);
  }
  // The list of signatures is cut off: the first argument has to do.
  return MANY.test(first) || /^(?:NoneType|str)$/.test(first)
    ? first === 'numpy.ndarray' || !TAKES_NUMBERS.test(func)
    : undefined;
}

/** Whether `refusedCall` read two types of tensors: their numbers or places differ. */
export function tensorsDiffer({ wanted = '', type = '' }: Values): boolean {
  return /Tensor$/.test(wanted) && TENSOR.test(type);
}
