/** `for x, y in enumerate(loader)`: x is a number, and y the whole batch. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { ownLine, visibleCode } from '../../shared/ran-code';
import { lacks } from './attributes';

/** A loop with a number and one item, over what a loader gives. */
const LOOP =
  /^\s*for (?<number>[a-z_]\w{0,40}) ?, ?(?<item>[a-z_]\w{0,40}) in (?<call>(?:tqdm\()?enumerate\(.{1,100}):/i;

/** Names that stand for a number: who wrote one knows what enumerate() gives. */
const OF_NUMBER =
  /^_?(?:[bijkmnt]|(?:\w{1,20}_)?(?:i|idx|id|ind|index|step|num|no|nr|it|iter|iteration|count|counter|epoch|batch)|\w{0,20}(?:idx|index|iter)|bi|ii|batch_?i)$/i;

/** Words for a number that is asked for a tensor’s attribute, or a batch that is. */
export const OF_ENUMERATED = lacks('int|list|tuple|dict', String.raw`\w{1,60}`);

/** The loop that takes the number for an input; undefined where none does. */
export function enumeratedIn(
  reading: IReading
): ValuesOf<'outside' | 'held' | 'anew'> | undefined {
  const { type, name } =
    OF_ENUMERATED.exec(reading.exceptions[0]?.message ?? '')?.groups ?? {};
  const { lines } = visibleCode(reading);
  const line = ownLine(reading);
  const loop = lines
    .map(one => LOOP.exec(one)?.groups)
    .filter(groups => groups !== undefined)
    .at(-1);
  const { number = '', item = '', call = '' } = loop ?? {};
  const asked = type === 'int' ? number : item;
  const asks = new RegExp(String.raw`(?<![\w.])${asked}\.${name}\b`);
  return loop !== undefined &&
    number.length > 0 &&
    !OF_NUMBER.test(number) &&
    [line, ...lines].some(one => asks.test(one))
    ? {
        outside: number,
        held: item,
        anew: `for i, (${number}, ${item}) in ${call}:`
      }
    : undefined;
}

/** What the kind says. */
export const enumeratedWords = (
  trans: ITranslate,
  {
    outside = 'x',
    held = 'y',
    anew = 'for i, (x, y) in enumerate(loader):'
  }: ValuesOf<'outside' | 'held' | 'anew'>
): IWords => ({
  title: trans.__('enumerate() gives a number and the whole batch'),
  cause: trans.__(
    'In this loop %1 is the number of the round, and %2 is the whole batch, not one part of it.',
    outside,
    held
  ),
  fixes: [
    check(trans.__('Take the number and the parts apart'), anew),
    check(
      trans.__('Or leave enumerate() out, where no number is needed'),
      `for ${outside}, ${held} in loader:`
    )
  ]
});
