import lookSource from '../../src/companion/python/look.py?raw';
import privateSource from '../../src/companion/python/private.py?raw';
import rescueSource from '../../src/companion/python/rescue.py?raw';
import picklerSource from '../../src/companion/python/rescue_pickler.py?raw';
import storeSource from '../../src/companion/python/rescue_store.py?raw';
import restoreSource from '../../src/companion/python/restore.py?raw';
import variablesSource from '../../src/companion/python/variables.py?raw';
import {
  parseRescue,
  parseReturned,
  type IRescue,
  type IReturnedVariable
} from '../incident/rescue';
import { ask } from './ask';
import type { IExecutes } from './execute';

const STORE = [lookSource, variablesSource, privateSource, storeSource];
const RESCUE = [...STORE, picklerSource, rescueSource].join('\n');
const RESTORE = [...STORE, restoreSource].join('\n');

/** So much longer than its limit a rescue may take, in ms: one object is not cut short. */
const GRACE_MS = 30_000;

/** So long a re-run waits for what it needs, in ms. */
const RETURN_MS = 600_000;

/** What a rescue may take. */
export interface IRescueLimits {
  readonly seconds: number;
  readonly bytes: number;
}

/** Which rescue to read, and what of it. */
export interface IRestoreWish {
  /** The kernel's id. */
  readonly key: string;
  /** The name of the rescue; null for the newest of the kernel. */
  readonly name: string | null;
  /** The variables to give back; all when left out. */
  readonly names?: readonly string[];
  /** False leaves on the disk what came back. */
  readonly remove?: boolean;
  /** Variables that may replace what the namespace has. */
  readonly overwrite: readonly string[];
}

/**
 * Write the user's variables to the kernel's machine. Runs code of theirs
 * (`__reduce__`), so only when they press for it.
 *
 * @param key - the kernel's id
 * @returns null where there is no safe place for them
 * @throws AskError when the kernel does not answer in time
 */
export async function rescueVariables(
  kernel: IExecutes,
  key: string,
  { seconds, bytes }: IRescueLimits
): Promise<IRescue | null> {
  const asked = { key, seconds, size: bytes };
  const time = seconds * 1000 + GRACE_MS;
  return parseRescue(await ask(kernel, RESCUE, asked, time));
}

/**
 * Give rescued variables to a new process; what came back leaves the disk.
 *
 * @returns null where there is no rescue
 * @throws AskError when the kernel does not answer in time
 */
export async function restoreVariables(
  kernel: IExecutes,
  wish: IRestoreWish,
  { seconds }: IRescueLimits
): Promise<readonly IReturnedVariable[] | null> {
  const time = seconds * 1000 + GRACE_MS;
  return parseReturned(await ask(kernel, RESTORE, wish, time));
}

/**
 * Give some rescued variables back, in place of what has their names. They
 * stay on the disk, since a re-run's process may not stay.
 *
 * @param rescue - its name
 * @returns the names that came back
 * @throws AskError when the kernel does not answer in time
 */
export async function returnVariables(
  kernel: IExecutes,
  rescue: string,
  names: readonly string[]
): Promise<string[]> {
  const wish: IRestoreWish = {
    key: '',
    name: rescue,
    names,
    overwrite: names,
    remove: false
  };
  const told = parseReturned(await ask(kernel, RESTORE, wish, RETURN_MS));
  return (told ?? [])
    .filter(({ state }) => state === 'back')
    .map(({ name }) => name);
}
