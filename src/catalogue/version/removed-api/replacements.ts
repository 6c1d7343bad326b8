import { spellingOf, type Spelling } from '../../shared/torch-names';
import { broughtBy } from './since';

/** What became of a name: the code of today, or the release that brought it. */
export interface IReplacement {
  /** Code of today. */
  readonly code?: string;
  /** The first torch that has the name. */
  readonly since?: string;
}

/**
 * Names that many programs still use, and young ones they use too early.
 * Sources: the messages of torch/_linalg_utils.py, the release notes of 0.4
 * to 2.5, and runs with torch 2.13.
 */
const REPLACEMENTS = new Map<string, IReplacement>(
  Object.entries({
    'torch._six': {
      code: 'string_classes = (str, bytes)\nint_classes = int\nfrom collections import abc as container_abcs\nfrom math import inf'
    },
    'torch.utils.hipify': { since: '1.5' },
    container_abcs: { code: 'from collections import abc as container_abcs' },
    string_classes: { code: 'string_classes = (str, bytes)' },
    int_classes: { code: 'int_classes = int' },
    ModuleDict: { since: '0.4.1' },
    spawn: { since: '1.0' },
    BoolTensor: { since: '1.2' },
    quint8: { since: '1.3' },
    searchsorted: { since: '1.6' },
    linalg: { since: '1.7' },
    maximum: { since: '1.7' },
    minimum: { since: '1.7' },
    SiLU: { since: '1.7' },
    fx: { since: '1.8' },
    nan_to_num: { since: '1.8' },
    tensor_split: { since: '1.8' },
    Mish: { since: '1.9' },
    special: { since: '1.9' },
    concat: { since: '1.10' },
    isin: { since: '1.10' },
    frombuffer: { since: '1.10' },
    asarray: { since: '1.11' },
    T: { since: '1.2' },
    no_grad: { since: '0.4' },
    enable_grad: { since: '0.4' },
    set_grad_enabled: { since: '0.4' },
    zero_gradients: { code: 'x.grad = None  # was zero_gradients(x)' },
    volatile: { code: 'with torch.no_grad():\n    y = model(x)' },
    rfft: { code: 'y = torch.fft.rfft(x)' },
    irfft: { code: 'y = torch.fft.irfft(x)' },
    fft: { code: 'y = torch.fft.fft(x)' },
    ifft: { code: 'y = torch.fft.ifft(x)' },
    symeig: { code: 'values, vectors = torch.linalg.eigh(A)' },
    eig: { code: 'values, vectors = torch.linalg.eig(A)  # complex tensors' },
    lstsq: {
      code: 'X = torch.linalg.lstsq(A, B).solution  # the arguments change places'
    },
    gels: {
      code: 'X = torch.linalg.lstsq(A, B).solution  # the arguments change places'
    },
    solve: {
      code: 'X = torch.linalg.solve(A, B)  # the arguments change places'
    },
    gesv: {
      code: 'X = torch.linalg.solve(A, B)  # the arguments change places'
    },
    matrix_rank: { code: 'rank = torch.linalg.matrix_rank(A)' },
    stft: {
      code: 'spectrum = torch.view_as_real(torch.stft(x, n_fft, return_complex=True))  # the old form'
    },
    istft: {
      code: 'x = torch.istft(torch.view_as_complex(spectrum.contiguous()), n_fft)  # of the old form'
    },
    next: { code: 'batch = next(iterator)  # was iterator.next()' },
    ffi: {
      code: 'from torch.utils.cpp_extension import CppExtension, CUDAExtension'
    },
    functional_tensor: {
      code: 'from torchvision.transforms.functional import rgb_to_grayscale'
    },
    async: { code: 'x = x.cuda(non_blocking=True)  # was async=True' },
    retain_variables: { code: 'loss.backward(retain_graph=True)' },
    persistent_workers: { since: '1.7' },
    prefetch_factor: { since: '1.7' },
    batch_first: { since: '1.9' },
    norm_first: { since: '1.10' },
    label_smoothing: { since: '1.10' },
    indexing: { since: '1.10' },
    compile: { since: '2.0' },
    scaled_dot_product_attention: { since: '2.0' },
    LRScheduler: { since: '2.0' },
    inference_mode: { since: '1.9' },
    func: { since: '2.0' },
    set_default_device: { since: '2.0' },
    compiler: { since: '2.1' },
    float8_e5m2: { since: '2.1' },
    float8_e4m3fn: { since: '2.1' },
    register_pytree_node: { since: '2.2' },
    sdpa_kernel: { since: '2.3' },
    uint32: { since: '2.3' },
    uint64: { since: '2.3' },
    uint16: { since: '2.3' },
    get_default_device: { since: '2.3' },
    register_fake: { since: '2.4' },
    custom_op: { since: '2.4' },
    RMSNorm: { since: '2.4' },
    custom_fwd: { since: '2.4' },
    custom_bwd: { since: '2.4' },
    flex_attention: { since: '2.5' },
    weights_only: { since: '1.13' },
    assign: { since: '2.1' },
    mmap: { since: '2.1' },
    with_kwargs: { since: '2.0' },
    _TypedStorage: { since: '1.11' },
    antialias: { since: '1.11' },
    approximate: { since: '1.12' },
    pin_memory_device: { since: '1.12' },
    fused: { since: '2.0' }
  })
);

/**
 * What is known of `name`, the attribute or module that was not found.
 *
 * @param name - bare (`symeig`) or dotted (`torch._six`)
 * @param module - where it was looked for, as `torch.nn`
 */
export function replacement(
  name: string | undefined,
  module?: string
): IReplacement {
  if (name === undefined) {
    return {};
  }
  const last = name.slice(name.lastIndexOf('.') + 1);
  const since = broughtBy(module, name);
  return (
    REPLACEMENTS.get(name) ??
    REPLACEMENTS.get(last) ??
    (since === undefined ? {} : { since })
  );
}

/** How a name is spelt that no release is known to have brought, or dropped. */
export function spelling(
  module: string | undefined,
  name: string | undefined
): Spelling | null {
  const { code, since } = replacement(name, module);
  return code || since ? null : spellingOf(module, name);
}
