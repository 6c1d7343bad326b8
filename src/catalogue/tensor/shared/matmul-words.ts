import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** The title of `tensor/matmul-shape`. */
export function matmulTitle(
  trans: ITranslate,
  { given, wanted, layer }: Values
): string {
  if (given === undefined || wanted === undefined) {
    return trans.__('The inner sizes of a matrix product differ');
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

/** Its fixes, best first. */
export function matmulFixes(
  trans: ITranslate,
  { given, outputs, layer }: Values
): IFix[] {
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
    default:
      return [
        widen(
          `nn.Linear(${given ?? 'in_features'}, ${outputs ?? 'out_features'})`
        ),
        shapes,
        {
          safety: 'check',
          title: trans.__('Flatten from dimension 1, keep the batch'),
          detail: trans.__(
            'Without flatten() a Linear layer works on the last dimension only; x.view(-1) also melts the batch into it.'
          ),
          code: 'x = torch.flatten(x, start_dim=1)'
        },
        {
          safety: 'check',
          title: trans.__('Let the layer learn its width from the first batch'),
          code: `nn.LazyLinear(${outputs ?? 'out_features'})`
        }
      ];
  }
}
