import type { IEntry, Values } from '../../diagnosis/types';

import { movesElsewhere } from '../model/shared/loading';
import { ofKind, said } from '../said';
import {
  buildCause,
  buildFixes,
  buildTitle
} from './shared/not-compiled-words';
import { gpuSaid, mayExplain } from './shared/ours';

/**
 * torch/cuda/__init__.py, all versions; c10/core/impl/DeviceGuardImplInterface.h;
 * aten/src/ATen/detail/CUDAHooksInterface.h; the dummy classes of
 * torch/_utils.py and torch/cuda/streams.py.
 */
const CPU_BUILD =
  /Torch not compiled with CUDA enable|Torch is not compiled (?:via|with) CUDA\b|\btorch\.cuda\.\w{3,20}Tensor (?:not available|is not enabled)|PyTorch was compiled without CUDA support|libcudart functions unavailable. It looks like you have a broken build|PyTorch is not linked with support for cuda devices|without ATen_cuda library|torch\.cuda\.\w{1,20} requires CUDA support|DeviceGuardImpl for cuda is not available|Tried to instantiate dummy base class/i;

/** Parts of `torch._C` that exist in a CUDA build only. */
const NO_BINDING =
  /(?:module '?torch\._C'?|'module' object) has no attribute '(?:_cuda_(?!getDevice\b)\w{1,60}|_nccl_\w{1,40}|_cudnn|_cudart|_CUDA\w{1,40})'/;

/** A kernel of torch itself that this build does not have. */
const NO_BACKEND =
  /Could not run '(?:aten|_?c10d?|prims)::\S{1,80}' with arguments from the '\w{0,20}CUDA' backend/;

/** The same of torchvision, detectron2, MMCV, MinkowskiEngine, … */
const OTHER_LIBRARY =
  /Not com(?:pil|pli)ed with (?:GPU|CUDA) support|\bDevice API (?:gpu|cuda) is not enabled|\b\w{1,40}_impl: implementation for device cuda:\d{1,2} not found|not implemented for CPU ONLY build|\b(?<library>\w{2,40}) (?:is|was) not compiled with (?:GPU|CUDA) support/i;

/** torch's own libraries of a CUDA build: the extension was made for one. */
const EXTENSION = /lib(?:c10|torch)_cuda\.so: cannot open shared object file/;

/** torch/xpu/__init__.py: the same of Intel's GPUs. */
const NO_XPU = /Torch not compiled with XPU enabled/;

const ofLibrary = ({ library }: Values): Values => ({
  kind: 'library',
  library
});

const entry: IEntry = {
  id: 'cuda/not-compiled',
  answers: [
    'Torch not compiled with CUDA enabled',
    'PyTorch was compiled without CUDA support',
    "module 'torch._C' has no attribute '_cuda_setDevice'",
    "Could not run 'aten::empty_strided' with arguments from the 'CUDA' backend",
    'Cannot initialize CUDA without ATen_cuda library',
    'Not compiled with GPU support'
  ],
  signs: [
    { where: 'message', pattern: CPU_BUILD },
    {
      where: 'log',
      pattern: CPU_BUILD,
      when: mayExplain,
      confidence: 'likely'
    },
    ...said(NO_XPU, ofKind('xpu')),
    ...said(
      /PyTorch is not linked with support for mps devices/,
      ofKind('mps')
    ),
    { where: 'message', pattern: NO_BINDING },
    // Asked by anything but torch.load(), which has an entry of its own.
    {
      where: 'message',
      pattern: /has no attribute '_cuda_getDevice'/,
      when: movesElsewhere
    },
    { where: 'message', pattern: NO_BACKEND, confidence: 'likely' },
    ...gpuSaid(OTHER_LIBRARY, { confidence: 'likely', read: ofLibrary }),
    ...said(EXTENSION, {
      when: reading => !reading.mentions('torchvision'),
      confidence: 'likely'
    }),
    {
      where: 'message',
      pattern: /Cannot access accelerator device when none is available/,
      confidence: 'possible'
    }
  ],
  page(trans, values) {
    return {
      title: buildTitle(trans, values),
      cause: buildCause(trans, values),
      fixes: buildFixes(trans, values),
      notThis: [
        trans.__(
          '“No CUDA GPUs are available” comes from a build that has CUDA: then the GPU or the driver is missing.'
        ),
        trans.__(
          'If torch.cuda.is_available() is True, another compiled package was built without CUDA, not PyTorch.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: choose a build'),
          url: 'https://pytorch.org/get-started/locally/'
        },
        {
          title: trans.__('PyTorch: code for any device'),
          url: 'https://docs.pytorch.org/docs/stable/notes/cuda.html#device-agnostic-code'
        },
        {
          title: trans.__('PyTorch: the GPU of an Apple computer (MPS)'),
          url: 'https://docs.pytorch.org/docs/stable/notes/mps.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'PyTorch is not linked with support for mps devices',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'mps' }
    },
    {
      ename: 'AssertionError',
      evalue: 'Torch not compiled with XPU enabled',
      torch: '2.6',
      origin: 'reference',
      values: { kind: 'xpu' }
    },
    {
      kind: 'text',
      stderr:
        '│ /env/lib/python3.8/site-packages/torch/cuda/__init__.py:211 in _lazy_init    │\n│                                                                              │\n│   208 │   │   │   │   "Cannot re-initialize CUDA in forked subprocess. To use "│\n│   209 │   │   │   │   "CUDA with multiprocessing, you must use \'spawn\'")         │\n│   210 │   │   if not hasattr(torch._C, \'_cuda_getDeviceCount\'):              │\n│ ❱ 211 │   │   │   raise AssertionError("Torch not compiled with CUDA enabled") │\n│   212 │   │   if _cudart is None:                                              │\n╰──────────────────────────────────────────────────────────────────────────────╯\n',
      torch: '1.13',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'nms_impl: implementation for device cuda:0 not found.\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'torch.cuda.FloatTensor is not enabled.',
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'DGLError',
      evalue:
        '[15:53:54] /opt/dgl/src/runtime/c_runtime_api.cc:82: Check failed: allow_missing: Device API cuda is not enabled. Please install the cuda version of dgl.',
      torch: '1.13',
      origin: 'reference'
    },
    {
      ename: 'TypeError',
      evalue: 'type torch.cuda.LongTensor not available.',
      torch: '1.0',
      origin: 'reference'
    },
    {
      ename: 'OSError',
      evalue:
        'libc10_cuda.so: cannot open shared object file: No such file or directory',
      torch: '2.1',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        "UserWarning: An issue occurred while importing 'torch-scatter'. Disabling its usage. Stacktrace: libc10_cuda.so: cannot open shared object file: No such file or directory\n",
      torch: '2.1',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        "terminate called after throwing an instance of 'c10::Error'\n  what():  p ASSERT FAILED at /pytorch/c10/impl/DeviceGuardImplInterface.h:130, please report a bug to PyTorch. DeviceGuardImpl for cuda is not available\n",
      torch: '1.1',
      origin: 'reference'
    },
    {
      ename: 'AssertionError',
      evalue: 'Torch not compiled with CUDA enabled',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'AttributeError',
      evalue: "module 'torch._C' has no attribute '_cuda_setDevice'",
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'AttributeError',
      evalue: "'module' object has no attribute '_cuda_getDevice'",
      traceback:
        'Traceback (most recent call last):\n  File "run.py", line 4, in <module>\n    net.cuda(0)\n  File "/usr/lib/python2.7/site-packages/torch/cuda/__init__.py", line 207, in __enter__\n    self.prev_idx = torch._C._cuda_getDevice()\nAttributeError: \'module\' object has no attribute \'_cuda_getDevice\'',
      torch: '0.3',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'torch.cuda.Stream requires CUDA support',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Cannot initialize CUDA without ATen_cuda library. PyTorch splits its backend into two shared libraries: a CPU library and a CUDA library; this error has occurred because you are trying to use some CUDA functionality, but the CUDA library has not been loaded by the dynamic linker for some reason.',
      torch: '1.5',
      origin: 'reference'
    }
  ],
  nearMisses: [
    { ename: 'RuntimeError', evalue: 'No CUDA GPUs are available' },
    {
      ename: 'AttributeError',
      evalue: "module 'torch._C' has no attribute '_cuda_getDevice'"
    },
    {
      ename: 'XGBoostError',
      evalue:
        '[10:02:11] src/gbm/gbtree.cc:588: Check failed: common::AllVisibleGPUs() >= 1: XGBoost version not compiled with GPU support.',
      traceback:
        'Traceback (most recent call last):\n  File "/usr/lib/python3.9/site-packages/xgboost/core.py", line 203, in _check_call\n    raise XGBoostError(py_str(_LIB.XGBGetLastError()))\nxgboost.core.XGBoostError: [10:02:11] src/gbm/gbtree.cc:588: Check failed: common::AllVisibleGPUs() >= 1: XGBoost version not compiled with GPU support.'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      "device = torch.device('cuda')",
      'model = torch.nn.Linear(2, 1).to(device)'
    ].join('\n'),
    fixed: [
      'import torch',
      "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')",
      'model = torch.nn.Linear(2, 1).to(device)'
    ].join('\n')
  }
};

export default entry;
