import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { said } from '../said';

/** aten/src/ATen/native/transformers, on CUDA and on the CPU. */
const NONE =
  /No available kernel\. Aborting execution|No viable backend for scaled_dot_product_attention was found/;

/** What the warnings before it say of the kernels left out. */
const REASONS: readonly (readonly [reason: string, pattern: RegExp])[] = [
  ['dtype', /to all be of dtype: \{/],
  ['gpu', /gpu architectures? in the range|Attempting to run on a sm ?\d/],
  ['mask', /not support non-null attn_mask/],
  ['build', /not compiled with (?:flash|memory efficient) attention/]
];

function read(_: Values, { log }: IReading): Values {
  return { reason: REASONS.find(([, pattern]) => pattern.test(log))?.[0] };
}

const entry: IEntry = {
  id: 'tensor/attention-kernel',
  answers: [
    'RuntimeError: No available kernel. Aborting execution.',
    'No viable backend for scaled_dot_product_attention was found. This is likely due to turning off both the math kernel and the fused kernels.'
  ],
  signs: said(NONE, { read }),
  page(trans, { reason }) {
    const causes: Record<string, string> = {
      dtype: trans.__(
        'The warnings before it say why: the fast kernels want query, key and value all in float16 or bfloat16.'
      ),
      gpu: trans.__(
        'The warnings before it say why: this GPU is too old, or too new for this torch, for FlashAttention.'
      ),
      mask: trans.__(
        'The warnings before it say why: FlashAttention takes no attn_mask, only is_causal.'
      ),
      build: trans.__(
        'The warnings before it say why: this build of torch has no FlashAttention in it (usual on Windows).'
      )
    };
    return {
      title: trans.__('No kernel allowed here can do this attention'),
      cause: [
        trans.__(
          'The code allows scaled_dot_product_attention only some of its kernels (sdpa_kernel, sdp_kernel), and none of them takes these tensors on this device.'
        ),
        reason === undefined
          ? trans.__(
              'Warnings printed before the error name the reason for each.'
            )
          : causes[reason]
      ].join(' '),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Allow the plain kernel too'),
          detail: trans.__(
            'It runs everywhere, slower and with more memory; the best one allowed is still taken.'
          ),
          code: 'from torch.nn.attention import SDPBackend, sdpa_kernel\nwith sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]):\n    y = F.scaled_dot_product_attention(q, k, v)'
        },
        {
          safety: 'check',
          title: trans.__('For the fast ones: half precision, on the GPU'),
          code: 'q, k, v = (t.to("cuda", torch.float16) for t in (q, k, v))'
        },
        {
          safety: 'diagnostic',
          title: trans.__('See types, shapes and the GPU'),
          code: 'print(q.dtype, q.shape, k.shape, q.device, torch.cuda.get_device_capability())'
        }
      ],
      notThis: [
        trans.__(
          '“no kernel image is available” is about the whole of torch on this GPU, not about attention.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: scaled_dot_product_attention'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.scaled_dot_product_attention.html'
        },
        {
          title: trans.__('PyTorch: sdpa_kernel'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.attention.sdpa_kernel.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'No available kernel. Aborting execution.',
      stderr:
        'model.py:20: UserWarning: Flash attention kernel not used because: (Triggered internally at ../aten/src/ATen/native/transformers/cuda/sdp_utils.cpp:534.)\nmodel.py:20: UserWarning: Expected query, key and value to all be of dtype: {Half, BFloat16}. Got Query dtype: float, Key dtype: float, and Value dtype: float instead. (Triggered internally at ../aten/src/ATen/native/transformers/sdp_utils_cpp.h:98.)\n',
      torch: '2.2',
      origin: 'reference',
      values: { reason: 'dtype' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'No viable backend for scaled_dot_product_attention was found. This is likely due to turning off both the math kernel and the fused kernels.',
      torch: '2.13',
      origin: 'run'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: no kernel image is available for execution on the device'
    },
    { ename: 'RuntimeError', evalue: 'No available kernel spec: python3' }
  ],
  reproduction: {
    raises: [
      'import torch',
      'from torch.nn.attention import SDPBackend, sdpa_kernel',
      'q = k = v = torch.ones(1, 1, 2, 2)',
      'with sdpa_kernel([SDPBackend.CUDNN_ATTENTION]):',
      '    y = torch.nn.functional.scaled_dot_product_attention(q, k, v)'
    ].join('\n'),
    fixed: [
      'import torch',
      'from torch.nn.attention import SDPBackend, sdpa_kernel',
      'q = k = v = torch.ones(1, 1, 2, 2)',
      'with sdpa_kernel([SDPBackend.CUDNN_ATTENTION, SDPBackend.MATH]):',
      '    y = torch.nn.functional.scaled_dot_product_attention(q, k, v)'
    ].join('\n')
  }
};

export default entry;
