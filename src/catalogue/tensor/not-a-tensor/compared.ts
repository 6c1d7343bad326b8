/** `(output == label).sum()`, where one side is no tensor and the comparison one bool. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { lastValue, ownLine } from '../../shared/ran-code';
import { lacks } from './attributes';

/** What is asked of the result of a comparison. */
export const OF_COMPARED = lacks(
  'bool',
  'sum|float|item|mean|all|any|type|long|int|cpu|to|numpy|nonzero|astype|size|shape|squeeze|double|cuda|detach'
);

/** The two sides of a comparison in brackets, whose result is asked for something. */
const COMPARED =
  /\((?<left>[^()=!<>]{1,40}(?:\([^()]{0,30}\)[^()=!<>]{0,30}){0,3}) ?[=!]= ?(?<right>[^()=!<>]{1,40}(?:\([^()]{0,30}\)[^()=!<>]{0,30}){0,3})\)\.[a-z]/;

/** A line that keeps values and indices under one name: `p = torch.max(x, 1)`. */
const PAIR_KEPT =
  /(?:\btorch\.(?:max|min|sort|topk|mode|median)\([^,()]{1,60}(?:\([^()]{0,40}\))?, ?|\.(?:max|min|sort|topk)\()(?:(?:dim|axis|k) ?= ?)?-?\d/;

/**
 * The sides of the failed line’s comparison, that of a pair first, with the line
 * that takes its indices alone; undefined without a comparison.
 */
export function comparedIn(
  reading: IReading
): ValuesOf<'held' | 'whole' | 'anew'> | undefined {
  const { left, right } = COMPARED.exec(ownLine(reading))?.groups ?? {};
  if (left === undefined || right === undefined) {
    return undefined;
  }
  const [held, whole] = [left.trim(), right.trim()];
  const pair = [held, whole].find(name => {
    const made = lastValue(name, reading);
    return made?.names.length === 1 && PAIR_KEPT.test(made.value);
  });
  const line = pair && lastValue(pair, reading)?.line.trim();
  return pair && line && line.length <= 100
    ? { held: pair, whole: pair === held ? whole : held, anew: `_, ${line}` }
    : { held, whole };
}

/** What the kind says. */
export const comparedWords = (
  trans: ITranslate,
  {
    held = 'predicted',
    whole = 'labels',
    name = 'sum',
    anew
  }: ValuesOf<'held' | 'whole' | 'name' | 'anew'>
): IWords => ({
  title: trans.__('The comparison gave one True or False'),
  cause: anew
    ? trans.__(
        '%1 is the pair (values, indices) that max() along a dimension gives. Compared with a tensor a pair is simply not equal: False, which has no %2().',
        held,
        name
      )
    : fitting(`${held}${whole}`, 60)
      ? trans.__(
          '“%1 == %2” compares entry by entry where both are tensors. One is a list, a text, None or a number, so that all of it is one bool, without .%3().',
          held,
          whole,
          name
        )
      : trans.__(
          'A comparison goes entry by entry where both sides are tensors. One is a list, a text, None or a number, so that all of it is one bool, without .%1().',
          name
        ),
  fixes: [
    ...(anew
      ? [
          check(trans.__('Take the indices alone'), anew),
          check(
            trans.__('Or ask for the indices at once'),
            `${held} = output.argmax(dim=1)`
          )
        ]
      : []),
    check(
      trans.__('Make a tensor of the side that is none'),
      `labels = torch.as_tensor(labels)  # then: (predicted == labels).sum()`,
      trans.__('Labels that are texts need numbers first: classes.index(name).')
    ),
    check(
      trans.__('Two plain numbers: count the bool itself'),
      `correct += int(${held} == ${whole})`
    ),
    {
      safety: 'diagnostic',
      title: trans.__('See which side is no tensor'),
      code: `print(type(${held}), type(${whole}))`
    }
  ]
});
