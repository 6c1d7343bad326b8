import { define } from '../../define';
import {
  LINKS,
  matchingBuild,
  rerunBlocking,
  restartKernel
} from '../shared/advice';
import { cudaErrorSigns } from '../shared/cuda-error';

/** cudaErrorIllegalInstruction: 715, and 73 up to CUDA 10.0. */
export default define({
  id: 'cuda/illegal-instruction',
  answers: [
    'CUDA error: an illegal instruction was encountered',
    'cuda runtime error (73) : an illegal instruction was encountered',
    'cuda runtime error (715) : an illegal instruction was encountered',
    'Triton Error [CUDA]: an illegal instruction was encountered'
  ],
  sticky: true,
  late: true,
  signs: cudaErrorSigns({
    text: 'an illegal instruction was encountered',
    unmistakable: true,
    name: '(?:cuda|hip)ErrorIllegalInstruction',
    numbers: [73, 715]
  }),
  words: trans => ({
    title: trans.__('The GPU met an instruction it cannot execute'),
    cause: trans.__(
      'A GPU kernel ran into code that this GPU does not know or that is damaged. Usually an extension or compiled kernel was built for another GPU or toolkit; a faulty or overclocked GPU does it too.'
    ),
    fixes: [
      rerunBlocking(trans),
      matchingBuild(trans),
      {
        safety: 'check',
        title: trans.__('Update or rebuild the extension that owns the kernel'),
        detail: trans.__(
          'Build it on this machine, for the architecture of this GPU.'
        ),
        code: '$ pip install --no-build-isolation --force-reinstall --no-deps .'
      },
      {
        safety: 'diagnostic',
        title: trans.__('Look for hardware messages of the driver'),
        detail: trans.__(
          'If plain torch code fails as well, on and off, suspect the GPU, its power or its clock.'
        ),
        code: '$ sudo dmesg | grep -i xid'
      },
      restartKernel(trans)
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If the whole kernel dies with “Illegal instruction” (SIGILL), it is the CPU, not the GPU.'
      )
    ],
    links: [LINKS.errors(trans), LINKS.xid(trans), LINKS.asynchronous(trans)]
  })
});
