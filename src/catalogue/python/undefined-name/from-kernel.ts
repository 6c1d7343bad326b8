/** What the kernel, and the notebook around it, tell of a name. */
import type { IFactsMatch } from '../../../diagnosis/types';
import type { INameFacts } from '../../../incident/live-facts';
import type { IReading } from '../../../incident/types';
import { isOurs } from './from-text';
import { usualImport } from './usual-imports';

/** What no cell defines may be a usual import, or a slip of the finger. */
function withoutCell({ name, near }: INameFacts): IFactsMatch['values'] | null {
  const usual = usualImport(name);
  if (usual) {
    return { name, kind: 'import', ...usual };
  }
  return near === null ? null : { name, kind: 'near', near };
}

/** As a match of the entry; null where they say no more than the text. */
export function factsOf(reading: IReading): IFactsMatch | null {
  const { live } = reading.incident;
  if (live?.kind !== 'name' || !(live.hasTorch || isOurs(reading))) {
    return null;
  }
  const { name, whereabouts, position, line, code } = live;
  if (whereabouts === 'nowhere') {
    const values = withoutCell(live);
    return (
      values && {
        // That a name was mistyped is an inference, however near it is.
        confidence: values.kind === 'near' ? 'likely' : 'certain',
        evidence: [{ where: 'kernel', text: values.near ?? name }],
        values
      }
    );
  }
  return {
    confidence: 'certain',
    evidence: [
      code === ''
        ? { where: 'kernel', text: name }
        : { where: 'source', text: code }
    ],
    values: {
      name,
      kind: whereabouts,
      cell: position === null ? undefined : String(position),
      line: line === null ? undefined : String(line)
    }
  };
}
