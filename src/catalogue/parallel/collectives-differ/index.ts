import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';

/** torch/csrc/distributed/c10d/ProcessGroupWrapper.cpp, since torch 1.9. */
const MISMATCH =
  /Detected mismatch between collectives on ranks\.(?: Rank (?<first>\d{1,6}) is running (?:inconsistent )?collective: (?:CollectiveFingerPrint\((?:SequenceNumber ?= ?\d{1,9}, ?)?OpType ?= ?)?(?<mine>\w{1,40}).{0,900}? but Rank (?<peer>\d{1,6}) is running (?:inconsistent )?collective: (?:CollectiveFingerPrint\((?:SequenceNumber ?= ?\d{1,9}, ?)?OpType ?= ?)?(?<theirs>\w{1,40}))?/;

export default define({
  id: 'parallel/collectives-differ',
  answers: [
    'Detected mismatch between collectives on ranks. Rank 0 is running collective: CollectiveFingerPrint(SequenceNumber=0, OpType=ALLREDUCE, …), but Rank 1 is running collective: …',
    'TORCH_DISTRIBUTED_DEBUG=DETAIL, collectives differ in the following aspects'
  ],
  refines: ['parallel/spawn-wrapper', 'parallel/nccl-timeout', 'parallel/nccl'],
  values: ['first', 'peer', 'mine', 'theirs'],
  signs: [
    ...messageOrLog(MISMATCH),
    // NCCL's own check.
    ...messageOrLog(/\bNCCL WARN Mismatched collective detected/)
  ],
  words: (trans, { first, peer, mine, theirs }) => {
    const known = [first, peer, mine, theirs].every(one => one !== undefined);
    return {
      title: trans.__('The ranks do different things at the same time'),
      cause: !known
        ? trans.__(
            'A collective operation needs every rank, with the same operation and fitting shapes. Here one rank called another one.'
          )
        : mine === theirs
          ? trans.__(
              'Rank %1 and rank %2 both called %3, but with tensors of other shapes or types. A collective needs the same call from every rank.',
              first,
              peer,
              mine
            )
          : trans.__(
              'Rank %1 called %3 while rank %2 called %4. A collective needs the same call from every rank, in the same order.',
              first,
              peer,
              mine,
              theirs
            ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Let every rank reach the same calls in one order'),
          detail: trans.__(
            'Usual: a collective under “if rank == 0”, a rank that skips a batch or has fewer of them, a metric or checkpoint that only some ranks gather.'
          ),
          code: 'total = loss.detach().clone()\ndist.all_reduce(total)   # on every rank\nif dist.get_rank() == 0:\n    print(total.item())  # only this on one'
        },
        {
          safety: 'check',
          title: trans.__('Ranks with fewer batches: let DDP join them'),
          code: 'from torch.distributed.algorithms.join import Join\n\nwith Join([model]):\n    for x, y in loader:\n        ...'
        },
        {
          safety: 'check',
          title: trans.__('Gather tensors of other shapes as objects'),
          code: 'parts = [None] * dist.get_world_size()\ndist.all_gather_object(parts, tensor.cpu())'
        }
      ]
    };
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Another rank’s own error stands before it: then that rank left the order because of it.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: debugging distributed applications'),
        url: LINKS.distributed
      },
      {
        title: trans.__('PyTorch: Join, for uneven inputs'),
        url: 'https://docs.pytorch.org/docs/stable/distributed.algorithms.join.html'
      }
    ]
  })
});
