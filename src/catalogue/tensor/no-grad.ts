import type { IEntry, IFix, ITranslate } from '../../diagnosis/types';
import { classUntold, ofKind, said } from '../said';
import { LINKS } from './shared/links';

/** Per kind: title, cause and first fix. */
type Words = readonly [title: string, cause: string, fix: IFix];

function words(trans: ITranslate, kind: string | undefined): Words {
  switch (kind) {
    case 'scalar':
      return [
        trans.__('backward() was called on more than one number'),
        trans.__(
          'Without an argument backward() starts from a single number, and this tensor has several. Usually the mean over the batch is missing, or reduction is “none”.'
        ),
        {
          safety: 'check',
          title: trans.__('Reduce the loss to one number'),
          code: 'loss = loss.mean()\nloss.backward()'
        }
      ];
    case 'unused':
      return [
        trans.__('A tensor took no part in the computation'),
        trans.__(
          'autograd.grad() was asked for the gradient of a tensor that the result does not depend on. Often it was replaced, cloned or detached on the way.'
        ),
        {
          safety: 'check',
          title: trans.__('If that is meant, allow it: the gradient is None'),
          code: 'grads = torch.autograd.grad(loss, inputs, allow_unused=True)'
        }
      ];
    case 'none':
      return [
        trans.__('There is no gradient yet: grad is None'),
        trans.__(
          'A tensor has .grad only after backward(), and only if it is a leaf with requires_grad=True. An assignment such as w = w - lr * w.grad makes a new tensor, which is no leaf.'
        ),
        {
          safety: 'check',
          title: trans.__('Update in place under no_grad'),
          code: 'with torch.no_grad():\n    w -= lr * w.grad\nw.grad = None'
        }
      ];
    case 'scaler':
      return [
        trans.__('No parameter of the optimizer got a gradient'),
        trans.__(
          'GradScaler found no gradient to look at: backward() was not called on the scaled loss, or the optimizer holds other parameters than the loss depends on.'
        ),
        {
          safety: 'check',
          title: trans.__('Scale, go backward, then step'),
          code: 'scaler.scale(loss).backward()\nscaler.step(optimizer)\nscaler.update()'
        }
      ];
    default:
      return [
        trans.__('The loss does not depend on anything trainable'),
        trans.__(
          'No tensor behind the loss has requires_grad=True, or the graph was cut: by no_grad(), detach(), item(), numpy(), argmax() or a new torch.tensor(…). With all weights frozen it is the same.'
        ),
        {
          safety: 'check',
          title: trans.__('Compute the loss from the output, without a detour'),
          detail: trans.__(
            'torch.tensor(loss) or float(loss) make a new number without history; argmax() and comparisons have no gradient.'
          ),
          code: 'loss = criterion(model(x), y)\nloss.backward()'
        }
      ];
  }
}

const entry: IEntry = {
  id: 'tensor/no-grad',
  answers: [
    'element 0 of tensors does not require grad and does not have a grad_fn',
    'grad can be implicitly created only for scalar outputs',
    'One of the differentiated Tensors appears to not have been used in the graph',
    "'NoneType' object has no attribute 'zero_'",
    'No inf checks were recorded for this optimizer.',
    'element 0 of variables tuple is volatile'
  ],
  signs: [
    ...said(
      /element \d{1,6} of (?:tensors|variables)(?: tuple)? (?:does not require grad|is volatile)|there are no graph nodes that require computing gradients|differentiated Tensors? does not require grad/
    ),
    ...said(
      /grad can be implicitly created only for (?:real )?scal[ae]r outputs|backward should be called only on a scalar/,
      ofKind('scalar')
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
    ...said(/No inf checks were recorded for this optimizer/, ofKind('scaler'))
  ],
  page(trans, { kind }) {
    const [title, cause, fix] = words(trans, kind);
    return {
      title,
      cause,
      fixes: [
        fix,
        ...(kind === 'scalar'
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
  examples: [
    {
      kind: 'text',
      stderr:
        '/usr/lib/python3.10/site-packages/torch/utils/checkpoint.py:31: UserWarning: None of the inputs have requires_grad=True. Gradients will be None\n  warnings.warn(\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'element 0 of tensors does not require grad and does not have a grad_fn',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue: 'grad can be implicitly created only for scalar outputs',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'scalar' }
    },
    {
      stderr:
        'Traceback (most recent call last):\n  File "train.py", line 31, in <module>\n    loss.backward()\n  File "/usr/lib/python3.8/site-packages/torch/autograd/__init__.py", line 93, in backward\n    grad_tensors = _make_grads(tensors, grad_tensors)\n',
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'scalar' }
    },
    {
      ename: 'AttributeError',
      evalue: "'NoneType' object has no attribute 'zero_'",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'none' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.',
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'unused' }
    }
  ],
  nearMisses: [
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
