import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { splitUneven } from '../../shared/edits/calls';

export default define({
  id: 'tensor/split-parts',
  answers: [
    'torch.hsplit attempted to split along dimension 1, but the size of the dimension 5 is not divisible by the split_size 2!',
    'number of sections must be larger than 0, got 0',
    'chunk expects `chunks` to be greater than 0, got: 0',
    'split_size can only be 0 if dimension size is 0, but got dimension size of 5',
    'split expects split_size be non-negative, but got split_size=-1',
    'narrow(): length must be non-negative.',
    'start must be an 0-dim integral Tensor.'
  ],
  values: ['call', 'dim', 'size', 'parts', 'low'],
  kinds: {
    uneven: {
      signs: messageOrLog(
        /\btorch\.(?<call>[hvd]split) attempted to split along dimension (?<dim>\d{1,3}), but the size of the dimension (?<size>\d{1,12}) is not divisible by the split_size (?!0\b)(?<parts>\d{1,12})/
      ),
      words: (trans, { call, dim, size, parts }) => ({
        title:
          size && parts
            ? trans.__('%1 does not divide into %2 equal parts', size, parts)
            : trans.__('The dimension does not divide into equal parts'),
        cause:
          call && dim && size
            ? trans.__(
                '%1() cuts dimension %2 into parts of one size, and %3 is no multiple of their number.',
                call,
                dim,
                size
              )
            : trans.__(
                'hsplit(), vsplit() and dsplit() cut a dimension into parts of one size, and its size is no multiple of their number.'
              ),
        fixes: [
          {
            ...check(
              trans.__('Parts that may differ by one'),
              `parts = torch.tensor_split(x, ${parts ?? 'n'}, dim=${dim ?? '-1'})`
            ),
            edit: splitUneven(call, dim)
          },
          check(
            trans.__('Or say where to cut'),
            `parts = torch.tensor_split(x, (2, 3), dim=${dim ?? '-1'})`
          )
        ]
      })
    },
    zero: {
      signs: messageOrLog(
        /\btorch\.(?<call>[hvd]split) attempted to split along dimension (?<dim>\d{1,3}), but the size of the dimension (?<size>\d{1,12}) is not divisible by the split_size (?<parts>0)\b|\bnumber of sections must be larger than 0, got (?<sections>-?\d{1,12})|\bchunk expects `chunks` to be greater than 0, got: (?<chunks>-?\d{1,12})/,
        {
          read: ({ call, dim, size, parts, sections, chunks }) => ({
            call: call ?? (chunks && 'chunk'),
            dim,
            size,
            parts: parts ?? sections ?? chunks
          })
        }
      ),
      words: (trans, { call, parts }) => ({
        title: parts
          ? trans.__('The tensor should be cut into %1 parts', parts)
          : trans.__('The tensor should be cut into no part'),
        cause: trans.__(
          '%1() needs the number of parts, 1 or more. Usually it was computed with //, from a batch smaller than the number it is divided by, and was rounded down to 0.',
          call ?? 'tensor_split'
        ),
        fixes: [
          check(
            trans.__('At least one part'),
            'parts = x.chunk(max(1, n), dim=0)'
          ),
          check(
            trans.__('The size of a part is known: split()'),
            'parts = x.split(32, dim=0)  # parts of 32, the last one shorter'
          )
        ]
      })
    },
    size: {
      signs: messageOrLog(
        /\bsplit_size can only be 0 if dimension size is 0, but got dimension size of (?<size>\d{1,12})|\bsplit expects split_size be non-negative, but got split_size=(?<parts>-\d{1,12})/
      ),
      words: (trans, { size, parts }) => ({
        title: trans.__('split() was asked for parts of size %1', parts ?? '0'),
        cause: size
          ? trans.__(
              'The second argument of split() is the size of a part, not their number, and it is 0 for a dimension of %1. Usually it was computed with //, by more parts than there are entries.',
              size
            )
          : trans.__(
              'The second argument of split() is the size of a part, not their number. -1 for “the rest” is known to reshape() and view() only.'
            ),
        fixes: [
          check(
            trans.__('So many parts: chunk()'),
            'parts = x.chunk(n, dim=0)'
          ),
          check(
            trans.__('Parts of one size: at least 1'),
            'parts = x.split(max(1, x.shape[0] // n), dim=0)'
          )
        ]
      })
    },
    length: {
      signs: messageOrLog(
        /\bnarrow\(\): length must be non-negative|\bstart \((?<low>-?\d{1,18})\) \+ length \((?<parts>-\d{1,18})\) exceeds dimension size \((?<size>\d{1,18})\)/
      ),
      words: (trans, { low, parts }) => ({
        title: parts
          ? trans.__('narrow() was asked for %1 entries', parts)
          : trans.__('narrow() was asked for fewer than 0 entries'),
        cause:
          low && parts
            ? trans.__(
                'The last argument of narrow() is how many entries to take from %1 on, not where to stop, and it is %2. Usually an end was given, or a difference came out below 0.',
                low,
                parts
              )
            : trans.__(
                'The last argument of narrow() is how many entries to take, not where to stop. Usually an end was given, or a difference came out below 0.'
              ),
        fixes: [
          check(
            trans.__('Up to an end, or counted from it: slice'),
            'y = x[:, start:end]  # x[:, start:-1]: all but the last'
          ),
          check(
            trans.__('A computed length: not below 0'),
            'y = x.narrow(1, start, max(0, end - start))'
          )
        ]
      })
    },
    start: {
      signs: messageOrLog(/\bstart must be an 0-dim integral Tensor/),
      words: trans => ({
        title: trans.__('narrow() starts at one whole number'),
        cause: trans.__(
          'start was given as a tensor that has dimensions, or holds a number with a fraction. It is a number, or a tensor without dimensions and of whole numbers.'
        ),
        fixes: [
          check(
            trans.__('Take the number out'),
            'y = x.narrow(0, int(start), length)'
          ),
          check(
            trans.__('A list of places: index with it'),
            'y = x[start.long()]'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“split_with_sizes expects split_sizes to sum exactly to …”: the sizes of the parts do not add up.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.tensor_split'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.tensor_split.html'
      },
      {
        title: trans.__('PyTorch: torch.split'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.split.html'
      }
    ]
  })
});
