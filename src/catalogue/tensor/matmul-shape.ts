import type { IEntry } from '../../diagnosis/types';

const entry: IEntry = {
  id: 'tensor/matmul-shape',
  answers: [
    'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)',
    'size mismatch, m1: [2 x 5], m2: [4 x 3]',
    'size mismatch, got input (2), mat (2x3), vec (4)'
  ],
  signs: [
    {
      where: 'message',
      pattern:
        /mat1 and mat2 shapes cannot be multiplied \((?<rows>\d+)x(?<given>\d+) and (?<wanted>\d+)x(?<outputs>\d+)\)/
    },
    {
      where: 'message',
      pattern:
        /size mismatch, m1: \[(?<rows>\d+) x (?<given>\d+)\], m2: \[(?<wanted>\d+) x (?<outputs>\d+)\]/
    },
    {
      where: 'message',
      pattern:
        /size mismatch, g[eo]t input \(\d+\), mat \(\d+x(?<wanted>\d+)\), vec \((?<given>\d+)\)/
    }
  ],
  page(trans, { given, wanted, outputs }) {
    const known = given !== undefined && wanted !== undefined;
    return {
      title: known
        ? trans.__('The input is %1 wide, the layer takes %2', given, wanted)
        : trans.__('The inner sizes of a matrix product differ'),
      cause: known
        ? trans.__(
            'The last dimension of the input has %1 values, the weight expects %2. Often the number of features after flatten() is not what the Linear layer was made for.',
            given,
            wanted
          )
        : trans.__(
            'The last dimension of the first matrix must equal the first dimension of the second. Often the number of features after flatten() is not what the Linear layer was made for.'
          ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Make the layer as wide as its input'),
          code: `nn.Linear(${given ?? 'in_features'}, ${outputs ?? 'out_features'})`
        },
        {
          safety: 'diagnostic',
          title: trans.__('Look at the shape just before the layer'),
          code: 'print(x.shape)'
        },
        {
          safety: 'check',
          title: trans.__('Let the layer learn its width from the first batch'),
          code: `nn.LazyLinear(${outputs ?? 'out_features'})`
        }
      ],
      notThis: [
        trans.__(
          'Shapes that differ in an addition or a comparison give another message (“size of tensor a must match …”).'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: Linear, in_features and the shape of the input'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Linear.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)',
      torch: '2.13',
      origin: 'run',
      values: { given: '784', wanted: '512', outputs: '10' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'size mismatch, m1: [2 x 5], m2: [4 x 3] at /pytorch/aten/src/TH/generic/THTensorMath.cpp:961',
      torch: '1.0',
      origin: 'reference',
      values: { given: '5', wanted: '4' }
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        'matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 4 is different from 5)'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'layer = torch.nn.Linear(512, 10)',
      'layer(torch.zeros(32, 784))'
    ].join('\n'),
    fixed: [
      'import torch',
      'layer = torch.nn.Linear(784, 10)',
      'layer(torch.zeros(32, 784))'
    ].join('\n')
  }
};

export default entry;
