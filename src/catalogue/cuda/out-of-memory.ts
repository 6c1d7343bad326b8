import type { IEntry } from '../../diagnosis/types';
import { LINKS } from './shared/advice';
import { appleFixes, appleLinks, appleWords } from './shared/apple-memory';
import { memoryFixes } from './shared/memory-fixes';
import { MEMORY_SIGNS } from './shared/memory-signs';
import { memoryWords } from './shared/memory-words';

/**
 * Memory of the GPU ran out: the caching allocator's message, whose figures
 * tell why, and `cudaErrorMemoryAllocation` (2) where CUDA itself refuses.
 */
const entry: IEntry = {
  id: 'cuda/out-of-memory',
  answers: [
    'CUDA out of memory. Tried to allocate 20.00 MiB',
    'torch.OutOfMemoryError: CUDA out of memory',
    'CUDA error: out of memory',
    'cuda runtime error (2) : out of memory at THCStorage.cu:58',
    'Allocation on device 0 would exceed allowed memory. (out of memory)',
    'Unexpected error from cudaGetDeviceCount() … Error 2: out of memory',
    'HIP out of memory',
    'MPS backend out of memory',
    'Triton Error [CUDA]: out of memory',
    'Free memory on device on startup is less than desired GPU memory utilization',
    'No available memory for the cache blocks'
  ],
  // The unpickler moves tensors to the GPU, and passes its error on.
  refines: ['model/weights-only'],
  signs: MEMORY_SIGNS,
  page(trans, values) {
    const apple = values.maker === 'apple';
    return {
      ...(apple ? appleWords(trans, values) : memoryWords(trans, values)),
      fixes: apple ? appleFixes(trans) : memoryFixes(trans, values),
      notThis: [
        trans.__(
          '“DefaultCPUAllocator” means the computer’s own memory, not the GPU’s.'
        ),
        trans.__(
          'The error does not break the GPU: the kernel stays usable once memory is free.'
        )
      ],
      links: apple
        ? appleLinks(trans)
        : [
            LINKS.memory(trans),
            {
              title: trans.__('PyTorch: out of memory, questions and answers'),
              url: 'https://docs.pytorch.org/docs/stable/notes/faq.html'
            },
            {
              title: trans.__('PyTorch: settings of the allocator'),
              url: 'https://docs.pytorch.org/docs/stable/notes/cuda.html#optimizing-memory-usage-with-pytorch-cuda-alloc-conf'
            }
          ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr: 'runtimerror: cuda error, out of memory\n',
      torch: '1.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'ERROR: [TRTorch Conversion Context] - Requested amount of GPU memory (8589934592 bytes) could not be allocated. There may not be enough free memory for allocation to succeed.\n',
      torch: '1.9',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Native API failed. Native API returns: 39 (UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY)',
      torch: '2.7',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Warning: Ran out of memory when regular VAE decoding, retrying with tiled VAE decoding.\n',
      torch: '2.5',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'mmdet3d/ops/spconv/src/indice_cuda.cu 124\ncuda execution failed with error 2',
      torch: '1.5',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'No executable batch size found, reached zero.',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'Invalid buffer size: 104.25 GB',
      torch: '2.3',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        '[enforce fail at event_gpu.cc:17] error == cudaSuccess. 2 vs 0. Error at: /pytorch/caffe2/core/event_gpu.cc:17: out of memory',
      torch: '1.1',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Could not allocate tensor with 1032884736 bytes. There is not enough GPU video memory available!',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'cuda runtime error (2)',
      torch: '0.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: '!!! Exception during processing !!! Allocation on device \n',
      torch: '2.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'WeightsUnpickler error: MPS backend out of memory (MPS allocated: 1.02 GB, other allocations: 0 bytes, max allowed: 15.87 GB). Tried to allocate 256 bytes on shared pool. Use PYTORCH_MPS_HIGH_WATERMARK_RATIO=0.0 to disable upper limit for memory allocations (may cause system failure).',
      torch: '2.4',
      origin: 'reference',
      values: { maker: 'apple', tried: '256 bytes', other: '0 bytes' }
    },
    {
      ename: 'OutOfMemoryError',
      evalue:
        'CUDA out of memory. Tried to allocate 400.00 MiB. GPU 0 has a total capacity of 14.75 GiB of which 120.06 MiB is free. Process 4021 has 14.62 GiB memory in use. Of the allocated memory 14.20 GiB is allocated by PyTorch, and 95.50 MiB is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try setting PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  See documentation for Memory Management  (https://pytorch.org/docs/stable/notes/cuda.html#environment-variables)',
      torch: '2.4',
      origin: 'reference',
      values: {
        tried: '400 MiB',
        free: '120 MiB',
        total: '14.8 GiB',
        allocated: '14.2 GiB',
        reason: 'full',
        gpu: '0'
      }
    },
    {
      ename: 'OutOfMemoryError',
      evalue:
        'CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacty of 15.75 GiB of which 300.00 MiB is free. Including non-PyTorch memory, this process has 15.45 GiB memory in use. Of the allocated memory 11.50 GiB is allocated by PyTorch, and 3.40 GiB is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try setting max_split_size_mb to avoid fragmentation.  See documentation for Memory Management and PYTORCH_CUDA_ALLOC_CONF',
      torch: '2.1',
      origin: 'reference',
      values: { reason: 'fragmented', unused: '3.4 GiB', splitSize: 'yes' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 31.75 GiB total capacity; 600.00 MiB already allocated; 12.75 MiB free; 610.00 MiB reserved in total by PyTorch)',
      torch: '1.8',
      origin: 'reference',
      values: { reason: 'elsewhere', elsewhere: '31.1 GiB' }
    },
    {
      kind: 'text',
      stderr:
        'Tried to allocate 64.00 MiB (GPU 0; 3.95 GiB total capacity; 2.90 GiB already allocated; 40.12 MiB free; 2.95 GiB reserved in total by PyTorch)',
      torch: '1.8',
      origin: 'reference',
      values: { tried: '64 MiB', free: '40.1 MiB', gpu: '0' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuda runtime error (2) : out of memory at /pytorch/torch/lib/THC/generic/THCStorage.cu:58',
      torch: '0.3',
      origin: 'reference'
    },
    {
      ename: 'OutOfMemoryError',
      evalue:
        'Allocation on device 0 would exceed allowed memory. (out of memory)\nCurrently allocated     : 9.43 GiB\nRequested               : 640.00 MiB\nDevice limit            : 11.59 GiB\nFree (according to CUDA): 7.12 MiB\nPyTorch limit (set by user-supplied memory fraction)\n                        : 17179869184.00 GiB',
      torch: '2.4',
      origin: 'reference',
      values: { tried: '640 MiB', free: '7.12 MiB', total: '11.6 GiB' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling NumCudaDevices() that might have already set an error? Error 2: out of memory',
      torch: '2.4',
      origin: 'reference',
      values: { reason: 'start' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Free memory on device (20.5/24.0 GiB) on startup is less than desired GPU memory utilization (0.9, 21.6 GiB). Decrease GPU memory utilization or reduce GPU memory used by other processes.',
      torch: '2.7',
      origin: 'reference',
      values: { engine: 'vllm', free: '20.5 GiB', tried: '21.6 GiB' }
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        'RuntimeError: CUDA error encountered at: null_mask.cu:93: 2 cudaErrorMemoryAllocation out of memory'
    },
    {
      ename: 'ValueError',
      evalue: 'Free memory on host (3.1/16.0 GiB) is less than desired'
    },
    {
      ename: 'RuntimeError',
      evalue:
        '[enforce fail at alloc_cpu.cpp:114] . DefaultCPUAllocator: not enough memory: you tried to allocate 8589934592 bytes.'
    },
    {
      ename: 'ResourceExhaustedError',
      evalue:
        'OOM when allocating tensor with shape[64,256,56,56] and type float on /job:localhost/replica:0/task:0/device:GPU:0 by allocator GPU_0_bfc'
    },
    {
      ename: 'OutOfMemoryError',
      evalue:
        'Out of memory allocating 8,000,000,000 bytes (allocated so far: 0 bytes).'
    },
    {
      ename: 'MemoryError',
      evalue:
        'Unable to allocate 7.45 GiB for an array with shape (1000000000,) and data type float64'
    },
    {
      kind: 'text',
      stderr: 'MemoryError: Tried to allocate 64.00 MiB for the tile cache'
    },
    {
      evalue:
        'ERROR: LoadError: CUDA error: out of memory (code #2, ERROR_OUT_OF_MEMORY)\nStacktrace:\n [1] macro expansion at packages/CUDAdrv/src/base.jl:147 [inlined]'
    }
  ]
};

export default entry;
