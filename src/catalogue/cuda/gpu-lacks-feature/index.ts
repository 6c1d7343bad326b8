import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define, type IWords } from '../../define';
import { messageOrLog } from '../../signs';
import { keywordGiven } from '../../shared/edits/calls';
import { uncompiled } from '../../shared/edits/compiled';
import { memberReplaced } from '../../shared/edits/names';
import { operatorWords, refusal } from './xformers';

function sdpa(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Use the attention that comes with PyTorch'),
    edit: keywordGiven(['from_pretrained'], 'attn_implementation', "'sdpa'"),
    detail: trans.__('It runs on every GPU.'),
    code: "model = AutoModelForCausalLM.from_pretrained(name, attn_implementation='sdpa')"
  };
}

function float16(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Compute in float16 instead'),
    edit: memberReplaced(['torch.bfloat16'], 'torch.float16'),
    detail: trans.__(
      'Its range is smaller: train with a GradScaler. In transformers and Accelerate: fp16 in place of bf16; in vLLM: dtype="half".'
    ),
    code: "scaler = torch.amp.GradScaler('cuda')\nwith torch.autocast('cuda', dtype=torch.float16):\n    loss = criterion(model(x), y)"
  };
}

/** What to do, whatever the GPU lacks. */
function alsoFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('See what the GPU can do'),
      code: 'import torch\nprint(torch.cuda.get_device_name(), torch.cuda.get_device_capability())'
    },
    {
      safety: 'check',
      title: trans.__('Run without torch.compile'),
      edit: uncompiled,
      detail: trans.__(
        'PyTorch’s own operations emulate bfloat16 on older GPUs, the compiled ones do not.'
      ),
      code: 'y = model(x)  # the model as it was before torch.compile'
    },
    {
      safety: 'check',
      title: trans.__('Or take a newer GPU'),
      detail: trans.__('Colab and Kaggle offer several kinds.')
    }
  ];
}

function tooOld(trans: ITranslate, what: string): string {
  return trans.__('This GPU is too old for %1', what);
}

function needsAmpere(trans: ITranslate, what: string): string {
  return trans.__(
    '%1 needs compute capability 8.0 or more (Ampere: A100, RTX 30 and later). The T4, P100 and V100 of Colab, Kaggle and many clusters are older.',
    what
  );
}

function bfloat16Words(trans: ITranslate): IWords {
  return {
    title: tooOld(trans, 'bfloat16'),
    cause: needsAmpere(trans, 'bfloat16'),
    fixes: [float16(trans), ...alsoFixes(trans)]
  };
}

export default define({
  id: 'cuda/gpu-lacks-feature',
  answers: [
    'RuntimeError: FlashAttention only supports Ampere GPUs or newer.',
    "ptxas: Feature '.bf16' requires .target sm_80 or higher",
    'Bfloat16 is only supported on GPUs with compute capability of at least 8.0',
    "Your setup doesn't support bf16/gpu",
    'type fp8e4nv not supported in this architecture',
    'torch._scaled_mm is only supported on CUDA devices with compute capability >= 9.0 or 8.9'
  ],
  refines: ['compile/backend-failed', 'compile/triton-missing'],
  values: ['feature'],
  kinds: {
    instruction: {
      // ptxas on code that Triton wrote for torch.compile.
      signs: messageOrLog(
        /Feature '(?<feature>[^']{1,40})' requires \.target sm_\d{2,3}[a-z]? or higher/
      ),
      words: (trans, { feature }) =>
        feature?.includes('bf16')
          ? bfloat16Words(trans)
          : {
              title: trans.__(
                'This GPU lacks an instruction that the code uses'
              ),
              cause: needsAmpere(trans, trans.__('This part')),
              fixes: [float16(trans), ...alsoFixes(trans)]
            }
    },
    attention: {
      signs: [
        // The flash-attn package, and its copy in xFormers and vLLM.
        ...messageOrLog(
          /FlashAttention(?:-?\d)? (?:forward |backward )?only supports (?:Ampere|Hopper)\b/
        ),
        // Checks of sizes that only larger GPUs take; torch's copy of flash-attn.
        ...messageOrLog(
          /Expected is_sm(?:80|8x|90) .{0,40}to be true, but got false|FlashAttention (?:forward|backward) (?:only supports head dimension at most|for head dim > \d{2,3} requires)/,
          { confidence: 'likely' }
        )
      ],
      words: trans => ({
        title: tooOld(trans, 'FlashAttention'),
        cause: needsAmpere(trans, 'FlashAttention'),
        fixes: [sdpa(trans), ...alsoFixes(trans)]
      })
    },
    // xFormers lists why each of its kernels refuses these tensors.
    operator: {
      signs: messageOrLog(
        /No operator found for `?memory_efficient_attention_(?:forward|backward)`?/,
        { read: (_, reading) => ({ feature: refusal(reading) }) }
      ),
      words: operatorWords
    },
    bfloat16: {
      // vLLM; Accelerate; transformers' TrainingArguments.
      signs: messageOrLog(
        /Bfloat16 is only supported on GPUs with compute capability of at least|bf16 mixed precision requires PyTorch >= 1\.10 and a supported device|Current CUDA Device does not support bfloat16/
      ),
      words: bfloat16Words
    },
    setup: {
      // transformers asks torch.cuda.is_available() first.
      signs: messageOrLog(/Your setup doesn["']t support bf16\/gpu/),
      words: trans => ({
        title: trans.__('No GPU that computes in bfloat16 was found'),
        cause: trans.__(
          'bf16=True was asked for, and transformers found either no GPU at all (torch.cuda.is_available() is False) or one before Ampere (compute capability below 8.0).'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See which of the two it is'),
            code: 'import torch\nprint(torch.cuda.is_available(), torch.version.cuda)\nprint(torch.cuda.is_available() and torch.cuda.get_device_capability())'
          },
          {
            safety: 'check',
            title: trans.__('No GPU: give the notebook one, or leave bf16 out'),
            code: 'args = TrainingArguments(output_dir, bf16=False)'
          },
          {
            safety: 'check',
            title: trans.__('An older GPU: float16'),
            code: 'args = TrainingArguments(output_dir, fp16=True)'
          }
        ]
      })
    },
    float8: {
      // Triton's language, and aten/src/ATen/native/cuda/Blas.cpp.
      signs: messageOrLog(
        /type fp8e4(?:nv|b8|b15) not supported in this architecture|torch\._scaled_mm is only supported on CUDA devices with compute capability/
      ),
      words: trans => ({
        title: tooOld(trans, 'float8'),
        cause: trans.__(
          'The code computes in float8, which NVIDIA’s GPUs support from compute capability 8.9 on (Ada, Hopper). On older ones only its storage works.'
        ),
        fixes: [float16(trans), ...alsoFixes(trans)]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The GPU is new enough by its number: then the package is older than the GPU and does not know it. Update the package.'
      ),
      trans.__(
        '“no kernel image is available” means that nothing at all runs on the GPU; here only one feature is missing.'
      ),
      trans.__(
        'torch.cuda.is_available() is False: then “doesn’t support bf16/gpu” means that there is no GPU.'
      )
    ],
    links: [
      {
        title: trans.__('NVIDIA: what each compute capability can'),
        url: 'https://docs.nvidia.com/cuda/cuda-c-programming-guide/index.html#compute-capabilities'
      },
      {
        title: trans.__('FlashAttention: GPUs and number types'),
        url: 'https://github.com/Dao-AILab/flash-attention'
      },
      {
        title: trans.__('PyTorch issue: bfloat16 in compiled code on a T4'),
        url: 'https://github.com/pytorch/pytorch/issues/118122'
      },
      {
        title: trans.__('PyTorch: automatic mixed precision'),
        url: 'https://docs.pytorch.org/docs/stable/amp.html'
      }
    ]
  })
});
