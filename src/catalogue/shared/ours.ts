import { memoize } from '../../shared/memoize';
import type { ISign } from '../../diagnosis/types';
import type { IReading } from '../../incident/types';

/**
 * Exceptions of other libraries that use CUDA too. Their message repeats the
 * words of the CUDA runtime, so that only the class tells them from torch's.
 */
const OTHER_CLASS =
  /^(?:XGBoost|LightGBM|CatBoost|MXNet|Xla|Jax|CudaAPI|CudaSupport|CUDARuntime|CUDADriver|ResourceExhausted|FailedPrecondition|InternalError$|UnknownError$|LogicError$|LoadError$)/;

/** Marks of the same in a text without a class, by who prints them. */
const OTHER_TEXT = new RegExp(
  [
    String.raw`\bggml|llama_|\.jl:\d|onnxruntime|OrtException|stream_executor|\[\[\{{0,2}node `,
    String.raw`\bnumba\b|\bpycuda\b|\bcupy|xgboost|lightgbm|gpu_hist|Dr\.?Jit|DriverError\(CUDA_ERROR`,
    // RAPIDS
    String.raw`\brmm\b|\bcudf\b|libcudf|CUDA error encountered at: `,
    // Caffe, MXNet, Paddle; Darknet; MATLAB; TensorRT; OpenCV; COLMAP
    String.raw`cuda check failed \(\d|; hostname=|^CUDNN failure: |Check failed: \w{1,20} == (?:cudaSuccess|cudaStat|CUDNN_STATUS_SUCCESS)|\bdarknet\b`,
    String.raw`error == cudaSuccess \(\d|\[CUDNN ERROR\]|\(code #\d{1,3}, ERROR_`,
    String.raw`gpuArray|matconvnet|nnconv_|\[TRT\]|\[TensorRT\]|nvinfer1|Gpu API call|PyramidCU`,
    // CUDA's own samples and tools; miners; other programs
    String.raw`Call to cu\w{3,30} results in CUDA_ERROR|ROCm error: |code=\d{1,3}\(cuda|deviceQuery|cudaGetDeviceCount returned \d|cudaSafeCall\(\)|cuda memtest`,
    String.raw`Failed to initialize miner|CUDA error in func \w{1,40} at line|CUBLAS failure \d`,
    "ethash|cryptonight|cudaminer|gunrock|alpaka|gpu_burn|GVDB|instance of 'dlib::|phi::enforce|/paddle/",
    // Darknet's own
    String.raw`: \(\) : line: \d{1,5} : build time: `
  ].join('|'),
  'i'
);

/** Torch for Lua, whose names are torch's. */
const LUA = /luarocks|luajit|\bcutorch\b|\.lua:\d/;

/** What only torch, and what is built on it, prints. */
const TORCH = /torch|\baten\b|\bc10\b|\bTHC/i;

/** Errors of Python itself: they need no GPU to explain them. */
const PLAIN_PYTHON =
  /^(?:NameError|AttributeError|ImportError|ModuleNotFoundError|SyntaxError|IndentationError|KeyError|TypeError|UnboundLocalError|ZeroDivisionError|FileNotFoundError)$/;

/** Whether the CUDA words of this failure can be torch's. */
export const isOurs = memoize((reading: IReading): boolean => {
  const [first] = reading.exceptions;
  const text = first
    ? `${first.message} ${first.frames.map(frame => frame.file).join(' ')}`
    : reading.log;
  const other = OTHER_CLASS.test(first?.name ?? '') || OTHER_TEXT.test(text);
  return !LUA.test(text) && (!other || TORCH.test(text));
});

/**
 * Whether a line in a stream may explain the failure: it is not the remark of
 * an earlier, handled error beside an exception of Python's own.
 */
export function mayExplain(reading: IReading): boolean {
  const [first] = reading.exceptions;
  return isOurs(reading) && !PLAIN_PYTHON.test(first?.name ?? '');
}

/**
 * Like `said`, for words that other users of the GPU's libraries print too:
 * raised, and, weaker, printed to a stream.
 *
 * @param more - what both signs have in common beyond the words
 */
export function gpuMessageOrLog(
  pattern: RegExp,
  {
    when = () => true,
    ...more
  }: Pick<ISign, 'when' | 'confidence' | 'read'> = {}
): ISign[] {
  return [
    {
      where: 'message',
      pattern,
      when: reading => isOurs(reading) && when(reading),
      ...more
    },
    {
      where: 'log',
      pattern,
      when: reading => mayExplain(reading) && when(reading),
      confidence: 'likely',
      ...more
    }
  ];
}
