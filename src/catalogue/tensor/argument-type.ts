import type { IEntry } from '../../diagnosis/types';
import { argumentFixes } from './shared/argument-fixes';
import { ARGUMENT_SIGNS } from './shared/argument-signs';
import { argumentCause, argumentTitle } from './shared/argument-words';

const entry: IEntry = {
  id: 'tensor/argument-type',
  answers: [
    "zeros(): argument 'size' (position 1) must be tuple of ints, not float",
    "empty(): argument 'size' (position 1) must be tuple of ints, but found element of type float at pos 0",
    "topk(): argument 'k' (position 2) must be int, not float",
    "cat(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor",
    'softmax() missing 1 required positional arguments: "dim"',
    'empty() received an invalid combination of arguments - got (tuple, dtype=NoneType, device=NoneType), but expected one of:',
    "aten::slice() Expected a value of type 'int' for argument 'step' but instead found type 'float'."
  ],
  signs: ARGUMENT_SIGNS,
  page(trans, values) {
    return {
      title: argumentTitle(trans, values),
      cause: argumentCause(trans, values),
      fixes: argumentFixes(trans, values),
      notThis: [
        trans.__(
          '“must be Tensor, not …”: then something else stands where a tensor is needed.'
        ),
        trans.__(
          'In torch’s own layers the error shows late: the wrong number was given where the layer was made.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: the functions and their arguments'),
          url: 'https://docs.pytorch.org/docs/stable/torch.html'
        },
        {
          title: trans.__('PyTorch: Tensor.item'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.item.html'
        },
        {
          title: trans.__('Python: division of numbers'),
          url: 'https://docs.python.org/3/library/stdtypes.html#numeric-types-int-float-complex'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'TypeError',
      evalue:
        "zeros(): argument 'size' (position 1) must be tuple of ints, not float",
      torch: '2.13',
      origin: 'run',
      values: {
        func: 'zeros',
        argument: 'size',
        wanted: 'tuple of ints',
        type: 'float'
      }
    },
    {
      ename: 'TypeError',
      evalue:
        "empty(): argument 'size' (position 1) must be tuple of ints, but found element of type float at pos 0",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'element', func: 'empty', type: 'float' }
    },
    {
      ename: 'TypeError',
      evalue:
        'empty(): argument \'size\' failed to unpack the object at pos 2 with error "type must be tuple of ints,but got NoneType"',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'element', wanted: 'tuple of ints', type: 'NoneType' }
    },
    {
      ename: 'TypeError',
      evalue:
        "cat(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor",
      torch: '2.13',
      origin: 'run',
      values: { func: 'cat', wanted: 'tuple of Tensors', type: 'Tensor' }
    },
    {
      ename: 'TypeError',
      evalue: 'softmax() missing 1 required positional arguments: "dim"',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'missing', func: 'softmax', names: 'dim' }
    },
    {
      ename: 'TypeError',
      evalue: "zeros(): argument 'dtype' must be torch.dtype, not str",
      torch: '2.13',
      origin: 'run',
      values: { argument: 'dtype', wanted: 'torch.dtype', type: 'str' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "aten::slice() Expected a value of type 'int' for argument 'step' but instead found type 'float'.\nPosition: 4\nValue: 1.5\nDeclaration: aten::slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a)",
      torch: '2.13',
      origin: 'run',
      values: { argument: 'step', wanted: 'int', type: 'float' }
    },
    {
      ename: 'TypeError',
      evalue:
        'view() received an invalid combination of arguments - got (float, int), but expected one of:\n * (torch.dtype dtype)\n * (tuple of ints size)\n',
      torch: '2.13',
      origin: 'run',
      values: {
        func: 'view',
        argument: 'size',
        wanted: 'tuple of ints',
        type: 'float'
      }
    },
    {
      ename: 'TypeError',
      evalue:
        'empty() received an invalid combination of arguments - got (tuple, dtype=NoneType, device=NoneType), but expected one of:\n * (tuple of ints size, *, tuple of names names, torch.memory_format memory_format = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)\n * (tuple of ints size, *, torch.memory_format memory_format = None, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)\n',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'inside', func: 'empty' }
    },
    {
      ename: 'TypeError',
      evalue:
        "torch.FloatTensor constructor received an invalid combination of arguments - got (int, float), but expected one of:\n * no arguments\n * (int ...)\n      didn't match because some of the arguments have invalid types: (int, float)\n * (torch.FloatTensor viewed_tensor)\n * (torch.Size size)\n * (torch.FloatStorage data)\n * (Sequence data)\n",
      torch: '0.3',
      origin: 'reference',
      values: { wanted: 'tuple of ints', type: 'float' }
    },
    {
      ename: 'TypeError',
      evalue: 'input_size should be of type int, got: float',
      torch: '2.13',
      origin: 'run',
      values: { argument: 'input_size', type: 'float' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue:
        "linear(): argument 'input' (position 1) must be Tensor, not tuple"
    },
    {
      ename: 'TypeError',
      evalue:
        'ge() received an invalid combination of arguments - got (numpy.ndarray, Tensor), but expected one of:\n * (Tensor input, Tensor other, *, Tensor out = None)\n * (Tensor input, Number other, *, Tensor out = None)\n'
    },
    {
      ename: 'TypeError',
      evalue:
        'index_select received an invalid combination of arguments - got (int, torch.FloatTensor), but expected (int dim, torch.LongTensor index)'
    },
    {
      ename: 'TypeError',
      evalue: "open() argument 'mode' must be str, not int"
    },
    {
      ename: 'TypeError',
      evalue: "f() missing 1 required positional argument: 'dim'"
    },
    {
      ename: 'TypeError',
      evalue: "f() missing 2 required positional arguments: 'a' and 'b'"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'width = 8',
      'layer = torch.nn.Conv2d(3, width / 2, 3)'
    ].join('\n'),
    fixed: [
      'import torch',
      'width = 8',
      'layer = torch.nn.Conv2d(3, width // 2, 3)'
    ].join('\n')
  }
};

export default entry;
