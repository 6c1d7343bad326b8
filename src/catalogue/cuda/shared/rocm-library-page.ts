import type { IPage, ITranslate } from '../../../diagnosis/types';

/** The page of `cuda/library-missing` for a library of ROCm. */
export function rocmLibraryPage(
  trans: ITranslate,
  library: string | undefined
): IPage {
  return {
    title: trans.__(
      '%1 cannot be loaded',
      (library ?? 'libtorch_hip.so').slice(0, 30)
    ),
    cause: trans.__(
      'A PyTorch for AMD GPUs loads many libraries of ROCm. This one is missing, or is of another release than those that call it.'
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Start without foreign libraries in the way'),
        detail: trans.__(
          'PyTorch’s wheels bring their own ROCm; a folder of another one in LD_LIBRARY_PATH can be found before it.'
        ),
        code: '$ env -u LD_LIBRARY_PATH python -c "import torch; print(torch.version.hip)"'
      },
      {
        safety: 'check',
        title: trans.__('Install torch anew, built for one release of ROCm'),
        detail: trans.__(
          'Best in a new environment. The page that chooses a build names the current one.'
        ),
        code: '$ pip install --force-reinstall torch torchvision --index-url https://download.pytorch.org/whl/rocm6.4'
      },
      {
        safety: 'diagnostic',
        title: trans.__('See which file asks, and what it finds'),
        detail: trans.__(
          'Put in the .so file named at the end of the traceback or of the message.'
        ),
        code: '$ ldd FILE.so | grep -E "not found|rocm"'
      }
    ],
    notThis: [
      trans.__(
        'libamdhip64 missing altogether, with a PyTorch for CUDA: then an extension was built for ROCm.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: choose a build'),
        url: 'https://pytorch.org/get-started/locally/'
      },
      {
        title: trans.__('AMD: PyTorch on ROCm'),
        url: 'https://rocm.docs.amd.com/projects/install-on-linux/en/latest/install/3rd-party/pytorch-install.html'
      }
    ]
  };
}
