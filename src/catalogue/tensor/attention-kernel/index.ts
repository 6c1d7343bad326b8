import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { plainKernelToo } from '../../shared/edits/calls';

/** Why the fast kernels were left out: a warning before the error tells. */
interface IReason {
  readonly name: string;
  readonly warning: RegExp;
  readonly meaning: (trans: ITranslate) => string;
}

/** The one that is met most often stands first. */
const REASONS: readonly IReason[] = [
  {
    name: 'dtype',
    warning: /to all be of dtype: \{/,
    meaning: trans =>
      trans.__(
        'The warnings before it say why: the fast kernels want query, key and value all in float16 or bfloat16.'
      )
  },
  {
    name: 'gpu',
    warning: /gpu architectures? in the range|Attempting to run on a sm ?\d/,
    meaning: trans =>
      trans.__(
        'The warnings before it say why: this GPU is too old, or too new for this torch, for FlashAttention.'
      )
  },
  {
    name: 'mask',
    warning: /not support non-null attn_mask/,
    meaning: trans =>
      trans.__(
        'The warnings before it say why: FlashAttention takes no attn_mask, only is_causal.'
      )
  },
  {
    name: 'build',
    warning: /not compiled with (?:flash|memory efficient) attention/,
    meaning: trans =>
      trans.__(
        'The warnings before it say why: this build of torch has no FlashAttention in it (usual on Windows).'
      )
  }
];

function reasonIn({ log }: IReading): string | undefined {
  return REASONS.find(({ warning }) => warning.test(log))?.name;
}

export default define({
  id: 'tensor/attention-kernel',
  answers: [
    'RuntimeError: No available kernel. Aborting execution.',
    'No viable backend for scaled_dot_product_attention was found. This is likely due to turning off both the math kernel and the fused kernels.'
  ],
  values: ['reason'],
  signs: messageOrLog(
    // aten/src/ATen/native/transformers, on CUDA and on the CPU.
    /No available kernel\. Aborting execution|No viable backend for scaled_dot_product_attention was found/,
    { read: (_, reading) => ({ reason: reasonIn(reading) }) }
  ),
  words: (trans, { reason }) => ({
    title: trans.__('No kernel allowed here can do this attention'),
    cause: [
      trans.__(
        'The code allows scaled_dot_product_attention only some of its kernels (sdpa_kernel, sdp_kernel), and none of them takes these tensors on this device.'
      ),
      REASONS.find(({ name }) => name === reason)?.meaning(trans) ??
        trans.__('Warnings printed before the error name the reason for each.')
    ].join(' '),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Allow the plain kernel too'),
        detail: trans.__(
          'It runs everywhere, slower and with more memory; the best one allowed is still taken.'
        ),
        code: 'from torch.nn.attention import SDPBackend, sdpa_kernel\nwith sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]):\n    y = F.scaled_dot_product_attention(q, k, v)',
        edit: plainKernelToo
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
    ]
  }),
  common: trans => ({
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
  })
});
