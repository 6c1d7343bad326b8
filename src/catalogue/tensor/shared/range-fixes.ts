/** What helps where labels, ids or indices are outside of what is there. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { ValuesOf } from '../../define';
import { check } from '../../fix';
import {
  labelsFromZero,
  lastLayerWidened,
  tableWidened
} from '../../shared/edits/losses';

/** What helps where a label is no class of the model. */
export function labelFixes(
  trans: ITranslate,
  { label, outputs }: ValuesOf<'label' | 'outputs'>
): IFix[] {
  const isPadding = label === '255' || Number(label) < 0;
  const widen = {
    ...check(
      trans.__('More classes than outputs: widen the last layer'),
      'model.fc = nn.Linear(model.fc.in_features, num_classes)'
    ),
    edit: lastLayerWidened
  };
  const ignore = check(
    trans.__('Padding or “void” labels: tell the loss to skip them'),
    `criterion = nn.CrossEntropyLoss(ignore_index=${isPadding ? label : '255'})`
  );
  const compare: IFix = {
    safety: 'diagnostic',
    title: trans.__('Compare the labels with the number of outputs'),
    code: 'print(y.min().item(), y.max().item(), output.shape)'
  };
  if (outputs === '1' && label === '1') {
    return [
      check(
        trans.__('Two classes and one output: take the binary loss'),
        'criterion = nn.BCEWithLogitsLoss()\nloss = criterion(output.squeeze(1), y.float())'
      ),
      check(
        trans.__('Or give the last layer one output for each class'),
        'head = nn.Linear(in_features, 2)'
      ),
      compare
    ];
  }
  if (isPadding) {
    const isMask = label === '255' && !(Number(outputs) > 2);
    return [
      ...(isMask
        ? [
            check(
              trans.__('A mask of 0 and 255: make it 0 and 1'),
              'mask = (mask > 127).long()'
            )
          ]
        : []),
      ignore,
      compare,
      widen
    ];
  }
  const number = check(
    trans.__('Labels with gaps, or from another start: number them'),
    'classes, all_labels = torch.as_tensor(all_labels).unique(return_inverse=True)',
    trans.__('Once for all labels, before they are split into batches.')
  );
  if (Number(label) > Number(outputs)) {
    return [widen, number, compare, ignore];
  }
  const subtract = {
    ...check(
      trans.__('Labels run 1 … C: subtract 1'),
      'y = y - 1',
      trans.__('Adding 1 to all labels is wrong: the classes are 0 … C - 1.')
    ),
    edit: labelsFromZero
  };
  return [subtract, widen, number, ignore, compare];
}

/** What helps where an index counts the entries of a dimension. */
export function entryFixes(
  trans: ITranslate,
  { index, size, table, ids }: ValuesOf<'index' | 'size' | 'table' | 'ids'> = {}
): IFix[] {
  const compare: IFix = {
    safety: 'diagnostic',
    title: trans.__('Compare the indices with the size'),
    code:
      table && ids
        ? `print(${ids}, ${table}.shape)`
        : 'print(index.min().item(), index.max().item(), x.shape)'
  };
  if (size === '0') {
    return [
      check(
        trans.__('Treat the empty case before the line'),
        'if x.numel() > 0:\n    first = x[0]'
      ),
      {
        safety: 'diagnostic',
        title: trans.__('See where it becomes empty'),
        detail: trans.__(
          'Print it after each filter, mask, crop or slice: a window longer than the data leaves nothing, too.'
        ),
        code: 'print(x.shape)'
      }
    ];
  }
  // Only an index that is one too large is right when one is subtracted.
  return index === size
    ? [
        compare,
        check(
          trans.__('One past the end: a length is off by one'),
          `for i in range(${table ?? 'x'}.shape[0]): ...  # not range(${table ?? 'x'}.shape[0] + 1), nor a fixed number`
        ),
        check(
          trans.__('Indices that count from 1: subtract 1'),
          `${ids ?? 'index'} = ${ids ?? 'index'} - 1`
        )
      ]
    : [compare];
}

/** What helps where a table has no row for an id. */
export function tableFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Compare the ids with the table'),
      code: 'print(ids.min().item(), ids.max().item(), embedding.num_embeddings)'
    },
    {
      ...check(
        trans.__('Make the table as large as the vocabulary'),
        'embedding = nn.Embedding(len(vocab), dim)  # transformers: model.resize_token_embeddings(len(tokenizer))'
      ),
      edit: tableWidened
    },
    check(
      trans.__('Cut texts to the longest the model takes'),
      'tokenizer(text, truncation=True, max_length=512)'
    )
  ];
}
