import type { IEntry } from '../../diagnosis/types';
import { notATensorFixes } from './shared/not-a-tensor-fixes';
import { NOT_A_TENSOR_SIGNS } from './shared/not-a-tensor-signs';

const entry: IEntry = {
  id: 'tensor/not-a-tensor',
  answers: [
    "linear(): argument 'input' (position 1) must be Tensor, not tuple",
    'conv2d() received an invalid combination of arguments - got (numpy.ndarray, …)',
    'expected Tensor as element 0 in argument 0, but got numpy.ndarray',
    "'float' object has no attribute 'backward'",
    "'tuple' object has no attribute 'log_softmax'",
    "'numpy.ndarray' object has no attribute 'unsqueeze'",
    "'list' object has no attribute 'to'"
  ],
  // Python's words for a layer that has no such attribute.
  refines: ['model/no-attribute'],
  signs: NOT_A_TENSOR_SIGNS,
  page(trans, values) {
    const { func, type, kind, name } = values;
    return {
      title:
        kind === 'variable'
          ? trans.__('This old PyTorch wants a Variable, not a tensor')
          : type
            ? trans.__('%1 was given where a tensor is needed', type)
            : trans.__('Something else was given where a tensor is needed'),
      cause:
        kind === 'variable'
          ? trans.__(
              'Up to PyTorch 0.3 layers took only tensors wrapped in Variable(…), and this is a bare tensor. The code was written for 0.4 or later, or the wrapping was forgotten.'
            )
          : kind === 'batch'
            ? trans.__(
                'Only tensors and modules can be moved to a device. A DataLoader gives a list, tuple or dictionary as soon as a sample has several parts, and leaves texts as they are.'
              )
            : kind === 'init' && type
              ? trans.__(
                  'A function of nn.init fills one tensor, and was given %1. The weight and the bias of a layer are tensors, the layer is not.',
                  type
                )
              : kind === 'attribute' && type && name
                ? trans.__(
                    'The line asks for “%1”, which tensors have, and this is %2. What a model, a DataLoader or a transform returns is often not a bare tensor.',
                    name,
                    type
                  )
                : func && type
                  ? trans.__(
                      '%1 works on tensors and got %2. Nothing is converted on the way into a torch function.',
                      `${func}()`,
                      type
                    )
                  : trans.__(
                      'Functions of torch work on tensors; lists, arrays, images and None are not converted on the way in.'
                    ),
      fixes: notATensorFixes(trans, values),
      notThis: [
        trans.__(
          'The value is a tensor, but of the wrong number type or on another device: then the message names types such as Double or cuda.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: torch.tensor'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.tensor.html'
        },
        {
          title: trans.__('PyTorch: LSTM, what it returns'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.LSTM.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        "Expected a proper Tensor but got None (or an undefined Tensor in C++) for argument #0 'grad_output'",
      torch: '2.13',
      origin: 'run',
      values: { type: 'NoneType', argument: 'grad_output' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'expected Variable as element 1 in argument 0, but got list',
      torch: '0.3',
      origin: 'reference',
      values: { type: 'list' }
    },
    {
      ename: 'TypeError',
      evalue:
        "linear(): argument 'input' (position 1) must be Tensor, not tuple",
      torch: '2.13',
      origin: 'run',
      values: { func: 'linear', argument: 'input', type: 'tuple' }
    },
    {
      ename: 'TypeError',
      evalue: 'expected Tensor as element 0 in argument 0, but got int',
      torch: '2.13',
      origin: 'run',
      values: { type: 'int' }
    },
    {
      ename: 'TypeError',
      evalue:
        'conv2d() received an invalid combination of arguments - got (numpy.ndarray, Parameter, Parameter, tuple, tuple, tuple, int), but expected one of:\n * (Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, tuple of ints padding = 0, tuple of ints dilation = 1, int groups = 1)',
      torch: '2.13',
      origin: 'reference',
      values: { type: 'numpy.ndarray' }
    },
    {
      ename: 'TypeError',
      evalue: 'argument 0 is not a Variable',
      torch: '0.3',
      origin: 'reference',
      values: { kind: 'variable' }
    },
    {
      ename: 'AttributeError',
      evalue: "'list' object has no attribute 'to'",
      source: 'for batch in loader:\n    batch = batch.to(device)',
      torch: '2.13',
      origin: 'run',
      values: { type: 'list', kind: 'batch' }
    },
    {
      ename: 'TypeError',
      evalue:
        "where() received an invalid combination of arguments - got (Tensor, list, int), but expected one of:\n * (Tensor condition)\n * (Tensor condition, Tensor input, Tensor other, *, Tensor out = None)\n * (Tensor condition, Number self, Tensor other)\n      didn't match because some of the arguments have invalid types: (Tensor, !list of [int]!, !int!)\n * (Tensor condition, Tensor input, Number other)\n      didn't match because some of the arguments have invalid types: (Tensor, !list of [int]!, int)\n * (Tensor condition, Number self, Number other)\n      didn't match because some of the arguments have invalid types: (Tensor, !list of [int]!, int)\n",
      torch: '2.13',
      origin: 'run',
      values: { func: 'where', argument: 'input', type: 'list' }
    },
    {
      ename: 'AttributeError',
      evalue: "'InceptionOutputs' object has no attribute 'log_softmax'",
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'attribute', type: 'InceptionOutputs' }
    },
    {
      ename: 'AttributeError',
      evalue: "'numpy.ndarray' object has no attribute 'dim'",
      traceback:
        'Traceback (most recent call last):\n  File "train.py", line 9, in <module>\n    out = norm(x)\n  File "/usr/lib/python3.11/site-packages/torch/nn/modules/batchnorm.py", line 487, in _check_input_dim\n    if input.dim() != 4:\nAttributeError: \'numpy.ndarray\' object has no attribute \'dim\'\n',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'attribute', type: 'numpy.ndarray', name: 'dim' }
    },
    {
      ename: 'AttributeError',
      evalue: "'tuple' object has no attribute 'size'",
      traceback:
        "---------------------------------------------------------------------------\nAttributeError                            Traceback (most recent call last)\nCell In[7], line 3\n      1 for x, y in loader:\n      2     features = model(x)\n----> 3     width = features.size(-1)\n\nAttributeError: 'tuple' object has no attribute 'size'",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'attribute', type: 'tuple', name: 'size' }
    },
    {
      ename: 'AttributeError',
      evalue: "'Linear' object has no attribute 'dim'",
      traceback:
        'Traceback (most recent call last):\n  File "train.py", line 9, in <module>\n    nn.init.xavier_uniform_(layer)\n  File "/usr/lib/python3.11/site-packages/torch/nn/init.py", line 412, in xavier_uniform_\n    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)\n  File "/usr/lib/python3.11/site-packages/torch/nn/init.py", line 350, in _calculate_fan_in_and_fan_out\n    dimensions = tensor.dim()\n  File "/usr/lib/python3.11/site-packages/torch/nn/modules/module.py", line 1962, in __getattr__\n    raise AttributeError(\nAttributeError: \'Linear\' object has no attribute \'dim\'\n',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'init', type: 'Linear' }
    },
    {
      ename: 'TypeError',
      evalue:
        "linear(): argument 'input' (position 1) must be Tensor, not Softmax",
      torch: '2.13',
      origin: 'run',
      values: { func: 'linear', type: 'Softmax' }
    },
    {
      ename: 'TypeError',
      evalue: "'int' object is not callable",
      traceback:
        'Traceback (most recent call last):\n  File "train.py", line 9, in <module>\n    loss = F.binary_cross_entropy(p, y)\n  File "/usr/lib/python3.11/site-packages/torch/nn/functional.py", line 3517, in binary_cross_entropy\n    if target.size() != input.size():\nTypeError: \'int\' object is not callable\n',
      torch: '2.13',
      origin: 'run',
      values: { type: 'numpy.ndarray' }
    },
    {
      ename: 'TypeError',
      evalue:
        "descriptor 'size' for 'torch._C.TensorBase' objects doesn't apply to a 'list' object",
      torch: '2.13',
      origin: 'run',
      values: { type: 'list' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue:
        "argument should be a str or an os.PathLike object, not 'NoneType'"
    },
    {
      ename: 'ValueError',
      evalue: 'The passed save_path is not a valid checkpoint: argument 0'
    },
    {
      ename: 'AttributeError',
      evalue: "'NoneType' object has no attribute 'text'"
    },
    {
      ename: 'AttributeError',
      evalue: "'list' object has no attribute 'to'",
      source: "names.tolist().to('csv')"
    },
    {
      ename: 'AttributeError',
      evalue: "'tuple' object has no attribute 'size'",
      source: 'canvas.draw(shape.size)'
    },
    {
      ename: 'AttributeError',
      evalue: "'dict' object has no attribute 'to'",
      source: "model = torch.load('net.pt').to(device)"
    },
    {
      ename: 'TypeError',
      evalue: "'int' object is not callable",
      source: 'import torch\nfrom math import pi as sum\nsum(3)'
    },
    {
      ename: 'TypeError',
      evalue:
        "zeros(): argument 'size' (position 1) must be tuple of ints, not float"
    },
    {
      ename: 'TypeError',
      evalue:
        'empty() received an invalid combination of arguments - got (tuple, dtype=NoneType, device=NoneType), but expected one of:\n * (tuple of ints size, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)\n'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'lstm, linear = torch.nn.LSTM(2, 3), torch.nn.Linear(3, 1)',
      'x = torch.ones(4, 1, 2)',
      'linear(lstm(x))'
    ].join('\n'),
    fixed: [
      'import torch',
      'lstm, linear = torch.nn.LSTM(2, 3), torch.nn.Linear(3, 1)',
      'x = torch.ones(4, 1, 2)',
      'output, state = lstm(x)',
      'linear(output)'
    ].join('\n')
  }
};

export default entry;
