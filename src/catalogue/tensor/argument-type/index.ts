import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { failedLine, printedText } from '../../predicates';
import { callsIn } from '../../shared/call-text';
import { ownCall, ownLine } from '../../shared/ran-code';
import { messageOrLog } from '../../signs';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { methodRenamed } from '../../shared/edits/names';
import {
  refusedCall,
  tensorsDiffer,
  wantsTensor
} from '../shared/refused-call';
import { mistakeOf, wholeNumbers } from './mistakes';
import { COUNTED, MADE, starredOf } from './starred';

/** A tensor in place of a list of tensors is ours; anything else is no tensor. */
const WANTED = String.raw`(?<wanted>(?!Tensor\b|Variable\b|(?:tuple|list) of (?:Tensor|Variable)s,? (?!not (?:Tensor|Parameter)\b))[\w.]{1,40}(?: of \w{1,20})?)`;

/** torch/csrc/utils/python_arg_parser.cpp, `FunctionSignature::parse`. */
const ARGUMENT = String.raw`\b(?<func>\w{1,80})\(\): argument ["'](?<argument>\w{1,60})["'] (?:\(position \d{1,3}\) )?`;

const TYPE = new RegExp(
  String.raw`${ARGUMENT}must be ${WANTED}, not (?<type>[\w.]{1,80})`
);

const ELEMENT = new RegExp(
  String.raw`${ARGUMENT}must be ${WANTED}, but found element of type (?<type>[\w.]{1,80})`
);

const UNPACKED = new RegExp(
  String.raw`${ARGUMENT}failed to unpack the object at pos \d{1,4} with error ["']type must be (?<wanted>[\w.]{1,40}(?: of \w{1,20})?), ?but got (?<type>[\w.]{1,80})`
);

/**
 * NumPy's transpose() takes the order of all dimensions; a tensor's takes two
 * that change places, as torch up to 2.13 says in these ways.
 */
const AXES =
  /^transpose\(\)(?:: argument ["']dim0["'] \(position \d\) must be int, not (?:tuple|list)| takes 2 positional arguments but [3-6] were given| received an invalid combination of arguments - got \((?:tuple|list|int(?:, int){2,5}),? ?\))/;

function isOfAxes({ exceptions }: IReading): boolean {
  return exceptions.some(({ message }) => AXES.test(message));
}

/** Whether the call had no arguments, of which `missing` says more. */
function isOfNothing({ exceptions }: IReading): boolean {
  return exceptions.some(({ message }) => message.includes('got (), but'));
}

/** What is transposed in the failed line, and the line as it would be for a tensor. */
function transposed(reading: IReading): ValuesOf<'name' | 'anew'> {
  const line = ownLine(reading);
  const asked = /(?<name>\b[a-z_][\w.[\]]{0,40})\.transpose\(/i.exec(
    line
  )?.groups;
  const called = ownCall(/^(?:torch|np|numpy)\.transpose$/, reading);
  const name = called ? called.args[0] : asked?.name;
  return {
    name: /^[a-z_][\w.[\]]{0,40}$/i.test(name ?? '') ? name : undefined,
    anew:
      line.includes('transpose(') && line.length <= 120
        ? line.replace('transpose(', 'permute(')
        : undefined
  };
}

/** Tensors of the wrong type, and what should be one, have entries of their own. */
function isOurs(reading: IReading): boolean {
  const call = refusedCall(reading);
  return call !== null && !wantsTensor(call) && !tensorsDiffer(call);
}

/** A variable that is an entry of another, as `length = targets[0]`. */
const ENTRY =
  /\b(?<name>\w{1,40}) = (?<whole>\w{1,40})\[(?:0|1|-1)\](?![\w.[(])/g;

/** Where an entry was taken for a size: its name, and what it is an entry of. */
function entryFor(reading: IReading): Values | null {
  const { wanted = '', type = '' } = refusedCall(reading) ?? {};
  const line = failedLine(reading);
  const found =
    / of (?:Sym)?[Ii]nts/.test(wanted) && /^(?:str|Tensor)$/.test(type)
      ? [...printedText(reading).matchAll(ENTRY)].find(({ groups }) =>
          new RegExp(String.raw`[(,] ?${groups?.name}\b`).test(line)
        )
      : undefined;
  return found
    ? {
        kind: 'entry',
        argument: found.groups?.name,
        names: found.groups?.whole
      }
    : null;
}

/**
 * Sizes for torch.Tensor() and its like, which call themselves `new`: one of
 * them is a float, as / gives, or a tensor.
 */
const ODD_SIZE =
  /\bnew\(\) received an invalid combination of arguments - got \((?=[^)]{0,120}\bint\b)(?:int, ){0,6}(?<type>float|Tensor)(?:, (?:int|float|Tensor)){0,6}\)/;

function oddSize({ exceptions }: IReading): Values | undefined {
  const type = exceptions
    .map(({ message }) => ODD_SIZE.exec(message)?.groups?.type)
    .find(Boolean);
  return type === undefined
    ? undefined
    : { kind: 'sizes', func: 'Tensor', type };
}

/**
 * `mean(x, keepdim=True)`: each form that keeps dimensions wants to be told which
 * ones are taken together. Older torch reads no `keepdims` with them either.
 */
const KEPT =
  /\b(?<func>mean|sum|prod|max|min)\(\) received an invalid combination of arguments - got \((?:Tensor, )?(?<argument>keepdims?)=bool,? ?\)/;

function keptOf(reading: IReading) {
  const { func, argument } =
    reading.exceptions
      .map(({ message }) => KEPT.exec(message)?.groups)
      .find(Boolean) ?? {};
  if (func === undefined || argument === undefined) {
    return undefined;
  }
  const line = ownLine(reading);
  // max() and min() along a dimension give the places, too.
  const anew = /^m(?:ax|in)$/.test(func)
    ? line
    : line.replace(/\bkeepdims? ?= ?True/, 'dim=0, keepdim=True');
  return {
    kind: 'kept' as const,
    func,
    argument,
    anew: anew !== line && anew.length <= 120 ? anew : undefined
  };
}

const readCall = (_: Values, reading: IReading): Values => ({
  ...(isOfNothing(reading)
    ? {}
    : { kind: isOfAxes(reading) ? 'axes' : 'type' }),
  ...refusedCall(reading),
  first: undefined,
  signatures: undefined,
  ...entryFor(reading)
});

/** A number of NumPy among the arguments: no int for most of torch's C++ functions. */
const SCALAR =
  /\b(?<func>\w{1,60})\(\) received an invalid combination of arguments - got \((?![^)]{0,200}ndarray)[^)]{0,200}\b(?<type>numpy\.(?:u?int|float)\d{1,2})\b/;

function scalarOf({ exceptions }: IReading) {
  const found = exceptions
    .map(({ message }) => SCALAR.exec(message)?.groups)
    .find(groups => groups !== undefined);
  return (
    found && { kind: 'scalar' as const, func: found.func, type: found.type }
  );
}

/** Arguments as people mostly give them. */
const GIVEN: ReadonlyMap<string, string> = new Map([
  ['dim', 'dim=0'],
  ['dim0, dim1', '0, 1'],
  ['dim1', '1'],
  ['dims', '(0, 2, 1)'],
  ['dim, index', '1, index'],
  ['index', 'index=index'],
  ['size', '(2, 3)'],
  ['shape', '-1'],
  ['end', '10'],
  ['start, end, steps', '0, 1, 11'],
  ['repeats', '2'],
  ['other', 'other'],
  ['mat2', 'other'],
  ['tensor', 'other']
]);

/** The first argument of what says none of its names; else it is `input`. */
const FIRST: ReadonlyMap<string, string> = new Map([
  ['view', 'shape'],
  ['rand', 'size'],
  ['randn', 'size'],
  ['arange', 'end'],
  ['linspace', 'start, end, steps']
]);

/** The call of the failed line with the arguments that it lacks. */
function completed(
  func: string,
  names: string,
  reading: IReading
): string | undefined {
  const given = GIVEN.get(names.replace(/["']/g, ''));
  const line = ownLine(reading);
  const call = callsIn(line).filter(
    ({ name }) => name.split('.').pop() === func
  );
  if (given === undefined || call.length !== 1 || line.length > 120) {
    return undefined;
  }
  const [{ name, args }] = call;
  const last = args.at(-1) ?? '';
  const wrote = `${last})`;
  const at = line.indexOf(wrote, line.indexOf(`${name}(`) + name.length);
  const filled =
    /softmax|softmin/.test(func) && given === 'dim=0' ? 'dim=-1' : given;
  return at < 0
    ? undefined
    : `${line.slice(0, at)}${last}${last === '' ? '' : ', '}${filled}${line.slice(at + last.length)}`;
}

/** Which of the three is being made: they share the check. */
function rnnOf({ code }: IReading): string | undefined {
  const made = /\b(?:nn\.|__init__\(["'])(?<layer>RNN|LSTM|GRU)\b/.exec(code);
  return made?.groups?.layer;
}

const MAX_TITLE = 60;

/** `title` where it is short enough, else one without names. */
function shortTitle(trans: ITranslate, title = ''): string {
  return title !== '' && title.length <= MAX_TITLE
    ? title
    : trans.__('An argument is not of the type that it must be');
}

/** What was called, as the first word of a sentence. */
function callFirst(trans: ITranslate, func: string | undefined): string {
  return func ? `${func}()` : trans.__('The function');
}

/** What was called, inside of a sentence. */
function callInside(trans: ITranslate, func: string | undefined): string {
  return func ? `${func}()` : trans.__('the function');
}

function unknownCause(trans: ITranslate, func: string | undefined): string {
  return trans.__(
    'The number or the types of the arguments fit no form of %1. The message lists the forms; what does not fit stands between exclamation marks (!float!).',
    callInside(trans, func)
  );
}

/** `new` is what torch.Tensor, FloatTensor and the like call themselves. */
function constructorWords(
  trans: ITranslate,
  argument = 'dtype'
): { title: string; cause: string; fixes: IFix[] } {
  return {
    title: shortTitle(
      trans,
      trans.__('torch.Tensor() takes no “%1”, torch.tensor() does', argument)
    ),
    cause: trans.__(
      'torch.Tensor with a capital T is the class: it makes float32 tensors on the CPU, of data or of a size, and knows no “%1”. The function that makes a tensor of data is torch.tensor().',
      argument
    ),
    fixes: [
      check(
        trans.__('Write torch.tensor(…), with a small t'),
        'x = torch.tensor([0.0], dtype=torch.float32)'
      ),
      check(
        trans.__('For a size, not data: torch.empty() or torch.zeros()'),
        'x = torch.zeros(3, 4, dtype=torch.float32)'
      )
    ]
  };
}

/** What repeats along one dimension, as NumPy's repeat() does. */
function alongOne(trans: ITranslate): IFix {
  return check(
    trans.__('Along one dimension, as in NumPy: repeat_interleave()'),
    'y = x.repeat_interleave(2, dim=0)',
    trans.__(
      'A tensor’s repeat() takes how often for each dimension: x.repeat(2, 1) puts the whole twice below itself.'
    )
  );
}

function printArguments(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what was given'),
    code: 'print([(type(a), a) for a in (n, size)])  # the arguments of the call'
  };
}

export default define({
  id: 'tensor/argument-type',
  answers: [
    "zeros(): argument 'size' (position 1) must be tuple of ints, not float",
    "empty(): argument 'size' (position 1) must be tuple of ints, but found element of type float at pos 0",
    "topk(): argument 'k' (position 2) must be int, not float",
    "cat(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor",
    'softmax() missing 1 required positional arguments: "dim"',
    'empty() received an invalid combination of arguments - got (tuple, dtype=NoneType, device=NoneType), but expected one of:',
    "aten::slice() Expected a value of type 'int' for argument 'step' but instead found type 'float'."
  ],
  values: ['func', 'argument', 'wanted', 'type', 'names', 'anew', 'name'],
  // The call is compared with each signature that the message lists.
  signs: messageOrLog(/received an invalid combination of arguments - got \(/, {
    // What a star unpacks has a sign of its own.
    when: reading => isOurs(reading) && starredOf(reading) === null,
    confidence: 'likely',
    read: (groups, reading) =>
      scalarOf(reading) ??
      keptOf(reading) ??
      oddSize(reading) ??
      readCall(groups, reading)
  }),
  kinds: {
    axes: {
      signs: [
        {
          where: 'message',
          pattern: AXES,
          // A function of the user's own counts its arguments in the same words.
          when: reading =>
            isTorchInPlay(reading) && !/\bdef transpose\(/.test(reading.code),
          confidence: 'likely',
          read: (_, reading) => transposed(reading)
        }
      ],
      words: (trans, { name = 'x', anew }) => ({
        title: trans.__('A tensor’s transpose() only swaps two dimensions'),
        cause: trans.__(
          'The line gives the order of all dimensions, as NumPy’s transpose() takes it. %1 is a tensor: there that is permute(), and transpose() takes the two that change places.',
          name
        ),
        fixes: [
          {
            ...check(
              trans.__('Write permute() for the tensor'),
              anew ?? `${name} = ${name}.permute(1, 2, 0)`
            ),
            edit: methodRenamed('transpose', 'permute')
          },
          check(
            trans.__('Or give the line an array, as it expects'),
            `array = ${name}.detach().cpu().squeeze(0).numpy()  # without a batch of one`
          )
        ]
      })
    },
    type: {
      signs: [
        ...messageOrLog(TYPE, { when: reading => !isOfAxes(reading) }),
        // aten/src/ATen/core/function_schema_inl.h, `checkArg`.
        ...messageOrLog(
          /\b(?<func>\w{1,60}(?:::\w{1,60})?)\(\) Expected a value of type ["'](?<wanted>(?!Tensor\b)[^"']{1,60})["'] for argument ["'](?<argument>\w{1,60})["'] but instead found type ["'](?<type>[^"']{1,60})["']/
        ),
        // torch/nn/modules/rnn.py.
        ...messageOrLog(
          /\b(?<argument>input_size|hidden_size|num_layers) should be of type int, got: (?<type>[\w.]{1,60})/,
          { read: (_, reading) => ({ func: rnnOf(reading), wanted: 'int' }) }
        )
      ],
      words: (trans, { func, argument, wanted, type }) => {
        const mistake = mistakeOf({ argument, wanted, type });
        const isKnown = argument && wanted && type;
        return {
          title: shortTitle(
            trans,
            isKnown &&
              trans.__('“%1” must be %2, not %3', argument, wanted, type)
          ),
          cause: isKnown
            ? trans.__(
                '%1 needs %2 for “%3” and was given %4. %5',
                callFirst(trans, func),
                wanted,
                argument,
                type,
                mistake.reason(trans)
              )
            : unknownCause(trans, func),
          fixes: [
            ...mistake.fixes(trans, { argument, wanted, type }),
            printArguments(trans)
          ]
        };
      }
    },
    scalar: {
      words: (trans, { func, type = 'numpy.int64' }) => ({
        title: shortTitle(
          trans,
          trans.__('%1 was given a number of NumPy', callFirst(trans, func))
        ),
        cause: trans.__(
          '%1 is a number of NumPy’s own and no number of Python. %2 takes Python’s numbers only.',
          type,
          callFirst(trans, func)
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Make a number of Python of it'),
            code: type.includes('int') ? 'n = int(n)' : 'value = float(value)'
          },
          printArguments(trans)
        ]
      })
    },
    element: {
      signs: [
        ...messageOrLog(ELEMENT),
        ...messageOrLog(UNPACKED),
        // torch/csrc/Size.cpp.
        ...messageOrLog(
          /torch\.Size\(\) takes an iterable of ["']int["'] \(item \d{1,6} is ["'](?<type>[\w.]{1,60})["']/,
          {
            read: () => ({
              func: 'torch.Size',
              argument: 'sizes',
              wanted: 'ints'
            })
          }
        ),
        // torch/nn/functional.py, `interpolate`.
        ...messageOrLog(
          /expected (?<argument>size) to be one of int or Tuple\[int\][\w ,[\]]{0,90}but got size with types \[<class ["'](?<type>[\w.]{1,60})["']>/,
          { read: () => ({ func: 'interpolate', wanted: 'ints' }) }
        )
      ],
      words: (trans, { func, argument, wanted, type }) => {
        const mistake = mistakeOf({ argument, wanted, type });
        const isKnown = argument && wanted && type;
        return {
          title: shortTitle(
            trans,
            isKnown &&
              trans.__('“%1” must be %2, and holds %3', argument, wanted, type)
          ),
          cause: isKnown
            ? trans.__(
                '%1 needs %2 for “%3”, and one element is %4. %5',
                callFirst(trans, func),
                wanted,
                argument,
                type,
                mistake.reason(trans)
              )
            : unknownCause(trans, func),
          fixes: [
            ...mistake.fixes(trans, { argument, wanted, type }),
            printArguments(trans)
          ]
        };
      }
    },
    missing: {
      signs: [
        // The plural is torch's: `arguments` for one, `argument` for several.
        ...messageOrLog(
          /\b(?<func>\w{1,80})\(\) missing (?:1 required positional arguments|[2-9] required positional argument): (?<names>["']\w{1,60}["'](?:, ["']\w{1,60}["']){0,8})/,
          {
            read: ({ func, names }, reading) => ({
              names: names?.replace(/["']/g, ''),
              anew: completed(func ?? '', names ?? '', reading)
            })
          }
        ),
        // What has several forms names no argument (torch 2.13, called with none).
        ...messageOrLog(
          /\b(?<func>view|randn?|arange|linspace|max|min|sum|mean|prod|add|mul|sub|div)\(\) received an invalid combination of arguments - got \(\), but expected/,
          {
            confidence: 'likely',
            read: ({ func = '' }, reading) => {
              const names = FIRST.get(func) ?? 'input';
              return { names, anew: completed(func, names, reading) };
            }
          }
        ),
        // torch/nn/functional.py; other libraries call the functions or inputs
        // otherwise.
        ...messageOrLog(
          /\b(?<func>cross_entropy|nll_loss|mse_loss|(?:smooth_)?l1_loss|huber_loss|kl_div|binary_cross_entropy(?:_with_logits)?|leaky_relu|log_softmax)\(\) missing 1 required positional argument: ["'](?<names>input|target)["']/
        )
      ],
      words: (trans, { func, names, anew }) => ({
        title: shortTitle(
          trans,
          trans.__(
            '%1 was not given %2',
            callFirst(trans, func),
            names ?? trans.__('all it needs')
          )
        ),
        cause: trans.__(
          '%1 cannot do without %2. As a method of a tensor the tensor itself counts as the first argument.',
          callFirst(trans, func),
          names ?? trans.__('one of its arguments')
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give every argument that the function needs'),
            code:
              anew ??
              `${func ?? 'softmax'}(…, ${(names ?? 'dim').replace(/(?<=\w)(?=,|$)/g, '=...')})`
          },
          {
            safety: 'diagnostic',
            title: trans.__('Read what it takes'),
            code: `help(torch.${func ?? 'softmax'})`
          }
        ]
      })
    },
    starred: {
      signs: [COUNTED, MADE].map(pattern => ({
        where: 'message' as const,
        ename: /^TypeError$/,
        pattern,
        when: (reading: IReading) => starredOf(reading) !== null,
        confidence: 'likely' as const,
        read: (_: Values, reading: IReading) => starredOf(reading) ?? {}
      })),
      words: (trans, { func = 'stack', name, anew }) => ({
        title: shortTitle(
          trans,
          trans.__('%1() takes them as one, and got several', func)
        ),
        cause:
          name === undefined
            ? trans.__(
                '%1() takes the tensors together in one list. Here they stand one after another, so that the second counts as another argument.',
                func
              )
            : trans.__(
                'The star of *%1 hands over each entry of %1 as an argument of its own. %2() takes one argument with all of them.',
                name,
                func
              ),
        fixes: [
          check(
            name === undefined
              ? trans.__('Put them into a list')
              : trans.__('Leave the star out'),
            anew ?? `torch.${func}(tensors)`
          ),
          printArguments(trans)
        ]
      })
    },
    kept: {
      words: (trans, { func = 'mean', argument = 'keepdim', anew }) => ({
        title: shortTitle(
          trans,
          trans.__('%1() takes %2 only together with dim', func, argument)
        ),
        cause: trans.__(
          'Without dim %1() takes all values together to one number, and there is no dimension to keep. NumPy allows it, torch wants to be told which dimensions go.',
          func
        ),
        fixes: [
          check(
            trans.__('Name the dimension that goes'),
            anew ??
              `y = x.${/^m(?:ax|in)$/.test(func) ? 'a' : ''}${func}(dim=0, keepdim=True)`
          ),
          check(
            trans.__(
              'All of them: one number, with as many dimensions of size 1'
            ),
            `y = x.${func}().reshape([1] * x.dim())`
          )
        ]
      })
    },
    keyword: {
      // repeat() of a tensor, as NumPy's is called (torch 2.13).
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^(?:Tensor\.)?(?<func>repeat)\(\) got an unexpected keyword argument ["'](?<argument>axis|dim)["']/,
          when: reading =>
            isTorchInPlay(reading) && !/\bdef repeat\(/.test(reading.code),
          confidence: 'likely'
        }
      ],
      words: (trans, { func, argument }) =>
        func === 'new'
          ? constructorWords(trans, argument)
          : {
              title: shortTitle(
                trans,
                trans.__(
                  '%1 has no argument “%2” here',
                  callFirst(trans, func),
                  argument ?? ''
                )
              ),
              cause: trans.__(
                'No form of %1 takes “%2” together with the other arguments. Names differ from NumPy and from other versions of torch.',
                callInside(trans, func),
                argument ?? ''
              ),
              fixes: [
                ...(func === 'repeat' && /^(?:axis|dim)$/.test(argument ?? '')
                  ? [alongOne(trans)]
                  : []),
                {
                  safety: 'diagnostic',
                  title: trans.__('Read which names it takes'),
                  code: `help(torch.${func ?? 'max'})`
                }
              ]
            }
    },
    // torch takes sizes one by one only where the first is a whole number.
    sizes: {
      signs: messageOrLog(
        /\b(?<func>zeros|ones|empty|rand|randn)\(\) takes 1 positional argument but \d{1,2} were given/
      ),
      words: (trans, { func = 'zeros', type }) => {
        const asInt = check(
          trans.__('A text or a tensor: make a whole number of it'),
          `torch.${func}(int(n), 3)`
        );
        return {
          title: trans.__('%1() wants whole numbers as sizes', func),
          cause: type
            ? trans.__(
                '%1() takes its sizes one after another only where all of them are whole numbers, and one of these is a %2.',
                func,
                type
              )
            : trans.__(
                '%1() takes its sizes one after another only where they are whole numbers. The first here is something else: a float, as / gives, a text, a tensor or None.',
                func
              ),
          fixes: [
            ...(type === 'Tensor' ? [asInt] : []),
            wholeNumbers(trans, true),
            ...(type === 'Tensor' ? [] : [asInt]),
            printArguments(trans)
          ]
        };
      }
    },
    entry: {
      words: (
        trans,
        { func, argument = 'length', names = 'targets', type = 'str' }
      ) => ({
        title: shortTitle(
          trans,
          trans.__('“%1” is an entry of “%2”, not its size', argument, names)
        ),
        cause: trans.__(
          '%1 takes whole numbers as sizes and was given %2. %3 is an entry of %4; how many entries that has is in its shape.',
          callFirst(trans, func),
          type,
          argument,
          names
        ),
        fixes: [
          check(
            trans.__('Take the size from the shape'),
            `${argument} = ${names}.shape[0]  # or len(${names})`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See whether %1 is the variable you mean', names),
            detail:
              type === 'str'
                ? trans.__(
                    'Its entry is a text: a tensor of numbers has none. A name misspelt in a loop leaves an older variable in its place.'
                  )
                : undefined,
            code: `print(type(${names}), ${names}[0])`
          }
        ]
      })
    },
    inside: {
      words: (trans, { func }) => ({
        title: shortTitle(trans),
        cause: trans.__(
          'From outside all types fit %1, so it is an element inside of a tuple or list: usually a float, a None or another tuple among the sizes.',
          callInside(trans, func)
        ),
        fixes: [wholeNumbers(trans, true), printArguments(trans)]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“must be Tensor, not …”: then something else stands where a tensor is needed.'
      ),
      trans.__(
        'In torch’s own layers the error shows late: the wrong number was given where the layer was made.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: the functions and their arguments'),
        url: 'https://docs.pytorch.org/docs/stable/torch.html'
      },
      {
        title: trans.__('PyTorch: Tensor.item'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.item.html'
      },
      {
        title: trans.__('Python: division of numbers'),
        url: 'https://docs.python.org/3/library/stdtypes.html#numeric-types-int-float-complex'
      }
    ]
  })
});
