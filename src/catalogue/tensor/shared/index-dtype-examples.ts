import type { IExample } from '../../../diagnosis/types';

/** Texts that `tensor/index-dtype` must recognise. */
export const INDEX_DTYPE_EXAMPLES: readonly IExample[] = [
  {
    ename: 'RuntimeError',
    evalue: 'elements in indices should be type int64 but got: Double',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Double' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'masked_select: expected BoolTensor or ByteTensor for mask',
    torch: '2.0',
    origin: 'reference'
  },
  {
    ename: 'IndexError',
    evalue:
      'When performing advanced indexing the indexing objects must be LongTensors or convertible to LongTensors. The indexing object at position 0 is of type numpy.ndarray and cannot be converted',
    torch: '0.3',
    origin: 'reference'
  },
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
    evalue: "Expected 'edge_index' to be of integer type (got 'torch.float32')",
    torch: '2.13',
    origin: 'run',
    values: { given: 'Float' }
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
    evalue: 'put_(): Expected a long tensor for index, but got Double',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Double' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'torch.take_along_dim(): dtype of indices should be Long but got Double',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Double' }
  },
  {
    ename: 'TypeError',
    evalue: "expected 'indices' to be integer dtype, but got torch.float64",
    torch: '2.13',
    origin: 'run',
    values: { given: 'Double' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'bincount only supports 1-d non-negative integral inputs.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'bincount' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'gather(): Expected dtype int64 for index',
    torch: '1.8',
    origin: 'reference'
  }
];
