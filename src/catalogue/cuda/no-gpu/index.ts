import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { visibleCode } from '../../shared/ran-code';

import { onlyWarned } from '../../shared/remark';
import { cudaErrorSigns } from '../shared/cuda-error';
import { mayExplain } from '../../shared/ours';
import { cpuBuild, cudaOf, torchOf } from '../../shared/stack';
import { countsGpus, readVisibleDevices } from '../shared/visible';
import {
  deviceAsThere,
  deviceAsThereEverywhere
} from '../../shared/edits/devices';

/** Files of a Colab or Kaggle session in the traceback. */
function sessionOf({ exceptions }: IReading): string | undefined {
  const files = exceptions.flatMap(({ frames }) => frames.map(one => one.file));
  return files.some(file => file.startsWith('/content/'))
    ? 'Colab'
    : files.some(file => file.startsWith('/kaggle/'))
      ? 'Kaggle'
      : undefined;
}

/** A line that moves to the GPU without asking whether there is one. */
const MOVES =
  /\.cuda\(|\.to\(['"]cuda|\bdevice ?= ?['"]cuda|torch\.cuda\.set_device\(|\bmap_location ?= ?['"]cuda/;

/** The CPU was asked for, on the command line or in the code. */
const CPU_ASKED =
  /--?(?:device|accelerator)[= ]["']?cpu\b|--(?:cpu|no[-_]cuda|use[-_]cpu)\b|\bdevice ?= ?(?:torch\.device\()?["']cpu["']|\b(?:use_)?(?:cuda|gpu) ?= ?False/;

/** The line that moves to the GPU, and whether the CPU was asked for. */
function askedBy(reading: IReading): ValuesOf<'line' | 'cpuAsked'> {
  const lines = reading.exceptions
    .flatMap(({ frames }) => frames)
    .filter(({ code, place }) => place !== 'library' && MOVES.test(code))
    .map(({ code }) => code.trim());
  const line = lines.at(-1);
  const text = `${visibleCode(reading).text}\n${printedText(reading)}`;
  return {
    line: line !== undefined && line.length <= 100 ? line : undefined,
    cpuAsked: CPU_ASKED.test(text) ? 'yes' : undefined
  };
}

const read = (_: Values, reading: IReading) => ({
  ...readVisibleDevices(reading),
  ...askedBy(reading),
  session: sessionOf(reading)
});

/** c10/cuda/CUDAFunctions.cpp; torch/cuda/__init__.py before 1.8. */
const NONE =
  /No (?:CUDA|HIP|XPU) GPUs? (?:are|is) available|Found no NVIDIA driver on your system|failed, you might not have a CUDA gpu/i;

/**
 * The warning, printed when torch first counted the GPUs, has named another
 * reason (c10/cuda/CUDAFunctions.cpp); that they are none is what follows.
 */
const TOLD_BEFORE =
  /CUDA initialization: (?:The NVIDIA driver on your system is too old|CUDA unknown error|Unexpected error from cudaGetDeviceCount\(\)\. [^?]{0,160}\? Error (?!100\b))/;

/** What the libraries on top say when `torch.cuda.is_available()` is False. */
const UNAVAILABLE =
  /User provided device_type of ['"]cuda['"], but CUDA is not available|CUDA unavailable, invalid device \S{1,20} requested|Invalid CUDA '(?:--)?device[= ][^']{0,30}' requested|No supported gpu backend found|(?:CUDA|GPU)Accelerator`? can ?not run on your system since the accelerator is not available|No GPU found\. A GPU is needed|You requested GPUs?: ?\[[\d, ]{1,40}\] But your machine only has: \[\]|Torch is not able to use GPU|can only be used on CUDA devices|cuda\.is_available\(\) should be True but is False|Cannot access accelerator device when none is available|\bspecified a GPU but none is available|\bno GPU has been detected|cannot find any torch accelerator\? You need a GPU/i;

/** The line that failed, of code that goes no further without a GPU. */
const ASSERTED = /\bassert ?\(?torch\.cuda\.is_available\(\)/;

/** NVIDIA's tools, in a `!nvidia-smi` cell or a start script. */
const SMI =
  /NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver|nvidia-smi: (?:command )?not found/i;

function withCuda(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Install a PyTorch with CUDA in the kernel’s environment'),
    detail: trans.__('Remove the CPU build first, then restart the kernel.'),
    code: '%pip uninstall -y torch torchvision torchaudio\n%pip install torch torchvision --index-url https://download.pytorch.org/whl/cu128'
  };
}

function gpuSession(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('On Colab or Kaggle: switch the session to a GPU'),
    detail: trans.__(
      'Colab: Runtime, Change runtime type. Kaggle: Settings, Accelerator. The session starts anew.'
    )
  };
}

/** Without a GPU, where none is meant to be there. */
function runOnCpu(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Let the code run on the CPU where there is no GPU'),
    detail: trans.__(
      'Lines that write .cuda() or "cuda" outright ask nobody, whatever device was given: each of them needs .to(device).'
    ),
    code: "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')",
    edit: deviceAsThere(),
    editAll: deviceAsThereEverywhere
  };
}

/** A line that moves to the GPU, with the device that was asked for. */
function whereAsked(trans: ITranslate, line: string): IFix {
  return check(
    trans.__('Move to the device that was asked for'),
    line
      .replace(/\.cuda\(\)/, '.to(device)')
      .replace(/(['"])cuda(?::\d)?\1/, 'device'),
    trans.__(
      'Look for “cuda” in the files of the traceback: each place that names it needs the same.'
    )
  );
}

/** Why there is none, as far as the kernel's process and machine tell. */
function cause(
  trans: ITranslate,
  { visible, set, cpu, torch, built, driver, gpus, line, cpuAsked }: Values
): string {
  if (cpuAsked && line) {
    return trans.__(
      'The CPU was asked for, and yet “%1” moves to the GPU without asking. PyTorch sees none here.',
      line
    );
  }
  if (cpu) {
    return trans.__(
      'The PyTorch in this kernel, %1, was built without CUDA: it finds no GPU, whatever the machine has.',
      cpu
    );
  }
  if (visible !== undefined) {
    return trans.__(
      'The code sets CUDA_VISIBLE_DEVICES to “%1”: the process sees only what that names, and here that is no GPU.',
      visible
    );
  }
  if (set !== undefined) {
    return trans.__(
      'In this kernel CUDA_VISIBLE_DEVICES is “%1”: the process sees only what that names, and of those it found none.',
      set
    );
  }
  if (built && driver) {
    return gpus
      ? trans.__(
          'PyTorch %1 was built for CUDA %2, and the driver %3 knows a GPU (%4) that this process cannot use. Usually a container was not given it, or the driver can do less than CUDA %2.',
          torch ?? '',
          built,
          driver,
          gpus
        )
      : trans.__(
          'PyTorch %1 was built for CUDA %2, and the driver %3 is there but names no GPU. Usually the container was given none.',
          torch ?? '',
          built,
          driver
        );
  }
  return trans.__(
    'PyTorch can use CUDA but found no GPU. Usual: none in this machine or container, no driver, or none made visible to this process.'
  );
}

export default define({
  id: 'cuda/no-gpu',
  answers: [
    'No CUDA GPUs are available',
    'Found no NVIDIA driver on your system',
    'cuda runtime error (38) : no CUDA-capable device is detected',
    'CUDA driver initialization failed, you might not have a CUDA gpu',
    'torch.cuda.is_available() returns False'
  ],
  values: [
    'visible',
    'set',
    'cpu',
    'torch',
    'built',
    'driver',
    'gpus',
    'session',
    'line',
    'cpuAsked'
  ],
  known: reading => ({
    set: reading.incident.stack?.visible ?? undefined,
    cpu: cpuBuild(reading),
    torch: torchOf(reading),
    built: cudaOf(reading),
    driver: reading.incident.stack?.driver ?? undefined,
    gpus: reading.incident.stack?.gpus.map(({ name }) => name).join(', ')
  }),
  signs: [
    {
      where: 'message',
      pattern: NONE,
      when: ({ log }) => !TOLD_BEFORE.test(log),
      read
    },
    { where: 'log', pattern: NONE, when: mayExplain, read },
    // transformers/quantizers: AWQ, GPTQ, bitsandbytes and others.
    {
      where: 'message',
      pattern:
        /\b(?:GPU is required to (?:run AWQ|quantize or run quantiz)|No GPU found\. A GPU is needed for quantization)/,
      read
    },
    ...cudaErrorSigns(
      {
        text: 'no CUDA-capable device is detected',
        unmistakable: true,
        name: 'cudaErrorNoDevice',
        numbers: [38, 100]
      },
      { read }
    ),
    {
      where: 'message',
      pattern: UNAVAILABLE,
      when: reading => !countsGpus(reading),
      confidence: 'likely',
      read
    },
    {
      where: 'log',
      pattern: UNAVAILABLE,
      when: reading => mayExplain(reading) && !countsGpus(reading),
      confidence: 'likely',
      read
    },
    {
      where: 'message',
      ename: /^AssertionError$/,
      pattern: /^$/,
      when: reading => ASSERTED.test(reading.code) && !countsGpus(reading),
      confidence: 'likely',
      read
    },
    { where: 'log', pattern: SMI, when: mayExplain, confidence: 'likely' },
    // Only a warning: CUDA itself may work.
    {
      where: 'log',
      // The second is printed as one of NVIDIA's containers starts, the third
      // by torch.utils.cpp_extension.
      pattern:
        /UserWarning: Can't initialize NVML|The NVIDIA Driver was not detected\. GPU functionality will not be available|No CUDA runtime is found, using CUDA_HOME=/,
      when: onlyWarned,
      confidence: 'possible'
    },
    {
      where: 'message',
      pattern: /libcuda\.so[.\d]{0,10}: cannot open shared object file/,
      confidence: 'possible'
    }
  ],
  words: (trans, values) => ({
    title: values.cpu
      ? trans.__('This PyTorch was built for the CPU only')
      : trans.__('PyTorch sees no NVIDIA GPU'),
    cause: cause(trans, values),
    fixes: [
      ...(values.cpuAsked && values.line
        ? [whereAsked(trans, values.line)]
        : []),
      ...(values.cpu ? [withCuda(trans)] : []),
      ...(values.session ? [gpuSession(trans)] : []),
      {
        safety: 'diagnostic',
        title: trans.__('Ask the driver which GPUs there are'),
        detail: trans.__(
          'If it lists none, or is not found, the machine has no GPU or no driver. If it lists one, look at CUDA_VISIBLE_DEVICES.'
        ),
        code: '$ nvidia-smi; echo "CUDA_VISIBLE_DEVICES=$CUDA_VISIBLE_DEVICES"'
      },
      ...(values.cpuAsked && values.line ? [] : [runOnCpu(trans)]),
      ...(values.session
        ? []
        : [
            gpuSession(trans),
            {
              safety: 'check' as const,
              title: trans.__('In Docker: hand the GPUs to the container'),
              code: '$ docker run --gpus all IMAGE'
            }
          ]),
      {
        safety: 'check',
        title: trans.__(
          'CUDA_VISIBLE_DEVICES names a GPU that is not there: remove or correct it'
        ),
        detail: trans.__(
          'Numbers start at 0; an empty value or -1 hides all. Restart the kernel afterwards: it is read once.'
        )
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        '“Torch not compiled with CUDA enabled”: then the GPU may be fine and the PyTorch build is for the CPU.'
      ),
      trans.__(
        '“Invalid device ordinal”: then there are GPUs, but not the one with that number.'
      )
    ],
    links: [
      {
        title: trans.__('NVIDIA: CUDA_VISIBLE_DEVICES'),
        url: 'https://docs.nvidia.com/cuda/cuda-programming-guide/05-appendices/environment-variables.html'
      },
      {
        title: trans.__('Docker: access an NVIDIA GPU'),
        url: 'https://docs.docker.com/engine/containers/gpu/'
      },
      {
        title: trans.__('PyTorch: torch.cuda.is_available'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.cuda.is_available.html'
      }
    ]
  })
});
