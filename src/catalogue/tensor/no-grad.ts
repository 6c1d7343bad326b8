import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { classUntold, ofKind, said } from '../said';
import { NO_GRAD_EXAMPLES } from './shared/no-grad-examples';
import { LINKS } from './shared/links';
import { DERIVATIVE_SIGNS, noGradWords } from './shared/no-grad-words';

/** The function behind `torch.autograd.grad()`. */
const AUTOGRAD = /\btorch[\\/]autograd[\\/]__init__\.py$/;

/** What kind it is where a gradient was asked for, not `backward()` called. */
function whenAsked(kind: string, otherwise?: string) {
  return (_: Values, reading: IReading): Values => ({
    kind: reading.exceptions.some(({ frames }) =>
      frames.some(({ file, func }) => func === 'grad' && AUTOGRAD.test(file))
    )
      ? kind
      : otherwise
  });
}

const entry: IEntry = {
  id: 'tensor/no-grad',
  answers: [
    'element 0 of tensors does not require grad and does not have a grad_fn',
    'grad can be implicitly created only for scalar outputs',
    'One of the differentiated Tensors appears to not have been used in the graph',
    "'NoneType' object has no attribute 'zero_'",
    'No inf checks were recorded for this optimizer.',
    'element 0 of variables tuple is volatile',
    "can't retain_grad on Tensor that has requires_grad=False",
    "cannot register a hook on a tensor that doesn't require gradient",
    "the derivative for 'target' is not implemented",
    "nn criterions don't compute the gradient w.r.t. targets - please mark these tensors as not requiring gradients",
    'derivative for aten::_scaled_dot_product_efficient_attention_backward is not implemented'
  ],
  signs: [
    ...said(
      /element \d{1,6} of (?:tensors|variables)(?: tuple)? (?:does not require grad|is volatile)|there are no graph nodes that require computing gradients|differentiated Tensors? does not require grad/,
      { read: whenAsked('second') }
    ),
    ...said(
      /grad can be implicitly created only for (?:real )?scal[ae]r outputs|backward should be called only on a scalar/,
      { read: whenAsked('outputs', 'scalar') }
    ),
    // torch/_functorch/eager_transforms.py
    ...said(
      /Expected f\(\*args\) to return a scalar tensor/i,
      ofKind('transform')
    ),
    ...said(
      /differentiated (?:Tensors?|Variables?)(?: at index \d{1,6})? appears? to not have been used in the graph/,
      ofKind('unused')
    ),
    // What it said is cut off; few other things are checked there.
    {
      where: 'log',
      pattern: /\bgrad_tensors_? = _make_grads\(/,
      when: classUntold,
      confidence: 'likely',
      ...ofKind('scalar')
    },
    // torch/utils/checkpoint.py: a warning, and often all that is printed.
    {
      where: 'log',
      pattern:
        /None of the inputs have requires_grad=True\. Gradients will be None/,
      when: classUntold,
      confidence: 'likely'
    },
    {
      where: 'message',
      pattern: /["']NoneType["'] object has no attribute ["']zero_["']/,
      ...ofKind('none')
    },
    {
      where: 'message',
      pattern:
        /["']NoneType["'] object has no attribute ["'](?:data|norm|clone|abs|mean|add_|detach_?)["']/,
      when: ({ code }) => /\.grad\./.test(code),
      confidence: 'likely',
      ...ofKind('none')
    },
    ...said(/No inf checks were recorded for this optimizer/, ofKind('scaler')),
    ...said(
      /can["']t retain_grad on (?:Tensor|Variable) that has requires_grad=False|cannot register a hook on a (?:tensor|variable) that doesn["']t require gradient/,
      ofKind('hook')
    ),
    ...DERIVATIVE_SIGNS
  ],
  page(trans, values) {
    const { kind } = values;
    const [title, cause, fix] = noGradWords(trans, values);
    return {
      title,
      cause,
      fixes: [
        fix,
        ...(kind === undefined
          ? [
              {
                safety: 'check' as const,
                title: trans.__('All weights frozen: let the last layer learn'),
                detail: trans.__(
                  'Freeze first, then put the new layer in. PEFT: load an adapter with is_trainable=True to train it.'
                ),
                code: 'for p in model.fc.parameters():\n    p.requires_grad = True'
              }
            ]
          : []),
        ...(/^(?:scalar|outputs|second|transform|target|derivative)$/.test(
          kind ?? ''
        )
          ? []
          : [
              {
                safety: 'diagnostic' as const,
                title: trans.__('Look where the history ends'),
                code: 'print(loss.requires_grad, loss.grad_fn)\nprint([n for n, p in model.named_parameters() if p.requires_grad])'
              }
            ])
      ],
      notThis: [
        trans.__(
          'In an evaluation loop backward() is not wanted at all: then remove it instead of the no_grad().'
        )
      ],
      links: [
        LINKS.autograd(trans),
        {
          title: trans.__('PyTorch: backward'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html'
        }
      ]
    };
  },
  examples: NO_GRAD_EXAMPLES,
  nearMisses: [
    {
      ename: 'NotImplementedError',
      evalue: 'The derivative for this kernel is not implemented'
    },
    {
      ename: 'ValueError',
      evalue: 'cannot register a hook on a closed connection'
    },
    {
      ename: 'AttributeError',
      evalue: "'NoneType' object has no attribute 'data'",
      source: "page = session.find('table')\nprint(page.data)"
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'model, criterion = torch.nn.Linear(2, 1), torch.nn.MSELoss()',
      'x, y = torch.ones(3, 2), torch.zeros(3, 1)',
      'loss = torch.tensor(criterion(model(x), y).item())',
      'loss.backward()'
    ].join('\n'),
    fixed: [
      'import torch',
      'model, criterion = torch.nn.Linear(2, 1), torch.nn.MSELoss()',
      'x, y = torch.ones(3, 2), torch.zeros(3, 1)',
      'loss = criterion(model(x), y)',
      'loss.backward()'
    ].join('\n')
  }
};

export default entry;
