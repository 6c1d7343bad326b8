import type { IEntry } from '../../diagnosis/types';
import { KERNEL_IMAGE_SIGNS } from './shared/kernel-image-signs';
import {
  kernelImageCause,
  kernelImageFixes,
  kernelImageLinks
} from './shared/kernel-image-words';

const entry: IEntry = {
  id: 'cuda/no-kernel-image',
  answers: [
    'CUDA error: no kernel image is available for execution on the device',
    'NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation',
    'cuda runtime error (48) : no kernel image is available for execution on the device',
    'PyTorch no longer supports this GPU because it is too old',
    'CUDA error: invalid device function',
    'HIP error: invalid device function',
    'hipErrorNoBinaryForGpu: Unable to find code object for all current devices!',
    'CUDA error: device kernel image is invalid',
    'CuDNN error: CUDNN_STATUS_SUCCESS',
    'rocBLAS error: Cannot read TensileLibrary.dat: No such file or directory for GPU arch : gfx1101',
    "'sm_120' is not a recognized processor for this target (ignoring processor)",
    'Ampere needs CUDA 11',
    'compute capability, sm_86, get_arch_list'
  ],
  signs: KERNEL_IMAGE_SIGNS,
  page(trans, values) {
    return {
      title: values.capability
        ? trans.__(
            'This PyTorch has no code for a GPU of capability %1',
            values.capability
          )
        : trans.__('This PyTorch has no code for your GPU'),
      cause: kernelImageCause(trans, values),
      fixes: kernelImageFixes(trans, values),
      notThis: [
        trans.__(
          'The driver is too old for this CUDA: the text then speaks of the driver’s version.'
        ),
        trans.__(
          'If torch.ones(1).cuda() + 1 works, PyTorch fits the GPU and the failing call belongs to another compiled package.'
        )
      ],
      links: kernelImageLinks(trans, values)
    };
  },
  examples: [
    {
      kind: 'text',
      stderr: 'FATAL: this function is for sm80, but was built for sm750\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'The current PyTorch install supports CUDA capabilities sm_37 sm_50 sm_60 sm_70.\n',
      torch: '1.10',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'invalid device function at src/convolution.cu:281',
      torch: '1.8',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'error in deformable_im2col: invalid device function\n',
      torch: '1.2',
      origin: 'reference'
    },
    {
      ename: '',
      evalue:
        'CUDA error (/src/flash-attention/hopper/flash_fwd_launch_template.h:188): no kernel image is availa',
      torch: '2.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'THCudaCheck FAIL file=/pytorch/aten/src/THC/THCGeneral.cpp line=663 error=11 : invalid argument\ncudaCheckError() failed : no kernel image is available for execution on the device\n',
      torch: '0.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'cudaCheckError() failed : invalid device function\n',
      torch: '0.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'rocBLAS error: Cannot read /usr/lib/python3.11/site-packages/torch/lib/rocblas/library/TensileLibrary.dat: No such file or directory for GPU arch : gfx1101\n',
      torch: '2.1',
      origin: 'reference',
      values: { maker: 'amd' }
    },
    {
      kind: 'text',
      stderr:
        '"hipErrorNoBinaryForGpu: Unable to find code object for all current devices!"\nAborted (core dumped)\n',
      torch: '1.10',
      origin: 'reference',
      values: { maker: 'amd' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'HIP error: invalid device function\nHIP kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.\nFor debugging consider passing AMD_SERIALIZE_KERNEL=3.',
      torch: '2.3',
      origin: 'reference',
      values: { maker: 'amd' }
    },
    {
      kind: 'text',
      stderr:
        ':3:hip_module.cpp :669 : 100 us: [pid:7 tid:0x7f] hipLaunchKernel: Returned hipErrorInvalidDeviceFunction : \n',
      torch: '2.3',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        "RuntimeError: Internal Triton PTX codegen error\n`ptxas` stderr:\nptxas fatal   : Value 'sm_120' is not defined for option 'gpu-name'\n",
      torch: '2.6',
      origin: 'reference'
    },
    {
      ename: 'AcceleratorError',
      evalue:
        "CUDA error: no kernel image is available for execution on the device\nSearch for `cudaErrorNoKernelImageForDevice' in https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for more information.",
      stderr:
        'site-packages/torch/cuda/__init__.py:435: UserWarning: \nNVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation.\nThe current PyTorch install supports CUDA capabilities sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90.\nIf you want to use the NVIDIA GeForce RTX 5090 GPU with PyTorch, please check the instructions at https://pytorch.org/get-started/locally/\n',
      torch: '2.10',
      origin: 'reference',
      values: {
        gpu: 'NVIDIA GeForce RTX 5090',
        capability: '12.0',
        oldest: '5.0',
        newest: '9.0',
        age: 'newer'
      }
    },
    {
      kind: 'text',
      stderr:
        'UserWarning: Found GPU0 NVIDIA GeForce GTX 1080 which is of compute capability (CC) 6.1.\nThe following list shows the CCs this version of PyTorch was built for and the hardware CCs it supports:\n- 7.5 which supports hardware CC >=7.5,<8.0\nYour installed torch==2.13.0+cu130 does not include kernels for this GPU. Reinstall the same version against a CUDA build that does, e.g.:\n  For CUDA 12.6 use pip install torch==2.13.0 --index-url https://download.pytorch.org/whl/cu126\n',
      torch: '2.13',
      origin: 'reference',
      values: {
        capability: '6.1',
        age: 'older',
        release: '2.13.0',
        build: 'cu126'
      }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuda runtime error (48) : no kernel image is available for execution on the device at /pytorch/aten/src/THC/generic/THCTensorMath.cu:14',
      stderr:
        'UserWarning: \n    Found GPU0 Tesla K10.G1.8GB which is of cuda capability 3.0.\n    PyTorch no longer supports this GPU because it is too old.\n',
      torch: '1.0',
      origin: 'reference',
      values: { gpu: 'Tesla K10.G1.8GB', capability: '3.0', age: 'older' }
    },
    {
      kind: 'text',
      stderr:
        "'sm_120' is not a recognized processor for this target (ignoring processor)\nLLVM ERROR: Cannot select: intrinsic %llvm.nvvm.shfl.sync.bfly.i32\n",
      torch: '2.6',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'CuDNN error: CUDNN_STATUS_SUCCESS',
      traceback:
        'Traceback (most recent call last):\n  File "/env/lib/python3.6/site-packages/torch/nn/modules/rnn.py", line 105, in flatten_parameters\n    self.batch_first, bool(self.bidirectional))\nRuntimeError: CuDNN error: CUDNN_STATUS_SUCCESS',
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: '',
      stderr:
        'THCudaCheck FAIL file=/pytorch/aten/src/THC/THCGeneral.cpp line=405 error=8 : invalid device function\n',
      torch: '1.2',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        '10:00:00 Failed to initialize miner on GPU0: no kernel image is available for execution on the device'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Calculated padded input size per channel: (1 x 1). Kernel size: (3 x 3). Kernel size can't be greater than actual input size",
      stderr:
        'UserWarning: NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation.\n'
    },
    {
      ename: 'IndexError',
      evalue: 'list index out of range',
      stderr:
        'UserWarning: \n    Found GPU1 Quadro K600 which is of cuda capability 3.0.\n    PyTorch no longer supports this GPU because it is too old.\n'
    },
    {
      kind: 'text',
      stderr:
        'OpenCV Error: Gpu API call (no kernel image is available for execution on the device) in call'
    },
    {
      ename: 'RuntimeError',
      evalue:
        '[enforce fail at conv_op_cudnn.cc:572] status == CUDNN_STATUS_SUCCESS. 8 vs 0. Error at: conv_op_cudnn.cc:572: CUDNN_STATUS_EXECUTION_FAILED'
    },
    {
      kind: 'text',
      stderr:
        ':3:hip_module.cpp :669 : 100 us: [pid:7 tid:0x7f] hipLaunchKernel: Returned hipSuccess : \n'
    },
    {
      kind: 'text',
      stderr:
        "'apple-m1' is not a recognized processor for this target (ignoring processor)"
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: the provided PTX was compiled with an unsupported toolchain.'
    },
    {
      ename: 'InternalError',
      evalue:
        'CUDA runtime implicit initialization on GPU:0 failed. Status: device kernel image is invalid',
      traceback:
        'Traceback (most recent call last):\n  File "/usr/lib/python3/dist-packages/tensorflow/python/eager/context.py", line 515, in ensure_initialized\n    context_handle = pywrap_tfe.TFE_NewContext(opts)\ntensorflow.python.framework.errors_impl.InternalError: CUDA runtime implicit initialization on GPU:0 failed. Status: device kernel image is invalid'
    }
  ]
};

export default entry;
