import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** The title of `tensor/matmul-shape`. */
export function matmulTitle(
  trans: ITranslate,
  { given, wanted, layer }: Values
): string {
  if (layer === 'transformer') {
    return trans.__('src and tgt do not fit the Transformer');
  }
  if (layer === 'solve') {
    return trans.__('The matrix and the right side have different rows');
  }
  if (given === undefined || wanted === undefined) {
    if (layer === 'pair') {
      return trans.__('Key and value of the attention do not fit together');
    }
    return trans.__('The inner sizes of a matrix product differ');
  }
  if (layer === 'sparse') {
    return trans.__(
      'Sizes of a sparse product differ: %1 and %2',
      given,
      wanted
    );
  }
  return layer === 'product'
    ? trans.__('The inner sizes of a product differ: %1 and %2', given, wanted)
    : trans.__('The input is %1 wide, the layer takes %2', given, wanted);
}

/** Its cause. */
export function matmulCause(
  trans: ITranslate,
  { given, wanted, layer }: Values
): string {
  switch (layer) {
    case 'rnn':
      return trans.__(
        'The last dimension of the input of an RNN, LSTM or GRU must be its input_size, even with batch_first. Often two dimensions were swapped, or input_size was not meant as the number of features.'
      );
    case 'attention':
      return trans.__(
        'The last dimension of query, key and value must be the embed_dim that MultiheadAttention was made with (kdim and vdim when given).'
      );
    case 'pair':
      return trans.__(
        'Attention looks up one value for each key: both need the same length and the same batch. Often two dimensions of one of them were exchanged.'
      );
    case 'transformer':
      return trans.__(
        'nn.Transformer takes src and tgt as [length, batch, d_model], or [batch, length, d_model] with batch_first=True: the batch must be equal, and the last size d_model. Often batch_first was not set.'
      );
    case 'solve':
      return trans.__(
        'To solve A X = B for A of shape [n, n], B must be [n, k]: as many rows as A. A single right side is [n] or [n, 1].'
      );
    case 'sparse':
      return trans.__(
        'A sparse matrix [n, k] is multiplied with [k, m]: its second size must be the number of rows of the other. An adjacency matrix is [nodes, nodes], of users and items together too.'
      );
    case 'product':
      return trans.__(
        'In a product [B, n, k] @ [B, k, m] the two k must be equal, and the two B. Often one of the two should be transposed.'
      );
    default:
      return given !== undefined && wanted !== undefined
        ? trans.__(
            'The last dimension of the input has %1 values, the weight expects %2. Often the number of features after flatten() is not what the Linear layer was made for.',
            given,
            wanted
          )
        : trans.__(
            'The last dimension of the first matrix must equal the first dimension of the second. Often the number of features after flatten() is not what the Linear layer was made for.'
          );
  }
}

/** One row that is several inputs wide: the batch may be melted into it. */
function isMelted({ rows, given, wanted }: Values): boolean {
  const times = Number(given) / Number(wanted);
  return rows === '1' && Number.isInteger(times) && times > 1;
}

/** Twice as wide, as the output of a bidirectional RNN is. */
function twice(trans: ITranslate, { given, wanted, outputs }: Values): IFix[] {
  return wanted !== undefined && Number(given) === 2 * Number(wanted)
    ? [
        {
          safety: 'check',
          title: trans.__(
            'Behind a bidirectional RNN: it gives both directions'
          ),
          code: `nn.Linear(2 * hidden_size, ${outputs ?? 'out_features'})  # 2 * ${wanted}`
        }
      ]
    : [];
}

/** Its fixes, best first. */
export function matmulFixes(trans: ITranslate, values: Values): IFix[] {
  const { given, outputs, layer } = values;
  const shapes: IFix = {
    safety: 'diagnostic',
    title: trans.__('Look at the shape just before the line'),
    code: 'print(x.shape)'
  };
  const widen = (code: string): IFix => ({
    safety: 'check',
    title: trans.__('Make the layer as wide as its input'),
    code
  });
  switch (layer) {
    case 'product':
      return [
        {
          safety: 'check',
          title: trans.__('Transpose the second one'),
          code: 'product = a @ b.transpose(-2, -1)'
        },
        shapes
      ];
    case 'sparse':
      return [
        {
          safety: 'check',
          title: trans.__('Give the sparse matrix the size of all nodes'),
          detail: trans.__(
            'Where it stands before the features x of all nodes: adj @ x.'
          ),
          code: 'n = x.shape[0]\nadj = torch.sparse_coo_tensor(indices, values, (n, n))'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Compare the two shapes'),
          code: 'print(adj.shape, x.shape)'
        }
      ];
    case 'pair':
      return [
        {
          safety: 'check',
          title: trans.__('Take both from the same source'),
          code: 'y, _ = attention(query, memory, memory)'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Compare the shapes'),
          code: 'print(query.shape, key.shape, value.shape)'
        }
      ];
    case 'transformer':
      return [
        {
          safety: 'check',
          title: trans.__('Say that the batch stands first'),
          code: 'model = nn.Transformer(d_model=src.shape[-1], nhead=heads, batch_first=True)'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Compare the two shapes'),
          code: 'print(src.shape, tgt.shape)'
        }
      ];
    case 'solve':
      return [
        {
          safety: 'check',
          title: trans.__('A right side given as a row: transpose it'),
          code: 'X = torch.linalg.solve(A, B.mT)'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Compare the two shapes'),
          code: 'print(A.shape, B.shape)'
        }
      ];
    case 'rnn':
      return [
        widen(
          `nn.LSTM(input_size=${given ?? 'x.size(-1)'}, hidden_size=hidden_size, batch_first=True)`
        ),
        shapes
      ];
    case 'attention':
      return [
        widen(
          `nn.MultiheadAttention(embed_dim=${given ?? 'x.size(-1)'}, num_heads=num_heads)`
        ),
        shapes
      ];
    default: {
      const wider = widen(
        `nn.Linear(${given ?? 'in_features'}, ${outputs ?? 'out_features'})`
      );
      const flatten: IFix = {
        safety: 'check',
        title: trans.__('Flatten from dimension 1, keep the batch'),
        detail: trans.__(
          'Without flatten() a Linear layer works on the last dimension only; x.view(-1) also melts the batch into it.'
        ),
        code: 'x = torch.flatten(x, start_dim=1)'
      };
      return [
        ...(isMelted(values)
          ? [flatten, wider, shapes]
          : [wider, ...twice(trans, values), shapes, flatten]),
        {
          safety: 'check',
          title: trans.__('Let the layer learn its width from the first batch'),
          code: `nn.LazyLinear(${outputs ?? 'out_features'})`
        }
      ];
    }
  }
}
