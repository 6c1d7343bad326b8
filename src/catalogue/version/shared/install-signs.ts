import type { IReading, ISign } from '../../../diagnosis/types';
import { said } from '../../said';

/** torch/__init__.py on Windows. Error 1455 is the paging file, not this. */
const DLL =
  /Error loading "?(?:[^"]{1,300}[\\/]torch[\\/]{1,2}lib[\\/]{1,2}|(?=torch_python\.dll|c10\.dll|caffe2\.dll|shm\.dll|fbgemm\.dll))(?!cudart|cublas|cudnn|cufft|curand|cusolver|cusparse|nvrtc|caffe2_nvrtc)(?<dll>[\w.-]{1,60}\.dll)(?:"| or one of its)/;

/** A library of torch itself that lacks a function, or is not there. */
const SHARED =
  /(?<library>lib(?:torch(?!audio|vision|text)\w{0,20}|c10\w{0,10}|shm)\.(?:so|dylib)): (?:(?<!_hip\.so: )undefined symbol: (?!nccl|cu[a-z]{2,8}[A-Z]|__nv|nvrtc)|(?<!_cuda(?:_cu|_cpp)?\.so: )cannot open shared object file)|Library not loaded: \S{1,200}(?<dylib>lib(?:torch(?!audio|vision|text)\w{0,20}|c10\w{0,10}|shm)\.dylib)|Library not loaded: \S{1,200}(?<omp>libi?omp5?\.dylib) Referenced from: .{1,300}[\\/]torch[\\/]|undefined symbol: iJIT_NotifyEvent|dlopen\(.{1,300}[\\/]torch[\\/]lib[\\/](?<other>lib\w{1,40}\.dylib).{1,600}incompatible architecture/;

/**
 * A file inside the folder of torch lacks a function, whichever: torch cannot
 * be imported. Where the path is cut off, only the names above tell it.
 */
const INSIDE =
  /[\\/]torch[\\/](?:lib[\\/])?(?<file>_C\.(?:[\w-]{1,40}\.)?so|lib(?:torch|c10|caffe2|ATen|shm|TH|_C|mkldnn)\w{0,20}\.(?:so|dylib)[.\d]{0,4})(?:, \d{1,3}\))?: (?:undefined symbol: (?!__nv|nccl|cu[a-z]{2,8}[A-Z])|[Ss]ymbol not found(?!: _(?:cu[a-z]{2,8}|nccl)[A-Z]))/;

/** The folder of torch is there, its compiled part is not. */
const NO_C =
  /Failed to load PyTorch C extensions|No module named 'torch\._C'|cannot import name '_C' from '(?:torch|partially initialized module 'torch)|libtorch_\w{1,20} is not found/;

const TLS = /cannot allocate memory in static TLS block/;

/** A frame of a package: of torch, or of another that has the same trouble. */
const PACKAGE = /(?:site|dist)-packages[\\/]\w/;

/** Whether torch may be what was imported, and no other package is named. */
function perhapsTorch(reading: IReading): boolean {
  const files = reading.exceptions.flatMap(({ frames }) =>
    frames.map(({ file }) => file)
  );
  const messages = reading.exceptions.map(({ message }) => message);
  return (
    reading.mentions('torch') ||
    (reading.mentions('libgomp') &&
      !PACKAGE.test([reading.log, ...files, ...messages].join('\n')))
  );
}

/** Whether torch's own import failed, perhaps in the ctypes that it calls. */
export function importsTorch({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) => {
    const files = frames
      .map(({ file }) => file)
      .filter(file => !/[\\/]ctypes[\\/]__init__\.py$/.test(file));
    return /[\\/]torch[\\/]__init__\.py$/.test(files[files.length - 1] ?? '');
  });
}

/** The signs of `version/broken-install`. */
export const INSTALL_SIGNS: readonly ISign[] = [
  ...said(DLL, {
    when: reading => !reading.mentions('1455'),
    read: ({ dll }) => ({ library: dll, kind: 'windows' })
  }),
  {
    where: 'message',
    pattern: SHARED,
    read: ({ library, dylib, omp, other }) => ({
      library: library ?? dylib ?? omp ?? other
    })
  },
  {
    where: 'message',
    pattern: INSIDE,
    read: ({ file }) => ({ library: file })
  },
  { where: 'message', pattern: NO_C },
  // Builds for other machines bring less with them: OpenBLAS, MPI.
  {
    where: 'message',
    pattern:
      /\b(?<library>lib(?!cu[a-z]|nv|nccl|MIOpen|roc|hip|rccl|amd|hsa)[\w+-]{1,40}\.so[.\d]{0,12}): cannot open shared object file/,
    when: importsTorch
  },
  // Windows names neither the library nor what it misses.
  {
    where: 'message',
    ename: /^(?:ImportError|OSError)$/,
    pattern:
      /^(?:DLL load failed|\[WinError \d{1,5}\])(?!.{0,200}Error loading)/,
    when: reading => importsTorch(reading) && !reading.mentions('1455'),
    read: () => ({ kind: 'windows' })
  },
  {
    where: 'message',
    pattern: TLS,
    when: perhapsTorch,
    confidence: 'likely',
    read: () => ({ kind: 'tls' })
  }
];
