import type { IEntry } from '../../diagnosis/types';
import {
  computeSanitizer,
  LINKS,
  rerunBlocking,
  restartKernel
} from './shared/advice';
import { cudaErrorSigns } from './shared/cuda-error';

/** cudaErrorMisalignedAddress: 716, and 74 up to CUDA 10.0. */
const entry: IEntry = {
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
  page(trans) {
    return {
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
      ],
      notThis: [
        trans.__(
          'If an earlier cell failed with a CUDA error, that one is the cause and this is its echo.'
        )
      ],
      links: [
        LINKS.errors(trans),
        LINKS.sanitizer(trans),
        LINKS.asynchronous(trans)
      ]
    };
  },
  examples: [
    {
      ename: '',
      evalue: 'CUDA: Error- misaligned address',
      torch: '2.1',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        "terminate called after throwing an instance of 'std::invalid_argument'\n  what():  BatchDecode Failed with error: misaligned address\n",
      torch: '2.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        '/pytorch/torch/csrc/jit/fuser/cuda/fused_kernel.cpp:202: misaligned address',
      torch: '1.2',
      origin: 'reference'
    },
    {
      ename: 'AcceleratorError',
      evalue:
        "CUDA error: misaligned address\nSearch for `cudaErrorMisalignedAddress' in https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for more information.\nCUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1\n",
      torch: '2.13',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuda runtime error (74) : misaligned address at /pytorch/aten/src/THC/THCTensorCopy.cu:100',
      torch: '1.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'Triton Error [CUDA]: misaligned address',
      torch: '2.4',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        'x.cpp:7:3: runtime error: load of misaligned address 0x7ffe for type int, which requires 4 byte alignment\n'
    },
    {
      ename: 'AcceleratorError',
      evalue: 'CUDA error: an illegal memory access was encountered'
    }
  ]
};

export default entry;
