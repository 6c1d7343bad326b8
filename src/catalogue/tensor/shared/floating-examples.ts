import type { IExample } from '../../../diagnosis/types';

/** Whole numbers where there must be others, and further pairs of types. */
export const FLOATING_EXAMPLES: readonly IExample[] = [
  {
    ename: 'TypeError',
    evalue:
      'Expected input of [torch.bfloat16, torch.float16, torch.float32, torch.float64]. Got torch.uint8',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'floating', given: 'Byte', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'linalg.slogdet: expected a tensor of float, double, cfloat or cdouble types but got Long',
    torch: '1.12',
    origin: 'run',
    values: { kind: 'floating', given: 'Long', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'linalg.pinv(Half{[5, 5]}): expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'operation', given: 'Half' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'Unknown Complex ScalarType for Long',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'floating', given: 'Long', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'linalg.pinv(Long{[5, 5]}): expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'floating', given: 'Long', wanted: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'isneginf does not support complex inputs.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'operation', given: 'Complex' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'rfft expects a real input tensor, but got ComplexFloat',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'operation', given: 'Complex' }
  },
  {
    ename: 'TypeError',
    evalue:
      '~ (operator.invert) is only implemented on integer and Boolean-type tensors',
    torch: '1.7',
    origin: 'reference',
    values: { kind: 'bits' }
  },
  {
    ename: 'NotImplementedError',
    evalue: '"bitwise_not_cpu" not implemented for \'Float\'',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'bits', given: 'Float' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'mean(): input dtype should be either floating point or complex dtypes. Got Long instead.',
    torch: '1.9',
    origin: 'reference',
    values: { kind: 'floating', given: 'Long' }
  },
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
  }
];
