import type { IEntry } from '../../diagnosis/types';
import { ofKind } from '../said';
import {
  LINKS,
  matchingBuild,
  smallerBatch,
  whoHoldsMemory,
  withoutCudnn
} from './shared/advice';
import { statusSigns } from './shared/library-status';
import { gpuSaid } from './shared/ours';

/** No algorithm was found or built; often for lack of memory (reference, 1.5). */
const NO_ENGINE =
  /unable to find an engine to execute|unable to find a valid cuDNN algorithm|cuDNN Frontend error|no valid convolution algorithms available in cuDNN|\bno (?:valid )?execution plans? (?:support|built)|\bno valid engine configs/i;

const entry: IEntry = {
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
  signs: [
    ...statusSigns(
      'CUDNN',
      '(?<status>NOT_SUPPORTED|BAD_PARAM|ARCH_MISMATCH|INVALID_VALUE)'
    ),
    ...gpuSaid(NO_ENGINE, ofKind('engine'))
  ],
  page(trans, { kind, status }) {
    const noEngine = kind === 'engine' && status === undefined;
    const contiguous = {
      safety: 'check' as const,
      title: trans.__('Give cuDNN a contiguous input'),
      detail: trans.__(
        'transpose, permute, flip and slices only change the view of a tensor.'
      ),
      code: 'x = x.contiguous()'
    };
    const types = {
      safety: 'diagnostic' as const,
      title: trans.__('Look at type, shape and layout of the input'),
      detail: trans.__(
        'Empty dimensions, more than 2³¹ elements, float64 or bfloat16 on some GPUs are not supported.'
      ),
      code: 'print(x.dtype, x.shape, x.stride(), x.is_contiguous(), x.numel())'
    };
    return {
      title: noEngine
        ? trans.__('cuDNN found no way to run this convolution')
        : status === 'BAD_PARAM'
          ? trans.__('cuDNN was given a size or type it does not take')
          : trans.__('cuDNN does not support this input'),
      cause: noEngine
        ? trans.__(
            'Every algorithm was refused. Often the GPU had too little memory left for any of them; otherwise the data type, the size or the cuDNN version does not fit.'
          )
        : status === 'ARCH_MISMATCH'
          ? trans.__(
              'The operation needs a newer GPU than this one, or the cuDNN at hand has no code for it.'
            )
          : trans.__(
              'The layout, size or data type of the input is not supported. Often the tensor is a view that is not contiguous, or very large.'
            ),
      fixes: noEngine
        ? [
            smallerBatch(trans),
            whoHoldsMemory(trans),
            types,
            withoutCudnn(trans),
            contiguous,
            matchingBuild(trans)
          ]
        : [
            contiguous,
            types,
            smallerBatch(trans),
            withoutCudnn(trans),
            matchingBuild(trans)
          ],
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
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'no valid convolution algorithms available in CuDNN',
      torch: '0.3',
      origin: 'reference',
      values: { kind: 'engine' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuDNN error: CUDNN_STATUS_NOT_SUPPORTED. This error may appear if you passed in a non-contiguous input.',
      torch: '2.4',
      origin: 'reference',
      values: { status: 'NOT_SUPPORTED' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'GET was unable to find an engine to execute this computation',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'engine' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'CUDNN_STATUS_BAD_PARAM',
      torch: '0.3',
      origin: 'reference',
      values: { status: 'BAD_PARAM' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Unable to find a valid cuDNN algorithm to run convolution',
      torch: '1.8',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'UnknownError',
      evalue:
        'Failed to get convolution algorithm. This is probably because cuDNN failed to initialize, so try looking to see if a warning log message was printed above.'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: CUBLAS_STATUS_NOT_SUPPORTED when calling `cublasGemmEx( handle, opa, opb, m, n, k, &falpha, a, CUDA_R_16BF, lda)`'
    }
  ]
};

export default entry;
