import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { argumentThen } from '../../shared/edits/calls';
import { onlyWhere } from '../../shared/edits/lines';

/** aten/src/ATen/native/ReduceOpsUtils.h and its likes, 0.4 to 2.14. */
const REDUCED =
  /(?:\b(?<func>[a-z_]{2,20})\(\): )?Expected reduction dim (?:to be specified for input\.numel\(\) == 0|(?<dim>-?\d{1,2}) to have non-zero size)|cannot perform reduction function (?<reduced>[a-z_]{2,20}) on (?:a )?tensor with no elements|(?<bare>aminmax)\(\): cannot compute aminmax over an empty dimension|\b(?:vector_|matrix_)(?<norm>norm) cannot compute the -?\w{1,12} norm on (?:an empty tensor|the dimension)|\b(?<quantile>quantile)\(\) input tensor must be non-empty|\b(?<take>take)\(\): tried to take from an empty tensor/;

export default define({
  id: 'tensor/empty-tensor',
  answers: [
    "max(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.",
    'argmax(): Expected reduction dim 1 to have non-zero size.',
    'cannot perform reduction function max on a tensor with no elements because the operation does not have an identity',
    'operation does not have an identity.',
    'Can not infer total number of classes from empty tensor.',
    'quantile() input tensor must be non-empty',
    "random_ expects 'from' to be less than 'to', but got from=0 >= to=0"
  ],
  values: ['func', 'dim', 'low', 'high'],
  kinds: {
    reduction: {
      signs: [
        ...messageOrLog(REDUCED, {
          read: ({ func, reduced, bare, norm, quantile, take }) => ({
            func: func ?? reduced ?? bare ?? norm ?? quantile ?? take
          })
        }),
        ...messageOrLog(
          /Can not infer total number of classes from empty tensor/,
          { read: () => ({ func: 'one_hot' }) }
        ),
        // torch 1.x said no more than this; NumPy names the operation.
        {
          where: 'message',
          ename: /^RuntimeError$/,
          pattern: /^operation does not have an identity\.?$/
        }
      ],
      words: (trans, { func, dim }) => ({
        title: func
          ? trans.__('%1() was called on an empty tensor', func)
          : trans.__('The tensor is empty: it has no largest or smallest'),
        cause:
          dim === undefined
            ? trans.__(
                'The tensor holds no value at all, so there is no largest, smallest or middle one. Usually a filter or mask kept nothing: no box above the threshold, no sample of a class, an empty list.'
              )
            : trans.__(
                'Dimension %1 of the tensor has size 0, so there is nothing to choose from. Usually a filter or mask kept nothing: no box above the threshold, no sample of a class, an empty list.',
                dim
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Treat the empty case before the call'),
            edit:
              func === undefined
                ? undefined
                : onlyWhere([func], null, x => `${x}.numel() > 0`),
            code: 'if x.numel() > 0:\n    best = x.max()'
          },
          {
            safety: 'diagnostic',
            title: trans.__('See where it becomes empty'),
            detail: trans.__(
              'Print the mask, too: a threshold that is too high, or labels that do not occur, keep nothing.'
            ),
            code: 'print(x.shape, mask.sum())'
          },
          {
            safety: 'check',
            title: trans.__('Where the number of classes is known, say it'),
            code: 'F.one_hot(y, num_classes=10)'
          }
        ],
        links: [
          {
            title: trans.__('PyTorch: max'),
            url: 'https://docs.pytorch.org/docs/stable/generated/torch.max.html'
          },
          {
            title: trans.__('PyTorch: one_hot'),
            url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.one_hot.html'
          }
        ]
      })
    },
    // randint(0, len(buffer)) where nothing is in the buffer yet.
    range: {
      signs: messageOrLog(
        /random_ expects ["']from["'] to be less than ["']to["'], but got from=(?<low>-?\d{1,19}) >= to=(?<high>-?\d{1,19})/
      ),
      words: (trans, { low, high }) => ({
        title: trans.__('Random numbers are wanted from an empty range'),
        cause: trans.__(
          'randint() and random_() draw numbers from %1 up to, but not including, %2, and there are none. Usually the upper end is the length of a list, a dataset or a tensor that is empty or shorter than a window.',
          low ?? '0',
          high ?? '0'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what the upper end is computed from'),
            code: 'print(len(data), length, window)'
          },
          {
            safety: 'check',
            title: trans.__('The largest number itself is meant, too: add 1'),
            edit: argumentThen(['randint'], [1, 'high'], ' + 1'),
            code: 'i = torch.randint(low, high + 1, (1,))'
          }
        ],
        links: [
          {
            title: trans.__('PyTorch: randint'),
            url: 'https://docs.pytorch.org/docs/stable/generated/torch.randint.html'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'NumPy says “zero-size array to reduction operation maximum which has no identity”, or “low >= high”: then an array is empty.'
      )
    ]
  })
});
