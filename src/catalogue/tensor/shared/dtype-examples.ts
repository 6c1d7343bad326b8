import type { IExample } from '../../../diagnosis/types';
import { FLOATING_EXAMPLES } from './floating-examples';

/** Texts that `tensor/dtype-mismatch` must recognise. */
export const DTYPE_EXAMPLES: readonly IExample[] = [
  {
    ename: 'RuntimeError',
    evalue: 'expected scalar type long int but found float',
    torch: '1.5',
    origin: 'reference'
  },
  {
    ename: 'ValueError',
    evalue: 'input must have the type torch.float32, got type torch.float64',
    torch: '2.2',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Promotion for Float8 Types is not supported, attempted to promote Float8_e4m3fn and Half',
    torch: '2.1',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue: '"slow_conv_dilated<>" not implemented for \'Half\'',
    torch: '1.12',
    origin: 'run',
    values: { kind: 'operation', given: 'Half' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'input dtype Double does not match other dtype Float',
    torch: '1.12',
    origin: 'run',
    values: { given: 'Double', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'multi_dot(): all tensors must have be the same dtype but tensor 0 is c10::Half and tensor 1 float',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Half', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'expected dtype float for `end` but got dtype unsigned char',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Byte', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Expected tensor for argument #1 'weight' to have one of the following scalar types: Half, BFloat16, Float, Double; but got torch.LongTensor instead (while checking arguments for embedding_bag)",
    torch: '2.13',
    origin: 'run',
    values: { given: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Input dtypes must be the same, got: input long int, batch1: float, batch2: float',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Long', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'expected dtype long int for `end` but got dtype float',
    torch: '2.13',
    origin: 'run',
    values: { given: 'Float', wanted: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Expected the dtype for input and out to match, but got Float for input's dtype and Int for out's dtype.",
    torch: '2.13',
    origin: 'run',
    values: { given: 'Int', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected weight.scalar_type() == at::kHalf to be true, but got false.',
    torch: '2.3',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue: 'MPS does not support cumsum op with int64 input',
    torch: '2.0',
    origin: 'reference',
    values: { kind: 'operation', given: 'Long' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'Input type (c10::Half) and bias type (float) mismatch',
    torch: '2.0',
    origin: 'reference'
  },
  {
    ename: 'TypeError',
    evalue: 'BFloat16 is not supported on MPS',
    torch: '2.0',
    origin: 'reference',
    values: { kind: 'mps', given: 'BFloat16' }
  },
  ...FLOATING_EXAMPLES,
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
