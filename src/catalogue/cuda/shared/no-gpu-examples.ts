import type { IExample } from '../../../diagnosis/types';

/** Texts that `cuda/no-gpu` must recognise. */
export const NO_GPU_EXAMPLES: readonly IExample[] = [
  {
    ename: 'NotImplementedError',
    evalue: 'Unsloth cannot find any torch accelerator? You need a GPU.',
    torch: '2.6',
    origin: 'reference'
  },
  {
    kind: 'text',
    stderr: "No CUDA runtime is found, using CUDA_HOME='/usr/local/cuda'\n",
    torch: '1.9',
    origin: 'reference'
  },
  {
    kind: 'text',
    stderr:
      'WARNING: The NVIDIA Driver was not detected.  GPU functionality will not be available.\n   Use the NVIDIA Container Toolkit to start this container with GPU support.\n',
    torch: '2.1',
    origin: 'reference'
  },
  {
    kind: 'text',
    stderr:
      "/x/site-packages/torch/cuda/__init__.py:829: UserWarning: Can't initialize NVML\n",
    torch: '2.7',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue: 'No HIP GPUs are available',
    torch: '1.10',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue: 'Cannot access accelerator device when none is available.',
    torch: '2.13',
    origin: 'run'
  },
  {
    ename: 'RuntimeError',
    evalue:
      "torch.cuda.is_available() should be True but is False. xformers' memory efficient attention is only available for GPU",
    torch: '2.0',
    origin: 'reference'
  },
  {
    ename: 'AssertionError',
    evalue: '',
    traceback:
      'Traceback (most recent call last):\n  File "util.py", line 34, in init\n    assert(torch.cuda.is_available())\nAssertionError\n',
    torch: '1.7',
    origin: 'reference'
  },
  {
    kind: 'text',
    stderr:
      "Invalid CUDA 'device=0' requested. Use 'device=cpu' or pass valid CUDA device(s) if available.\ntorch.cuda.is_available(): False\ntorch.cuda.device_count(): 0\n",
    torch: '2.1',
    origin: 'reference'
  },
  {
    ename: 'MisconfigurationException',
    evalue: 'You requested GPUs: [1]\n But your machine only has: []',
    torch: '1.10',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue: 'No CUDA GPUs are available',
    torch: '2.13',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue: 'No CUDA GPUs are available',
    source:
      "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '3'\nimport torch\nmodel.cuda()",
    torch: '2.13',
    origin: 'reference',
    values: { visible: '3' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU and installed a driver from http://www.nvidia.com/Download/index.aspx',
    torch: '1.8',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue:
      'cuda runtime error (100) : no CUDA-capable device is detected at /pytorch/aten/src/THC/THCGeneral.cpp:50',
    torch: '1.4',
    origin: 'reference'
  },
  {
    ename: 'ValueError',
    evalue:
      "Invalid CUDA 'device=0' requested. Use 'device=cpu' or pass valid CUDA device(s) if available, i.e. 'device=0' or 'device=0,1,2,3' for Multi-GPU.\n\ntorch.cuda.is_available(): False\ntorch.cuda.device_count(): 0\nos.environ['CUDA_VISIBLE_DEVICES']: None",
    origin: 'reference'
  }
];
