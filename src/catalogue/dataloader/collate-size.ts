import type { IEntry, IReading, Values } from '../../diagnosis/types';

import { said } from '../said';
import { usesWorkers } from './shared/context';
import { LINKS } from './shared/links';
import { sizeFixes } from './shared/size-fixes';
import { textFrom } from './shared/text-from';

/** torch up to 1.1 had default_collate in dataloader.py. */
function inCollate(reading: IReading): boolean {
  return (
    /, in default_collate\b/.test(reading.log) ||
    reading.exceptions.some(one =>
      one.frames.some(
        frame =>
          /_utils[\\/]collate\.py$/.test(frame.file) ||
          frame.func === 'default_collate'
      )
    )
  );
}

/** Collate functions of other libraries, and those that take `features`. */
function collates(reading: IReading): boolean {
  return (
    inCollate(reading) ||
    reading.mentions('collat') ||
    reading.mentions('for f in features')
  );
}

/** A function of the user's that puts a batch together, by its name. */
function ownCollate(reading: IReading): boolean {
  return reading.exceptions.some(one =>
    one.frames.some(frame => /collat/i.test(frame.func))
  );
}

/** A line of the user's that stacks, with no loader around it. */
function stacksItself({ exceptions }: IReading): boolean {
  const frames = exceptions.flatMap(one => one.frames);
  const last = frames[frames.length - 1];
  return (
    last !== undefined &&
    last.place !== 'library' &&
    /\bstack\(/.test(last.code) &&
    !/collat/i.test(last.func) &&
    frames.every(({ file }) => !/utils[\\/]data[\\/]/.test(file))
  );
}

function makesBatch(reading: IReading): boolean {
  return inCollate(reading) || usesWorkers(reading);
}

/** CUDA's cat; a batch is put together on the CPU. */
function onCpu(reading: IReading): boolean {
  return !reading.mentions('/THC/');
}

/** `but got [2] at entry 0 and [3] at entry 1`. */
function readSizes(_: Values, reading: IReading): Values {
  const text = textFrom(reading, 'stack expects each tensor');
  const [first, other] = [...text.matchAll(/(\[[\d, ]*\]) at entry (\d+)/g)];
  return { first: first?.[1], other: other?.[1], entry: other?.[2] };
}

/** `Got 1 and 3 in dimension 1`, `Expected size 1 but got size 3`. */
function readPair(_: Values, reading: IReading): Values {
  const text = textFrom(reading, 'Sizes of tensors must match');
  const [, a, b] =
    /(?:Got|Expected size) (\d+) (?:and|but got size) (\d+)/.exec(text) ?? [];
  return { a, b };
}

const entry: IEntry = {
  id: 'dataloader/collate-size',
  answers: [
    'stack expects each tensor to be equal size, but got [3, 224, 224] at entry 0 and [3, 180, 224] at entry 1',
    'Trying to resize storage that is not resizable',
    'each element in list of batch should be of equal size',
    'invalid argument 0: Sizes of tensors must match except in dimension 0. Got 1 and 3 in dimension 1'
  ],
  refines: [
    'dataloader/worker-exception',
    'tensor/cat-size',
    'tensor/numpy-object'
  ],
  signs: [
    ...said(/stack expects each tensor to be equal size/, {
      read: (groups, reading) => ({
        ...readSizes(groups, reading),
        kind: stacksItself(reading) ? 'own' : undefined
      })
    }),
    ...said(/each element in list of batch should be of equal size/),
    // fastai's, in words of its own.
    ...said(
      /collate the data into batches with fa_collate, at least two tensors in the batch are not the same size/
    ),
    // From a worker: the batch's shared storage has the size of the first.
    {
      where: 'message',
      pattern: /Trying to resize storage that is not resizable/,
      when: makesBatch
    },
    ...said(/Trying to resize storage that is not resizable/, {
      confidence: 'likely'
    }),
    // torch.stack(batch, 0) up to 1.4.
    ...said(
      /invalid argument 0: Sizes of tensors must match except in dimension 0\. Got/,
      { when: onCpu, confidence: 'likely', read: readPair }
    ),
    {
      where: 'message',
      pattern: /Sizes of tensors must match except in dimension 0/,
      when: inCollate,
      read: readPair
    },
    {
      where: 'message',
      pattern:
        /Sizes of tensors must match except in dimension \d|Tensors must have same number of dimensions/,
      when: ownCollate,
      confidence: 'likely',
      read: readPair
    },
    {
      where: 'message',
      pattern: /inconsistent tensor sizes?|cannot unsqueeze empty tensor/,
      when: inCollate
    },
    // A collate function that makes one tensor of lists of numbers.
    ...said(/xpected sequence of length \d+ at dim \d+ \(got \d+\)/, {
      when: collates,
      read: (_, reading) => ({
        kind: reading.mentions('transformers') ? 'tokens' : undefined
      })
    })
  ],
  page(trans, values) {
    const { first, other, entry: index, a, b, kind } = values;
    const known = first !== undefined && other !== undefined;
    const short = `${first}${other}`.length <= 28;
    return {
      title:
        known && short
          ? kind === 'own'
            ? trans.__('Stacked tensors differ: %1 and %2', first, other)
            : trans.__('Samples of a batch differ: %1 and %2', first, other)
          : trans.__('The samples of one batch differ in size'),
      cause:
        known && kind === 'own'
          ? trans.__(
              'torch.stack() needs tensors of one and the same shape: entry 0 has %1, entry %2 has %3. Often they are the outputs of a loop over batches, and the last batch is shorter.',
              first,
              index,
              other
            )
          : known
            ? trans.__(
                'A batch is one tensor, so all its samples must have the same shape: entry 0 has %1, entry %2 has %3. Often images of different sizes, grey and colour images mixed, or texts of different lengths.',
                first,
                index,
                other
              )
            : a !== undefined && b !== undefined
              ? trans.__(
                  'A batch is one tensor, so all its samples must have the same shape: here %1 meets %2. Often images of different sizes, grey and colour images mixed (1 and 3 channels), or texts of different lengths.',
                  a,
                  b
                )
              : trans.__(
                  'A batch is one tensor, so all its samples must have the same shape, and these have not. Often images of different sizes, grey and colour images mixed, or texts of different lengths.'
                ),
      fixes: sizeFixes(trans, values),
      notThis: [
        trans.__(
          'The traceback ends in your own torch.stack or torch.cat, outside a DataLoader: then those tensors differ, not the samples.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: working with collate_fn'),
          url: LINKS.collate
        },
        {
          title: trans.__('PyTorch: stack, all tensors need the same size'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.stack.html'
        },
        {
          title: trans.__('PyTorch: pad_sequence'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pad_sequence.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'Error when trying to collate the data into batches with fa_collate, at least two tensors in the batch are not the same size.\n\nMismatch found on axis 1 of the batch and is of type `TensorBBox`:\n\tItem at index 0 has shape: torch.Size([6, 4])\n\tItem at index 1 has shape: torch.Size([1, 4])',
      torch: '1.8',
      origin: 'reference'
    },
    {
      ename: 'ValueError',
      evalue: 'expected sequence of length 37 at dim 1 (got 40)',
      traceback:
        'Traceback (most recent call last):\n  File "/usr/lib/python3.11/site-packages/transformers/data/data_collator.py", line 158, in torch_default_data_collator\n    batch[k] = torch.tensor([f[k] for f in features])\nValueError: expected sequence of length 37 at dim 1 (got 40)',
      torch: '2.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'stack expects each tensor to be equal size, but got [2] at entry 0 and [3] at entry 1',
      torch: '2.13',
      origin: 'run',
      values: { first: '[2]', other: '[3]', entry: '1' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Caught RuntimeError in DataLoader worker process 0.\nOriginal Traceback (most recent call last):\n  File "/env/lib/python3.11/site-packages/torch/utils/data/_utils/worker.py", line 374, in _worker_loop\n    data = fetcher.fetch(index)  # type: ignore[possibly-undefined]\n           ^^^^^^^^^^^^^^^^^^^^\n  File "/env/lib/python3.11/site-packages/torch/utils/data/_utils/collate.py", line 272, in collate_tensor_fn\n    out = elem.new(storage).resize_(len(batch), *list(elem.size()))\nRuntimeError: Trying to resize storage that is not resizable\n',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue: 'each element in list of batch should be of equal size',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'invalid argument 0: Sizes of tensors must match except in dimension 0. Got 1 and 3 in dimension 1 at /pytorch/aten/src/TH/generic/THTensorMoreMath.cpp:1307',
      torch: '1.0',
      origin: 'reference',
      values: { a: '1', b: '3' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'Sizes of tensors must match except in dimension 1. Expected size 24 but got size 23 for tensor number 1 in the list.'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'invalid argument 0: Sizes of tensors must match except in dimension 1. Got 14 and 13 in dimension 0 at /opt/conda/conda-bld/pytorch/aten/src/THC/generic/THCTensorMath.cu:83'
    },
    {
      ename: 'ValueError',
      evalue: 'all input arrays must have the same shape'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'from torch.utils.data import DataLoader',
      'texts = [torch.tensor([1, 2]), torch.tensor([3, 4, 5])]',
      'for batch in DataLoader(texts, batch_size=2, num_workers=1):',
      '    pass'
    ].join('\n'),
    fixed: [
      'import torch',
      'from torch.nn.utils.rnn import pad_sequence',
      'from torch.utils.data import DataLoader',
      'texts = [torch.tensor([1, 2]), torch.tensor([3, 4, 5])]',
      'def collate(batch):',
      '    return pad_sequence(batch, batch_first=True)',
      'for batch in DataLoader(texts, batch_size=2, num_workers=1, collate_fn=collate):',
      '    assert batch.shape == (2, 3)'
    ].join('\n')
  }
};

export default entry;
