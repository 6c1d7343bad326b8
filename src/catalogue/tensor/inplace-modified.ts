import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { said } from '../said';
import { anomalyAlone } from './shared/anomaly';
import { LINKS } from './shared/links';

const view = { read: (): Values => ({ kind: 'view' }) };

function cause(trans: ITranslate, values: Values): string {
  const { kind, shape, output, version, expected } = values;
  if (kind === 'view' || kind === 'detach') {
    return trans.__(
      'The tensor is a view of another one (a slice, unbind, split, chunk), and autograd cannot follow a change made through it.'
    );
  }
  return shape !== undefined && output && version && expected
    ? trans.__(
        'backward() needs the tensor of shape [%1] that %2 gave, as it was then (version %4), and it has been changed since (version %3). Usual: “+=”, x[i] = …, relu(inplace=True), or optimizer.step() between forward and backward.',
        shape,
        output,
        version,
        expected
      )
    : trans.__(
        'backward() needs a tensor as it was in the forward pass, and it has been changed since. Usual: “+=”, x[i] = …, relu(inplace=True), or optimizer.step() between forward and backward.'
      );
}

/** Whether it is a weight as Linear uses it: transposed. */
function isWeight(output: string | undefined): boolean {
  return /^(?:AsStrided|T)(?:Backward\d?)?$/.test(output ?? '');
}

function step(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Two losses: call both backward() before step()'),
    detail: trans.__(
      'optimizer.step() changes the weights in place. In a GAN, give the discriminator fake.detach().'
    ),
    code: 'loss_d.backward()\nloss_g.backward()\noptimizer_d.step()\noptimizer_g.step()'
  };
}

const entry: IEntry = {
  id: 'tensor/inplace-modified',
  answers: [
    'one of the variables needed for gradient computation has been modified by an inplace operation',
    'is at version 1; expected version 0 instead. Hint: enable anomaly detection',
    'Output 0 of UnbindBackward is a view and is being modified inplace'
  ],
  signs: [
    ...said(
      /modified by an inplace operation(?:: \[(?<type>[\w.]+) \[(?<shape>[\d, ]*)\]\](?:, which is output (?<number>\d{1,4}) of (?<output>\w+))?(?:, is at version (?<version>\d+); expected version (?<expected>\d+))?)?/
    ),
    // Titles of reports end in the middle of it.
    ...said(/one of the variables needed for gradient comp/),
    // Anomaly mode names the forward line; the error after it is cut off.
    anomalyAlone(),
    ...said(
      /is a view and (?:is being|its base or another view of its base has been) modified in-?place|view was created in no_grad mode and is being modified in-?place/,
      view
    ),
    // torch/csrc/autograd of torch 0.1: a slice, or another variable of it.
    ...said(
      /in-place operations can be only used on variables that don["']?t share storage with any other variables/,
      view
    ),
    ...said(/Can["']?t detach views in-?place/, {
      read: () => ({ kind: 'detach' })
    })
  ],
  page(trans, values) {
    return {
      title:
        values.kind === 'view' || values.kind === 'detach'
          ? trans.__('A view was changed in place')
          : trans.__('A tensor that backward() needs was changed'),
      cause: cause(trans, values),
      fixes: [
        ...(values.kind === 'detach'
          ? [
              {
                safety: 'safe' as const,
                title: trans.__(
                  'Take a detached tensor, leave this one as it is'
                ),
                code: 'state = state.detach()  # not state.detach_()'
              }
            ]
          : []),
        // A view of a weight: what changes weights is step().
        ...(isWeight(values.output) ? [step(trans)] : []),
        {
          safety: 'check',
          title: trans.__('Make a new tensor instead of changing the old one'),
          code: 'x = x + 1  # instead of x += 1'
        },
        {
          safety: 'check',
          title: trans.__('Change a copy'),
          code: 'x = x.clone()\nx[0] = 0'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Let anomaly detection name the forward line'),
          code: 'with torch.autograd.set_detect_anomaly(True):\n    loss = criterion(model(x), y)\n    loss.backward()'
        },
        ...(isWeight(values.output) ? [] : [step(trans)])
      ],
      notThis: [
        trans.__(
          '“a leaf Variable that requires grad” names a weight or an input that you made yourself: it is refused at once, not in backward().'
        )
      ],
      links: [LINKS.inPlace(trans), LINKS.anomaly(trans)]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        "in-place operations can be only used on variables that don't share storage with any other variables, but detected that there are 2 objects sharing it",
      torch: '0.1',
      origin: 'reference',
      values: { kind: 'view' }
    },
    {
      kind: 'text',
      stderr:
        '[W python_anomaly_mode.cpp:104] Warning: Error detected in AddmmBackward. Traceback of forward call that caused the error:\n  File "train.py", line 12, in <module>\n    main()\n (function _print_stack)\n',
      torch: '1.7',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [3]], which is output 0 of Exp, is at version 1; expected version 0 instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False).',
      torch: '2.13',
      origin: 'run',
      values: { shape: '3', output: 'Exp', version: '1', expected: '0' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Output 0 of Unbind is a view and is being modified inplace. This view is the output of a function that returns multiple views. Such functions do not allow the output views to be modified inplace. You should replace the inplace operation by an out-of-place one.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'view' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'one of the variables needed for gradient computation has been modified by an inplace operation',
      torch: '1.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() cannot be called on these gradients.",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'detach' }
    },
    {
      kind: 'text',
      stderr:
        'RuntimeError: one of the variables needed for gradient computat…',
      torch: '1.5',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'a leaf Variable that requires grad is being used in an in-place operation.'
    },
    {
      ename: 'RuntimeError',
      evalue: 'dictionary changed size during iteration'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'w = torch.ones(3, requires_grad=True)',
      'x = w.exp()',
      'x += 1',
      'x.sum().backward()'
    ].join('\n'),
    fixed: [
      'import torch',
      'w = torch.ones(3, requires_grad=True)',
      'x = w.exp()',
      'x = x + 1',
      'x.sum().backward()'
    ].join('\n')
  }
};

export default entry;
