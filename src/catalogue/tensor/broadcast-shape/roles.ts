/** What the failed line is for, where its names or calls tell, and what helps then. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { ownFrame } from '../../../incident/traceback/own-frame';
import type { ValuesOf } from '../../define';
import { bareName } from '../../predicates';
import { check } from '../../fix';

type Role = 'times' | 'positions' | 'causal' | 'kept-mask' | 'mask' | 'loss';

/** Functions of torch that compare value by value. */
const LOSS =
  /^(?:mse|l1|smooth_l1|huber|kl_div|poisson_nll|gaussian_nll)(?:_loss)?$/;

/** The role of the failed line. */
export function roleOf(reading: IReading): Role | undefined {
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
  if (
    reading.exceptions.some(({ frames }) =>
      frames.some(frame => LOSS.test(bareName(frame)))
    )
  ) {
    return 'loss';
  }
  return /^[^=+]{0,60}?(?:= ?)?\w{1,40}(?:\.T)? ?\* ?\w{1,40}$/.test(line)
    ? 'times'
    : undefined;
}

/**
 * Whether the role explains why sizes differ in dimension `dim`: in dimension 0
 * the batches differ, in 2 and 3 often widths and heights.
 */
function explains(role: string | undefined, dim: string | undefined): boolean {
  switch (role) {
    case 'mask':
    case 'causal':
    case 'times':
      return true;
    case 'kept-mask':
      return dim === '2' || dim === '3';
    default:
      return dim === '1';
  }
}

/** The fixes for the role of the line, none where it explains nothing. */
export function roleFixes(
  trans: ITranslate,
  { a, b, dim, role }: ValuesOf<'a' | 'b' | 'dim' | 'role'>
): IFix[] {
  switch (explains(role, dim) ? role : undefined) {
    case 'times':
      return [
        check(
          trans.__('“*” goes value by value; a matrix product is “@”'),
          'c = a @ b'
        )
      ];
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
    // In masked_fill() `a` is the size of the mask, `b` that of the scores.
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
      return [];
  }
}
