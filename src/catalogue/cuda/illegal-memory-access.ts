import { nothingRaised } from '../said';
import type { IEntry } from '../../diagnosis/types';
import {
  computeSanitizer,
  LINKS,
  rerunBlocking,
  restartKernel,
  runOnCpu
} from './shared/advice';
import { cudaErrorSigns } from './shared/cuda-error';
import { isOurs, mayExplain } from './shared/ours';

/** cudaErrorIllegalAddress: 700, and 77 up to CUDA 10.0. */
const entry: IEntry = {
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
  page(trans) {
    return {
      title: trans.__('A GPU kernel touched memory that is not its own'),
      cause: trans.__(
        'Some GPU code read or wrote outside its tensors: an index out of range where torch does not check it, a custom CUDA or Triton kernel, or a tensor of another GPU. CUDA reports it late, so the line shown is usually a later one.'
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
      ],
      notThis: [
        trans.__(
          'A line “Assertion … failed” in the output names the real condition: then that is the cause.'
        ),
        trans.__(
          'If an earlier cell failed with a CUDA error, that one is the cause and this is its echo.'
        )
      ],
      links: [
        LINKS.asynchronous(trans),
        LINKS.errors(trans),
        LINKS.sanitizer(trans)
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'NVRM: Xid (PCI:0000:01:00): 31, pid=2811, name=python, Ch 00000008, intr 00000000. MMU Fault: ENGINE GRAPHICS GPCCLIENT_T1_0 faulted @ 0x7f12_3a000000. Fault is of type FAULT_PDE ACCESS_TYPE_VIRT_READ\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'CUDA illegal memory access in rasterizer when geometry optimization continues on a large-scale scene\n',
      torch: '2.1',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'CUDA kernel failed : 700',
      torch: '1.7',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'CUDA_EXCEPTION_14, Warp Illegal Address\n',
      torch: '2.4',
      origin: 'reference'
    },
    {
      ename: 'AcceleratorError',
      evalue:
        "CUDA error: an illegal memory access was encountered\nSearch for `cudaErrorIllegalAddress' in https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for more information.\nCUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1\n",
      torch: '2.13',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: an illegal memory access was encountered\nCUDA kernel errors might be asynchronously reported at some other API call,so the stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1.',
      torch: '1.10',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuda runtime error (77) : an illegal memory access was encountered at /pytorch/aten/src/THC/THCReduceAll.cuh:339',
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: '',
      evalue: '',
      stderr:
        'THCudaCheck FAIL file=/pytorch/aten/src/THC/THCReduceAll.cuh line=327 error=700 : an illegal memory access was encountered\n',
      torch: '1.4',
      origin: 'reference'
    },
    {
      kind: 'kernel',
      stderr:
        "terminate called after throwing an instance of 'c10::Error'\n  what():  CUDA error: an illegal memory access was encountered\nException raised from create_event_internal at ../c10/cuda/CUDACachingAllocator.cpp:1230 (most recent call first):\n",
      torch: '1.13',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        'NVRM: Xid (PCI:0000:01:00): 31, pid=99, name=Xorg, Ch 00000008, intr 00000000. MMU Fault\n'
    },
    {
      kind: 'text',
      stderr: 'An illegal memory access in the game crashed Unreal Engine'
    },
    {
      kind: 'text',
      stderr:
        'CUDA status = cudaDeviceSynchronize() Error: file: ./src/blas_kernels.cu : () : line: 576 : build time: Nov 14 2019 - 12:37:57\nCUDA Error: an illegal memory access was encountered\n'
    },
    {
      kind: 'text',
      stderr:
        'gpuFunctionsImpl.cu(1850) : cudaSafeCall() Runtime API error 700: an illegal memory access was encountered.'
    },
    {
      kind: 'text',
      stderr:
        'darknet: CUDA Error Prev: an illegal memory access was encountered'
    },
    {
      ename: 'AcceleratorError',
      evalue: 'CUDA error: misaligned address'
    },
    {
      ename: 'InternalError',
      evalue:
        'Failed to copy tensor: CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered'
    },
    {
      ename: 'XGBoostError',
      evalue:
        'parallel_for failed: cudaErrorIllegalAddress: an illegal memory access was encountered'
    }
  ]
};

export default entry;
