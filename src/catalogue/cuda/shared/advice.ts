import type { IFix, ILink, ITranslate } from '../../../diagnosis/types';
import { smallBatch } from '../../shared/edits/loader';

/** Advice that several errors of the GPU share. */

/** Make the reported line the one that failed. */
export function rerunBlocking(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Run again with CUDA_LAUNCH_BLOCKING=1'),
    detail: trans.__(
      'In a fresh kernel, set before torch is imported: then the traceback ends at the call that failed.'
    ),
    code: 'import os\nos.environ["CUDA_LAUNCH_BLOCKING"] = "1"  # first cell, before import torch'
  };
}

/** Let the CPU say what is wrong, with values. */
export function runOnCpu(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Run one batch on the CPU'),
    detail: trans.__(
      'Restart the kernel first. The CPU checks the same conditions at once and names the value.'
    ),
    code: 'model.cpu()(batch.cpu())'
  };
}

/** The GPU context of this process is lost. */
export function restartKernel(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Restart the kernel before anything else on the GPU'),
    detail: trans.__(
      'After this error every CUDA call of this process fails. CPU tensors and Python variables are still there to be saved.'
    ),
    action: { kind: 'restart' }
  };
}

/** The commonest way to need less GPU memory. */
export function smallerBatch(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Use a smaller batch'),
    detail: trans.__(
      'If the optimiser needs the large one, add up the gradients of several small batches.'
    ),
    code: 'loader = DataLoader(dataset, batch_size=8, shuffle=True)',
    edit: smallBatch
  };
}

/** Who holds the memory, seen from inside and outside of torch. */
export function whoHoldsMemory(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See which processes hold GPU memory'),
    detail: trans.__(
      'Kernels of other notebooks keep their memory until they are shut down.'
    ),
    code: '$ nvidia-smi'
  };
}

/** Tell the library's fault from one of memory or of an earlier kernel. */
export function withoutCudnn(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Run once without cuDNN'),
    detail: trans.__(
      'If it works, cuDNN or its version is to blame; if another error comes, that is the real one. It is slower.'
    ),
    code: 'torch.backends.cudnn.enabled = False'
  };
}

/** A build of torch that fits the GPU and brings its own libraries. */
export function matchingBuild(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Compare torch, its CUDA version and the GPU'),
    detail: trans.__(
      'A build made before the GPU came out has no code for it. A CUDA library found through LD_LIBRARY_PATH can also take the place of the one that torch brings.'
    ),
    code: 'print(torch.__version__, torch.version.cuda, torch.backends.cudnn.version())\nprint(torch.cuda.get_device_name(), torch.cuda.get_device_capability(), torch.cuda.get_arch_list())'
  };
}

/** Find the kernel and the access that failed. */
export function computeSanitizer(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Let compute-sanitizer name the kernel'),
    detail: trans.__(
      'Export the notebook to a script first; it runs many times slower.'
    ),
    code: '$ compute-sanitizer --tool memcheck python script.py'
  };
}

/** A cuBLAS that is found before torch's own may know less. */
export function withoutForeignCublas(trans: ITranslate, title: string): IFix {
  return {
    safety: 'check',
    title,
    detail: trans.__(
      'A path in LD_LIBRARY_PATH can replace the cuBLAS that torch brings. Start Jupyter without it.'
    ),
    code: '$ env -u LD_LIBRARY_PATH jupyter lab'
  };
}

/** When it is not this: the device has printed the condition that failed. */
export function assertionIsTheCause(trans: ITranslate): string {
  return trans.__(
    'A line “Assertion … failed” in the output names the real condition: then that is the cause.'
  );
}

/** When it is not this: the context was lost before. */
export function isAnEcho(trans: ITranslate): string {
  return trans.__(
    'If an earlier cell failed with a CUDA error, that one is the cause and this is its echo.'
  );
}

/** Links to primary sources that several entries need. */
export const LINKS = {
  asynchronous: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: asynchronous execution and CUDA_LAUNCH_BLOCKING'),
    url: 'https://docs.pytorch.org/docs/stable/notes/cuda.html#asynchronous-execution'
  }),
  memory: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: how CUDA memory is managed'),
    url: 'https://docs.pytorch.org/docs/stable/notes/cuda.html#memory-management'
  }),
  errors: (trans: ITranslate): ILink => ({
    title: trans.__('NVIDIA: the errors of the CUDA runtime'),
    url: 'https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html'
  }),
  assertion: (trans: ITranslate): ILink => ({
    title: trans.__('NVIDIA: assertions in GPU code'),
    url: 'https://docs.nvidia.com/cuda/cuda-c-programming-guide/index.html#assertion'
  }),
  sanitizer: (trans: ITranslate): ILink => ({
    title: trans.__('NVIDIA: Compute Sanitizer'),
    url: 'https://docs.nvidia.com/compute-sanitizer/ComputeSanitizer/index.html'
  }),
  xid: (trans: ITranslate): ILink => ({
    title: trans.__('NVIDIA: Xid messages of the driver'),
    url: 'https://docs.nvidia.com/deploy/xid-errors/index.html'
  }),
  cublas: (trans: ITranslate): ILink => ({
    title: trans.__('NVIDIA: the status codes of cuBLAS'),
    url: 'https://docs.nvidia.com/cuda/cublas/index.html#cublasstatus-t'
  }),
  cudnn: (trans: ITranslate): ILink => ({
    title: trans.__('NVIDIA: the status codes of cuDNN'),
    url: 'https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/cudnn-graph-library.html'
  }),
  cudnnFlags: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: torch.backends.cudnn'),
    url: 'https://docs.pytorch.org/docs/stable/backends.html#module-torch.backends.cudnn'
  }),
  install: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: builds for each CUDA version'),
    url: 'https://pytorch.org/get-started/locally/'
  })
} as const;
