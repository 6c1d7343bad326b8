import type { IEntry, IFix, ITranslate } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { LINKS } from './shared/links';

/** aten/src/ATen/native/Memory.cpp and its forerunners. */
const PINNED =
  /cannot pin ["'](?<type>torch\.(?:cuda\.)?\w{1,30})["'] only dense CPU tensors can be pinned/;

/** torch/csrc/StorageSharing.cpp: the driver shares no memory of the GPU. */
const SHARED =
  /(?:\(801\)|\(71\)|error=(?:801|71)) ?: ?operation not supported at \S{0,200}StorageSharing|StorageSharing\.cpp line=\d{1,5} error=(?:801|71) ?: ?operation not supported/;

/** torch/multiprocessing/reductions.py. */
const GRAPH =
  /Cowardly refusing to serialize non-leaf tensor which requires_grad/;

function firstFix(trans: ITranslate, kind: string | undefined): IFix {
  if (kind === 'graph') {
    return {
      safety: 'safe',
      title: trans.__('Detach the tensor before it leaves the process'),
      code: 'return embedding.detach()'
    };
  }
  return {
    safety: 'safe',
    title: trans.__('Keep the data on the CPU, move each batch'),
    code: 'for x, y in loader:\n    x, y = x.to(device), y.to(device)'
  };
}

/** Tensors on a GPU, or with a graph, on their way through a loader. */
const entry: IEntry = {
  id: 'dataloader/gpu-samples',
  answers: [
    "cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned",
    'cuda runtime error (801) : operation not supported at ..\\torch/csrc/generic/StorageSharing.cpp:247',
    'Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not support crossing process boundaries.'
  ],
  refines: ['dataloader/worker-exception', 'dataloader/pin-memory-thread'],
  signs: [
    ...said(PINNED, { read: ({ type }) => ({ kind: 'pinned', type }) }),
    ...said(SHARED, ofKind('shared')),
    ...said(GRAPH, ofKind('graph'))
  ],
  page(trans, { kind, type }) {
    const graph = kind === 'graph';
    return {
      title: graph
        ? trans.__('A tensor with a graph cannot change the process')
        : trans.__('The loader’s samples are on the GPU already'),
      cause: graph
        ? trans.__(
            'A worker sends a tensor that was computed from parameters. Its graph stays behind in the worker, so PyTorch refuses.'
          )
        : kind === 'shared'
          ? trans.__(
              'A tensor on the GPU goes from one process to another, and this system cannot share the memory of a GPU. Windows and WSL cannot.'
            )
          : trans.__(
              'pin_memory=True prepares batches in the memory of the CPU for the way to the GPU. The dataset returns %1, which is there already.',
              type ?? 'torch.cuda.FloatTensor'
            ),
      fixes: [
        firstFix(trans, kind),
        graph
          ? {
              safety: 'check',
              title: trans.__('Or compute it in the training loop'),
              detail: trans.__(
                'The dataset then returns numbers only, and the gradient flows.'
              )
            }
          : {
              safety: 'safe',
              title: trans.__('Or leave it there: no pinning, no workers'),
              code: 'loader = DataLoader(dataset, batch_size=32, pin_memory=False, num_workers=0)'
            }
      ],
      notThis: [
        trans.__(
          '“Cannot re-initialize CUDA in forked subprocess” is another error: a worker used CUDA itself.'
        )
      ],
      links: [
        { title: trans.__('PyTorch: torch.utils.data'), url: LINKS.data },
        {
          title: trans.__('PyTorch: sharing between processes'),
          url: LINKS.sharing
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        "cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned",
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'pinned', type: 'torch.cuda.FloatTensor' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuda runtime error (801) : operation not supported at ..\\torch/csrc/generic/StorageSharing.cpp:247',
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'shared' }
    },
    {
      kind: 'text',
      stderr:
        'THCudaCheck FAIL file=C:\\torch\\csrc\\generic\\StorageSharing.cpp line=232 error=71 : operation not supported\n',
      torch: '1.0',
      origin: 'reference',
      values: { kind: 'shared' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not support crossing process boundaries.  If you just want to transfer the data, call detach() on the tensor before serializing (e.g., putting it on the queue).',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'graph' }
    }
  ],
  nearMisses: [
    {
      ename: 'OSError',
      evalue: '[Errno 95] Operation not supported'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the "spawn" start method'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'from multiprocessing.reduction import ForkingPickler',
      'import torch.multiprocessing',
      'weight = torch.ones(2, requires_grad=True)',
      'ForkingPickler.dumps(weight * 2)'
    ].join('\n'),
    fixed: [
      'import torch',
      'from multiprocessing.reduction import ForkingPickler',
      'import torch.multiprocessing',
      'weight = torch.ones(2, requires_grad=True)',
      'ForkingPickler.dumps((weight * 2).detach().clone())'
    ].join('\n')
  }
};

export default entry;
