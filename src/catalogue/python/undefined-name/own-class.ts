/** A name that the class around the failed line has, or is. */
import type { IFactsMatch, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { failedLine } from '../../predicates';
import { fitting } from '../../shared/fitting';
import { escaped } from '../../shared/ran-code';
import { bodyOf, enclosing, sourcesAbove } from '../../shared/visible-code';
import { NAME } from './from-text';

/** The cell's text that holds the failed line, and where. */
function placeOf(
  reading: IReading
): { readonly lines: readonly string[]; readonly at: number } | undefined {
  const failed = failedLine(reading).trim();
  if (failed === '' || failed.includes('\n')) {
    return undefined;
  }
  for (const text of sourcesAbove(reading)) {
    const lines = text.split('\n');
    const at = lines.findIndex(line => line.trim().startsWith(failed));
    if (at >= 0) {
      return { lines, at };
    }
  }
  return undefined;
}

/**
 * The name is that of the class whose body holds the line, or a method or an
 * attribute that is asked for without self; null elsewhere.
 */
export function ownClassFacts(reading: IReading): IFactsMatch | null {
  const name = NAME.exec(reading.exceptions[0]?.message ?? '')?.groups?.name;
  const place = name === undefined ? undefined : placeOf(reading);
  if (name === undefined || place === undefined) {
    return null;
  }
  const { lines, at } = place;
  const type = enclosing(lines, at, /^\s*class \w/);
  const block = enclosing(lines, at, /^\s*(?:class|(?:async )?def) /);
  const owner = /^\s*class (?<owner>\w{1,60})/.exec(lines[type] ?? '')?.groups
    ?.owner;
  if (owner === undefined) {
    return null;
  }
  const code = lines[at].trim();
  const evidence = [{ where: 'source' as const, text: code }];
  if (owner === name) {
    return block === type
      ? {
          confidence: 'likely',
          evidence,
          values: { kind: 'within', name, code }
        }
      : null;
  }
  const body = bodyOf(lines, type);
  const word = escaped(name);
  const isMethod = body.some(line =>
    new RegExp(String.raw`^\s+(?:async )?def ${word}\(`).test(line)
  );
  const isHeld = body.some(line =>
    new RegExp(String.raw`\bself\.${word}(?:, ?[\w., ]{1,60})? ?=(?!=)`).test(
      line
    )
  );
  const takesSelf = /\(\s*self\b/.test(lines[block] ?? '');
  return block !== type && takesSelf && (isMethod || isHeld)
    ? {
        confidence: 'likely',
        evidence,
        values: {
          kind: 'ofSelf',
          name,
          module: owner,
          func: isMethod ? 'method' : undefined,
          code: code.replace(
            new RegExp(String.raw`(?<![\w.])${word}\b`, 'g'),
            `self.${name}`
          )
        }
      }
    : null;
}

type Named = ValuesOf<'name' | 'module' | 'func' | 'code'>;

export const ofOwnClass = {
  within: {
    words: (trans: ITranslate, { name = 'Net', code = '' }: Named): IWords => ({
      title: fitting(name, 24)
        ? trans.__('The line is inside the class %1 itself', name)
        : trans.__('The line is inside the class that it uses'),
      cause: trans.__(
        'By its indent “%1” belongs to the body of %2, which runs while the class is being made. The name %2 is there once the class is whole.',
        code,
        name
      ),
      fixes: [
        check(
          trans.__('Move the line, and those after it, to the left margin'),
          code
        )
      ]
    })
  },
  ofSelf: {
    words: (
      trans: ITranslate,
      { name = 'fc', module = 'Net', func, code = '' }: Named
    ): IWords => ({
      title: trans.__('self. is missing before %1', fitting(name, 30) ?? ''),
      cause: func
        ? trans.__(
            '%1 is a method of %2, and a method finds others of its class behind self alone.',
            name,
            module
          )
        : trans.__(
            '%1 sets self.%2, and a method finds what its object has behind self alone.',
            module,
            name
          ),
      fixes: [
        check(
          trans.__('Ask the object for it'),
          code,
          trans.__(
            'Then run the cell with the class again, and make the object anew.'
          )
        )
      ]
    })
  }
};
