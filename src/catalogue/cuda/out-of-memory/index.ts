import type { IFix, ILink, ITranslate, Values } from '../../../diagnosis/types';
import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { mayExplain } from '../../shared/ours';
import { LINKS, smallerBatch } from '../shared/advice';
import {
  accumulate,
  afterEarlier,
  avoidFragments,
  endOthers,
  keepElsewhere,
  freeAndLook,
  inBatches,
  inParts,
  lookInside,
  lowerShare,
  releaseLibraries,
  releaseNotebook,
  smallerWeights,
  useLess,
  withoutGraph
} from './fixes';
import { FIGURES, readFigures, type Figures } from './memory-figures';
import { MEMORY_SIGNS } from './signs';

/** vLLM, which takes its share of the GPU before it starts (gpu_worker.py). */
const SHARE =
  /Free memory on device (?:cuda:\d{1,2} )?\((?<free>\d{1,4}(?:\.\d{1,2})?)\/(?<total>\d{1,4}(?:\.\d{1,2})?) GiB\) on startup is less than desired GPU memory utilization(?: \([\d.]{1,6}, (?<tried>\d{1,4}(?:\.\d{1,2})?) GiB\))?|No available memory for the cache blocks/;

function readShare({ free, total, tried }: Values) {
  return {
    free: free && `${free} GiB`,
    total: total && `${total} GiB`,
    tried: tried && `${tried} GiB`
  };
}

function fullTitle(trans: ITranslate, { tried, free }: Figures): string {
  return tried !== undefined && free !== undefined
    ? trans.__('GPU memory is full: %1 asked, %2 free', tried, free)
    : trans.__('The GPU has no memory left for this');
}

/** Where the text does not tell who holds the memory. */
function unknownCause(trans: ITranslate, { tried }: Figures): string {
  return tried !== undefined
    ? trans.__(
        'PyTorch asked for %1 and did not get it. The text does not say who holds the memory: either this process, another one, or both.',
        tried
      )
    : trans.__(
        'CUDA could not get the memory it asked for. The text has no figures: either this process holds it, or another one on the same GPU.'
      );
}

/** What this process holds, and what of it is known to be at work. */
function fullCause(
  trans: ITranslate,
  { tried = '', allocated = '', total = '', elsewhere, work, ...more }: Figures
): string {
  const held = trans.__(
    '%1 were asked, and PyTorch’s tensors hold %2 of %3',
    tried,
    allocated,
    total
  );
  if (more.earlier !== undefined) {
    return trans.__(
      '%1. Either what a cell above trained fills the GPU, since it stays as long as a variable holds it, or this cell alone needs too much.',
      held
    );
  }
  if (more.stage === 'step') {
    return trans.__(
      '%1. It failed in the optimizer: what it keeps for each weight comes on top of weights and gradients, from its first step on.',
      held
    );
  }
  if (work === 'graph') {
    return more.whole
      ? trans.__(
          '%1. The line hands over all of %2 at once, and outside of no_grad() each layer’s results are kept.',
          held,
          more.whole
        )
      : trans.__(
          '%1. The line runs a model outside of no_grad(), so that each layer’s results are kept for a backward() that the cell does not call.',
          held
        );
  }
  if (work === 'training' || work === undefined) {
    const known = more.batch ?? '';
    return known !== '' && more.lessBatch === undefined
      ? trans.__(
          '%1. Model, gradients, optimiser state and activations together do not fit, though the batch is small: %2.',
          held,
          known
        )
      : trans.__(
          '%1. Model, gradients, optimiser state and activations together do not fit.',
          held
        );
  }
  return elsewhere && /[1-9]\d? GiB|\d\.\d+ GiB/.test(elsewhere)
    ? trans.__(
        '%1: the model and what it computes do not fit. %2 lie outside of PyTorch, with CUDA itself, the screen or other programs.',
        held,
        elsewhere
      )
    : trans.__('%1: the model and what it computes do not fit.', held);
}

/** Attention that keeps no whole matrix. */
function attentionFixes(trans: ITranslate, settings: Figures): IFix[] {
  return [
    check(
      trans.__('Let PyTorch compute attention without the whole matrix'),
      'out = F.scaled_dot_product_attention(q, k, v)  # transformers: attn_implementation="sdpa"; diffusers: xformers',
      trans.__(
        'In float16 or bfloat16 it takes the fast kernels, where the GPU has them.'
      )
    ),
    check(
      trans.__('Or shorter texts, smaller images, fewer frames at once'),
      settings.lessLength ?? settings.lessImage ?? 'x = x[:, :4096]'
    )
  ];
}

function cudaLinks(trans: ITranslate): ILink[] {
  return [
    LINKS.memory(trans),
    {
      title: trans.__('PyTorch: out of memory, questions and answers'),
      url: 'https://docs.pytorch.org/docs/stable/notes/faq.html'
    },
    {
      title: trans.__('PyTorch: settings of the allocator'),
      url: 'https://docs.pytorch.org/docs/stable/notes/cuda.html#optimizing-memory-usage-with-pytorch-cuda-alloc-conf'
    }
  ];
}

/**
 * Memory of the GPU ran out: the caching allocator's message, whose figures
 * tell why, and `cudaErrorMemoryAllocation` (2) where CUDA itself refuses.
 */
export default define({
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
  beside: /Often that is another notebook’s kernel/,
  // The unpickler moves tensors to the GPU, and passes its error on.
  refines: ['model/weights-only'],
  values: FIGURES,
  signs: MEMORY_SIGNS,
  kinds: {
    unknown: {
      words: (trans, figures) => ({
        title: fullTitle(trans, figures),
        cause: unknownCause(trans, figures),
        fixes:
          figures.bare && figures.uses !== 'hosted'
            ? [
                ...endOthers(trans).slice(0, 2),
                ...freeAndLook(trans, {
                  ...figures,
                  work: figures.uses ?? 'any'
                })
                  .filter(({ code }) => code !== '$ nvidia-smi')
                  .slice(0, 3)
              ]
            : freeAndLook(trans, figures),
        links: cudaLinks(trans)
      })
    },
    unmoved: {
      words: trans => ({
        title: trans.__('The GPU had no memory for the model’s weights'),
        cause: trans.__(
          'The model was only being moved to the GPU, and CUDA itself refused, not PyTorch’s allocator, which would name figures. Usually another process fills this GPU; else earlier cells of this kernel do.'
        ),
        fixes: [...endOthers(trans), releaseNotebook(trans)],
        links: cudaLinks(trans)
      })
    },
    full: {
      words: (trans, figures) => ({
        title: fullTitle(trans, figures),
        cause: fullCause(trans, figures),
        fixes: [
          ...(figures.gathers ? [keepElsewhere(trans, figures.gathers)] : []),
          ...(figures.earlier === undefined
            ? freeAndLook(trans, figures)
            : afterEarlier(trans, figures))
        ],
        links: cudaLinks(trans)
      })
    },
    weights: {
      words: (trans, { tried = '', free, allocated = '', total = '' }) => ({
        title: trans.__('The weights of the model do not fit on the GPU'),
        cause:
          free !== undefined
            ? trans.__(
                'The model was being moved to the GPU: %1 more were asked, %2 were free, and tensors hold %3 of %4. No batch is there yet: what is held are either this model’s own weights, or what earlier cells left.',
                tried,
                free,
                allocated,
                total
              )
            : trans.__(
                'The model was being moved to the GPU: %1 more were asked, and tensors hold %2 of %3. No batch is there yet: what is held are either this model’s own weights, or what earlier cells left.',
                tried,
                allocated,
                total
              ),
        fixes: [releaseNotebook(trans), ...smallerWeights(trans)],
        links: cudaLinks(trans)
      })
    },
    loading: {
      words: (trans, { tried = '', allocated = '', total = '' }) => ({
        title: trans.__('No room to load the model: %1 are held', allocated),
        cause: trans.__(
          'The model is only being loaded, and tensors hold %1 of %2 already; %3 more were asked. Either an earlier model of this kernel is still there, or this one is too large for the GPU.',
          allocated,
          total,
          tried
        ),
        fixes: [releaseNotebook(trans), ...smallerWeights(trans).reverse()],
        links: cudaLinks(trans)
      })
    },
    gathered: {
      words: (trans, { tried, allocated }) => ({
        title: trans.__('Trainer collects all outputs on the GPU'),
        cause:
          tried && allocated
            ? trans.__(
                'While it evaluates, Trainer keeps the logits of the whole data set on the GPU until the end. Tensors hold %1, and joining the next ones asked for %2.',
                allocated,
                tried
              )
            : trans.__(
                'While it evaluates, Trainer keeps the logits of the whole data set on the GPU until the end.'
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Let it move them to the CPU every few steps'),
            code: "args = TrainingArguments('out', eval_accumulation_steps=8)"
          },
          {
            safety: 'check',
            title: trans.__('Keep less: class numbers in place of logits'),
            code: 'def smaller(logits, labels):\n    return logits.argmax(dim=-1)\n\ntrainer = Trainer(model, args, preprocess_logits_for_metrics=smaller)'
          },
          {
            safety: 'check',
            title: trans.__('Only the loss is wanted: keep no logits'),
            code: "args = TrainingArguments('out', prediction_loss_only=True)"
          }
        ],
        links: cudaLinks(trans)
      })
    },
    impossible: {
      words: (trans, { tried = '', total, attention, whole, ...figures }) => {
        const see: IFix = {
          safety: 'diagnostic',
          title: trans.__('Print shapes and dtypes before the failing line'),
          detail: trans.__(
            'Shapes (N, 1) and (N,) broadcast to (N, N); float64 takes twice as much as float32.'
          ),
          code: 'print(a.shape, a.dtype, b.shape, b.dtype)'
        };
        const less = useLess(trans, figures);
        return {
          title:
            total !== undefined
              ? trans.__('%1 asked at once of a GPU of %2', tried, total)
              : trans.__('More memory asked at once than any GPU has'),
          cause: attention
            ? trans.__(
                'One request is for more than the whole GPU has, and it is attention’s: a matrix of length times length for each head, so that twice the length or the pixels take four times the memory.'
              )
            : whole
              ? trans.__(
                  'One request is for more than the whole GPU has: the line hands over all of %1 at once.',
                  whole
                )
              : trans.__(
                  'One request is for more than the whole GPU has. Either the batch, or the length of its texts, is far too large, or a tensor has the wrong shape, for instance by an accidental N × N broadcast.'
                ),
          fixes:
            attention || whole
              ? [
                  ...(attention ? attentionFixes(trans, figures) : []),
                  ...(whole ? [inBatches(trans, whole)] : []),
                  see,
                  ...less
                ]
              : [...less.slice(0, 1), see, inParts(trans), ...less.slice(1)],
          links: cudaLinks(trans)
        };
      }
    },
    limit: {
      words: (trans, { limit, allocated = '', tried = '', ...figures }) => ({
        title:
          limit !== undefined
            ? trans.__('This process may use only %1 of the GPU', limit)
            : trans.__('This process has reached its own memory limit'),
        cause:
          limit !== undefined
            ? trans.__(
                'set_per_process_memory_fraction allows this process %1. It holds %2 in tensors and asked for %3 more.',
                limit,
                allocated,
                tried
              )
            : trans.__(
                'The request would go beyond the part of the GPU that set_per_process_memory_fraction allows this process.'
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Raise the limit of this process'),
            code: 'torch.cuda.set_per_process_memory_fraction(1.0)'
          },
          ...useLess(trans, figures)
        ],
        links: cudaLinks(trans)
      })
    },
    others: {
      words: (
        trans,
        {
          tried = '',
          free = '',
          allocated = '',
          others = '',
          total = '',
          ...figures
        }
      ) => ({
        title: trans.__(
          'Other processes hold %1 of the GPU’s %2',
          others,
          total
        ),
        cause: trans.__(
          '%1 were asked and %2 were free, but this process holds only %3 in tensors: %4 belong to other processes. Often that is another notebook’s kernel, or a training that was not ended.',
          tried,
          free,
          allocated,
          others
        ),
        fixes: [...endOthers(trans), ...useLess(trans, figures)],
        links: cudaLinks(trans)
      })
    },
    outside: {
      words: (trans, { allocated = '', outside = '', ...figures }) => ({
        title: trans.__('%1 of this process lie outside PyTorch', outside),
        cause: trans.__(
          'PyTorch’s tensors take %1, but this process holds %2 more. Usually another library in this process (TensorFlow, JAX, CuPy), NCCL or CUDA graphs took it.',
          allocated,
          outside
        ),
        fixes: [
          releaseLibraries(trans),
          lookInside(trans),
          ...useLess(trans, figures)
        ],
        links: cudaLinks(trans)
      })
    },
    elsewhere: {
      words: (
        trans,
        {
          tried = '',
          free = '',
          allocated = '',
          total = '',
          elsewhere = '',
          ...figures
        }
      ) => ({
        title: trans.__('%1 of the GPU are held outside PyTorch', elsewhere),
        cause: trans.__(
          '%1 were asked and %2 were free, though PyTorch holds only %3 of the GPU’s %4. The rest belongs either to other processes, or to another library in this one.',
          tried,
          free,
          allocated,
          total
        ),
        fixes: [
          ...endOthers(trans),
          releaseLibraries(trans),
          ...useLess(trans, figures)
        ],
        links: cudaLinks(trans)
      })
    },
    fragmented: {
      words: (
        trans,
        {
          tried = '',
          unused = '',
          allocated = '',
          total = '',
          splitSize,
          ...figures
        }
      ) => ({
        title: trans.__(
          'GPU memory is fragmented: %1 asked, %2 in pieces',
          tried,
          unused
        ),
        cause: trans.__(
          '%1 were asked; PyTorch keeps %2 unused, but in pieces, none of them large enough. They lie between tensors that hold %3 of the GPU’s %4.',
          tried,
          unused,
          allocated,
          total
        ),
        fixes: [
          avoidFragments(trans, splitSize !== undefined),
          ...useLess(trans, figures),
          releaseNotebook(trans)
        ],
        links: cudaLinks(trans)
      })
    },
    start: {
      // The last part of c10/cuda/CUDAFunctions.cpp's text.
      signs: messageOrLog(/already set an error\? Error 2: out of memory/, {
        when: mayExplain
      }),
      words: trans => ({
        title: trans.__('Too little GPU memory was left to start CUDA'),
        cause: trans.__(
          'CUDA ran out of memory as it was started, before this process held any of the GPU’s. Usually other processes fill the GPU; a limit on the computer’s own memory can do it too.'
        ),
        fixes: endOthers(trans),
        links: cudaLinks(trans)
      })
    },
    vllm: {
      signs: messageOrLog(SHARE, { read: readShare }),
      words: (trans, figures) => ({
        title: fullTitle(trans, figures),
        cause: unknownCause(trans, figures),
        fixes: [lowerShare(trans), ...freeAndLook(trans)],
        links: cudaLinks(trans)
      })
    },
    apple: {
      // Metal refuses a single buffer.
      signs: messageOrLog(/Invalid buffer size: \d[\d.]{0,12} [KMGT]i?B/, {
        read: readFigures
      }),
      words: (trans, { tried, total, allocated, other }) => ({
        title:
          tried !== undefined
            ? trans.__('The Mac’s GPU got no memory: %1 asked', tried)
            : trans.__('The Mac’s GPU got no memory'),
        cause:
          tried !== undefined && total !== undefined && allocated && other
            ? trans.__(
                'The GPU of a Mac takes its memory from the computer’s own. Of the %1 that PyTorch may take, its tensors hold %2 and Metal %3 more; %4 were asked.',
                total,
                allocated,
                other,
                tried
              )
            : trans.__(
                'The GPU of a Mac takes its memory from the computer’s own, and PyTorch takes only a part of it. That part is used up.'
              ),
        fixes: [
          smallerBatch(trans),
          withoutGraph(trans),
          {
            safety: 'check',
            title: trans.__('Give back what is no longer used'),
            code: 'import gc\ngc.collect()\ntorch.mps.empty_cache()'
          },
          accumulate(trans),
          {
            safety: 'diagnostic',
            title: trans.__('See what PyTorch and Metal hold'),
            code: 'print(torch.mps.current_allocated_memory(), torch.mps.driver_allocated_memory())'
          },
          {
            safety: 'check',
            title: trans.__('Lift the limit, with nothing else open'),
            detail: trans.__(
              'PyTorch warns that the system may fail then: save your work first. It must be set before torch is imported.'
            ),
            code: 'import os\nos.environ["PYTORCH_MPS_HIGH_WATERMARK_RATIO"] = "0.0"  # first cell of a fresh kernel',
            action: {
              kind: 'environment',
              variables: { PYTORCH_MPS_HIGH_WATERMARK_RATIO: '0.0' }
            }
          }
        ],
        links: [
          {
            title: trans.__('PyTorch: the MPS back end'),
            url: 'https://docs.pytorch.org/docs/stable/notes/mps.html'
          },
          {
            title: trans.__('PyTorch: environment variables of MPS'),
            url: 'https://docs.pytorch.org/docs/stable/mps_environment_variables.html'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“DefaultCPUAllocator” means the computer’s own memory, not the GPU’s.'
      ),
      trans.__(
        'The error does not break the GPU: the kernel stays usable once memory is free.'
      )
    ]
  })
});
