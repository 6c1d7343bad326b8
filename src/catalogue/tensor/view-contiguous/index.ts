import { define } from '../../define';
import type { IReading } from '../../../incident/types';
import { check } from '../../fix';
import { bareName } from '../../predicates';
import { fitting } from '../../shared/fitting';
import { messageOrLog } from '../../signs';
import { ownLine } from '../../shared/ran-code';
import { methodRenamed } from '../../shared/edits/names';

/** The line with reshape() in place of its view(). */
function reshaped(line: string): string | undefined {
  return line.split('.view(').length === 2 && line.length <= 120
    ? line.replace('.view(', '.reshape(')
    : undefined;
}

/** The function of torch that failed: no line of Python calls view() there. */
function inTorch({ exceptions }: IReading): string | undefined {
  const frame = exceptions[0]?.frames.slice(-1)[0];
  return frame && /[\\/]torch[\\/]nn[\\/]functional\.py$/.test(frame.file)
    ? fitting(bareName(frame), 24)
    : undefined;
}

export default define({
  id: 'tensor/view-contiguous',
  answers: [
    "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.",
    'input is not contiguous',
    'Call .contiguous() before .view()',
    'view() needs contiguous memory'
  ],
  values: ['anew', 'inside', 'platform'],
  known: reading => ({
    anew: reshaped(ownLine(reading)),
    inside: inTorch(reading)
  }),
  signs: [
    ...messageOrLog(/view size is not compatible with input tensor/),
    ...messageOrLog(
      /Call \.contiguous\(\) before \.view\(\)|\bview\(\) needs contiguous memory/
    ),
    ...messageOrLog(
      /\b(?:input|hx|cx|tensor|target|weight) is not contiguous(?: at \S|$|[.,;]| \()|\bTensors must be contiguous\b|\b(?:[Ii]nput|[Tt]ensor|self|weight|grad_(?:in|out)put|[kqvx]) (?:must|has to|should) be contiguous\b|[Ee]xpected (?:\w+ to be (?:a )?contiguous(?: tensor)?\b|contiguous tensor, but got non-contiguous)/
    ),
    // torch/_prims_common: torch.compile's and torch.export's view().
    ...messageOrLog(
      /Cannot view a tensor with shape .{1,100} and strides .{1,100} as a tensor with shape/
    ),
    ...messageOrLog(
      /\.is_contiguous\(\w{0,20}\) (?:INTERNAL ASSERT|to be true, but got false)/
    )
  ],
  words: (trans, { anew, inside, platform }) => ({
    title: trans.__('The values do not lie in memory in this order'),
    cause: trans.__(
      'transpose, permute, t, expand and slices change the order of reading, not the memory. view() and some operations need the values side by side in reading order (contiguous).'
    ),
    fixes: [
      ...(inside && platform === 'mac'
        ? [
            check(
              trans.__('Update torch: on MPS it takes more orders by now'),
              '%pip install --upgrade torch'
            )
          ]
        : []),
      ...(inside
        ? [
            check(
              trans.__('Copy the input of %1 into order first', inside),
              'x = x.contiguous()'
            )
          ]
        : []),
      {
        safety: 'safe',
        title: trans.__('Use reshape(), which copies where it must'),
        code: anew ?? 'x = x.reshape(x.size(0), -1)',
        edit: methodRenamed('view', 'reshape')
      },
      {
        safety: 'safe',
        title: trans.__('Or copy into order first'),
        code: 'x = x.permute(0, 2, 1).contiguous().view(x.size(0), -1)'
      },
      {
        safety: 'diagnostic',
        title: trans.__('See where the order changed'),
        code: 'print(x.shape, x.stride(), x.is_contiguous())'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        '“shape … is invalid for input of size N” is about the number of values, not about their order.'
      ),
      trans.__(
        'To exchange dimensions use permute() or transpose(): view() and reshape() would only cut the same sequence anew.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: view, when it is possible'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.view.html'
      },
      {
        title: trans.__('PyTorch: tensor views'),
        url: 'https://docs.pytorch.org/docs/stable/tensor_view.html'
      }
    ]
  })
});
