/** What the kernel that raised an error still knew of it, as plain data. */
import { asNumber } from './death/death';

/** What stands between a name and the cell that would give it a value. */
export type Whereabouts =
  /** This process has not run that cell. */
  | 'unrun'
  /** It ran in a process before this one. */
  | 'restarted'
  /** Another text of that cell ran in this process. */
  | 'edited'
  /** It ran in this process, and failed. */
  | 'failed'
  /** It ran in this process without an error; the name is not there. */
  | 'gone'
  /** It has not run, and lies below the cell that failed. */
  | 'below'
  /** It is a later line of the cell that failed. */
  | 'later'
  /** No cell gives it a value. */
  | 'nowhere';

/** Of a name that is not defined. */
export interface INameFacts {
  readonly kind: 'name';
  readonly name: string;
  readonly whereabouts: Whereabouts;
  /** The cell's place in the notebook, from 1; null for `nowhere`. */
  readonly position: number | null;
  /** The line in that cell, from 1, and its text, `''` where it is not shown. */
  readonly line: number | null;
  readonly code: string;
  /** A defined name that differs by a letter or two. */
  readonly near: string | null;
}

/** Of one kind of failure each. */
export type LiveFacts = INameFacts & {
  /** Whether torch is imported in that kernel. */
  readonly hasTorch: boolean;
};

/** A cell that holds a name which is not defined, as the kernel reads it. */
export interface IToldCell {
  /** The place among the cells that it was given. */
  readonly cell: number;
  /** The line that gives the value; null where it cannot be told. */
  readonly line: number | null;
  /** Whether that line runs whenever the cell does. */
  readonly isSure: boolean;
  /** The prompt number under which this process ran the same text. */
  readonly ran: number | null;
}

/** What a kernel tells of a name; the page knows the notebook around it. */
export interface IToldName {
  readonly kind: 'name';
  readonly name: string;
  /** The line of the failed cell at which it stopped. */
  readonly stopped: number | null;
  readonly cells: readonly IToldCell[];
  readonly near: string | null;
  readonly hasTorch: boolean;
}

/** What a kernel tells of its last failure. */
export type ToldFacts = IToldName;

type Data = Readonly<Record<string, unknown>>;

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function asList(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.map(each => (each ?? {}) as Data) : [];
}

function parseCell(from: Data): IToldCell {
  return {
    cell: asNumber(from.cell) ?? -1,
    line: asNumber(from.line),
    isSure: from.sure === true,
    ran: asNumber(from.ran)
  };
}

/** Facts as `failure.py` reports them; null where it has none. Never throws. */
export function parseToldFacts(value: unknown): ToldFacts | null {
  const from = (value ?? {}) as Data;
  const name = asText(from.name);
  if (from.kind !== 'name' || name === null) {
    return null;
  }
  return {
    kind: 'name',
    name,
    stopped: asNumber(from.stopped),
    cells: asList(from.cells).map(parseCell),
    near: asText(from.near),
    hasTorch: from.torch === true
  };
}
