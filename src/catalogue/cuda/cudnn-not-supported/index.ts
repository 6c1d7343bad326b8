import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { check } from '../../fix';
import {
  LINKS,
  matchingBuild,
  smallerBatch,
  whoHoldsMemory,
  withoutCudnn
} from '../shared/advice';
import { statusSigns } from '../shared/library-status';
import { gpuMessageOrLog } from '../../shared/ours';

function contiguous(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Give cuDNN a contiguous input'),
    detail: trans.__(
      'transpose, permute, flip and slices only change the view of a tensor.'
    ),
    code: 'x = x.contiguous()'
  };
}

function lookAtInput(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Look at type, shape and layout of the input'),
    detail: trans.__(
      'Empty dimensions, more than 2³¹ elements, float64 or bfloat16 on some GPUs are not supported.'
    ),
    code: 'print(x.dtype, x.shape, x.stride(), x.is_contiguous(), x.numel())'
  };
}

export default define({
  id: 'cuda/cudnn-not-supported',
  answers: [
    'cuDNN error: CUDNN_STATUS_NOT_SUPPORTED. This error may appear if you passed in a non-contiguous input.',
    'GET was unable to find an engine to execute this computation',
    'FIND was unable to find an engine to execute this computation',
    'Unable to find a valid cuDNN algorithm to run convolution',
    'cuDNN Frontend error: [cudnn_frontend] Error: No execution plans support the graph.',
    'no valid convolution algorithms available in CuDNN',
    'cuDNN error: CUDNN_STATUS_BAD_PARAM',
    'cuDNN error: CUDNN_STATUS_ARCH_MISMATCH'
  ],
  values: ['status'],
  kinds: {
    input: {
      signs: statusSigns(
        'CUDNN',
        '(?<status>NOT_SUPPORTED|BAD_PARAM|ARCH_MISMATCH|INVALID_VALUE)'
      ),
      words: (trans, { status }) => ({
        title:
          status === 'BAD_PARAM'
            ? trans.__('cuDNN was given a size or type it does not take')
            : trans.__('cuDNN does not support this input'),
        cause:
          status === 'ARCH_MISMATCH'
            ? trans.__(
                'The operation needs a newer GPU than this one, or the cuDNN at hand has no code for it.'
              )
            : trans.__(
                'The layout, size or data type of the input is not supported. Often the tensor is a view that is not contiguous, or very large.'
              ),
        fixes: [
          contiguous(trans),
          lookAtInput(trans),
          smallerBatch(trans),
          withoutCudnn(trans),
          matchingBuild(trans)
        ]
      })
    },
    // aten/src/ATen/native/cudnn/MHA.cpp: convolutions word it otherwise.
    attention: {
      signs: gpuMessageOrLog(/cuDNN Frontend error/i),
      words: trans => ({
        title: trans.__('cuDNN found no way to compute this attention'),
        cause: trans.__(
          'torch 2.5 computes scaled_dot_product_attention with cuDNN where it can, and cuDNN refused these shapes, strides or types on this GPU. The other kernels of PyTorch take them; memory has no part in it.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Leave cuDNN out of attention'),
            detail: trans.__('In the first cell; needs torch 2.5 or later.'),
            code: 'torch.backends.cuda.enable_cudnn_sdp(False)'
          },
          check(
            trans.__('Or take a torch that does not choose it by itself'),
            '%pip install --upgrade torch torchvision torchaudio  # 2.5.1 or later'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which torch runs: packages may change it'),
            code: 'print(torch.__version__, torch.backends.cudnn.version())'
          }
        ],
        links: [
          {
            title: trans.__('PyTorch: scaled_dot_product_attention'),
            url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.scaled_dot_product_attention.html'
          }
        ]
      })
    },
    engine: {
      // No algorithm was found or built; often for lack of memory (torch 1.5).
      signs: gpuMessageOrLog(
        /unable to find an engine to execute|unable to find a valid cuDNN algorithm|no valid convolution algorithms available in cuDNN|\bno (?:valid )?execution plans? (?:support|built)|\bno valid engine configs/i
      ),
      words: trans => ({
        title: trans.__('cuDNN found no way to run this convolution'),
        cause: trans.__(
          'Every algorithm was refused. Often the GPU had too little memory left for any of them; otherwise the data type, the size or the cuDNN version does not fit.'
        ),
        fixes: [
          smallerBatch(trans),
          whoHoldsMemory(trans),
          lookAtInput(trans),
          withoutCudnn(trans),
          contiguous(trans),
          matchingBuild(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If a batch of one works, memory or size is the cause and not the kind of input.'
      )
    ],
    links: [
      LINKS.cudnn(trans),
      {
        title: trans.__('PyTorch: Tensor.contiguous'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.contiguous.html'
      },
      LINKS.cudnnFlags(trans)
    ]
  })
});
