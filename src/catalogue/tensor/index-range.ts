import type { IEntry, IReading, ISign } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { INDEX_RANGE_EXAMPLES } from './shared/index-range-examples';
import { rangeFixes } from './shared/range-fixes';
import { rangeCause, rangeTitle } from './shared/range-words';
import { LINKS } from './shared/links';
import { outputsIn } from './shared/outputs';

/** A refused class label, and the number of outputs if the code tells it. */
const readLabel: NonNullable<ISign['read']> = ({ label }, { code }) => ({
  kind: 'label',
  outputs: label === undefined ? undefined : outputsIn(code, Number(label))
});

/** What the text is said of: an embedding, or what the failed line names. */
function tableOf({ exceptions }: IReading): string {
  return exceptions.some(({ frames }) =>
    frames.some(({ code }) => code.includes('index_select('))
  )
    ? 'select'
    : 'embedding';
}

const entry: IEntry = {
  id: 'tensor/index-range',
  answers: [
    'IndexError: Target 9 is out of bounds.',
    'IndexError: index out of range in self',
    'index 5 is out of bounds for dimension 0 with size 3',
    'Dimension out of range (expected to be in range of [-1, 0], but got 1)',
    'too many indices for tensor of dimension 1',
    'index_add_(): Number of indices (2) should be equal to source.size(dim): (3), for dim: 0',
    'Found an invalid max index: 99 (output volumes are of size 4x4)',
    'Class values must be smaller than num_classes.',
    'Detected more unique values in `target` than expected. Expected only 5 but found 7 in `target`.',
    'index out of range: Tried to access index 9 out of table with 4 rows',
    "Assertion `cur_target >= 0 && cur_target < n_classes' failed. at ClassNLLCriterion.c"
  ],
  // The CPU's own text holds the GPU's assertion.
  refines: ['cuda/device-assert-target'],
  signs: [
    // Python's own is an IndexError and names the list, string or tuple.
    {
      where: 'message',
      ename: /^RuntimeError$/,
      pattern: /^index out of range$/,
      confidence: 'likely'
    },
    ...said(/Target (?<label>-?\d+) (?:is )?out of bounds/, {
      read: readLabel
    }),
    ...said(
      /cur_target ?>= ?0 ?&& ?cur_target ?< ?n_classes ?["'`] ?failed\.? at \S*ClassNLLCriterion\.c\b/,
      ofKind('label')
    ),
    // The same where the place is cut off: a GPU's assertion is raised nowhere.
    {
      where: 'message',
      ename: /^RuntimeError$/,
      pattern:
        /^Assertion ["'`]cur_target ?>= ?0 ?&& ?cur_target ?< ?n_classes ?["'`] ?failed\.?$/,
      ...ofKind('label')
    },
    ...said(
      /Class values must be (?:smaller than num_classes|non-negative)|^target out of range$|\bargument #\d ['"]target['"] is out of range/,
      ofKind('label')
    ),
    ...said(
      /Index \d{1,12} is out of bounds: (?<index>-?\d+), range 0 to (?<size>\d+)/,
      ofKind('index')
    ),
    ...said(
      /index out of range: Tried to access index (?<index>-?\d+) out of table with (?<size>\d+)/,
      ofKind('embedding')
    ),
    ...said(
      /of input takes value (?<index>-?\d+) which is not in the valid range \[0, (?<size>\d+)\)/,
      ofKind('embedding')
    ),
    ...said(
      /index out of range in self|index out of range at \S+TH|\bembedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be (?<index>-?\d{1,19})/,
      { read: (_, reading) => ({ kind: tableOf(reading) }) }
    ),
    ...said(
      /index (?<index>-?\d+) is out of (?:bounds|range) for dimension (?:-?\d{1,3} )?(?:with size |\(of size )(?<size>\d+)/,
      ofKind('index')
    ),
    ...said(
      /index (?<index>-?\d+) out of range for tensor of size \[(?<shape>[\d, ]*)\]/,
      ofKind('index')
    ),
    // A sparse tensor's own check.
    ...said(
      /size is inconsistent with indices: for dim \d{1,3}, size is (?<size>\d+) but found index (?<index>-?\d+)/,
      ofKind('index')
    ),
    ...said(
      /tried to access index (?<index>-?\d+) on a tensor of (?<size>\d+) elements/,
      ofKind('index')
    ),
    ...said(
      /Invalid index in (?:gather|scatter)|index (?:-?\d{1,12} )?is out of bounds for dim(?:ension)? (?:\d{1,3} )?with size|out of range at \S+TH(?:C|Tensor)|Indices are out of bounds/,
      ofKind('index')
    ),
    ...said(
      /start \((?<index>-?\d+)\) \+ length \(\d+\) exceeds dimension size \((?<size>\d+)\)/,
      ofKind('index')
    ),
    ...said(
      /selected (?:index|number) k out of range|k not in range for dimension/,
      ofKind('topk')
    ),
    ...said(
      /Found indices in ["']\w+["'] that are (?:larger than|negative)|all indices in ["']edge_index["'] point to valid indices/,
      ofKind('edges')
    ),
    // torch_geometric
    ...said(
      /[Ee]xpected ["']edge_index["'] to have size ["']?2["']? in the first dimension(?: \(got ["']?(?<found>\d{1,12}))?|only supports integer tensors of shape [`"']\[2, num_messages\]/,
      { read: ({ found }) => ({ kind: 'edge-rows', found }) }
    ),
    // The metrics of torchmetrics.
    ...said(
      /Detected more unique values in ["'`](?<name>target|preds)["'`] than (?:expected|["'`]num_classes["'`])\. Expected only (?<size>\d{1,9}) but found (?<found>\d{1,9})/,
      ofKind('metric')
    ),
    ...said(
      /[`"']preds\.shape\[1\][`"'] should be equal to number of classes/,
      ofKind('metric-scores')
    ),
    ...said(
      /Detected the following values in [`"'](?<name>target|preds)[`"']: tensor\(/,
      ofKind('metric')
    ),
    ...said(
      /[Dd]imension out of range \(expected to be in range of \[(?<low>-?\d{1,3}), (?<high>-?\d{1,3})\], but got (?<dim>-?\d{1,3})\)/,
      ofKind('dimension')
    ),
    ...said(
      /[Dd]imension out of range \(expected|\bIndex dimension is out of bounds|Indexing dim \d{1,3} is out of bounds of tensor|invalid argument \d: dimension \d{1,3} out of range of \d{1,3}D tensor/,
      ofKind('dimension')
    ),
    ...said(
      /\b[Ff]ound an invalid max index:? (?<index>-?\d+) \(output volumes are of size (?<shape>\d+(?: ?x ?\d+){1,2})/,
      ofKind('unpool')
    ),
    ...said(
      /\bstart out of range \(expected to be in range of \[-\d+, (?<size>\d+)\], but got (?<index>-?\d+)\)/,
      ofKind('index')
    ),
    ...said(
      /\b[Ii]ndex (?:is supposed to be (?:an empty tensor or )?a vector|has to be a vector|should have dimension 1 or 0)/,
      ofKind('vector')
    ),
    ...said(
      /Number of indices \((?<indices>\d+)\) should be equal to source\.size\(dim\):? \((?<rows>\d+)\)|source tensor shape must match self tensor shape, excluding the specified dimension|Source\/destination tensor must have same slice shapes|dimensionality must match\. Source dimensionality/,
      ofKind('rows')
    ),
    ...said(
      /(?:too many indices for tensor of dimension|trying to index \d{1,2} dimensions of an?) (?<dims>[1-9]\d?)/,
      ofKind('indices')
    ),
    ...said(
      /Size does not match at dimension (?<dim>\d+) expected index \[(?<index>[\d, ]*)\] to be (?:smaller|no larger) than (?:self|src) \[(?<shape>[\d, ]*)\]/,
      ofKind('larger')
    ),
    ...said(
      /Expected index \[(?<index>[\d, ]*)\] to be (?:smaller|no larger) than self \[(?<shape>[\d, ]*)\] apart from dimension/,
      ofKind('larger')
    ),
    ...said(
      /expected index \[[\d, ]*\] to be (?:smaller|no larger) than (?:self|src) \[|(?:Index|Input) tensor must have (?:the )?same (?:number of )?dimensions as|\btake_along_dim\(\): input and indices should have the same number of dimensions/,
      ofKind('shape')
    )
  ],
  page(trans, values) {
    return {
      title: rangeTitle(trans, values),
      cause: rangeCause(trans, values),
      fixes: rangeFixes(trans, values),
      notThis: [
        trans.__(
          '“list index out of range” and “for axis 0 with size 3” come from Python lists and NumPy arrays, not from tensors.'
        )
      ],
      links: [
        LINKS.crossEntropy(trans),
        {
          title: trans.__('PyTorch: Embedding, num_embeddings'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Embedding.html'
        }
      ]
    };
  },
  examples: INDEX_RANGE_EXAMPLES,
  nearMisses: [
    {
      ename: 'IndexError',
      evalue: 'select() cannot be applied to a 0-dim tensor.'
    },
    { ename: 'ValueError', evalue: 'The start out of range of the file' },
    {
      ename: 'IndexError',
      evalue: 'trying to index 2 dimensions of a 0 dimensional tensor'
    },
    { ename: 'IndexError', evalue: 'list index out of range' },
    {
      ename: 'IndexError',
      evalue: 'index 5 is out of bounds for axis 0 with size 3'
    },
    {
      ename: 'IndexError',
      evalue:
        'too many indices for array: array is 1-dimensional, but 2 were indexed'
    },
    {
      ename: 'RuntimeError',
      evalue: 'CUDA error: device-side assert triggered',
      stderr:
        "/pytorch/aten/src/THCUNN/ClassNLLCriterion.cu:105: void cunn_ClassNLLCriterion_updateOutput_kernel(): block: [0,0,0], thread: [4,0,0] Assertion `cur_target >= 0 && cur_target < n_classes' failed.\n"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'import torch.nn.functional as F',
      'model = torch.nn.Linear(32, 9)',
      'x, y = torch.ones(2, 32), torch.tensor([1, 9])',
      'F.cross_entropy(model(x), y)'
    ].join('\n'),
    fixed: [
      'import torch',
      'import torch.nn.functional as F',
      'model = torch.nn.Linear(32, 9)',
      'x, y = torch.ones(2, 32), torch.tensor([1, 9])',
      'y = y - 1',
      'F.cross_entropy(model(x), y)'
    ].join('\n')
  }
};

export default entry;
