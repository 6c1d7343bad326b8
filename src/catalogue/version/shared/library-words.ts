import type { IFix, ILink, ITranslate, Values } from '../../../diagnosis/types';
import { check } from '../../fix';
import { argumentSince, argumentToday } from './library-arguments';

/** The title of `version/library-changed`. */
export function libraryTitle(
  trans: ITranslate,
  { kind, library, name }: Values
): string {
  switch (kind) {
    case 'loss':
      return trans.__('compute_loss() does not take what Trainer passes');
    case 'task':
      return trans.__('torchmetrics wants to know the task');
    case 'import':
      return trans.__('transformers no longer has an AdamW of its own');
    case 'newer':
      return trans.__('This transformers is too old for “%1”', name);
    default:
      return library && name
        ? trans.__('%1 no longer takes “%2”', library, name)
        : trans.__('The library no longer takes this argument');
  }
}

/** Its cause. */
export function libraryCause(trans: ITranslate, values: Values): string {
  const { kind, library, name, metric } = values;
  const newer = argumentSince(name);
  switch (kind) {
    case 'loss':
      return trans.__(
        'Since transformers 4.46 Trainer passes num_items_in_batch to compute_loss(), and the compute_loss() of your own Trainer does not take it.'
      );
    case 'task':
      return trans.__(
        'Since torchmetrics 0.11 %1 stands for several metrics, and task says which: “binary”, “multiclass” or “multilabel”.',
        metric ?? trans.__('such a metric')
      );
    case 'import':
      return trans.__(
        'It was removed from transformers; that of torch takes its place.'
      );
    case 'newer':
      return trans.__(
        '“%1” came with transformers %2, and the installed one does not know it. Before, it was called “%3”.',
        name,
        newer?.since,
        newer?.before
      );
    default:
      return library && name
        ? trans.__(
            'The code was written for an older %1: “%2” was renamed, moved or dropped since.',
            library,
            name
          )
        : trans.__(
            'The code was written for an older version of the library: the argument was renamed, moved or dropped since.'
          );
  }
}

/** Its first fix: the code that takes its place. */
export function today(trans: ITranslate, values: Values): IFix {
  const { kind, library = 'transformers', name, metric } = values;
  switch (kind) {
    case 'loss':
      return check(
        trans.__('Let it take the arguments of today and of tomorrow'),
        'def compute_loss(self, model, inputs, return_outputs=False, **kwargs):\n    ...'
      );
    case 'task':
      return check(
        trans.__('Name the task, and how many classes there are'),
        /^[a-z]/.test(metric ?? '')
          ? `value = ${metric}(output, y, task='multiclass', num_classes=10)`
          : `metric = ${metric ?? 'Accuracy'}(task='multiclass', num_classes=10)`
      );
    case 'import':
      return check(
        trans.__('Take that of torch'),
        'from torch.optim import AdamW'
      );
    case 'newer':
      return check(
        trans.__('Install a transformers that has it'),
        `%pip install --upgrade 'transformers>=${argumentSince(name)?.since}'`
      );
    default:
      return check(
        trans.__('Say it as %1 of today wants it', library),
        argumentToday(kind, name) ??
          'import inspect, transformers\nprint(inspect.signature(transformers.TrainingArguments))'
      );
  }
}

/** Its links. */
export function libraryLinks(trans: ITranslate, { library }: Values): ILink[] {
  const metrics: ILink = {
    title: trans.__('TorchMetrics: Accuracy, task'),
    url: 'https://lightning.ai/docs/torchmetrics/stable/classification/accuracy.html'
  };
  const sft: ILink = {
    title: trans.__('TRL: SFTTrainer and SFTConfig'),
    url: 'https://huggingface.co/docs/trl/sft_trainer'
  };
  const guide: ILink = {
    title: trans.__('Transformers: migration to version 5'),
    url: 'https://github.com/huggingface/transformers/blob/main/MIGRATION_GUIDE_V5.md'
  };
  const trainer: ILink = {
    title: trans.__('Transformers: Trainer and TrainingArguments'),
    url: 'https://huggingface.co/docs/transformers/main_classes/trainer'
  };
  return library === 'torchmetrics'
    ? [metrics]
    : library === 'trl'
      ? [sft, trainer]
      : [guide, trainer];
}
