/** `(output == label).sum()`, where one side is no tensor and the comparison one bool. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { ownLine } from '../../shared/ran-code';
import { lacks } from './attributes';

/** What is asked of the result of a comparison. */
export const OF_COMPARED = lacks(
  'bool',
  'sum|float|item|mean|all|any|type|long|int|cpu|to|numpy|nonzero|astype|size|shape|squeeze|double|cuda|detach'
);

/** The two sides of a comparison in brackets, whose result is asked for something. */
const COMPARED =
  /\((?<left>[^()=!<>]{1,40}(?:\([^()]{0,30}\)[^()=!<>]{0,30}){0,3}) ?[=!]= ?(?<right>[^()=!<>]{1,40}(?:\([^()]{0,30}\)[^()=!<>]{0,30}){0,3})\)\.[a-z]/;

/** The sides of the failed line’s comparison; undefined without one. */
export function comparedIn(
  reading: IReading
): ValuesOf<'held' | 'whole'> | undefined {
  const { left, right } = COMPARED.exec(ownLine(reading))?.groups ?? {};
  return left === undefined || right === undefined
    ? undefined
    : { held: left.trim(), whole: right.trim() };
}

/** What the kind says. */
export const comparedWords = (
  trans: ITranslate,
  {
    held = 'predicted',
    whole = 'labels',
    name = 'sum'
  }: ValuesOf<'held' | 'whole' | 'name'>
): IWords => ({
  title: trans.__('The comparison gave one True or False'),
  cause: fitting(`${held}${whole}`, 60)
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
