import type { ISign } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { foldedMessage } from '../../../diagnosis/folded-message';
import { LINKS, matchingBuild, rerunBlocking } from '../shared/advice';
import { cudaErrorSigns } from '../shared/cuda-error';

/** What the driver says of its own accord (torch 2.14 and CUDA 12.9). */
const DRIVER =
  /which may provide useful details: ?\n? ?(?<driver>[^\n]{1,160})/;

/** The error that follows is another one than that of the start. */
const OTHER =
  /cuda runtime error \((?!11\))\d|cublas runtime error|CUDNN_STATUS_(?!SUCCESS)/;

function namesOther({ exceptions, log }: IReading): boolean {
  return (
    OTHER.test(log) || exceptions.some(one => OTHER.test(foldedMessage(one)))
  );
}

const readDriver: ISign['read'] = (groups, { exceptions }) => ({
  driver: exceptions
    .map(raised => DRIVER.exec(raised.message)?.groups?.driver)
    .find(line => line !== undefined)
});

/** cudaErrorInvalidValue (1; 11 up to CUDA 10.0), InvalidResourceHandle (400; 33). */
export default define({
  id: 'cuda/invalid-argument',
  answers: [
    'CUDA error: invalid argument',
    'CUDA error: invalid resource handle',
    'cuda runtime error (11) : invalid argument',
    'Triton Error [CUDA]: invalid argument'
  ],
  values: ['driver', 'old'],
  signs: [
    ...cudaErrorSigns(
      { text: 'invalid argument', name: '(?:cuda|hip)ErrorInvalidValue' },
      {
        read: (groups, reading) => ({
          ...readDriver?.(groups, reading),
          old: reading.mentions('THCGeneral.cpp') ? 'THCGeneral.cpp' : undefined
        })
      }
    ).map(sign => ({
      ...sign,
      // An old torch starts so on a new GPU, and goes on: THCGeneral.cpp.
      when: (reading: IReading) =>
        (sign.when?.(reading) ?? true) &&
        !reading.mentions('no kernel image') &&
        (sign.where === 'message' || !namesOther(reading))
    })),
    ...cudaErrorSigns(
      {
        text: 'invalid resource handle',
        name: '(?:cuda|hip)ErrorInvalidResourceHandle'
      },
      { read: readDriver }
    )
  ],
  words: (trans, { driver, old }) => ({
    title: trans.__('CUDA refused the arguments of a call'),
    cause: old
      ? trans.__(
          'It is said where CUDA starts (%1). Releases of PyTorch for CUDA 9, up to 1.1, say it on GPUs that came later (RTX 20 and newer): they hold no code for them.',
          old
        )
      : driver
        ? trans.__(
            'Usually a size, pointer or stream given to CUDA does not fit. The driver adds: “%1”.',
            driver
          )
        : trans.__(
            'A size, pointer or stream given to CUDA does not fit, and the text does not say which. Often tensors or streams of different GPUs meet in one call, a tensor is huge or empty, or a kernel does not fit this GPU.'
          ),
    fixes: [
      ...(old === undefined
        ? [rerunBlocking(trans)]
        : [
            check(
              trans.__('Install a PyTorch for CUDA 10 or later'),
              '%pip install --upgrade torch torchvision'
            )
          ]),
      {
        safety: 'check',
        title: trans.__('Try it without compiled extensions'),
        detail: trans.__(
          'Most often a wheel of xFormers, flash-attn or bitsandbytes that was built for another GPU or torch passes such arguments.'
        )
      },
      {
        safety: 'diagnostic',
        title: trans.__('Let the driver say more'),
        detail: trans.__(
          'Needs a driver of CUDA 12.9 or later. Set it before CUDA starts, in a fresh kernel.'
        ),
        code: 'import os\nos.environ["CUDA_LOG_FILE"] = "stderr"  # first cell',
        action: { kind: 'environment', variables: { CUDA_LOG_FILE: 'stderr' } }
      },
      {
        safety: 'diagnostic',
        title: trans.__('Print device, shape and type of every tensor'),
        code: 'print({name: (t.device, tuple(t.shape), t.dtype) for name, t in locals().items() if torch.is_tensor(t)})'
      },
      {
        safety: 'check',
        title: trans.__('Several GPUs: select the one the tensors are on'),
        code: 'with torch.cuda.device(x.device):\n    y = op(x)'
      },
      ...(old === undefined ? [] : [rerunBlocking(trans)]),
      matchingBuild(trans)
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'With the operating system’s “[Errno 22] Invalid argument” it is a file or socket, not the GPU.'
      )
    ],
    links: [LINKS.errors(trans), LINKS.asynchronous(trans)]
  })
});
