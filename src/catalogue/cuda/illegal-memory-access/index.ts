import { define } from '../../define';
import { nothingRaised } from '../../predicates';
import {
  computeSanitizer,
  LINKS,
  rerunBlocking,
  restartKernel,
  runOnCpu,
  assertionIsTheCause,
  isAnEcho
} from '../shared/advice';
import { cudaErrorSigns } from '../shared/cuda-error';
import { isOurs, mayExplain } from '../../shared/ours';

/** cudaErrorIllegalAddress: 700, and 77 up to CUDA 10.0. */
export default define({
  id: 'cuda/illegal-memory-access',
  answers: [
    'CUDA error: an illegal memory access was encountered',
    'cuda runtime error (77) : an illegal memory access was encountered at THCReduceAll.cuh:339',
    'cuda runtime error (700) : an illegal memory access was encountered',
    'THCudaCheck FAIL file=... error=77 : an illegal memory access was encountered',
    'Memory access fault by GPU node-1 ... Reason: Page not present or supervisor privilege',
    'Triton Error [CUDA]: an illegal memory access was encountered',
    "Search for `cudaErrorIllegalAddress' in the CUDA documentation"
  ],
  sticky: true,
  late: true,
  signs: [
    ...cudaErrorSigns({
      text: 'illegal memory access was encountered',
      unmistakable: true,
      name: '(?:cuda|hip)ErrorIllegalAddress',
      numbers: [77, 700]
    }),
    // cuda-gdb.
    {
      where: 'log',
      pattern:
        /CUDA[_ ]E(?:xception|XCEPTION)(?:_\d{1,2})?[:,] (?:Warp|Lane) Illegal Address/,
      confidence: 'likely'
    },
    // The driver's own line in the system's log: a page fault of the GPU.
    {
      where: 'log',
      pattern:
        /NVRM: Xid \(\S{1,40}\): 31, (?:pid=[^,\s]{1,20}, )?(?!.{0,40}\bname=(?!.{0,20}[Pp]ython))/,
      when: mayExplain,
      confidence: 'likely'
    },
    // In somebody's own words.
    {
      where: 'log',
      pattern: /\b(?:CUDA|GPU)\b.{0,30} illegal memory access\b/i,
      when: reading => nothingRaised(reading) && isOurs(reading),
      confidence: 'possible'
    },
    // ROCm ends the process at once.
    {
      where: 'log',
      pattern: /Memory access fault by GPU node-\d{1,3}/,
      when: isOurs,
      fatal: true
    }
  ],
  words: trans => ({
    title: trans.__('A GPU kernel touched memory that is not its own'),
    cause: trans.__(
      'Some GPU code read or wrote outside its tensors. Usual: an index out of range where torch does not check it, a custom CUDA or Triton kernel, or a tensor of another GPU; CUDA reports it late, so the line shown is usually a later one.'
    ),
    fixes: [
      rerunBlocking(trans),
      {
        safety: 'diagnostic',
        title: trans.__('Check the range of every index and label'),
        detail: trans.__(
          'Labels, embedding ids, gather and scatter indices, box or edge indices of extensions.'
        ),
        code: 'print(index.min().item(), index.max().item(), x.shape)'
      },
      runOnCpu(trans),
      computeSanitizer(trans),
      {
        safety: 'check',
        title: trans.__('Extensions: rebuild them for this torch and GPU'),
        detail: trans.__(
          'spconv, flash-attn, MMCV, apex and the like must match torch, its CUDA version and the GPU’s architecture.'
        ),
        code: 'print(torch.__version__, torch.version.cuda, torch.cuda.get_device_capability(), torch.cuda.get_arch_list())'
      },
      {
        safety: 'check',
        title: trans.__('Several GPUs: select the one the tensors are on'),
        detail: trans.__(
          'A custom kernel runs on the current device, which is cuda:0 unless it is set.'
        ),
        code: 'with torch.cuda.device(x.device):\n    y = custom_op(x)'
      },
      restartKernel(trans)
    ]
  }),
  common: trans => ({
    notThis: [assertionIsTheCause(trans), isAnEcho(trans)],
    links: [
      LINKS.asynchronous(trans),
      LINKS.errors(trans),
      LINKS.sanitizer(trans)
    ]
  })
});
