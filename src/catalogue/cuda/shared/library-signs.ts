import type { IReading, ISign } from '../../../diagnosis/types';
import { said } from '../../said';
import { gpuSaid, isOurs } from './ours';

/** Libraries of the CUDA toolkit, cuDNN and NCCL, `libcudnn_ops` included. */
const LIB = String.raw`(?:cudart|cublas|cudnn|cufft|curand|cusolver|cusparse|cupti|nccl|nvrtc|nvJitLink|nvToolsExt|nvshmem|cufile|cuda)[\w-]{0,40}`;

/** TensorFlow's `dlerror:` and ONNX Runtime's remarks say the same words. */
const OPEN = new RegExp(
  String.raw`(?<!dlerror: )\b(?<library>lib${LIB}\.so[.\d]{0,12}): cannot open shared object file`,
  'i'
);

/** glibc's loader, where the file that was found carries another version. */
const VERSION = new RegExp(
  String.raw`\b(?<library>lib${LIB}\.so[.\d]{0,12}): version \S{1,60} not found \(required by [^)]{0,200}torch`
);

const SYMBOL = new RegExp(
  String.raw`\b(?<library>lib${LIB}\.so[.\d]{0,12}): symbol \w{1,80}[, ]{0,2} ?version \S{1,60} not defined|: symbol \w{1,80}[, ]{0,2} ?version (?<defining>lib${LIB}\.so(?:[.\d]{0,11}\d)?) not defined|\blib${LIB}\.so[.\d]{0,12}: undefined symbol: \w{1,80}, version (?<needed>lib${LIB}\.so(?:[.\d]{0,11}\d)?)|(?:undefined symbol: |Symbol not found: _)(?:__nvJitLink\w{1,80}|(?:cu(?:blas|dnn|sparse|fft|rand|solver)|nccl|cuda)[A-Z]\w{1,80}|nvrtc\w{1,60})(?:, version (?<version>lib\w{1,30}\.so(?:[.\d]{0,11}\d)?))?`
);

/** The same of ROCm, which has a library for each of CUDA's. */
const ROCM =
  /\b(?<library>lib(?:MIOpen|roc(?:blas|fft|rand|solver|sparse|m_smi64)|hip(?:blas|blaslt|fft|rand|solver|sparse|sparselt)|rccl|amdhip64|roctx64|hsa-runtime64|roctracer64)\.so[.\d]{0,12}): (?:undefined symbol: |cannot open shared object file)|libtorch_hip\.so: undefined symbol: /;

/** cuDNN's own words as it gives up, versions 8 and 9. */
const NATIVE = new RegExp(
  String.raw`Could not (?:load|locate) (?:library )?(?<library>(?:lib)?${LIB}\.(?:so|dll)(?:[.\d]{0,11}\d)?)|Unable to load any of \{(?<any>lib${LIB}\.so(?:[.\d]{0,11}\d)?)|Invalid handle\. Cannot load symbol cu`,
  'i'
);

/** torch/__init__.py, `_preload_cuda_deps`; 1.13.0 forgot to set the name. */
const PRELOAD =
  /\b(?<library>lib(?:cu|nv|nccl)\w{1,30}\.so)\S{0,12} not found in the system path|local variable 'cublas_path' (?:referenced before assignment|where it is not associated with a value)/;

/**
 * Windows: torch/__init__.py and ctypes; ATen/DynamicLibrary.cpp, which opens
 * torch's own caffe2_nvrtc, whose dependency is NVRTC.
 */
const DLL =
  /(?:Error loading|Could not find module) ["'][^"']{1,300}[\\/](?<library>(?:cudart|cublas|cudnn|cufft|curand|cusolver|cusparse|nvrtc|caffe2_nvrtc)\w{0,40}\.dll)["']|Error in dlopen(?: or dlsym: | for library )(?<other>(?:lib)?(?:caffe2_|th)?nvrtc\.(?:so(?:\.\d{1,3}){0,3}|dll|\w{1,5}))/i;

/** bitsandbytes/cuda_setup, and cextension.py since 0.43. */
const QUANTISER =
  /CUDA Setup failed despite (?:GPU|CUDA) being available|Configured (?:CUDA|ROCm) binary not found at|libbitsandbytes_cpu\.so: undefined symbol/;

/** The signs of `cuda/library-missing`. */
export const LIBRARY_SIGNS: readonly ISign[] = [
  ...gpuSaid(OPEN),
  ...gpuSaid(VERSION, {
    read: ({ library }) => ({ library, kind: 'version' })
  }),
  {
    where: 'message',
    pattern: SYMBOL,
    when: isOurs,
    read: ({ library, version, needed, defining }) => ({
      library: library ?? version ?? needed ?? defining,
      symbol: 'yes'
    })
  },
  {
    where: 'log',
    pattern: NATIVE,
    fatal: true,
    when: (reading: IReading) =>
      isOurs(reading) && !reading.mentions('dso_loader'),
    read: ({ library, any }) => ({ library: library ?? any })
  },
  {
    where: 'message',
    pattern: NATIVE,
    when: isOurs,
    read: ({ library, any }) => ({ library: library ?? any })
  },
  { where: 'message', pattern: PRELOAD },
  ...gpuSaid(ROCM, {
    read: ({ library }) => ({ library, kind: 'rocm' })
  }),
  {
    where: 'message',
    pattern: DLL,
    when: reading => !reading.mentions('1455'),
    read: ({ library, other }) => ({ library: library ?? other })
  },
  ...said(QUANTISER, {
    confidence: 'likely',
    read: () => ({ library: 'libbitsandbytes' })
  })
];
