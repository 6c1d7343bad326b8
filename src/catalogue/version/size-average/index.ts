import type { Values } from '../../../diagnosis/types';
import { define } from '../../define';

import { onlyWarned } from '../../shared/remark';
import { stopsNoCell, updateTheLibrary } from '../../shared/warnings';
import { reducedBy } from '../../shared/edits/reductions';

/** torch/nn/_reduction.py since 0.4.1; the name `elementwise_mean` lived in 0.4.1 only. */
const SIGNS = [
  /size_average and reduce args will be deprecated, please use reduction=['"](?<reduction>\w{1,20})['"]/,
  /reduction=['"]elementwise_mean['"] is deprecated|elementwise_mean is not a valid value for reduction/
];

function today({ reduction }: Values): Values {
  return {
    reduction:
      reduction === undefined || reduction === 'elementwise_mean'
        ? 'mean'
        : reduction
  };
}

export default define({
  id: 'version/size-average',
  answers: [
    "size_average and reduce args will be deprecated, please use reduction='sum' instead.",
    "size_average and reduce args will be deprecated, please use reduction='elementwise_mean' instead.",
    "reduction='elementwise_mean' is deprecated, please use reduction='mean' instead.",
    'elementwise_mean is not a valid value for reduction'
  ],
  values: ['reduction'],
  signs: SIGNS.flatMap(pattern => [
    { where: 'message' as const, pattern, read: today },
    { where: 'log' as const, pattern, when: onlyWarned, read: today }
  ]),
  words: (trans, { reduction }) => ({
    title: reduction
      ? trans.__("The loss wants reduction='%1' today", reduction)
      : trans.__('The loss wants reduction= today'),
    cause: trans.__(
      'size_average and reduce are the old arguments of a loss; both were replaced by reduction. The result is the same.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Say it with reduction'),
        detail: trans.__(
          'reduce=False is “none”. Otherwise size_average=True is “mean”, the default, and size_average=False is “sum”.'
        ),
        code: `criterion = nn.MSELoss(reduction='${reduction ?? 'mean'}')`,
        edit: reducedBy(reduction ?? 'mean')
      },
      updateTheLibrary(trans)
    ]
  }),
  common: trans => ({
    notThis: [stopsNoCell(trans)],
    links: [
      {
        title: trans.__('PyTorch: MSELoss, reduction and what it replaced'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.MSELoss.html'
      }
    ]
  })
});
