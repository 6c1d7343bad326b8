import { define } from '../../define';
import { failedLine } from '../../predicates';
import { check } from '../../fix';
import { callAsIndex } from '../../shared/edits/expressions';
import { attributeRenamed } from '../../shared/edits/names';

/** `x.size[0]`, `x.shape(0)`. */
const SIZE_INDEXED = /(?<name>\w{1,30})\.size\[/;
const SHAPE_CALLED = /(?<name>\w{1,30})\.shape\(/;

export default define({
  id: 'tensor/size-or-shape',
  answers: [
    "TypeError: 'builtin_function_or_method' object is not subscriptable (x.size[0])",
    "TypeError: 'torch.Size' object is not callable (x.shape(0))"
  ],
  refines: ['tensor/operand-type'],
  values: ['name'],
  kinds: {
    size: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^["'](?:builtin_function_or_method|method)["'] object is not subscriptable/,
          when: reading => SIZE_INDEXED.test(failedLine(reading)),
          read: (_, reading) => ({
            name: SIZE_INDEXED.exec(failedLine(reading))?.groups?.name
          })
        }
      ],
      words: (trans, { name = 'x' }) => ({
        title: trans.__('size is a method: size(0), or shape[0]'),
        cause: trans.__(
          '%1.size is a method of a tensor and is called with round brackets. What takes an index is %1.shape.',
          name
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Take the shape'),
            edit: attributeRenamed('size', 'shape'),
            code: `${name}.shape[0]  # the same as ${name}.size(0)`
          }
        ]
      })
    },
    shape: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: /^["'](?:torch\.Size|tuple)["'] object is not callable/,
          when: reading => SHAPE_CALLED.test(failedLine(reading)),
          read: (_, reading) => ({
            name: SHAPE_CALLED.exec(failedLine(reading))?.groups?.name
          })
        }
      ],
      words: (trans, { name = 'x' }) => ({
        title: trans.__('shape is no method: shape[0], or size(0)'),
        cause: trans.__(
          '%1.shape is the shape itself, a tuple of sizes: it takes an index, in square brackets.',
          name
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Use square brackets'),
            edit: callAsIndex('shape'),
            code: `${name}.shape[0]`
          },
          check(trans.__('Or the method of tensors'), `${name}.size(0)`)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'For an array of NumPy, size is the number of all its values, and shape is the same as for tensors.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: Tensor.size'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.size.html'
      }
    ]
  })
});
