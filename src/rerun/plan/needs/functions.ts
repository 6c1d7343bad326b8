import { Blame } from './blame';
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
}

/** A function that is being read, and what it is read with. */
interface IActivation {
  readonly fn: IFunction;
  readonly values: readonly IValue[];
  /** What it was given when it called itself. */
  again: Region | null;
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
      const { isOfCallee } = this;
      this.isOfCallee = false;
      for (const fn of region.functions) {
        const isWanted = fn.isImplicit && (only?.test(fn.name) ?? true);
        if (isWanted || isAny || this._implicit.has(fn.id)) {
          this.runWith(fn, region);
        }
      }
      this.isOfCallee = isOfCallee;
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
    const { natures } = region;
    this.notes.launches ||= ['torch', 'tensor', 'wild', 'library'].some(each =>
      natures.has(each as Nature)
    );
  }

  /** What an iterable gives, where that is known apart from it. */
  protected given(value: IValue): IValue {
    return value.elements ? valueIn(value.elements) : value;
  }

  /** What holds a library's function is as that is. */
  protected hold(region: Region, values: readonly IValue[]): void {
    for (const { targets } of values) {
      for (const target of targets ?? []) {
        if (typeof target === 'string') {
          region.add(this.natureOf(target));
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
    const key = `${this.cell} ${fn.id} ${region.root.id}`;
    if (this._ran.get(key) === this.generation) {
      return;
    }
    this._ran.set(key, this.generation);
    this._pending.push([fn, region, isMaker]);
    if (this._pending.length > 1) {
      return;
    }
    this.conditional += 1;
    for (let at = 0; at < this._pending.length; at++) {
      const [next, given, isOwn] = this._pending[at];
      const result = this.inline(next, [star(valueIn(given))], null);
      this.hold(given, [result]);
      this.merged([valueIn(given), isOwn ? this.given(result) : result]);
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
    const values = [...(self ? [self] : []), ...args.map(({ value }) => value)];
    const active = this._active.find(one => one.fn === fn);
    if (active) {
      const all = [...values, ...active.values, valueIn(active.again)];
      active.again = this.merged(all);
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
      args.map(({ keyword, isStar }) => [keyword, isStar])
    ]);
    const known = this._results.get(key);
    if (known) {
      return known;
    }
    const activation: IActivation = { fn, values, again: null };
    this._active.push(activation);
    let result = this._readBody(fn, args, self);
    for (let round = 0; activation.again && round < 2; round++) {
      const all = star(valueIn(activation.again));
      result = this.either([result, this._readBody(fn, [all], null)]);
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
    this.runBody(fn);
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
      parameters.forEach(({ name }, at) =>
        this.bind(name, at === 0 && self ? self : each)
      );
    } else {
      const positional = [
        ...(self ? [self] : []),
        ...args.filter(one => one.keyword === null).map(({ value }) => value)
      ];
      parameters.forEach(({ name }, at) => {
        const named = args.find(one => one.keyword === name);
        const value =
          positional[at] ?? named?.value ?? fn.defaults.get(name) ?? PLAIN;
        this.bind(name, value);
      });
    }
    const first = parameters[0]?.name ?? '';
    scope.first = scope.names.get(first) ?? null;
    scope.self = fn.isMethod && !fn.isStatic ? first : '';
    scope.isOfCallee = this.isOfCallee;
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

  /** A function's body is being read, not the cell's own lines. */
  protected get isInside(): boolean {
    return this._active.length > 0;
  }

  /** Functions that Python runs by itself, by their ids, where no name says so. */
  private readonly _implicit = new Set<number>();
  private readonly _finalizers = new Set<number>();
  /** When a function was last read for a region, by cell. */
  private readonly _ran = new Map<string, number>();
  private readonly _pending: (readonly [IFunction, Region, boolean])[] = [];
  private readonly _active: IActivation[] = [];
  private readonly _results = new Map<string, IValue>();
}

/** A value that may be any of the arguments. */
export function star(value: IValue): IArgument {
  return { value, keyword: null, isStar: true, text: '' };
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
