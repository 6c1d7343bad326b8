import type { SyntaxNode } from './tree';

/**
 * Where a value comes from, as far as its behaviour depends on it:
 *
 * - `array`: numpy or pandas;
 * - `torch`: PyTorch;
 * - `tensor`: a tensor: no module, optimizer or loader;
 * - `estimator`: scikit-learn's; a method changes it and nothing it is given;
 * - `figure`: of a plot; likewise;
 * - `path`: of pathlib;
 * - `defaulting`: looking an item up may add it, as `defaultdict`;
 * - `library`: another library whose functions we know;
 * - `standard`: of Python's own, and without a random state;
 * - `wild`: anything, a call may do what it likes;
 * - `iterator`: whoever goes through it uses it up;
 * - `calling`: likewise, and what it is made of may be changed by that;
 * - `names`: it shows, or changes, the notebook's names;
 * - `patched`: a method of it was replaced;
 * - `device`: it may lie on a GPU, or make what does.
 */
export type Nature =
  | 'array'
  | 'torch'
  | 'tensor'
  | 'estimator'
  | 'figure'
  | 'path'
  | 'defaulting'
  | 'library'
  | 'standard'
  | 'wild'
  | 'iterator'
  | 'calling'
  | 'names'
  | 'patched'
  | 'device';

/** A function of the user's own, a lambda, or a generator expression. */
export interface IFunction {
  readonly kind: 'function';
  readonly id: number;
  readonly name: string;
  readonly node: SyntaxNode;
  /** The text that the node is of. */
  readonly source: string;
  /** Where its free names are looked up; null for the notebook's. */
  readonly scope: Scope | null;
  readonly defaults: ReadonlyMap<string, IValue>;
  /** Python may run it where no call is written: an operator, a property. */
  readonly isImplicit: boolean;
  readonly isGenerator: boolean;
  /** Functions stand in it, which see its names later. */
  readonly isEnclosing: boolean;
  /** Defined in a class: a library does not call it by itself. */
  readonly isMethod: boolean;
  /** Defined in a class whose objects are layers of PyTorch's. */
  readonly isOfLayer: boolean;
  /** A `staticmethod`: it is not given its object. */
  readonly isStatic: boolean;
  /** It may remember its calls, as with `functools.cache`. */
  readonly isStateful: boolean;
}

/** A class of the user's own. */
export interface IClass {
  readonly kind: 'class';
  readonly name: string;
  readonly region: Region;
  readonly methods: ReadonlyMap<string, IFunction>;
  readonly bases: readonly IClass[];
  /** Its metaclasses, those of its bases among them. */
  readonly metas: readonly IClass[];
  /** An object of it can change what all of them share. */
  readonly isShared: boolean;
  /** `__init__` is made for it, or is a library's: it keeps what it is given. */
  readonly natures: readonly Nature[];
}

/** What a name certainly stands for: a dotted name of a library, or one's own. */
export type Target = string | IFunction | IClass;

/** What is known of a value. */
export interface IValue {
  /** Null for one that nothing can change: a number, a text, a library's name. */
  readonly region: Region | null;
  /** All that it can be, where that is known. */
  readonly targets: readonly Target[] | null;
  /** The class that it is an object of, where that is known. */
  readonly made: IClass | null;
  /** What an iterator gives, where that is not in its own region. */
  readonly elements: Region | null;
  /** Going through it draws no random number, whatever it gives. */
  readonly isQuiet?: boolean;
  /** A shape or the like: whoever keeps it keeps nothing that can change. */
  readonly isDatum?: boolean;
  /** The function whose generator it is. */
  readonly maker?: IFunction;
}

let lastId = 0;

/**
 * Objects that may be, or may reach, one another. A change of one of them is
 * taken for a change of all. Merged regions are one: ask `root` first.
 */
export class Region {
  readonly id = (lastId += 1);

  constructor(natures: Iterable<Nature> = []) {
    this._natures = new Set(natures);
  }

  get root(): Region {
    if (!this._parent) {
      return this;
    }
    const { root } = this._parent;
    this._parent = root;
    return root;
  }

  /** What is known of it may grow: read-only for others. */
  get natures(): ReadonlySet<Nature> {
    return this.root._natures;
  }

  /** The cells that may have changed it, and under which name. */
  get changes(): ReadonlyMap<number, string> {
    return this.root._changes;
  }

  /** Functions that stand in it, or in what it reads from. */
  get functions(): ReadonlySet<IFunction> {
    const found = new Set<IFunction>();
    for (const region of this.reach()) {
      region._functions.forEach(one => found.add(one));
    }
    return found;
  }

  /** Whether it, or what it reads from, is of that nature. */
  isOf(nature: Nature): boolean {
    return [...this.reach()].some(one => one._natures.has(nature));
  }

  /** It and all that it reads from. */
  reach(): Set<Region> {
    const found = new Set([this.root]);
    for (const each of found) {
      each._sources.forEach(one => found.add(one.root));
    }
    return found;
  }

  add(nature: Nature): void {
    this.root._natures.add(nature);
  }

  hold(one: IFunction): void {
    this.root._functions.add(one);
  }

  /** From now on it shows what happens to `source`, and not the other way. */
  readFrom(source: Region): void {
    if (source.root !== this.root) {
      this.root._sources.add(source);
    }
  }

  change(cell: number, name: string): void {
    const { _changes } = this.root;
    if (!_changes.has(cell)) {
      _changes.set(cell, name);
    }
  }

  /** Somebody has decided something by what it is. */
  see(): void {
    this.root._isSeen = true;
  }

  /**
   * Make one of two regions.
   *
   * @returns whether one that was seen turns out to be more than it seemed
   */
  merge(other: Region): boolean {
    const roots = [this.root, other.root];
    const [one, two] = roots.sort((a, b) => a.id - b.id);
    if (one === two) {
      return false;
    }
    const isNews =
      (one._isSeen && one._lacks(two)) || (two._isSeen && two._lacks(one));
    two._parent = one;
    one._isSeen ||= two._isSeen;
    two._natures.forEach(each => one._natures.add(each));
    two._functions.forEach(each => one._functions.add(each));
    two._sources.forEach(each => one._sources.add(each));
    two._changes.forEach((name, cell) => one.change(cell, name));
    return isNews;
  }

  private _lacks({ _natures, _functions, _sources }: Region): boolean {
    return (
      [..._natures].some(each => !this._natures.has(each)) ||
      [..._functions].some(each => !this._functions.has(each)) ||
      [..._sources].some(each => each.root !== this && !this._sources.has(each))
    );
  }

  private _isSeen = false;
  private _parent: Region | null = null;
  private readonly _natures: Set<Nature>;
  private readonly _functions = new Set<IFunction>();
  private readonly _sources = new Set<Region>();
  private readonly _changes = new Map<number, string>();
}

/** Names of a function, a class body or a comprehension. */
export class Scope {
  constructor(
    readonly parent: Scope | null,
    readonly kind: 'function' | 'class' | 'comprehension',
    /** How many conditions were open where it began. */
    readonly conditional: number
  ) {}

  readonly id = (lastId += 1);
  /** Functions in it were made more than once: its names keep all values. */
  isReused = false;
  /** What functions inside share: it changes when they give a name anew. */
  readonly region = new Region();

  readonly names = new Map<string, IValue>();
  readonly globals = new Set<string>();
  readonly nonlocals = new Set<string>();
  readonly returned: IValue[] = [];
  /** The function's first argument, for `super()`. */
  first: IValue | null = null;
  /** Its name, in a method. */
  self = '';
  /** The object is being made: what its function writes is new. */
  isMaking = false;
  /** The class's objects are layers of PyTorch's, as far as is known. */
  isOfLayer = false;
  /**
   * The notebook's names behind each of its own, by which what it stands for
   * was reached; null where they are not known.
   */
  readonly origins = new Map<string, ReadonlySet<string> | null>();
  /** Names whose origins were told ahead of the value. */
  readonly announced = new Set<string>();
  /** A `return` under a condition: what follows may not run. */
  hasLeft = false;
}

/** A value that nothing can change. */
export const PLAIN: IValue = {
  region: null,
  targets: null,
  made: null,
  elements: null
};

/** A value of which no more is known than its region. */
export function valueIn(region: Region | null): IValue {
  return region ? { ...PLAIN, region } : PLAIN;
}
