import type { IEntry, IReading } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { onlyWarned } from '../version/shared/remark';

/** bitsandbytes/cuda_setup/main.py up to 0.42: no driver, or no GPU that it may use. */
const DRIVER =
  /libcuda\.so not found! Do you have a CUDA driver installed|No GPU detected! Check your CUDA paths|Unknown CUDA exception! Please check your CUDA install/;

/** The same file: the driver may be there, the toolkit's library is not. */
const RUNTIME =
  /libcudart\.so not found in any environmental path|No libcudart\.so found! Install CUDA or the cudatoolkit package/;

/** Its part for the CPU was loaded instead. */
const CPU_PART =
  /installed version of bitsandbytes was compiled without GPU support|CUDA SETUP: (?:Setup Failed!|CUDA detection failed!|Required library version not found)/;

/** integrations of transformers, and bitsandbytes 0.46 and later. */
const REFUSED =
  /CUDA is required but not available for bitsandbytes|Attempted to use bitsandbytes native library functionality but it['’]s not available/;

/** What its CUDA part defines, asked of its CPU part or of none. */
const NAMES = String.raw`c(?:get_(?:managed_ptr|col_row_stats)|(?:de)?quantize_|adam|ademamix|momentum|rmsprop|adagrad|lion|lamb|percentile_clipping|prefetch|gemm_4bit|gemv_4bit|igemm|arange_|fill_|double_rowcol|mm_dequant|extractOutliers)\w{0,60}`;

const SYMBOL = new RegExp(
  String.raw`'NoneType' object has no attribute '(?<symbol>${NAMES})'|(?:undefined symbol: |function '|\(0x[\da-f]{4}\): symbol )(?<other>c(?:get_managed_ptr|get_col_row_stats|adam\w{1,40}|(?:de)?quantize_blockwise\w{0,40}))`
);

const DEFINED =
  /name '(?<symbol>str2optimizer(?:8bit_blockwise|8bit|32bit))' is not defined/;

/** bitsandbytes/functional.py, `igemmlt`, up to 0.44. */
const INT8 = /cublasLt ran into an error|\bcuBLAS API failed with status 15\b/;

/** cuda/library-missing tells these with words of its own. */
const SETUP = /CUDA Setup failed despite (?:GPU|CUDA) being available/;

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

const entry: IEntry = {
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
  signs: [
    ...said(SYMBOL, {
      when: isItsOwn,
      read: ({ symbol, other }) => ({ kind: 'cpu', symbol: symbol ?? other })
    }),
    ...said(DEFINED, { when: isItsOwn, ...ofKind('cpu') }),
    ...said(REFUSED, { when: isItsOwn, confidence: 'likely' }),
    ...said(INT8, { confidence: 'likely', ...ofKind('int8') }),
    {
      where: 'message',
      pattern: CPU_PART,
      when: isItsOwn,
      confidence: 'likely',
      ...ofKind('cpu')
    },
    {
      where: 'message',
      pattern: SETUP,
      when: isItsOwn,
      confidence: 'possible'
    },
    {
      where: 'log',
      pattern: DRIVER,
      when: onlyRemarked,
      confidence: 'likely',
      ...ofKind('driver')
    },
    {
      where: 'log',
      pattern: CPU_PART,
      when: onlyRemarked,
      confidence: 'likely',
      ...ofKind('cpu')
    },
    {
      where: 'log',
      pattern: RUNTIME,
      when: onlyRemarked,
      confidence: 'possible',
      ...ofKind('runtime')
    }
  ],
  page(trans, { kind, symbol }) {
    const asked = symbol?.slice(0, 40);
    return {
      title:
        kind === 'driver'
          ? trans.__('bitsandbytes finds no NVIDIA driver or GPU')
          : kind === 'runtime'
            ? trans.__('bitsandbytes finds no CUDA runtime')
            : kind === 'cpu'
              ? trans.__('bitsandbytes runs without its CUDA part')
              : kind === 'int8'
                ? trans.__('bitsandbytes’ 8-bit product failed on this GPU')
                : trans.__('bitsandbytes cannot use CUDA here'),
      cause:
        kind === 'driver'
          ? trans.__(
              'bitsandbytes looks for the driver by itself and found none that works, so it goes on with its CPU part. Usually there is no NVIDIA GPU here, or the container or WSL does not pass it on.'
            )
          : kind === 'runtime'
            ? trans.__(
                'bitsandbytes up to 0.42 looks for libcudart.so in folders of its own choice, and there is none. PyTorch brings that library with it, so torch itself may be fine.'
              )
            : kind === 'int8'
              ? trans.__(
                  'The 8-bit matrix product goes through cublasLt, which refused these matrices. Releases before 0.45 have it for some GPUs only (not for the H100), and it also fails where parts of the model lie on different GPUs.'
                )
              : asked
                ? trans.__(
                    '%1 exists only in the CUDA part of bitsandbytes, and that part was not loaded. It found no GPU, or has no file for this version of CUDA or for this system.',
                    asked
                  )
                : trans.__(
                    'bitsandbytes could not load the file that holds its CUDA functions: it found no GPU, or has none for this version of CUDA or for this system. 8-bit optimizers and quantised models need it.'
                  ),
      fixes: [
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'Exception',
      evalue: 'cublasLt ran into an error!',
      stderr: 'cuBLAS API failed with status 15\nerror detected',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'int8' }
    },
    {
      ename: 'NameError',
      evalue: "name 'str2optimizer8bit_blockwise' is not defined",
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'cpu', symbol: 'str2optimizer8bit_blockwise' }
    },
    {
      ename: 'AttributeError',
      evalue:
        "'NoneType' object has no attribute 'cquantize_blockwise_fp16_nf4'",
      torch: '2.2',
      origin: 'reference',
      values: { kind: 'cpu', symbol: 'cquantize_blockwise_fp16_nf4' }
    },
    {
      kind: 'text',
      stderr:
        'CUDA SETUP: WARNING! libcuda.so not found! Do you have a CUDA driver installed? If you are on a cluster, make sure you are on a CUDA machine!\n',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'driver' }
    },
    {
      stderr:
        '/usr/lib/python3.10/site-packages/bitsandbytes/cextension.py:34: UserWarning: The installed version of bitsandbytes was compiled without GPU support. 8-bit optimizers, 8-bit multiplication, and GPU quantization are unavailable.\n',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'cpu' }
    },
    {
      kind: 'text',
      stderr:
        'CUDA_SETUP: WARNING! libcudart.so not found in any environmental path. Searching in backup paths...\nWARNING: No libcudart.so found! Install CUDA or the cudatoolkit package (anaconda)!\n',
      torch: '1.13',
      origin: 'reference',
      values: { kind: 'runtime' }
    },
    {
      ename: 'Exception',
      evalue: 'CUDA SETUP: Setup Failed!',
      torch: '1.13',
      origin: 'reference',
      values: { kind: 'cpu' }
    }
  ],
  nearMisses: [
    {
      ename: 'AssertionError',
      evalue: 'Torch not compiled with CUDA enabled',
      stderr:
        'UserWarning: The installed version of bitsandbytes was compiled without GPU support. 8-bit optimizers and GPU quantization are unavailable.\n'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 15.78 GiB total capacity; 14.10 GiB already allocated; 1.02 GiB free; 14.30 GiB reserved in total by PyTorch)',
      stderr:
        'CUDA_SETUP: WARNING! libcudart.so not found in any environmental path. Searching /usr/local/cuda/lib64...\n'
    },
    {
      ename: 'AttributeError',
      evalue: "'NoneType' object has no attribute 'count'"
    },
    {
      ename: 'OSError',
      evalue:
        'libcudart.so.11.0: cannot open shared object file: No such file or directory'
    }
  ]
};

export default entry;
