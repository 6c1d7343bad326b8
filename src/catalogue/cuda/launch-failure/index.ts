import { define } from '../../define';
import {
  computeSanitizer,
  LINKS,
  rerunBlocking,
  restartKernel,
  assertionIsTheCause,
  isAnEcho
} from '../shared/advice';
import { cudaErrorSigns } from '../shared/cuda-error';

/**
 * cudaErrorLaunchFailure: 719, and 4 up to CUDA 10.0. The number 4 now means
 * another error, so that it is not a sign.
 */
export default define({
  id: 'cuda/launch-failure',
  answers: [
    'CUDA error: unspecified launch failure',
    'cuda runtime error (4) : unspecified launch failure',
    'cuda runtime error (719) : unspecified launch failure',
    'Returning 719 (CUDA_ERROR_LAUNCH_FAILED) from cuCtxSynchronize_v2',
    "Search for `cudaErrorLaunchFailure' in the CUDA documentation"
  ],
  sticky: true,
  late: true,
  signs: cudaErrorSigns({
    text: 'unspecified launch failure',
    unmistakable: true,
    name: '(?:(?:cuda|hip)ErrorLaunchFailure|CUDA_ERROR_LAUNCH_FAILED)',
    numbers: [719]
  }),
  words: trans => ({
    title: trans.__('A GPU kernel crashed, CUDA does not say why'),
    cause: trans.__(
      'It is the GPU’s segmentation fault: either a kernel used an invalid pointer or shared memory, or the GPU itself failed. CUDA reports it late, so the line shown is usually a later one.'
    ),
    fixes: [
      rerunBlocking(trans),
      computeSanitizer(trans),
      {
        safety: 'diagnostic',
        title: trans.__('Look for hardware messages of the driver'),
        detail: trans.__(
          'Failures at random places, in code that worked, point to heat, power, overclocking or the driver.'
        ),
        code: '$ sudo dmesg | grep -i xid'
      },
      {
        safety: 'check',
        title: trans.__('Extensions: rebuild them for this torch and GPU')
      },
      {
        safety: 'diagnostic',
        title: trans.__('Run without torch.compile and without cuDNN'),
        code: 'torch.backends.cudnn.enabled = False\nmodel = getattr(model, "_orig_mod", model)'
      },
      restartKernel(trans)
    ]
  }),
  common: trans => ({
    notThis: [assertionIsTheCause(trans), isAnEcho(trans)],
    links: [
      LINKS.errors(trans),
      LINKS.sanitizer(trans),
      LINKS.xid(trans),
      LINKS.asynchronous(trans)
    ]
  })
});
