import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';

/** The flash-attn package, and its copy in xFormers and vLLM. */
const ATTENTION =
  /FlashAttention(?:-?\d)? (?:forward |backward )?only supports (?<generation>Ampere|Hopper)\b/;

/** Checks of sizes that only larger GPUs take; torch's copy of flash-attn. */
const SIZES =
  /Expected is_sm(?:80|8x|90) .{0,40}to be true, but got false|FlashAttention (?:forward|backward) (?:only supports head dimension at most|for head dim > \d{2,3} requires)/;

/** xFormers: no kernel of its fits this GPU, this dtype and these sizes. */
const XFORMERS =
  /No operator found for `?memory_efficient_attention_(?:forward|backward)`?/;

/** ptxas on code that Triton wrote for torch.compile. */
const PTX =
  /Feature '(?<feature>[^']{1,40})' requires \.target sm_(?<needs>\d{2,3})[a-z]? or higher/;

/** vLLM; Accelerate; transformers' TrainingArguments. */
const BFLOAT16 =
  /Bfloat16 is only supported on GPUs with compute capability of at least|bf16 mixed precision requires PyTorch >= 1\.10 and a supported device|Your setup doesn't support bf16\/gpu|Current CUDA Device does not support bfloat16/;

/** Triton's language, and aten/src/ATen/native/cuda/Blas.cpp. */
const FLOAT8 =
  /type fp8e4(?:nv|b8|b15) not supported in this architecture|torch\._scaled_mm is only supported on CUDA devices with compute capability/;

const entry: IEntry = {
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
  signs: [
    ...said(ATTENTION, { read: () => ({ kind: 'attention' }) }),
    ...said(SIZES, {
      confidence: 'likely',
      read: () => ({ kind: 'attention' })
    }),
    ...said(XFORMERS, {
      confidence: 'likely',
      read: () => ({ kind: 'attention' })
    }),
    ...said(PTX, {
      read: ({ feature }) => ({ kind: 'instruction', feature })
    }),
    ...said(BFLOAT16, { read: () => ({ kind: 'bfloat16' }) }),
    ...said(FLOAT8, { read: () => ({ kind: 'float8' }) })
  ],
  page(trans, { kind, feature }) {
    const what =
      kind === 'attention'
        ? 'FlashAttention'
        : kind === 'float8'
          ? 'float8'
          : kind === 'bfloat16' || feature?.includes('bf16')
            ? 'bfloat16'
            : undefined;
    return {
      title: what
        ? trans.__('This GPU is too old for %1', what)
        : trans.__('This GPU lacks an instruction that the code uses'),
      cause:
        what === 'float8'
          ? trans.__(
              'The code computes in float8, which NVIDIA’s GPUs can from compute capability 8.9 on (Ada, Hopper). On older ones only its storage works.'
            )
          : trans.__(
              '%1 needs compute capability 8.0 or more (Ampere: A100, RTX 30 and later). The T4, P100 and V100 of Colab, Kaggle and many clusters are older.',
              what ?? trans.__('This part')
            ),
      fixes: [
        ...(kind === 'attention'
          ? [
              {
                safety: 'safe' as const,
                title: trans.__('Use the attention that comes with PyTorch'),
                detail: trans.__('It runs on every GPU.'),
                code: "model = AutoModelForCausalLM.from_pretrained(name, attn_implementation='sdpa')"
              }
            ]
          : [
              {
                safety: 'check' as const,
                title: trans.__('Compute in float16 instead'),
                detail: trans.__(
                  'Its range is smaller: train with a GradScaler. In transformers and Accelerate: fp16 in place of bf16; in vLLM: dtype="half".'
                ),
                code: "scaler = torch.amp.GradScaler('cuda')\nwith torch.autocast('cuda', dtype=torch.float16):\n    loss = criterion(model(x), y)"
              }
            ]),
        {
          safety: 'diagnostic',
          title: trans.__('See what the GPU can'),
          code: 'import torch\nprint(torch.cuda.get_device_name(), torch.cuda.get_device_capability())'
        },
        {
          safety: 'check',
          title: trans.__('Run without torch.compile'),
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'Current CUDA Device does not support bfloat16. Please switch dtype to float16.',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'bfloat16' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Expected is_sm80 to be true, but got false.',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'attention' }
    },
    {
      ename: 'NotImplementedError',
      evalue:
        'No operator found for `memory_efficient_attention_forward` with inputs:\n     query       : shape=(1, 4096, 8, 40) (torch.float16)\n`flshattF` is not supported because:\n    requires a GPU with compute capability > 8.0',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'attention' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'FlashAttention only supports Ampere GPUs or newer.',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'attention' }
    },
    {
      ename: 'BackendCompilerFailed',
      evalue:
        "backend='inductor' raised:\nRuntimeError: Internal Triton PTX codegen error: \nptxas /tmp/compile-ptx-src-1a2b3c, line 40; error   : Feature '.bf16' requires .target sm_80 or higher\nptxas fatal   : Ptx assembly aborted due to errors\n",
      torch: '2.2',
      origin: 'reference',
      values: { kind: 'instruction', feature: '.bf16' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Bfloat16 is only supported on GPUs with compute capability of at least 8.0. Your Tesla T4 GPU has compute capability 7.5. You can use float16 instead by explicitly setting the`dtype` flag in CLI, for example: --dtype=half.',
      torch: '2.4',
      origin: 'reference',
      values: { kind: 'bfloat16' }
    },
    {
      kind: 'text',
      stderr:
        "ValueError(\"type fp8e4nv not supported in this architecture. The supported fp8 dtypes are ('fp8e4b15', 'fp8e5')\")\n",
      torch: '2.5',
      origin: 'reference',
      values: { kind: 'float8' }
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        'UserWarning: Tesla T4 does not support bfloat16 compilation natively, skipping\n'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: no kernel image is available for execution on the device'
    },
    {
      ename: 'ImportError',
      evalue:
        'FlashAttention2 has been toggled on, but it cannot be used due to the following error: the package flash_attn seems to be not installed.'
    }
  ]
};

export default entry;
