import { define } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { LINKS } from '../shared/links';
import type { IReading } from '../../../incident/types';
import { ownLine } from '../../shared/ran-code';
import { methodLeftOut } from '../../shared/edits/expressions';
import { listJoined } from '../../shared/edits/rewritten';

/** Arrays of TensorFlow and others have a method numpy(), too. */
function isTorchs(reading: IReading): boolean {
  return !['tensorflow', 'keras', 'tf.', 'paddle', 'jax'].some(name =>
    reading.mentions(name)
  );
}

/** The failed line without the call of a method; nothing where it is not in it. */
function lineWithout(reading: IReading, name: string): string | undefined {
  const line = ownLine(reading);
  const anew = line.split(`.${name}()`).join('');
  return anew === line || anew.length > 120 ? undefined : anew;
}

/** `y.detach().cpu().numpy()`: calls that only lead to an array. */
const TO_ARRAY =
  /\.(?:detach\(\)|cpu\(\)|data|clone\(\)|squeeze\(\))(?:\.(?:detach\(\)|cpu\(\)|data)){0,3}\.numpy\(\)/g;

/** The failed line without its one way to an array; null where it wants none. */
function wantsArray(reading: IReading): string | null {
  const line = ownLine(reading);
  return line.match(TO_ARRAY)?.length === 1 && line.length <= 140
    ? line.replace(TO_ARRAY, '')
    : null;
}

/** What a plain number, or a list of them, is without a call that tensors have. */
const ASKED = 'cpu|detach|item|numpy|tolist';

export default define({
  id: 'tensor/already-array',
  answers: [
    "AttributeError: 'numpy.ndarray' object has no attribute 'numpy'",
    "AttributeError: 'float' object has no attribute 'item'",
    "AttributeError: 'list' object has no attribute 'numpy'"
  ],
  refines: ['tensor/not-a-tensor', 'python/missing-attribute'],
  values: ['type', 'name', 'anew'],
  kinds: {
    array: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern:
            /["'](?<type>(?:numpy\.)?ndarray|numpy\.(?:float|int|bool_?)\d{0,3})["'] object has no attribute ["']numpy["']/,
          when: isTorchs,
          confidence: 'likely'
        },
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern:
            /["'](?<type>(?:numpy\.)?ndarray|numpy\.(?:float|int|bool_?)\d{0,3})["'] object has no attribute ["'](?<name>cpu|detach)["']/,
          when: reading => isTorchs(reading) && wantsArray(reading) !== null,
          confidence: 'likely',
          read: (_, reading) => ({ anew: wantsArray(reading) ?? undefined })
        }
      ],
      words: (trans, { name, anew }) => ({
        title: trans.__('It is a NumPy array already'),
        cause: trans.__(
          '.numpy() makes an array of a tensor. What stands before the call is an array: something turned the tensor into one earlier, or it never was a tensor.'
        ),
        fixes: [
          name
            ? check(
                trans.__(
                  'Leave .%1() out, and what follows up to .numpy()',
                  name
                ),
                anew ?? 'array = img'
              )
            : {
                ...check(trans.__('Leave .numpy() out'), 'array = img'),
                edit: methodLeftOut('numpy')
              },
          check(
            trans.__('Or take both, in a function that may get either'),
            'array = img.detach().cpu().numpy() if torch.is_tensor(img) else img'
          ),
          check(
            trans.__('A tensor is meant: make one of the array'),
            'x = torch.from_numpy(array)'
          )
        ]
      })
    },
    list: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern:
            /["'](?<type>list|tuple)["'] object has no attribute ["'](?<name>cpu|detach|item|numpy)["']/,
          when: reading => isTorchs(reading) && isTorchInPlay(reading),
          confidence: 'likely',
          read: ({ type, name = 'numpy' }, reading) => ({
            type,
            name,
            anew: lineWithout(reading, name)
          })
        }
      ],
      words: (trans, { type = 'list', name = 'numpy', anew }) => {
        const joined = {
          ...check(
            trans.__('Tensors were gathered in it: join them first'),
            'array = torch.cat(outputs).cpu().numpy()  # torch.stack() for a new dimension'
          ),
          ...(name === 'numpy' ? { edit: listJoined(name) } : {})
        };
        const left = {
          ...check(
            trans.__('Plain numbers are in it: leave .%1() out', name),
            anew ?? 'plt.plot(losses)'
          ),
          edit: methodLeftOut(name)
        };
        return {
          title: trans.__('A %1 has no %2()', type, name),
          cause: trans.__(
            'What stands before .%1() is a %2, not a tensor: values were gathered in it, epoch by epoch or batch by batch, as tensors or as numbers.',
            name,
            type
          ),
          // Curves are lists of numbers, outputs lists of tensors.
          fixes: name === 'numpy' ? [joined, left] : [left, joined]
        };
      }
    },
    number: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern: new RegExp(
            String.raw`["'](?<type>float|int|bool)["'] object has no attribute ["'](?<name>${ASKED})["']`
          ),
          when: reading => isTorchs(reading) && isTorchInPlay(reading),
          confidence: 'likely',
          read: ({ type, name = 'item' }, reading) => ({
            type,
            name,
            anew: lineWithout(reading, name)
          })
        }
      ],
      words: (trans, { type = 'number', name = 'item', anew }) => ({
        title: trans.__('It is a plain number already'),
        cause: trans.__(
          'Tensors have .%1(). What stands before it is a %2: .item() was called before, or no tensor was added to the sum that began with 0.',
          name,
          type
        ),
        fixes: [
          {
            ...check(
              trans.__('Leave .%1() out', name),
              anew ?? 'total += loss'
            ),
            edit: methodLeftOut(name)
          },
          check(
            trans.__('In sums: take the number out once, where it is added'),
            'total += loss.item()\nprint(total / len(loader))'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If a tensor is needed further on, make one; leaving the call out only moves the error.'
      )
    ],
    links: [LINKS.fromNumpy(trans)]
  })
});
