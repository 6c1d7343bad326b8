/** What the kernel that raised an error still knew of it, as plain data. */
import {
  parseAttribute,
  parseTwice,
  type IAttributeFacts,
  type ITwiceFacts
} from './attribute-facts';
import { asNumber } from './death/death';
import { parseAssertion, type IAssertionFacts } from './live-assertion';
import { asList, asText, asWord, type Data } from './live-data';
import {
  parseIndex,
  parseKey,
  parseUnpack,
  type IIndexFacts,
  type IKeyFacts,
  type IUnpackFacts
} from './live-items';
import { parsePath, type IPathFacts } from './live-paths';
import { parseOrigin, type IOriginFacts } from './origin-facts';
import { parseVersions, type VersionsFacts } from './versions-facts';

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
  /** How the code writes what a module that it has imported holds: `math.sqrt`. */
  readonly member: string | null;
  /** A file beside the notebook that defines it. */
  readonly file: string | null;
  /** The function of the notebook that has it for itself. */
  readonly local: string | null;
}

/** Why an import failed. */
export type ImportState =
  /** Python finds no such module. */
  | 'missing'
  /** Its package is installed, but brings no such module. */
  | 'empty'
  /** A folder beside the notebook has it. */
  | 'below'
  /** Another Python has it. */
  | 'elsewhere'
  /** A file of the user's stands in the place of a package. */
  | 'shadowed'
  /** The package was replaced on disk since it was imported. */
  | 'upgraded'
  /** The installed package has no such part. */
  | 'part'
  /** The installed module has no such name. */
  | 'name'
  /** A folder of the user's was taken for a package that is not installed. */
  | 'folder'
  /** The user's own package has no such part. */
  | 'own';

const IMPORT_STATES: readonly ImportState[] = [
  'missing',
  'empty',
  'below',
  'elsewhere',
  'shadowed',
  'upgraded',
  'part',
  'name',
  'folder',
  'own'
];

/** Of an import that failed. */
export interface IImportFacts {
  readonly kind: 'import';
  /** The module, in full. */
  readonly module: string;
  readonly state: ImportState;
  /** What was to be imported from it, where the module is there. */
  readonly name: string | null;
  /** The name under which it is installed, and whether that is known for sure. */
  readonly package: string;
  readonly isKnown: boolean;
  /** As it lies on disk, and as the kernel uses it where that is another. */
  readonly version: string | null;
  readonly used: string | null;
  /** Whether the version on disk has what that in use lacks. */
  readonly isProven: boolean;
  /** The folder, or file, that the state speaks of. */
  readonly place: string | null;
  /** What there is and differs by a letter or two. */
  readonly near: string | null;
  /** Whether the folder is a project that can be installed. */
  readonly isProject: boolean;
  /** The kernel's Python. */
  readonly executable: string;
}

/** In which way a call did not fit. */
export type CallState =
  /** The function takes other arguments. */
  | 'misfit'
  /** It takes fewer. */
  | 'many'
  /** The method has no parameter for its object. */
  | 'selfless'
  /** The class has no `__init__`, but a method with nearly that name. */
  | 'misnamed'
  /** The class has no `__init__`. */
  | 'bare'
  /** A class was used as if it were an object of it. */
  | 'unmade';

const CALL_STATES: readonly CallState[] = [
  'misfit',
  'many',
  'selfless',
  'misnamed',
  'bare',
  'unmade'
];

/** Of a call that did not fit the function it reached. */
export interface ICallFacts {
  readonly kind: 'call';
  readonly state: CallState;
  /** The function, with its class where it has one; else the class alone. */
  readonly function: string;
  /** The argument that it does not have; null where the count is wrong. */
  readonly keyword: string | null;
  /** What it takes, as one writes it. */
  readonly parameters: string;
  /** An argument that differs from the keyword by a letter or two, or the misnamed method. */
  readonly near: string | null;
  /** How the code calls the class that stands for an object. */
  readonly held: string | null;
  /** The package it comes from, null where it is the user's own. */
  readonly package: string | null;
  readonly version: string | null;
  /** The function that passed the keyword on. */
  readonly passedBy: string | null;
}

/** Of one kind of failure each. */
export type LiveFacts = (
  | INameFacts
  | IImportFacts
  | ICallFacts
  | IKeyFacts
  | IIndexFacts
  | IUnpackFacts
  | IAttributeFacts
  | IOriginFacts
  | ITwiceFacts
  | IPathFacts
  | IAssertionFacts
  | VersionsFacts
) & {
  /** Whether torch is imported in that kernel, or by a cell of the notebook. */
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
  readonly member: string | null;
  readonly file: string | null;
  readonly local: string | null;
  readonly hasTorch: boolean;
}

/** What a kernel tells of its last failure. */
export type ToldFacts = IToldName | Exclude<LiveFacts, INameFacts>;

function parseCell(from: Data): IToldCell {
  return {
    cell: asNumber(from.cell) ?? -1,
    line: asNumber(from.line),
    isSure: from.sure === true,
    ran: asNumber(from.ran)
  };
}

function parseName(from: Data): IToldName | null {
  const name = asText(from.name);
  return name === null
    ? null
    : {
        kind: 'name',
        name,
        stopped: asNumber(from.stopped),
        cells: asList(from.cells).map(parseCell),
        near: asText(from.near),
        member: asText(from.member),
        file: asText(from.file),
        local: asText(from.local),
        hasTorch: from.torch === true
      };
}

function parseImport(from: Data): ToldFacts | null {
  const state = asWord(IMPORT_STATES, from.state);
  const module = asText(from.module);
  if (state === null || module === null) {
    return null;
  }
  return {
    kind: 'import',
    module,
    state,
    name: asText(from.name),
    package: asText(from.package) ?? module,
    isKnown: from.known === true,
    version: asText(from.version),
    used: asText(from.used),
    isProven: from.proven === true,
    place: asText(from.place),
    near: asText(from.near),
    isProject: from.project === true,
    executable: asText(from.executable) ?? '',
    hasTorch: from.torch === true
  };
}

function parseCall(from: Data): ToldFacts | null {
  const name = asText(from.function);
  const parameters = asText(from.parameters);
  if (name === null || parameters === null) {
    return null;
  }
  return {
    kind: 'call',
    state: asWord(CALL_STATES, from.state) ?? 'misfit',
    function: name,
    keyword: asText(from.keyword),
    parameters,
    near: asText(from.near),
    held: asText(from.held),
    package: asText(from.package),
    version: asText(from.version),
    passedBy: asText(from.passedBy),
    hasTorch: from.torch === true
  };
}

/** The facts of one kind, with what holds for all. */
function withTorch<Facts extends object>(
  facts: Facts | null,
  from: Data
): (Facts & { readonly hasTorch: boolean }) | null {
  return facts && { ...facts, hasTorch: from.torch === true };
}

/** Facts as `failure.py` reports them; null where it has none. Never throws. */
export function parseToldFacts(value: unknown): ToldFacts | null {
  const from = (value ?? {}) as Data;
  switch (from.kind) {
    case 'name':
      return parseName(from);
    case 'import':
      return parseImport(from);
    case 'call':
      return parseCall(from);
    case 'key':
      return withTorch(parseKey(from), from);
    case 'index':
      return withTorch(parseIndex(from), from);
    case 'unpack':
      return withTorch(parseUnpack(from), from);
    case 'attribute':
      return withTorch(parseAttribute(from), from);
    case 'origin':
      return withTorch(parseOrigin(from), from);
    case 'twice':
      return withTorch(parseTwice(from), from);
    case 'path':
      return withTorch(parsePath(from), from);
    case 'assertion':
      return withTorch(parseAssertion(from), from);
    case 'versions':
      return withTorch(parseVersions(from), from);
    default:
      return null;
  }
}
