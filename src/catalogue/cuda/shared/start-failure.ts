import type { IFix, ITranslate } from '../../../diagnosis/types';

/** What went wrong at the start, as far as the text tells. */
export type StartFailure =
  'environment' | 'fabric' | 'forward' | 'lost' | 'mismatch' | 'mps' | 'stub';

/** The cause in a few words; `kind` is a `StartFailure` where it is known. */
export function startTitle(
  trans: ITranslate,
  kind: string | undefined
): string {
  switch (kind) {
    case 'fabric':
      return trans.__('The NVLink fabric manager is not running');
    case 'forward':
      return trans.__('A CUDA compatibility package hides the driver');
    case 'lost':
      return trans.__('The GPU no longer answers its driver');
    case 'mismatch':
      return trans.__('The loaded driver and its libraries differ');
    case 'mps':
      return trans.__('CUDA’s multi-process service does not answer');
    case 'stub':
      return trans.__('A stub stands in for the NVIDIA driver');
    default:
      return trans.__('CUDA could not be started in this process');
  }
}

/** What it means. Sources: driver_types.h (CUDA 13), reports. */
export function startCause(
  trans: ITranslate,
  kind: string | undefined
): string {
  switch (kind) {
    case 'fabric':
      return trans.__(
        'On machines whose GPUs hang together by NVSwitch a system service must run before CUDA can start, and it does not, or not yet. No Python code can mend it.'
      );
    case 'forward':
      return trans.__(
        'The container brings CUDA’s forward compatibility libraries, which work on data-centre GPUs only. On other GPUs they must not be found before the real driver.'
      );
    case 'lost':
      return trans.__(
        'The driver cannot reach the GPU on the bus any more, and no program can until the machine is restarted. Usual: power, heat, the slot or the card itself, or a fault of the driver.'
      );
    case 'mismatch':
      return trans.__(
        'The driver in the kernel and the libraries on disk are of different versions. Usually the driver was updated and the machine has not been restarted since.'
      );
    case 'mps':
      return trans.__(
        'The process was told to reach the GPU through NVIDIA’s multi-process service (MPS), and its daemon or server is not running.'
      );
    case 'stub':
      return trans.__(
        'The library path leads to the toolkit’s empty libcuda, which is made for linking programs only. The real one comes with the driver.'
      );
    default:
      return trans.__(
        'The driver refused to start and gave no clear reason. Often the machine slept or its driver was updated, or CUDA_VISIBLE_DEVICES was changed after CUDA had been asked for its GPUs.'
      );
  }
}

/** What mends just this one, before what is worth a try for all. */
export function startFixes(
  trans: ITranslate,
  kind: string | undefined
): IFix[] {
  switch (kind) {
    case 'fabric':
      return [
        {
          safety: 'check',
          title: trans.__(
            'Start the fabric manager, of the driver’s own version'
          ),
          code: '$ sudo systemctl restart nvidia-fabricmanager && systemctl status nvidia-fabricmanager'
        }
      ];
    case 'forward':
      return [
        {
          safety: 'check',
          title: trans.__('Remove the compatibility package from the image'),
          detail: trans.__(
            'Or take an image with an older CUDA, or update the driver of the host.'
          ),
          code: '$ sudo apt-get remove "cuda-compat-*"'
        }
      ];
    case 'lost':
      return [
        {
          safety: 'diagnostic',
          title: trans.__('See what the driver logged, then restart'),
          detail: trans.__(
            'When it comes back under load: watch the power and the temperature with nvidia-smi -q -d POWER,TEMPERATURE.'
          ),
          code: '$ sudo dmesg | grep -i xid'
        }
      ];
    case 'mismatch':
      return [
        {
          safety: 'check',
          title: trans.__('Restart the machine'),
          detail: trans.__(
            'It loads the driver that is on disk. In a container: the libraries inside must be those of the host’s driver, start it anew.'
          )
        }
      ];
    case 'stub':
      return [
        {
          safety: 'check',
          title: trans.__('Take the stubs folder out of LD_LIBRARY_PATH'),
          code: '$ echo "$LD_LIBRARY_PATH" | tr ":" "\\n" | grep stubs'
        }
      ];
    case 'mps':
      return [
        {
          safety: 'check',
          title: trans.__('Start the MPS daemon, or do without it'),
          code: '$ nvidia-cuda-mps-control -d'
        }
      ];
    default:
      return [];
  }
}
