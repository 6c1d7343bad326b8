/**
 * What the seed documents tell of (../shared/catalogue/seed-coverage.tsv), row
 * by row: the error as a program prints it, or the words that people look up;
 * the id that answers it, and what the answer must hold.
 */
import type { ICase } from './cases';

export interface ISeedRow {
  /** The document and the place in it. */
  readonly seed: string;
  readonly id: string;
  readonly failure?: ICase;
  /** For what no error announces: typed into the look-up. */
  readonly query?: string;
  /** Each must be found in the answer's words. */
  readonly holds: readonly RegExp[];
}

const runtimeError = (evalue: string, stderr = ''): ICase => ({
  ename: 'RuntimeError',
  evalue,
  stderr
});

const ASYNC =
  '\nCUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1.';

const COLLATED: ICase = {
  ename: 'RuntimeError',
  evalue:
    'invalid argument 0: Sizes of tensors must match except in dimension 0. Got 1 and 3 in dimension 1 at /pytorch/aten/src/TH/generic/THTensor.cpp:689',
  traceback:
    'Traceback (most recent call last):\n  File "/usr/lib/python3.6/site-packages/torch/utils/data/dataloader.py", line 138, in _worker_loop\n    samples = collate_fn([dataset[i] for i in batch_indices])\n  File "/usr/lib/python3.6/site-packages/torch/utils/data/_utils/collate.py", line 41, in default_collate\n    return torch.stack(batch, 0, out=out)\nRuntimeError: invalid argument 0: Sizes of tensors must match except in dimension 0. Got 1 and 3 in dimension 1 at /pytorch/aten/src/TH/generic/THTensor.cpp:689'
};

export const SEED_ROWS: readonly ISeedRow[] = [
  {
    seed: '000 §1',
    id: 'cuda/cublas-invalid-value',
    failure: runtimeError(
      'CUDA error: CUBLAS_STATUS_INVALID_VALUE when calling `cublasSgemm( handle, opa, opb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc)`'
    ),
    holds: [/last dimension/i, /in_features/]
  },
  {
    seed: '000 §1 ref2',
    id: 'cuda/cublas-execution-failed',
    failure: runtimeError(
      'CUDA error: CUBLAS_STATUS_EXECUTION_FAILED when calling `cublasSgemm( handle, opa, opb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc)`'
    ),
    holds: [/index/i, /shape|dimension/i, /CUDA_LAUNCH_BLOCKING/]
  },
  {
    seed: '000 §2',
    id: 'cuda/device-assert',
    failure: runtimeError(`CUDA error: device-side assert triggered${ASYNC}`),
    holds: [/label/i, /output/i, /CUDA_LAUNCH_BLOCKING/, /late|earlier|before/i]
  },
  {
    seed: '000 §2 quote',
    id: 'cuda/device-assert-target',
    failure: runtimeError(
      `CUDA error: device-side assert triggered${ASYNC}`,
      '../aten/src/ATen/native/cuda/Loss.cu:250: nll_loss_forward_reduce_cuda_kernel_2d: block: [0,0,0], thread: [0,0,0] Assertion `t >= 0 && t < n_classes` failed.\n'
    ),
    holds: [/add(?:ing)? 1/i, /wrong/i, /0 … C ?[-−] ?1|0 … /]
  },
  {
    seed: '000 §3',
    id: 'cuda/cublas-not-initialized',
    failure: runtimeError(
      'CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)`'
    ),
    holds: [/memory/i, /smaller batch|batch/i, /context|earlier/i]
  },
  {
    seed: '000 §4',
    id: 'cuda/cublas-alloc-failed',
    failure: runtimeError(
      'CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`'
    ),
    holds: [/memory/i, /class|label/i]
  },
  {
    seed: '001 §1',
    id: 'cuda/cudnn-mapping-error',
    failure: runtimeError('CUDNN_STATUS_MAPPING_ERROR'),
    holds: [/batch/i, /Conv3d|cuDNN/, /\.cuda\(\)|\.to\(/, /version/i]
  },
  {
    seed: '001 §2',
    id: 'cuda/cudnn-mapping-error',
    failure: runtimeError(
      'failed to enqueue convolution on stream: CUDNN_STATUS_MAPPING_ERROR'
    ),
    holds: [/model/i, /\.cuda\(\)|\.to\(/]
  },
  {
    seed: '001 §1',
    id: 'topic/cudnn-flags',
    query: 'torch.backends.cudnn.enabled benchmark',
    holds: [/benchmark/, /enabled/, /slow/i]
  },
  {
    seed: '001 §3',
    id: 'topic/version-compatibility',
    query: 'driver, CUDA toolkit, torch and torchvision versions',
    holds: [/nvidia-smi/, /torch\.version\.cuda/, /torchvision/]
  },
  {
    seed: '002 all',
    id: 'cuda/device-assert',
    failure: runtimeError(
      'cuda runtime error (59) : device-side assert triggered at /opt/conda/conda-bld/pytorch/work/aten/src/THC/THCStorage.cpp:36'
    ),
    holds: [/earlier|late|before/i]
  },
  {
    seed: '002 all',
    id: 'cuda/device-assert-target',
    failure: runtimeError(
      'cuda runtime error (59) : device-side assert triggered at /pytorch/aten/src/THCUNN/generic/ClassNLLCriterion.cu:116'
    ),
    holds: [/label/i, /class|output/i]
  },
  {
    seed: '002 end',
    id: 'cuda/device-assert',
    failure: runtimeError(
      'copy_if failed to synchronize: device-side assert triggered'
    ),
    holds: [/earlier|late|before/i]
  },
  {
    seed: '002 end',
    id: 'cuda/device-assert',
    failure: {
      stderr:
        'THCudaCheck FAIL file=/pytorch/aten/src/THC/THCGeneral.cpp line=296 error=59 : device-side assert triggered\n'
    },
    holds: [/earlier|late|before/i]
  },
  {
    seed: '002 end',
    id: 'cuda/device-assert-index',
    failure: runtimeError(
      'CUDA error: device-side assert triggered',
      '/pytorch/aten/src/THC/THCTensorIndex.cu:361: void indexSelectLargeIndex(TensorInfo<T, IndexType>) [with T = float]: block: [72,0,0], thread: [47,0,0] Assertion `srcIndex < srcSelectDimSize` failed.\n'
    ),
    holds: [/num_embeddings|rows/i, /padding_idx/]
  },
  {
    seed: '002 all',
    id: 'topic/launch-blocking',
    query: 'asynchronous execution CUDA_LAUNCH_BLOCKING=1 before any import',
    holds: [/before/i, /import|start/i]
  },
  {
    seed: '003 1.1',
    id: 'cuda/cudnn-execution-failed',
    failure: runtimeError('cuDNN error: CUDNN_STATUS_EXECUTION_FAILED'),
    holds: [/memory/i, /cudnn\.enabled ?= ?False/]
  },
  {
    seed: '003 1.2',
    id: 'cuda/out-of-memory',
    failure: runtimeError(
      'cuda runtime error (2) : out of memory at /pytorch/torch/lib/THC/generic/THCStorage.cu:58'
    ),
    holds: [
      /batch/i,
      /precision|autocast/i,
      /accumulat/i,
      /nvidia-smi|process/i
    ]
  },
  {
    seed: '003 1.3',
    id: 'topic/visible-devices',
    query: 'CUDA_VISIBLE_DEVICES',
    holds: [/CUDA_VISIBLE_DEVICES=/, /before/i]
  },
  {
    seed: '003 1.4',
    id: 'topic/moving-to-gpu',
    query: 'Module.cuda() in place, Tensor.cuda() not',
    holds: [/x = x\.to\(|= \w+\.to\(|= \w+\.cuda\(\)/]
  },
  {
    seed: '003 1.5',
    id: 'cuda/illegal-memory-access',
    failure: runtimeError(
      'cuda runtime error (77) : an illegal memory access was encountered at /pytorch/aten/src/THC/THCReduceAll.cuh:339'
    ),
    holds: [/CUDA_LAUNCH_BLOCKING/, /index/i, /late|earlier|before/i]
  },
  {
    seed: '003 1.6',
    id: 'model/map-location',
    failure: {
      ename: 'AttributeError',
      evalue: "module 'torch._C' has no attribute '_cuda_getDevice'"
    },
    holds: [/torch\.load\(.*map_location/]
  },
  {
    seed: '003 2.1',
    id: 'tensor/device-mismatch',
    failure: runtimeError(
      'Input type (CUDAFloatTensor) and weight type (CPUFloatTensor) should be the same'
    ),
    holds: [/model/i, /\.to\(/]
  },
  {
    seed: '003 2.2',
    id: 'tensor/dtype-mismatch',
    failure: runtimeError(
      'Input type (CUDADoubleTensor) and weight type (CUDAFloatTensor) should be the same'
    ),
    holds: [/\.float\(\)|\.to\(torch\.float32\)/, /\.double\(\)/]
  },
  {
    seed: '003 2.3',
    id: 'dataloader/collate-size',
    failure: COLLATED,
    holds: [/resiz/i, /collate_fn/]
  },
  {
    seed: '003 2.4',
    id: 'tensor/cat-size',
    failure: runtimeError(
      'invalid argument 0: Sizes of tensors must match except in dimension 1. Got 14 and 13 in dimension 0 at /pytorch/aten/src/THC/generic/THCTensorMath.cu:83'
    ),
    holds: [/drop_last/, /odd|sampl/i]
  },
  {
    seed: '003 2.5',
    id: 'tensor/device-mismatch',
    failure: runtimeError('expected CPU tensor (got CUDA tensor)'),
    holds: [/device/i]
  },
  {
    seed: '003 3.1',
    id: 'tensor/scalar-index',
    failure: {
      ename: 'IndexError',
      evalue:
        'invalid index of a 0-dim tensor. Use tensor.item() to convert a 0-dim tensor to a Python number'
    },
    holds: [/\.item\(\)/]
  },
  {
    seed: '003 3.2',
    id: 'version/numpy-dtype',
    failure: {
      stderr:
        "/usr/lib/python3.6/site-packages/tensorboard/compat/tensorflow_stub/dtypes.py:541: FutureWarning: Passing (type, 1) or '1type' as a synonym of type is deprecated; in a future version of numpy, it will be understood as (type, (1,)) / '(1,)type'.\n"
    },
    holds: [/upgrade|update|newer/i, /\(1,\)/]
  },
  {
    seed: '003 3.3',
    id: 'version/uint8-mask',
    failure: {
      stderr:
        '/pytorch/aten/src/ATen/native/IndexingUtils.h:20: UserWarning: indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.\n'
    },
    holds: [/\.bool\(\)/]
  },
  {
    seed: '003 3.4',
    id: 'version/sigmoid-deprecated',
    failure: {
      stderr:
        'torch/nn/functional.py:1332: UserWarning: nn.functional.sigmoid is deprecated. Use torch.sigmoid instead.\n'
    },
    holds: [/torch\.sigmoid/]
  },
  {
    seed: '003 3.5',
    id: 'model/batches-tracked',
    failure: {
      ename: 'KeyError',
      evalue:
        '\'unexpected key "module.bn1.num_batches_tracked" in state_dict\''
    },
    holds: [/0\.4\.1/, /strict=False/]
  },
  {
    seed: '003 4.1',
    id: 'kernel/died-dataloader',
    query: 'kernel dies when training starts with num_workers',
    holds: [/num_workers/, /shm|shared memory/i, /memory/i]
  },
  {
    seed: '003 4.2',
    id: 'dataloader/bus-error-shm',
    failure: {
      stderr:
        'ERROR: Unexpected bus error encountered in worker. This might be caused by insufficient shared memory (shm).\n\0'
    },
    holds: [/--shm-size/, /--ipc=host/, /num_workers/, /sharing/i]
  },
  {
    seed: '003 4.3',
    id: 'cuda/device-assert-target',
    failure: runtimeError(
      'cuda runtime error (59) : device-side assert triggered at /pytorch/aten/src/THC/generic/THCTensorMath.cu:15',
      "/pytorch/aten/src/THCUNN/ClassNLLCriterion.cu:105: block: [0,0,0], thread: [4,0,0] Assertion `cur_target >= 0 && cur_target < n_classes' failed.\n"
    ),
    holds: [/subtract 1|- 1/i, /ignore_index/]
  },
  {
    seed: '003 5.1',
    id: 'model/state-dict-missing',
    failure: runtimeError(
      'Error(s) in loading state_dict for ResNet:\n\tMissing key(s) in state_dict: "fc.weight", "fc.bias". '
    ),
    holds: [/strict=False/, /untrained|random|not loaded/i]
  },
  {
    seed: '003 5.2',
    id: 'model/state-dict-prefix',
    failure: runtimeError(
      'Error(s) in loading state_dict for ResNet:\n\tMissing key(s) in state_dict: "conv1.weight". \n\tUnexpected key(s) in state_dict: "module.conv1.weight". '
    ),
    holds: [/module\./, /strip|remove|prefix/i]
  },
  {
    seed: '003 5.2 and 7.3',
    id: 'model/state-dict-prefix',
    query: 'model.module when saving and loading under DataParallel',
    holds: [/model\.module\.state_dict\(\)/]
  },
  {
    seed: '003 6.1',
    id: 'tensor/nan',
    query: 'loss is nan',
    holds: [
      /learning rate|lr/i,
      /log|sqrt|divi/i,
      /data|input/i,
      /isnan|isfinite/
    ]
  },
  {
    seed: '003 6.2',
    id: 'topic/loss-arguments',
    query: 'CrossEntropyLoss reduce size_average reduction ignore_index weight',
    holds: [/reduction=/, /size_average/, /ignore_index/]
  },
  {
    seed: '003 7.1',
    id: 'topic/dataparallel-on-cpu',
    query: 'DataParallel code on a CPU-only machine',
    holds: [/\.module|unwrap/i]
  },
  {
    seed: '003 7.2',
    id: 'parallel/dataparallel-device',
    failure: runtimeError(
      'module must have its parameters and buffers on device cuda:0 (device_ids[0]) but found one of them on device: cuda:1'
    ),
    holds: [/device_ids\[0\]|cuda:0/]
  },
  {
    seed: '003 7.4',
    id: 'topic/data-parallel',
    query: 'how DataParallel works over several GPUs',
    holds: [/DistributedDataParallel/, /split|scatter/i, /gather/i]
  },
  {
    seed: '003 8.1',
    id: 'topic/weight-decay',
    query: 'weight_decay shrinks layers that get no gradient',
    holds: [/optimi[sz]er/i, /requires_grad|parameters/]
  },
  {
    seed: '003 9',
    id: 'topic/reproducibility',
    query: 'reproducibility seeds deterministic',
    holds: [
      /manual_seed/,
      /cudnn\.deterministic|use_deterministic_algorithms/,
      /worker_init_fn|generator|worker/
    ]
  },
  {
    seed: '003 10.1, 10.4',
    id: 'tensor/negative-strides',
    failure: {
      ename: 'ValueError',
      evalue:
        'some of the strides of a given numpy array are negative. This is currently not supported, but will be added in future releases.'
    },
    holds: [/\.copy\(\)/]
  },
  {
    seed: '003 10.2',
    id: 'tensor/view-contiguous',
    failure: runtimeError(
      "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead."
    ),
    holds: [/\.contiguous\(\)/, /\.reshape\(/]
  },
  {
    seed: '003 10.3',
    id: 'tensor/view-contiguous',
    failure: runtimeError(
      'invalid argument 2: input is not contiguous at /pytorch/aten/src/THC/generic/THCTensor.c:227'
    ),
    holds: [/\.contiguous\(\)/]
  },
  {
    seed: '003 10.5',
    id: 'topic/detach',
    query: 'Tensor.detach()',
    holds: [/graph|gradient/i]
  },
  {
    seed: '003 10.6',
    id: 'tensor/batchnorm-single',
    failure: {
      ename: 'ValueError',
      evalue:
        'Expected more than 1 value per channel when training, got input size torch.Size([1, 512])'
    },
    holds: [/drop_last/, /eval\(\)/]
  },
  {
    seed: '003 11',
    id: 'topic/warnings',
    query: 'ignoring warnings',
    holds: [/-W ignore/, /filterwarnings/]
  },
  {
    seed: '003 12',
    id: 'export/onnx-upsample',
    failure: {
      stderr:
        "UserWarning: You are trying to export the model with onnx:Upsample for ONNX opset version 9. ONNX's Upsample/Resize operator did not match Pytorch's Interpolation until opset 11.\n"
    },
    holds: [/opset_version ?=? ?1[1-9]|opset 1[1-9]/]
  },
  {
    seed: '004 §lib',
    id: 'topic/cuda-libraries',
    query: 'libcuda.so libcudart.so libcublas.so which library is which',
    holds: [/libcuda/, /libcudart/, /libcublas/]
  },
  {
    seed: '004 §arch',
    id: 'cuda/no-kernel-image',
    failure: runtimeError(
      'CUDA error: no kernel image is available for execution on the device'
    ),
    holds: [/compute capability|sm_/i, /get_arch_list/]
  },
  {
    seed: '004 §error',
    id: 'cuda/illegal-memory-access',
    failure: runtimeError(
      `CUDA error: an illegal memory access was encountered${ASYNC}\nCompile with \`TORCH_USE_CUDA_DSA\` to enable device-side assertions.\n`
    ),
    holds: [/index|out of range/i]
  },
  {
    seed: '004 §error',
    id: 'topic/launch-blocking',
    query: 'export CUDA_LAUNCH_BLOCKING=1, then it runs',
    holds: [/race|hide/i]
  },
  {
    seed: '004 §error',
    id: 'topic/launch-blocking',
    query: 'cudaDeviceSetLimit cudaLimitDevRuntimeSyncDepth',
    holds: [/cudaDeviceSetLimit|cudaLimitDevRuntimeSyncDepth/, /not/]
  }
];
