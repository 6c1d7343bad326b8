/** Marks of a kernel's death beside its signal: workers, recursion. */
import type { IEvidence } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IDeath } from '../../../incident/death/death';
import {
  crashedThread,
  parseFault
} from '../../../incident/death/faulthandler';

/** A cell line that asks for workers, or one that loads data at all. */
const WORKERS = /^.{0,300}\bnum_workers ?= ?(?!0\b)\w.{0,300}$/m;
const LOADER = /\bDataLoader\(/;
const LOADER_FILE =
  /[\\/]torch[\\/]utils[\\/]data[\\/]|[\\/]multiprocessing[\\/]/;

/** Looks at the process that count as "just before", the newest. */
const LAST_LOOKS = 3;

/** So many frames of one line are a recursion without end. */
const MANY_FRAMES = 30;

/** Worker processes just before the end, of a loader that the cells name. */
export function workersOf(
  reading: IReading,
  death: IDeath
): IEvidence[] | null {
  const code = `${reading.code}\n${death.earlier}`;
  const line = WORKERS.exec(code)?.[0].trim();
  const looks = death.box?.samples.slice(-LAST_LOOKS) ?? [];
  const alive = Math.max(0, ...looks.map(look => look.children));
  return alive > 0 && (line !== undefined || LOADER.test(code))
    ? [
        { where: 'children', text: String(alive) },
        ...(line === undefined ? [] : [{ where: 'source', text: line }])
      ]
    : null;
}

/** One function called itself without end. */
export function isStackOverflow(death: IDeath): boolean {
  const fault = parseFault(death.box?.fault ?? '');
  const frames = (fault && crashedThread(fault)?.frames) ?? [];
  const counts = new Map<string, number>();
  for (const { file, func } of frames) {
    const name = `${file} ${func}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values()) >= MANY_FRAMES;
}

/** The crash happened while the loader's own code ran. */
export function isInLoader(death: IDeath): boolean {
  const fault = parseFault(death.box?.fault ?? '');
  return (
    fault !== null &&
    (crashedThread(fault)?.frames ?? []).some(({ file }) =>
      LOADER_FILE.test(file)
    )
  );
}
