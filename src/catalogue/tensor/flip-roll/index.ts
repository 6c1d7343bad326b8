import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { methodAs } from '../../shared/edits/expressions';
import { optionSet } from '../../shared/edits/options';
import { printShape } from '../shared/print-shape';

/** Height and width, and the dimension before them, for so many shifts. */
function dimensionsFor(shifts: string | undefined): string | undefined {
  return shifts === '2'
    ? '(-2, -1)'
    : shifts === '3'
      ? '(-3, -2, -1)'
      : undefined;
}

export default define({
  id: 'tensor/flip-roll',
  answers: [
    'shifts and dimensions must align. shifts: 2, dims:1',
    '`shifts` required',
    'expected total rotation dims == 2, but got dims = 1',
    'expected total dims >= 2, but got total dims = 1',
    'expected rotation dims to be different, but got dim0 = 1 and dim1 = 1',
    'Input must be >= 2-d.'
  ],
  values: ['shifts', 'dims', 'dim', 'wanted', 'call'],
  kinds: {
    shifts: {
      signs: messageOrLog(
        /\bshifts and dimensions must align\. shifts: (?<shifts>\d{1,3}), dims: ?(?<dims>\d{1,3})/
      ),
      words: (trans, { shifts, dims }) => {
        const named = dimensionsFor(shifts);
        return {
          title:
            shifts && dims
              ? trans.__('roll() got %1 shifts for %2 dimensions', shifts, dims)
              : trans.__('roll() got another number of shifts than dimensions'),
          cause:
            dims === '0'
              ? trans.__(
                  'Several shifts need the dimensions they are for, and none was named. Without dims= the tensor is rolled as one long row, by one shift.'
                )
              : trans.__(
                  'Each shift goes with one dimension: as many numbers in shifts as in dims. A single number is for a single dimension.'
                ),
          fixes: [
            {
              ...check(
                trans.__('One shift for each dimension'),
                'x = x.roll(shifts=(1, 2), dims=(-2, -1))'
              ),
              edit:
                named === undefined
                  ? undefined
                  : optionSet(['roll'], [2, 'dims'], named)
            }
          ]
        };
      }
    },
    none: {
      signs: messageOrLog(/^`shifts` required/),
      words: trans => ({
        title: trans.__('roll() was given an empty list of shifts'),
        cause: trans.__(
          'shifts holds no number, so there is nothing to roll by. Usually the list was built in a loop that found no dimension.'
        ),
        fixes: [
          check(
            trans.__('Roll only where there are shifts'),
            'if shifts:\n    x = x.roll(shifts, dims)'
          )
        ]
      })
    },
    plane: {
      signs: messageOrLog(
        /\bexpected total rotation dims == 2, but got dims = (?<dims>\d{1,3})/
      ),
      words: (trans, { dims }) => ({
        title: trans.__('rot90() turns a plane: two dimensions'),
        cause: dims
          ? trans._n(
              'dims names %1 dimension, and a rotation needs the two that are turned into each other. For images [..., height, width] they are -2 and -1.',
              'dims names %1 dimensions, and a rotation needs the two that are turned into each other. For images [..., height, width] they are -2 and -1.',
              Number(dims)
            )
          : trans.__(
              'A rotation needs the two dimensions that are turned into each other. For images [..., height, width] they are -2 and -1.'
            ),
        fixes: [
          {
            ...check(
              trans.__('Name height and width'),
              'x = torch.rot90(x, k=1, dims=(-2, -1))'
            ),
            edit: optionSet(['rot90'], [2, 'dims'], '(-2, -1)')
          }
        ]
      })
    },
    same: {
      signs: messageOrLog(
        /\bexpected rotation dims to be different, but got dim0 = (?<dim>-?\d{1,3}) and dim1 = -?\d{1,3}/
      ),
      words: (trans, { dim }) => ({
        title: trans.__('rot90() got the same dimension twice'),
        cause: dim
          ? trans.__(
              'Both of dims are dimension %1, and a rotation turns one into another. A negative number counts from the end, so the two may be written differently.',
              dim
            )
          : trans.__(
              'Both of dims are one dimension, and a rotation turns one into another. A negative number counts from the end, so the two may be written differently.'
            ),
        fixes: [
          {
            ...check(
              trans.__('Name height and width'),
              'x = torch.rot90(x, k=1, dims=(-2, -1))'
            ),
            edit: optionSet(['rot90'], [2, 'dims'], '(-2, -1)')
          }
        ]
      })
    },
    few: {
      signs: [
        ...messageOrLog(
          /\bexpected total dims >= 2, but got total dims = (?<dims>\d{1,3})/,
          { read: ({ dims }) => ({ dims, wanted: '2', call: 'rot90' }) }
        ),
        // NumPy's are a ValueError.
        {
          where: 'message',
          ename: /^RuntimeError$/,
          pattern: /^Input must be >= (?<wanted>[12])-d\./,
          read: ({ wanted }) => ({
            wanted,
            call: wanted === '2' ? 'fliplr' : 'flipud'
          })
        }
      ],
      words: (trans, { dims, wanted, call }) => ({
        title: wanted
          ? trans._n(
              '%2() needs %1 dimension or more',
              '%2() needs %1 dimensions or more',
              Number(wanted),
              call
            )
          : trans.__('Turning and flipping need more dimensions'),
        cause: dims
          ? trans.__(
              'rot90() turns a picture, and this tensor has %1 of the dimensions it needs. Usually an index or squeeze() too many took one away, or the data is a row.',
              dims
            )
          : call === 'fliplr'
            ? trans.__(
                'fliplr() reverses dimension 1, as if the tensor were a picture [height, width]; this one is a row or a single number. A batch [N, C, H, W] has its width elsewhere, too.'
              )
            : trans.__(
                'flipud() reverses dimension 0, and this tensor is a single number. Usually squeeze() or an index too many took its dimension away.'
              ),
        fixes: [
          {
            ...check(
              trans.__('Reverse the last dimension, whatever stands before'),
              'x = x.flip(-1)  # left and right of pictures [..., H, W]; (-2,): up and down'
            ),
            edit: call === 'fliplr' ? methodAs('fliplr', 'flip(-1)') : undefined
          },
          printShape(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“Dimension out of range” names a dimension that the tensor does not have.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.roll'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.roll.html'
      },
      {
        title: trans.__('PyTorch: torch.rot90'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.rot90.html'
      }
    ]
  })
});
