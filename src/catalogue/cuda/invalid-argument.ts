import type { IEntry, IReading, ISign } from '../../diagnosis/types';
import { foldedMessage } from '../../diagnosis/folded-message';
import { LINKS, matchingBuild, rerunBlocking } from './shared/advice';
import { cudaErrorSigns } from './shared/cuda-error';

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
const entry: IEntry = {
  id: 'cuda/invalid-argument',
  answers: [
    'CUDA error: invalid argument',
    'CUDA error: invalid resource handle',
    'cuda runtime error (11) : invalid argument',
    'Triton Error [CUDA]: invalid argument'
  ],
  signs: [
    ...cudaErrorSigns(
      { text: 'invalid argument', name: '(?:cuda|hip)ErrorInvalidValue' },
      { read: readDriver }
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
  page(trans, { driver }) {
    return {
      title: trans.__('CUDA refused the arguments of a call'),
      cause: driver
        ? trans.__(
            'A size, pointer or stream given to CUDA does not fit. The driver adds: “%1”.',
            driver
          )
        : trans.__(
            'A size, pointer or stream given to CUDA does not fit, and the text does not say which. Often tensors or streams of different GPUs meet in one call, a tensor is huge or empty, or a kernel does not fit this GPU.'
          ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Let the driver say more'),
          detail: trans.__(
            'Needs a driver of CUDA 12.9 or later. Set it before CUDA starts, in a fresh kernel.'
          ),
          code: 'import os\nos.environ["CUDA_LOG_FILE"] = "stderr"  # first cell'
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
        rerunBlocking(trans),
        matchingBuild(trans)
      ],
      notThis: [
        trans.__(
          'With the operating system’s “[Errno 22] Invalid argument” it is a file or socket, not the GPU.'
        )
      ],
      links: [LINKS.errors(trans), LINKS.asynchronous(trans)]
    };
  },
  examples: [
    {
      ename: 'AcceleratorError',
      evalue:
        "CUDA error: invalid argument\nSearch for `cudaErrorInvalidValue' in https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for more information.\nThe CUDA driver logged these messages, which may provide useful details:\nReturning 1 (CUDA_ERROR_INVALID_VALUE) from cuMemcpyAsync\n",
      torch: '2.14',
      origin: 'reference',
      values: {
        driver: 'Returning 1 (CUDA_ERROR_INVALID_VALUE) from cuMemcpyAsync'
      }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuda runtime error (11) : invalid argument at /pytorch/aten/src/THC/THCGeneral.cpp:405',
      torch: '1.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'CUDA error: invalid resource handle',
      torch: '1.8',
      origin: 'reference'
    }
  ],
  nearMisses: [
    { ename: 'OSError', evalue: "[Errno 22] Invalid argument: 'data:1.csv'" },
    {
      ename: 'RuntimeError',
      evalue: 'CUDA error: invalid configuration argument'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'invalid argument 0: Sizes of tensors must match except in dimension 0. Got 3 and 4 in dimension 1 at /pytorch/aten/src/TH/generic/THTensor.cpp:711'
    }
  ]
};

export default entry;
