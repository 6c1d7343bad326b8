import type { IEntry } from '../../diagnosis/types';
import { DTYPE_EXAMPLES } from './shared/dtype-examples';
import { DTYPE_SIGNS } from './shared/dtype-signs';
import { dtypeFixes } from './shared/dtype-fixes';
import { dtypeCause, dtypeTitle } from './shared/dtype-words';
import { LINKS } from './shared/links';

const entry: IEntry = {
  id: 'tensor/dtype-mismatch',
  answers: [
    'expected scalar type Float but found Double',
    'mat1 and mat2 must have the same dtype, but got Double and Float',
    'Found dtype Double but expected Float',
    'Input type (torch.cuda.DoubleTensor) and weight type (torch.cuda.FloatTensor) should be the same',
    'Expected object of scalar type Float but got scalar type Double for argument #2',
    '"addmm_impl_cpu_" not implemented for \'Half\'',
    'expected target dtype to be Long or Byte, but got Float',
    'Attempting to unscale FP16 gradients.',
    'mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: Long',
    'std and var only support floating point and complex dtypes',
    'linalg.vector_norm: Expected a floating point or complex tensor as input. Got Long',
    'mixed dtype (CPU): expect parameter to have scalar type of Float',
    'Float did not match Double',
    '~ (operator.invert) is only implemented on integer and Boolean-type tensors',
    'masked_scatter_: expected self and source to have same dtypes but got Half and Float',
    'Integer division of tensors using div or / is no longer supported',
    'nn.Module.to only accepts floating point or complex dtypes',
    'Cannot convert a MPS Tensor to float64 dtype'
  ],
  signs: DTYPE_SIGNS,
  page(trans, values) {
    return {
      title: dtypeTitle(trans, values),
      cause: dtypeCause(trans, values),
      fixes: dtypeFixes(trans, values),
      notThis: [
        trans.__(
          'One of the two types says “cuda” and the other does not: then the tensors are on different devices.'
        ),
        trans.__(
          'The message speaks of indices that must be Long: then it is the type of an index.'
        )
      ],
      links: [
        LINKS.device(trans),
        {
          title: trans.__('PyTorch: automatic mixed precision'),
          url: 'https://docs.pytorch.org/docs/stable/amp.html'
        }
      ]
    };
  },
  examples: DTYPE_EXAMPLES,
  nearMisses: [
    {
      ename: 'NotImplementedError',
      evalue: "'<' not implemented for 'NoneType'"
    },
    {
      ename: 'SchemaError',
      evalue: 'column dtype Float does not match schema dtype Int'
    },

    { ename: 'ValueError', evalue: 'Float did not match Double precision' },
    {
      ename: 'TypeError',
      evalue:
        'std and var are not supported for the dtype datetime64[ns] of this column'
    },
    {
      ename: 'TypeError',
      evalue:
        'expected TensorOptions(dtype=float, device=cuda:0, layout=Strided, requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt)) (got TensorOptions(dtype=float, device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt)))'
    },
    {
      ename: 'NotImplementedError',
      evalue:
        '"convert_indices_from_coo_to_csr_cpu" not implemented for \'Float\''
    },
    {
      ename: 'NotImplementedError',
      evalue: 'method read_all is not implemented for Float columns'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same'
    },
    {
      ename: 'TypeError',
      evalue: 'x and y must have the same dtype, got tf.float32 != tf.float64'
    },
    { ename: 'TypeError', evalue: 'left and right must have the same type' },
    {
      ename: 'TypeError',
      evalue:
        'index_select received an invalid combination of arguments - got (int, torch.FloatTensor), but expected (int dim, torch.LongTensor index)'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Expected tensor for argument #1 'indices' to have scalar type Long; but got torch.FloatTensor instead (while checking arguments for embedding)"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'import numpy as np',
      'model = torch.nn.Linear(2, 1)',
      'x = torch.from_numpy(np.ones((3, 2)))',
      'model(x)'
    ].join('\n'),
    fixed: [
      'import torch',
      'import numpy as np',
      'model = torch.nn.Linear(2, 1)',
      'x = torch.from_numpy(np.ones((3, 2)))',
      'x = x.float()',
      'model(x)'
    ].join('\n')
  }
};

export default entry;
