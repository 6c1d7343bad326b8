/** Code of fixes with the names of the failed line. */
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { ownValue } from '../../../shared/own-value';
import type { IKind, ValuesOf } from '../../define';

/** A name that is no attribute, no keyword and in no string. */
const WORD = /(?<![\w.'"])[a-z_]\w{0,30}\b(?!['"]| ?=(?![ =]))/gi;

/**
 * Fixes with other names in their code.
 *
 * @param names - by the name that the code has in their place
 */
export function withNames(fixes: readonly IFix[], names: Values): IFix[] {
  return fixes.map(fix =>
    fix.code === undefined
      ? fix
      : {
          ...fix,
          code: fix.code.replace(WORD, word => ownValue(names, word) ?? word)
        }
  );
}

/** Kinds whose code has the names that `namesOf` tells. */
export function named<Name extends string, Kind extends string>(
  kinds: Readonly<Record<Kind, IKind<Name>>>,
  namesOf: (values: Values) => Values
): Readonly<Record<Kind, IKind<Name>>> {
  const ofKind = ([kind, { signs, words }]: [string, IKind<Name>]) => [
    kind,
    {
      ...(signs === undefined ? {} : { signs }),
      words: (trans: ITranslate, values: ValuesOf<Name>) => {
        const said = words(trans, values);
        return { ...said, fixes: withNames(said.fixes, namesOf(values)) };
      }
    }
  ];
  return Object.fromEntries(
    Object.entries<IKind<Name>>(kinds).map(ofKind)
  ) as Record<Kind, IKind<Name>>;
}
