import type { ITranslate, Values } from '../../../diagnosis/types';
import type { Words } from '../../fix';
import { paddingCause, paddingFixes, paddingTitle } from './padding';
import { sizeFixes } from './size-fixes';

/** What of a batch of texts a collator or a tokenizer did not pad. */
const PADDING = /^(?:tokens|tokenizer|labels|column|features)$/;

function titleOf(trans: ITranslate, { first, other, kind }: Values): string {
  if (!first || !other || `${first}${other}`.length > 28) {
    return trans.__('The samples of one batch differ in size');
  }
  return kind === 'own'
    ? trans.__('Stacked tensors differ: %1 and %2', first, other)
    : trans.__('Samples of a batch differ: %1 and %2', first, other);
}

function causeOf(trans: ITranslate, values: Values): string {
  const { first, other, entry, a, b, kind } = values;
  if (first !== undefined && other !== undefined) {
    return kind === 'own'
      ? trans.__(
          'torch.stack() needs tensors of one and the same shape: entry 0 has %1, entry %2 has %3. Often they are the outputs of a loop over batches, and the last batch is shorter.',
          first,
          entry,
          other
        )
      : trans.__(
          'A batch is one tensor, so all its samples must have the same shape: entry 0 has %1, entry %2 has %3. Often images of different sizes, grey and colour images mixed, or texts of different lengths.',
          first,
          entry,
          other
        );
  }
  return a !== undefined && b !== undefined
    ? trans.__(
        'A batch is one tensor, so all its samples must have the same shape: here %1 meets %2. Often images of different sizes, grey and colour images mixed (1 and 3 channels), or texts of different lengths.',
        a,
        b
      )
    : trans.__(
        'A batch is one tensor, so all its samples must have the same shape, and these have not. Often images of different sizes, grey and colour images mixed, or texts of different lengths.'
      );
}

/** What to say of samples that do not fit into one batch. */
export function sizeWords(trans: ITranslate, values: Values): Words {
  if (PADDING.test(values.kind ?? '')) {
    return [
      values.first ? titleOf(trans, values) : paddingTitle(trans, values),
      paddingCause(trans, values),
      paddingFixes(trans, values)
    ];
  }
  return [
    titleOf(trans, values),
    causeOf(trans, values),
    sizeFixes(trans, values)
  ];
}
