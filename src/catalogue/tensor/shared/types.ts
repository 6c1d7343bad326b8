import { ownValue } from '../../../shared/own-value';
import type { ISign, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { foldedMessage } from '../../../diagnosis/folded-message';
import { messageOrLog } from '../../signs';

/**
 * How a type says that its tensor is not on the CPU: `torch.cuda.FloatTensor`,
 * `CUDAFloatType` (torch 0.4 to 1.4), `MPSFloatType`.
 */
const AWAY = String.raw`(?:torch\.(?:cuda|mps|xpu|npu|hpu|xla)\.|CUDA|MPS|HIP|XPU|XLA)`;

/**
 * `torch.FloatTensor`, `c10::Half`, `unsigned char`, `Float tensor`; compiled
 * by Microsoft's compiler `struct c10::Half`.
 */
const NAME = String.raw`(?:struct )?[\w.:]*(?:<\w{1,12}>)?(?: (?:char|int|long|tensor))?`;

interface IPair {
  readonly before: string;
  readonly between: string;
  readonly after: string;
  /** An expected type stands first, or the type of an input. */
  readonly first: 'given' | 'wanted';
}

const OLD_TYPE = String.raw`(?=torch\.|(?:CPU|CUDA|[A-Z][a-z]{2,6}) tensor)`;

/** Texts that name two types. */
const PAIRS: readonly IPair[] = [
  {
    before: String.raw`Input type \(`,
    between: String.raw`\) and (?:weight|bias) type \(`,
    after: String.raw`\)`,
    first: 'given'
  },
  // TensorIterator of torch 1.0 to 1.2.
  {
    before: '[Oo]utput with d?type ',
    between: String.raw` doesn["']t match the desired d?type `,
    after: '',
    first: 'given'
  },
  {
    before: String.raw`to have the same type as tensor for argument #\d{1,2} ["']\w{1,40}["']; but type `,
    between: ' does not equal ',
    after: '',
    first: 'given'
  },
  {
    before: '[Ee]xpected object of type ',
    between: ' but found type ',
    after: '',
    first: 'wanted'
  },
  // torch 0.3; without the brackets on one side it is no Variable at all.
  {
    before: String.raw`[Ee]xpected object of type Variable\[`,
    between: String.raw`\] but found type Variable\[`,
    after: String.raw`\]`,
    first: 'wanted'
  },
  {
    before: '[Ee]xpected a Tensor of type ',
    between: ' but found a type ',
    after: '',
    first: 'wanted'
  },
  {
    before: '[Ee]xpected type ',
    between: ' but got ',
    after: '',
    first: 'wanted'
  },
  {
    before: `[Ee]xpected ${OLD_TYPE}`,
    between: String.raw` \(got ${OLD_TYPE}`,
    after: String.raw`\)`,
    first: 'wanted'
  }
];

const HERE = String.raw`(?!${AWAY})(?=\w)`;

function pattern(pair: IPair, first: string, second: string): RegExp {
  const names =
    pair.first === 'given' ? ['given', 'wanted'] : ['wanted', 'given'];
  return new RegExp(
    `${pair.before}(?<${names[0]}>${first}${NAME})${pair.between}(?<${names[1]}>${second}${NAME})${pair.after}`
  );
}

const PLACES: Readonly<Record<string, string>> = { cuda: 'GPU', hip: 'GPU' };

/** Where a tensor of this type lives: `GPU`, `CPU`, `MPS` … */
export function deviceOf(type: string): string {
  const away = new RegExp(`^${AWAY}`).exec(type);
  const name = away?.[0].replace(/^torch\.|\.$/g, '').toLowerCase();
  return name === undefined
    ? 'CPU'
    : (ownValue(PLACES, name) ?? name.toUpperCase());
}

/** C++'s and Python's names of the types that torch's messages mix. */
const DTYPES: Readonly<Record<string, string>> = {
  float: 'Float',
  float32: 'Float',
  double: 'Double',
  float64: 'Double',
  half: 'Half',
  float16: 'Half',
  bfloat16: 'BFloat16',
  int: 'Int',
  int32: 'Int',
  long: 'Long',
  'long int': 'Long',
  'long long': 'Long',
  __int64: 'Long',
  int64: 'Long',
  bool: 'Bool',
  uint8: 'Byte',
  'unsigned char': 'Byte'
};

/** The number type alone: `Double` of `torch.cuda.DoubleTensor` and `double`. */
export function dtypeOf(type: string): string {
  const name = type
    .replace(new RegExp(`^${AWAY}`), '')
    .replace(/^struct /, '')
    .replace(
      /^(?:torch\.|thunder\.dtypes\.|c10::|CPU)|(?:Tensor|Type| tensor)$/g,
      ''
    );
  return ownValue(DTYPES, name.toLowerCase()) ?? name;
}

function readWith(name: (type: string) => string): NonNullable<ISign['read']> {
  return ({ given, wanted }) => ({
    given: given && name(given),
    wanted: wanted && name(wanted)
  });
}

/** The types' names brought into one form, and what else is known. */
export function typed(more: Values = {}): { read: (groups: Values) => Values } {
  return {
    read: ({ given, wanted }) => ({
      given: given && dtypeOf(given),
      wanted: wanted && dtypeOf(wanted),
      ...more
    })
  };
}

/** The call that torch up to 0.3 refused; one signature is shown, or a list. */
const ARGUMENTS =
  /received an invalid combination of arguments - got \((?<got>[^()]*)\)(?:,? but expected \((?<expected>[^()]*)\))?/;

const TENSOR =
  /\btorch\.(?:[a-z]{1,10}\.){0,2}[A-Z]{1,2}[a-z]{2,8}\d{0,2}Tensor/g;

function refusedCall({ exceptions, log }: IReading): Values {
  for (const text of [...exceptions.map(foldedMessage), log]) {
    const found = ARGUMENTS.exec(text);
    if (found) {
      return { ...found.groups };
    }
  }
  return {};
}

/** The types of tensors that torch up to 0.3 listed for a refused call. */
export function argumentTypes(reading: IReading): string[] {
  return refusedCall(reading).got?.match(TENSOR) ?? [];
}

/**
 * The first tensor of a refused call that is of another type than the one
 * signature asks for: `given` and `wanted`, as torch names types. Nothing for
 * an index, which has an entry of its own.
 */
export function refusedTensor(reading: IReading): Values {
  const { got = '', expected = '' } = refusedCall(reading);
  const wanted = expected.split(', ');
  for (const [at, type] of got.split(', ').entries()) {
    const other = wanted[at]?.match(TENSOR)?.[0];
    if (other && type.match(TENSOR)?.[0] === type && type !== other) {
      return / ind/.test(wanted[at]) ? {} : { given: type, wanted: other };
    }
  }
  return {};
}

/** Signs of two types in different places; `given` and `wanted` are these. */
export function deviceSigns(): ISign[] {
  const read = readWith(deviceOf);
  return PAIRS.flatMap(pair => [
    ...messageOrLog(pattern(pair, AWAY, HERE), { read }),
    ...messageOrLog(pattern(pair, HERE, AWAY), { read })
  ]);
}

/** For an index the number type has an entry of its own. */
const notAnIndex = ({ exceptions, log }: IReading): boolean =>
  ![log, ...exceptions.map(one => one.message)].some(text =>
    /for argument #\d{1,2} ["']ind/.test(text)
  );

/** Signs of two types in one place; `given` and `wanted` are number types. */
export function dtypeSigns(): ISign[] {
  const more = { read: readWith(dtypeOf), when: notAnIndex };
  return PAIRS.flatMap(pair => [
    ...messageOrLog(pattern(pair, AWAY, AWAY), more),
    ...messageOrLog(pattern(pair, HERE, HERE), more)
  ]);
}
