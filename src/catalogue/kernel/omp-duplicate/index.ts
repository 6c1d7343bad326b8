import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { dying } from '../shared/death';

function oneSource(trans: ITranslate, library = ''): IFix {
  const pip = library.endsWith('.dll')
    ? 'fresh\\Scripts\\pip'
    : 'fresh/bin/pip';
  return {
    safety: 'check',
    title: trans.__('Install torch and numpy from one source'),
    detail: trans.__(
      'A fresh environment, all by pip or all by conda, leaves one OpenMP library.'
    ),
    code: `$ python -m venv fresh && ${pip} install torch numpy scikit-learn ipykernel`
  };
}

function findCopies(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Find the copies in this environment'),
    code: "import pathlib, sys\n\nfor name in ('*iomp5*', '*libomp*', '*libgomp*'):\n    print(*pathlib.Path(sys.prefix).rglob(name), sep='\\n')"
  };
}

export default define({
  id: 'kernel/omp-duplicate',
  answers: [
    'OMP: Error #15: Initializing libiomp5md.dll, but found libiomp5md.dll already initialized.',
    'MKL_THREADING_LAYER=INTEL is incompatible with libgomp',
    'OMP: Error #15: Initializing libomp.dylib, but found libiomp5.dylib already initialized.',
    'KMP_DUPLICATE_LIB_OK=TRUE',
    "Found Intel OpenMP ('libiomp') and LLVM OpenMP ('libomp') loaded at the same time"
  ],
  beside: /\(often numpy|Usually packages of conda and pip are mixed/,
  refines: [
    'kernel/aborted',
    'kernel/segfault',
    'kernel/exited',
    'kernel/died-unknown',
    'kernel/died-dataloader'
  ],
  values: ['first', 'second'],
  kinds: {
    copies: {
      signs: [
        ...dying(
          /Initializing (?<second>lib[\w.+-]+), but found (?<first>lib[\w.+-]+) already initialized/
        ),
        ...dying(
          /\bOMP: Error #15\*?: Init|multiple copies of the OpenMP runtime have been linked into the program/
        ),
        // The hint's last resort, which titles quote beside the error.
        ...dying(
          /\blib[\w.-]{1,40} already initialized.{0,80}KMP_DUPLICATE_LIB_OK/
        ),
        {
          where: 'log',
          // threadpoolctl warns while both still live side by side.
          pattern:
            /Found Intel OpenMP \('(?<first>libiomp)'\) and LLVM OpenMP \('(?<second>libomp)'\) loaded at the same time/,
          confidence: 'possible'
        }
      ],
      words: (trans, { first, second }) => ({
        title: trans.__('Two OpenMP libraries were loaded into one process'),
        cause:
          first === undefined || first === second
            ? trans.__(
                'PyTorch and another package (often numpy, scikit-learn or OpenCV from another source) each bring an OpenMP library, and the second one refuses to start. It ends the process.'
              )
            : trans.__(
                'One package loaded %1, and another then brought %2; the second one refuses to start and ends the process. Usually packages of conda and pip are mixed.',
                first,
                second
              ),
        fixes: [
          oneSource(trans, second),
          findCopies(trans),
          {
            safety: 'check',
            title: trans.__('Import torch before the others'),
            code: 'import torch\nimport numpy'
          },
          {
            safety: 'check',
            title: trans.__('Last resort: allow both'),
            detail: trans.__(
              'Its own message calls it unsafe: it can crash, or give wrong results without a word.'
            ),
            code: "import os\n\nos.environ['KMP_DUPLICATE_LIB_OK'] = 'TRUE'  # before any import",
            action: {
              kind: 'environment',
              variables: { KMP_DUPLICATE_LIB_OK: 'TRUE' }
            }
          }
        ]
      })
    },
    layer: {
      // mkl-service, which conda's numpy imports (pytorch issue 37377).
      signs: dying(
        /MKL_THREADING_LAYER=INTEL is incompatible with (?<first>libgomp[\w.-]{0,40}) library/
      ),
      words: (trans, { first }) => ({
        title: trans.__('MKL wants another OpenMP than PyTorch has loaded'),
        cause: trans.__(
          'NumPy’s MKL is set to Intel’s OpenMP (MKL_THREADING_LAYER=INTEL), but GNU’s %1 was loaded before it, by PyTorch. MKL refuses to work with it.',
          first ?? 'libgomp'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Import numpy before torch'),
            code: 'import numpy\nimport torch'
          },
          {
            safety: 'safe',
            title: trans.__('Or let MKL use GNU’s OpenMP'),
            detail: trans.__(
              'Before any import, and before worker processes or ranks are started: they inherit it.'
            ),
            code: "import os\n\nos.environ['MKL_THREADING_LAYER'] = 'GNU'",
            action: {
              kind: 'environment',
              variables: { MKL_THREADING_LAYER: 'GNU' }
            }
          },
          oneSource(trans),
          findCopies(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A kernel that dies without this line has another cause; KMP_DUPLICATE_LIB_OK does not help then.'
      )
    ],
    links: [
      {
        title: trans.__(
          'PyTorch: a crash under KMP_DUPLICATE_LIB_OK (issue 78490)'
        ),
        url: 'https://github.com/pytorch/pytorch/issues/78490'
      }
    ]
  })
});
