import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { onlyWarned } from '../../shared/remark';
import type { Edit } from '../../../code/types';
import { argumentThen } from '../../shared/edits/calls';
import { indexWith } from '../../shared/edits/values';
import { maskInverted } from '../../shared/edits/masks';

/** aten/src/ATen/native/IndexingUtils.h and TensorCompare.cpp, since 1.2. */
const DEPRECATED =
  /indexing with dtype torch\.uint8 is now deprecated|received a (?:mask with dtype torch\.uint8|uint8 condition tensor)|masked_(?:fill|select|scatter)_? received a mask with dtype torch\.uint8/;

/** What it became: an error. */
const REFUSED =
  /masked_\w{1,10} only supports boolean masks, but got mask with dtype (?:unsigned char|Byte)/;

/** aten/src/ATen/native/BinaryOps.h and UnaryOps.cpp, since 1.2. */
const MINUS =
  /(?:Subtraction|Negation), the `-` operator, (?:with (?:a|two)|on a) bool tensors? is not supported|The `\+` operator, on a bool tensor is not supported/;

/** The mask in brackets, or the one that a method takes. */
const asBool: Edit = failed =>
  argumentThen(
    ['masked_fill', 'masked_fill_', 'masked_select', 'masked_scatter', 'where'],
    [0, 'mask'],
    '.bool()'
  )(failed) ?? indexWith('bool')(failed);

export default define({
  id: 'version/uint8-mask',
  inPackage: 'update',
  answers: [
    'UserWarning: indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead',
    'masked_fill_ only supports boolean masks, but got mask with dtype unsigned char',
    'masked_select: expected BoolTensor for mask',
    'Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.',
    'Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.',
    'Negation, the `-` operator, on a bool tensor is not supported.'
  ],
  refines: ['tensor/dtype-mismatch'],
  kinds: {
    mask: {
      signs: [
        { where: 'message', pattern: DEPRECATED },
        { where: 'log', pattern: DEPRECATED, when: onlyWarned },
        { where: 'message', pattern: REFUSED }
      ],
      words: trans => ({
        title: trans.__('A mask must be of type bool, not uint8'),
        cause: trans.__(
          'The code was written for PyTorch before 1.2, where masks were tensors of 0 and 1 (uint8). Today a mask is a bool tensor; uint8 is warned about or refused.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Make the mask a bool tensor before using it'),
            code: 'mask = mask.bool()',
            edit: asBool
          },
          {
            safety: 'check',
            title: trans.__('Make it bool where it is created'),
            detail: trans.__(
              'A comparison gives bool at once. Look for .byte(), ByteTensor and dtype=torch.uint8.'
            ),
            code: 'mask = torch.zeros(n, dtype=torch.bool)  # was torch.ByteTensor(n).fill_(0)'
          },
          {
            safety: 'check',
            title: trans.__('Where the mask is inverted or counted'),
            detail: trans.__(
              '1 - mask becomes ~mask; mask.sum() works as before.'
            ),
            code: 'inverse = ~mask'
          }
        ]
      })
    },
    type: {
      signs: [
        {
          where: 'message',
          pattern: /masked_(?:select|scatter)_?: expected BoolTensor for mask/
        }
      ],
      words: trans => ({
        title: trans.__('A mask must be of type bool'),
        cause: trans.__(
          'The mask is a tensor of another type: whole numbers, or uint8, which code for PyTorch before 1.2 has. A comparison such as x > 0 gives bool at once.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Make the mask a bool tensor before using it'),
            code: 'mask = mask.bool()',
            edit: asBool
          },
          {
            safety: 'diagnostic',
            title: trans.__('See what type it has'),
            code: 'print(mask.dtype, mask.shape)'
          }
        ]
      })
    },
    minus: {
      signs: messageOrLog(MINUS),
      words: trans => ({
        title: trans.__('Minus does not work with truth values'),
        cause: trans.__(
          'One of the tensors is of type bool. Since PyTorch 1.2 comparisons give such tensors, so that the 1 - mask of older code, or a loss with a target of truth values, is refused.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Invert a mask with ~'),
            detail: trans.__(
              'In code from before PyTorch 1.2 look for 1 - mask and for 1 - (a == b).'
            ),
            code: 'inverse = ~mask  # was 1 - mask',
            edit: maskInverted
          },
          {
            safety: 'check',
            title: trans.__('Take one mask from another with & and ~'),
            code: 'rest = a & ~b  # where they differ: a ^ b'
          },
          {
            safety: 'check',
            title: trans.__('To compute or for a loss, make numbers of it'),
            code: 'target = target.float()'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'NumPy says “numpy boolean subtract, the `-` operator, is not supported”: the line then works on arrays.'
      ),
      trans.__(
        'If the uint8 tensor holds positions such as 0, 3, 7 it is no mask: convert it with .long() instead.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: masked_fill takes a BoolTensor'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.masked_fill_.html'
      },
      {
        title: trans.__('PyTorch 1.2: masks are bool'),
        url: 'https://github.com/pytorch/pytorch/releases/tag/v1.2.0'
      }
    ]
  })
});
