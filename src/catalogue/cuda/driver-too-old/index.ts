import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { cudaErrorSigns } from '../shared/cuda-error';
import { mayExplain } from '../../shared/ours';
import { cudaOf, torchOf } from '../../shared/stack';

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

/**
 * The build for a driver that can do CUDA `driver`: within a major version
 * the driver's minor one does not matter (CUDA compatibility, from 11 on).
 */
function olderBuild(driver: string | undefined): string | undefined {
  const major = Number(driver?.split('.')[0] ?? 11);
  return major >= 12 ? 'cu126' : major === 11 ? 'cu118' : undefined;
}

function updateDriver(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Update the NVIDIA driver and restart the machine'),
    detail: trans.__(
      'CUDA 11 needs driver 450 or later, CUDA 12 driver 525, CUDA 13 driver 580. In a container or on a cluster the driver is the host’s: ask who runs it.'
    )
  };
}

function compareVersions(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Compare the two versions'),
    detail: trans.__(
      '“CUDA Version” in the head of nvidia-smi is the newest CUDA the driver can do; torch.version.cuda is what PyTorch was built with.'
    ),
    code: '$ nvidia-smi && python -c "import torch; print(torch.__version__, torch.version.cuda)"'
  };
}

export default define({
  id: 'cuda/driver-too-old',
  answers: [
    'The NVIDIA driver on your system is too old (found version 11060)',
    'CUDA driver version is insufficient for CUDA runtime version',
    'cuda runtime error (35) : CUDA driver version is insufficient for CUDA runtime version',
    'the provided PTX was compiled with an unsupported toolchain',
    'API call is not supported in the installed CUDA driver'
  ],
  values: ['driver', 'wanted', 'installed', 'torch', 'built', 'old'],
  known: reading => ({
    installed: reading.incident.stack?.driver ?? undefined,
    torch: torchOf(reading),
    built: cudaOf(reading),
    // Error 35 of a torch before 1.8, which says the same without any driver.
    old: reading.mentions('cuda runtime error (35)') ? 'yes' : undefined
  }),
  kinds: {
    torch: {
      signs: [
        { where: 'message', pattern: TOO_OLD, read: driverCuda },
        // c10/cuda/driver_api.cpp: a function that this driver does not have yet.
        {
          where: 'message',
          pattern:
            /Can't find (?:nvml|cu)\w{3,60}: \S{1,200}: undefined symbol/,
          confidence: 'likely'
        },
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
      words: (trans, { driver, installed, torch, built, old }) => {
        const build = olderBuild(driver);
        return {
          title: old
            ? trans.__('The NVIDIA driver is missing, or too old')
            : trans.__('The NVIDIA driver is too old for this PyTorch'),
          cause: old
            ? trans.__(
                'Either this machine has no GPU or no driver at hand, of which this CUDA says the same, or the driver is older than the CUDA that this PyTorch was built for.'
              )
            : built
              ? trans.__(
                  'The installed PyTorch %1 was built for CUDA %2, and the driver%3 is too old for that. Only the driver counts here: PyTorch brings its own CUDA libraries.',
                  torch ?? '',
                  built,
                  installed && driver
                    ? trans.__(' (%1, up to CUDA %2)', installed, driver)
                    : (installed ?? driver)
                      ? ` (${installed ?? `CUDA ${driver}`})`
                      : ''
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
            ...(old ? [compareVersions(trans)] : []),
            updateDriver(trans),
            {
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
            ...(old ? [] : [compareVersions(trans)])
          ]
        };
      }
    },
    container: {
      // NVIDIA's container toolkit, of an image that asks for a newer driver.
      signs: messageOrLog(
        /nvidia-container-cli: requirement error: unsatisfied condition: cuda ?>= ?(?<wanted>\d{1,2}\.\d)/
      ),
      words: (trans, { wanted }) => ({
        title: trans.__('The NVIDIA driver is too old for this image'),
        cause: trans.__(
          'The image asks for a driver that can do CUDA %1, and the one of this machine is older. So the container was not started.',
          wanted
        ),
        fixes: [
          updateDriver(trans),
          {
            safety: 'check',
            title: trans.__('Or take an image with an older CUDA'),
            detail: trans.__(
              'At most the CUDA that nvidia-smi shows on the host.'
            )
          },
          compareVersions(trans)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
