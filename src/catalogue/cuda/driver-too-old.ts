import type { IEntry, Values } from '../../diagnosis/types';

import { ofKind, said } from '../said';
import { cudaErrorSigns } from './shared/cuda-error';
import { mayExplain } from './shared/ours';

/** `found version 11060` is 1000 × major + 10 × minor (`cudaDriverGetVersion`). */
function driverCuda({ found }: Values): Values {
  const version = Number(found);
  return version >= 1000
    ? {
        driver: `${Math.floor(version / 1000)}.${Math.floor((version % 1000) / 10)}`
      }
    : {};
}

/** c10/cuda/CUDAFunctions.cpp; torch/cuda/__init__.py before 1.8. */
const TOO_OLD =
  /NVIDIA driver on your system is too old(?: \(found version (?<found>\d{4,6})\))?/i;

/** c10/cuda/driver_api.cpp: a function that this driver does not have yet. */
const LACKS = /Can't find (?:nvml|cu)\w{3,60}: \S{1,200}: undefined symbol/;

/** NVIDIA's container toolkit, of an image that asks for a newer driver. */
const CONTAINER =
  /nvidia-container-cli: requirement error: unsatisfied condition: cuda ?>= ?(?<wanted>\d{1,2}\.\d)/;

/**
 * The build for a driver that can do CUDA `driver`: within a major version
 * the driver's minor one does not matter (CUDA compatibility, from 11 on).
 */
function olderBuild(driver: string | undefined): string | undefined {
  const major = Number(driver?.split('.')[0] ?? 11);
  return major >= 12 ? 'cu126' : major === 11 ? 'cu118' : undefined;
}

const entry: IEntry = {
  id: 'cuda/driver-too-old',
  answers: [
    'The NVIDIA driver on your system is too old (found version 11060)',
    'CUDA driver version is insufficient for CUDA runtime version',
    'cuda runtime error (35) : CUDA driver version is insufficient for CUDA runtime version',
    'the provided PTX was compiled with an unsupported toolchain',
    'API call is not supported in the installed CUDA driver'
  ],
  signs: [
    { where: 'message', pattern: TOO_OLD, read: driverCuda },
    { where: 'message', pattern: LACKS, confidence: 'likely' },
    ...said(CONTAINER, ofKind('container')),
    { where: 'log', pattern: TOO_OLD, when: mayExplain, read: driverCuda },
    ...cudaErrorSigns({
      text: 'CUDA driver version is insufficient for CUDA runtime version',
      unmistakable: true,
      name: 'cudaErrorInsufficientDriver',
      numbers: [35]
    }),
    ...cudaErrorSigns({
      text: 'the provided PTX was compiled with an unsupported toolchain',
      unmistakable: true,
      name: 'cudaErrorUnsupportedPtxVersion',
      numbers: [222]
    }),
    ...cudaErrorSigns({
      text: 'API call is not supported in the installed CUDA driver',
      unmistakable: true,
      name: 'cudaErrorCallRequiresNewerDriver'
    })
  ],
  page(trans, { driver, kind, wanted }) {
    const build = olderBuild(driver);
    const isContainer = kind === 'container';
    return {
      title: isContainer
        ? trans.__('The NVIDIA driver is too old for this image')
        : trans.__('The NVIDIA driver is too old for this PyTorch'),
      cause: isContainer
        ? trans.__(
            'The image asks for a driver that can do CUDA %1, and the one of this machine is older. So the container was not started.',
            wanted
          )
        : driver
          ? trans.__(
              'The driver can do CUDA %1, and this PyTorch was built for a newer one. Only the driver counts here: PyTorch brings its own CUDA libraries.',
              driver
            )
          : trans.__(
              'This PyTorch was built for a newer CUDA than the NVIDIA driver can do. Only the driver counts here: PyTorch brings its own CUDA libraries.'
            ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Update the NVIDIA driver and restart the machine'),
          detail: trans.__(
            'CUDA 11 needs driver 450 or later, CUDA 12 driver 525, CUDA 13 driver 580. In a container or on a cluster the driver is the host’s: ask who runs it.'
          )
        },
        isContainer
          ? {
              safety: 'check',
              title: trans.__('Or take an image with an older CUDA'),
              detail: trans.__(
                'At most the CUDA that nvidia-smi shows on the host.'
              )
            }
          : {
              safety: 'check',
              title: trans.__('Or install a PyTorch built for an older CUDA'),
              detail: trans.__(
                'Take the newest build whose CUDA has the same first number as the one that nvidia-smi shows.'
              ),
              ...(build
                ? {
                    code: `$ pip install --force-reinstall torch torchvision --index-url https://download.pytorch.org/whl/${build}`
                  }
                : {})
            },
        {
          safety: 'diagnostic',
          title: trans.__('Compare the two versions'),
          detail: trans.__(
            '“CUDA Version” in the head of nvidia-smi is the newest CUDA the driver can do; torch.version.cuda is what PyTorch was built with.'
          ),
          code: '$ nvidia-smi && python -c "import torch; print(torch.__version__, torch.version.cuda)"'
        }
      ],
      notThis: [
        trans.__(
          '“No kernel image is available” means that PyTorch has no code for the GPU; a new driver does not help there.'
        ),
        trans.__(
          '“Driver/library version mismatch” means that the driver was just updated: restart the machine.'
        )
      ],
      links: [
        {
          title: trans.__('NVIDIA: which driver each CUDA version needs'),
          url: 'https://docs.nvidia.com/deploy/cuda-compatibility/minor-version-compatibility.html'
        },
        {
          title: trans.__('PyTorch: choose a build'),
          url: 'https://pytorch.org/get-started/locally/'
        }
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'nvidia-container-cli: requirement error: unsatisfied condition: cuda>=11.6, please update your driver to a newer version, or use an earlier cuda container: unknown.\n',
      torch: '1.12',
      origin: 'reference',
      values: { kind: 'container', wanted: '11.6' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'r.nvmlDeviceGetNvLinkRemoteDeviceType_ INTERNAL ASSERT FAILED at "../c10/cuda/driver_api.cpp":27, please report a bug to PyTorch. Can\'t find nvmlDeviceGetNvLinkRemoteDeviceType: /lib64/libnvidia-ml.so.1: undefined symbol: nvmlDeviceGetNvLinkRemoteDeviceType',
      torch: '2.6',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'No CUDA GPUs are available',
      stderr:
        'torch/cuda/__init__.py:107: UserWarning: CUDA initialization: The NVIDIA driver on your system is too old (found version 10010). Please update your GPU driver by downloading and installing a new version from the URL: http://www.nvidia.com/Download/index.aspx (Triggered internally at ../c10/cuda/CUDAFunctions.cpp:109.)\n  return torch._C._cuda_getDeviceCount() > 0\n',
      torch: '2.0',
      origin: 'reference',
      values: { driver: '10.1' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'The NVIDIA driver on your system is too old (found version 11040). Please update your GPU driver by downloading and installing a new version from the URL: http://www.nvidia.com/Download/index.aspx Alternatively, go to: https://pytorch.org to install a PyTorch version that has been compiled with your version of the CUDA driver.',
      torch: '2.4',
      origin: 'reference',
      values: { driver: '11.4' }
    },
    {
      ename: 'AssertionError',
      evalue:
        '\nThe NVIDIA driver on your system is too old (found version 9000).\nPlease update your GPU driver by downloading and installing a new\nversion from the URL: http://www.nvidia.com/Download/index.aspx',
      torch: '1.0',
      origin: 'reference',
      values: { driver: '9.0' }
    },
    {
      kind: 'text',
      stderr:
        'THCudaCheck FAIL file=/pytorch/aten/src/THC/THCGeneral.cpp line=70 error=35 : CUDA driver version is insufficient for CUDA runtime version\n',
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'AcceleratorError',
      evalue:
        'CUDA error: the provided PTX was compiled with an unsupported toolchain.\nFor more detailed error information, run with CUDA_LOG_FILE=stderr',
      torch: '2.13',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        './deviceQuery Starting...\ncudaGetDeviceCount returned 35\n-> CUDA driver version is insufficient for CUDA runtime version'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: no kernel image is available for execution on the device'
    },
    {
      kind: 'text',
      stderr: 'Failed to initialize NVML: Driver/library version mismatch\n'
    }
  ]
};

export default entry;
