import { Blame, joined, type Origins } from './blame';
import { builtinRule, libraryRule } from './libraries';
import { BUILTIN } from './naming';
import {
  PLAIN,
  Region,
  Scope,
  valueIn,
  type IFunction,
  type IValue,
  type Nature
} from './regions';
import { childOf, childrenOf, type SyntaxNode } from './tree';

/** What is given to a call. */
export interface IArgument {
  readonly value: IValue;
  readonly keyword: string | null;
  /** `*args` or `**kwargs`. */
  readonly isStar: boolean;
  /** What is written, where it is short. */
  readonly text: string;
  /** The notebook's names by which it was reached. */
  readonly origins: Origins;
}

const NOTHING: ReadonlySet<string> = new Set();

/** A function that is being read, and what it is read with. */
interface IActivation {
  readonly fn: IFunction;
  readonly values: readonly IValue[];
  /** What it was given when it called itself. */
  again: Region | null;
  /** By which names that and its object were reached, all calls together. */
  own: Origins;
  given: Origins;
}

/** A function that runs with what a region holds. */
interface IPending {
  readonly fn: IFunction;
  readonly region: Region;
  readonly isMaker: boolean;
  readonly own: Origins;
  readonly given: Origins;
}

/** Reads the bodies of the user's own functions, with what they are given. */
export abstract class Functions extends Blame {
  protected abstract runBody(fn: IFunction): void;

  /**
   * Python may run functions that stand in a value: an operator's, a property's.
   *
   * @param only - the names of those that it runs; any without
   */
  protected implicit({ region }: IValue, only?: RegExp): void {
    if (region) {
      this.noteLaunch(region);
      if (region.isOf('names') && !this.isHavoc) {
        this.useAllNames('globals');
      }
      const isAny = region.isOf('patched');
      this.calledBy({ own: null, given: null, isCodeless: false }, () => {
        for (const fn of region.functions) {
          const isWanted = fn.isImplicit && (only?.test(fn.name) ?? true);
          if (isWanted || isAny || this._implicit.has(fn.id)) {
            this.runWith(fn, region);
          }
        }
      });
    }
  }

  /** From now on Python may run these functions where no call is written. */
  protected makeImplicit({ region, targets }: IValue): void {
    for (const target of targets ?? region?.functions ?? []) {
      if (typeof target === 'object') {
        const fns =
          target.kind === 'function' ? [target] : target.methods.values();
        for (const { id } of fns) {
          this._implicit.add(id);
        }
      }
    }
  }

  /** Any name may be looked at, or stand for something else from now on. */
  protected useAllNames(what: string): IValue {
    this.lookAtAll();
    this.always('setting', what);
    this.havoc();
    return valueIn(new Region(['wild', 'names']));
  }

  protected mayCall({ region }: IValue): void {
    if (region) {
      this.runAll(region);
    }
  }

  protected isLast({ region }: IValue): boolean {
    return (
      this._finalizers.size > 0 &&
      [...(region?.functions ?? [])].some(({ id }) => this._finalizers.has(id))
    );
  }

  /** A function that runs when an object goes. */
  protected finalizes({ id }: IFunction): void {
    this._finalizers.add(id);
  }

  /** Every function in a region may run. */
  protected runAll(region: Region): void {
    for (const fn of region.functions) {
      this.runWith(fn, region);
    }
  }

  /** A library may call the functions that it was given. */
  protected runHeld(region: Region): void {
    for (const fn of region.functions) {
      if (!fn.isMethod) {
        this.runWith(fn, region);
      }
    }
  }

  protected noteLaunch(region: Region): void {
    const isFar = (each: string) => region.isOf(each as Nature);
    this.notes.launches ||=
      ['device', 'wild', 'library'].some(isFar) ||
      (this.isElsewhere && ['torch', 'tensor'].some(isFar));
  }

  /** What an iterable gives, where that is known apart from it. */
  protected elementsOf(value: IValue): IValue {
    return value.elements ? valueIn(value.elements) : value;
  }

  /** What holds a library's function is as that is. */
  protected hold(region: Region, values: readonly IValue[]): void {
    for (const { targets } of values) {
      for (const target of targets ?? []) {
        if (typeof target === 'string') {
          region.add(this.natureOf(target));
          this.isLoose ||= isChanging(target);
        }
      }
    }
  }

  /**
   * A function runs where no call is written, or nobody knows with what. They
   * are read one after the other: each can run each.
   *
   * @param isMaker - it is the function of a generator, which goes on
   */
  protected runWith(fn: IFunction, region: Region, isMaker = false): void {
    const { given, isCodeless } = this.caller;
    const isElse = fn.isOfLayer && !fn.isGenerator && !/^__/.test(fn.name);
    const own = isCodeless && isElse ? NOTHING : this.caller.own;
    const key = `${this.cell} ${fn.id} ${region.root.id} ${this._keyOf(own, given)}`;
    if (this._ran.get(key) === this.generation) {
      return;
    }
    this._ran.set(key, this.generation);
    this._pending.push({ fn, region, isMaker, own, given });
    if (this._pending.length > 1) {
      return;
    }
    this.conditional += 1;
    for (let at = 0; at < this._pending.length; at++) {
      const { own, given, ...next } = this._pending[at];
      this.calledBy({ own, given }, () => {
        const whole = valueIn(next.region);
        const result = this.inline(next.fn, [star(whole, own)], null);
        this.hold(next.region, [result]);
        this.merged([whole, next.isMaker ? this.elementsOf(result) : result]);
      });
    }
    this._pending.length = 0;
    this.conditional -= 1;
  }

  /** Read a function's body with what it is given. */
  protected inline(
    fn: IFunction,
    args: readonly IArgument[],
    self: IValue | null
  ): IValue {
    this.step();
    const { own, given } = this.caller;
    const values = [...(self ? [self] : []), ...args.map(({ value }) => value)];
    const active = this._active.find(one => one.fn === fn);
    if (active) {
      const all = [...values, ...active.values, valueIn(active.again)];
      active.again = this.merged(all);
      active.own = joined([active.own, own]);
      active.given = joined([active.given, given]);
      return valueIn(active.again);
    }
    const ids = values.map(({ region, targets, elements }) => [
      region?.root.id ?? 0,
      elements?.root.id ?? 0,
      ...(targets ?? []).map(target =>
        typeof target === 'string'
          ? target
          : target.kind === 'class'
            ? target.name
            : target.id
      )
    ]);
    const key = JSON.stringify([
      this.cell,
      fn.id,
      this.generation,
      this.isCertain,
      ids,
      args.map(({ keyword, isStar, origins }) => [
        keyword,
        isStar,
        this._keyOf(origins)
      ]),
      this._keyOf(own, given)
    ]);
    const known = this._results.get(key);
    if (known) {
      return known;
    }
    const activation: IActivation = { fn, values, again: null, own, given };
    this._active.push(activation);
    let result = this._readBody(fn, args, self);
    for (let round = 0; activation.again && round < 2; round++) {
      const { again, own, given } = activation;
      const read = this.calledBy({ own, given }, () =>
        this._readBody(fn, [star(valueIn(again), own)], null)
      );
      result = this.either([result, read]);
    }
    this._active.pop();
    if (fn.isStateful) {
      const region = this.merged([...values, result]);
      this.change(region, fn.name);
    }
    if (fn.isGenerator) {
      const region = new Region(['iterator']);
      const elements = this.merged([...values, result]);
      region.hold(fn);
      if (elements) {
        region.readFrom(elements);
      }
      result = { ...valueIn(region), elements, maker: fn };
    }
    this._results.set(key, result);
    return result;
  }

  private _readBody(
    fn: IFunction,
    args: readonly IArgument[],
    self: IValue | null
  ): IValue {
    const { source, scope: around } = this;
    const isCertain = this.isCertain;
    this.conditional += isCertain ? 0 : 1;
    this.source = fn.source;
    const scope = this.scopeFor(fn.node, 'function', fn.scope, fn.isEnclosing);
    this.scope = scope;
    this._bindParameters(fn, args, self, scope);
    // Its own lines call what they name.
    this.calledBy(
      { own: null, given: null, called: [], receiver: [], isCodeless: false },
      () => this.runBody(fn)
    );
    this.scope = around;
    this.source = source;
    this.conditional -= isCertain ? 0 : 1;
    return scope.returned.length > 0 ? this.either(scope.returned) : PLAIN;
  }

  private _bindParameters(
    fn: IFunction,
    args: readonly IArgument[],
    self: IValue | null,
    scope: Scope
  ): void {
    const list = childOf(fn.node, 'ParamList');
    const parameters = parametersOf(list, node => this.textOf(node));
    const values = [...(self ? [self] : []), ...args.map(({ value }) => value)];
    const isExact =
      !args.some(({ isStar }) => isStar) &&
      !parameters.some(({ isStar }) => isStar);
    if (!isExact) {
      const all = [...values, ...fn.defaults.values()];
      const region = this.merged(all);
      const isKnown = all.every(value => value.region || !value.targets);
      const each = isKnown ? valueIn(region) : this._withNatures(region, all);
      const isOfObject = fn.isMethod && !fn.isStatic;
      const [first] = args;
      const own = self ? this.caller.own : (first?.origins ?? null);
      const given = (self ?? own) ? this.caller.given : null;
      parameters.forEach(({ name }, at) => {
        const isFirst = at === 0 && (self !== null || isOfObject);
        this.announce(scope, name, isFirst ? own : given);
        this.bind(name, at === 0 && self ? self : each);
      });
    } else {
      const positional = [
        ...(self ? [self] : []),
        ...args.filter(one => one.keyword === null).map(({ value }) => value)
      ];
      parameters.forEach(({ name }, at) => {
        const named = args.find(one => one.keyword === name);
        const value =
          positional[at] ?? named?.value ?? fn.defaults.get(name) ?? PLAIN;
        const origins = [
          ...(self ? [this.caller.own] : []),
          ...args.filter(one => one.keyword === null).map(one => one.origins)
        ];
        this.announce(scope, name, origins[at] ?? named?.origins ?? null);
        this.bind(name, value);
      });
    }
    const first = parameters[0]?.name ?? '';
    scope.first = scope.names.get(first) ?? null;
    scope.self = fn.isMethod && !fn.isStatic ? first : '';
    scope.isOfLayer = fn.isOfLayer;
    scope.isMaking = /^__(?:new|init|post_init)__$/.test(fn.name);
  }

  private _withNatures(
    region: Region | null,
    values: readonly IValue[]
  ): IValue {
    const found = region ?? new Region();
    this.hold(found, values);
    return valueIn(found);
  }

  /** What decides, beside its arguments, whom a function's changes are of. */
  private _keyOf(...all: readonly Origins[]): string {
    const keys = all.map(one => (one ? [...one].sort().join() : '?'));
    return [this.isMixed, this.statement.join(), ...keys].join(';');
  }

  /** A function's body is being read, not the cell's own lines. */
  protected get isInside(): boolean {
    return this._active.length > 0;
  }

  /** Functions that Python runs by itself, by their ids, where no name says so. */
  private readonly _implicit = new Set<number>();
  private readonly _finalizers = new Set<number>();
  /** When a function was last read for a region, by cell. */
  private readonly _ran = new Map<string, number>();
  private readonly _pending: IPending[] = [];
  private readonly _active: IActivation[] = [];
  private readonly _results = new Map<string, IValue>();
}

/** All of two sets of names; null where one is not known. */
/** Whether a library's function may change what it is given. */
function isChanging(path: string): boolean {
  const builtin = path.startsWith(BUILTIN)
    ? builtinRule(path.slice(BUILTIN.length))
    : null;
  return /^(?:change|unknown)$/.test((builtin ?? libraryRule(path)).effect);
}

/** A value that may be any of the arguments. */
export function star(value: IValue, origins: Origins): IArgument {
  return { value, keyword: null, isStar: true, text: '', origins };
}

interface IParameter {
  readonly name: string;
  readonly isStar: boolean;
}

/** The parameters of a function, by name. */
export function parametersOf(
  list: SyntaxNode | null,
  textOf: (node: SyntaxNode) => string
): IParameter[] {
  const found: IParameter[] = [];
  const children = list ? childrenOf(list) : [];
  children.forEach((node, at) => {
    const before = children[at - 1]?.name ?? '';
    if (node.name === 'VariableName' && before !== 'AssignOp') {
      found.push({ name: textOf(node), isStar: /^\*\*?$/.test(before) });
    }
  });
  return found;
}
