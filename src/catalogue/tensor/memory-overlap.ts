import type { IEntry, Values } from '../../diagnosis/types';
import { said } from '../said';

/** aten/src/ATen/MemoryOverlap.cpp, since 1.2. */
const INTERNAL =
  /more than one element of the written-to tensor refers to a single memory location/;

const PARTIAL =
  /(?:some elements of the input tensor and the written-to tensor refer to a single memory location|the input tensors? cannot refer to any of the output memory locations)/;

const LOADED =
  /While copying the parameter named ["'](?<name>[\w.:/-]{1,200})["'], whose dimensions [^"']{1,250}["']unsupported operation: (?:more than one|some) elements? of the/;

const entry: IEntry = {
  id: 'tensor/memory-overlap',
  answers: [
    'unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor before performing the operation.',
    'unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. Please clone() the tensor before performing the operation.'
  ],
  refines: ['model/state-dict-size'],
  signs: [
    ...said(LOADED, {
      read: ({ name }: Values): Values => ({ name, kind: 'loaded' })
    }),
    ...said(INTERNAL),
    ...said(PARTIAL, { read: (): Values => ({ source: 'input' }) })
  ],
  page(trans, { kind, source, name }) {
    const own = source === 'input';
    const loaded = kind === 'loaded';
    return {
      title: own
        ? trans.__('It reads and writes the same part of a tensor')
        : trans.__('Several elements of the tensor share one place'),
      cause: own
        ? trans.__(
            'What is read and what is written overlap in memory, as in x[1:] = x[:-1]: a value could be overwritten before it is read.'
          )
        : loaded
          ? trans.__(
              'The buffer “%1” of the model was made by expand(), which repeats a tensor without copying it. load_state_dict() cannot write different values into one place.',
              name ?? trans.__('of that name')
            )
          : trans.__(
              'expand() and broadcasting repeat a tensor without copying it: many elements lie at one place in memory. Writing into it (x[…] = …, copy_(), add_() and other in-place operations) is refused.'
            ),
      fixes: [
        own
          ? {
              safety: 'safe',
              title: trans.__('Copy what is read first'),
              code: 'x[1:] = x[:-1].clone()'
            }
          : loaded
            ? {
                safety: 'safe',
                title: trans.__('Give the buffer memory of its own'),
                code: "self.register_buffer('position_ids', torch.arange(n).expand(1, -1).clone())"
              }
            : {
                safety: 'safe',
                title: trans.__('Copy the expanded tensor before writing'),
                code: 'x = x.expand(2, 3).clone()\nx.add_(1)'
              },
        own
          ? {
              safety: 'safe',
              title: trans.__('To shift a tensor: make a new one'),
              code: 'x = torch.roll(x, 1, dims=0)'
            }
          : {
              safety: 'check',
              title: trans.__('Or repeat it with copies'),
              detail: trans.__('repeat() needs memory for each copy.'),
              code: 'x = x.repeat(2, 1)'
            },
        loaded
          ? {
              safety: 'check',
              title: trans.__(
                'In a model of a library: mend it before loading'
              ),
              code: 'for module in model.modules():\n    for name, buffer in module.named_buffers(recurse=False):\n        setattr(module, name, buffer.clone())'
            }
          : {
              safety: 'check',
              title: trans.__('Or compute out of place'),
              code: 'y = x + 1  # not x.add_(1), x += 1'
            }
      ],
      notThis: [
        trans.__(
          '“modified by an inplace operation” comes from backward(): there the write itself worked.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: expand and writing into its result'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.expand.html'
        },
        {
          title: trans.__('PyTorch: tensor views'),
          url: 'https://docs.pytorch.org/docs/stable/tensor_view.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor before performing the operation.',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. Please clone() the tensor before performing the operation.',
      torch: '2.13',
      origin: 'run',
      values: { source: 'input' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Module:\n\tWhile copying the parameter named "p", whose dimensions in the model are torch.Size([2, 5]) and whose dimensions in the checkpoint are torch.Size([2, 5]), an exception occurred : (\'unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor before performing the operation.\',).',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'loaded', name: 'p' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'one of the variables needed for gradient computation has been modified by an inplace operation'
    },
    {
      ename: 'ValueError',
      evalue: 'output array is read-only: elements refer to a single location'
    }
  ],
  reproduction: {
    raises: ['import torch', 'x = torch.arange(5.)', 'x[1:] = x[:-1]'].join(
      '\n'
    ),
    fixed: [
      'import torch',
      'x = torch.arange(5.)',
      'x[1:] = x[:-1].clone()'
    ].join('\n')
  }
};

export default entry;
