import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { dtypeOf } from '../shared/types';
import { indexWith } from '../../shared/edits/values';

const read = ({ given }: Values): ValuesOf<'given'> => ({
  given: given && dtypeOf(given)
});

function indexFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Convert the indices to int64'),
      detail: trans.__('Fractions are cut off: check that there are none.'),
      code: 'index = index.long()',
      edit: indexWith('long')
    },
    {
      safety: 'check',
      title: trans.__('Divide whole numbers with //'),
      code: 'row = index // width'
    },
    {
      safety: 'diagnostic',
      title: trans.__('See the type and the values'),
      code: 'print(index.dtype, index.shape, index[:10])'
    }
  ];
}

export default define({
  id: 'tensor/index-dtype',
  answers: [
    'tensors used as indices must be long, int, byte or bool tensors',
    "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got torch.FloatTensor instead",
    'only integer tensors of a single element can be converted to an index',
    'gather(): Expected dtype int64 for index',
    'one_hot is only applicable to index tensor',
    'expected scalar type Long but found Float',
    'put_(): Expected a long tensor for index, but got Double',
    'bincount only supports 1-d non-negative integral inputs.',
    'Performing basic indexing on a tensor and encountered an error indexing dim 0 with an object of type torch.ByteTensor. The only supported types are integers, slices, numpy scalars, or if indexing with a torch.LongTensor or torch.ByteTensor only a single Tensor may be passed.'
  ],
  values: ['given'],
  kinds: {
    index: {
      signs: [
        ...messageOrLog(
          /tensors used as indices must be long|the indexing objects must be LongTensors or convertible to LongTensors/
        ),
        ...messageOrLog(
          /only integer tensors of a single element can be converted to an index/
        ),
        ...messageOrLog(
          /argument # ?\d{1,2} ["']ind\w*["'] to have (?:one of the following scalar types: [\w, ]+|scalar type \w+)(?:; but got (?<given>[\w.]+))?/,
          { read }
        ),
        ...messageOrLog(
          /type (?:Long|Int|(?:Variable\[)?torch\.(?:cuda\.)?LongTensor\]?) but (?:got scalar|found) type (?:Variable\[)?(?<given>[\w.]+)\]? for argument #\d{1,2} ["']ind/,
          { read }
        ),
        ...messageOrLog(
          /\b\w+\(\): Expected dtype (?:int32\/|int32 or )?int64 for index/
        ),
        // PyTorch Geometric: which nodes an edge joins.
        ...messageOrLog(
          /["'`]edge_index["'`] (?:needs )?to be of (?:type ["'`]torch\.long["'`]|integer type) (?:but found type |\(got )["'`]torch\.(?<given>\w+)/,
          { read }
        ),
        ...messageOrLog(
          /["'](?:Edge)?Index["'] holds an unsupported data type \(got ["']torch\.(?<given>\w+)/,
          { read }
        ),
        // Sparse tensors, and the libraries of graphs that build on them.
        ...messageOrLog(
          /\bconvert_indices_from_\w{3,20}["'`]? not implemented for ["'`]?(?<given>\w+)/,
          { read }
        ),
        ...messageOrLog(
          /xpected a long tensor for index, but got (?<given>\w+)|dtype of indices should be Long but got (?<found>\w+)/,
          { read: ({ given, found }) => ({ given: given ?? found }) }
        ),
        ...messageOrLog(
          /tensor_indices_or_sections to have dtype of long, but got (?<given>\w+)|sorter must be a tensor of long dtype but got dtype (?<found>\w+)/,
          { read: ({ given, found }) => ({ given: given ?? found }) }
        ),
        ...messageOrLog(
          /xpected ["']?indices["']? to be (?:integer dtype|long or int), (?:but )?got torch\.(?<given>\w+)/,
          { read }
        ),
        ...messageOrLog(
          /\belements in indices should be type int64(?: but got: (?:torch\.)?(?<given>\w+))?/,
          { read }
        ),
        ...messageOrLog(
          /masked_select: expected BoolTensor or ByteTensor for mask/
        ),
        ...messageOrLog(/one_hot is only applicable to index tensor/),
        ...messageOrLog(
          /["']repeat_interleave\w*["'] not implemented for ["'](?<given>\w+)|repeats has to be Long or Int tensor/
        ),
        ...messageOrLog(
          /indexing a tensor with an object of type (?!torch\.(?:cuda\.)?(?:Byte|Long)Tensor)(?:(?<given>[\w.]+)\. The only supported types are|torch[\w.]{1,40}Tensor\b)/,
          { read }
        ),
        ...messageOrLog(
          /encountered an error indexing dim \d{1,2} with an object of type (?!torch\.(?:cuda\.)?(?:Byte|Long)Tensor)(?<given>torch\.(?:cuda\.)?\w+)/,
          { read }
        ),
        ...messageOrLog(
          /only integers, slices \(`?:`?\), ellipsis \(`?\.\.\.`?\), None and (?:long or byte Variables|integer or boolean tensors)(?! are valid indices \(got (?:numpy\.)?float\d{0,2}\))/
        ),
        // A target or an index: the text names neither.
        ...messageOrLog(/xpected scalar type Long but found (?<given>\w+)/, {
          confidence: 'possible',
          read
        })
      ],
      words: (trans, { given }) => ({
        title: given
          ? trans.__('Indices must be whole numbers, these are %1', given)
          : trans.__('Indices must be whole numbers (int64)'),
        cause: trans.__(
          'Indices, ids for nn.Embedding and class numbers must be int64 (or bool masks). A tensor becomes float32 by division, by torch.Tensor(…) or by reading a table with floats.'
        ),
        fixes: indexFixes(trans)
      })
    },
    // python_variable_indexing.cpp, of a number that is no tensor.
    number: {
      signs: messageOrLog(
        /None and (?:long or byte Variables|integer or boolean tensors) are valid indices \(got (?<given>(?:numpy\.)?float\d{0,2})\)/
      ),
      words: (trans, { given = 'float' }) => ({
        title: trans.__('The index is a fraction: %1', given),
        cause: trans.__(
          'An index counts places, and takes whole numbers only. A float comes of /, of a mean or a random draw such as randn(), and of a table with floats.'
        ),
        fixes: [
          check(
            trans.__('Draw or count whole numbers'),
            'i = np.random.randint(len(x))  # and // in place of /'
          ),
          check(
            trans.__('It is whole already: make it an int'),
            'row = x[int(i)]',
            trans.__('int() cuts a fraction off: 1.9 becomes 1.')
          )
        ]
      })
    },
    // Torch up to 0.3: the type is right, its place beside another index is not.
    beside: {
      signs: messageOrLog(
        /(?:indexing a tensor|encountered an error indexing dim \d{1,2}) with an object of type torch\.(?:cuda\.)?(?:Byte|Long)Tensor/
      ),
      words: trans => ({
        title: trans.__('This torch takes an index tensor only alone'),
        cause: trans.__(
          'The index has a right type, but a torch as old as this takes an index tensor or a mask as the only index, and not beside a slice or another index. Newer ones take both.'
        ),
        fixes: [
          check(
            trans.__('Name the dimension: index_select() does the same'),
            'y = x.index_select(1, index)  # instead of x[:, index]'
          ),
          check(
            trans.__('Or use a newer torch'),
            '$ pip install --upgrade torch',
            trans.__(
              'A project this old names the release that it was written for: a much newer one may break other lines.'
            )
          )
        ],
        notThis: [
          trans.__(
            'The index is on the GPU and the tensor is not, or the other way round: then bring both to one device.'
          )
        ]
      })
    },
    bincount: {
      signs: messageOrLog(
        /bincount only supports 1-d non-negative integral inputs/,
        { confidence: 'likely' }
      ),
      words: trans => ({
        title: trans.__('Indices must be whole numbers (int64)'),
        cause: trans.__(
          'bincount() counts how often each number occurs: it takes one row of whole numbers, none of them below 0. It does not say which of the three fails here.'
        ),
        fixes: indexFixes(trans)
      })
    }
  },
  common: trans => ({
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
  })
});
