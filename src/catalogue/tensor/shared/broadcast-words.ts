import type {
  IFix,
  IReading,
  ITranslate,
  Values
} from '../../../diagnosis/types';
import { ownFrame } from '../../../diagnosis/own-frame';
import { check } from '../../fix';

/** Functions of torch that compare value by value. */
const LOSS =
  /^(?:mse|l1|smooth_l1|huber|kl_div|poisson_nll|gaussian_nll)(?:_loss)?$/;

/** Whether a role speaks where the sizes of dimension `dim` differ. */
function isTold(role: string | undefined, dim: string | undefined): boolean {
  switch (role) {
    case 'mask':
    case 'causal':
      return true;
    case 'kept-mask':
      return dim === '2' || dim === '3';
    default:
      return dim === '1';
  }
}

/** What the failed line does, where its names or calls tell. */
export function roleOf(reading: IReading): string | undefined {
  const line = ownFrame(reading)?.code ?? '';
  if (
    /\+=? ?(?:self\.)?(?:pe|pos(?:ition(?:s|al)?)?(?:_\w{1,20})?)\b/.test(line)
  ) {
    return 'positions';
  }
  if (/\bmasked_fill_?\(/.test(line)) {
    if (/\btri[lu]\b|\[:/.test(line)) {
      return 'causal';
    }
    return /\bself\.(?!\w{0,20}pad)\w{0,20}mask\b/.test(line)
      ? 'kept-mask'
      : 'mask';
  }
  if (
    /\b(?:y_?pred|preds?|outputs?|y_?hat) ?- ?|- ?(?:targets?|labels?|y_?true)\b/.test(
      line
    )
  ) {
    return 'loss';
  }
  return reading.exceptions.some(({ frames }) =>
    frames.some(({ func }) => LOSS.test(func))
  )
    ? 'loss'
    : undefined;
}

/** The cause of `tensor/broadcast-shape`. */
export function broadcastCause(
  trans: ITranslate,
  { kind, a, b, dim, out, grown }: Values
): string {
  if (kind === 'mask') {
    return trans.__(
      'A mask must have the shape of what it selects from. With x[mask] it must agree in the dimensions that it covers.'
    );
  }
  const known = a !== undefined && b !== undefined;
  if (kind === 'expand' && out !== undefined && grown) {
    return trans.__(
      'The result has the shape [%1], and it was to be written into a tensor of the shape [%2]: in place nothing can grow.',
      grown,
      out
    );
  }
  if (kind === 'expand') {
    return known
      ? trans.__(
          'The tensor has size %1 where size %2 is wanted, and only a size of 1 can be stretched. In an assignment the right side must fit the left.',
          b,
          a
        )
      : trans.__(
          'A tensor was to be stretched to another shape, and only a size of 1 can be stretched. In an assignment the right side must fit the left.'
        );
  }
  if (kind === 'einsum') {
    return trans.__(
      'In einsum() a letter stands for one size, and here the same letter is %1 in one tensor and %2 in another.',
      a,
      b
    );
  }
  return known
    ? dim === undefined
      ? trans.__(
          'One tensor has size %1 in a dimension in which the other has %2. Sizes must be equal, or one of them 1, counted from the last dimension.',
          a,
          b
        )
      : trans.__(
          'In dimension %3 one tensor has size %1, the other %2. Sizes must be equal, or one of them 1, counted from the last dimension.',
          a,
          b,
          dim
        )
    : trans.__(
        'The shapes differ in a dimension where neither has size 1. Sizes must be equal, or one of them 1, counted from the last dimension.'
      );
}

/** What the shapes at hand speak for, or nothing in particular. */
function shapeFixes(
  trans: ITranslate,
  { kind, a, b, dim, out, grown, table, text, role }: Values
): IFix[] | null {
  if (kind === 'einsum') {
    return [
      check(
        trans.__('Swap two letters, or two of the tensors'),
        'scores = torch.einsum("bqd,de,bke->bqk", q, W, k)  # W: [size of q, size of k]'
      )
    ];
  }
  if (out && /^1, \d+, \d+$/.test(out) && grown === out.replace('1', '3')) {
    return [
      check(
        trans.__('A grey image, means for three colours: open in colour'),
        'image = Image.open(path).convert("RGB")'
      ),
      check(
        trans.__('Or normalise it with one mean, as for MNIST'),
        'transforms.Normalize((0.5,), (0.5,))'
      )
    ];
  }
  if (out !== undefined && grown) {
    const [rows, columns, more] = grown.split(', ');
    // [N, 1] + [N] becomes [N, N] where it is allowed to grow.
    return rows === columns && more === undefined
      ? [
          check(
            trans.__('One is [N, 1], the other [N]: bring both to one shape'),
            'x = x.squeeze(-1)'
          )
        ]
      : [
          check(
            trans.__('Make a new tensor instead of changing the old one'),
            'x = x + y  # not x += y'
          )
        ];
  }
  if (table && Number(table) >= 32 && Number(text) > Number(table)) {
    return [
      check(
        trans.__('A text longer than the position table: cut it'),
        `batch = tokenizer(texts, truncation=True, max_length=${table}, padding=True, return_tensors='pt')`
      )
    ];
  }
  // In dimension 0 the batches differ, in the others widths and heights.
  switch (isTold(role, dim) ? role : undefined) {
    case 'positions':
      return Number(a) > Number(b)
        ? [
            check(
              trans.__('Make the table for the longest input'),
              'self.pos = nn.Parameter(torch.zeros(1, max_len + 1, dim))  # 1 more for a class token'
            ),
            check(
              trans.__('Or cut what is longer than the table'),
              `x = x[:, :${b}]`
            )
          ]
        : [
            check(
              trans.__('Take as many positions as the input has'),
              'x = x + self.pos[:, :x.size(1)]'
            )
          ];
    // The sizes of the mask and of the scores, in masked_fill()'s order.
    case 'kept-mask':
      return [
        Number(a) > Number(b)
          ? check(
              trans.__('A mask kept for the longest text: cut it'),
              'T = scores.shape[-1]\nscores = scores.masked_fill(self.mask[..., :T, :T] == 0, float("-inf"))'
            )
          : check(
              trans.__('A text longer than the mask that is kept: cut it'),
              `x = x[:, -${a}:]`
            )
      ];
    case 'causal':
      return [
        check(
          trans.__('A text longer than the causal mask: keep its end'),
          'idx = idx[:, -block_size:]'
        ),
        check(
          trans.__('Or make the mask for the text at hand'),
          'mask = torch.tril(torch.ones(T, T, dtype=torch.bool, device=x.device))'
        )
      ];
    case 'mask':
      return [
        check(
          trans.__(
            'A padding mask [N, T] for scores [N, heads, T, T]: stretch it'
          ),
          'scores = scores.masked_fill(mask[:, None, None, :], float("-inf"))'
        )
      ];
    case 'loss':
      return [
        check(
          trans.__('Values to predict: give as many as the target has'),
          'model.fc = nn.Linear(model.fc.in_features, target.shape[-1])  # for a target [N, K]'
        ),
        check(
          trans.__('A target [N] for an output [N, 1]: give it the dimension'),
          'target = target.unsqueeze(-1)'
        ),
        check(
          trans.__('Sequences: cut both to one length, or pad the shorter'),
          'length = min(output.size(1), target.size(1))\nloss = criterion(output[:, :length], target[:, :length])'
        )
      ];
    default:
      return null;
  }
}

function usualFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Add the dimension of size 1 that is meant to stretch'),
      detail: trans.__(
        'Shapes are compared from the right: [N, C] and [N] do not fit, [N, C] and [N, 1] do.'
      ),
      code: 'c = a + b.unsqueeze(-1)'
    },
    check(
      trans.__('In skip connections: bring one to the size of the other'),
      'b = F.interpolate(b, size=a.shape[-2:])'
    )
  ];
}

/** Its fixes, best first. */
export function broadcastFixes(trans: ITranslate, values: Values): IFix[] {
  return shapeFixes(trans, values) ?? usualFixes(trans);
}
