import type { IExample } from '../../../diagnosis/types';

/** Texts that `tensor/index-range` must recognise. */
export const INDEX_RANGE_EXAMPLES: readonly IExample[] = [
  {
    ename: 'ValueError',
    evalue:
      "Expected 'edge_index' to have size '2' in the first dimension (got '78')",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'edge-rows', found: '78' }
  },
  {
    ename: 'ValueError',
    evalue:
      'If `preds` have one dimension more than `target`, `preds.shape[1]` should be equal to number of classes.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'metric-scores' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Detected the following values in `target`: tensor([0, 1, 2]) but expected only the following values [0, 1].',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'metric', name: 'target' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'size is inconsistent with indices: for dim 0, size is 2708 but found index 2708',
    torch: '1.10',
    origin: 'reference',
    values: { kind: 'index', size: '2708', index: '2708' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be 5',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'embedding', index: '5' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'torch.take_along_dim(): input and indices should have the same number of dimensions, but got 3 dimensions for input, and 2 dimensions for indices',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'shape' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'Index 0 is out of bounds: -1, range 0 to 2',
    torch: '0.1',
    origin: 'reference',
    values: { kind: 'index', index: '-1', size: '2' }
  },
  {
    ename: 'IndexError',
    evalue:
      "Encountered an index error. Please ensure that all indices in 'edge_index' point to valid indices in the interval [0, 5] (got interval [0, 9])",
    torch: '2.1',
    origin: 'reference',
    values: { kind: 'edges' }
  },
  {
    ename: 'RuntimeError',
    evalue: "argument #2 'target' is out of range",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'label' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'Found an invalid max index: 99 (output volumes are of size 4x4)',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'unpool', index: '99', shape: '4x4' }
  },
  {
    ename: 'IndexError',
    evalue:
      'start out of range (expected to be in range of [-5, 5], but got 7)',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'index', index: '7', size: '5' }
  },
  {
    ename: 'IndexError',
    evalue: 'index_select(): Index is supposed to be a vector',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'vector' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'index_add_(): Number of indices (2) should be equal to source.size(dim): (3), for dim: 0',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'rows', indices: '2', rows: '3' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Detected more unique values in `target` than expected. Expected only 5 but found 7 in `target`. Found values: tensor([0, 1, 2, 3, 4, 5, 6]).',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'metric', name: 'target', size: '5', found: '7' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Detected more unique values in `target` than `num_classes`. Expected only 5 but found 7 in `target`.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'metric', name: 'target', size: '5', found: '7' }
  },
  {
    ename: 'IndexError',
    evalue: 'Target 9 is out of bounds.',
    source: 'model = nn.Linear(32, 9)\nloss = F.cross_entropy(model(x), y)',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'label', label: '9', outputs: '9' }
  },
  {
    ename: 'IndexError',
    evalue: 'index out of range in self',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'embedding' }
  },
  {
    ename: 'IndexError',
    evalue: 'index 5 is out of bounds for dimension 0 with size 3',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'index', index: '5', size: '3' }
  },
  {
    ename: 'IndexError',
    evalue:
      'Dimension out of range (expected to be in range of [-1, 0], but got 2)',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'dimension', high: '0', dim: '2' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'invalid argument 2: Index dimension is out of bounds at /pytorch/aten/src/TH/generic/THTensorEvenMoreMath.cpp:459',
    torch: '1.0',
    origin: 'reference',
    values: { kind: 'dimension' }
  },
  {
    ename: 'IndexError',
    evalue: 'trying to index 2 dimensions of a 1 dimensional tensor',
    torch: '0.3',
    origin: 'reference',
    values: { kind: 'indices', dims: '1' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Assertion `cur_target >= 0 && cur_target < n_classes' failed.  at /pytorch/aten/src/THNN/generic/ClassNLLCriterion.c:93",
    torch: '1.0',
    origin: 'reference',
    values: { kind: 'label' }
  }
];
