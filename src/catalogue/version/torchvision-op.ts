import type { IEntry, IFix } from '../../diagnosis/types';
import { TORCHVISION_SIGNS } from './shared/torchvision-signs';

/** PyTorch's own packages are released in step with it. */
function isPyTorch(library: string | undefined): boolean {
  return /^(?:torchvision|torchaudio|torchtext)?$/.test(library ?? '');
}

const entry: IEntry = {
  id: 'version/torchvision-op',
  answers: [
    'RuntimeError: operator torchvision::nms does not exist',
    "'_OpNamespace' 'torchvision' object has no attribute 'nms'",
    'undefined symbol: _ZN3c10…',
    "Couldn't load custom C++ ops. This can happen if your PyTorch and torchvision versions are incompatible",
    'Failed to load image Python extension',
    'Detected that PyTorch and torchvision were compiled with different CUDA versions',
    "Could not run 'torchvision::nms' with arguments from the 'CUDA' backend",
    "partially initialized module 'torchvision' has no attribute 'extension'"
  ],
  refines: ['export/torchscript'],
  signs: TORCHVISION_SIGNS,
  page(trans, { library, torchCuda, otherCuda }) {
    const pair: IFix = {
      safety: 'check',
      title: trans.__('Install both together, and let pip choose the pair'),
      detail: trans.__(
        'Leave out the version numbers, or give both. torchvision 0.(15 + N) belongs to torch 2.N: 0.15 to 2.0, 0.20 to 2.5. Restart the kernel afterwards.'
      ),
      code: '%pip uninstall -y torch torchvision torchaudio\n%pip install torch torchvision torchaudio'
    };
    const see: IFix = {
      safety: 'diagnostic',
      title: trans.__('See the pair you have, and where it lies'),
      detail: trans.__(
        'One with “+cpu” and one with “+cu128” do not fit either, nor do one from conda and one from pip.'
      ),
      code: '%pip list'
    };
    const extension: IFix = {
      safety: 'check',
      title: trans.__('Another extension (mmcv, flash-attn, torch-scatter …)'),
      detail: trans.__(
        'Take the wheel made for your torch and CUDA versions, or build it anew after each change of torch.'
      ),
      code: '$ pip install --no-cache-dir --no-build-isolation --force-reinstall --no-deps EXTENSION'
    };
    const name = library?.slice(0, 24);
    return {
      title: name
        ? trans.__('%1 was built for another PyTorch', name)
        : trans.__('A compiled package was built for another PyTorch'),
      cause:
        torchCuda && otherCuda
          ? trans.__(
              'PyTorch was built for CUDA %1, the other package for CUDA %2. Both must come from the same release and the same index.',
              torchCuda,
              otherCuda
            )
          : trans.__(
              'Its compiled part does not find what it needs in the installed torch, so its operators are missing. Each release of such a package fits one release of torch only.'
            ),
      fixes: isPyTorch(library)
        ? [pair, see, extension]
        : [extension, see, pair],
      notThis: [
        trans.__(
          '“Failed to load image Python extension” alone does no harm unless you read images with torchvision.io.'
        ),
        trans.__(
          'A symbol of cuBLAS, cuDNN or nvJitLink means that CUDA libraries were mixed, not torch and torchvision.'
        )
      ],
      links: [
        {
          title: trans.__('torchvision: which release fits which torch'),
          url: 'https://github.com/pytorch/vision#installation'
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
      ename: 'RuntimeError',
      evalue:
        'Detected that PyTorch and torch_sparse were compiled with different CUDA versions. PyTorch has CUDA version 11.3 and torch_sparse has CUDA version 10.2. Please reinstall the torch_sparse that matches your PyTorch install.',
      torch: '1.11',
      origin: 'reference',
      values: { library: 'torch_sparse', torchCuda: '11.3', otherCuda: '10.2' }
    },
    {
      ename: 'ImportError',
      evalue:
        'libtorch_cuda_cu.so: cannot open shared object file: No such file or directory',
      torch: '2.1',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'No such operator image::read_file',
      torch: '1.9',
      origin: 'reference',
      values: { library: 'torchvision', operator: 'read_file' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'torchvision::nms does not exist',
      torch: '2.0',
      origin: 'reference',
      values: { library: 'torchvision', operator: 'nms' }
    },
    {
      kind: 'text',
      stderr:
        "UserWarning: An issue occurred while importing 'torch-scatter'. Disabling its usage. Stacktrace: Could not load this library: /x/site-packages/torch_scatter/_version_cuda.so\n",
      torch: '2.2',
      origin: 'reference',
      values: { library: 'torch_scatter' }
    },
    {
      ename: 'FileNotFoundError',
      evalue:
        "Could not find module 'C:\\envs\\a\\lib\\site-packages\\torch_sparse\\_convert_cuda.pyd' (or one of its dependencies). Try using the full path with constructor syntax.",
      torch: '1.9',
      origin: 'reference',
      values: { library: 'torch_sparse' }
    },
    {
      ename: 'ImportError',
      evalue: 'DLL load failed: The specified module could not be found.',
      traceback:
        'Traceback (most recent call last):\n  File "run.py", line 1, in <module>\n    import torchvision\n  File "C:\\site-packages\\torchvision\\ops\\boxes.py", line 2, in <module>\n    from torchvision import _C\nImportError: DLL load failed: The specified module could not be found.',
      torch: '1.1',
      origin: 'reference',
      values: { library: 'torchvision' }
    },
    {
      kind: 'text',
      stderr:
        'Unknown builtin op: torchvision::nms.\nCould not find any similar ops to torchvision::nms. This op may not exist or may not be currently supported in TorchScript.\n',
      torch: '1.9',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'operator torchvision::nms does not exist',
      torch: '2.13',
      origin: 'run',
      values: { library: 'torchvision', operator: 'nms' }
    },
    {
      ename: 'AttributeError',
      evalue: "'_OpNamespace' 'torchvision' object has no attribute 'nms'",
      torch: '2.13',
      origin: 'run',
      values: { library: 'torchvision', operator: 'nms' }
    },
    {
      ename: 'ImportError',
      evalue:
        'site-packages/torch_scatter/_scatter_cuda.so: undefined symbol: _ZN5torch3jit17parseSchemaOrNameERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE',
      torch: '2.1',
      origin: 'reference',
      values: { library: 'torch_scatter' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Couldn't load custom C++ ops. This can happen if your PyTorch and torchvision versions are incompatible, or if you had errors while compiling torchvision from source. For further information on the compatible versions, check https://github.com/pytorch/vision#installation for the compatibility matrix.",
      torch: '1.8',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Detected that PyTorch and torchvision were compiled with different CUDA versions. PyTorch has CUDA Version=11.7 and torchvision has CUDA Version=11.8. Please reinstall the torchvision that matches your PyTorch install.',
      torch: '2.0',
      origin: 'reference',
      values: { torchCuda: '11.7', otherCuda: '11.8', library: 'torchvision' }
    }
  ],
  nearMisses: [
    {
      ename: 'ImportError',
      evalue:
        'libnvJitLink.so.12: undefined symbol: __nvJitLinkAddData_12_1, version libnvJitLink.so.12'
    },
    {
      ename: 'ImportError',
      evalue: 'libicui18n.so.58: undefined symbol: _ZTIN6icu_5813UnicodeStringE'
    }
  ]
};

export default entry;
