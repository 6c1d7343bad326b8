import { define } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { LINKS } from '../shared/links';
import type { IReading } from '../../../incident/types';
import { methodLeftOut } from '../../shared/edits/expressions';
import { listJoined } from '../../shared/edits/rewritten';

/** Arrays of TensorFlow and others have a method numpy(), too. */
function isTorchs(reading: IReading): boolean {
  return !['tensorflow', 'keras', 'tf.', 'paddle', 'jax'].some(name =>
    reading.mentions(name)
  );
}

export default define({
  id: 'tensor/already-array',
  answers: [
    "AttributeError: 'numpy.ndarray' object has no attribute 'numpy'",
    "AttributeError: 'float' object has no attribute 'item'",
    "AttributeError: 'list' object has no attribute 'numpy'"
  ],
  refines: ['tensor/not-a-tensor', 'python/missing-attribute'],
  values: ['type'],
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
        }
      ],
      words: trans => ({
        title: trans.__('It is a NumPy array already'),
        cause: trans.__(
          '.numpy() makes an array of a tensor. What stands before it is an array: something turned the tensor into one earlier, or it never was a tensor.'
        ),
        fixes: [
          {
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
            /["'](?<type>list|tuple)["'] object has no attribute ["']numpy["']/,
          when: reading => isTorchs(reading) && isTorchInPlay(reading),
          confidence: 'likely'
        }
      ],
      words: (trans, { type }) => ({
        title: trans.__('A list of tensors has no numpy()'),
        cause: trans.__(
          'What stands before .numpy() is a %1, not a tensor: mostly tensors were gathered in it, batch by batch.',
          type ?? trans.__('list')
        ),
        fixes: [
          {
            ...check(
              trans.__('Join the tensors first'),
              'array = torch.cat(outputs).cpu().numpy()  # torch.stack() for a new dimension'
            ),
            edit: listJoined('numpy')
          }
        ]
      })
    },
    number: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern:
            /["'](?<type>float|int)["'] object has no attribute ["']item["']/,
          when: reading => isTorchs(reading) && isTorchInPlay(reading),
          confidence: 'likely'
        }
      ],
      words: (trans, { type }) => ({
        title: trans.__('It is a plain number already'),
        cause: trans.__(
          '.item() takes the number out of a tensor. What stands before it is a %1: .item() was called before, or no tensor was added to the sum that began with 0.',
          type ?? trans.__('number')
        ),
        fixes: [
          {
            ...check(trans.__('Leave .item() out'), 'total += loss'),
            edit: methodLeftOut('item')
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
