import type { IFix, ITranslate } from '../../../diagnosis/types';
import { check } from '../../fix';
import { smallerBatch, whoHoldsMemory } from '../shared/advice';
import type { Settings } from './settings';

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

/** Whether the code at hand does already what a fix would say. */
function does({ done }: Settings, what: string): boolean {
  return (done ?? '').split(' ').includes(what);
}

/** A smaller batch, with the setting of the code at hand; none where it is 1. */
function batchFixes(trans: ITranslate, settings: Settings): IFix[] {
  const { batch, lessBatch } = settings;
  if (batch === undefined) {
    return does(settings, 'batchless') ? [] : [smallerBatch(trans)];
  }
  return lessBatch === undefined
    ? []
    : [
        {
          ...smallerBatch(trans),
          title: trans.__('Use a smaller batch than %1', batch),
          code: does(settings, 'trainer')
            ? `${lessBatch}, gradient_accumulation_steps=4`
            : lessBatch
        }
      ];
}

/** Shorter texts and smaller images, with the settings of the code at hand. */
function sizeFixes(
  trans: ITranslate,
  { length, lessLength, image, lessImage }: Settings
): IFix[] {
  return [
    ...(length !== undefined && lessLength !== undefined
      ? [
          check(
            trans.__('Shorter texts: less than %1', length),
            lessLength,
            trans.__(
              'Memory grows with the length, for some models with its square.'
            )
          )
        ]
      : []),
    ...(image !== undefined && lessImage !== undefined
      ? [
          check(
            trans.__('Smaller images: less than %1', image),
            lessImage,
            trans.__('Half the side is a quarter of the memory.')
          )
        ]
      : [])
  ];
}

/** Where no setting is seen. */
function less(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Give it less at once: a smaller batch, image or text'),
    detail: trans.__(
      'Large images in tiles, long sound or text in parts. Programs have a setting for it: batch size, tile, resolution, length.'
    )
  };
}

/** What saves memory in a training, but for what is done. */
function trainFixes(trans: ITranslate, settings: Settings): IFix[] {
  return [
    ...(does(settings, 'half') || does(settings, 'packed')
      ? []
      : [
          {
            safety: 'check' as const,
            title: trans.__('Compute in half precision'),
            detail: trans.__(
              'About half the activations’ memory. GPUs before Ampere: float16 and a GradScaler.'
            ),
            code: does(settings, 'trainer')
              ? 'args = TrainingArguments(…, fp16=True)  # from Ampere on bf16=True'
              : does(settings, 'fastai')
                ? 'learn = learn.to_fp16()'
                : 'with torch.autocast("cuda", dtype=torch.bfloat16):\n    loss = criterion(model(x), y)'
          }
        ]),
    ...(does(settings, 'trainer') && !does(settings, 'recomputed')
      ? [
          check(
            trans.__('Compute activations anew in place of keeping them'),
            'args = TrainingArguments(…, gradient_checkpointing=True)',
            trans.__('About a fifth slower.')
          )
        ]
      : [])
  ];
}

/** What the states of an optimizer need beside the weights. */
function stateFixes(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('An optimizer that keeps less: Adam keeps two values a weight'),
      'import bitsandbytes as bnb\noptimizer = bnb.optim.AdamW8bit(model.parameters(), lr=1e-5)  # or torch.optim.SGD, Adafactor',
      trans.__('A smaller batch does not change what these states need.')
    ),
    check(
      trans.__('Or train only a part of the weights'),
      "from peft import LoraConfig, get_peft_model\nmodel = get_peft_model(model, LoraConfig(task_type='CAUSAL_LM'))  # or: p.requires_grad_(False)"
    )
  ];
}

export function useLess(trans: ITranslate, settings: Settings = {}): IFix[] {
  const batch = batchFixes(trans, settings);
  const sizes = sizeFixes(trans, settings);
  return [
    ...(settings.stage === 'step' ? stateFixes(trans) : []),
    ...batch,
    ...(batch.length === 0 && settings.batch === undefined && sizes.length === 0
      ? [less(trans)]
      : sizes),
    ...trainFixes(trans, settings),
    ...(does(settings, 'graphless') || does(settings, 'trainer')
      ? []
      : [withoutGraph(trans)]),
    ...(does(settings, 'trainer') || batch.length === 0
      ? []
      : [accumulate(trans)])
  ];
}

/** A result of N × N that is meant. */
export function inParts(trans: ITranslate): IFix {
  return check(
    trans.__('Meant so: compute it in parts, and keep less of each'),
    'best = [torch.cdist(part, b).min(dim=1).values for part in a.split(1024)]'
  );
}

/** All samples went in at once. */
export function inBatches(trans: ITranslate, whole: string): IFix {
  return check(
    trans.__('Hand %1 over in batches', whole),
    `outputs = []\nwith torch.no_grad():\n    for part in ${whole}.split(64):\n        outputs.append(model(part.to('cuda')).cpu())\noutput = torch.cat(outputs)`,
    trans.__(
      'To train: a DataLoader, and each batch to the GPU inside its loop.'
    )
  );
}

/** A line that runs a model, and no backward() follows. */
function belowNoGrad(trans: ITranslate): IFix {
  return check(
    trans.__('Nothing is trained here: run it below no_grad()'),
    'with torch.no_grad():\n    output = model(x)',
    trans.__(
      'Without it all that the layers compute is kept for a backward() that never comes.'
    )
  );
}

/** diffusers has settings of its own. */
function pipelineFixes(trans: ITranslate, settings: Settings): IFix[] {
  return [
    ...(does(settings, 'half')
      ? []
      : [
          check(
            trans.__('Load the pipeline in half precision'),
            'pipe = DiffusionPipeline.from_pretrained(name, torch_dtype=torch.float16)'
          )
        ]),
    check(
      trans.__('Keep only the part that works on the GPU'),
      "pipe.enable_model_cpu_offload()  # in place of pipe.to('cuda')",
      trans.__('Still too much: pipe.enable_sequential_cpu_offload().')
    ),
    check(
      trans.__('Smaller images, one at a time'),
      'pipe.enable_vae_tiling()\nimage = pipe(prompt, height=512, width=512, num_images_per_prompt=1).images[0]'
    )
  ];
}

/** A workflow of ComfyUI, whose nodes have settings for it. */
function hostedFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('In the workflow: fewer frames, smaller images, batch 1'),
      detail: trans.__(
        'Where it fails while decoding: the node “VAE Decode (Tiled)”, or tiling in the decoder’s own node, with smaller tiles.'
      )
    },
    check(
      trans.__('Keep less of the model on the GPU'),
      '$ python main.py --lowvram',
      trans.__(
        'Weights in fp8 or GGUF, and in wrapper nodes block swap or force_offload, do the same.'
      )
    )
  ];
}

/** Speech to text on CTranslate2: the model's size and its numbers decide. */
function whisperFixes(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('Take a smaller model, or weights of eight bits'),
      "model = WhisperModel('small', device='cuda', compute_type='int8')",
      trans.__(
        'In programs with a window: model size and compute type in the settings.'
      )
    )
  ];
}

/** A language model that writes. */
function generationFixes(trans: ITranslate, settings: Settings): IFix[] {
  const sizes = sizeFixes(trans, settings);
  return [
    ...(sizes.length > 0
      ? sizes
      : [
          check(
            trans.__('A shorter prompt, fewer new tokens, fewer texts at once'),
            'inputs = tokenizer(text, return_tensors="pt", truncation=True, max_length=1024)\nmodel.generate(**inputs, max_new_tokens=128)'
          )
        ]),
    ...batchFixes(trans, settings).filter(() => settings.batch !== undefined),
    ...(does(settings, 'packed') ? [] : smallerWeights(trans).reverse())
  ];
}

/** The same where no training is in sight. */
function useLessAtWork(trans: ITranslate, settings: Settings): IFix[] {
  const known = [
    ...batchFixes(trans, settings).filter(() => settings.batch !== undefined),
    ...sizeFixes(trans, settings)
  ];
  return [
    ...(known.length > 0 ? known : [less(trans)]),
    ...(does(settings, 'half') || does(settings, 'packed')
      ? []
      : [
          {
            safety: 'check' as const,
            title: does(settings, 'graphless')
              ? trans.__('Half precision')
              : trans.__(
                  'Half precision, and no graph where nothing is trained'
                ),
            code: 'model = model.half().eval()\nwith torch.inference_mode():\n    output = model(x.half())'
          }
        ]),
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

/** What the failure shows of the program decides what comes first. */
function workFixes(
  trans: ITranslate,
  settings: Settings & { work?: string }
): IFix[] {
  const { work = 'training', whole } = settings;
  const first = whole === undefined ? [] : [inBatches(trans, whole)];
  switch (work) {
    case 'training':
      return [...first, ...useLess(trans, settings)];
    case 'hosted':
      return hostedFixes(trans);
    case 'whisper':
      return whisperFixes(trans);
    case 'diffusers':
      return pipelineFixes(trans, settings);
    case 'generate':
      return generationFixes(trans, settings);
    case 'graph':
      return [
        ...(whole === undefined ? [belowNoGrad(trans)] : first),
        ...useLessAtWork(trans, settings)
      ];
    default:
      return [
        ...first,
        ...useLessAtWork(trans, settings),
        ...(work === 'use' ? [] : useLess(trans, settings).slice(1))
      ];
  }
}

/** What to do where nobody but PyTorch is known to hold the memory. */
export function freeAndLook(
  trans: ITranslate,
  settings: Settings & { work?: string } = {}
): IFix[] {
  return [
    ...workFixes(trans, settings),
    releaseNotebook(trans),
    whoHoldsMemory(trans),
    lookInside(trans)
  ];
}

/** What helps where a cell above trained: its memory first, then less work. */
export function afterEarlier(
  trans: ITranslate,
  settings: Settings & { work?: string }
): IFix[] {
  const { earlier = 'yes' } = settings;
  const names = earlier === 'yes' ? 'model, optimizer' : earlier;
  const [work] = workFixes(trans, settings);
  return [
    {
      safety: 'check',
      title: trans.__('Restart the kernel, and run only what this cell needs'),
      detail: trans.__(
        'Without a restart: delete what the earlier training left, then give the memory back.'
      ),
      code: `import gc\ndel ${names}  # of the earlier training\ngc.collect()\ntorch.cuda.empty_cache()`
    },
    ...(work ? [work] : []),
    whoHoldsMemory(trans),
    lookInside(trans)
  ];
}
