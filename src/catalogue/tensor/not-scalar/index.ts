import type { Confidence } from '../../../diagnosis/types';
import { define, type ValuesOf } from '../../define';
import type { IReading } from '../../../incident/types';
import { check } from '../../fix';
import { passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { truthAsked, truthCause, truthFixes } from './truth';
import { receiverWith } from '../../shared/edits/values';
import { ownLine } from '../../shared/ran-code';

const TRUTH =
  /bool(?:ean)? value of (?:Tensor|Variable objects|non-empty torch\.|empty torch\.)/i;

/** What torch calls otherwise than NumPy does. */
const OF_TORCH: ReadonlyMap<string, string> = new Map([
  ['clip', 'x.clamp(low, high)'],
  ['maximum', 'torch.maximum(a, b)'],
  ['minimum', 'torch.minimum(a, b)'],
  ['where', 'torch.where(mask, a, b)'],
  ['concatenate', 'torch.cat(tensors)']
]);

/** The function of NumPy that a line of the user's calls. */
function numpyCall({ exceptions }: IReading): string | undefined {
  return exceptions
    .flatMap(({ frames }) => frames)
    .map(
      ({ code, place }) =>
        (place === 'library'
          ? null
          : /\bnp\.(?<func>[a-z]\w{1,30})\(/.exec(code)
        )?.groups?.func
    )
    .find(func => func !== undefined);
}

/** `torch.tensor(rows)`, with what it is called with as its only argument. */
const MADE =
  /\b(?<call>torch\.(?:as_)?tensor|(?:torch\.)?(?:Float|Long)?Tensor|np\.(?:as)?array)\((?<list>[a-z_]\w{0,30})(?=[,)])/i;

/** The call that joins the tensors of the list that the failed line converts. */
function stackedIn(reading: IReading): ValuesOf<'stacked'> {
  const { call = '', list } = MADE.exec(ownLine(reading))?.groups ?? {};
  return {
    stacked:
      list === undefined
        ? undefined
        : `torch.stack(${list})${call.startsWith('np') ? '.detach().cpu().numpy()' : ''}`
  };
}

/** What asks for one number, or makes a tensor or array of a list. */
const CONVERTS =
  /\.(?:item|log\w{0,12}|add_scalar\w?)\(|\b(?:float|int|round|range|tensor|as_tensor|\w{0,8}Tensor|array|asarray|(?:math|np|torch)\.\w{1,20}|append|plot|scatter|bar)\(|\[/;

/** Whether the user's own line asks for a number; where none is, nobody knows. */
function mayConvert(reading: IReading): boolean {
  const line = ownLine(reading);
  const last = reading.exceptions[0]?.frames.at(-1);
  return line === '' || last?.place === 'library' || CONVERTS.test(line);
}

/** Which value it is, and what it is wanted for, only a line can tell. */
function byLine(reading: IReading): Confidence {
  return ownLine(reading) === '' && reading.incident.source === ''
    ? 'likely'
    : 'certain';
}

/** What `.item()` was called on in the failed line. */
function itemOf(reading: IReading): ValuesOf<'held'> {
  return {
    held: /(?<![\w.\])])(?<held>[a-z_][\w.]{0,40}(?:\(\))?)\.item\(\)/i.exec(
      ownLine(reading)
    )?.groups?.held
  };
}

export default define({
  id: 'tensor/not-scalar',
  answers: [
    'only one element tensors can be converted to Python scalars',
    'a Tensor with 3 elements cannot be converted to Scalar',
    'Boolean value of Tensor with more than one value is ambiguous',
    'bool value of Tensor with more than one value is ambiguous',
    'bool value of Variable objects containing non-empty torch.ByteTensor is ambiguous',
    '`self.log(train_loss, tensor([0.5, 0.4]))` was called, but the tensor must have a single element.',
    'Tensor should contain one element (0 dimensions). Was given size: 2 and 1 dimensions.'
  ],
  values: [
    'stacked',
    'held',
    'count',
    'func',
    'test',
    'anew',
    'pair',
    'loss',
    'kept',
    'lists'
  ],
  kinds: {
    number: {
      signs: [
        // In Chinese as translators of web pages give it.
        ...messageOrLog(
          /only (?:one|1)[ -]element tensors can be converted|只能将一个元素张量转换为Python标量/,
          {
            when: mayConvert,
            confidence: byLine,
            read: (_, reading) => ({
              ...stackedIn(reading),
              ...itemOf(reading)
            })
          }
        ),
        ...messageOrLog(
          /a Tensor with (?<count>\d+) elements cannot be converted to Scalar/,
          {
            when: mayConvert,
            confidence: byLine,
            read: ({ count }, reading) => ({ count, ...itemOf(reading) })
          }
        ),
        // What Lightning and TensorBoard say of a value to log.
        ...messageOrLog(
          /was called, but the tensor must have a single element|Tensor should contain one element \(0 dimensions\)|^scalar should be 0D$/
        )
      ],
      words: (trans, { count, stacked, held }) => ({
        title: trans.__('A tensor of many values is not one number'),
        cause: count
          ? trans.__(
              'item(), float() and int() take a tensor with one value, this one has %1. torch.tensor([…]) asks the same of each tensor in its list.',
              count
            )
          : trans.__(
              'item(), float(), int() and functions of math take a tensor with one value, and this one has several. torch.tensor([…]) asks the same of each tensor in its list.'
            ),
        fixes: [
          ...(stacked
            ? [
                check(
                  trans.__('A list of tensors becomes a tensor with stack'),
                  `x = ${stacked}`,
                  trans.__('Of different lengths: nn.utils.rnn.pad_sequence().')
                )
              ]
            : []),
          ...(held
            ? [
                check(
                  trans.__('One of them is meant: take it by its place'),
                  `value = ${held}[0].item()`,
                  trans.__(
                    'Often a value for each sample of the batch: code for batches of one takes the first.'
                  )
                )
              ]
            : []),
          {
            safety: 'check',
            title: trans.__('Reduce to one number first'),
            code: `value = ${held ?? 'x'}.mean().item()`,
            edit: receiverWith('item', 'mean')
          },
          {
            safety: 'safe',
            title: trans.__('Want all of them: a list'),
            code: `values = ${held ?? 'x'}.tolist()`
          },
          ...(stacked
            ? []
            : [
                {
                  safety: 'safe' as const,
                  title: trans.__(
                    'A list of tensors becomes a tensor with stack'
                  ),
                  code: 'x = torch.stack(tensors)  # instead of torch.tensor(tensors)'
                }
              ])
        ]
      })
    },
    // NumPy's functions on tensors compare, and compute no gradient.
    numpy: {
      signs: [
        {
          where: 'message',
          pattern: TRUTH,
          when: reading =>
            passedThrough(reading, /[\\/]numpy[\\/]_?core[\\/]/) &&
            numpyCall(reading) !== undefined,
          read: (_, reading) => ({ func: numpyCall(reading) })
        }
      ],
      words: (trans, { func = 'clip' }) => ({
        title: trans.__('np.%1() was called on a tensor', func),
        cause: trans.__(
          'A function of NumPy was given a tensor of torch and asks whether it is true. Even where it works it cuts the gradient: tensors have functions of their own.'
        ),
        fixes: [
          check(
            trans.__('Use the function of torch'),
            `y = ${OF_TORCH.get(func) ?? `torch.${func}(x)`}  # not np.${func}(x)`
          )
        ]
      })
    },
    truth: {
      signs: messageOrLog(TRUTH, {
        read: (_, reading) => truthAsked(reading),
        when: reading =>
          !(
            passedThrough(reading, /[\\/]numpy[\\/]_?core[\\/]/) &&
            numpyCall(reading) !== undefined
          )
      }),
      words: (trans, { test, anew, pair, loss, kept, lists }) => ({
        title: trans.__('A tensor of many values is neither true nor false'),
        cause: truthCause(trans, { test, pair, loss, kept, lists }),
        fixes: [
          ...(truthFixes(trans, { test, anew, pair, loss, kept, lists }) ?? [
            {
              safety: 'check',
              title: trans.__('Say whether one or all must hold'),
              code: 'if (x > 0).any():  # or .all()\n    pass'
            }
          ]),
          {
            safety: 'check',
            title: trans.__('Combine masks with &, | and ~'),
            code: 'mask = (x > 0) & (x < 1)'
          },
          {
            safety: 'check',
            title: trans.__('Ask for None with “is”'),
            code: 'if x is not None:\n    pass'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'NumPy and pandas say “The truth value of an array (a Series) … is ambiguous”: then it is not a tensor.'
      )
    ],
    links: [
      LINKS.item(trans),
      {
        title: trans.__('PyTorch: stack'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.stack.html'
      }
    ]
  })
});
