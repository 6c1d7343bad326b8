import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import { fitting } from '../../shared/fitting';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { noneFixes, ownersFixes, readPlace } from './place';
import { NAME } from '../shared/line-operands';
import { refusedCall, wantsTensor } from '../shared/refused-call';
import {
  OR_NONE,
  TYPES,
  ANY,
  isInitialising,
  isLineOfTorch,
  isMoving,
  isSizeCalled,
  lacks,
  notOthers,
  lossAsked,
  ofOutside,
  torchAsked
} from './attributes';
import { fixesByType, lossFixes } from './fixes';
import type { IReading } from '../../../incident/types';
import {
  assignmentsIn,
  ownCall,
  lastValue,
  ownLine,
  uses,
  visibleCode
} from '../../shared/ran-code';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** The line with the tensor in place of its shape. */
function withoutShape(reading: IReading): string | undefined {
  const line = ownLine(reading);
  const anew = line.replace(/\.(?:shape|size\(\))(?=\s?[,)])/, '');
  return anew === line || anew.length > 120 ? undefined : anew;
}

/** `hidden.cuda()` of the failed line: what a recurrent layer keeps is moved. */
function stateMoved(
  reading: IReading
): ValuesOf<'state' | 'moved'> | undefined {
  const { state, move } =
    /(?<![\w.])(?<state>(?:self\.)?(?:\w{0,12}_)?(?:hiddens?|hid|hx|h_?0|hc|(?:lstm|rnn)_states?)(?:_\w{1,12})?)\.(?<move>(?:cuda|to)\([\w.'":]{0,40}\))/.exec(
      ownLine(reading)
    )?.groups ?? {};
  return state === undefined ? undefined : { state, moved: `h.${move}` };
}

/** `[1] * length` with a tensor for a length, with a number in its place. */
function listTimes(
  func: string | undefined,
  reading: IReading
): string | undefined {
  const { list, count } =
    /(?<list>\[[\w.'"-]{1,20}\]) ?\* ?(?<count>[a-z_][\w.]{0,40})/i.exec(
      ownLine(reading)
    )?.groups ?? {};
  return func === 'mul' && list && count
    ? `values = ${list} * int(${count})`
    : undefined;
}

/** What gives values and places together where it is told a dimension. */
const OF_PAIRS =
  /^(?:torch\.(?:max|min|sort|topk|median|mode|kthvalue)\(.{1,80}(?:, ?-?\d|\bdim ?=).{0,40}|(?!torch\.)[a-z_][\w.()]{0,60}\.(?:max|min|sort|topk|median|mode|kthvalue)\((?:-?\d|dim ?=).{0,40})\)$/i;

/** The line above that made a pair of values and places, which the failed one takes. */
function pairAbove(
  { type = 'tuple' }: Values,
  reading: IReading
): ValuesOf<'pair'> {
  if (!/^(?:tuple|torch\.return_types\.\w{1,20})$/.test(type)) {
    return {};
  }
  const lines = [
    ownLine(reading),
    ...reading.exceptions.flatMap(({ frames }) =>
      frames.filter(({ place }) => place !== 'library').map(({ code }) => code)
    )
  ].filter(line => line !== '');
  const made = assignmentsIn(visibleCode(reading).lines).filter(
    ({ names: [name, ...others], value }) =>
      others.length === 0 &&
      OF_PAIRS.test(value) &&
      lines.some(line => uses(name, line) && !line.includes(`${name}[`))
  );
  const last = made.at(-1);
  return last === undefined ? {} : { pair: `${last.names[0]} = ${last.value}` };
}

/** One of the two, by what its name says that is meant. */
function pairFix(trans: ITranslate, pair: string): IFix {
  const isPlace = /^\w{0,20}(?:pred|label|ind|idx|arg|class)\w{0,20} =/i.test(
    pair
  );
  return check(
    trans.__('With a dimension it gives values and places: take one'),
    isPlace
      ? `${pair}[1]  # the places; [0]: the values`
      : `${pair}[0]  # the values; [1]: their places`
  );
}

/** The list that the failed line joins, where it has a name. */
function joinedList(reading: IReading): string | undefined {
  const list = ownCall(/^torch\.(?:cat|concat|[hvd]?stack)$/, reading)?.args[0];
  return /^[a-z_]\w{0,40}$/i.test(list ?? '') ? list : undefined;
}

function titleOf(trans: ITranslate, type: string | undefined): string {
  return type
    ? trans.__('%1 was given where a tensor is needed', type)
    : trans.__('Something else was given where a tensor is needed');
}

function callCause(
  trans: ITranslate,
  { func, type, held, whole, owner }: Values
): string {
  if (func && type && held && whole) {
    return trans.__(
      '%1 works on tensors and got %2: %3 is an entry of %4, and not all entries of that are tensors.',
      `${func}()`,
      type,
      held,
      whole
    );
  }
  if (func && type && owner) {
    return trans.__(
      '%1 works on tensors and got %2. %3 makes the call, not a line of yours: the value comes from its own code, or from what it was given.',
      `${func}()`,
      type,
      owner
    );
  }
  return func && type
    ? trans.__(
        '%1 works on tensors and got %2. Nothing is converted on the way into a torch function.',
        `${func}()`,
        type
      )
    : trans.__(
        'Functions of torch work on tensors; lists, arrays, images and None are not converted on the way in.'
      );
}

/** Targets that are a tuple or list: texts stay one in a batch. */
function targetFixes(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('Labels that are texts: let the data set give their numbers'),
      "number = {name: i for i, name in enumerate(classes)}  # classes: ['cat', 'dog']\nreturn image, number[label]  # in __getitem__",
      trans.__('A DataLoader leaves texts as they are, in a tuple or list.')
    ),
    check(
      trans.__('Labels that are numbers: make one tensor of them'),
      'target = torch.tensor(target)'
    )
  ];
}

/** What takes ids of words, and gets them together with their lengths. */
function textFixes(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('A text comes with its lengths: take the two apart'),
      'text, lengths = batch.text  # torchtext, include_lengths=True'
    ),
    check(
      trans.__('A tuple of tensors: put them together'),
      'x = torch.stack(x)'
    )
  ];
}

/** A loss whose outputs are a list: the model has several. */
function severalOutputs(
  trans: ITranslate,
  { func, type = '' }: Values
): IFix[] {
  return /loss$|cross_entropy|^nll/.test(func ?? '') &&
    /^(?:list|tuple)$/.test(type)
    ? [
        check(
          trans.__(
            'A model with several outputs: a loss for each, or take one'
          ),
          'loss = sum(criterion(o, y[:, i]) for i, o in enumerate(output))\nloss = criterion(output[0], y)'
        )
      ]
    : [];
}

function fixesFor(
  trans: ITranslate,
  {
    name,
    func,
    type = '',
    held,
    whole,
    owner,
    anew,
    list,
    argument,
    pair,
    times
  }: Values
): IFix[] {
  if (owner !== undefined || (type === 'NoneType' && whole !== undefined)) {
    return type === 'NoneType'
      ? noneFixes(trans, { held, whole, owner })
      : ownersFixes(trans, owner ?? '');
  }
  const isMany = /^(?:list|tuple)$/.test(type);
  const byType =
    name === 'backward'
      ? lossFixes(trans, type)
      : fixesByType(trans, type, { anew, func, list });
  return [
    ...(pair ? [pairFix(trans, pair)] : []),
    ...(times
      ? [check(trans.__('How often a list is repeated is a number'), times)]
      : []),
    ...(isMany && argument === 'target'
      ? targetFixes(trans)
      : type === 'tuple' && func === 'embedding'
        ? textFixes(trans)
        : [...severalOutputs(trans, { func, type }), ...byType]),
    {
      safety: 'diagnostic',
      title: trans.__('See what it is'),
      code: 'print(type(x))'
    }
  ];
}

/** Two names that a line compares. */
const COMPARED = new RegExp(
  String.raw`(?<![\w.\])])(?<held>${NAME}) ?(?:[=!]=|[<>]=?) ?(?<whole>${NAME})(?![\w.([])`,
  'i'
);

/** A line that keeps values and indices under one name: `p = torch.max(x, 1)`. */
const PAIR_KEPT =
  /(?:\btorch\.(?:max|min|sort|topk|mode|median)\([^,()]{1,60}(?:\([^()]{0,40}\))?, ?|\.(?:max|min|sort|topk)\()(?:(?:dim|axis|k) ?= ?)?-?\d/;

/**
 * The two names that the failed line compares, that of a pair first, with the
 * line that takes its indices alone; undefined without a comparison.
 */
function comparedIn(
  reading: IReading
): ValuesOf<'held' | 'whole' | 'anew'> | undefined {
  const { held, whole } = COMPARED.exec(ownLine(reading))?.groups ?? {};
  if (held === undefined || whole === undefined) {
    return undefined;
  }
  const pair = [held, whole].find(name => {
    const made = lastValue(name, reading);
    return made?.names.length === 1 && PAIR_KEPT.test(made.value);
  });
  const line = pair && lastValue(pair, reading)?.line.trim();
  return pair && line && line.length <= 100
    ? { held: pair, anew: `_, ${line}` }
    : { held, whole };
}

export default define({
  id: 'tensor/not-a-tensor',
  infers: true,
  answers: [
    "linear(): argument 'input' (position 1) must be Tensor, not tuple",
    'conv2d() received an invalid combination of arguments - got (numpy.ndarray, …)',
    'expected Tensor as element 0 in argument 0, but got numpy.ndarray',
    "'float' object has no attribute 'backward'",
    "'tuple' object has no attribute 'log_softmax'",
    "'numpy.ndarray' object has no attribute 'unsqueeze'",
    "'list' object has no attribute 'to'"
  ],
  // Python's words for a layer that has no such attribute.
  refines: ['model/no-attribute'],
  values: [
    'func',
    'type',
    'name',
    'held',
    'whole',
    'owner',
    'anew',
    'moved',
    'state',
    'list',
    'outside',
    'argument',
    'pair',
    'times'
  ],
  signs: [
    // The words of `attribute` say more where one of its signs shows, too.
    {
      where: 'message',
      pattern:
        /["'](?<type>float|int|list|tuple|NoneType|numpy\.ndarray)["'] object has no attribute ["'](?<name>backward|dim|requires_grad_?)["']/,
      when: reading =>
        reading.mentions('torch') || reading.mentions('backward'),
      confidence: 'likely'
    }
  ],
  kinds: {
    call: {
      signs: [
        ...messageOrLog(
          /\b(?<func>\w+)\(\): argument ["'](?<argument>\w+)["'] (?:\(position \d{1,3}\) )?must be (?:Tensor|Variable|tuple of Tensors|list of Tensors), not (?!Tensor\b|Parameter\b|torch\.(?:cuda\.)?\w{2,12}Tensor\b)(?<type>[\w.]+)/,
          {
            read: (groups, reading) => ({
              ...readPlace(groups, reading),
              ...pairAbove(groups, reading)
            })
          }
        ),
        ...messageOrLog(
          /\b(?<func>\w{1,80})\(\): argument ["']\w{1,60}["'] (?:\(position \d{1,3}\) )?must be (?:tuple|list) of Tensors, but found element of type (?<type>[\w.]{1,80})/
        ),
        ...messageOrLog(
          /\b(?<func>\w{1,60}(?:::\w{1,60})?)\(\) Expected a value of type ["']Tensor\b[^"']{0,20}["'] for argument ["']\w{1,60}["'] but instead found type ["'](?<type>[\w.]{1,60})["']/
        ),
        ...messageOrLog(
          /expected (?:Tensor|Variable) as element \d{1,6} in argument \d{1,3}, but got (?<type>[\w.]+)/,
          { read: ({ type }, reading) => ({ type, list: joinedList(reading) }) }
        ),
        ...messageOrLog(
          /xpected a proper Tensor but got None \(or an undefined Tensor in C\+\+\)(?: for argument #\d{1,2} ["']\w{1,60}["'])?/,
          { read: () => ({ type: 'NoneType' }) }
        ),
        ...messageOrLog(
          /Variable data has to be a tensor, but got (?<type>[\w.]{1,60})/
        ),
        ...messageOrLog(
          /descriptor ["']\w{1,60}["'] (?:for|requires an?) ["']torch\._C\.\w{1,20}["'] objects? (?:doesn["']t apply to|but received) an? ["'](?<type>[\w.]{1,60})["']/
        ),
        ...messageOrLog(
          /received an invalid combination of arguments - got \((?<type>numpy\.ndarray|tuple|list|NoneType|Image|str|dict|DataFrame|Series)\b/,
          {
            confidence: 'likely',
            when: reading => wantsTensor(refusedCall(reading)) !== false,
            read: (_, reading) => {
              const { func } = refusedCall(reading) ?? {};
              return { times: listTimes(func, reading) };
            }
          }
        ),
        ...messageOrLog(
          /received an invalid combination of arguments - got \(/,
          {
            confidence: 'likely',
            when: reading => wantsTensor(refusedCall(reading)) === true,
            read: (_, reading) => {
              const { func, type } = refusedCall(reading) ?? {};
              return {
                func,
                type,
                anew: withoutShape(reading),
                times: listTimes(func, reading)
              };
            }
          }
        )
      ],
      words: (trans, values) => ({
        title:
          values.type === 'NoneType' && fitting(values.held, 24)
            ? trans.__('%1 is None where a tensor is needed', values.held)
            : titleOf(trans, values.type),
        cause: callCause(trans, values),
        fixes: fixesFor(trans, values)
      })
    },
    variable: {
      // torch up to 0.3 kept tensors and what autograd follows apart.
      signs: messageOrLog(
        /argument \d{1,2} is not a Variable|save_for_backward can only save input or output tensors, but argument \d{1,2} doesn["']t satisfy|must be Variable, not torch\.(?:cuda\.)?\w{2,12}Tensor/
      ),
      words: trans => ({
        title: trans.__('This old PyTorch wants a Variable, not a tensor'),
        cause: trans.__(
          'Up to PyTorch 0.3 layers took only tensors wrapped in Variable(…), and this is a bare tensor. The code was written for 0.4 or later, or the wrapping was forgotten.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Update PyTorch: since 0.4 every tensor will do'),
            code: '%pip install --upgrade torch torchvision'
          },
          {
            safety: 'safe',
            title: trans.__('Or wrap the tensor, with this old version'),
            code: 'from torch.autograd import Variable\noutput = model(Variable(x))'
          }
        ]
      })
    },
    batch: {
      signs: [
        {
          where: 'message',
          pattern: lacks('list|tuple|dict|str|int|float', 'to|cuda'),
          when: reading =>
            isMoving(reading) && stateMoved(reading) === undefined,
          confidence: 'likely'
        }
      ],
      words: (trans, { type }) => ({
        title: titleOf(trans, type),
        cause: trans.__(
          'Only tensors and modules can be moved to a device. A DataLoader gives a list, tuple or dictionary as soon as a sample has several parts, and leaves texts as they are.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Take the batch apart and move its tensors'),
            code: 'x, y = batch\nx, y = x.to(device), y.to(device)'
          },
          {
            safety: 'check',
            title: trans.__('A dictionary: move what is a tensor'),
            detail: trans.__(
              "Texts and lists of unequal length stay lists; a dataset of Hugging Face gives tensors after set_format('torch')."
            ),
            code: "batch = {k: v.to(device) if hasattr(v, 'to') else v for k, v in batch.items()}"
          },
          {
            safety: 'diagnostic',
            title: trans.__('See what the batch is made of'),
            code:
              type === 'dict'
                ? 'print({k: type(v) for k, v in batch.items()})'
                : 'print([type(part) for part in batch])'
          }
        ]
      })
    },
    compared: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern:
            /^["']bool["'] object has no attribute ["'](?<name>sum|float|all|any|item|mean|long|int|cpu|type|nonzero|astype)["']/,
          when: reading =>
            isTorchInPlay(reading) && comparedIn(reading) !== undefined,
          confidence: 'likely',
          read: (_, reading) => comparedIn(reading) ?? {}
        }
      ],
      words: (trans, { held = 'pred', whole = 'y', name = 'sum', anew }) => ({
        title: trans.__('The comparison gave one bool, no tensor'),
        cause: anew
          ? trans.__(
              '%1 is the pair (values, indices) that max() along a dimension gives. Compared with a tensor a pair is simply not equal: False, which has no %2().',
              held,
              name
            )
          : trans.__(
              'Only tensors (or arrays of one shape) are compared value by value. %1 or %2 is something else, a list, a tuple or a number, so Python gives one bool, which has no %3().',
              held,
              whole,
              name
            ),
        fixes: anew
          ? [
              check(trans.__('Take the indices alone'), anew),
              check(
                trans.__('Or ask for the indices at once'),
                `${held} = output.argmax(dim=1)`
              )
            ]
          : [
              {
                safety: 'diagnostic',
                title: trans.__('See what the two are'),
                code: `print(type(${held}), type(${whole}))`
              },
              check(
                trans.__('Lists of numbers: make tensors of them'),
                `torch.tensor(${held}) == torch.tensor(${whole})`
              )
            ]
      })
    },
    state: {
      signs: [
        {
          where: 'message',
          pattern: lacks('tuple|list', 'to|cuda'),
          when: reading =>
            isMoving(reading) && stateMoved(reading) !== undefined,
          read: ({ type }, reading) => ({ type, ...stateMoved(reading) }),
          confidence: 'likely'
        }
      ],
      words: (
        trans,
        { type = 'tuple', state = 'hidden', moved = 'h.cuda()' }
      ) => ({
        title: trans.__('The state of an LSTM is two tensors'),
        cause: trans.__(
          '%1 is a %2: an LSTM has a hidden state and a cell state, (h, c), where GRU and RNN have one tensor. Each of the two is moved by itself.',
          state,
          type
        ),
        fixes: [
          check(
            trans.__('Move each of its tensors'),
            `${state} = tuple(${moved} for h in ${state})`
          ),
          check(
            trans.__('Or make them on the device of the input'),
            'h = torch.zeros(layers, batch, hidden_size, device=x.device)\nhidden = (h, torch.zeros_like(h))'
          )
        ]
      })
    },
    init: {
      signs: [
        {
          where: 'message',
          pattern: lacks(ANY, ANY),
          when: isInitialising
        }
      ],
      words: (trans, { func, type }) => ({
        title: titleOf(trans, type),
        cause: type
          ? trans.__(
              'A function of nn.init fills one tensor, and was given %1. The weight and the bias of a layer are tensors, the layer is not.',
              type
            )
          : callCause(trans, { func, type }),
        fixes: [
          check(
            trans.__('Name the tensor of the layer that is to be filled'),
            'nn.init.xavier_uniform_(layer.weight)\nnn.init.zeros_(layer.bias)'
          )
        ]
      })
    },
    // A function that reads a variable of the notebook in place of its argument.
    outside: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: /^["'](?:int|tuple)["'] object is not callable$/,
          when: reading =>
            isSizeCalled(reading) && ofOutside(reading) !== undefined,
          confidence: 'likely',
          read: (_, reading) => ofOutside(reading) ?? {}
        }
      ],
      words: (
        trans,
        { outside = 'x', func = 'forward', anew = 'x.size(0)' }
      ) => ({
        title: trans.__('%1 is no argument of %2()', outside, func),
        cause: trans.__(
          '%2() takes no %1 and makes none, so the line reads a variable %1 of outside. That one is no tensor: its size is a number or a tuple, and cannot be called.',
          outside,
          func
        ),
        fixes: [
          check(trans.__('Use what the function is given'), anew),
          {
            safety: 'diagnostic',
            title: trans.__('See what it is'),
            code: `print(type(${outside}))`
          }
        ]
      })
    },
    summary: {
      signs: [
        {
          where: 'message',
          pattern: lacks(String.raw`tuple|list|dict|\w{1,40}Outputs?`, 'size'),
          when: reading => passedThrough(reading, /[\\/]torchsummary[\\/]/)
        }
      ],
      words: (trans, { type = 'tuple' }) => ({
        title: trans.__('torchsummary knows only layers that give a tensor'),
        cause: trans.__(
          'It asks each layer’s result for its size, and one gave a %1, as LSTM, GRU and attention do. The model itself is not at fault.',
          type
        ),
        fixes: [
          check(
            trans.__('Use its successor torchinfo'),
            '%pip install torchinfo\nfrom torchinfo import summary\nsummary(model, input_size=(1, 3, 224, 224))  # with the batch dimension'
          ),
          check(trans.__('Or print the layers alone'), 'print(model)')
        ]
      })
    },
    attribute: {
      signs: [
        // Of all classes in Python's libraries those of tensors alone have
        // these.
        {
          where: 'message',
          pattern: lacks(
            OR_NONE,
            'detach_?|(?:log_)?softmax|unsqueeze_?|requires_grad_?|masked_fill_?|is_cuda|numel|is_nested|retain_grad|grad_fn|expand_as|view_as|contiguous|permute|unflatten|bfloat16|to_sparse'
          ),
          when: notOthers,
          confidence: 'likely'
        },
        {
          where: 'message',
          pattern: lacks(
            String.raw`(?:numpy\.)?ndarray`,
            'to|cpu|dim|numel|clone|float|long|half|double'
          ),
          when: notOthers,
          confidence: 'likely'
        },
        {
          where: 'message',
          pattern: lacks(TYPES, 'backward|cuda'),
          when: reading => notOthers(reading) && !/\bload\(/.test(reading.code),
          confidence: 'likely'
        },
        {
          where: 'message',
          pattern: lacks(
            String.raw`(?:PIL\.)?\w{0,20}Image(?:File)?`,
            'to|dim'
          ),
          when: reading => notOthers(reading) && isTorchInPlay(reading),
          confidence: 'likely'
        },
        {
          where: 'message',
          pattern: lacks(OR_NONE, ANY),
          when: torchAsked,
          confidence: 'likely',
          read: (_, reading) => ({ func: lossAsked(reading) })
        },
        // The classes of what torch.max(x, dim) and its like give.
        {
          where: 'message',
          pattern: lacks(String.raw`torch\.return_types\.\w{1,20}`, ANY),
          confidence: 'likely',
          read: pairAbove
        },
        {
          where: 'message',
          pattern: lacks(
            OR_NONE,
            'to|size|dim|view|cpu|softmax|squeeze|float|long'
          ),
          when: reading => notOthers(reading) && isLineOfTorch(reading),
          confidence: 'likely'
        },
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: /^["'](?<size>int|tuple)["'] object is not callable$/,
          when: reading =>
            isSizeCalled(reading) && ofOutside(reading) === undefined,
          confidence: 'likely',
          // The size of an array is a number, that of a picture of PIL two.
          read: ({ size }) => ({
            type: size === 'int' ? 'numpy.ndarray' : 'Image',
            name: 'size()'
          })
        }
      ],
      words: (trans, values) => {
        const { name, type } = values;
        const isZero = type === 'int' && name === 'backward';
        return {
          title: isZero
            ? trans.__('The loss is a plain number, mostly still its 0')
            : titleOf(trans, type),
          cause: isZero
            ? trans.__(
                'A whole number has no backward(): the loss begins as 0, and nothing was added to it. The loop over samples, boxes or characters did not run once (an empty batch, no targets), or the line with loss += is missing.'
              )
            : type && name
              ? trans.__(
                  'The line asks for “%1”, which tensors have, and this is %2. What a model, a DataLoader or a transform returns is often not a bare tensor.',
                  name,
                  type
                )
              : callCause(trans, values),
          fixes: fixesFor(trans, values)
        };
      }
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The value is a tensor, but of the wrong number type or on another device: then the message names types such as Double or cuda.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.tensor'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.tensor.html'
      },
      {
        title: trans.__('PyTorch: LSTM, what it returns'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.LSTM.html'
      }
    ]
  })
});
