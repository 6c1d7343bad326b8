import { RANDOM, type State } from './libraries';
import {
  PLAIN,
  Region,
  Scope,
  valueIn,
  type IValue,
  type Nature,
  type Target
} from './regions';

/**
 * Why a cell needs an earlier one:
 *
 * - `defines`: it gives a name its value, or takes it away;
 * - `changes`: it may change an object;
 * - `state`: it uses or changes what cells share beside variables.
 */
export type Need =
  | { readonly kind: 'defines'; readonly name: string }
  | { readonly kind: 'changes'; readonly name: string }
  | { readonly kind: 'state'; readonly state: State };

/**
 * Why a cell is needed whatever uses it:
 *
 * - `call`: it calls something that may do anything;
 * - `magic`: it holds a magic or a line for the shell;
 * - `import`: it imports a module that may do anything;
 * - `setting`: it changes a module, or what Python code it runs is not known;
 * - `unread`: it cannot be read.
 */
export interface IAlways {
  readonly kind: 'call' | 'magic' | 'import' | 'setting' | 'unread';
  readonly what: string;
}

/** What one cell needs of the earlier ones, and gives to later ones. */
export interface ICellNeeds {
  /** By the earlier cell's place. */
  readonly needs: ReadonlyMap<number, Need>;
  readonly always: IAlways | null;
  /** Names that it gives a value. */
  readonly gives: ReadonlySet<string>;
  /** Names by which it changes what they stand for, as far as it says so. */
  readonly changes: ReadonlySet<string>;
  /** It may have started work on a GPU, or anywhere beside the interpreter. */
  readonly launches: boolean;
}

/** Notes on the cell under way. */
class Notes implements ICellNeeds {
  readonly needs = new Map<number, Need>();
  always: IAlways | null = null;
  readonly gives = new Set<string>();
  readonly changes = new Set<string>();
  /** Names that may show the same as others from here on: views of them. */
  readonly views = new Map<string, Set<string>>();
  launches = false;
  /** Names of the notebook's that functions look at while it runs. */
  readonly inside = new Set<string>();
  readonly read = new Set<Region>();
  /** Words of its texts, and of those among them that hold code. */
  readonly words = new Set<string>();
  readonly code = new Set<string>();
  /** It calls what may take names out of texts: out of code, or out of all. */
  names: 'none' | 'code' | 'words' = 'none';
}

/** A name's value, and the cells that may have given it. */
interface IVersion {
  readonly cells: ReadonlySet<number>;
  readonly value: IValue;
}

/** Names that were given values under a condition: the old one, and those. */
type Frame = Map<
  string,
  { readonly old?: IVersion; readonly values: IValue[] }
>;

/** The analysis takes too long. */
export class TooMuch extends Error {}

const STATES: readonly State[] = [...RANDOM, 'files', 'figures'];

/** Whether a library may find names in a text: in a query, or in code. */
function isCode(text: string): boolean {
  return (
    text.includes('__main__') ||
    (/\bselect\b/i.test(text) && /\bfrom\b/i.test(text))
  );
}

/** So many nodes are looked at, over all cells. */
const MAX_STEPS = 400_000;

/** What is known while the cells are read in their order. */
export abstract class Store {
  protected source = '';
  protected scope: Scope | null = null;
  /** What is read now may not run at all. */
  protected conditional = 0;
  /** Counts what makes a second look at the same thing worth it. */
  protected generation = 0;
  /** Counts the regions that turned out to be more than they seemed. */
  protected merges = 0;
  protected cell = 0;
  protected notes = new Notes();
  /** What a change is of, as the cell calls it. */
  protected subject = '';
  /** What PyTorch makes may lie on a GPU, whatever it is told. */
  protected isElsewhere = false;
  /** No name was given a value since nobody knows what they stand for. */
  protected isHavoc = false;

  /** Begin with a cell. */
  protected begin(cell: number): void {
    this.cell = cell;
    this.notes = new Notes();
    this.scope = null;
    this.conditional = 0;
  }

  /** End the cell: what it read may have been changed by earlier ones. */
  protected finish(): ICellNeeds {
    this._finished.push(this.notes);
    this._lookUpWords();
    const { changes, views } = this.notes;
    for (const name of changes) {
      views.get(name)?.forEach(one => changes.add(one));
    }
    for (const region of this.notes.read) {
      for (const each of region.reach()) {
        for (const [cell, name] of each.changes) {
          this._need(cell, { kind: 'changes', name });
        }
      }
    }
    return this.notes;
  }

  protected step(): void {
    this._steps += 1;
    if (this._steps > MAX_STEPS) {
      throw new TooMuch();
    }
  }

  /** @param isFar - it may tell PyTorch where to make things */
  protected always(
    kind: IAlways['kind'],
    what: string,
    isFar = kind !== 'magic'
  ): void {
    this.notes.always ??= { kind, what };
    this.isElsewhere ||= isFar;
    if (kind === 'call' && this.notes.names === 'none') {
      this.notes.names = 'code';
    }
    if (kind !== 'setting') {
      // It may draw, read and write as well.
      STATES.forEach(state => {
        this.useState(state);
        this.changeState(state);
      });
    }
  }

  /** All that earlier cells did may matter to this one. */
  protected needAll(): void {
    for (let cell = 0; cell < this.cell; cell++) {
      this._need(cell, { kind: 'changes', name: '' });
    }
  }

  /** No name certainly stands for what it stood for. */
  protected havoc(): void {
    for (const [name, { cells, value }] of this._names) {
      const region = value.region ?? new Region();
      region.add('wild');
      this._names.set(name, {
        cells: new Set([...cells, this.cell]),
        value: valueIn(region)
      });
    }
    this.noteChanges(this._names.keys());
    this.generation += 1;
    this.isHavoc = true;
  }

  /** The cell's own code changes what names stand for. */
  protected noteChanges(names: Iterable<string>): void {
    for (const name of names) {
      this.notes.changes.add(name);
    }
  }

  /** So may names that functions look at, where they stand for the same. */
  protected noteShared(region: Region | null): void {
    for (const name of region ? this.notes.inside : []) {
      const value = this._names.get(name)?.value;
      const isSame = [value?.region, value?.elements].some(
        one => one?.root === region?.root
      );
      if (isSame) {
        this.notes.changes.add(name);
      }
    }
  }

  /** A name shows what others stand for, or parts of it. */
  protected noteView(name: string, of: readonly string[]): void {
    const { views } = this.notes;
    views.set(name, new Set([...(views.get(name) ?? []), ...of]));
  }

  /** A text stands in the cell, in which a library may find names. */
  protected noteText(text: string): void {
    const { words, code } = this.notes;
    const hasCode = isCode(text);
    for (const [word] of text.matchAll(/[a-z_]\w*/gi)) {
      words.add(word);
      if (hasCode) {
        code.add(word);
      }
    }
  }

  /** The value of a notebook's name, null when it has none. */
  protected global(name: string): IValue | null {
    const version = this._names.get(name);
    if (!version) {
      return null;
    }
    if (this.scope) {
      this.notes.inside.add(name);
    }
    for (const cell of version.cells) {
      this._need(cell, { kind: 'defines', name });
    }
    this.read(version.value);
    return version.value;
  }

  /** The value of a notebook's name, with nothing noted. */
  protected peekGlobal(name: string): IValue | null {
    return this._names.get(name)?.value ?? null;
  }

  protected globalNames(): Iterable<string> {
    return this._names.keys();
  }

  protected globalValues(): (readonly [string, IValue])[] {
    return [...this._names].map(([name, { value }]) => [name, value]);
  }

  /** Give a notebook's name a value; null takes it away. */
  protected bindGlobal(name: string, value: IValue | null): void {
    const old = this._names.get(name);
    const cells = new Set([this.cell]);
    this.notes.gives.add(name);
    this.isHavoc = false;
    const before = old?.value ?? this.builtin(name);
    if (value && this.isCertainInFrames) {
      this._frames.forEach(frame => {
        const kept = frame.get(name) ?? { old, values: [] };
        kept.values.push(value);
        frame.set(name, kept);
      });
      this._names.set(name, { cells, value });
      this.renew(before, value);
      return;
    }
    if (old && this.isLast(old.value)) {
      this.global(name);
      this.mayCall(old.value);
    }
    if (!this.isCertain && before) {
      old?.cells.forEach(cell => cells.add(cell));
      const merged = value ? this.either([before, value]) : before;
      this._names.set(name, { cells, value: merged });
      this.renew(before, merged);
    } else {
      this._names.set(name, { cells, value: value ?? PLAIN });
      this.renew(before, value ?? PLAIN);
    }
  }

  /**
   * Read what may run or not, or more than once. In it a name has the value
   * that it was given there; behind it that, or the one of before.
   */
  protected inFrame(work: () => void): void {
    const frame: Frame = new Map();
    this.conditional += 1;
    this._frames.push(frame);
    work();
    this._frames.pop();
    this.conditional -= 1;
    this._join(frame);
  }

  /** The innermost frame begins anew: all that was given in it may be there. */
  protected repeatFrame(): void {
    this._join(this._frames[this._frames.length - 1]);
  }

  private _join(frame: Frame): void {
    for (const [name, { old, values }] of frame) {
      const before = old?.value ?? this.builtin(name);
      const now = this._names.get(name);
      const all = [...(before ? [before] : []), ...values];
      const value = this.either(now ? [...all, now.value] : all);
      const cells = new Set([...(old?.cells ?? []), ...(now?.cells ?? [])]);
      this._names.set(name, { cells, value });
      this.renew(now?.value ?? null, value);
    }
  }

  /** A name's value is another one: what uses the name may do other things. */
  protected renew(old: IValue | null, value: IValue): void {
    const targets = new Set(old?.targets);
    const isSame =
      old !== null &&
      old.region?.root === value.region?.root &&
      (value.targets?.length ?? -1) === (old.targets?.length ?? -1) &&
      (value.targets ?? []).every(target => targets.has(target));
    this.generation += isSame ? 0 : 1;
  }

  protected read({ region, elements }: IValue): void {
    if (region) {
      region.see();
      this.notes.read.add(region);
    }
    if (elements) {
      elements.see();
      this.notes.read.add(elements);
    }
  }

  /** A region may be changed. */
  protected change(region: Region | null, name = this.subject): void {
    if (region) {
      this.notes.read.add(region);
      region.change(this.cell, name);
    }
  }

  /** A module is needed that an import loaded. */
  protected needModule(path: string): void {
    this._modules.get(path)?.forEach(cell => {
      this._need(cell, { kind: 'defines', name: path });
    });
  }

  /** A module is needed with all that is loaded of it. */
  protected needModules(path: string): void {
    for (const module of this._modules.keys()) {
      if (module.startsWith(`${path}.`)) {
        this.needModule(module);
      }
    }
  }

  /** A module and those around it are loaded. */
  protected load(path: string): void {
    for (let at = path.length; at > 0; at = path.lastIndexOf('.', at - 1)) {
      const module = path.slice(0, at);
      const cells = this._modules.get(module) ?? new Set();
      this._modules.set(module, cells.add(this.cell));
    }
  }

  protected useState(state: State): void {
    this._states.get(state)?.forEach(cell => {
      this._need(cell, { kind: 'state', state });
    });
  }

  protected changeState(state: State): void {
    const cells = this._states.get(state) ?? new Set();
    this._states.set(state, cells.add(this.cell));
  }

  /** From here on, what was before no longer matters. */
  protected setState(state: State): void {
    if (this.isCertain) {
      this._states.set(state, new Set());
    }
    this.changeState(state);
  }

  /** What is read now runs, whatever happens. */
  protected get isCertain(): boolean {
    return this.conditional === 0 && this.scope?.hasLeft !== true;
  }

  /** Whether what is read now runs whenever the frames around it do. */
  protected get isCertainInFrames(): boolean {
    return (
      this._frames.length > 0 &&
      this.conditional === this._frames.length &&
      this.scope === null
    );
  }

  /** One region of several values; null when nothing can change any of them. */
  protected merged(values: readonly IValue[]): Region | null {
    let found: Region | null = null;
    const add = (region: Region | null) => {
      if (!region || !found) {
        found ??= region;
      } else if (found.merge(region)) {
        this.generation += 1;
        this.merges += 1;
      }
    };
    for (const value of values) {
      add(value.region);
      add(value.elements);
    }
    return found;
  }

  /** One of several values. */
  protected either(values: readonly IValue[]): IValue {
    if (values.length === 1) {
      return values[0];
    }
    const targets: Target[] = [];
    let isKnown = true;
    const natures = new Set<Nature>();
    for (const value of values) {
      if (value.targets) {
        targets.push(...value.targets);
      } else {
        isKnown = false;
      }
    }
    let region = this.merged(values);
    if (!isKnown) {
      for (const target of targets) {
        if (typeof target === 'string') {
          natures.add(this.natureOf(target));
        }
      }
    }
    if (natures.size > 0) {
      region ??= new Region();
      natures.forEach(nature => region?.add(nature));
    }
    const [{ made }] = values;
    return {
      region,
      targets: isKnown && values.length > 0 ? [...new Set(targets)] : null,
      made: values.every(value => value.made === made) ? made : null,
      elements: null
    };
  }

  /** Which node of which text this is, in the cell under way. */
  protected placeOf({ from }: { readonly from: number }): string {
    const known = this._sources.get(this.source);
    const source = known ?? this._sources.size;
    this._sources.set(this.source, source);
    return `${this.cell}:${source}:${from}`;
  }

  protected abstract natureOf(path: string): Nature;

  /** A name of the language, null when it is none. */
  protected abstract builtin(name: string): IValue | null;

  /** Nobody knows what is done with a value. */
  protected abstract mayCall(value: IValue): void;

  /** Whether a value does something when it goes. */
  protected abstract isLast(value: IValue): boolean;

  /** Names in texts, of the cell and of those that give it names. */
  private _lookUpWords(): void {
    const { names, needs } = this.notes;
    if (names === 'none') {
      return;
    }
    const given = [...needs].flatMap(([cell, { kind }]) =>
      kind === 'defines' ? [this._finished[cell]] : []
    );
    for (const { words, code } of [this.notes, ...given]) {
      for (const word of names === 'words' ? words : code) {
        const value = this.global(word);
        if (value) {
          this.mayCall(value);
        }
      }
    }
  }

  private _need(cell: number, need: Need): void {
    const { needs } = this.notes;
    const known = needs.get(cell);
    // A definition says more than a change, and a name more than none.
    const isBetter =
      known?.kind !== 'defines' &&
      (need.kind === 'defines' || (known?.kind === 'changes' && !known.name));
    if (cell < this.cell && (!known || isBetter)) {
      needs.set(cell, need);
    }
  }

  private readonly _frames: Frame[] = [];
  private readonly _finished: Notes[] = [];
  private readonly _sources = new Map<string, number>();
  private _steps = 0;
  private readonly _names = new Map<string, IVersion>();
  private readonly _modules = new Map<string, Set<number>>();
  private readonly _states = new Map<State, Set<number>>();
}
