import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { smallerBatch, whoHoldsMemory } from './advice';
import type { Reason } from './memory-figures';

function expandable(trans: ITranslate, values: Values): IFix {
  const setting = values.splitSize
    ? 'max_split_size_mb:128'
    : 'expandable_segments:True';
  return {
    safety: 'check',
    title: trans.__('Let the allocator avoid fragments'),
    detail: values.splitSize
      ? trans.__(
          'It must be set before torch is imported. From torch 2.1 on, expandable_segments:True is the better choice.'
        )
      : trans.__(
          'It must be set before torch is imported. Not available on Windows.'
        ),
    code: `import os\nos.environ["PYTORCH_CUDA_ALLOC_CONF"] = "${setting}"  # first cell of a fresh kernel`
  };
}

function releaseNotebook(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Free what failed cells left behind'),
    detail: trans.__(
      'The error’s traceback, Out[…] and _ keep tensors alive. Restarting the kernel is the sure way.'
    ),
    code: 'import gc, sys\nsys.last_traceback = sys.last_value = sys.last_exc = None\ndel output, loss  # your large names\ngc.collect()\ntorch.cuda.empty_cache()'
  };
}

/** Results that are not trained on need no graph. */
export function withoutGraph(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('No graph where none is needed'),
    detail: trans.__(
      'Evaluate under no_grad, and add up loss.item(), not loss: a kept loss keeps its whole graph.'
    ),
    code: 'model.eval()\nwith torch.no_grad():\n    output = model(x)\ntotal += loss.item()'
  };
}

/** Several small batches in the place of a large one. */
export function accumulate(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Trade time for memory: accumulate or recompute'),
    code: 'loss = criterion(model(x), y) / steps\nloss.backward()\nif (i + 1) % steps == 0:\n    optimizer.step()\n    optimizer.zero_grad()'
  };
}

function useLess(trans: ITranslate): IFix[] {
  return [
    smallerBatch(trans),
    {
      safety: 'check',
      title: trans.__('Compute in half precision'),
      detail: trans.__(
        'About half the activations’ memory. GPUs before Ampere: float16 and a GradScaler.'
      ),
      code: 'with torch.autocast("cuda", dtype=torch.bfloat16):\n    loss = criterion(model(x), y)'
    },
    withoutGraph(trans),
    accumulate(trans)
  ];
}

function endOthers(trans: ITranslate): IFix[] {
  return [
    whoHoldsMemory(trans),
    {
      safety: 'check',
      title: trans.__('Shut down the kernels you no longer need'),
      detail: trans.__(
        'In JupyterLab: Running Terminals and Kernels. A closed notebook tab leaves its kernel running.'
      )
    },
    {
      safety: 'check',
      title: trans.__('Or take a GPU that is free'),
      code: 'import os\nos.environ["CUDA_VISIBLE_DEVICES"] = "1"  # first cell, before import torch'
    }
  ];
}

/** For vLLM, which takes a fixed share of the GPU at start. */
function lowerShare(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Let vLLM take a smaller share of the GPU'),
    detail: trans.__(
      'The share counts the whole GPU, also what others hold. With too small a share, shorten max_model_len as well.'
    ),
    code: 'llm = LLM(model, gpu_memory_utilization=0.7, max_model_len=4096)'
  };
}

function lookInside(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what PyTorch itself holds'),
    code: 'print(torch.cuda.memory_summary(abbreviated=True))'
  };
}

function releaseLibraries(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Keep the other library from taking the GPU'),
    detail: trans.__(
      'TensorFlow and JAX take most of the memory at start unless told otherwise. Run this in the first cell.'
    ),
    code: 'import os\nos.environ["TF_FORCE_GPU_ALLOW_GROWTH"] = "true"\nos.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"'
  };
}

function fixesFor(trans: ITranslate, values: Values): IFix[] {
  switch (values.reason as Reason | undefined) {
    case 'impossible':
      return [
        {
          safety: 'diagnostic',
          title: trans.__('Print shapes and dtypes before the failing line'),
          detail: trans.__(
            'Shapes (N, 1) and (N,) broadcast to (N, N); float64 takes twice as much as float32.'
          ),
          code: 'print(a.shape, a.dtype, b.shape, b.dtype)'
        },
        ...useLess(trans)
      ];
    case 'limit':
      return [
        {
          safety: 'check',
          title: trans.__('Raise the limit of this process'),
          code: 'torch.cuda.set_per_process_memory_fraction(1.0)'
        },
        ...useLess(trans)
      ];
    case 'start':
      return endOthers(trans);
    case 'others':
      return [...endOthers(trans), ...useLess(trans)];
    case 'elsewhere':
      return [...endOthers(trans), releaseLibraries(trans), ...useLess(trans)];
    case 'outside':
      return [releaseLibraries(trans), lookInside(trans), ...useLess(trans)];
    case 'fragmented':
      return [
        expandable(trans, values),
        ...useLess(trans),
        releaseNotebook(trans)
      ];
    default:
      return [
        ...useLess(trans),
        releaseNotebook(trans),
        whoHoldsMemory(trans),
        lookInside(trans)
      ];
  }
}

/** What to do, the fix for the reason first. */
export function memoryFixes(trans: ITranslate, values: Values): IFix[] {
  return [
    ...(values.engine === 'vllm' ? [lowerShare(trans)] : []),
    ...fixesFor(trans, values)
  ];
}
