import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';

const SIZE = String.raw`\[[\d, ]{0,60}\]`;

/** torch/autograd/__init__.py, `_make_grads`. */
const GIVEN = new RegExp(
  String.raw`Mismatch in shape: grad_output\[\d{1,3}\] has a shape of torch\.Size\((?<given>${SIZE})\) and output\[\d{1,3}\] has a shape of torch\.Size\((?<wanted>${SIZE})\)`
);

/** torch/csrc/autograd/engine.cpp, `validate_outputs`. */
const RETURNED = new RegExp(
  String.raw`[Ff]unction (?<func>\w{1,60}) returned an invalid gradient at index \d{1,3} - got (?<given>${SIZE}) but expected shape compatible with (?<wanted>${SIZE})|[Ff]unction (?<counted>\w{1,60}) returned an incorrect number of gradients \(expected (?<count>\d{1,3}), got (?<got>\d{1,3})\)`
);

/** torch/csrc/autograd/python_variable.cpp, `THPVariable_set_grad`. */
const ASSIGNED = new RegExp(
  String.raw`attempting to assign a gradient of size ["']?(?<given>${SIZE})["']? to a tensor of size ["']?(?<wanted>${SIZE})|attempting to assign a gradient (?:with (?:dtype|device type)|to a tensor that has data of a different type|located on device with index)|assigned grad has data (?:of a different (?:size|type)|located on a different device)|assigned grad expected to be a Tensor or None`
);

const readReturned = ({ counted, ...values }: Values): Values => ({
  ...values,
  func: values.func ?? counted,
  kind: 'function'
});

function causeInFunction(trans: ITranslate, values: Values): string {
  const { func, given, wanted, count, got } = values;
  if (count !== undefined) {
    return trans.__(
      'backward() of %1 returned %2 gradients, and forward() took %3 inputs. Each input needs one gradient, None where none is wanted.',
      func,
      got,
      count
    );
  }
  return given !== undefined && wanted !== undefined
    ? trans.__(
        'backward() of %1 returned a gradient of shape %2 for an input of shape %3. A gradient has the shape of what it belongs to.',
        func,
        given,
        wanted
      )
    : trans.__(
        'backward() of an autograd function returned a gradient that does not fit its input. A gradient has the shape of what it belongs to.'
      );
}

function causeAssigned(trans: ITranslate, { given, wanted }: Values): string {
  return given !== undefined && wanted !== undefined
    ? trans.__(
        'A gradient of shape %1 was assigned to .grad of a tensor of shape %2. Often the data of the tensor was exchanged in between (by FSDP, or by a new weight of another size).',
        given,
        wanted
      )
    : trans.__(
        '.grad takes a tensor of the size, the number type and the device of the tensor that it belongs to, or None.'
      );
}

function fixes(trans: ITranslate, { kind }: Values): IFix[] {
  const check: IFix = {
    safety: 'diagnostic',
    title: trans.__('Check a function’s backward against its forward'),
    detail: trans.__('Small inputs of type float64 will do.'),
    code: 'torch.autograd.gradcheck(MyFunction.apply, (x.double(), w.double()))'
  };
  if (kind === 'assign') {
    return [
      {
        safety: 'check',
        title: trans.__('Give it size, type and device of the tensor'),
        code: 'weight.grad = grad.reshape(weight.shape).to(weight)'
      },
      {
        safety: 'diagnostic',
        title: trans.__('Compare the two'),
        code: 'print(weight.shape, weight.dtype, weight.device)\nprint(grad.shape, grad.dtype, grad.device)'
      }
    ];
  }
  return kind === 'function'
    ? [
        {
          safety: 'check',
          title: trans.__('Return one fitting gradient for each input'),
          code: '@staticmethod\ndef backward(ctx, grad_output):\n    x, w = ctx.saved_tensors\n    return grad_output @ w.T, x.T @ grad_output'
        },
        check
      ]
    : [
        {
          safety: 'check',
          title: trans.__('Give a gradient of the shape of the output'),
          code: 'y.backward(torch.ones_like(y))'
        },
        {
          safety: 'check',
          title: trans.__('Or make a single number of the output'),
          code: 'y.sum().backward()'
        }
      ];
}

const entry: IEntry = {
  id: 'tensor/gradient-shape',
  answers: [
    'Mismatch in shape: grad_output[0] has a shape of torch.Size([3]) and output[0] has a shape of torch.Size([2]).',
    'Function MyFunctionBackward returned an invalid gradient at index 0 - got [4, 3] but expected shape compatible with [4, 2]',
    'function MyFunctionBackward returned an incorrect number of gradients (expected 2, got 1)',
    "attempting to assign a gradient of size '[2]' to a tensor of size '[3]'. Please ensure that the gradient and the tensor are the same size",
    'assigned grad has data of a different type'
  ],
  signs: [
    ...said(GIVEN),
    ...said(RETURNED, { read: readReturned }),
    ...said(ASSIGNED, { read: values => ({ ...values, kind: 'assign' }) })
  ],
  page(trans, values) {
    const { kind, given, wanted } = values;
    return {
      title:
        kind === 'function'
          ? trans.__('backward() returned a gradient that does not fit')
          : kind === 'assign'
            ? trans.__('What was assigned to .grad does not fit the tensor')
            : trans.__('The gradient given to backward() has another shape'),
      cause:
        kind === 'function'
          ? causeInFunction(trans, values)
          : kind === 'assign'
            ? causeAssigned(trans, values)
            : given !== undefined && wanted !== undefined
              ? trans.__(
                  'backward() was given a gradient of shape %1, and the output has the shape %2. Each value of the output needs one of its own.',
                  given,
                  wanted
                )
              : trans.__(
                  'backward() was given a gradient whose shape is not that of the output. Each value of the output needs one of its own.'
                ),
      fixes: fixes(trans, values),
      notThis: [
        trans.__(
          'A function of torch itself is named (AddBackward0, …): then a tensor was resized or its data exchanged between forward and backward.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: Tensor.backward'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html'
        },
        {
          title: trans.__('PyTorch: writing autograd functions'),
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
        'Mismatch in shape: grad_output[0] has a shape of torch.Size([3]) and output[0] has a shape of torch.Size([2]).',
      torch: '2.13',
      origin: 'run',
      values: { given: '[3]', wanted: '[2]' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Function GBackward returned an invalid gradient at index 0 - got [4, 3] but expected shape compatible with [4, 2]',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'function', func: 'GBackward', given: '[4, 3]' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'function HBackward returned an incorrect number of gradients (expected 2, got 1)',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'function', func: 'HBackward', count: '2', got: '1' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "attempting to assign a gradient of size '[2]' to a tensor of size '[3]'. Please ensure that the gradient and the tensor are the same size",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'assign', given: '[2]', wanted: '[3]' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "attempting to assign a gradient with dtype 'double' to a tensor with grad_dtype 'Float'. The gradient must match the tensor's grad_dtype (defaults to the tensor's dtype). You can set the tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype. Set grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break downstream systems that assume they match.",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'assign' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'assigned grad has data of a different type',
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'assign' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue: 'grad can be implicitly created only for scalar outputs'
    },
    {
      ename: 'ValueError',
      evalue: 'Mismatch in shape: gradient has shape (3,), expected (2,)'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'x = torch.ones(2, requires_grad=True)',
      'y = x * 2',
      'y.backward(torch.ones(3))'
    ].join('\n'),
    fixed: [
      'import torch',
      'x = torch.ones(2, requires_grad=True)',
      'y = x * 2',
      'y.backward(torch.ones_like(y))'
    ].join('\n')
  }
};

export default entry;
