/** What an entry puts into its words for a failure, and what the failure shows. */
import { catalogue } from '..';
import { diagnose } from '../../diagnosis/diagnose';
import { english } from '../../diagnosis/english';
import type { ITranslate } from '../../diagnosis/types';
import type { IIncident } from '../../incident/types';

/** A translation that notes what is put into its words. */
function noting(args: string[]): ITranslate {
  const made = new Set<string>();
  const note = (given: readonly unknown[]): void => {
    // What was translated before has been noted there.
    args.push(...given.map(String).filter(text => !made.has(text)));
  };
  return {
    __: (msgid, ...given) => {
      note(given);
      const text = english.__(msgid, ...given);
      made.add(text);
      return text;
    },
    _n: (msgid, plural, n, ...given) => {
      note([n, ...given]);
      const text = english._n(msgid, plural, n, ...given);
      made.add(text);
      return text;
    }
  };
}

/** What was printed and measured of a failure; no line number is among it. */
export function printed(incident: IIncident): string {
  const { evalue, stdout, stderr, death, machine, stack, weights } = incident;
  return `${evalue} ${stdout} ${stderr} ${JSON.stringify([death, machine, stack, weights])}`;
}

/** All that was shown of it, and told by its kernel or its notebook. */
export function shown(incident: IIncident): string {
  const { ename, traceback, source, program, live, saved, around } = incident;
  const told = JSON.stringify([program, live, saved, around]);
  return `${printed(incident)} ${ename} ${traceback} ${source} ${told}`;
}

/** What is put into the words of a failure's first finding, and its entry. */
export interface IFilled {
  readonly id: string;
  readonly args: readonly string[];
}

/** The first finding of `incident` with what fills its words; null without one. */
export function filled(incident: IIncident): IFilled | null {
  const [finding] = diagnose(incident, catalogue);
  if (!finding) {
    return null;
  }
  const args: string[] = [];
  finding.entry.page(noting(args), finding.values);
  return { id: finding.id, args };
}
