import type { IExample } from '../../../diagnosis/types';

/** Texts that `tensor/dtype-mismatch` must recognise. */
export const DTYPE_EXAMPLES: readonly IExample[] = [
  {
    ename: 'RuntimeError',
    evalue:
      'linalg.vector_norm: Expected a floating point or complex tensor as input. Got Long',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'floating', given: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'mean(): could not infer output dtype. Optional dtype must be either a floating point or complex dtype. Got: Long',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'floating', given: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'std and var only support floating point and complex dtypes',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'floating' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Can only calculate the norm of floating point and complex dtypes. Got Long instead.',
    torch: '1.7',
    origin: 'reference',
    values: { kind: 'floating' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'kl_div: Integral inputs not supported.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'floating' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'multinomial only supports floating-point dtypes for input, got: Long',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'floating', given: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'Quantize only works on Float Tensor, got Long',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'floating', given: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Exponential distribution is a continuous probability distribution. dtype must be a floating point but you specified Long',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected both inputs to be Half, Float or Double tensors but got Long and Float',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'nanmean(): expected input to have floating point or complex dtype but got Long',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'prelu: Type promoting not supported. Got Long and Float',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Long', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'mixed dtype (CPU): all inputs must share same datatype.',
    torch: '2.13',
    origin: 'run'
  },
  {
    ename: 'RuntimeError',
    evalue: 'mixed dtype (CPU): expect input to have scalar type of BFloat16',
    torch: '1.12',
    origin: 'reference',
    values: { wanted: 'BFloat16' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'Float did not match Double',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Double', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'masked_scatter_: expected self and source to have same dtypes but got Half and Float',
    torch: '2.4',
    origin: 'reference',
    values: { given: 'Float', wanted: 'Half' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Input dtypes must be the same, got: input c10::Half, batch1: float, batch2: float',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Half', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'expected dtype c10::Half for `end` but got dtype float',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Float', wanted: 'Half' }
  },
  {
    ename: 'TypeError',
    evalue:
      'expected TensorOptions(dtype=long int, device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt)) (got TensorOptions(dtype=float, device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt)))',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Float', wanted: 'Long' }
  },
  {
    ename: 'TypeError',
    evalue:
      'nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=torch.int64',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'module', given: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'Boolean inputs not supported for relu',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'operation', given: 'Bool' }
  },
  {
    ename: 'NotImplementedError',
    evalue: 'clamp is not supported for complex types',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'operation', given: 'Complex' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Integer division of tensors using div or / is no longer supported, and in a future release div will perform true division as in Python 3. Use true_divide or floor_divide (// in Python) instead.',
    torch: '1.6',
    origin: 'reference',
    values: { kind: 'division' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'input_lengths must be integral',
    torch: '2.13',
    origin: 'run',
    values: { wanted: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'expected dtype float for `end` but got dtype c10::BFloat16',
    torch: '2.13',
    origin: 'run',
    values: { given: 'BFloat16', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected out tensor to have dtype float, but got c10::BFloat16 instead',
    torch: '2.13',
    origin: 'run',
    values: { given: 'BFloat16', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected isFloatingType(grads[i].type().scalarType()) to be true, but got false.',
    torch: '1.5',
    origin: 'reference',
    values: { kind: 'floating' }
  },
  {
    ename: 'TypeError',
    evalue:
      "Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't support float64. Please use float32 instead.",
    torch: '2.5',
    origin: 'reference',
    values: { kind: 'mps' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'mat1 and mat2 must have the same dtype, but got Double and Float',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Double', wanted: 'Float' }
  },
  {
    ename: 'NotImplementedError',
    evalue: '"softmax_lastdim_kernel_impl" not implemented for \'Long\'',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'operation', given: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'expected m1 and m2 to have the same dtype, but got: float != long int',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Float', wanted: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: c10::Half and  query.dtype: float instead.',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Half', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Expected tensor for argument #1 'input' to have the same type as tensor for argument #2 'weight'; but type torch.cuda.DoubleTensor does not equal torch.cuda.FloatTensor (while checking arguments for cudnn_batch_norm)",
    torch: '1.8',
    origin: 'reference',
    values: { given: 'Double', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Input type (CUDADoubleTensor) and weight type (CUDAFloatTensor) should be the same',
    torch: '0.4',
    origin: 'reference',
    values: { given: 'Double', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Expected object of scalar type Float but got scalar type Double for argument #2 'mat2'",
    torch: '1.0',
    origin: 'reference',
    values: { given: 'Double', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Tensor with dtype torch.float64 is not the expected dtype of torch.float32!',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Double', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected dtype thunder.dtypes.float32 but found thunder.dtypes.bfloat16!',
    torch: '2.6',
    origin: 'reference',
    values: { given: 'BFloat16', wanted: 'Float' }
  },
  {
    kind: 'text',
    stderr: "RuntimeError: addmm_impl_cpu_ not implemented for 'Half'\n",
    torch: '2.0',
    origin: 'reference',
    values: { kind: 'operation', given: 'Half' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Expected object of type Variable[torch.FloatTensor] but found type Variable[torch.DoubleTensor] for argument #1 'mat2'",
    torch: '0.3',
    origin: 'reference',
    values: { given: 'Double', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Input type (struct c10::Half) and weight type (float) should be the same',
    torch: '2.4',
    origin: 'reference',
    values: { given: 'Half', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "output with type torch.LongTensor doesn't match the desired type torch.FloatTensor",
    torch: '1.0',
    origin: 'reference',
    values: { given: 'Long', wanted: 'Float' }
  },
  {
    ename: 'TypeError',
    evalue:
      'FloatClassNLLCriterion_updateOutput received an invalid combination of arguments - got (int, torch.FloatTensor, torch.FloatTensor, torch.FloatTensor, bool, NoneType, torch.FloatTensor, int), but expected (int state, torch.FloatTensor input, torch.LongTensor target, torch.FloatTensor output, bool sizeAverage, [torch.FloatTensor weights or None], torch.FloatTensor total_weight, int ignore_index)',
    torch: '0.2',
    origin: 'reference',
    values: { given: 'Float', wanted: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'input and grad must have the same type (backward at src/op.cpp:41)\nframe #0: c10::Error::Error(c10::SourceLocation, std::string const&) + 0x45',
    torch: '1.1',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue:
      "'lengths' argument should be a 1D CPU int64 tensor, but got 1D cpu Float tensor",
    torch: '2.13',
    origin: 'run',
    values: { given: 'Float', wanted: 'Long' }
  },
  {
    ename: 'TypeError',
    evalue:
      'Trying to convert ComplexDouble to the MPS backend but it does not have support for that dtype.',
    torch: '2.1',
    origin: 'reference',
    values: { kind: 'mps', given: 'ComplexDouble' }
  }
];
