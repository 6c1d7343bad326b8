/** What the failed line is for, where its names or calls tell, and what helps then. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { ownFrame } from '../../../incident/traceback/own-frame';
import type { ValuesOf } from '../../define';
import { bareName, passedThrough } from '../../predicates';
import { check } from '../../fix';
import { ownLine } from '../../shared/ran-code';
import { lastLeftOut } from '../shared/last-batch';
import { areGrids, gridFixes, gridMeaning } from './sizes';

type Role =
  | 'positions'
  | 'patches'
  | 'replica'
  | 'causal'
  | 'kept-mask'
  | 'mask'
  | 'loss'
  | 'shortcut'
  | 'state';

/** So many GPUs one machine has at most. */
const MOST_GPUS = 16;

/** Whether one size is the part of the other that one of several GPUs gets. */
function isPart({ a, b }: ValuesOf<'a' | 'b'>): boolean {
  const [small, large] = [Number(a), Number(b)].sort((x, y) => x - y);
  return Array.from({ length: MOST_GPUS - 1 }, (_, at) => at + 2).some(
    gpus => Math.ceil(large / gpus) === small
  );
}

/** `self.conv(x) + x`, or the sum with what a block kept of its input. */
const SHORTCUT =
  /\bself\.\w{1,40}\((?<kept>\w{1,40})\) ?\+ ?\k<kept>(?![\w.([])|\b(?<given>\w{1,40}) ?\+ ?self\.\w{1,40}\(\k<given>\)|\+=? ?(?:self\.)?(?:identity|residual|shortcut|skip|downsample)\b|\b(?:identity|residual|shortcut) ?\+/;

/** What a recurrent network takes from one call into the next. */
const STATE =
  /(?<![\w.])(?:h|hx|h_?prev|hidden(?:_state)?|prev_(?:h|hidden|state)|h_?t(?:_1)?|memory)(?![\w(]| ?=[^=])/;

/** Functions of torch that compare value by value. */
const LOSS =
  /^(?:mse|l1|smooth_l1|huber|kl_div|poisson_nll|gaussian_nll)(?:_loss)?$/;

/** The role of the failed line, on which `sizes` met. */
export function roleOf(
  reading: IReading,
  sizes: ValuesOf<'a' | 'b' | 'dim'>
): Role | undefined {
  const line = ownFrame(reading)?.code || ownLine(reading);
  if (
    /\+=? ?(?:self\.)?(?:pe|pos(?:ition(?:s|al)?)?(?:_\w{1,20})?)\b/.test(line)
  ) {
    return areGrids(sizes) ? 'patches' : 'positions';
  }
  if (
    sizes.dim === '0' &&
    isPart(sizes) &&
    passedThrough(reading, /[\\/]parallel_apply\.py$/)
  ) {
    return 'replica';
  }
  if (SHORTCUT.test(line)) {
    return 'shortcut';
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
    ) &&
    !/\) ?\* ?\w/.test(line)
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
  return STATE.test(line) ? 'state' : undefined;
}

/**
 * Whether the role explains why sizes differ in dimension `dim`: in dimension 0
 * the batches differ, in 2 and 3 often widths and heights.
 */
function explains(role: string | undefined, dim: string | undefined): boolean {
  switch (role) {
    case 'mask':
    case 'causal':
      return true;
    case 'shortcut':
      return dim === '1' || dim === '2' || dim === '3';
    case 'state':
    case 'replica':
      return dim === '0';
    case 'kept-mask':
      return dim === '2' || dim === '3';
    default:
      return dim === '1';
  }
}

/** A shortcut that changes with the layers beside it. */
function shortcutFix(
  trans: ITranslate,
  { a, b, dim }: ValuesOf<'a' | 'b' | 'dim'>
): IFix {
  const [small, large] = [Number(a), Number(b)].sort((x, y) => x - y);
  if (dim === '1' && large > small) {
    return check(
      trans.__('Give the shortcut the channels of the layers beside it'),
      `self.shortcut = nn.Conv2d(${b}, ${a}, kernel_size=1)  # of sequences [N, L, D]: cut both to one length`,
      trans.__(
        'Then add self.shortcut(x), not x. Where the layers have a stride, give it the same one.'
      )
    );
  }
  return large % small === 0
    ? check(
        trans.__('Let the shortcut shrink as the layers do'),
        `self.shortcut = nn.Conv2d(in_channels, out_channels, kernel_size=1, stride=${large / small})`,
        trans.__(
          'Then add self.shortcut(x), not x. Features [N, L, D] take nn.Linear(%1, %2) in its place.',
          b,
          a
        )
      )
    : check(
        trans.__('Let the layers keep the size: pad them'),
        'nn.Conv2d(channels, channels, kernel_size=3, padding=1)  # padding = kernel_size // 2'
      );
}

/** A state that is as large as another batch. */
function stateFixes(trans: ITranslate, { a, b }: ValuesOf<'a' | 'b'>): IFix[] {
  return [
    check(
      trans.__('Begin each batch with a state of its own size'),
      'hidden = torch.zeros(x.size(0), hidden_size, device=x.device)'
    ),
    lastLeftOut(
      trans.__('A shorter last batch: leave it out'),
      Math.max(Number(a), Number(b))
    )
  ];
}

/** A tensor that DataParallel did not divide along with the batch. */
function replicaFixes(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('Hand it over in the call, batch first: then it is divided'),
      'output = model(x, mask)  # each tensor [batch, …]',
      trans.__(
        'DataParallel divides every tensor of the call along dimension 0, and copies what the module keeps.'
      )
    ),
    check(
      trans.__('Or use one GPU: without DataParallel nothing is divided'),
      'model = model.module  # where nn.DataParallel(model) was made'
    ),
    check(
      trans.__('Made in the module for a fixed batch: take the size at hand'),
      'state = torch.zeros(x.size(0), size, device=x.device)'
    )
  ];
}

/** What a line of such a role did, where the sizes alone would not tell. */
export function roleMeaning(
  trans: ITranslate,
  { a, b, dim, role }: ValuesOf<'a' | 'b' | 'dim' | 'role'>
): string | null {
  switch (explains(role, dim) ? role : undefined) {
    case 'patches':
      return gridMeaning(trans, { a, b });
    case 'replica':
      return trans.__(
        'DataParallel gives each GPU a part of the batch. In dimension 0 one tensor has %1 entries, the other %2: the larger is whole, because the module keeps it or its batch is not dimension 0.',
        a,
        b
      );
    case 'shortcut':
      return trans.__(
        'The line adds what some layers gave to what went past them. In dimension %3 one has size %1, the other %2: the layers change it (by their channels, a stride or missing padding), the shortcut does not.',
        a,
        b,
        dim
      );
    case 'state':
      return trans.__(
        'In dimension 0, the batch, one tensor has %1 entries, the other %2. The state on this line was mostly made for another batch, or comes from the one before: the last batch of a loader is shorter.',
        a,
        b
      );
    default:
      return null;
  }
}

/** The fixes for the role of the line, none where it explains nothing. */
export function roleFixes(
  trans: ITranslate,
  { a, b, dim, role }: ValuesOf<'a' | 'b' | 'dim' | 'role'>
): IFix[] {
  switch (explains(role, dim) ? role : undefined) {
    case 'shortcut':
      return [shortcutFix(trans, { a, b, dim })];
    case 'state':
      return stateFixes(trans, { a, b });
    case 'patches':
      return gridFixes(trans, { a, b });
    case 'replica':
      return replicaFixes(trans);
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
