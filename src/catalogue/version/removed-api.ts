import type { IEntry } from '../../diagnosis/types';
import { apiCause, apiFixes, apiTitle } from './shared/api-words';
import { REMOVED_SIGNS } from './shared/removed-signs';
import { SAVED_SIGNS, savedWords } from './shared/saved-layer';

const entry: IEntry = {
  id: 'version/removed-api',
  answers: [
    "ModuleNotFoundError: No module named 'torch._six'",
    "AttributeError: module 'torch' has no attribute 'rfft'",
    "AttributeError: module 'torch' has no attribute 'compile'",
    'This function was deprecated since version 1.9 and is now removed',
    "'_MultiProcessingDataLoaderIter' object has no attribute 'next'",
    "ReduceLROnPlateau.__init__() got an unexpected keyword argument 'verbose'",
    "No module named 'torchvision.transforms.functional_tensor'",
    'torch.utils.ffi is deprecated. Please use cpp extensions instead.',
    'Legacy autograd function with non-static forward method is deprecated',
    'stft requires the return_complex parameter be given for real inputs',
    'istft requires a complex-valued input tensor matching the output from stft with return_complex=True.',
    'cannot import name … from torch',
    "'Upsample' object has no attribute 'recompute_scale_factor'",
    "'GELU' object has no attribute 'approximate'"
  ],
  refines: ['model/no-attribute', 'compile/extension-build'],
  signs: [...REMOVED_SIGNS, ...SAVED_SIGNS],
  page(trans, values) {
    return {
      ...(values.kind === 'saved'
        ? savedWords(trans, values)
        : {
            title: apiTitle(trans, values),
            cause: apiCause(trans, values),
            fixes: apiFixes(trans, values)
          }),
      notThis: [
        trans.__(
          'A layer of your own lacks an attribute: its __init__() must call super().__init__() first.'
        ),
        trans.__(
          '“Partially initialized module”, or a path that is not site-packages: a file torch.py of yours is imported instead.'
        ),
        trans.__(
          'A missing torch._C._cuda… means a build without CUDA, not another version.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: release notes'),
          url: 'https://github.com/pytorch/pytorch/releases'
        },
        {
          title: trans.__('PyTorch: torch.linalg'),
          url: 'https://docs.pytorch.org/docs/stable/linalg.html'
        },
        {
          title: trans.__('PyTorch: torch.fft'),
          url: 'https://docs.pytorch.org/docs/stable/fft.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: '',
      evalue:
        'src/cuda/dcn_v2_cuda.cu:7:10: fatal error: THC/THC.h: No such file or directory',
      torch: '1.11',
      origin: 'reference',
      values: { name: 'THC/THC.h', kind: 'header' }
    },
    {
      ename: 'AttributeError',
      evalue: "'Upsample' object has no attribute 'recompute_scale_factor'",
      torch: '1.11',
      origin: 'reference',
      values: { name: 'recompute_scale_factor', kind: 'saved' }
    },
    {
      ename: 'ModuleAttributeError',
      evalue: "'Encoder' object has no attribute '_non_persistent_buffers_set'",
      torch: '1.7',
      origin: 'reference',
      values: { name: '_non_persistent_buffers_set', kind: 'saved' }
    },
    {
      ename: 'AttributeError',
      evalue: "'module' object has no attribute 'no_grad'",
      torch: '0.3',
      origin: 'reference',
      values: { name: 'no_grad' }
    },
    {
      kind: 'text',
      stderr:
        'train.py:224: UserWarning: volatile was removed and now has no effect. Use `with torch.no_grad():` instead.\n',
      torch: '1.0',
      origin: 'reference',
      values: { name: 'volatile' }
    },
    {
      ename: 'TypeError',
      evalue:
        "backward() got an unexpected keyword argument 'retain_variables'",
      torch: '0.4',
      origin: 'reference',
      values: { name: 'retain_variables' }
    },
    {
      ename: 'AttributeError',
      evalue: "module 'torch' has no attribute 'library",
      torch: '1.12',
      origin: 'reference',
      values: { module: 'torch', name: 'library' }
    },
    {
      ename: 'ModuleNotFoundError',
      evalue: "No module named 'torch._six'",
      torch: '2.13',
      origin: 'run',
      values: { name: 'torch._six' }
    },
    {
      ename: 'AttributeError',
      evalue: "module 'torch' has no attribute 'rfft'",
      torch: '2.13',
      origin: 'run',
      values: { module: 'torch', name: 'rfft' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'This function was deprecated since version 1.9 and is now removed. `torch.solve` is deprecated in favor of `torch.linalg.solve`. `torch.linalg.solve` has its arguments reversed and does not return the LU factorization.',
      torch: '2.13',
      origin: 'run',
      values: { version: '1.9', name: 'solve' }
    },
    {
      ename: 'AttributeError',
      evalue: "module 'torch' has no attribute 'compile'",
      torch: '1.13',
      origin: 'reference',
      values: { name: 'compile' }
    },
    {
      ename: 'AttributeError',
      evalue: "'_SingleProcessDataLoaderIter' object has no attribute 'next'",
      torch: '2.13',
      origin: 'run',
      values: { name: 'next' }
    },
    {
      ename: 'TypeError',
      evalue:
        "ReduceLROnPlateau.__init__() got an unexpected keyword argument 'verbose'",
      torch: '2.13',
      origin: 'run',
      values: { name: 'verbose' }
    },
    {
      ename: 'TypeError',
      evalue: "__init__() got an unexpected keyword argument 'batch_first'",
      source: 'layer = nn.TransformerEncoderLayer(64, 4, batch_first=True)',
      torch: '1.8',
      origin: 'reference',
      values: { name: 'batch_first' }
    },
    {
      ename: 'AttributeError',
      evalue: "'module' object has no attribute 'inference_mode'",
      source: 'with torch.inference_mode():\n    y = model(x)',
      torch: '0.4',
      origin: 'reference',
      values: { name: 'inference_mode' }
    },
    {
      ename: 'ImportError',
      evalue: "cannot import name 'autocast'",
      source: 'from torch.cuda.amp import autocast, GradScaler',
      torch: '1.5',
      origin: 'reference',
      values: { module: 'torch.cuda.amp', name: 'autocast' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'stft requires the return_complex parameter be given for real inputs, and will further require that return_complex=True in a future PyTorch release.',
      torch: '2.13',
      origin: 'run',
      values: { name: 'stft', kind: 'complex' }
    },
    {
      ename: 'SyntaxError',
      evalue: 'invalid syntax',
      stderr:
        '    x = x.cuda(device, async=True)\n                           ^\n',
      torch: '0.3',
      origin: 'reference',
      values: { name: 'async' }
    },
    {
      kind: 'text',
      stderr: "module 'torch' has no attribute 'symeig'",
      torch: '2.13',
      origin: 'reference',
      values: { name: 'symeig' }
    }
  ],
  nearMisses: [
    {
      ename: 'ImportError',
      evalue: 'cannot import name Trainer',
      stderr:
        '>>> from pytorch_lightning import Trainer\nImportError: cannot import name Trainer'
    },
    {
      ename: 'AttributeError',
      evalue: "'Conv2d' object has no attribute 'output_padding'",
      traceback:
        'Traceback (most recent call last):\n  File "train.py", line 3, in <module>\n    conv.output_padding\n  File "/env/lib/python3.9/site-packages/torch/nn/modules/module.py", line 1614, in __getattr__\n    raise AttributeError(\nAttributeError: \'Conv2d\' object has no attribute \'output_padding\'\n'
    },
    {
      ename: 'AttributeError',
      evalue: "'Net' object has no attribute '_state_dict_pre_hooks'"
    },
    {
      ename: 'AttributeError',
      evalue: "'Conv2d' object has no attribute 'threshold'"
    },
    {
      ename: 'AttributeError',
      evalue:
        "'_MultiProcessingDataLoaderIter' object has no attribute '_workers_status'"
    },
    {
      ename: 'AttributeError',
      evalue: "module 'torch._C' has no attribute '_cuda_setDevice'"
    },
    {
      ename: 'AttributeError',
      evalue:
        "partially initialized module 'torch' has no attribute 'nn' (most likely due to a circular import)"
    },
    {
      ename: 'AttributeError',
      evalue: "module 'tensorflow' has no attribute 'Session'"
    },
    { ename: 'ModuleNotFoundError', evalue: "No module named 'torch'" },
    {
      ename: 'TypeError',
      evalue: "PCA.__init__() got an unexpected keyword argument 'verbose'"
    },
    {
      ename: 'ImportError',
      evalue: "cannot import name 'Iterable'",
      source: 'import torch\nfrom collections import Iterable'
    },
    {
      ename: 'ValueError',
      evalue: 'librosa.stft requires a real-valued signal'
    }
  ],
  reproduction: {
    raises: [
      'from torch._six import string_classes',
      "print(isinstance('a', string_classes))"
    ].join('\n'),
    fixed: [
      'string_classes = (str, bytes)',
      "print(isinstance('a', string_classes))"
    ].join('\n')
  }
};

export default entry;
