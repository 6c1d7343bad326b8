/** What a kernel tells of an attribute that is missing, and of a class. */
import { asNumber } from './death/death';
import { asText, asTexts, type Data } from './live-data';

/** What is known of an attribute that is missing. */
export type AttributeState =
  /** Another name there differs by a letter or two. */
  | 'near'
  /** Another module of the package has it. */
  | 'home'
  /** It is a function of torch, no method of tensors. */
  | 'function'
  /** It is a part of the package that was not imported. */
  | 'submodule'
  /** The user's file has it by now, but was imported before. */
  | 'changed'
  /** A file of the user's stands in the place of the module. */
  | 'shadowed'
  /** A property has the name, and fails inside. */
  | 'property'
  /** A module of torch whose `super().__init__()` was not called. */
  | 'setup'
  /** A module of torch has other layers. */
  | 'parts'
  /** A file of the same name, in another folder, has it. */
  | 'twin'
  /** The name of the module stands for what was imported from it. */
  | 'hidden'
  /** The same, and that is what was asked for. */
  | 'itself'
  /** It is a function of Python's own, which takes the object. */
  | 'taken'
  /** A dictionary, with other keys. */
  | 'dict'
  /** Nothing but the class or module, and its version. */
  | 'plain'
  /** Of None: a function that returns nothing made it. */
  | 'returns'
  /** Of None: a method that changes its object and returns nothing made it. */
  | 'inplace'
  /** Of None: another call gave it. */
  | 'call'
  /** Of None: it was assigned. */
  | 'given';

const ATTRIBUTE_STATES: readonly AttributeState[] = [
  'near',
  'home',
  'function',
  'submodule',
  'changed',
  'shadowed',
  'property',
  'setup',
  'parts',
  'twin',
  'hidden',
  'itself',
  'taken',
  'dict',
  'plain',
  'returns',
  'inplace',
  'call',
  'given'
];

/** Of an attribute that is missing. */
export interface IAttributeFacts {
  readonly kind: 'attribute';
  readonly name: string;
  readonly state: AttributeState;
  /** The module that was asked, in full, or the class of the object. */
  readonly module: string | null;
  readonly type: string | null;
  /** The package of either, and its version. */
  readonly package: string | null;
  readonly version: string | null;
  /** What there is and may be meant. */
  readonly near: string | null;
  /** The module, or file, that the state speaks of. */
  readonly place: string | null;
  /** Names of layers, or keys. */
  readonly parts: readonly string[];
  /** Of None: the name that it stood under, what was called, and the line. */
  readonly held: string | null;
  readonly made: string | null;
  readonly code: string | null;
  /** The line, in the cell with this prompt number where it is another; the size of a dictionary. */
  readonly line: number | null;
  readonly input: number | null;
  /** Whether that line has run for sure. */
  readonly isSure: boolean;
}

/** How it shows that a class was defined again. */
export type TwiceState =
  /** `super(Net, self)` of an object of the class before. */
  | 'super'
  /** An object of the class before cannot be pickled. */
  | 'pickle'
  /** `isinstance` says no, though the names are equal. */
  | 'check'
  /** The new class has the attribute, the object is of the one before. */
  | 'stale';

const TWICE_STATES: readonly TwiceState[] = [
  'super',
  'pickle',
  'check',
  'stale'
];

/** Of two classes of one name. */
export interface ITwiceFacts {
  readonly kind: 'twice';
  readonly state: TwiceState;
  readonly name: string;
  /** Where it is defined; `__main__` in the notebook. */
  readonly module: string;
  /** The prompt number of the cell that defined it again. */
  readonly input: number | null;
}

/** Facts of a missing attribute; null where they are none. */
export function parseAttribute(from: Data): IAttributeFacts | null {
  const state = ATTRIBUTE_STATES.find(one => one === from.state);
  const name = asText(from.name);
  if (state === undefined || name === null) {
    return null;
  }
  return {
    kind: 'attribute',
    name,
    state,
    module: asText(from.module),
    type: asText(from.type),
    package: asText(from.package),
    version: asText(from.version),
    near: asText(from.near),
    place: asText(from.place),
    parts: asTexts(from.parts),
    held: asText(from.held),
    made: asText(from.made),
    code: asText(from.code),
    line: asNumber(from.line),
    input: asNumber(from.input),
    isSure: from.sure === true
  };
}

/** Facts of a class that was defined again; null where they are none. */
export function parseTwice(from: Data): ITwiceFacts | null {
  const state = TWICE_STATES.find(one => one === from.state);
  const name = asText(from.name);
  const module = asText(from.module);
  return state === undefined || name === null || module === null
    ? null
    : { kind: 'twice', state, name, module, input: asNumber(from.input) };
}
