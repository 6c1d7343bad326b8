import type {
  IEntry,
  IFix,
  IReading,
  ITranslate,
  Values
} from '../../diagnosis/types';
import {
  LINKS,
  matchingBuild,
  rerunBlocking,
  smallerBatch
} from './shared/advice';
import { isOurs, mayExplain } from './shared/ours';

/** aten/src/ATen/cuda/Exceptions.h, ATen/native/cuda/CuFFTUtils.h, CUDAGenerator. */
const FAILED =
  /\b(?<library>cu(?:fft|solver|sparse|rand))(?:_(?:status_)?(?!success)(?<status>[a-z_]{5,40}[a-z])| error:? (?:(?:cu\w{2,8}_(?:status_)?)?(?<code>[a-z_]{5,40}[a-z]|\d{1,3}))?)/i;

/** How their makers spell them. */
const NAMES: Readonly<Record<string, string>> = {
  cufft: 'cuFFT',
  cusolver: 'cuSOLVER',
  cusparse: 'cuSPARSE',
  curand: 'cuRAND'
};

/** CuPy's classes are called after the libraries. */
const CUPY = /^cu(?:fft|solver|sparse|rand)/i;

const isCupy = ({ exceptions }: IReading): boolean =>
  exceptions.some(({ name }) => CUPY.test(name.split('.').pop() ?? ''));

function read({ library, status, code }: Values): Values {
  return {
    library: NAMES[library?.toLowerCase() ?? ''],
    status: (status ?? code)?.toUpperCase()
  };
}

/** What each library does, and what is known of its failures. */
function causeOf(trans: ITranslate, library: string | undefined): string {
  switch (library) {
    case 'cuFFT':
      return trans.__(
        'cuFFT, the library behind torch.fft and torch.stft, gave up. Two causes are known: too little free memory on the GPU, and a PyTorch built for CUDA 11.7 or older on a GPU of the RTX 40 series.'
      );
    case 'cuSOLVER':
      return trans.__(
        'cuSOLVER, the library behind torch.linalg, gave up. Usually too little memory is free for its workspace, or the matrix holds nan or inf.'
      );
    case 'cuSPARSE':
      return trans.__(
        'cuSPARSE, the library for sparse matrices, gave up. Usually an index is outside the matrix, or memory is short.'
      );
    default:
      return trans.__(
        'One of CUDA’s libraries gave up and says no more than a status. Usually memory is short, or an earlier kernel had already broken CUDA in this process.'
      );
  }
}

function firstFixes(trans: ITranslate, library: string | undefined): IFix[] {
  const onCpu: IFix = {
    safety: 'check',
    title: trans.__('Compute this one step on the CPU'),
    detail: trans.__('Slower; a clearer error may come out.'),
    code:
      library === 'cuFFT'
        ? 'spectrum = torch.fft.rfft(x.cpu()).to(x.device)'
        : 'inverse = torch.linalg.inv(a.cpu()).to(a.device)'
  };
  const finite: IFix = {
    safety: 'diagnostic',
    title: trans.__('Look for nan, inf and what memory is free'),
    code: 'print(torch.isfinite(x).all(), torch.cuda.mem_get_info())'
  };
  return library === 'cuSOLVER'
    ? [
        finite,
        {
          safety: 'safe',
          title: trans.__('Let MAGMA do the linear algebra'),
          code: "torch.backends.cuda.preferred_linalg_library('magma')"
        },
        onCpu
      ]
    : library === 'cuFFT'
      ? [matchingBuild(trans), finite, onCpu]
      : [finite, rerunBlocking(trans), onCpu];
}

/** The libraries of CUDA beside cuBLAS and cuDNN. */
const entry: IEntry = {
  id: 'cuda/math-library',
  answers: [
    'cuFFT error: CUFFT_INTERNAL_ERROR',
    'cusolver error: CUSOLVER_STATUS_INTERNAL_ERROR, when calling `cusolverDnCreate(handle)`',
    'CUDA error: CUSPARSE_STATUS_EXECUTION_FAILED when calling `cusparseSpMM(',
    'curand error: CURAND_STATUS_INITIALIZATION_FAILED'
  ],
  signs: [
    {
      where: 'message',
      pattern: FAILED,
      when: reading => isOurs(reading) && !isCupy(reading),
      read
    },
    {
      where: 'log',
      pattern: FAILED,
      when: reading => mayExplain(reading) && !isCupy(reading),
      confidence: 'possible',
      read
    }
  ],
  page(trans, { library }) {
    return {
      title: library
        ? trans.__('%1 failed on the GPU', library)
        : trans.__('A library of CUDA failed on the GPU'),
      cause: causeOf(trans, library),
      fixes: [...firstFixes(trans, library), smallerBatch(trans)],
      notThis: [
        trans.__(
          'A line “Assertion … failed” in the output names the real condition: then that is the cause.'
        )
      ],
      links: [
        ...(library === 'cuFFT'
          ? [
              {
                title: trans.__('PyTorch issue 88038: RTX 4090 and CUDA 11.7'),
                url: 'https://github.com/pytorch/pytorch/issues/88038'
              },
              {
                title: trans.__('PyTorch issue 119420: low free memory'),
                url: 'https://github.com/pytorch/pytorch/issues/119420'
              }
            ]
          : [
              {
                title: trans.__('PyTorch: preferred_linalg_library'),
                url: 'https://docs.pytorch.org/docs/stable/backends.html#torch.backends.cuda.preferred_linalg_library'
              }
            ]),
        LINKS.memory(trans)
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'cuFFT error: CUFFT_INTERNAL_ERROR',
      torch: '1.13',
      origin: 'reference',
      values: { library: 'cuFFT', status: 'INTERNAL_ERROR' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cusolver error: CUSOLVER_STATUS_INTERNAL_ERROR, when calling `cusolverDnCreate(handle)`',
      torch: '1.11',
      origin: 'reference',
      values: { library: 'cuSOLVER' }
    },
    {
      ename: '_LinAlgError',
      evalue:
        'cusolver error: CUSOLVER_STATUS_EXECUTION_FAILED, when calling `cusolverDnXsyevd(handle, params, jobz)`. This error may appear if the input matrix contains NaN.',
      torch: '2.1',
      origin: 'reference',
      values: { library: 'cuSOLVER' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'cusolver error: 7, when calling `cusolverDnCreate(handle)`',
      torch: '1.8',
      origin: 'reference',
      values: { library: 'cuSOLVER', status: '7' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: CUSPARSE_STATUS_EXECUTION_FAILED when calling `cusparseSpMM( handle, opA, opB)`',
      torch: '2.0',
      origin: 'reference',
      values: { library: 'cuSPARSE' }
    }
  ],
  nearMisses: [
    { ename: 'CuFFTError', evalue: 'CUFFT_INTERNAL_ERROR' },
    { ename: 'CUSOLVERError', evalue: 'CUSOLVER_STATUS_INTERNAL_ERROR' },
    {
      ename: 'XlaRuntimeError',
      evalue:
        'INTERNAL: jaxlib/gpu/solver_kernels.cc:45: operation gpusolverDnCreate(&handle) failed: cuSolver internal error'
    }
  ]
};

export default entry;
