import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { LINKS } from '../shared/links';
import type { IReading } from '../../../incident/types';
import { ownLine, visibleCode } from '../../shared/ran-code';
import { methodLeftOut } from '../../shared/edits/expressions';
import { listJoined } from '../../shared/edits/rewritten';

/** Arrays of TensorFlow and others have a method numpy(), too. */
function isTorchs(reading: IReading): boolean {
  return !['tensorflow', 'keras', 'tf.', 'paddle', 'jax'].some(name =>
    reading.mentions(name)
  );
}

/** What leads from a tensor to an array or a number, called on one value. */
const CHAIN =
  /(?<base>[a-z_][\w.]{0,40}(?:\[[\w'"-]{1,40}\])?)(?<calls>(?:\.(?:detach\(\)|cpu\(\)|clone\(\)|numpy\(\)|item\(\)|tolist\(\)|data\b)){1,5})/gi;

/** The value that a method was asked of, and the line without all such calls. */
function askedOf(
  reading: IReading,
  name: string
): ValuesOf<'held' | 'anew' | 'single'> {
  const line = ownLine(reading);
  const found = [...line.matchAll(CHAIN)].filter(({ groups }) =>
    groups?.calls.startsWith(`.${name}()`)
  );
  const { base, calls } = found[0]?.groups ?? {};
  if (found.length !== 1 || base === undefined || line.length > 120) {
    return {};
  }
  return {
    held: base,
    anew: line.replace(`${base}${calls}`, base),
    ...(calls === `.${name}()` ? { single: 'yes' } : {})
  };
}

/** Names of curves, whose values are numbers. */
const CURVE = /loss|acc|history|results|metric|scores|curve|error/i;

/** What the list was filled with: numbers or tensors; nothing where no line tells. */
function filledWith(reading: IReading, held = ''): ValuesOf<'filled'> {
  const added = visibleCode(reading).lines.flatMap(line => {
    const at = line.indexOf(`${held}.append(`);
    return held === '' || at < 0 ? [] : [line.slice(at + held.length)];
  });
  return added.length > 0
    ? {
        filled: added.every(value =>
          /\.item\(\)|\bfloat\(|\bint\(|^\.append\([\d.]+\)|\/ ?len\(/.test(
            value
          )
        )
          ? 'numbers'
          : 'tensors'
      }
    : CURVE.test(held)
      ? { filled: 'numbers' }
      : {};
}

/** `y.detach().cpu().numpy()`: calls that only lead to an array. */
const TO_ARRAY =
  /\.(?:detach\(\)|cpu\(\)|data|clone\(\)|squeeze\(\))(?:\.(?:detach\(\)|cpu\(\)|data)){0,3}\.numpy\(\)/g;

/** The failed line without its one way to an array; null where it wants none. */
function wantsArray(reading: IReading): string | null {
  const line = ownLine(reading);
  const without = line.replace(TO_ARRAY, '');
  return line.match(TO_ARRAY)?.length === 1 &&
    line.length <= 140 &&
    !/\.(?:cpu|detach)\(/.test(without)
    ? without
    : null;
}

/** `y = y.cpu().argmax(1).numpy()`: run again, it meets the array of the first run. */
const OVERWRITTEN =
  /^(?<held>[a-z_]\w{0,40}) = \k<held>\..{0,120}\.numpy\(\)$/i;

function overwritten(reading: IReading): ValuesOf<'held' | 'anew'> {
  const line = ownLine(reading);
  const held = OVERWRITTEN.exec(line)?.groups?.held;
  return held === undefined
    ? {}
    : { held, anew: line.replace(`${held} =`, `${held}_array =`) };
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
  values: ['type', 'name', 'anew', 'held', 'single', 'filled'],
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
          when: reading =>
            isTorchs(reading) &&
            (wantsArray(reading) !== null ||
              overwritten(reading).held !== undefined),
          confidence: 'likely',
          read: ({ name }, reading) => ({
            name,
            anew: wantsArray(reading) ?? undefined,
            ...overwritten(reading)
          })
        }
      ],
      words: (trans, { name, anew, held }) => ({
        title: trans.__('It is a NumPy array already'),
        cause: held
          ? trans.__(
              'The line makes an array of %1 and gives it the same name. Run a second time, it meets that array.',
              held
            )
          : trans.__(
              '.numpy() makes an array of a tensor. What stands before the call is an array: something turned the tensor into one earlier, or it never was a tensor.'
            ),
        fixes: [
          ...(held
            ? [
                check(
                  trans.__(
                    'Give the array another name, and make %1 anew first',
                    held
                  ),
                  anew ?? 'array = img'
                )
              ]
            : []),
          name
            ? check(
                trans.__(
                  'Leave .%1() out, and what follows up to .numpy()',
                  name
                ),
                held ? `array = ${held}` : (anew ?? 'array = img')
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
          read: ({ type, name = 'numpy' }, reading) => {
            const asked = askedOf(reading, name);
            return {
              type,
              name,
              ...asked,
              ...filledWith(reading, asked.held)
            };
          }
        }
      ],
      words: (
        trans,
        { type = 'list', name = 'numpy', anew, held, single, filled }
      ) => {
        const list = held ?? 'outputs';
        const joined = {
          ...check(
            trans.__('Tensors were gathered in it: join them first'),
            CURVE.test(list)
              ? `array = torch.stack(${list}).detach().cpu().numpy()  # of single numbers; batches: torch.cat()`
              : `array = torch.cat(${list}).detach().cpu().numpy()  # torch.stack() for a new dimension`
          ),
          ...(name === 'numpy' ? { edit: listJoined(name) } : {})
        };
        const left = {
          ...check(
            trans.__('Plain numbers are in it: take the list as it is'),
            anew ?? 'plt.plot(losses)',
            trans.__('Where an array is needed: np.array(%1).', list)
          ),
          ...(single ? { edit: methodLeftOut(name) } : {})
        };
        const taken = check(
          trans.__('A model or a DataLoader gave several: take the one meant'),
          `print([type(part) for part in ${list}])\nx = ${list}[0]`
        );
        return {
          title: trans.__('A %1 has no %2()', type, name),
          cause:
            filled === 'numbers'
              ? trans.__(
                  '%1 is a %2 of numbers, not a tensor: nothing has to be brought to the CPU or cut from a graph.',
                  list,
                  type
                )
              : trans.__(
                  'What stands before .%1() is a %2, not a tensor.',
                  name,
                  type
                ),
          fixes:
            filled === 'numbers'
              ? [left, joined]
              : filled === 'tensors'
                ? [joined, taken]
                : [taken, joined, left]
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
            ...askedOf(reading, name)
          })
        }
      ],
      words: (trans, { type = 'number', name = 'item', anew, single }) => ({
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
            ...(single ? { edit: methodLeftOut(name) } : {})
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
