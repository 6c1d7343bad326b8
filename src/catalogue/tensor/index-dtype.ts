import type { IEntry, Values } from '../../diagnosis/types';
import { said } from '../said';
import { dtypeOf } from './shared/types';

const read = ({ given }: Values): Values => ({
  given: given && dtypeOf(given)
});

const entry: IEntry = {
  id: 'tensor/index-dtype',
  answers: [
    'tensors used as indices must be long, int, byte or bool tensors',
    "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got torch.FloatTensor instead",
    'only integer tensors of a single element can be converted to an index',
    'gather(): Expected dtype int64 for index',
    'one_hot is only applicable to index tensor',
    'expected scalar type Long but found Float',
    'Performing basic indexing on a tensor and encountered an error indexing dim 0 with an object of type torch.ByteTensor. The only supported types are integers, slices, numpy scalars, or if indexing with a torch.LongTensor or torch.ByteTensor only a single Tensor may be passed.'
  ],
  signs: [
    ...said(/tensors used as indices must be long/),
    ...said(
      /only integer tensors of a single element can be converted to an index/
    ),
    ...said(
      /argument #\d{1,2} ["']ind\w*["'] to have (?:one of the following scalar types: [\w, ]+|scalar type \w+)(?:; but got (?<given>[\w.]+))?/,
      { read }
    ),
    ...said(
      /type (?:Long|Int|(?:Variable\[)?torch\.(?:cuda\.)?LongTensor\]?) but (?:got scalar|found) type (?:Variable\[)?(?<given>[\w.]+)\]? for argument #\d{1,2} ["']ind/,
      { read }
    ),
    ...said(/\b\w+\(\): Expected dtype (?:int32\/|int32 or )?int64 for index/),
    // PyTorch Geometric: which nodes an edge joins.
    ...said(
      /["'`]edge_index["'`] (?:needs )?to be of type ["'`]torch\.long["'`] (?:but found type |\(got )["'`]torch\.(?<given>\w+)/,
      { read }
    ),
    ...said(
      /["'](?:Edge)?Index["'] holds an unsupported data type \(got ["']torch\.(?<given>\w+)/,
      { read }
    ),
    // Sparse tensors, and the libraries of graphs that build on them.
    ...said(
      /\bconvert_indices_from_\w{3,20}["'`]? not implemented for ["'`]?(?<given>\w+)/,
      { read }
    ),
    ...said(/one_hot is only applicable to index tensor/),
    ...said(
      /["']repeat_interleave\w*["'] not implemented for ["'](?<given>\w+)|repeats has to be Long or Int tensor/
    ),
    ...said(
      /indexing a tensor with an object of type (?<given>[\w.]+)\. The only supported types are/,
      { read }
    ),
    // Torch up to 0.3: an index tensor or mask beside another index.
    ...said(
      /encountered an error indexing dim \d{1,2} with an object of type (?:torch\.(?:cuda\.)?(?:Byte|Long)Tensor|(?<given>torch\.(?:cuda\.)?\w+))/,
      { read }
    ),
    ...said(
      /only integers, slices \(`?:`?\), ellipsis \(`?\.\.\.`?\), None and (?:long or byte Variables|integer or boolean tensors)/
    ),
    // A target or an index: the text names neither.
    ...said(/xpected scalar type Long but found (?<given>\w+)/, {
      confidence: 'possible',
      read
    })
  ],
  page(trans, { given }) {
    return {
      title: given
        ? trans.__('Indices must be whole numbers, these are %1', given)
        : trans.__('Indices must be whole numbers (int64)'),
      cause: trans.__(
        'Indices, ids for nn.Embedding and class numbers must be int64 (or bool masks). A tensor becomes float32 by division, by torch.Tensor(…) or by reading a table with floats.'
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Convert the indices to int64'),
          detail: trans.__('Fractions are cut off: check that there are none.'),
          code: 'index = index.long()'
        },
        {
          safety: 'check',
          title: trans.__('Divide whole numbers with //'),
          code: 'row = index // width'
        },
        {
          safety: 'diagnostic',
          title: trans.__('See the type and the values'),
          code: 'print(index.dtype, index[:10])'
        }
      ],
      notThis: [
        trans.__(
          'NumPy says “arrays used as indices must be of integer (or boolean) type”: then the index of an array is meant.'
        ),
        trans.__(
          'If the line computes a loss, the target must be long() for CrossEntropyLoss, float() for BCE and MSE.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: Embedding, type of the input'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Embedding.html'
        },
        {
          title: trans.__('PyTorch: gather, type of the index'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.gather.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        'Argument `edge_index` needs to be of type `torch.long` but found type `torch.int32`',
      torch: '2.0',
      origin: 'reference',
      values: { given: 'Int' }
    },
    {
      ename: 'ValueError',
      evalue:
        "Expected 'edge_index' to be of type 'torch.long' (got 'torch.float64')",
      torch: '2.3',
      origin: 'reference',
      values: { given: 'Double' }
    },
    {
      ename: 'ValueError',
      evalue:
        "'EdgeIndex' holds an unsupported data type (got 'torch.float32', but expected one of [torch.int32, torch.int64])",
      torch: '2.5',
      origin: 'reference',
      values: { given: 'Float' }
    },
    {
      ename: 'NotImplementedError',
      evalue:
        '"convert_indices_from_coo_to_csr_cpu" not implemented for \'Float\'',
      torch: '2.13',
      origin: 'run',
      values: { given: 'Float' }
    },
    {
      ename: 'TypeError',
      evalue:
        'Performing basic indexing on a tensor and encountered an error indexing dim 1 with an object of type torch.FloatTensor. The only supported types are integers, slices, numpy scalars, or if indexing with a torch.LongTensor or torch.ByteTensor only a single Tensor may be passed.',
      torch: '0.2',
      origin: 'reference',
      values: { given: 'Float' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Expected object of type Variable[torch.LongTensor] but found type Variable[torch.FloatTensor] for argument #3 'index'",
      torch: '0.3',
      origin: 'reference',
      values: { given: 'Float' }
    },
    {
      ename: 'IndexError',
      evalue: 'tensors used as indices must be long, int, byte or bool tensors',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got torch.FloatTensor instead (while checking arguments for embedding)",
      torch: '2.13',
      origin: 'run',
      values: { given: 'Float' }
    },
    {
      ename: 'TypeError',
      evalue:
        'only integer tensors of a single element can be converted to an index',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue: 'gather(): Expected dtype int64 for index',
      torch: '1.8',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'IndexError',
      evalue: 'arrays used as indices must be of integer (or boolean) type'
    },
    {
      ename: 'IndexError',
      evalue:
        'only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'x = torch.arange(6.)',
      'index = torch.tensor([4, 2]) / 2',
      'x[index]'
    ].join('\n'),
    fixed: [
      'import torch',
      'x = torch.arange(6.)',
      'index = torch.tensor([4, 2]) / 2',
      'index = index.long()',
      'x[index]'
    ].join('\n')
  }
};

export default entry;
