/** The first NaN or Inf of a run; `companion/python/operand_finite.py` writes it. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IKind } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';

type Value = 'op' | 'operand' | 'value' | 'from' | 'masked' | 'all';

function fixesOf(trans: ITranslate, op = '', isMasked = false): IFix[] {
  const small = check(
    trans.__('Train with smaller steps, and clip the gradients'),
    'torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)  # before optimizer.step()'
  );
  if (isMasked) {
    return [
      check(
        trans.__('Leave each row at least one place'),
        'empty = mask.all(dim=-1, keepdim=True)\nscores = scores.masked_fill(mask & ~empty, float("-inf"))'
      )
    ];
  }
  if (/^(?:log\w*|xlogy)$/.test(op)) {
    return [
      check(
        trans.__('Keep the logarithm away from 0'),
        'log_p = p.clamp(min=1e-8).log()'
      )
    ];
  }
  if (/^(?:div|true_divide|reciprocal|r?sqrt|pow)$/.test(op)) {
    return [
      check(
        trans.__('Keep divisors and roots away from 0'),
        'y = x / d.clamp(min=1e-8)\nnorm = (x.pow(2).sum() + 1e-12).sqrt()'
      )
    ];
  }
  if (/^(?:half|to|type)$/.test(op)) {
    return [
      check(
        trans.__('float16 ends at 65504; bfloat16 does not'),
        'x = x.to(torch.bfloat16)'
      ),
      small
    ];
  }
  return [
    {
      safety: 'diagnostic',
      title: trans.__('See how large the numbers are that go in'),
      code: 'print(x.abs().max(), x.dtype, x.shape)'
    },
    small
  ];
}

export const NOT_FINITE: IKind<Value> = {
  signs: messageOrLog(
    /\b(?<op>\w{1,40}): (?<operand>results?(?:\[[\d, ]{1,60}\]){0,2}) is (?<value>[-+.\w()]{1,60}); what went in (?:there is (?<from>[-+.\w ]{1,60})|is finite|has (?<masked>no NaN)) \(\d{1,12} of (?<all>\d{1,12}) (?:is|are) (?:not finite|NaN): /
  ),
  words: (trans, { op, operand, value, from, masked }) => {
    const kind = value?.includes('nan') ? 'NaN' : 'Inf';
    return {
      title:
        op && value
          ? trans.__('The first %1 comes from %2()', kind, op)
          : trans.__('The first NaN or Inf of the run'),
      cause: !op
        ? trans.__(
            'The check names the first call of torch that makes NaN or Inf of finite numbers.'
          )
        : masked
          ? trans.__(
              '%1 is %2, and no NaN went in: what went in holds Inf, or a row that a mask has left nothing but -Inf.',
              operand,
              value
            )
          : from
            ? trans.__(
                '%1 is %2. What went in at that place is %3.',
                operand,
                value,
                from
              )
            : trans.__(
                '%1 is %2. All that %3() was given is finite.',
                operand,
                value,
                op
              ),
      fixes: fixesOf(trans, op, masked !== undefined)
    };
  }
};
