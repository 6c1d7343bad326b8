import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { smallerBatch, whoHoldsMemory } from './advice';
import type { Reason } from './memory-figures';

/** The title, with the figures that decide. */
export function memoryTitle(trans: ITranslate, values: Values): string {
  const { tried = '', total = '', free, unused = '', limit } = values;
  switch (values.reason as Reason | undefined) {
    case 'impossible':
      return values.total !== undefined
        ? trans.__('%1 asked at once of a GPU of %2', tried, total)
        : trans.__('More memory asked at once than any GPU has');
    case 'start':
      return trans.__('There was no memory left to start CUDA with');
    case 'limit':
      return limit !== undefined
        ? trans.__('This process may use only %1 of the GPU', limit)
        : trans.__('This process has reached its own memory limit');
    case 'others':
      return trans.__(
        'Other processes hold %1 of the GPU’s %2',
        values.others ?? '',
        total
      );
    case 'outside':
      return trans.__(
        '%1 of this process lie outside PyTorch',
        values.outside ?? ''
      );
    case 'elsewhere':
      return trans.__(
        '%1 of the GPU are held outside PyTorch',
        values.elsewhere ?? ''
      );
    case 'fragmented':
      return trans.__(
        'GPU memory is fragmented: %1 asked, %2 in pieces',
        tried,
        unused
      );
    default:
      return values.tried !== undefined && free !== undefined
        ? trans.__('GPU memory is full: %1 asked, %2 free', tried, free)
        : trans.__('The GPU has no memory left for this');
  }
}

/** What the figures mean. */
export function memoryCause(trans: ITranslate, values: Values): string {
  const { tried = '', total = '', free = '', allocated = '' } = values;
  const { unused = '', limit, others = '' } = values;
  switch (values.reason as Reason | undefined) {
    case 'impossible':
      return trans.__(
        'One request is for more than the whole GPU has. A smaller batch may not help: look for a tensor of the wrong shape, for instance an accidental N × N broadcast.'
      );
    case 'start':
      return trans.__(
        'CUDA ran out of memory as it was started, before this process held any of the GPU’s. Usually other processes fill the GPU; a limit on the computer’s own memory can do it too.'
      );
    case 'limit':
      return limit !== undefined
        ? trans.__(
            'set_per_process_memory_fraction allows this process %1. It holds %2 in tensors and asked for %3 more.',
            limit,
            allocated,
            tried
          )
        : trans.__(
            'The request would go beyond the part of the GPU that set_per_process_memory_fraction allows this process.'
          );
    case 'others':
      return trans.__(
        '%1 were asked and %2 were free, but this process holds only %3 in tensors: %4 belong to other processes. Often that is another notebook’s kernel, or a training that was not ended.',
        tried,
        free,
        allocated,
        others
      );
    case 'outside':
      return trans.__(
        'PyTorch’s tensors take %1, but this process holds %2 more. Another library in this process (TensorFlow, JAX, CuPy), NCCL or CUDA graphs took it.',
        allocated,
        values.outside ?? ''
      );
    case 'elsewhere':
      return trans.__(
        '%1 were asked and %2 were free, though PyTorch holds only %3 of the GPU’s %4. The rest belongs to other processes, or to another library in this one.',
        tried,
        free,
        allocated,
        total
      );
    case 'fragmented':
      return trans.__(
        '%1 were asked; PyTorch keeps %2 unused, but in pieces, none of them large enough. They lie between tensors that hold %3 of the GPU’s %4.',
        tried,
        unused,
        allocated,
        total
      );
    case 'full':
      return trans.__(
        '%1 were asked, and PyTorch’s tensors hold %2 of %3. Model, gradients, optimiser state and activations together do not fit.',
        tried,
        allocated,
        total
      );
    default:
      return values.tried !== undefined
        ? trans.__(
            '%1 were asked and not to be had. The text does not say who holds the memory: this process, another one, or both.',
            tried
          )
        : trans.__(
            'CUDA could not get the memory it asked for. The text has no figures: this process may hold it, or another one on the same GPU.'
          );
  }
}

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
    {
      safety: 'check',
      title: trans.__('No graph where none is needed'),
      detail: trans.__(
        'Evaluate under no_grad, and add up loss.item(), not loss: a kept loss keeps its whole graph.'
      ),
      code: 'model.eval()\nwith torch.no_grad():\n    output = model(x)\ntotal += loss.item()'
    },
    {
      safety: 'check',
      title: trans.__('Trade time for memory: accumulate or recompute'),
      code: 'loss = criterion(model(x), y) / steps\nloss.backward()\nif (i + 1) % steps == 0:\n    optimizer.step()\n    optimizer.zero_grad()'
    }
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
export function lowerShare(trans: ITranslate): IFix {
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

/** What to do, the fix for the reason first. */
export function memoryFixes(trans: ITranslate, values: Values): IFix[] {
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
