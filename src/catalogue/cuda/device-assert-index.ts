import type { IEntry, ITranslate, Values } from '../../diagnosis/types';
import { LINKS, rerunBlocking, restartKernel } from './shared/advice';
import { noticedIn } from './shared/device-assert';
import { indexSigns } from './shared/index-conditions';

function title(trans: ITranslate, { op, size }: Values): string {
  if (size !== undefined) {
    return trans.__('An index is outside 0 … %1', Number(size) - 1);
  }
  switch (op) {
    case 'lookup':
      return trans.__('An id is outside the rows of the embedding');
    case 'gather':
      return trans.__('gather, scatter or one_hot: index out of range');
    case 'write':
      return trans.__('index_add, index_copy or index_fill: bad index');
    case 'unpool':
      return trans.__('max_unpool got indices outside the output');
    default:
      return trans.__('An index is out of range on the GPU');
  }
}

function cause(trans: ITranslate, { op, size, index, rows }: Values): string {
  if (rows !== undefined) {
    return trans.__(
      'nn.Embedding was given an id that is negative, or not below the number of rows. The code at hand makes %1 rows, so ids must be 0 … %2.',
      rows,
      Number(rows) - 1
    );
  }
  const where =
    op === 'lookup'
      ? trans.__(
          'nn.Embedding or index_select was given an id that is negative, or not below the number of rows.'
        )
      : op === 'gather'
        ? trans.__(
            'gather, scatter or one_hot was given an index that is negative, or not below the size of the dimension.'
          )
        : trans.__(
            'An indexing operation was given an index beyond the size of the dimension.'
          );
  const seen =
    index !== undefined ? trans.__('The index %1 was used.', index) : where;
  return size !== undefined
    ? `${seen} ${trans.__('Allowed are 0 … %1.', Number(size) - 1)}`
    : seen;
}

const entry: IEntry = {
  id: 'cuda/device-assert-index',
  answers: [
    'Assertion `srcIndex < srcSelectDimSize` failed',
    'Assertion `index >= -sizes[i] && index < sizes[i] && "index out of bounds"` failed',
    'Assertion `idx_dim >= 0 && idx_dim < index_size && "index out of bounds"` failed',
    'Assertion `ind >=0 && ind < ind_dim_size && "vectorized gather kernel index out of bounds"` failed',
    'Assertion `index out of bounds: 0 <= tmp4 < 50257` failed',
    "token id beyond the embedding's rows, or -1",
    'device-side assert triggered in embedding / gather / scatter / index_select'
  ],
  refines: ['cuda/device-assert'],
  sticky: true,
  late: true,
  signs: [
    ...indexSigns,
    {
      where: 'message',
      pattern: /device-side assert(?!ion)/,
      when: noticedIn(
        /\b(?:embedding|index_select|gather|scatter\w{0,8}|one_hot)\b/
      ),
      confidence: 'likely'
    }
  ],
  page(trans, values) {
    const lookup = values.op === 'lookup' || values.op === undefined;
    const ids = {
      safety: 'diagnostic' as const,
      title: trans.__('Compare the ids with the number of rows'),
      detail: trans.__(
        'Smallest at least 0, largest below num_embeddings. Use the CPU copy of the batch.'
      ),
      code: 'print(ids.min().item(), ids.max().item(), model.embedding.num_embeddings)'
    };
    const index = {
      safety: 'diagnostic' as const,
      title: trans.__('Compare the index with the size of the dimension'),
      code: 'print(index.min().item(), index.max().item(), x.shape)'
    };
    const grow = {
      safety: 'check' as const,
      title: trans.__('Tokens were added: make the embedding as large'),
      detail: trans.__(
        'The tokenizer and the model must agree on the number of tokens.'
      ),
      code: 'model.resize_token_embeddings(len(tokenizer))'
    };
    const positions = {
      safety: 'check' as const,
      title: trans.__('Text longer than the model’s positions: cut it'),
      code: 'tokenizer(text, truncation=True, max_length=model.config.max_position_embeddings)'
    };
    const padding = {
      safety: 'check' as const,
      title: trans.__('Padding with -1: use a valid id and padding_idx'),
      detail: trans.__('Embeddings take no negative ids.'),
      code: 'nn.Embedding(num_embeddings, dim, padding_idx=0)'
    };
    const negative = {
      safety: 'check' as const,
      title: trans.__('Replace -1 and other marks before the operation'),
      detail: trans.__(
        'gather, scatter and one_hot take no negative index; for one_hot give num_classes larger than every value.'
      ),
      code: 'index = index.clamp(min=0)  # then mask the results that came from marks'
    };
    return {
      title: title(trans, values),
      cause: cause(trans, values),
      fixes: [
        ...(lookup
          ? [ids, grow, positions, padding]
          : values.op === 'gather-any'
            ? [index, ids, grow, negative]
            : [index, negative]),
        rerunBlocking(trans),
        restartKernel(trans)
      ],
      notThis: [
        trans.__(
          'The assertion names n_classes: then a class label is out of range.'
        ),
        trans.__(
          'On the CPU the same mistake gives an IndexError that names the value.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: Embedding, num_embeddings and padding_idx'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Embedding.html'
        },
        {
          title: trans.__('PyTorch: gather, range of the index'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.gather.html'
        },
        LINKS.asynchronous(trans)
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        '/pytorch/aten/src/ATen/native/cuda/IndexKernel.cu:113: operator(): block: [4195,0,0], thread: [32,0,0] Assertion `-sizes[i] <= index && index < sizes[i] && "index out of bou',
      torch: '2.8',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'CUDA error: device-side assert triggered',
      stderr:
        '../aten/src/ATen/native/cuda/Indexing.cu:1290: indexSelectLargeIndex: block: [49,0,0], thread: [0,0,0] Assertion `srcIndex < srcSelectDimSize` failed.\n',
      source:
        'emb = nn.Embedding(1000, 64).cuda()\nemb(ids.cuda()).sum().item()',
      torch: '2.4',
      origin: 'reference',
      values: { op: 'lookup', rows: '1000' }
    },
    {
      ename: 'AcceleratorError',
      evalue: 'CUDA error: device-side assert triggered',
      stderr:
        '/pytorch/aten/src/ATen/native/cuda/IndexKernelUtils.cu:16: vectorized_gather_kernel: block: [1,0,0], thread: [0,0,0] Assertion `ind >=0 && ind < ind_dim_size && "vectorized gather kernel index out of bounds"` failed.\n',
      torch: '2.8',
      origin: 'reference',
      values: { op: 'gather-any' }
    },
    {
      ename: 'AcceleratorError',
      evalue: 'CUDA error: device-side assert triggered',
      stderr:
        '/tmp/torchinductor_me/ab/cab.py:22: unknown: block: [3,0,0], thread: [5,0,0] Assertion `index out of bounds: 0 <= tmp4 < 50257` failed.\n',
      torch: '2.10',
      origin: 'reference',
      values: { size: '50257' }
    },
    {
      ename: 'AcceleratorError',
      evalue: 'CUDA error: device-side assert triggered',
      stderr:
        '[CUDA_KERNEL_ASSERT] /pytorch/aten/src/ATen/native/cuda/IndexKernelUtils.cu:16: vectorized_gather_kernel: block: [1,0,0], thread: [0,0,0]: Assertion failed: `ind >=0 && ind < ind_dim_size && "vectorized gather kernel index out of bounds"`: Expected 0 <= index < ind_dim_size(10), but got index = 12\n',
      torch: '2.10',
      origin: 'reference',
      values: { size: '10', index: '12' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuda runtime error (59) : device-side assert triggered at /pytorch/aten/src/THC/generic/THCTensorCopy.cpp:70',
      stderr:
        '/pytorch/aten/src/THC/THCTensorScatterGather.cu:130: void THCudaTensor_scatterKernel(TensorInfo<Real, IndexType>, TensorInfo<Real, IndexType>, TensorInfo<long, IndexType>, int, IndexType) [with IndexType = unsigned int, Real = float, Dims = 2]: block: [0,0,0], thread: [16,0,0] Assertion `indexValue >= 0 && indexValue < tensor.sizes[dim]` failed.\n',
      torch: '1.0',
      origin: 'reference',
      values: { op: 'gather' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue: 'CUDA error: device-side assert triggered',
      stderr:
        '../aten/src/ATen/native/cuda/Loss.cu:240: nll_loss_forward_reduce_cuda_kernel_2d: block: [0,0,0], thread: [1,0,0] Assertion `t >= 0 && t < n_classes` failed.\n'
    },
    { ename: 'IndexError', evalue: 'index out of range in self' },
    {
      ename: 'IndexError',
      evalue: 'index 5 is out of bounds for axis 0 with size 3'
    }
  ]
};

export default entry;
