import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { onlyWarned } from '../../shared/remark';

/** Its part for the CPU was loaded instead. */
const CPU_PART =
  /installed version of bitsandbytes was compiled without GPU support|CUDA SETUP: (?:Setup Failed!|CUDA detection failed!|Required library version not found)/;

/** What its CUDA part defines, asked of its CPU part or of none. */
const NAMES = String.raw`c(?:get_(?:managed_ptr|col_row_stats)|(?:de)?quantize_|adam|ademamix|momentum|rmsprop|adagrad|lion|lamb|percentile_clipping|prefetch|gemm_4bit|gemv_4bit|igemm|arange_|fill_|double_rowcol|mm_dequant|extractOutliers)\w{0,60}`;

const SYMBOL = new RegExp(
  String.raw`'NoneType' object has no attribute '(?<symbol>${NAMES})'|(?:undefined symbol: |function '|\(0x[\da-f]{4}\): symbol )(?<native>c(?:get_managed_ptr|get_col_row_stats|adam\w{1,40}|(?:de)?quantize_blockwise\w{0,40}))`
);

/** torch's own errors where it has no GPU itself: they are the cause then. */
const TORCHS = [
  'Torch not compiled with CUDA enabled',
  'No CUDA GPUs are available',
  'Found no NVIDIA driver',
  'torch.cuda.is_available() is False',
  'The NVIDIA driver on your system is too old'
];

function isItsOwn(reading: IReading): boolean {
  return !TORCHS.some(words => reading.mentions(words));
}

/** Its remarks are printed at each import, also where all goes well. */
function onlyRemarked(reading: IReading): boolean {
  return isItsOwn(reading) && onlyWarned(reading);
}

/** Whether it looked in a folder of sources, and not among installed packages. */
function isOfClone({ log }: IReading): boolean {
  const place = /CUDA binary at \w{4,12}Path\('(?<place>[^']{1,300})'/.exec(log)
    ?.groups?.place;
  return place !== undefined && !/[\\/](?:site|dist)-packages[\\/]/.test(place);
}

function notLoaded(trans: ITranslate): string {
  return trans.__(
    'bitsandbytes could not load the file that holds its CUDA functions: it found no GPU, or has none for this version of CUDA or for this system. 8-bit optimizers and quantised models need it.'
  );
}

function fixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('See first whether torch itself has the GPU'),
      detail: trans.__(
        'False, or None as version: install a torch with CUDA first, bitsandbytes cannot work before.'
      ),
      code: 'import torch\nprint(torch.cuda.is_available(), torch.version.cuda)'
    },
    {
      safety: 'safe',
      title: trans.__('Update bitsandbytes and let it look again'),
      detail: trans.__(
        'Releases since 0.43 take the CUDA version from torch and also run on Windows; remove bitsandbytes-windows and the like. Restart the kernel afterwards.'
      ),
      code: '$ pip install --upgrade bitsandbytes && python -m bitsandbytes'
    },
    {
      safety: 'check',
      title: trans.__('No NVIDIA GPU: do without it'),
      detail: trans.__(
        'Load the model without load_in_8bit and load_in_4bit, and take the optimizer from torch.'
      ),
      code: 'optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)'
    }
  ];
}

export default define({
  id: 'cuda/bitsandbytes',
  answers: [
    'UserWarning: The installed version of bitsandbytes was compiled without GPU support. 8-bit optimizers and GPU quantization are unavailable.',
    'CUDA SETUP: WARNING! libcuda.so not found! Do you have a CUDA driver installed?',
    'WARNING: No libcudart.so found! Install CUDA or the cudatoolkit package (anaconda)!',
    'CUDA_SETUP: WARNING! libcudart.so not found in any environmental path.',
    "NameError: name 'str2optimizer8bit_blockwise' is not defined",
    "AttributeError: 'NoneType' object has no attribute 'cget_managed_ptr'",
    "AttributeError: 'NoneType' object has no attribute 'cquantize_blockwise_fp16_nf4'",
    'Exception: CUDA SETUP: Setup Failed!'
  ],
  values: ['symbol', 'place'],
  // They tell no kind; a remark beside them may.
  signs: [
    // integrations of transformers, and bitsandbytes 0.46 and later.
    ...messageOrLog(
      /CUDA is required but not available for bitsandbytes|Attempted to use bitsandbytes native library functionality but it['’]s not available/,
      { when: isItsOwn, confidence: 'likely' }
    ),
    // cuda/library-missing tells these with words of its own.
    {
      where: 'message',
      pattern: /CUDA Setup failed despite (?:GPU|CUDA) being available/,
      when: isItsOwn,
      confidence: 'possible'
    }
  ],
  kinds: {
    setup: {
      words: trans => ({
        title: trans.__('bitsandbytes cannot use CUDA here'),
        cause: notLoaded(trans),
        fixes: fixes(trans)
      })
    },
    clone: {
      // Up to 0.45: the path that it tried; in a clone nothing was built.
      signs: [
        {
          where: 'log',
          pattern:
            /\bCould not find the bitsandbytes CUDA binary at (?:Posix|Windows)Path\('(?<place>[^']{1,300})'\)/,
          fatal: true,
          when: reading => isItsOwn(reading) && isOfClone(reading),
          confidence: 'likely'
        }
      ],
      words: (trans, { place = '' }) => ({
        title: trans.__('The clone of bitsandbytes hides the installed one'),
        cause: trans.__(
          'Python took bitsandbytes from a folder of its sources (%1), in which the library of CUDA functions was not built. A folder of that name where the program is started goes before the installed package.',
          place
        ),
        fixes: [
          check(
            trans.__('Leave the clone, and install the wheel'),
            '%cd ..\n%pip install --force-reinstall --no-deps bitsandbytes',
            trans.__(
              'Or rename the folder. Where it was installed with -e: pip uninstall bitsandbytes first.'
            )
          ),
          check(
            trans.__('It is to be the clone: build its library there'),
            '$ cmake -DCOMPUTE_BACKEND=cuda -S . && make && pip install -e .'
          )
        ]
      })
    },
    driver: {
      // bitsandbytes/cuda_setup/main.py up to 0.42: no driver, or no GPU that it may use.
      signs: [
        {
          where: 'log',
          pattern:
            /libcuda\.so not found! Do you have a CUDA driver installed|No GPU detected! Check your CUDA paths|Unknown CUDA exception! Please check your CUDA install/,
          when: onlyRemarked,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('bitsandbytes finds no NVIDIA driver or GPU'),
        cause: trans.__(
          'bitsandbytes looks for the driver by itself and found none that works, so it goes on with its CPU part. Usually there is no NVIDIA GPU here, or the container or WSL does not pass it on.'
        ),
        fixes: fixes(trans)
      })
    },
    cpu: {
      signs: [
        ...messageOrLog(SYMBOL, {
          when: isItsOwn,
          read: ({ symbol, native }) => ({ symbol: symbol ?? native })
        }),
        ...messageOrLog(
          /name '(?<symbol>str2optimizer(?:8bit_blockwise|8bit|32bit))' is not defined/,
          { when: isItsOwn }
        ),
        {
          where: 'message',
          pattern: CPU_PART,
          when: isItsOwn,
          confidence: 'likely'
        },
        {
          where: 'log',
          pattern: CPU_PART,
          when: onlyRemarked,
          confidence: 'likely'
        }
      ],
      words: (trans, { symbol }) => ({
        title: trans.__('bitsandbytes runs without its CUDA part'),
        cause: symbol
          ? trans.__(
              '%1 exists only in the CUDA part of bitsandbytes, and that part was not loaded. Either it found no GPU, or it has no file for this version of CUDA or for this system.',
              symbol
            )
          : notLoaded(trans),
        fixes: fixes(trans)
      })
    },
    int8: {
      // bitsandbytes/functional.py, `igemmlt`, up to 0.44.
      signs: messageOrLog(
        /cublasLt ran into an error|\bcuBLAS API failed with status 15\b/,
        { confidence: 'likely' }
      ),
      words: trans => ({
        title: trans.__('bitsandbytes’ 8-bit product failed on this GPU'),
        cause: trans.__(
          'The 8-bit matrix product goes through cublasLt, which refused these matrices. Releases before 0.45 have it for some GPUs only (not for the H100), and it also fails where parts of the model lie on different GPUs.'
        ),
        fixes: fixes(trans)
      })
    },
    runtime: {
      // cuda_setup/main.py: the driver may be there, the toolkit's library is not.
      signs: [
        {
          where: 'log',
          pattern:
            /libcudart\.so not found in any environmental path|No libcudart\.so found! Install CUDA or the cudatoolkit package/,
          when: onlyRemarked,
          confidence: 'possible'
        }
      ],
      words: trans => ({
        title: trans.__('bitsandbytes finds no CUDA runtime'),
        cause: trans.__(
          'bitsandbytes up to 0.42 looks for libcudart.so in folders of its own choice, and there is none. PyTorch brings that library with it, so torch itself may be fine.'
        ),
        fixes: fixes(trans)
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Where torch.cuda.is_available() is False too, the driver or torch is at fault, and bitsandbytes only noticed it first.'
      )
    ],
    links: [
      {
        title: trans.__('bitsandbytes: installation'),
        url: 'https://huggingface.co/docs/bitsandbytes/main/en/installation'
      },
      {
        title: trans.__('PyTorch: installation'),
        url: 'https://pytorch.org/get-started/locally/'
      }
    ]
  })
});
