import { define } from '../../define';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { optionSet } from '../../shared/edits/options';
import { sizeFromInput } from '../../shared/edits/expressions';

function usualFixes(trans: ITranslate, value?: string): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Take sizes from the input, not from numbers'),
      edit: value === undefined ? undefined : sizeFromInput(value),
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
  ];
}

export default define({
  id: 'export/dynamic-shapes',
  answers: [
    'Constraints violated (batch)! For more information, run with TORCH_LOGS="+dynamic"',
    'You marked batch as dynamic but your code specialized it to be a constant (8)',
    'Not all values of batch in the specified range are valid because batch was inferred to be a constant',
    'torch.fx.experimental.symbolic_shapes.ConstraintViolationError'
  ],
  values: ['name', 'value', 'dim'],
  // torch/fx/experimental/symbolic_shapes.py. It comes first: the lines that it
  // stands among show the signs of `range`, too.
  signs: messageOrLog(
    /You marked (?<name>[\w.[\]()' ]{1,80}) as dynamic but your code specialized it to be a constant \((?<value>\d+)\)|Not all values of (?<old>\w{1,60}) = [^=]{1,120} in the specified range are valid because \w{1,60} was inferred to be a constant \((?<fixed>\d+)\)/,
    {
      read: ({ name, old, value, fixed }) => ({
        kind: 'constant',
        name: name ?? old,
        value: value ?? fixed
      })
    }
  ),
  kinds: {
    range: {
      signs: [
        ...messageOrLog(
          /Not all values of (?<name>\w{1,60}) = [^=]{1,120} in the specified range satisfy the generated guard/
        ),
        ...messageOrLog(
          /Constraints violated \((?<name>[\w, .[\]()']{1,80})\)!/
        ),
        { where: 'message', pattern: /^/, ename: /^ConstraintViolationError$/ }
      ],
      words: (trans, { name }) => ({
        title: trans.__('The code does not work for every size promised'),
        cause: trans.__(
          'A size%1 was declared to vary, but the code allows only some values of it, for example multiples of a number. The message lists each condition and suggests a declaration that fits.',
          name ? ` (${name})` : ''
        ),
        fixes: usualFixes(trans)
      })
    },
    constant: {
      words: (trans, { name, value }) => ({
        title: trans.__('The code works for the size %1 only', value),
        cause: trans.__(
          'The size %1 was declared to vary, but the code leads to %2 for it: a constant of that size, a shape written as a number, int() of a size.',
          name ?? trans.__('of this dimension'),
          value
        ),
        fixes: usualFixes(trans, value)
      })
    },
    fixed: {
      // torch/export/_unlift.py: the exported program looks at its inputs.
      signs: [
        {
          where: 'message',
          pattern:
            /^Guard failed: (?<name>\w{1,60})\.size\(\)\[(?<dim>\d{1,2})\] == (?<value>\d{1,12})$/
        }
      ],
      words: (trans, { name, value, dim }) => ({
        title: trans.__('The program was exported for the size %1 only', value),
        cause: trans.__(
          'The program was exported with the size %2 in “%1”, and torch.export() keeps every size that is not declared to vary.',
          name,
          value
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Export again, and declare what may vary'),
            edit: optionSet(
              ['export.export'],
              [99, 'dynamic_shapes'],
              `{'${name}': {${dim}: torch.export.Dim.AUTO}}`
            ),
            code: `program = torch.export.export(model, (x,), dynamic_shapes={'${name}': {${dim}: torch.export.Dim.AUTO}})`
          },
          ...usualFixes(trans)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
