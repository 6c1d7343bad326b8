import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { LINKS } from './shared/links';

/** torch/csrc/autograd/FunctionsManual.cpp and the kernels for autograd that are missing. */
const MISSING =
  /\b[Tt]he derivative for ["'](?<quoted>[\w:. ]{1,80})["'] is not implemented|\bderivative for (?:aten::)?(?<op>\w{1,80}) is not implemented/;

/** torch/csrc/autograd/VariableTypeUtils.h, since 1.11. */
const ARGUMENT =
  /The function ["'](?<op>\w{1,60})["'] is not differentiable with respect to argument ["'](?<argument>\w{1,60})["']\. This input cannot have requires_grad/;

/** torch/autograd/function.py. */
const ONCE =
  /trying to differentiate twice a function that was marked with @once_differentiable/;

/** Arguments of losses and norms, not functions. */
const ARGUMENTS =
  /^(?:target|weight|pos_weight|running_mean|running_var|indices)$/;

function readMissing({ quoted, op }: Values): Values {
  const name = quoted ?? op ?? '';
  if (ARGUMENTS.test(name)) {
    return { kind: 'argument', argument: name };
  }
  return { kind: /_backward/.test(name) ? 'twice' : 'function', op: name };
}

/** Per kind: title, cause and fixes. */
type Words = readonly [title: string, cause: string, fixes: IFix[]];

function twiceFixes(trans: ITranslate, op: string | undefined): IFix[] {
  if (/attention/.test(op ?? '')) {
    return [
      {
        safety: 'check',
        title: trans.__('Attention: use its plain form, which can'),
        detail: trans.__('It needs more memory.'),
        code: 'from torch.nn.attention import SDPBackend, sdpa_kernel\nwith sdpa_kernel(SDPBackend.MATH):\n    y = F.scaled_dot_product_attention(q, k, v)'
      }
    ];
  }
  if (/rnn/.test(op ?? '')) {
    return [
      {
        safety: 'check',
        title: trans.__('RNN: run it without cuDNN'),
        code: 'with torch.backends.cudnn.flags(enabled=False):\n    output, state = rnn(x)'
      }
    ];
  }
  return [];
}

function words(trans: ITranslate, { kind, op, argument }: Values): Words {
  switch (kind) {
    case 'argument':
      return [
        trans.__('“%1” must not require a gradient here', argument ?? 'target'),
        trans.__(
          'The function has no derivative with respect to “%1”, and the tensor given there requires one. Often a target was computed by a network, or output and target are exchanged.',
          argument ?? 'target'
        ),
        [
          {
            safety: 'check',
            title: trans.__('Output first, then the detached target'),
            code: 'loss = criterion(output, target.detach())'
          }
        ]
      ];
    case 'twice':
      return [
        trans.__('This backward() cannot be differentiated itself'),
        trans.__(
          'A gradient of a gradient is asked for (create_graph=True: gradient penalty, second-order methods), and the backward of this function has no derivative of its own. Fast fused kernels have none.'
        ),
        [
          ...twiceFixes(trans, op),
          {
            safety: 'check',
            title: trans.__('If no second derivative is needed: do not ask'),
            code: 'grads = torch.autograd.grad(loss, inputs)  # without create_graph=True'
          }
        ]
      ];
    default:
      return [
        trans.__('This function has no derivative in PyTorch'),
        op === undefined
          ? trans.__(
              'A tensor that requires a gradient went into a function without one.'
            )
          : trans.__(
              'A tensor that requires a gradient went into %1, and PyTorch has no derivative for it.',
              op
            ),
        [
          {
            safety: 'check',
            title: trans.__('No gradient wanted there: detach the input'),
            code: 'values = torch.unique(x.detach())'
          },
          {
            safety: 'check',
            title: trans.__('Else use functions that have one'),
            detail: trans.__(
              'Or write it as an autograd function with a backward() of its own.'
            )
          }
        ]
      ];
  }
}

const entry: IEntry = {
  id: 'tensor/no-derivative',
  answers: [
    "the derivative for 'target' is not implemented",
    "The function 'binary_cross_entropy' is not differentiable with respect to argument 'weight'. This input cannot have requires_grad True.",
    'derivative for aten::_scaled_dot_product_efficient_attention_backward is not implemented',
    "the derivative for '_cudnn_rnn_backward' is not implemented. Double backwards is not supported for CuDNN RNNs",
    'trying to differentiate twice a function that was marked with @once_differentiable'
  ],
  signs: [
    ...said(MISSING, { read: readMissing }),
    ...said(ARGUMENT, {
      read: values => ({ ...values, kind: 'argument' })
    }),
    ...said(ONCE, ofKind('twice'))
  ],
  page(trans, values) {
    const [title, cause, fixes] = words(trans, values);
    return {
      title,
      cause,
      fixes,
      notThis: [
        trans.__(
          '“does not require grad and does not have a grad_fn” means the opposite: there nothing asks for a gradient.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: extending autograd'),
          url: 'https://docs.pytorch.org/docs/stable/notes/extending.html'
        },
        LINKS.autograd(trans)
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        "The function 'soft_margin_loss' is not differentiable with respect to argument 'target'. This input cannot have requires_grad True.",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'argument', argument: 'target' }
    },
    {
      ename: 'RuntimeError',
      evalue: "the derivative for 'target' is not implemented",
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'argument', argument: 'target' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'derivative for aten::_scaled_dot_product_flash_attention_for_cpu_backward is not implemented',
      torch: '2.13',
      origin: 'run',
      values: {
        kind: 'twice',
        op: '_scaled_dot_product_flash_attention_for_cpu_backward'
      }
    },
    {
      ename: 'NotImplementedError',
      evalue:
        "the derivative for '_cudnn_rnn_backward' is not implemented. Double backwards is not supported for CuDNN RNNs due to limitations in the CuDNN API.",
      torch: '1.10',
      origin: 'reference',
      values: { kind: 'twice', op: '_cudnn_rnn_backward' }
    },
    {
      ename: 'NotImplementedError',
      evalue: "the derivative for '_unique2' is not implemented.",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'function', op: '_unique2' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'trying to differentiate twice a function that was marked with @once_differentiable',
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'twice' }
    }
  ],
  nearMisses: [
    {
      ename: 'NotImplementedError',
      evalue: "Differentiation rule for 'custom_call' not implemented"
    },
    {
      ename: 'NotImplementedError',
      evalue: 'derivative of order 3 is not implemented'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'element 0 of tensors does not require grad and does not have a grad_fn'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'criterion = torch.nn.SoftMarginLoss()',
      'output, target = torch.ones(2), torch.ones(2, requires_grad=True)',
      'loss = criterion(output, target)'
    ].join('\n'),
    fixed: [
      'import torch',
      'criterion = torch.nn.SoftMarginLoss()',
      'output, target = torch.ones(2), torch.ones(2, requires_grad=True)',
      'loss = criterion(output, target.detach())'
    ].join('\n')
  }
};

export default entry;
