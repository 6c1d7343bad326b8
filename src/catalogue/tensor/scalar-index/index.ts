import { define, type IWords, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { messageOrLog } from '../../signs';
import { ownLine } from '../../shared/ran-code';
import { LINKS } from '../shared/links';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { lastLeftOut } from '../shared/last-batch';
import { itemTaken } from '../../shared/edits/names';

function takeOut(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Take the number out'),
    code: 'value = loss.item()  # instead of loss.data[0]',
    edit: itemTaken()
  };
}

function seeIt(trans: ITranslate, name = 'x'): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what it is'),
    code: `print(${name}.shape, ${name})`
  };
}

/** What the line takes an entry of, where it does so once and it is no loss. */
function indexedIn(line: string): ValuesOf<'indexed'> {
  const names = [
    ...line.matchAll(/(?<![\w.)\]])(?<name>[a-z_]\w{0,30})\[/gi)
  ].map(({ groups }) => groups?.name ?? '');
  return names.length === 1 && !/loss|err/i.test(line)
    ? { indexed: names[0] }
    : {};
}

/** `x.squeeze()[i]`: all dimensions of size 1 away, that of a batch of one, too. */
const SQUEEZED =
  /(?<![\w.)\]])(?<squeezed>[a-z_][\w.]{0,40})\.squeeze\(\)\[(?<at>[a-z_]\w{0,20})\]/i;

function squeezedWords(
  trans: ITranslate,
  { squeezed, at }: ValuesOf<'squeezed' | 'at'>
): IWords {
  return {
    title: trans.__('squeeze() took the batch of one away'),
    cause: trans.__(
      'squeeze() takes away each dimension of size 1, and that of the batch, too, where it holds a single sample. Nothing was left of %1 to take an entry of; the last batch of a loader is often that short.',
      squeezed
    ),
    fixes: [
      check(
        trans.__('Make one row of it, however long the batch is'),
        `${squeezed}.reshape(-1)[${at}]  # not squeeze(); for all such calls of the line`
      ),
      lastLeftOut(trans.__('Or leave a last batch of one out')),
      seeIt(trans, squeezed)
    ]
  };
}

export default define({
  id: 'tensor/scalar-index',
  answers: [
    'invalid index of a 0-dim tensor. Use tensor.item() to convert a 0-dim tensor to a Python number',
    'iteration over a 0-d tensor',
    'len() of a 0-d tensor',
    'slice() cannot be applied to a 0-dim tensor.',
    'Dimension specified as 0 but tensor has no dimensions',
    'trying to index 1 dimensions of a 0 dimensional tensor'
  ],
  values: ['indexed', 'squeezed', 'at'],
  signs: [
    ...messageOrLog(
      /invalid index of a 0-dim tensor|(?:slice|select)\(\) cannot be applied to a 0-dim tensor|too many indices for tensor of dimension 0|trying to index \d{1,2} dimensions of a 0 dimensional tensor/,
      {
        read: (_, reading) => {
          const line = ownLine(reading);
          const { squeezed, at } = SQUEEZED.exec(line)?.groups ?? {};
          return squeezed && at
            ? { kind: 'squeezed', squeezed, at }
            : { kind: 'index', ...indexedIn(line) };
        }
      }
    )
  ],
  kinds: {
    index: {
      signs: [
        // NumPy, of the one number that a loss of torch 0.4 is.
        {
          where: 'message',
          pattern: /^too many indices for array/,
          when: reading =>
            /\b(?:loss\w{0,20}|err\w{0,10})(?:\.data|\.cpu\(\)|\.detach\(\)){0,3}\.numpy\(\)\[0\]|\.data\.numpy\(\)\[0\]/.test(
              printedText(reading)
            ) || /\.numpy\(\)\[0\]/.test(reading.code),
          confidence: 'likely'
        }
      ],
      words: (trans, { indexed }) => ({
        title: trans.__('A single number was indexed like a list'),
        cause: indexed
          ? trans.__(
              '%1 is a tensor without a dimension, a single number, and the line takes an entry of it. Going through a tensor gives such numbers, as a sampler or a loop over indices does; so do sum(), mean() and squeeze().',
              indexed
            )
          : trans.__(
              'The tensor has no dimension. Since torch 0.4 a loss is such a number, and loss.data[0] of older code became loss.item().'
            ),
        fixes: indexed
          ? [
              check(
                trans.__('Make a number of Python of it before the line'),
                `if torch.is_tensor(${indexed}) and ${indexed}.dim() == 0:\n    ${indexed} = ${indexed}.item()`
              ),
              check(
                trans.__('Or go through numbers: a list of the tensor'),
                'for i in indices.tolist():\n    ...'
              ),
              seeIt(trans, indexed)
            ]
          : [takeOut(trans), seeIt(trans)]
      })
    },
    squeezed: { words: squeezedWords },
    part: {
      signs: messageOrLog(/\bnarrow\(\) cannot be applied to a 0-dim tensor/),
      words: trans => ({
        title: trans.__('narrow() of a single number'),
        cause: trans.__(
          'narrow() takes a part of a dimension, and the tensor has none. Often sum(), mean(), squeeze() or an index too many took it away.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Keep the dimension'),
            code: 'x = x.sum(dim=0, keepdim=True)  # squeeze(1) instead of squeeze()'
          },
          seeIt(trans)
        ]
      })
    },
    loop: {
      signs: [
        ...messageOrLog(/(?:iteration over|len\(\) of) a 0-d tensor/),
        ...messageOrLog(
          /\b[Dd]imension specified as -?\d{1,2} but tensor has no dimensions|\b(?:chunk|split) expects at least a 1-dimensional tensor|\breduction dim -1 or 0 for scalar but got/
        )
      ],
      words: trans => ({
        title: trans.__('A single number was used like a list'),
        cause: trans.__(
          'The tensor has no dimension: there is nothing to go through or to count. Often squeeze() took the only dimension of a batch of one away.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Keep one dimension'),
            code: 'x = x.reshape(-1)  # or squeeze(1) instead of squeeze()'
          },
          takeOut(trans),
          seeIt(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'NumPy says “invalid index to scalar variable” or “iteration over a 0-d array”: then it is a NumPy number.'
      )
    ],
    links: [LINKS.item(trans)]
  })
});
