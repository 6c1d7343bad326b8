import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

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
  const number: IFix = {
    safety: 'check',
    title: trans.__('Labels with gaps, or from another start: number them'),
    detail: trans.__(
      'Once for all labels, before they are split into batches.'
    ),
    code: 'classes, all_labels = torch.as_tensor(all_labels).unique(return_inverse=True)'
  };
  const mask: IFix = {
    safety: 'check',
    title: trans.__('A mask of 0 and 255: make it 0 and 1'),
    code: 'mask = (mask > 127).long()'
  };
  if (padding) {
    const isMask = label === '255' && !(Number(outputs) > 2);
    return [...(isMask ? [mask] : []), ignore, compare, widen];
  }
  return Number(label) > Number(outputs)
    ? [widen, number, compare, ignore]
    : [subtract, widen, number, ignore, compare];
}

/** An index with more entries than the tensor has. */
function largerFixes(trans: ITranslate, { dim, shape }: Values): IFix[] {
  const size = dim && shape?.split(', ')[Number(dim)];
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Print both shapes just before the line'),
      code: 'print(x.shape, index.shape)'
    },
    {
      safety: 'check',
      title: trans.__('An index for a full batch, and this one is shorter'),
      detail: trans.__('Where it was made for other samples, make it anew.'),
      code: `index = index.narrow(${dim ?? '0'}, 0, ${size ?? 'x.shape[0]'})`
    }
  ];
}

/** An index that picks one entry per row. */
function pickFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Give the index the dimension it lacks'),
      code: 'q = output.gather(1, index.unsqueeze(1)).squeeze(1)'
    },
    {
      safety: 'diagnostic',
      title: trans.__('Print both shapes just before the line'),
      code: 'print(x.shape, index.shape)'
    }
  ];
}

const FIXES: Readonly<
  Record<string, (trans: ITranslate, v: Values) => IFix[]>
> = {
  label: labelFixes,
  shape: pickFixes,
  larger: largerFixes,
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
  select: trans => [
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
  scalar: trans => [
    {
      safety: 'check',
      title: trans.__('Do not squeeze every dimension away'),
      code: 'x = x.squeeze(-1)  # not x.squeeze()'
    },
    {
      safety: 'safe',
      title: trans.__('Give it one dimension'),
      code: 'x = torch.atleast_1d(x)'
    }
  ],
  vector: trans => [
    {
      safety: 'check',
      title: trans.__('Make one row of the indices'),
      code: 'index = index.flatten()'
    },
    {
      safety: 'check',
      title: trans.__('Another index for each row: use gather'),
      code: 'y = x.gather(1, index)'
    }
  ],
  rows: trans => [
    {
      safety: 'diagnostic',
      title: trans.__('Compare the three shapes'),
      code: 'print(x.shape, index.shape, source.shape)'
    }
  ],
  unpool: trans => [
    {
      safety: 'check',
      title: trans.__('Tell it the size from before the pooling'),
      code: 'size = x.shape\nx, indices = F.max_pool2d(x, 2, return_indices=True)\nx = F.max_unpool2d(x, indices, 2, output_size=size)'
    }
  ],
  topk: trans => [
    {
      safety: 'safe',
      title: trans.__('Ask for no more than there are'),
      code: 'values, indices = x.topk(min(5, x.size(-1)))'
    }
  ],
  'edge-rows': trans => [
    {
      safety: 'check',
      title: trans.__('A list of pairs: exchange the two dimensions'),
      code: 'edge_index = torch.tensor(edges).t().contiguous()'
    },
    {
      safety: 'diagnostic',
      title: trans.__('See its shape and type'),
      code: 'print(edge_index.shape, edge_index.dtype)'
    }
  ],
  'metric-scores': trans => [
    {
      safety: 'check',
      title: trans.__('Make the metric for the outputs of the model'),
      code: 'metric = MulticlassAccuracy(num_classes=output.shape[1])'
    },
    {
      safety: 'diagnostic',
      title: trans.__('See how many there are'),
      code: 'print(output.shape, metric.num_classes)'
    }
  ],
  metric: (trans, { name, found }) => [
    {
      safety: 'diagnostic',
      title: trans.__('See which classes there are'),
      code: `print(${name ?? 'target'}.unique())`
    },
    {
      safety: 'check',
      title: trans.__('Make the metric for all classes of the data'),
      code: `metric = MulticlassAccuracy(num_classes=${found ?? 'num_classes'})`
    },
    {
      safety: 'check',
      title: trans.__('Padding or “void” labels: tell the metric to skip them'),
      code: 'metric = MulticlassAccuracy(num_classes=num_classes, ignore_index=255)'
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
  const kind = values.kind === 'indices' ? 'dimension' : (values.kind ?? '');
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
