/** A handler that names no class of exceptions: `except e:`. */
import type { IFactsMatch, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { failedLine } from '../../predicates';
import { NAME } from './from-text';

const HANDLER = /^\s*except (?<name>[a-z]\w{0,11}):/;

/** The name is asked for as the class that `except` catches; null elsewhere. */
export function handlerFacts(reading: IReading): IFactsMatch | null {
  const [raised, ...others] = reading.exceptions;
  const name = NAME.exec(raised?.message ?? '')?.groups?.name;
  const code = failedLine(reading).trim();
  return name !== undefined && HANDLER.exec(code)?.groups?.name === name
    ? {
        confidence: 'likely',
        evidence: [{ where: 'source', text: code }],
        values: {
          kind: 'handler',
          name,
          failure: others.map(one => one.name).find(Boolean)
        }
      }
    : null;
}

export const ofHandler = {
  handler: {
    words: (
      trans: ITranslate,
      { name = 'e', failure }: ValuesOf<'name' | 'failure'>
    ): IWords => ({
      title: trans.__('except names no class of exceptions'),
      cause: failure
        ? trans.__(
            'Behind except stands the class that is caught, and %1 is none: the handler fails in place of the %2 that it was asked for.',
            name,
            failure
          )
        : trans.__(
            'Behind except stands the class that is caught, and %1 is none. Its own name for the exception follows “as”.',
            name
          ),
      fixes: [
        check(
          trans.__('Name the class, and then the exception'),
          `except Exception as ${name}:`
        )
      ]
    })
  }
};
