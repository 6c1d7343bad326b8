import { define } from '../../define';

/** NVIDIA's documentation of the toolkit; torch's wheels since 2.0. */
const TABLE = [
  '# libcuda       the driver’s interface      comes with the display driver',
  '# libcudart     CUDA runtime                nvidia-cuda-runtime-cu12',
  '# libcublas     matrices (cuBLAS)           nvidia-cublas-cu12; cublasLt is part of it',
  '# libcudnn      neural networks (cuDNN)     nvidia-cudnn-cu12',
  '# libcufft      Fourier transforms          nvidia-cufft-cu12; libcufftw: FFTW’s interface',
  '# libcurand     random numbers              nvidia-curand-cu12',
  '# libcusolver   equations, decompositions   nvidia-cusolver-cu12',
  '# libcusparse   sparse matrices             nvidia-cusparse-cu12',
  '# libnccl       several GPUs (NCCL)         nvidia-nccl-cu12',
  '# libnvrtc      compiler at run time        nvidia-cuda-nvrtc-cu12',
  '# libnvJitLink  linker at run time          nvidia-nvjitlink-cu12',
  '# libcupti      profiling                   nvidia-cuda-cupti-cu12',
  '# libnvToolsExt marks for the profiler      nvidia-nvtx-cu12',
  '# libnpp…       image and signal (NPP)      toolkit only, not used by torch',
  '# libnvvm, libdevice   parts of the compiler, toolkit only'
].join('\n');

export default define({
  id: 'topic/cuda-libraries',
  answers: [
    'libcuda.so, libcudart.so, libcublas.so … which library is which',
    'libcudart',
    'libcublas',
    'libcudnn',
    'libcufft, libcurand, libcusolver, libcusparse, libnpp, libnvvm',
    'difference of driver, runtime, toolkit and cuDNN'
  ],
  words: trans => ({
    title: trans.__('Which CUDA library is which, and who brings it'),
    cause: trans.__(
      'libcuda belongs to the driver and is the machine’s; all others belong to a CUDA version and come with torch’s wheels or with a toolkit. The number behind .so is the library’s own version, mostly CUDA’s first number.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Name, purpose, package of pip that has it (CUDA 12)'),
        code: TABLE
      },
      {
        safety: 'diagnostic',
        title: trans.__('See which ones a process has loaded'),
        code: "import torch\ntorch.cuda.init()\nprint(*sorted({line.split()[-1] for line in open('/proc/self/maps') if 'libcu' in line or 'nvidia' in line}), sep='\\n')"
      },
      {
        safety: 'check',
        title: trans.__('“cannot open shared object file”'),
        detail: trans.__(
          'The page “a CUDA library cannot be loaded” says what to do. libcuda missing means: no driver, or a container without the GPU.'
        )
      },
      {
        safety: 'check',
        title: trans.__('Nothing needs to be installed by hand for torch'),
        detail: trans.__(
          'The driver is enough. A toolkit is needed only to build extensions; a second cuDNN only gets in the way.'
        )
      }
    ]
  }),
  common: trans => ({
    notThis: [],
    links: [
      {
        title: trans.__('NVIDIA: the parts of the CUDA toolkit'),
        url: 'https://docs.nvidia.com/cuda/cuda-toolkit-release-notes/index.html'
      },
      {
        title: trans.__('NVIDIA: driver and toolkit'),
        url: 'https://docs.nvidia.com/deploy/cuda-compatibility/index.html'
      },
      {
        title: trans.__('NVIDIA: cuDNN'),
        url: 'https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html'
      }
    ]
  })
});
