import type { IExample } from '../../../diagnosis/types';

/** Texts that `tensor/device-mismatch` must recognise. */
export const DEVICE_MISMATCH_EXAMPLES: readonly IExample[] = [
  {
    ename: 'RuntimeError',
    evalue:
      'Function EmbeddingBackward returned an invalid gradient at index 0 - expected device cuda:0 but got cpu',
    torch: '1.6',
    origin: 'reference',
    values: { wanted: 'cuda:0', given: 'cpu' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'iter.device(arg).is_cuda() INTERNAL ASSERT FAILED at "/pytorch/aten/src/ATen/native/cuda/Loops.cuh":94, please report a bug to PyTorch.',
    torch: '1.7',
    origin: 'reference'
  },
  {
    ename: 'DGLError',
    evalue:
      'Cannot assign node feature "h" on device cuda:0 to a graph on device cpu. Call DGLGraph.to() to copy the graph to the same device.',
    torch: '1.10',
    origin: 'reference',
    values: { argument: 'feature', given: 'cuda:0', wanted: 'cpu' }
  },
  {
    ename: 'ValueError',
    evalue: 'Cannot generate a cpu tensor from a generator of type cuda.',
    torch: '2.0',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue: 'Tensor for argument input is on cpu but expected on mps',
    torch: '2.5',
    origin: 'reference',
    values: { argument: 'input', given: 'cpu', wanted: 'mps' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'index_add(): self, index and source expected to be in the same device, but got (self) cpu, (index) meta, and (source) cpu',
    torch: '2.13',
    origin: 'run',
    values: { argument: 'index', given: 'meta', wanted: 'cpu' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected tensor to have cpu DeviceType, but got tensor with meta DeviceType (while checking arguments for inner())',
    torch: '2.13',
    origin: 'run',
    values: { given: 'meta', wanted: 'cpu' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected query, key, and value to have the same device type, but got query.device: meta key.device: cpu and value.device: cpu instead.',
    torch: '2.13',
    origin: 'run',
    values: { argument: 'query', given: 'meta', wanted: 'cpu' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'legacy constructor expects device type: cpu but device type: cuda was passed',
    torch: '1.13',
    origin: 'reference',
    values: { given: 'cuda', wanted: 'cpu' }
  },
  {
    ename: 'TypeError',
    evalue:
      'expected TensorOptions(dtype=float, device=cuda:0, layout=Strided, requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt)) (got TensorOptions(dtype=float, device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt)))',
    torch: '1.10',
    origin: 'reference',
    values: { given: 'cpu', wanted: 'cuda:0' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "tensor_split expected tensor_indices_or_sections to be on cpu, but it's on meta",
    torch: '2.13',
    origin: 'run',
    values: { given: 'meta', wanted: 'cpu' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Encountered different devices in metric calculation (see stacktrace for details). This could be due to the metric class not being on the same device as input. Instead of `metric=MulticlassAccuracy(...)` try to do `metric=MulticlassAccuracy(...).to(device)` where device corresponds to the device of the input.',
    torch: '2.0',
    origin: 'reference',
    values: { argument: 'metric' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'Tensor on device meta is not on the expected device cpu!',
    torch: '2.13',
    origin: 'run',
    values: { given: 'meta', wanted: 'cpu' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "'lengths' argument should be a 1D CPU int64 tensor, but got 1D meta Long tensor",
    torch: '2.13',
    origin: 'run',
    values: { argument: 'lengths', given: 'meta', wanted: 'cpu' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "All input tensors need to be on the same GPU, but found some tensors to not be on a GPU:\n [(torch.Size([1, 4]), device(type='cpu'))]",
    torch: '2.5',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue: "output with device cuda:0 doesn't match the desired device cpu",
    torch: '1.2',
    origin: 'reference',
    values: { given: 'cuda:0', wanted: 'cpu' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected all tensors to be on the same device, but got mat1 is on cpu, different from other tensors on cuda:0 (when checking argument in method wrapper_CUDA_addmm)',
    torch: '2.13',
    origin: 'reference',
    values: { argument: 'mat1', given: 'cpu', wanted: 'cuda:0' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! (when checking argument for argument mat1 in method wrapper_CUDA_addmm)',
    torch: '2.4',
    origin: 'reference',
    values: { one: 'cuda:0', other: 'cpu', argument: 'mat1' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Tensor for argument #2 'mat2' is on CPU, but expected it to be on GPU (while checking arguments for addmm)",
    torch: '1.8',
    origin: 'reference',
    values: { argument: 'mat2', given: 'CPU', wanted: 'GPU' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same',
    torch: '1.4',
    origin: 'reference',
    values: { given: 'GPU', wanted: 'CPU' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Expected all tensors to be on the same device. addmm: expected 'mat1' to be a CUDA tensor, but got a CPU tensor",
    torch: '1.8',
    origin: 'reference',
    values: { argument: 'mat1', wanted: 'CUDA', given: 'CPU' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Expected object of type Variable[torch.cuda.FloatTensor] but found type Variable[torch.FloatTensor] for argument #1 'mat2'",
    torch: '0.3',
    origin: 'reference',
    values: { wanted: 'GPU', given: 'CPU' }
  },
  {
    evalue: '',
    stderr:
      "RuntimeError: Expected object of type torch.cuda.FloatTensor but found type torch.FloatTensor for argument #2 'mat2'",
    torch: '0.4',
    origin: 'reference',
    values: { wanted: 'GPU', given: 'CPU' }
  }
];
