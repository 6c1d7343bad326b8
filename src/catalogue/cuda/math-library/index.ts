import { ownValue } from '../../../shared/own-value';
import type { ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { LINKS, rerunBlocking, smallerBatch } from '../shared/advice';
import { isOurs, mayExplain } from '../../shared/ours';

/** aten/src/ATen/cuda/Exceptions.h; THCTensorRandom.cpp. */
const FAILED =
  /\b(?<library>cu(?:sparse|rand))(?:_(?:status_)?(?!success)[a-z_]{5,40}[a-z]| error:? (?:(?:cu\w{2,8}_(?:status_)?)?(?:[a-z_]{5,40}[a-z]|\d{1,3}))?)/i;

/** How their makers spell them. */
const NAMES: Readonly<Record<string, string>> = {
  cusparse: 'cuSPARSE',
  curand: 'cuRAND'
};

/** CuPy's classes are called after the libraries. */
const CUPY = /^cu(?:sparse|rand)/i;

const isCupy = ({ exceptions }: IReading): boolean =>
  exceptions.some(({ name }) => CUPY.test(name.split('.').pop() ?? ''));

function read({ library }: Values): Values {
  return { library: ownValue(NAMES, library?.toLowerCase() ?? '') };
}

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
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A line “Assertion … failed” in the output names the real condition: then that is the cause.'
      )
    ],
    links: [LINKS.asynchronous(trans), LINKS.memory(trans)]
  })
});
