import {
  builtinRule,
  CALLING_METHODS,
  DRAWING_METHODS,
  ESTIMATES,
  FILE_METHOD,
  ITERATING_METHODS,
  libraryRule,
  PATH_METHODS,
  PLAIN_METHODS,
  QUIET_METHODS,
  RANDOM,
  type ICallRule
} from './libraries';
import { BUILTIN, Naming, seesAllNames } from './naming';
import {
  PLAIN,
  Region,
  Scope,
  valueIn,
  type IClass,
  type IFunction,
  type IValue,
  type Target
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

/** Decides what calls change. */
export abstract class Calls extends Naming {
  protected abstract evaluate(node: SyntaxNode): IValue;
  protected abstract runBody(fn: IFunction): void;

  /** What a call gives. */
  protected call(callee: IValue, args: readonly IArgument[]): IValue {
    const { targets } = callee;
    if (!targets) {
      return this._callUnknown(callee, args);
    }
    const isOne = targets.length === 1;
    this.conditional += isOne ? 0 : 1;
    const results = targets.map(target => this._callTarget(target, args));
    this.conditional -= isOne ? 0 : 1;
    return results.length > 0 ? this.either(results) : PLAIN;
  }

  /** What a method gives. */
  protected callMethod(
    object: IValue,
    name: string,
    args: readonly IArgument[]
  ): IValue {
    const { region } = object;
    if (region?.isOf('patched')) {
      return this._callUnknown(object, args);
    }
    const own = object.made && this._methodOf(object.made, name);
    if (own) {
      return this._inline(own, args, own.isStatic ? null : object);
    }
    if (!region) {
      this._goThrough(args);
      return PLAIN_METHODS.has(name) ? PLAIN : this.fresh(args);
    }
    this.implicit(object);
    // Whether it is called on an object or on its class is not known.
    const given = [star(object), ...args];
    const candidates = [...region.functions].filter(fn => fn.name === name);
    this.conditional += 1;
    const results = candidates.map(fn => this._inline(fn, given, null));
    this.conditional -= 1;
    return this.either([
      ...results,
      this._callLibraryMethod(object, name, args)
    ]);
  }

  /** A method that is looked up in a class or function itself. */
  protected callOfTarget(
    object: IValue,
    name: string,
    args: readonly IArgument[]
  ): IValue {
    return this.callMethod(valueIn(object.region), name, args);
  }

  /** Something new that holds what it is given. */
  protected fresh(args: readonly IArgument[]): IValue {
    const region = new Region();
    return valueIn(
      this.merged([valueIn(region), ...args.map(({ value }) => value)])
    );
  }

  /** Python may run functions that stand in a value: an operator's, a property's. */
  protected implicit({ region }: IValue): void {
    if (region) {
      this.noteLaunch(region);
      const isAny = region.isOf('patched');
      for (const fn of region.functions) {
        if (fn.isImplicit || isAny) {
          this._run(fn, region);
        }
      }
    }
  }

  /** Go through a value; what it gives. */
  protected iterate(value: IValue, mayDraw = true): IValue {
    const { region, elements, targets } = value;
    if (!region) {
      const wild = targets?.find(
        one => typeof one === 'string' && this.natureOf(one) === 'wild'
      );
      if (wild === undefined) {
        return PLAIN;
      }
      this.always('call', wildName(wild));
      return valueIn(new Region(['wild']));
    }
    this.implicit(value);
    if (mayDraw && region.natures.has('torch')) {
      this._draw();
    }
    if (region.natures.has('iterator') || region.natures.has('wild')) {
      this.change(region);
      this.runAll(region);
    }
    if (elements) {
      this.iterate(valueIn(elements), value.isQuiet !== true);
      return valueIn(elements);
    }
    return valueIn(region);
  }

  /** Every function in a region may run. */
  protected runAll(region: Region): void {
    for (const fn of region.functions) {
      this._run(fn, region);
    }
  }

  protected noteLaunch(region: Region): void {
    const { natures } = region;
    this.notes.launches ||=
      natures.has('torch') || natures.has('wild') || natures.has('library');
  }

  /** Make an object of a class. */
  private _construct(made: IClass, args: readonly IArgument[]): IValue {
    const region = new Region(made.natures);
    const object: IValue = { ...PLAIN, region, made };
    if (made.isShared) {
      region.merge(made.region);
    } else {
      region.readFrom(made.region);
    }
    if (made.natures.includes('wild')) {
      this.always('call', made.name);
    }
    let isOwn = false;
    for (const name of ['__new__', '__init__', '__post_init__']) {
      const method = this._methodOf(made, name);
      if (method) {
        isOwn = true;
        this._inline(method, args, object);
      }
    }
    if (!isOwn) {
      this._goThrough(args);
      this.merged([object, ...args.map(({ value }) => value)]);
    }
    return object;
  }

  private _methodOf(made: IClass, name: string): IFunction | null {
    const own = made.methods.get(name);
    if (own) {
      return own;
    }
    for (const base of made.bases) {
      const found = this._methodOf(base, name);
      if (found) {
        return found;
      }
    }
    return null;
  }

  private _callTarget(target: Target, args: readonly IArgument[]): IValue {
    if (typeof target === 'string') {
      return this._callLibrary(target, args);
    }
    return target.kind === 'class'
      ? this._construct(target, args)
      : this._inline(target, args, null);
  }

  /** A call of a value: it may change all that it can reach. */
  private _callUnknown(callee: IValue, args: readonly IArgument[]): IValue {
    const values = [callee, ...args.map(({ value }) => value)];
    const region = this.merged(values);
    if (!callee.region || !region) {
      // Nothing that can be called was seen to be put there.
      this.always('call', '');
      return valueIn(region);
    }
    this.noteLaunch(region);
    this.change(region);
    this._callGiven(args);
    this.runAll(region);
    if (region.natures.has('wild')) {
      this.always('call', '');
    }
    if (region.natures.has('torch') || region.natures.has('library')) {
      this._draw();
    }
    return valueIn(region);
  }

  private _callLibrary(path: string, args: readonly IArgument[]): IValue {
    const isBuiltin = path.startsWith(BUILTIN);
    const name = isBuiltin ? path.slice(BUILTIN.length) : path;
    if (isBuiltin && name === 'super') {
      return this._super();
    }
    if (isBuiltin && seesAllNames(name)) {
      this.lookAtAll();
      this.always('setting', name);
      this.havoc();
      return valueIn(new Region(['wild']));
    }
    const rule = (isBuiltin ? builtinRule(name) : null) ?? libraryRule(path);
    if (/^torch/.test(path)) {
      this.notes.launches ||= !/manual_seed/.test(path);
    }
    return this._apply(rule, name, args);
  }

  private _apply(
    rule: ICallRule,
    name: string,
    args: readonly IArgument[]
  ): IValue {
    const { reads, writes, sets, isIterating, isLookingUp } = rule;
    const isSeeded = args.some(
      ({ keyword, text }) =>
        /^(?:random_state|generator|rng)$/.test(keyword ?? '') &&
        text !== 'None'
    );
    const states = (all: typeof reads) =>
      all.filter(state => !isSeeded || !state.startsWith('random:'));
    states(reads).forEach(state => this.useState(state));
    states(writes).forEach(state => this.changeState(state));
    sets.forEach(state => this.setState(state));
    args.forEach(({ value }) => this.implicit(value));
    if (isLookingUp) {
      this.lookAtAll();
    }
    const isChanging =
      rule.effect === 'change' ||
      args.some(
        ({ keyword, text }) =>
          (keyword === 'inplace' && text !== 'False') ||
          (keyword === 'out' && text !== 'None')
      );
    const result = this._resultOf(rule, args);
    if (rule.effect === 'unknown') {
      this.always('call', wildName(name));
    }
    if (name === 'setattr') {
      args[0]?.value.region?.add('patched');
    }
    for (const { value } of args) {
      for (const target of value.targets ?? []) {
        if (typeof target === 'string') {
          this.needModules(target);
        }
      }
    }
    if (isChanging || rule.effect === 'unknown') {
      const given = this.merged(args.map(({ value }) => value));
      this.change(given);
      if (args.some(({ value }) => isModule(value))) {
        this.always('setting', name);
      }
    }
    if (isIterating) {
      args.forEach(({ value }) => this.iterate(value));
    }
    if (rule.effect !== 'plain' || isIterating) {
      this._callGiven(args);
    }
    return result;
  }

  private _resultOf(rule: ICallRule, args: readonly IArgument[]): IValue {
    const values = args.map(({ value }) => value);
    const region = new Region(rule.nature ? [rule.nature] : []);
    const given = valueIn(region);
    switch (rule.effect) {
      case 'plain':
        return PLAIN;
      case 'fresh':
        return given;
      case 'copy':
        for (const value of values) {
          value.region?.natures.forEach(each => region.add(each));
          value.region?.functions.forEach(each => region.hold(each));
          if (value.region) {
            region.readFrom(value.region);
          }
        }
        return { ...given, made: values[0]?.made ?? null };
      case 'iterator': {
        region.add('iterator');
        const elements = this.merged(values);
        if (elements) {
          region.readFrom(elements);
          elements.functions.forEach(each => region.hold(each));
        }
        return { ...given, elements };
      }
      default:
        this.hold(region, values);
        return valueIn(this.merged([given, ...values]));
    }
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

  /** A method of an object that no class of the user's was seen to give it. */
  private _callLibraryMethod(
    object: IValue,
    name: string,
    args: readonly IArgument[]
  ): IValue {
    const region = object.region as Region;
    const { natures } = region;
    const only = (nature: string) =>
      natures.size === 1 && [...natures][0] === nature;
    const values = args.map(({ value }) => value);
    args.forEach(({ value }) => this.implicit(value));
    if (natures.has('wild')) {
      this.always('call', name);
    }
    if (only('path')) {
      this._usePath(name);
      return name === 'open'
        ? valueIn(new Region(['library', 'iterator']))
        : object;
    }
    if (only('figure')) {
      this.useState('figures');
      this.change(region);
      this._callGiven(args);
      return object;
    }
    if (only('estimator')) {
      return this._callEstimator(object, name, values);
    }
    if (FILE_METHOD.test(name)) {
      this.useState('files');
      this.changeState('files');
    }
    if (DRAWING_METHODS.has(name)) {
      this._draw();
    }
    if (CALLING_METHODS.has(name)) {
      this._callGiven(args);
      this._callWild(args);
    }
    const isInPlace = args.some(
      ({ keyword, text }) =>
        (keyword === 'inplace' && text !== 'False') || keyword === 'out'
    );
    if (PLAIN_METHODS.has(name) && !isInPlace) {
      return PLAIN;
    }
    if (ITERATING_METHODS.has(name)) {
      const iterator = new Region(['iterator']);
      iterator.readFrom(region);
      return { ...valueIn(iterator), elements: region, isQuiet: true };
    }
    const all = this.merged([object, ...values]) as Region;
    if (name === 'join') {
      args.forEach(({ value }) => this.iterate(value));
    } else if (isInPlace || !(QUIET_METHODS.has(name) || name === 'sample')) {
      this.change(all);
      this._callGiven(args);
      this.runAll(all);
      if (natures.has('torch') || natures.has('library')) {
        this._draw();
      }
    }
    return valueIn(all);
  }

  /** A method of scikit-learn's: it changes the estimator alone. */
  private _callEstimator(
    { region }: IValue,
    name: string,
    values: readonly IValue[]
  ): IValue {
    this.useState('random:numpy');
    this.changeState('random:numpy');
    this.change(region);
    const given = this.merged(values);
    if (given) {
      region?.readFrom(given);
    }
    if (name === 'fit' || name === 'partial_fit' || name === 'set_params') {
      return valueIn(region);
    }
    const result = new Region(['array']);
    const isOwn = ESTIMATES.has(name);
    return valueIn(
      isOwn ? result : this.merged([valueIn(result), valueIn(given)])
    );
  }

  private _usePath(name: string): void {
    if (PATH_METHODS.has(name)) {
      return;
    }
    this.useState('files');
    if (!/^(?:exists|is_\w+|r?glob|iterdir|stat|read_\w+)$/.test(name)) {
      this.changeState('files');
    }
  }

  /** Functions that were handed over may be called with all the rest. */
  private _callGiven(args: readonly IArgument[]): void {
    for (const { value } of args) {
      if (value.region) {
        this.runAll(value.region);
      }
    }
  }

  /** A function of a library that was handed over is called. */
  private _callWild(args: readonly IArgument[]): void {
    for (const { value } of args) {
      for (const target of value.targets ?? []) {
        if (typeof target === 'string' && !/^\?\./.test(target)) {
          const given = args.filter(one => one.value !== value);
          this._callLibrary(target, given);
        }
      }
      if (value.region?.natures.has('wild')) {
        this.always('call', '');
      }
    }
  }

  private _goThrough(args: readonly IArgument[]): void {
    args.forEach(({ value }) => this.iterate(value));
  }

  private _draw(): void {
    for (const state of RANDOM) {
      this.useState(state);
      this.changeState(state);
    }
  }

  /** `super()` is the object itself, whatever class answers. */
  private _super(): IValue {
    for (let scope = this.scope; scope; scope = scope.parent) {
      if (scope.first) {
        return valueIn(this.merged([scope.first]));
      }
    }
    return PLAIN;
  }

  /**
   * A function runs where no call is written, or nobody knows with what. They
   * are read one after the other: each can run each.
   */
  private _run(fn: IFunction, region: Region): void {
    const key = `${this.cell} ${fn.id} ${region.root.id}`;
    if (this._ran.get(key) === this.generation) {
      return;
    }
    this._ran.set(key, this.generation);
    this._pending.push([fn, region]);
    if (this._pending.length > 1) {
      return;
    }
    this.conditional += 1;
    for (let at = 0; at < this._pending.length; at++) {
      const [next, given] = this._pending[at];
      const result = this._inline(next, [star(valueIn(given))], null);
      this.hold(given, [result]);
      this.merged([valueIn(given), result]);
    }
    this._pending.length = 0;
    this.conditional -= 1;
  }

  /** Read a function's body with what it is given. */
  private _inline(
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
      result = { ...valueIn(region), elements };
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
    scope.first = scope.names.get(parameters[0]?.name ?? '') ?? null;
  }

  private _withNatures(
    region: Region | null,
    values: readonly IValue[]
  ): IValue {
    const found = region ?? new Region();
    this.hold(found, values);
    return valueIn(found);
  }

  protected abstract textOf(node: SyntaxNode): string;

  /** A function's body is being read, not the cell's own lines. */
  protected get isInside(): boolean {
    return this._active.length > 0;
  }

  /** When a function was last read for a region, by cell. */
  private readonly _ran = new Map<string, number>();
  private readonly _pending: (readonly [IFunction, Region])[] = [];
  private readonly _active: IActivation[] = [];
  private readonly _results = new Map<string, IValue>();
}

/** A value that may be any of the arguments. */
function star(value: IValue): IArgument {
  return { value, keyword: null, isStar: true, text: '' };
}

function wildName(target: Target): string {
  return typeof target === 'string' ? target.replace(/^\?\./, '') : '';
}

/** Whether a value is a library's module, or a part of one. */
function isModule({ region, targets }: IValue): boolean {
  return !region && (targets?.some(one => typeof one === 'string') ?? false);
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
