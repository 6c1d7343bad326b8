/** A number that the type of the tensor cannot hold. */
import { ownValue } from '../../../shared/own-value';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IKind } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { typed } from '../shared/types';

interface IRange {
  /** How torch calls it in Python. */
  readonly name: string;
  readonly least: string;
  readonly most: string;
}

const WHOLE: Readonly<Record<string, IRange>> = {
  Byte: { name: 'uint8', least: '0', most: '255' },
  uint8_t: { name: 'uint8', least: '0', most: '255' },
  Char: { name: 'int8', least: '-128', most: '127' },
  int8_t: { name: 'int8', least: '-128', most: '127' },
  Short: { name: 'int16', least: '-32768', most: '32767' },
  int16_t: { name: 'int16', least: '-32768', most: '32767' },
  Int: { name: 'int32', least: '-2147483648', most: '2147483647' },
  int: { name: 'int32', least: '-2147483648', most: '2147483647' },
  int32_t: { name: 'int32', least: '-2147483648', most: '2147483647' },
  Long: { name: 'int64', least: '-2⁶³', most: '2⁶³ - 1' },
  int64_t: { name: 'int64', least: '-2⁶³', most: '2⁶³ - 1' }
};

const LARGEST: Readonly<Record<string, string>> = {
  Half: '65504',
  Float: '3.4e38',
  BFloat16: '3.39e38'
};

function wholeWords(trans: ITranslate, { name, least, most }: IRange): string {
  return trans.__(
    'A tensor of type %1 holds whole numbers from %2 to %3: no larger ones, no infinity, no complex ones. A filler such as -inf or -1e9 needs floating-point numbers, a larger number a wider type.',
    name,
    least,
    most
  );
}

function fractionWords(trans: ITranslate, given: string): string {
  return trans.__(
    'The type %1 ends at %2, and the number is larger, or complex. In half precision (65504) it is usually a filler such as -1e9 for masked places.',
    given,
    ownValue(LARGEST, given) ?? LARGEST.Half
  );
}

function fillSmallest(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Fill with the smallest number of the type'),
    code: 'scores = scores.masked_fill(mask, torch.finfo(scores.dtype).min)'
  };
}

export const OVERFLOW: IKind<'given'> = {
  signs: messageOrLog(
    /value cannot be converted to type (?:at::|c10::)?(?<given>\w+) without overflow/,
    typed()
  ),
  words: (trans, { given = 'Half' }) => {
    const whole = ownValue(WHOLE, given);
    return {
      title: trans.__('A number does not fit into %1', whole?.name ?? given),
      cause: whole ? wholeWords(trans, whole) : fractionWords(trans, given),
      fixes: whole
        ? [
            check(
              trans.__('A mask for a softmax: floating-point numbers first'),
              "scores = scores.float().masked_fill(mask, float('-inf'))"
            ),
            check(
              trans.__('Larger numbers: give the tensor a wider type'),
              'x = torch.tensor(values, dtype=torch.float32)'
            )
          ]
        : given === 'Half'
          ? [fillSmallest(trans)]
          : [
              {
                safety: 'diagnostic',
                title: trans.__('Look at the number'),
                code: 'print(value, x.dtype, torch.finfo(x.dtype))'
              }
            ]
    };
  }
};
