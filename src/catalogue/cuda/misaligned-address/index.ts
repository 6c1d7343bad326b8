import { define } from '../../define';
import {
  computeSanitizer,
  LINKS,
  rerunBlocking,
  restartKernel,
  isAnEcho
} from '../shared/advice';
import { cudaErrorSigns } from '../shared/cuda-error';

/** cudaErrorMisalignedAddress: 716, and 74 up to CUDA 10.0. */
export default define({
  id: 'cuda/misaligned-address',
  answers: [
    'CUDA error: misaligned address',
    'cuda runtime error (74) : misaligned address',
    'cuda runtime error (716) : misaligned address',
    'Triton Error [CUDA]: misaligned address'
  ],
  sticky: true,
  late: true,
  signs: cudaErrorSigns({
    text: 'misaligned address',
    name: '(?:cuda|hip)ErrorMisalignedAddress',
    numbers: [74, 716]
  }),
  words: trans => ({
    title: trans.__('A GPU kernel read an address it is not aligned to'),
    cause: trans.__(
      'A kernel that loads several values at once was given a tensor that does not start at a suitable address, for instance a view or slice. It is nearly always a custom, compiled or fused kernel, and CUDA reports it late.'
    ),
    fixes: [
      rerunBlocking(trans),
      {
        safety: 'check',
        title: trans.__('Give the kernel a fresh copy instead of a view'),
        detail: trans.__(
          'contiguous() alone may return the view itself; clone() allocates anew, and new tensors are aligned.'
        ),
        code: 'x = x.clone(memory_format=torch.contiguous_format)'
      },
      {
        safety: 'diagnostic',
        title: trans.__('Look at the address and the strides'),
        code: 'print(x.data_ptr() % 16, x.storage_offset(), x.stride(), x.dtype)'
      },
      {
        safety: 'diagnostic',
        title: trans.__('Run without torch.compile and custom kernels'),
        detail: trans.__(
          'If it then works, that kernel is to blame: update or rebuild it.'
        ),
        code: 'model = getattr(model, "_orig_mod", model)'
      },
      computeSanitizer(trans),
      restartKernel(trans)
    ]
  }),
  common: trans => ({
    notThis: [isAnEcho(trans)],
    links: [
      LINKS.errors(trans),
      LINKS.sanitizer(trans),
      LINKS.asynchronous(trans)
    ]
  })
});
