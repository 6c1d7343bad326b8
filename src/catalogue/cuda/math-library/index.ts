import { ownValue } from '../../../shared/own-value';
import type { ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import {
  LINKS,
  rerunBlocking,
  smallerBatch,
  assertionIsTheCause
} from '../shared/advice';
import { printedText } from '../../predicates';
import { isOurs, mayExplain } from '../../shared/ours';

/** aten/src/ATen/cuda/Exceptions.h; THCTensorRandom.cpp. */
const FAILED =
  /\b(?<library>cu(?:sparse|rand))(?:_(?!(?:status_)?success)[a-z_]{5,40}[a-z]| error:? (?:(?:cu\w{2,8}_(?:status_)?)?(?:[a-z_]{5,40}[a-z]|(?<status>\d{1,3})))?)/i;

/** How their makers spell them. */
const NAMES: Readonly<Record<string, string>> = {
  cusparse: 'cuSPARSE',
  curand: 'cuRAND'
};

/** CuPy's classes are called after the libraries. */
const CUPY = /^cu(?:sparse|rand)/i;

const isCupy = ({ exceptions }: IReading): boolean =>
  exceptions.some(({ name }) => CUPY.test(name.split('.').pop() ?? ''));

/** The Deep Graph Library, which checks the status by itself. */
function isDgl({ exceptions }: IReading): boolean {
  return exceptions.some(({ name, message }) =>
    /\bdgl\b/i.test(`${name.replace(/Error$/, '')} ${message}`)
  );
}

function read(
  { library, status }: Values,
  reading: IReading
): { library?: string; kind: 'failed' | 'dgl' | 'handle' } {
  return {
    library: ownValue(NAMES, library?.toLowerCase() ?? ''),
    // Status 1 is NOT_INITIALIZED: no sparse matrix was looked at yet.
    kind:
      status === '1' && isDgl(reading)
        ? 'dgl'
        : HANDLE.test(printedText(reading))
          ? 'handle'
          : 'failed'
  };
}

/** cuSPARSE's own words, and its status, for a handle that was never made. */
const HANDLE =
  /cusparse.{0,200}(?:\(handle\) had an illegal value|bad initialization or already destroyed)|\bcusparse_status_not_initialized\b/i;

/** What each library does, and what is known of its failures. */
function causeOf(trans: ITranslate, library: string | undefined): string {
  switch (library) {
    case 'cuSPARSE':
      return trans.__(
        'cuSPARSE, the library for sparse matrices, gave up. Usually an index is outside the matrix, or memory is short.'
      );
    case 'cuRAND':
      return trans.__(
        'cuRAND, the library for random numbers, gave up. Usually memory is short, or an earlier kernel had already broken CUDA in this process.'
      );
    default:
      return trans.__(
        'One of CUDA’s own libraries gave up and says no more than a status. Usually memory is short, or an earlier kernel had already broken CUDA in this process.'
      );
  }
}

/** Libraries of CUDA whose failures have no entry of their own. */
export default define({
  id: 'cuda/math-library',
  answers: [
    'CUDA error: CUSPARSE_STATUS_EXECUTION_FAILED when calling `cusparseSpMM(',
    'curand error: CURAND_STATUS_INITIALIZATION_FAILED'
  ],
  values: ['library'],
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
  kinds: {
    failed: {
      words: (trans, { library }) => ({
        title: library
          ? trans.__('%1 failed on the GPU', library)
          : trans.__('A library of CUDA failed on the GPU'),
        cause: causeOf(trans, library),
        fixes: [
          rerunBlocking(trans),
          {
            safety: 'diagnostic',
            title: trans.__('See what memory is free'),
            code: 'free, total = torch.cuda.mem_get_info()\nprint(free / 2**30, total / 2**30)'
          },
          ...(library === 'cuRAND'
            ? []
            : [
                {
                  safety: 'check' as const,
                  title: trans.__('Compute this one product on the CPU'),
                  detail: trans.__('It names an index that is out of range.'),
                  code: 'y = torch.sparse.mm(a.cpu(), b.cpu()).to(b.device)'
                }
              ]),
          smallerBatch(trans)
        ]
      })
    },
    handle: {
      words: trans => ({
        title: trans.__('cuSPARSE was not started where it is used'),
        cause: trans.__(
          'cuSPARSE says that its handle was never initialised, or is gone; no matrix was looked at yet. Usually the compiled package that calls it was built for another CUDA than the installed torch.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Compare the versions of CUDA'),
            code: 'import torch\nprint(torch.__version__, torch.version.cuda)\n!nvcc --version'
          },
          {
            safety: 'check',
            title: trans.__('Install that package anew, for this torch'),
            detail: trans.__(
              'Take a wheel made for this torch and CUDA, or build it with the CUDA that torch.version.cuda names. Restart the kernel after it.'
            )
          }
        ]
      })
    },
    dgl: {
      words: (trans, { library }) => ({
        title: trans.__('%1 did not start in DGL', library ?? 'cuSPARSE'),
        cause: trans.__(
          'Status 1 means that %1 could not be initialised, in code of DGL. Usually DGL was built for another CUDA than the installed torch, or the driver is older than both.',
          library ?? 'cuSPARSE'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Compare the versions of CUDA'),
            detail: trans.__(
              'dgl+cu121 in pip list stands for CUDA 12.1; torch.version.cuda must be the same.'
            ),
            code: 'import torch\nprint(torch.__version__, torch.version.cuda)\n!pip list | grep -i dgl'
          },
          {
            safety: 'check',
            title: trans.__('Install the DGL made for this torch and CUDA'),
            detail: trans.__(
              'dgl.ai lists the wheels by torch and CUDA; restart the kernel after it.'
            )
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [assertionIsTheCause(trans)],
    links: [LINKS.asynchronous(trans), LINKS.memory(trans)]
  })
});
