import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS, matchingBuild, smallerBatch } from '../shared/advice';

export default define({
  id: 'cuda/cufft-error',
  answers: [
    'RuntimeError: cuFFT error: CUFFT_INTERNAL_ERROR',
    'cuFFT only supports dimensions whose sizes are powers of two when computing in half precision, but got a signal size of[321]'
  ],
  late: true,
  values: ['status'],
  kinds: {
    failed: {
      // ATen/native/cuda/CuFFTUtils.h; CuPy and JAX name it otherwise.
      signs: messageOrLog(/cuFFT error: CUFFT_(?<status>[A-Z_]{1,40})/),
      words: (trans, { status }) => ({
        title:
          status === 'INTERNAL_ERROR'
            ? trans.__('cuFFT failed: often a torch too old for the GPU')
            : trans.__('cuFFT could not compute this Fourier transform'),
        cause: trans.__(
          'Fourier transforms on the GPU (torch.fft, stft, spectrograms) are done by NVIDIA’s cuFFT. Known for INTERNAL_ERROR: torch built with CUDA 11.7 or older on an RTX 40 or L4; else a GPU whose memory is full.'
        ),
        fixes: [
          matchingBuild(trans),
          {
            safety: 'check',
            title: trans.__('RTX 40 or newer: torch with CUDA 11.8 or later'),
            code: '$ pip install -U torch torchvision torchaudio'
          },
          {
            safety: 'diagnostic',
            title: trans.__('See how much GPU memory is left'),
            code: 'free, total = torch.cuda.mem_get_info()\nprint(free / 2**30, total / 2**30)'
          },
          smallerBatch(trans),
          {
            safety: 'check',
            title: trans.__('Or compute the transform on the CPU'),
            code: 'spectrum = torch.fft.rfft(x.cpu()).to(x.device)'
          }
        ]
      })
    },
    half: {
      // ATen/native/cuda/CuFFTPlanCache.h
      signs: messageOrLog(
        /cuFFT (?:only supports dimensions whose sizes are powers of two when computing in half precision|doesn["']t support transforms? of half type)/
      ),
      words: trans => ({
        title: trans.__('In float16 a transform needs a power of two'),
        cause: trans.__(
          'NVIDIA’s cuFFT transforms float16 only where the sizes are powers of two. Under autocast or in a half precision model the input became float16.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Compute the transform in float32'),
            code: "with torch.autocast('cuda', enabled=False):\n    spectrum = torch.fft.rfft(x.float())"
          },
          {
            safety: 'check',
            title: trans.__('Or pad to a power of two'),
            code: 'n = 2 ** (x.size(-1) - 1).bit_length()\nspectrum = torch.fft.rfft(x, n=n)'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'An “illegal memory access” or a device-side assert stands before it: then that is the cause.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch issue: CUFFT_INTERNAL_ERROR on RTX 4090'),
        url: 'https://github.com/pytorch/pytorch/issues/88038'
      },
      {
        title: trans.__('PyTorch: torch.fft and half precision'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.fft.rfft.html'
      },
      LINKS.install(trans)
    ]
  })
});
