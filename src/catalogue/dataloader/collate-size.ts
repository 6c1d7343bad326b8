import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { told } from '../fix';

import { said } from '../said';
import { usesWorkers } from './shared/context';
import { LINKS } from './shared/links';
import { COLLATE_SIZE_EXAMPLES } from './shared/collate-size-examples';
import { isInCollator, readPadding, UNABLE } from './shared/padding';
import { sizeWords } from './shared/size-words';
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

/** `torch/utils/data/_utils/collate.py`, of samples that are dictionaries. */
const OF_DICTIONARIES = /\bkey: (?:default_)?collate\(/;

/** One dimension: of texts, or of their labels. */
const ROW = /^\[\d+\]$/;

function kindOf(
  { first = '', other = '' }: Values,
  reading: IReading
): string | undefined {
  if (stacksItself(reading)) {
    return 'own';
  }
  if (isInCollator(reading) && ROW.test(first) && ROW.test(other)) {
    return 'tokens';
  }
  return OF_DICTIONARIES.test(reading.code) ? 'dictionaries' : undefined;
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
    'invalid argument 0: Sizes of tensors must match except in dimension 0. Got 1 and 3 in dimension 1',
    "Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length."
  ],
  refines: [
    'dataloader/worker-exception',
    'tensor/cat-size',
    'tensor/numpy-object'
  ],
  signs: [
    ...said(/stack expects each tensor to be equal size/, {
      read: (groups, reading) => {
        const sizes = readSizes(groups, reading);
        return { ...sizes, kind: kindOf(sizes, reading) };
      }
    }),
    ...said(/each element in list of batch should be of equal size/),
    // fastai's, in words of its own.
    ...said(
      /collate the data into batches with fa_collate, at least two tensors in the batch are not the same size(?<fastai>[^`]{1,60}`TensorImage)?/,
      { read: ({ fastai }) => ({ kind: fastai && 'fastai' }) }
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
      read: (groups, reading) =>
        reading.mentions('transformers') ? readPadding(groups, reading) : {}
    }),
    ...said(UNABLE, { read: readPadding })
  ],
  page(trans, values) {
    return {
      ...told(sizeWords(trans, values)),
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
  examples: COLLATE_SIZE_EXAMPLES,
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        'Asking to truncate to max_length but no maximum length is provided and the model has no predefined maximum length.'
    },
    {
      ename: 'ValueError',
      evalue:
        'Unable to create tensor returning overflowing tokens of different lengths. Please see if a fast version of this tokenizer is available.'
    },
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
