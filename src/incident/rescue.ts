/** Variables that were rescued from a process, and given to another, as plain data. */
import { asNumber } from './death/death';

/** Why a variable was not kept, or did not come back. */
export interface IRescueReason {
  /** A word of the kernel's part, `lock` or `time`. */
  readonly kind: string;
  /** The class that it is about, the name that is missing; `''` where unknown. */
  readonly what: string;
  /** The exception, where code raised one. */
  readonly error: string;
}

/** A tensor in a variable, whose values lay on a device. */
export interface ILostTensor {
  /** `model.layer.weight` */
  readonly path: string;
  /** `[3, 4] float32, cuda:0` */
  readonly what: string;
}

/**
 * What does not come back as it was: the autograd graph, gradients, shared
 * memory, and the names that functions which cloudpickle kept look up.
 */
export type RescueNote = 'graph' | 'gradient' | 'memory' | 'names';

/**
 * Plain data, arrays of numpy and pandas, tensors; `module`: layers, data sets
 * and loaders of torch's own.
 */
export type Content = 'plain' | 'array' | 'torch' | 'module';

/** What became of a variable. */
export interface IRescuedVariable {
  readonly name: string;
  readonly type: string;
  /** In bytes, with what it shares with others. */
  readonly size: number;
  readonly lost: readonly ILostTensor[];
  readonly notes: readonly RescueNote[];
  /** Null where it was kept. */
  readonly reason: IRescueReason | null;
  /** The same for variables that share objects; null where it was not kept. */
  readonly group: number | null;
  /** Nothing of it is missing, and nothing that was not kept shares it. */
  readonly isWhole: boolean;
  /** What it consists of, all of it; null where there is more. */
  readonly contents: readonly Content[] | null;
}

/** The variables of a process, on the disk. */
export interface IRescue {
  /** Of its folder. */
  readonly name: string;
  readonly pid: number;
  /** Inputs that the process had run. */
  readonly executed: number;
  /** In seconds. */
  readonly took: number;
  readonly variables: readonly IRescuedVariable[];
}

/** Whether a variable came back, stands already in the new process, or failed. */
export type Return = 'back' | 'exists' | 'failed';

/** What became of a rescued variable in a new process. */
export interface IReturnedVariable {
  readonly name: string;
  readonly type: string;
  readonly lost: readonly ILostTensor[];
  readonly state: Return;
  /** Null unless it failed. */
  readonly reason: IRescueReason | null;
}

type Data = Readonly<Record<string, unknown>>;

const NOTES: readonly unknown[] = ['graph', 'gradient', 'memory', 'names'];
const CONTENTS: readonly unknown[] = ['plain', 'array', 'torch', 'module'];
const RETURNS: readonly unknown[] = ['back', 'exists', 'failed'];

function dataOf(value: unknown): Data {
  return typeof value === 'object' && value !== null ? (value as Data) : {};
}

function listOf(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.map(dataOf) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function reasonOf(value: unknown): IRescueReason | null {
  const { kind, type, what, error } = dataOf(value);
  return typeof kind === 'string'
    ? { kind, what: textOf(type ?? what), error: textOf(error) }
    : null;
}

function lostOf(value: unknown): ILostTensor[] {
  return listOf(value).map(({ path, what }) => ({
    path: textOf(path),
    what: textOf(what)
  }));
}

function contentsOf(value: unknown): Content[] | null {
  const isKnown = (one: unknown): one is Content => CONTENTS.includes(one);
  return Array.isArray(value) && value.every(isKnown) ? value : null;
}

function rescuedOf(from: Data): IRescuedVariable {
  return {
    name: textOf(from.name),
    type: textOf(from.type),
    size: asNumber(from.size) ?? 0,
    lost: lostOf(from.lost),
    notes: (Array.isArray(from.notes) ? from.notes : []).filter(
      (note): note is RescueNote => NOTES.includes(note)
    ),
    reason: reasonOf(from.reason),
    group: asNumber(from.group),
    isWhole: from.whole === true,
    contents: contentsOf(from.contents)
  };
}

/** What `rescue.py` tells; null where it found no safe place. Never throws. */
export function parseRescue(value: unknown): IRescue | null {
  const from = dataOf(value);
  return typeof from.name === 'string'
    ? {
        name: from.name,
        pid: asNumber(from.pid) ?? 0,
        executed: asNumber(from.executed) ?? 0,
        took: asNumber(from.took) ?? 0,
        variables: listOf(from.variables).map(rescuedOf)
      }
    : null;
}

/** What `restore.py` tells; null where there was no rescue. Never throws. */
export function parseReturned(
  value: unknown
): readonly IReturnedVariable[] | null {
  const { variables } = dataOf(value);
  return Array.isArray(variables)
    ? listOf(variables)
        .filter(({ state }) => RETURNS.includes(state))
        .map(from => ({
          name: textOf(from.name),
          type: textOf(from.type),
          lost: lostOf(from.lost),
          state: from.state as Return,
          reason: reasonOf(from.reason)
        }))
    : null;
}
