/** The same change in every cell that writes the same. */
import type { Edit, IChange, ICode } from '../../../code/types';
import type { IFix } from '../../../diagnosis/types';
import { calledName, isWithin, only } from './find';

/** What a change is of; null where it cannot be told. */
type Subject = (change: IChange) => string | null;

/** The call whose argument changes. */
const ofCall: Subject = change => {
  // An outer call comes before its arguments.
  const call = change.code.calls
    .filter(({ list }) => isWithin(change, list))
    .pop();
  return call ? calledName(call) : null;
};

/** The dotted name whose end, or the whole of it, changes. */
const ofName: Subject = ({ code, from, to }) =>
  code.nameOf(
    code.nodes.find(
      node =>
        node.name === 'MemberExpression' && node.to === to && node.from <= from
    ) ?? null
  );

/** The lines of a text that hold another one, from 1. */
function linesWith({ text }: ICode, part: string): readonly number[] {
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((line, at) => (line.includes(part) ? [at + 1] : []));
}

/**
 * @param part - what stands in each line that the edit can change
 */
function everywhere(edit: Edit, part: string, subjectOf: Subject): Edit {
  return failed => {
    const own = edit(failed);
    const subject = only([...new Set(own?.map(subjectOf))]);
    if (!own || subject === null) {
      return null;
    }
    const found = new Map<ICode, Map<string, IChange>>();
    const add = (change: IChange): void => {
      const changes = found.get(change.code) ?? new Map<string, IChange>();
      found.set(
        change.code,
        changes.set(`${change.from} ${change.to}`, change)
      );
    };
    own.forEach(add);
    for (const code of failed.cells) {
      for (const line of linesWith(code, part)) {
        const changes = edit({ ...failed, places: [{ code, line }] }) ?? [];
        if (changes.every(change => subjectOf(change) === subject)) {
          changes.forEach(add);
        }
      }
    }
    return [...found.values()].flatMap(changes => [...changes.values()]);
  };
}

/** A change of an argument, there and in every call of the same name. */
export function ofKeyword(
  keyword: string,
  edit: Edit
): Pick<IFix, 'edit' | 'editAll'> {
  return { edit, editAll: everywhere(edit, keyword, ofCall) };
}

/** A change of a dotted name, there and wherever it is written. */
export function ofMember(
  name: string,
  edit: Edit
): Pick<IFix, 'edit' | 'editAll'> {
  return { edit, editAll: everywhere(edit, name, ofName) };
}
