import type { IFix, ITranslate } from '../../../diagnosis/types';
import { smallerBatch, whoHoldsMemory } from '../shared/advice';

/** @param namesSplitSize - torch's own hint is that of before 2.1 */
export function avoidFragments(
  trans: ITranslate,
  namesSplitSize: boolean
): IFix {
  const setting = namesSplitSize
    ? 'max_split_size_mb:128'
    : 'expandable_segments:True';
  return {
    safety: 'check',
    title: trans.__('Let the allocator avoid fragments'),
    detail: namesSplitSize
      ? trans.__(
          'It must be set before torch is imported. From torch 2.1 on, expandable_segments:True is the better choice.'
        )
      : trans.__(
          'It must be set before torch is imported. Not available on Windows.'
        ),
    code: `import os\nos.environ["PYTORCH_CUDA_ALLOC_CONF"] = "${setting}"  # first cell of a fresh kernel`
  };
}

export function releaseNotebook(trans: ITranslate): IFix {
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

/** Results of each round that a loop keeps on the GPU. */
export function keepElsewhere(trans: ITranslate, line: string): IFix {
  return {
    safety: 'check',
    title: trans.__('The loop keeps its results on the GPU: take them from it'),
    detail: trans.__(
      'Each one keeps its memory, and outside of no_grad() its whole graph. Where nothing is trained, put the loop below torch.no_grad().'
    ),
    code: line
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

/** What makes a model itself smaller. */
export function smallerWeights(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Halve the weights before they are moved'),
      detail: trans.__(
        'float32 takes 4 bytes for each weight, bfloat16 2. GPUs before Ampere: torch.float16.'
      ),
      code: "model = model.to(torch.bfloat16).to('cuda')"
    },
    {
      safety: 'check',
      title: trans.__('transformers: load in 4 bit, or spread the layers'),
      code: "model = AutoModelForCausalLM.from_pretrained(name, quantization_config=BitsAndBytesConfig(load_in_4bit=True), device_map='auto')"
    }
  ];
}

export function useLess(trans: ITranslate): IFix[] {
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

/**
 * The same where no training is in sight.
 *
 * @param isUsed - a model at work is: nothing of a training is said
 */
function useLessAtWork(trans: ITranslate, isUsed: boolean): IFix[] {
  return [
    {
      safety: 'check',
      title: isUsed
        ? trans.__('Give it less at once: a smaller image, a shorter text')
        : trans.__('Give it less at once: a smaller batch, image or text'),
      detail: trans.__(
        'Large images in tiles, long sound or text in parts. Programs have a setting for it: batch size, tile, resolution, length.'
      )
    },
    {
      safety: 'check',
      title: trans.__('Half precision, and no graph where nothing is trained'),
      code: 'model = model.half().eval()\nwith torch.inference_mode():\n    output = model(x.half())'
    },
    {
      safety: 'check',
      title: trans.__('Or let the CPU do it: slower, with the main memory'),
      code: "model, x = model.to('cpu'), x.to('cpu')"
    }
  ];
}

export function endOthers(trans: ITranslate): IFix[] {
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

export function lookInside(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what PyTorch itself holds'),
    code: 'print(torch.cuda.memory_summary(abbreviated=True))'
  };
}

export function releaseLibraries(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Keep the other library from taking the GPU'),
    detail: trans.__(
      'TensorFlow and JAX take most of the memory at start unless told otherwise. Run this in the first cell.'
    ),
    code: 'import os\nos.environ["TF_FORCE_GPU_ALLOW_GROWTH"] = "true"\nos.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"'
  };
}

/**
 * What to do where nobody but PyTorch is known to hold the memory.
 *
 * @param work - what the failure shows of the program: `training`, `use`, `any`
 */
export function freeAndLook(trans: ITranslate, work = 'training'): IFix[] {
  return [
    ...(work === 'training'
      ? useLess(trans)
      : [
          ...useLessAtWork(trans, work === 'use'),
          ...(work === 'use' ? [] : useLess(trans).slice(1))
        ]),
    releaseNotebook(trans),
    whoHoldsMemory(trans),
    lookInside(trans)
  ];
}
