import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { movesElsewhere } from '../../shared/loading';
import { gpuMessageOrLog, mayExplain } from '../../shared/ours';
import { cpuBuild } from '../../shared/stack';
import {
  deviceAsThere,
  deviceAsThereEverywhere
} from '../../shared/edits/devices';

/**
 * torch/cuda/__init__.py, all versions; c10/core/impl/DeviceGuardImplInterface.h;
 * aten/src/ATen/detail/CUDAHooksInterface.h; the dummy classes of
 * torch/_utils.py and torch/cuda/streams.py.
 */
const CPU_BUILD =
  /Torch not compiled with CUDA enable|Torch is not compiled (?:via|with) CUDA\b|\btorch\.cuda\.\w{3,20}Tensor (?:not available|is not enabled)|PyTorch was compiled without CUDA support|libcudart functions unavailable. It looks like you have a broken build|PyTorch is not linked with support for cuda devices|without ATen_cuda library|torch\.cuda\.\w{1,20} requires CUDA support|DeviceGuardImpl for cuda is not available|Tried to instantiate dummy base class/i;

function anyDevice(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Let the code take the device that is there'),
    detail: trans.__(
      'It runs on the CPU, slower, until a CUDA build is installed. An Apple computer has no CUDA, but “mps”.'
    ),
    code: "device = torch.device(\n    'cuda' if torch.cuda.is_available()\n    else 'mps' if torch.backends.mps.is_available()\n    else 'cpu'\n)\nmodel, x = model.to(device), x.to(device)",
    edit: deviceAsThere(),
    editAll: deviceAsThereEverywhere
  };
}

/** A call that moves something to CUDA whatever is there. */
const FIXED = /\.cuda\(\)|\bdevice ?= ?["']cuda(?::\d{1,2})?["']/;

/** The line of a program’s file that asks for CUDA, and how it would be written. */
function askingLine({ exceptions }: IReading): {
  readonly script?: string;
  readonly at?: string;
  readonly line?: string;
} {
  const frame = exceptions
    .flatMap(({ frames }) => frames)
    .filter(
      ({ file, place, code }) =>
        place !== 'cell' && !/[\\/]torch[\\/]/.test(file) && FIXED.test(code)
    )
    .pop();
  const script = frame?.file.split(/[\\/]/).pop();
  return frame && fitting(script, 20)
    ? {
        script,
        at: String(frame.line),
        line: frame.code
          .replace('.cuda()', '.to(device)')
          .replace(/\bdevice ?= ?["']cuda(?::\d{1,2})?["']/, 'device=device')
      }
    : {};
}

function whichBuild(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See which build this kernel uses'),
    detail: trans.__(
      '“+cpu” or None means a CPU build; the path tells whether it is the environment you think.'
    ),
    code: 'import sys, torch\nprint(sys.executable, torch.__file__, torch.__version__, torch.version.cuda)'
  };
}

export default define({
  id: 'cuda/not-compiled',
  answers: [
    'Torch not compiled with CUDA enabled',
    'PyTorch was compiled without CUDA support',
    "module 'torch._C' has no attribute '_cuda_setDevice'",
    "Could not run 'aten::empty_strided' with arguments from the 'CUDA' backend",
    'Cannot initialize CUDA without ATen_cuda library',
    'Not compiled with GPU support'
  ],
  values: ['library', 'build', 'platform', 'script', 'at', 'line'],
  known: reading => ({ build: cpuBuild(reading), ...askingLine(reading) }),
  kinds: {
    cpu: {
      signs: [
        { where: 'message', pattern: CPU_BUILD },
        {
          where: 'log',
          pattern: CPU_BUILD,
          when: mayExplain,
          confidence: 'likely'
        },
        // Parts of `torch._C` that exist in a CUDA build only.
        {
          where: 'message',
          pattern:
            /(?:module '?torch\._C'?|'module' object) has no attribute '(?:_cuda_(?!getDevice\b)\w{1,60}|_nccl_\w{1,40}|_cudnn|_cudart|_CUDA\w{1,40})'/
        },
        // Asked by anything but torch.load(), which has an entry of its own.
        {
          where: 'message',
          pattern: /has no attribute '_cuda_getDevice'/,
          when: movesElsewhere
        },
        // A kernel of torch itself that this build does not have.
        {
          where: 'message',
          pattern:
            /Could not run '(?:aten|_?c10d?|prims)::(?!\w{1,60}_cuda_)\S{1,80}' with arguments from the '\w{0,20}CUDA' backend/,
          confidence: 'likely'
        },
        // torch's own libraries of a CUDA build: an extension was made for one.
        ...messageOrLog(
          /lib(?:c10|torch)_cuda\.so: cannot open shared object file/,
          {
            when: reading => !reading.mentions('torchvision'),
            confidence: 'likely'
          }
        ),
        {
          where: 'message',
          pattern: /Cannot access accelerator device when none is available/,
          confidence: 'possible'
        }
      ],
      words: (trans, { build, platform, script, at, line }) => ({
        title: trans.__('This PyTorch was built without CUDA'),
        cause:
          platform === 'mac'
            ? trans.__(
                'The code asks for CUDA, NVIDIA’s GPUs. No PyTorch for macOS has that: the GPU of an Apple computer is called “mps”.'
              )
            : build
              ? trans.__(
                  'The code asks for the GPU, but the PyTorch in this kernel, %1, was built without CUDA. This says nothing about the GPU or the driver: they may be fine.',
                  build
                )
              : trans.__(
                  'The code asks for the GPU, but the installed PyTorch holds no CUDA code. This says nothing about the GPU or the driver: they may be fine.'
                ),
        fixes: [
          ...(script && at && line
            ? [
                check(
                  trans.__(
                    'Line %1 of %2 asks for CUDA: name the device',
                    at,
                    script
                  ),
                  line,
                  trans.__(
                    'The device that the other tensors of that line are on: x.device. A newer release of the program may have it so.'
                  )
                )
              ]
            : []),
          anyDevice(trans),
          {
            safety: 'check',
            title: trans.__(
              'With an NVIDIA GPU: install a PyTorch with CUDA here'
            ),
            detail: trans.__(
              'Remove the CPU build first, then restart the kernel. On Windows, “pip install torch” without an index gives the CPU build.'
            ),
            code: '%pip uninstall -y torch torchvision torchaudio\n%pip install torch torchvision --index-url https://download.pytorch.org/whl/cu128'
          },
          whichBuild(trans)
        ]
      })
    },
    xpu: {
      // torch/xpu/__init__.py: Intel's GPUs.
      signs: messageOrLog(/Torch not compiled with XPU enabled/),
      words: trans => ({
        title: trans.__('This PyTorch was built without Intel GPUs (XPU)'),
        cause: trans.__(
          'The code asks for an Intel GPU, but the installed PyTorch holds no code for one. This says nothing about the GPU or its driver.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Install a PyTorch for Intel GPUs'),
            detail: trans.__(
              'Remove the other build first, then restart the kernel.'
            ),
            code: '%pip uninstall -y torch torchvision torchaudio\n%pip install torch torchvision --index-url https://download.pytorch.org/whl/xpu'
          },
          whichBuild(trans)
        ]
      })
    },
    mps: {
      signs: messageOrLog(/PyTorch is not linked with support for mps devices/),
      words: trans => ({
        title: trans.__('This PyTorch was built without MPS'),
        cause: trans.__(
          'The code asks for “mps”, the GPU of an Apple computer, and only PyTorch for macOS has it.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Let the code take the device that is there'),
            code: "device = torch.device(\n    'mps' if torch.backends.mps.is_available()\n    else 'cuda' if torch.cuda.is_available()\n    else 'cpu'\n)\nmodel, x = model.to(device), x.to(device)"
          },
          whichBuild(trans)
        ]
      })
    },
    library: {
      // torchvision, detectron2, MMCV, MinkowskiEngine, …
      signs: gpuMessageOrLog(
        /Not com(?:pil|pli)ed with (?:GPU|CUDA) support|\bDevice API (?:gpu|cuda) is not enabled|\b\w{1,40}_impl: implementation for device cuda:\d{1,2} not found|not implemented for CPU ONLY build|\b(?<library>\w{2,40}) (?:is|was) not compiled with (?:GPU|CUDA) support/i,
        { confidence: 'likely' }
      ),
      words: (trans, { library }) => ({
        title: library
          ? trans.__('%1 was built without CUDA', library)
          : trans.__('A compiled package was built without CUDA'),
        cause: trans.__(
          '%1 was built without CUDA, so it cannot take data on a GPU. It says nothing about the GPU, the driver or PyTorch itself.',
          library ?? trans.__('A package that works on PyTorch’s tensors')
        ),
        fixes: [
          whichBuild(trans),
          {
            safety: 'check',
            title: trans.__('Install that package for CUDA, or build it again'),
            detail: trans.__(
              'Take the wheel for your torch and CUDA. Many packages build for the CPU without a word where they see no GPU or no nvcc; some take FORCE_CUDA=1.'
            ),
            code: '$ FORCE_CUDA=1 pip install --no-build-isolation --no-cache-dir PACKAGE'
          },
          anyDevice(trans)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
