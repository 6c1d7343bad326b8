import type { ITranslate } from '../../../diagnosis/types';

/** What each refused combination needs, by the option that was named. */
export function optionAdvice(
  trans: ITranslate,
  option: string | undefined
): { rule: string; code: string } {
  switch (option) {
    case 'prefetch_factor':
      return {
        rule: trans.__(
          'prefetch_factor says how many batches each worker prepares, so it needs num_workers of at least 1.'
        ),
        code: 'DataLoader(dataset, num_workers=2, prefetch_factor=2)'
      };
    case 'persistent_workers':
      return {
        rule: trans.__(
          'persistent_workers keeps the workers after an epoch, so it needs num_workers of at least 1.'
        ),
        code: 'DataLoader(dataset, num_workers=2, persistent_workers=True)'
      };
    case 'sampler':
    case 'batch_sampler':
      return {
        rule: trans.__(
          'A sampler decides the order itself, so shuffle must stay off; a batch_sampler decides the batches, so batch_size, shuffle, sampler and drop_last must stay off too.'
        ),
        code: 'DataLoader(dataset, batch_size=8, sampler=sampler)'
      };
    case 'IterableDataset':
      return {
        rule: trans.__(
          'An IterableDataset gives its samples in its own order, so shuffle and sampler must stay off. Shuffle inside its __iter__.'
        ),
        code: 'DataLoader(iterable_dataset, batch_size=8)'
      };
    case 'lengths':
      return {
        rule: trans.__(
          'The lengths given to random_split must add up to the length of the dataset; fractions that add up to 1 are rounded for you.'
        ),
        code: 'train, test = random_split(dataset, [0.8, 0.2])'
      };
    case 'loop':
      return {
        rule: trans.__(
          'A DataLoader can only be looped over. For one batch make an iterator of it; a single sample is in its dataset.'
        ),
        code: 'x, y = next(iter(loader))\nx, y = loader.dataset[0]'
      };
    case 'tensors':
      return {
        rule: trans.__(
          'A TensorDataset takes row i of each tensor, so all must have the same number of rows. Print their shapes: usually x and y were cut or filtered differently, or one of them is transposed.'
        ),
        code: 'print(x.shape, y.shape)\nassert len(x) == len(y)\ndataset = TensorDataset(x, y)'
      };
    case 'after':
      return {
        rule: trans.__(
          'A DataLoader is fixed once it is made: batch_size, sampler, drop_last and dataset cannot be set later. Make a new one; it costs nothing.'
        ),
        code: 'loader = DataLoader(loader.dataset, batch_size=64, shuffle=True)'
      };
    case 'num_samples':
      return {
        rule: trans.__(
          'num_samples says how many samples an epoch draws, and must be a whole number of at least 1. A division with / gives another kind of number.'
        ),
        code: 'sampler = WeightedRandomSampler(weights, num_samples=len(weights))'
      };
    case 'draw':
      return {
        rule: trans.__(
          'Without replacement each sample can be drawn once, and more are asked for than have a weight. The weights belong to samples, one each, not to classes.'
        ),
        code: 'weights = class_weights[labels]  # one for each sample\nsampler = WeightedRandomSampler(weights, num_samples=len(weights), replacement=True)'
      };
    case 'multiprocessing_context':
      return {
        rule: trans.__(
          'multiprocessing_context says how workers are started, so it needs num_workers of at least 1, and is “fork”, “spawn” or “forkserver”.'
        ),
        code: "DataLoader(dataset, num_workers=2, multiprocessing_context='spawn')"
      };
    case 'drop_last':
      return {
        rule: trans.__(
          'batch_size=None gives single samples, so there is no last batch to drop.'
        ),
        code: 'DataLoader(dataset, batch_size=None)'
      };
    default:
      return {
        rule: trans.__(
          'batch_size must be a whole number of at least 1; num_workers and timeout must not be negative.'
        ),
        code: 'DataLoader(dataset, batch_size=int(batch_size), num_workers=0)'
      };
  }
}

/** The title for the option that was named. */
export function optionTitle(
  trans: ITranslate,
  option: string | undefined
): string {
  switch (option) {
    case undefined:
      return trans.__('These DataLoader arguments do not go together');
    case 'lengths':
      return trans.__('The parts do not add up to the whole dataset');
    case 'loop':
      return trans.__('A DataLoader has no index and no next batch');
    case 'tensors':
      return trans.__('The tensors of the dataset differ in length');
    case 'after':
      return trans.__('A DataLoader cannot be changed once it is made');
    case 'num_samples':
      return trans.__('The sampler needs a whole number of samples');
    case 'draw':
      return trans.__('The sampler is to draw more samples than there are');
    default:
      return trans.__('DataLoader refuses its argument: %1', option);
  }
}
