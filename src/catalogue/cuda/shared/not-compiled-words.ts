import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** The title of `cuda/not-compiled`: torch itself, or a package on top of it. */
export function buildTitle(
  trans: ITranslate,
  { kind, library }: Values
): string {
  if (kind === 'xpu') {
    return trans.__('This PyTorch was built without Intel GPUs (XPU)');
  }
  if (kind === 'mps') {
    return trans.__('This PyTorch was built without MPS');
  }
  if (kind !== 'library') {
    return trans.__('This PyTorch was built for the CPU only');
  }
  return library
    ? trans.__('%1 was built without CUDA', library)
    : trans.__('A compiled package was built without CUDA');
}

/** Its cause. */
export function buildCause(
  trans: ITranslate,
  { kind, library }: Values
): string {
  if (kind === 'xpu') {
    return trans.__(
      'The code asks for an Intel GPU, but the installed PyTorch holds no code for one. This says nothing about the GPU or its driver.'
    );
  }
  if (kind === 'mps') {
    return trans.__(
      'The code asks for “mps”, the GPU of an Apple computer, and only PyTorch for macOS has it.'
    );
  }
  if (kind !== 'library') {
    return trans.__(
      'The code asks for the GPU, but the installed PyTorch holds no CUDA code. This says nothing about the GPU or the driver: they may be fine.'
    );
  }
  return trans.__(
    '%1 was built without CUDA, so it cannot take data on a GPU. It says nothing about the GPU, the driver or PyTorch itself.',
    library ?? trans.__('A package that works on PyTorch’s tensors')
  );
}

/** Its fixes. */
export function buildFixes(trans: ITranslate, { kind }: Values): IFix[] {
  const onCpu: IFix = {
    safety: 'safe',
    title: trans.__('Let the code take the device that is there'),
    detail: trans.__(
      'It runs on the CPU, slower, until a CUDA build is installed. On an Apple computer there is no CUDA: use “mps”.'
    ),
    code: "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')\nmodel = model.to(device)\nx = x.to(device)"
  };
  const install: IFix = {
    safety: 'check',
    title: trans.__('Install a PyTorch with CUDA in the kernel’s environment'),
    detail: trans.__(
      'Remove the CPU build first, then restart the kernel. On Windows, “pip install torch” without an index gives the CPU build.'
    ),
    code: '%pip uninstall -y torch torchvision torchaudio\n%pip install torch torchvision --index-url https://download.pytorch.org/whl/cu128'
  };
  const see: IFix = {
    safety: 'diagnostic',
    title: trans.__('See which build this kernel uses'),
    detail: trans.__(
      '“+cpu” or None means a CPU build; the path tells whether it is the environment you think.'
    ),
    code: 'import sys, torch\nprint(sys.executable, torch.__file__, torch.__version__, torch.version.cuda)'
  };
  const rebuild: IFix = {
    safety: 'check',
    title: trans.__('Install that package for CUDA, or build it again'),
    detail: trans.__(
      'Take the wheel for your torch and CUDA. Many packages build for the CPU without a word where they see no GPU or no nvcc; some take FORCE_CUDA=1.'
    ),
    code: '$ FORCE_CUDA=1 pip install --no-build-isolation --no-cache-dir PACKAGE'
  };
  const installXpu: IFix = {
    safety: 'check',
    title: trans.__('Install a PyTorch for Intel GPUs'),
    detail: trans.__('Remove the other build first, then restart the kernel.'),
    code: '%pip uninstall -y torch torchvision torchaudio\n%pip install torch torchvision --index-url https://download.pytorch.org/whl/xpu'
  };
  if (kind === 'xpu') {
    return [installXpu, see];
  }
  if (kind === 'mps') {
    return [
      {
        safety: 'safe',
        title: trans.__('Let the code take the device that is there'),
        code: "device = torch.device(\n    'mps' if torch.backends.mps.is_available()\n    else 'cuda' if torch.cuda.is_available()\n    else 'cpu'\n)\nmodel, x = model.to(device), x.to(device)"
      },
      see
    ];
  }
  return kind === 'library' ? [see, rebuild, onCpu] : [onCpu, install, see];
}
