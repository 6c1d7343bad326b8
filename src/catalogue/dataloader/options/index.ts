import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { Edit } from '../../../code/types';
import { firstBatch, withoutOptions } from '../../shared/edits/loader';
import { define } from '../../define';
import { check } from '../../fix';
import { classBody, definitionOf } from '../../shared/visible-code';
import { messageOrLog } from '../../signs';

/** Whether a sampler drew: `torch.multinomial` says the same. */
function drawn({ code, exceptions }: IReading): boolean {
  return (
    /Sampler\(/.test(code) ||
    exceptions.some(({ frames }) =>
      frames.some(({ file }) => /data[\\/]sampler\.py$/.test(file))
    )
  );
}

/** The check of TensorDataset in torch up to 1.8, which has no words. */
function checksTensors({ code }: IReading): boolean {
  return /\btensors\[0\]\.size\(0\) == tensor\.size\(0\)/.test(code);
}

/** The list that a data set of the cells takes its samples from; null for none. */
function samplesOf({ dataset = '' }: Values, reading: IReading): string | null {
  const body = classBody(dataset, reading);
  const item = definitionOf('__getitem__', reading, dataset)?.body.join('\n');
  return body === null || item === undefined
    ? null
    : (/\bself\.(?<list>[a-z_]\w{0,30})(?:\.iloc)?\[/i.exec(item)?.groups
        ?.list ?? 'samples');
}

/** What `random_split` was given, as far as the kernel knows it. */
function splitOf({ incident: { machine } }: IReading): {
  readonly dataset?: string;
  readonly length?: string;
  readonly parts?: string;
} {
  const split = machine?.split;
  return {
    dataset: split?.type,
    length: split?.length?.toString(),
    parts: split?.parts?.toString()
  };
}

function refused(trans: ITranslate, option: string): string {
  return trans.__('DataLoader refuses its argument: %1', option);
}

function change(trans: ITranslate, code: string, edit?: Edit): IFix[] {
  const title = trans.__('Change the call');
  return [{ safety: 'safe', title, code, ...(edit ? { edit } : {}) }];
}

/**
 * Checks of `DataLoader.__init__`, samplers, `TensorDataset` and
 * `random_split`, and of a loader that is made already.
 */
export default define({
  id: 'dataloader/options',
  answers: [
    'prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable multiprocessing, otherwise set prefetch_factor to None.',
    'persistent_workers option needs num_workers > 0',
    'sampler option is mutually exclusive with shuffle',
    'batch_size should be a positive integer value, but got batch_size=0',
    'Sum of input lengths does not equal the length of the input dataset!',
    "'DataLoader' object is not subscriptable",
    'Size mismatch between tensors',
    'batch_size attribute should not be set after DataLoader is initialized'
  ],
  values: ['option', 'dataset', 'length', 'parts', 'list'],
  known: splitOf,
  signs: messageOrLog(
    /(?<option>prefetch_factor|persistent_workers|timeout|num_workers) option (?:could only be specified in multiprocessing|needs num_workers|should be non-negative|cannot be negative)/,
    {
      read: ({ option }) => ({
        kind:
          option === 'prefetch_factor' || option === 'persistent_workers'
            ? option
            : 'range',
        option
      })
    }
  ),
  kinds: {
    unsized: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^object of type ["'](?<dataset>\w{1,60})["'] has no len\(\)$/,
          when: reading =>
            samplesOf(
              /object of type ["'](?<dataset>\w{1,60})["']/.exec(
                reading.exceptions[0]?.message ?? ''
              )?.groups ?? {},
              reading
            ) !== null,
          confidence: 'likely',
          read: (groups, reading) => ({
            list: samplesOf(groups, reading) ?? undefined
          })
        }
      ],
      words: (trans, { dataset, list = 'samples' }) => ({
        title: trans.__('The data set does not say how long it is'),
        cause: trans.__(
          'The class %1 has __getitem__() and no __len__(), and to draw or count samples the loader has to know how many there are.',
          dataset ?? 'Dataset'
        ),
        fixes: [
          check(
            trans.__('Give the class its length, and make it anew'),
            `def __len__(self):\n    return len(self.${list})`,
            trans.__(
              'Spelt with two underscores on each side, and indented like __getitem__.'
            )
          )
        ]
      })
    },
    range: {
      signs: messageOrLog(
        /(?<option>batch_size) should be a positive integ\w{1,6} value, but got batch_size/
      ),
      words: (trans, { option }) => ({
        title:
          option === undefined
            ? trans.__('These DataLoader arguments do not go together')
            : refused(trans, option),
        cause:
          option === undefined
            ? trans.__(
                'The loader checks its arguments when it is made, and two of them contradict each other or one is out of range.'
              )
            : trans.__(
                'batch_size must be a whole number of at least 1; num_workers and timeout must not be negative.'
              ),
        fixes: change(
          trans,
          'DataLoader(dataset, batch_size=int(batch_size), num_workers=0)'
        )
      })
    },
    prefetch_factor: {
      words: trans => ({
        title: refused(trans, 'prefetch_factor'),
        cause: trans.__(
          'prefetch_factor says how many batches each worker prepares, so it needs num_workers of at least 1.'
        ),
        fixes: change(
          trans,
          'DataLoader(dataset, num_workers=2, prefetch_factor=2)',
          withoutOptions('prefetch_factor')
        )
      })
    },
    persistent_workers: {
      words: trans => ({
        title: refused(trans, 'persistent_workers'),
        cause: trans.__(
          'persistent_workers keeps the workers after an epoch, so it needs num_workers of at least 1.'
        ),
        fixes: change(
          trans,
          'DataLoader(dataset, num_workers=2, persistent_workers=True)',
          withoutOptions('persistent_workers')
        )
      })
    },
    multiprocessing_context: {
      signs: messageOrLog(
        /multiprocessing_context (?:can only be used with multi-process loading|option should specify a valid start method)/
      ),
      words: trans => ({
        title: refused(trans, 'multiprocessing_context'),
        cause: trans.__(
          'multiprocessing_context says how workers are started, so it needs num_workers of at least 1, and is “fork”, “spawn” or “forkserver”.'
        ),
        fixes: change(
          trans,
          "DataLoader(dataset, num_workers=2, multiprocessing_context='spawn')",
          withoutOptions('multiprocessing_context')
        )
      })
    },
    sampler: {
      signs: messageOrLog(
        /(?<option>batch_sampler|sampler) (?:option )?is mutually exclusive with (?:shuffle|batch_size|sampler)/
      ),
      words: (trans, { option = 'sampler' }) => ({
        title: refused(trans, option),
        cause: trans.__(
          'A sampler decides the order itself, so shuffle must stay off; a batch_sampler decides the batches, so batch_size, shuffle, sampler and drop_last must stay off too.'
        ),
        fixes: change(
          trans,
          'DataLoader(dataset, batch_size=8, sampler=sampler)',
          option === 'batch_sampler'
            ? withoutOptions('batch_size', 'shuffle', 'sampler', 'drop_last')
            : withoutOptions('shuffle')
        )
      })
    },
    drop_last: {
      signs: messageOrLog(
        /batch_size=None option disables auto-batching and is mutually exclusive with/
      ),
      words: trans => ({
        title: refused(trans, 'drop_last'),
        cause: trans.__(
          'batch_size=None gives single samples, so there is no last batch to drop.'
        ),
        fixes: change(
          trans,
          'DataLoader(dataset, batch_size=None)',
          withoutOptions('drop_last', 'shuffle')
        )
      })
    },
    iterable: {
      signs: messageOrLog(
        /DataLoader with IterableDataset: expected unspecified/
      ),
      words: trans => ({
        title: refused(trans, 'IterableDataset'),
        cause: trans.__(
          'An IterableDataset gives its samples in its own order, so shuffle and sampler must stay off. Shuffle inside its __iter__.'
        ),
        fixes: change(
          trans,
          'DataLoader(iterable_dataset, batch_size=8)',
          withoutOptions('shuffle', 'sampler')
        )
      })
    },
    lengths: {
      signs: messageOrLog(
        /Sum of input lengths does not equal the length of the input dataset/
      ),
      words: (trans, { dataset, length, parts }) => ({
        title: trans.__('The parts do not add up to the whole dataset'),
        cause:
          dataset && length && parts
            ? trans.__(
                'random_split was given lengths that add up to %1, and a %2 of length %3. They must be equal; fractions that add up to 1 are rounded for you.',
                parts,
                dataset,
                length
              )
            : trans.__(
                'The lengths given to random_split must add up to the length of the dataset; fractions that add up to 1 are rounded for you.'
              ),
        fixes: change(trans, 'train, test = random_split(dataset, [0.8, 0.2])')
      })
    },
    loop: {
      // Python's words for what the class lacks.
      signs: messageOrLog(
        /["']DataLoader["'] object (?:is not (?:subscriptable|an iterator|callable)|does not support indexing|has no attribute ["'](?:next|__next__|__getitem__)["'])/
      ),
      words: trans => ({
        title: trans.__('A DataLoader has no index and no next batch'),
        cause: trans.__(
          'A DataLoader can only be looped over. For one batch make an iterator of it; a single sample is in its dataset.'
        ),
        fixes: change(
          trans,
          'x, y = next(iter(loader))\nx, y = loader.dataset[0]',
          firstBatch
        )
      })
    },
    after: {
      signs: messageOrLog(
        /\b(?:batch_size|batch_sampler|sampler|drop_last|dataset|persistent_workers) attribute should not be set after \w{1,40} is initialized/
      ),
      words: trans => ({
        title: trans.__('A DataLoader cannot be changed once it is made'),
        cause: trans.__(
          'A DataLoader is fixed once it is made: batch_size, sampler, drop_last and dataset cannot be set later. Make a new one; it costs nothing.'
        ),
        fixes: change(
          trans,
          'loader = DataLoader(loader.dataset, batch_size=64, shuffle=True)'
        )
      })
    },
    tensors: {
      signs: [
        {
          where: 'message',
          pattern: /^Size mismatch between tensors$/
        },
        {
          where: 'log',
          pattern:
            /(?:Assertion|Value)Error: Size mismatch between tensors(?: |$)/
        },
        {
          where: 'message',
          pattern: /^$/,
          ename: /^AssertionError$/,
          when: checksTensors
        }
      ],
      words: trans => ({
        title: trans.__('The tensors of the dataset differ in length'),
        cause: trans.__(
          'A TensorDataset takes row i of each tensor, so all must have the same number of rows. Print their shapes: usually x and y were cut or filtered differently, or one of them is transposed.'
        ),
        fixes: change(
          trans,
          'print(x.shape, y.shape)\nassert len(x) == len(y)\ndataset = TensorDataset(x, y)'
        )
      })
    },
    datasets: {
      signs: messageOrLog(/\bSize mismatch between datasets\b/),
      words: trans => ({
        title: trans.__('The datasets of a StackDataset differ in length'),
        cause: trans.__(
          'A StackDataset takes sample i of each dataset, so all must be equally long. Usually one of them was filtered or cut, or ConcatDataset, one behind the other, was meant.'
        ),
        fixes: change(
          trans,
          'print(len(a), len(b))\ndataset = StackDataset(a, b)  # or ConcatDataset([a, b])'
        )
      })
    },
    num_samples: {
      signs: messageOrLog(
        /num_samples should be a positive integ\w{1,6} value, but got num_samples=(?!0(?![\d.]))/
      ),
      words: trans => ({
        title: trans.__('The sampler needs a whole number of samples'),
        cause: trans.__(
          'num_samples says how many samples an epoch draws, and must be a whole number of at least 1. A division with / gives another kind of number.'
        ),
        fixes: change(
          trans,
          'sampler = WeightedRandomSampler(weights, num_samples=len(weights))'
        )
      })
    },
    draw: {
      signs: messageOrLog(
        /cannot sample n_sample > prob_dist\.size\(-?\d\) samples without replacement/,
        { when: drawn }
      ),
      words: trans => ({
        title: trans.__('The sampler should draw more samples than there are'),
        cause: trans.__(
          'Without replacement each sample can be drawn once, and more are asked for than have a weight. The weights belong to samples, one each, not to classes.'
        ),
        fixes: change(
          trans,
          'weights = class_weights[labels]  # one for each sample\nsampler = WeightedRandomSampler(weights, num_samples=len(weights), replacement=True)'
        )
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__('A dataset of length 0 gives another message (num_samples=0).')
    ],
    links: [
      {
        title: trans.__('PyTorch: the arguments of DataLoader'),
        url: 'https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.DataLoader'
      }
    ]
  })
});
