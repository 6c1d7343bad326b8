import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { ofKind, said } from '../said';

/** torch/amp/grad_scaler.py, since 1.6. */
const TWICE =
  /unscale_\(\) has already been called on this optimizer since the last update\(\)/;

const LATE =
  /unscale_\(\) is being called after step\(\)|\bstep\(\) has already been called since the last update\(\)/;

const UNSCALED = /Attempted (?<call>step|unscale_|update) but _scale is None/;

const NOTHING = /No inf checks were recorded prior to update/;

const CLOSURE =
  /Closure use is not currently supported if GradScaler is enabled/;

/** `scale()` of something that is no tensor. */
const OUTPUTS = /outputs must be a Tensor or an iterable of Tensors/;

const ORDER =
  'optimizer.zero_grad()\nwith torch.autocast(device_type):\n    loss = criterion(model(x), y)\nscaler.scale(loss).backward()\nscaler.unscale_(optimizer)  # only where gradients are clipped\ntorch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\nscaler.step(optimizer)\nscaler.update()';

function title(trans: ITranslate, { kind }: Values): string {
  switch (kind) {
    case 'twice':
      return trans.__('The gradients were unscaled a second time');
    case 'late':
      return trans.__('GradScaler was not updated after its step');
    case 'unscaled':
      return trans.__('The loss was not scaled before this step');
    case 'nothing':
      return trans.__('GradScaler has no step to update from');
    case 'closure':
      return trans.__('GradScaler takes no closure');
    case 'outputs':
      return trans.__('What was given to scaler.scale() is no tensor');
    default:
      return trans.__('The calls of GradScaler are in the wrong order');
  }
}

function cause(trans: ITranslate, { kind, call }: Values): string {
  switch (kind) {
    case 'twice':
      return trans.__(
        'unscale_() divides the gradients by the scale, and may do so once between two calls of update(). Usual: clipping in each part of an accumulated batch, or a trainer that unscales already.'
      );
    case 'late':
      return trans.__(
        'After scaler.step(optimizer) the scaler waits for scaler.update(). It is missing, or stands outside of the loop, or unscale_() comes after step().'
      );
    case 'unscaled':
      return trans.__(
        'scaler.%1 was called before any loss went through scaler.scale(). Usually loss.backward() stands there in place of scaler.scale(loss).backward().',
        call === undefined ? 'step()' : `${call}()`
      );
    case 'nothing':
      return trans.__(
        'scaler.update() looks at what scaler.step() or unscale_() found, and none of them was called since the last update. Usual: optimizer.step() in its place, or update() called twice.'
      );
    case 'closure':
      return trans.__(
        'An optimizer that calls a closure (LBFGS) computes the loss several times in one step, and GradScaler handles one backward() for each step only.'
      );
    case 'outputs':
      return trans.__(
        'scale() multiplies the loss, and was given None or a plain number. Usually the model returned no loss (no labels were passed), or loss.item() was taken before.'
      );
    default:
      return trans.__(
        'Each round needs scale(), backward(), step() and update(), in this order and once each.'
      );
  }
}

function fixes(trans: ITranslate, { kind }: Values): IFix[] {
  if (kind === 'outputs') {
    return [
      {
        safety: 'check',
        title: trans.__('Scale the loss tensor itself'),
        code: 'loss = criterion(model(x), y)  # a tensor, without .item()\nscaler.scale(loss).backward()'
      }
    ];
  }
  if (kind === 'closure') {
    return [
      {
        safety: 'check',
        title: trans.__('Take bfloat16, which needs no scaler'),
        code: "with torch.autocast('cuda', dtype=torch.bfloat16):\n    loss = criterion(model(x), y)"
      },
      {
        safety: 'check',
        title: trans.__('Or an optimizer without a closure'),
        code: 'optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)'
      }
    ];
  }
  return [
    {
      safety: 'check',
      title: trans.__('Make these calls, in this order, once per step'),
      code: ORDER
    },
    ...(kind === 'twice'
      ? [
          {
            safety: 'check' as const,
            title: trans.__('Accumulating: unscale only where you step'),
            code: 'if (i + 1) % accumulate == 0:\n    scaler.unscale_(optimizer)\n    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n    scaler.step(optimizer)\n    scaler.update()'
          }
        ]
      : []),
    {
      safety: 'check',
      title: trans.__('Two optimizers: step both, then update once'),
      code: 'scaler.step(optimizer_g)\nscaler.step(optimizer_d)\nscaler.update()'
    }
  ];
}

const entry: IEntry = {
  id: 'model/grad-scaler',
  answers: [
    'unscale_() has already been called on this optimizer since the last update().',
    'unscale_() is being called after step().',
    'step() has already been called since the last update().',
    'Attempted step but _scale is None.  This may indicate your script did not use scaler.scale(loss or outputs) earlier in the iteration.',
    'No inf checks were recorded prior to update.'
  ],
  signs: [
    ...said(TWICE, ofKind('twice')),
    ...said(LATE, ofKind('late')),
    ...said(UNSCALED, { read: ({ call }) => ({ call, kind: 'unscaled' }) }),
    ...said(NOTHING, ofKind('nothing')),
    ...said(CLOSURE, ofKind('closure')),
    ...said(OUTPUTS, ofKind('outputs'))
  ],
  page(trans, values) {
    return {
      title: title(trans, values),
      cause: cause(trans, values),
      fixes: fixes(trans, values),
      notThis: [
        trans.__(
          '“No inf checks were recorded for this optimizer”: the order is right, and none of its parameters has a gradient.'
        ),
        trans.__(
          '“Attempting to unscale FP16 gradients”: the weights themselves are float16, and must stay float32 under autocast.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: examples of mixed precision'),
          url: 'https://docs.pytorch.org/docs/stable/notes/amp_examples.html'
        },
        {
          title: trans.__('PyTorch: GradScaler'),
          url: 'https://docs.pytorch.org/docs/stable/amp.html#gradient-scaling'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'unscale_() has already been called on this optimizer since the last update().',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'twice' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'unscale_() is being called after step().',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'late' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'step() has already been called since the last update().',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'late' }
    },
    {
      ename: 'AssertionError',
      evalue:
        'Attempted step but _scale is None.  This may indicate your script did not use scaler.scale(loss or outputs) earlier in the iteration.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'unscaled', call: 'step' }
    },
    {
      ename: 'AssertionError',
      evalue: 'No inf checks were recorded prior to update.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'nothing' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Closure use is not currently supported if GradScaler is enabled.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'closure' }
    },
    {
      ename: 'ValueError',
      evalue: 'outputs must be a Tensor or an iterable of Tensors',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'outputs' }
    }
  ],
  nearMisses: [
    {
      ename: 'AssertionError',
      evalue: 'No inf checks were recorded for this optimizer.'
    },
    { ename: 'ValueError', evalue: 'Attempting to unscale FP16 gradients.' },
    {
      ename: 'RuntimeError',
      evalue: 'Environment step() has already been called; call reset() first.'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      "scaler = torch.amp.GradScaler('cpu')",
      'weight = torch.nn.Parameter(torch.ones(2))',
      'optimizer = torch.optim.SGD([weight], lr=0.1)',
      'weight.sum().backward()',
      'scaler.step(optimizer)',
      'scaler.update()'
    ].join('\n'),
    fixed: [
      'import torch',
      "scaler = torch.amp.GradScaler('cpu')",
      'weight = torch.nn.Parameter(torch.ones(2))',
      'optimizer = torch.optim.SGD([weight], lr=0.1)',
      'scaler.scale(weight.sum()).backward()',
      'scaler.step(optimizer)',
      'scaler.update()'
    ].join('\n')
  }
};

export default entry;
