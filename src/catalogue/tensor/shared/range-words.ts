import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** The title of `tensor/index-range`. */
export function rangeTitle(trans: ITranslate, values: Values): string {
  const { kind, label, outputs, index, size, dim, dims } = values;
  switch (kind) {
    case 'label':
      return label
        ? outputs && outputs !== '0'
          ? trans.__('Label %1 is outside 0 … %2', label, Number(outputs) - 1)
          : trans.__('Label %1 is not a class of the model', label)
        : trans.__('A class label is outside the range of the classes');
    case 'embedding':
      return index && size
        ? trans.__('Index %1 in a table of %2 rows', index, size)
        : trans.__('An id is too large for the embedding');
    case 'dimension':
      return dim
        ? trans.__('The tensor has no dimension %1', dim)
        : trans.__('The tensor has fewer dimensions than the call needs');
    case 'indices':
      return dims
        ? trans.__('More indices than the %1 dimensions of the tensor', dims)
        : trans.__('More indices than the tensor has dimensions');
    case 'topk':
      return trans.__('k is larger than the number of values');
    case 'edges':
      return trans.__('edge_index names a node that does not exist');
    case 'shape':
      return trans.__('The index has the wrong shape for gather or scatter');
    default:
      return index && size
        ? trans.__('Index %1 in a dimension of size %2', index, size)
        : trans.__('An index is outside the tensor');
  }
}

function labelCause(trans: ITranslate, { label, outputs }: Values): string {
  if (label && outputs && outputs !== '0') {
    return Number(label) < 0
      ? trans.__(
          'A label is %1, the model has %2 outputs: valid labels are 0 … %3.',
          label,
          outputs,
          Number(outputs) - 1
        )
      : trans.__(
          'Labels go up to %1 or more, the model has %2 outputs: valid labels are 0 … %3.',
          label,
          outputs,
          Number(outputs) - 1
        );
  }
  return label
    ? trans.__(
        'The loss got the label %1. With C outputs the valid labels are 0 … C - 1, or ignore_index.',
        label
      )
    : trans.__(
        'The loss got a label below 0, or not below the number of classes. With C outputs the valid labels are 0 … C - 1, or ignore_index.'
      );
}

/** Its cause. */
export function rangeCause(trans: ITranslate, values: Values): string {
  const { kind, index, size, low, high, dim } = values;
  switch (kind) {
    case 'label':
      return labelCause(trans, values);
    case 'embedding':
      return index && size
        ? trans.__(
            'The table (nn.Embedding, index_select) has %1 rows, so ids are 0 … %2, and it was asked for %3.',
            size,
            Number(size) - 1,
            index
          )
        : trans.__(
            'A table with N rows (nn.Embedding, index_select) takes ids 0 … N - 1. Usually the vocabulary grew, the tokenizer belongs to another model, or the text is longer than the position table.'
          );
    case 'dimension':
      return low && high && dim
        ? trans.__(
            'The tensor has dimensions %1 … %2, the call asks for %3. In a loss this often means that the output has no class dimension.',
            low,
            high,
            dim
          )
        : trans.__(
            'The call asks for a dimension that the tensor does not have. In a loss this often means that the output has no class dimension.'
          );
    case 'indices':
      return trans.__(
        'Each index takes one dimension. Often a batch or channel dimension was squeezed away before.'
      );
    case 'topk':
      return trans.__(
        'topk and kthvalue can return at most as many values as the dimension has. With fewer classes than k, ask for fewer.'
      );
    case 'edges':
      return trans.__(
        'The numbers in edge_index count nodes from 0, and one is not below the number of rows of x. Node ids that start at 1 or have gaps must be renumbered.'
      );
    case 'shape':
      return trans.__(
        'gather and scatter need an index with as many dimensions as the tensor, and not larger than it outside the dimension that is indexed.'
      );
    default:
      return index && size
        ? trans.__(
            'The dimension has %1 entries, so indices are 0 … %2, and it was asked for %3.',
            size,
            Number(size) - 1,
            index
          )
        : trans.__(
            'With N entries in a dimension, indices are 0 … N - 1. gather and scatter take no negative ones.'
          );
  }
}

function labelFixes(trans: ITranslate, { label, outputs }: Values): IFix[] {
  const subtract: IFix = {
    safety: 'check',
    title: trans.__('Labels run 1 … C: subtract 1'),
    detail: trans.__(
      'Adding 1 to all labels is wrong: the classes are 0 … C - 1.'
    ),
    code: 'y = y - 1'
  };
  const widen: IFix = {
    safety: 'check',
    title: trans.__('More classes than outputs: widen the last layer'),
    code: 'model.fc = nn.Linear(model.fc.in_features, num_classes)'
  };
  const padding = label === '255' || Number(label) < 0;
  const ignore: IFix = {
    safety: 'check',
    title: trans.__('Padding or “void” labels: tell the loss to skip them'),
    code: `criterion = nn.CrossEntropyLoss(ignore_index=${padding ? label : '255'})`
  };
  const compare: IFix = {
    safety: 'diagnostic',
    title: trans.__('Compare the labels with the number of outputs'),
    code: 'print(y.min().item(), y.max().item(), output.shape)'
  };
  if (padding) {
    return [ignore, compare, widen, subtract];
  }
  return Number(label) > Number(outputs)
    ? [widen, compare, ignore, subtract]
    : [subtract, widen, ignore, compare];
}

const FIXES: Readonly<
  Record<string, (trans: ITranslate, v: Values) => IFix[]>
> = {
  label: labelFixes,
  embedding: trans => [
    {
      safety: 'diagnostic',
      title: trans.__('Compare the ids with the table'),
      code: 'print(ids.min().item(), ids.max().item(), embedding.num_embeddings)'
    },
    {
      safety: 'check',
      title: trans.__('Make the table as large as the vocabulary'),
      code: 'embedding = nn.Embedding(len(vocab), dim)  # transformers: model.resize_token_embeddings(len(tokenizer))'
    },
    {
      safety: 'check',
      title: trans.__('Cut texts to the longest the model takes'),
      code: 'tokenizer(text, truncation=True, max_length=512)'
    }
  ],
  dimension: trans => [
    {
      safety: 'diagnostic',
      title: trans.__('Print the shape just before the line'),
      code: 'print(x.shape)'
    },
    {
      safety: 'check',
      title: trans.__('Give a single sample its batch dimension'),
      code: 'x = x.unsqueeze(0)'
    },
    {
      safety: 'check',
      title: trans.__('Do not squeeze every dimension away'),
      code: 'x = x.squeeze(-1)  # not x.squeeze()'
    }
  ],
  topk: trans => [
    {
      safety: 'safe',
      title: trans.__('Ask for no more than there are'),
      code: 'values, indices = x.topk(min(5, x.size(-1)))'
    }
  ],
  edges: trans => [
    {
      safety: 'diagnostic',
      title: trans.__('Compare edge_index with the number of nodes'),
      code: 'print(edge_index.max().item(), x.size(0))'
    },
    {
      safety: 'check',
      title: trans.__('Renumber the nodes from 0'),
      code: '_, edge_index = torch.unique(edge_index, return_inverse=True)'
    }
  ]
};

/** Its fixes, best first. */
export function rangeFixes(trans: ITranslate, values: Values): IFix[] {
  const kind =
    values.kind === 'indices' || values.kind === 'shape'
      ? 'dimension'
      : (values.kind ?? '');
  return (
    FIXES[kind]?.(trans, values) ?? [
      {
        safety: 'diagnostic',
        title: trans.__('Compare the indices with the size'),
        code: 'print(index.min().item(), index.max().item(), x.shape)'
      },
      {
        safety: 'check',
        title: trans.__('Indices that count from 1: subtract 1'),
        code: 'index = index - 1'
      }
    ]
  );
}
