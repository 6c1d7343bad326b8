/** What the kernel, and the notebook around it, tell of a name. */
import { failedLine } from '../../predicates';
import type { IFactsMatch } from '../../../diagnosis/types';
import type { INameFacts } from '../../../incident/live-facts';
import type { IReading } from '../../../incident/types';
import { isOurs, read, type TextKind } from './from-text';
import { idiom } from './idioms';
import { begunIn, lostIn } from './near-parts';
import { isOfSeveral, usualImport } from './usual-imports';

/** What a name that no cell defines may be, the surest first. */
export function withoutCell(
  {
    name,
    near,
    member,
    file,
    local
  }: Pick<INameFacts, 'name' | 'near' | 'member' | 'file' | 'local'>,
  told: TextKind | null
): IFactsMatch['values'] | null {
  const usual = usualImport(name);
  // Lightning's Trainer, where that is imported, rather than that of transformers.
  if (usual && !(member && isOfSeveral(name))) {
    return { name, kind: 'import', ...usual };
  }
  // torch.device, too, is a member: who writes `device` alone means a value.
  if (member && idiom(name) === undefined) {
    return { name, kind: 'member', near: member };
  }
  if (file) {
    return { name, kind: 'beside', file };
  }
  if (near) {
    return { name, kind: 'near', near };
  }
  if (local) {
    return { name, kind: 'local', local };
  }
  // What the text makes of the line says more than that no cell has it.
  return told === null || told === 'unknown'
    ? { name, kind: 'nowhere', code: idiom(name) }
    : null;
}

/** Whether the name is all that its line holds, which no line of use is. */
function isStray(name: string, reading: IReading): boolean {
  return failedLine(reading).trim() === name;
}

/**
 * A name that lost a letter or its end, or that stands alone on its line.
 *
 * @param names - of which it may have lost a letter
 * @param whole - of which it may be the beginning
 */
export function slipOf(
  name: string,
  {
    names,
    whole = []
  }: { names: readonly string[]; whole?: readonly string[] },
  reading: IReading
): IFactsMatch['values'] | undefined {
  const { source } = reading.incident;
  const near = lostIn(names, name, source);
  if (near !== undefined) {
    return { name, kind: 'near', near };
  }
  const begun = begunIn(whole, name, source);
  if (begun.length > 0) {
    return { name, kind: 'begun', near: begun.join(', ') };
  }
  return isStray(name, reading) ? { name, kind: 'stray' } : undefined;
}

/** What stands in the way of being sure that the values are meant. */
const INFERRED = new Set(['near', 'member', 'beside', 'stray']);

/** What the message alone makes of the name; null where it is not ours to say. */
export function toldByText(name: string, reading: IReading): TextKind | null {
  return isOurs(reading) ? read(name, reading).kind : null;
}

/** As a match of the entry; null where they say no more than the text. */
export function factsOf(reading: IReading): IFactsMatch | null {
  const { live } = reading.incident;
  if (live?.kind !== 'name' || !(live.hasTorch || isOurs(reading))) {
    return null;
  }
  const { name, whereabouts, position, line, code } = live;
  if (whereabouts === 'nowhere') {
    const told = withoutCell(live, toldByText(name, reading));
    const isOpen = told?.kind === 'nowhere' && told.code === undefined;
    const names = reading.incident.source.match(/\b[a-z_]\w*/gi) ?? [];
    const values =
      (isOpen ? slipOf(name, { names }, reading) : undefined) ?? told;
    return (
      values && {
        // That a name was mistyped is an inference, however near it is.
        confidence: INFERRED.has(String(values.kind)) ? 'likely' : 'certain',
        evidence: [
          {
            where: 'kernel',
            text: values.near ?? values.file ?? values.local ?? name
          }
        ],
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
