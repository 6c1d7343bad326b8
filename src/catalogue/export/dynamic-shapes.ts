import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';

/** torch/fx/experimental/symbolic_shapes.py. */
const CONSTANT =
  /You marked (?<name>[\w.[\]()' ]{1,80}) as dynamic but your code specialized it to be a constant \((?<value>\d+)\)|Not all values of (?<old>\w{1,60}) = [^=]{1,120} in the specified range are valid because \w{1,60} was inferred to be a constant \((?<fixed>\d+)\)/;

const GUARD =
  /Not all values of (?<name>\w{1,60}) = [^=]{1,120} in the specified range satisfy the generated guard/;

const VIOLATED = /Constraints violated \((?<name>[\w, .[\]()']{1,80})\)!/;

/** torch/export/_unlift.py: the exported program looks at its inputs. */
const CHECKED =
  /^Guard failed: (?<name>\w{1,60})\.size\(\)\[(?<dim>\d{1,2})\] == (?<value>\d{1,12})$/;

const entry: IEntry = {
  id: 'export/dynamic-shapes',
  answers: [
    'Constraints violated (batch)! For more information, run with TORCH_LOGS="+dynamic"',
    'You marked batch as dynamic but your code specialized it to be a constant (8)',
    'Not all values of batch in the specified range are valid because batch was inferred to be a constant',
    'torch.fx.experimental.symbolic_shapes.ConstraintViolationError'
  ],
  signs: [
    ...said(CONSTANT, {
      read: ({ name, old, value, fixed }) => ({
        name: name ?? old,
        value: value ?? fixed
      })
    }),
    ...said(GUARD),
    ...said(VIOLATED),
    { where: 'message', pattern: /^/, ename: /^ConstraintViolationError$/ },
    {
      where: 'message',
      pattern: CHECKED,
      read: ({ name, value, dim }) => ({ name, value, dim, kind: 'fixed' })
    }
  ],
  page(trans, { name, value, dim, kind }) {
    return {
      title:
        kind === 'fixed'
          ? trans.__('The program was exported for the size %1 only', value)
          : value
            ? trans.__('The code works for the size %1 only', value)
            : trans.__('The code does not work for every size promised'),
      cause:
        kind === 'fixed'
          ? trans.__(
              'The program was exported with the size %2 in “%1”, and torch.export() keeps every size that is not declared to vary.',
              name,
              value
            )
          : value
            ? trans.__(
                'The size %1 was declared to vary, but the code leads to %2 for it: a constant of that size, a shape written as a number, int() of a size.',
                name ?? trans.__('of this dimension'),
                value
              )
            : trans.__(
                'A size%1 was declared to vary, but the code allows only some values of it, for example multiples of a number. The message lists each condition and suggests a declaration that fits.',
                name ? ` (${name})` : ''
              ),
      fixes: [
        ...(kind === 'fixed'
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Export again, and declare what may vary'),
                code: `program = torch.export.export(model, (x,), dynamic_shapes={'${name}': {${dim}: torch.export.Dim.AUTO}})`
              }
            ]
          : []),
        {
          safety: 'check',
          title: trans.__('Take sizes from the input, not from numbers'),
          code: 'mask = torch.ones(x.shape[0], device=x.device)  # not torch.ones(8)\ny = x.reshape(x.shape[0], -1)'
        },
        {
          safety: 'check',
          title: trans.__('Or declare what the code allows'),
          detail: trans.__(
            'The “Suggested fixes” of the message can be copied. With Dim.AUTO torch finds out by itself what may vary.'
          ),
          code: "from torch.export import Dim\nprogram = torch.export.export(model, (x,), dynamic_shapes={'x': {0: Dim.AUTO}})"
        },
        {
          safety: 'diagnostic',
          title: trans.__('See the line that fixed the size'),
          code: '$ TORCH_LOGS="+dynamic" python script.py'
        }
      ],
      notThis: [
        trans.__(
          '“Could not guard on data-dependent expression” is about values in a tensor, not about its size.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: torch.export, sizes that vary'),
          url: 'https://docs.pytorch.org/tutorials/intermediate/torch_export_tutorial.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'AssertionError',
      evalue: 'Guard failed: x.size()[0] == 8',
      torch: '2.13',
      origin: 'run',
      values: { name: 'x', value: '8', kind: 'fixed' }
    },
    {
      ename: 'UserError',
      evalue:
        'Constraints violated (n)! For more information, run with TORCH_LOGS="+dynamic".\n  - You marked n as dynamic but your code specialized it to be a constant (8). If you\'re using mark_dynamic, either remove it or use maybe_mark_dynamic. If you\'re using Dim.DYNAMIC, replace it with either Dim.STATIC or Dim.AUTO.\nSuggested fixes:\n  n = 8\n',
      torch: '2.13',
      origin: 'run',
      values: { name: 'n', value: '8' }
    },
    {
      ename: 'UserError',
      evalue:
        "Constraints violated (n)! For more information, run with TORCH_LOGS=\"+dynamic\".\n  - Not all values of n = L['x'].size()[0] in the specified range satisfy the generated guard (L['x'].size()[0] % 4) == 0.\n",
      torch: '2.13',
      origin: 'run',
      values: { name: 'n' }
    },
    {
      ename: 'ConstraintViolationError',
      evalue:
        'Constraints violated (batch)! For more information, run with TORCH_LOGS="+dynamic".\n  - Not all values of batch = L[\'x\'].size()[0] in the specified range are valid because batch was inferred to be a constant (2).\n',
      torch: '2.4',
      origin: 'reference',
      values: { name: 'batch', value: '2' }
    }
  ],
  nearMisses: [
    { ename: 'AssertionError', evalue: 'Guard failed: door == closed' },
    {
      ename: 'UserError',
      evalue: 'Could not guard on data-dependent expression u0 > 2'
    },
    {
      ename: 'IntegrityError',
      evalue: 'constraints violated: UNIQUE constraint failed: user.name'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'class Net(torch.nn.Module):',
      '    def forward(self, x):',
      '        return x + torch.ones(8)',
      "size = {'x': {0: torch.export.Dim('n')}}",
      'torch.export.export(Net(), (torch.ones(8),), dynamic_shapes=size)'
    ].join('\n'),
    fixed: [
      'import torch',
      'class Net(torch.nn.Module):',
      '    def forward(self, x):',
      '        return x + torch.ones(x.shape[0])',
      "size = {'x': {0: torch.export.Dim('n')}}",
      'torch.export.export(Net(), (torch.ones(8),), dynamic_shapes=size)'
    ].join('\n')
  }
};

export default entry;
