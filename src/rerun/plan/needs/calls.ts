import {
  ALL_NAMES,
  ATTRIBUTES,
  builtinRule,
  CALLING_METHODS,
  CALLS,
  CALLS_LATER,
  DRAWING_METHODS,
  DRAWN,
  ESTIMATES,
  FILE_METHOD,
  FILING_METHOD,
  ITERATING_METHODS,
  KEEPING_METHODS,
  libraryRule,
  MEASURING,
  MOVING_METHODS,
  PATH_METHODS,
  placesOf,
  PLAIN_METHODS,
  QUIET_METHODS,
  RANDOM,
  READS_ALL,
  READS_NAMES,
  SHOWING,
  SHOWS,
  SINKS,
  TEXT_METHODS,
  TORCH,
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
  type Nature,
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
      const isPlain = PLAIN_METHODS.has(name) || TEXT_METHODS.has(name);
      return isPlain ? PLAIN : this.fresh(args);
    }
    this.implicit(object, ATTRIBUTES);
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
      for (const fn of region.functions) {
        const isWanted = fn.isImplicit && (only?.test(fn.name) ?? true);
        if (isWanted || isAny || this._implicit.has(fn.id)) {
          this._run(fn, region);
        }
      }
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

  /** The class of an object: a change of it is one of all its objects. */
  protected classOf({ region }: IValue): IValue {
    return region
      ? valueIn(this.merged([...region.reach()].map(one => valueIn(one))))
      : PLAIN;
  }

  /** What is written to a part of a library changes what others do with it. */
  protected setLibrary(name: string, value: IValue): void {
    this.always('setting', name);
    const { region } = value;
    if (region && (region.functions.size > 0 || region.isOf('wild'))) {
      this._replaced ??= { name, region: new Region() };
      this._replaced.region.merge(region);
    }
  }

  /** A cell may call what stands in place of a library's own function. */
  protected callReplaced(): void {
    if (this._replaced) {
      const { name, region } = this._replaced;
      this.always('call', name);
      this.read(valueIn(region));
      this.change(region, name);
      this.runAll(region);
    }
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

  /**
   * The cell's own code changes what a name stands for: in a function that may
   * be what the cell calls it with.
   */
  protected blame(name: string): void {
    for (let { scope } = this; scope; scope = scope.parent) {
      if (scope.globals.has(name)) {
        break;
      }
      if (scope.names.has(name)) {
        const isSelf = name === scope.self && scope.kind === 'function';
        if (!(isSelf && scope.isMaking)) {
          this.noteChanges(isSelf ? this.callee : this.statement);
        }
        return;
      }
    }
    this.noteChanges(name === '' ? this.statement : [name]);
  }

  /** The names in the statement of the cell that is being read. */
  protected statement: readonly string[] = [];
  /** The names of what is called in it. */
  protected callee: readonly string[] = [];
  /** The names in the call that is being read, and of what its method is. */
  protected called: readonly string[] = [];
  protected receiver: readonly string[] = [];

  /** Go through a value; what it gives. */
  protected iterate(value: IValue): IValue {
    const { region, elements, targets, isQuiet = false } = value;
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
    if (!isQuiet && region.natures.has('torch')) {
      this._draw(region);
    }
    if (region.natures.has('iterator') || region.natures.has('wild')) {
      this.change(region);
      for (const fn of isQuiet ? [] : region.functions) {
        // Who is asked for the next one is given what the iterator reaches.
        this._run(fn, elements ?? region, fn === value.maker);
      }
    } else if (!isQuiet && isLibrarys(region)) {
      this.runHeld(region);
    }
    if (region.natures.has('calling')) {
      region.reach().forEach(each => this.change(each));
      this._draw();
      this._useFiles();
    }
    if (elements) {
      const given = { ...valueIn(elements), isQuiet };
      this.iterate(given);
      return given;
    }
    return valueIn(region);
  }

  /** Every function in a region may run. */
  protected runAll(region: Region): void {
    for (const fn of region.functions) {
      this._run(fn, region);
    }
  }

  /** A library may call the functions that it was given. */
  protected runHeld(region: Region): void {
    for (const fn of region.functions) {
      if (!fn.isMethod) {
        this._run(fn, region);
      }
    }
  }

  protected noteLaunch(region: Region): void {
    const { natures } = region;
    this.notes.launches ||= ['torch', 'tensor', 'wild', 'library'].some(each =>
      natures.has(each as Nature)
    );
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
    if (this.callMetas(made, ['__call__'])) {
      region.merge(made.region);
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

  /** What metaclasses do; whether any of them has such a method. */
  protected callMetas(made: IClass, names: readonly string[]): boolean {
    let isOwn = false;
    for (const meta of made.metas) {
      for (const name of names) {
        const method = this._methodOf(meta, name);
        if (method) {
          isOwn = true;
          made.region.merge(meta.region);
          this._run(method, made.region);
        }
      }
    }
    return isOwn;
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
      this.called.forEach(each => this.blame(each));
    }
    if (isLibrarys(region) || region.natures.has('tensor')) {
      this._draw(region);
    }
    return valueIn(region);
  }

  private _callLibrary(path: string, args: readonly IArgument[]): IValue {
    const isBuiltin = path.startsWith(BUILTIN);
    const name = isBuiltin ? path.slice(BUILTIN.length) : path;
    if (isBuiltin && name === 'super') {
      return this._super();
    }
    if (isBuiltin && name === 'dir' && args.length === 0) {
      this.lookAtNames();
      return valueIn(new Region());
    }
    if (isBuiltin && name === 'vars' && args[0]?.value.region) {
      args[0].value.region.add('patched');
      return valueIn(args[0].value.region);
    }
    if ((isBuiltin && seesAllNames(name)) || ALL_NAMES.test(name)) {
      return this.useAllNames(name);
    }
    if (isBuiltin && name === 'type' && args.length === 1) {
      return this.classOf(args[0].value);
    }
    const rule = this._ruleOf(path);
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
    const { reads, writes, sets, isIterating } = rule;
    const isLookingUp = rule.isLookingUp || READS_ALL.test(name);
    const seeds = args.filter(
      ({ keyword, text }) =>
        /^(?:random_state|generator|rng|seed)$/.test(keyword ?? '') &&
        text !== 'None'
    );
    // A generator that is given goes on by it.
    seeds.forEach(({ value }) => this.change(value.region));
    const isSeeded = seeds.some(({ value }) => !value.region);
    const states = (all: typeof reads) =>
      all.filter(state => !isSeeded || !state.startsWith('random:'));
    states(reads).forEach(state => this.useState(state));
    states(writes).forEach(state => this.changeState(state));
    sets.forEach(state => this.setState(state));
    const only =
      name === 'len' ? MEASURING : SHOWS.test(name) ? SHOWING : undefined;
    args.forEach(({ value }) => this.implicit(value, only));
    if (isLookingUp) {
      this.lookAtCode();
    }
    const isChanging =
      rule.effect === 'change' ||
      args.some(
        ({ keyword, text }) =>
          (keyword === 'inplace' && text !== 'False') ||
          (keyword === 'out' && text !== 'None')
      ) ||
      args.filter(({ keyword }) => keyword === null).length > placesOf(name) ||
      (/^torch\.nn\.functional\./.test(name) &&
        args.some(({ keyword, text }) => keyword === null && text === 'True'));
    const result = this._resultOf(rule, args);
    if (rule.effect === 'unknown') {
      this.always('call', wildName(name));
      this._meet(name, args);
    }
    if (name === 'setattr') {
      const [object, , value] = args;
      object?.value.region?.add('patched');
      if (value && isModule(object.value)) {
        this.setLibrary('setattr', value.value);
      }
    } else if (name === 'property' || name === 'functools.cached_property') {
      args.forEach(({ value }) => this.makeImplicit(value));
    }
    this._writeTo(name, args);
    if (CALLS.test(name)) {
      this._callWild(args);
    }
    if (CALLS_LATER.test(name) && this._callsLibrary(name, args)) {
      result.region?.add('calling');
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
      this.called.forEach(each => this.blame(each));
      if (args.some(({ value }) => isModule(value))) {
        this.always('setting', name);
      }
    }
    if (isIterating) {
      args.forEach(({ value }) => this.iterate(value));
    } else if (rule.effect !== 'plain') {
      this._useUp(args);
    }
    if (rule.effect !== 'plain' || isIterating) {
      this._callGiven(args);
    }
    return result;
  }

  /** What a library was given before, it may look at and call now. */
  private _meet(path: string, args: readonly IArgument[]): void {
    const root = path.split('.', 1)[0];
    if (READS_NAMES.test(path)) {
      this.notes.names = 'words';
    }
    const met = this._met.get(root) ?? new Set();
    this._met.set(root, met);
    for (const region of met) {
      this.read(valueIn(region));
      this.runAll(region);
    }
    for (const { value } of args) {
      if (value.region) {
        met.add(value.region);
      }
    }
  }

  /** Files, or what stands for one, that a function writes to. */
  private _writeTo(name: string, args: readonly IArgument[]): void {
    for (const [pattern, place, keyword] of SINKS) {
      const sink = pattern.test(name)
        ? (args.find(one => one.keyword === keyword) ??
          args.filter(one => one.keyword === null)[place])
        : undefined;
      if (sink?.value.region) {
        this._useFiles();
        this.change(sink.value.region);
        this.runAll(sink.value.region);
      }
    }
  }

  private _useFiles(): void {
    this.useState('files');
    this.changeState('files');
  }

  /** Iterators that are given may be used up. */
  private _useUp(args: readonly IArgument[]): void {
    for (const { value } of args) {
      if (value.region?.natures.has('iterator')) {
        this.iterate(value);
      }
    }
  }

  /** Whether the function that is given is none of the user's own. */
  private _callsLibrary(name: string, args: readonly IArgument[]): boolean {
    if (args.length < 2) {
      return false;
    }
    const [{ value }] = args;
    return value.targets
      ? value.targets.some(target => {
          if (typeof target !== 'string') {
            return false;
          }
          const rule = this._ruleOf(target);
          const isQuiet = /^(?:plain|fresh|share|copy)$/.test(rule.effect);
          return !isQuiet || rule.reads.length > 0 || rule.writes.length > 0;
        })
      : value.region !== null;
  }

  private _ruleOf(path: string): ICallRule {
    const name = path.startsWith(BUILTIN) ? path.slice(BUILTIN.length) : null;
    return (name === null ? null : builtinRule(name)) ?? libraryRule(path);
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
        const elements = this._mapsToPlain(rule, args)
          ? null
          : this.merged(values);
        if (!elements) {
          values.forEach(
            value => value.region && region.readFrom(value.region)
          );
        }
        if (elements) {
          region.readFrom(elements);
          elements.functions.forEach(each => region.hold(each));
        }
        return { ...given, elements };
      }
      default: {
        // `list(it)` holds what the iterator gives, and not the iterator.
        const held = rule.isTaking
          ? args.map(({ value, keyword }) =>
              keyword === null ? this.given(value) : value
            )
          : values;
        this.hold(region, values);
        return valueIn(this.merged([given, ...held]));
      }
    }
  }

  /** What an iterable gives, where that is known apart from it. */
  protected given(value: IValue): IValue {
    return value.elements ? valueIn(value.elements) : value;
  }

  /** `map(len, rows)`: nothing of the rows is in what it gives. */
  private _mapsToPlain(rule: ICallRule, args: readonly IArgument[]): boolean {
    const targets = args[0]?.value.targets ?? [];
    return (
      rule.isMapping &&
      args.length > 1 &&
      targets.length > 0 &&
      targets.every(
        target =>
          typeof target === 'string' && this._ruleOf(target).effect === 'plain'
      ) &&
      args.every(({ value }) => value.region?.isOf('iterator') !== true)
    );
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
    if (natures.has('path') && FILING_METHOD.test(name)) {
      this._usePath(name);
    }
    if (FILE_METHOD.test(name)) {
      this._useFiles();
    }
    if (only('figure')) {
      this.useState('figures');
      this.change(region);
      if (FILE_METHOD.test(name)) {
        values.forEach(value => this.change(value.region));
      }
      this._callGiven(args);
      this.runHeld(region);
      return object;
    }
    if (only('estimator')) {
      this.runAll(region);
      return this._callEstimator(object, name, values);
    }
    if (DRAWING_METHODS.has(name)) {
      this._draw();
    } else if (natures.has('tensor') && DRAWN.test(name)) {
      this._draw(region);
    }
    if (CALLING_METHODS.has(name)) {
      this._callGiven(args);
      this._callWild(args);
    }
    const isInPlace =
      args.some(
        ({ keyword, text }) =>
          (keyword === 'inplace' && text !== 'False') || keyword === 'out'
      ) ||
      (natures.has('array') &&
        args.filter(({ keyword }) => keyword === null).length >=
          placesOf(`numpy.${name}`));
    if (natures.size > 0 || [...region.functions].some(fn => fn.isMethod)) {
      this.runHeld(region);
    }
    this._useUp(args);
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
    } else if (isInPlace || !isHarmless(region, name)) {
      this.change(all);
      if (!KEEPING_METHODS.has(name) && !MOVING_METHODS.has(name)) {
        // A list, a tensor, a layer change themselves, not what they are given.
        const isOwn = !['array', 'library', 'standard', 'wild'].some(each =>
          natures.has(each as Nature)
        );
        const names = isOwn ? this.receiver : this.called;
        names.forEach(each => this.blame(each));
      }
      this._callGiven(args);
      if (name !== '__init__' || natures.has('wild')) {
        this.runAll(all);
      }
      if (isLibrarys(region) && (name !== '__init__' || args.length > 0)) {
        this._draw(region);
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
      if (value.region && value.isQuiet !== true) {
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

  /** PyTorch draws from its own random state alone. */
  private _draw(region?: Region): void {
    if (region && isDeterministic(region)) {
      return;
    }
    const isTorch =
      region &&
      [...region.natures].some(each => /^(?:torch|tensor)$/.test(each)) &&
      !['library', 'wild', 'calling'].some(each =>
        region.natures.has(each as Nature)
      );
    for (const state of isTorch ? [TORCH] : RANDOM) {
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
   *
   * @param isMaker - it is the function of a generator, which goes on
   */
  private _run(fn: IFunction, region: Region, isMaker = false): void {
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
      const result = this._inline(next, [star(valueIn(given))], null);
      this.hold(given, [result]);
      this.merged([valueIn(given), isOwn ? this.given(result) : result]);
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
    scope.self = fn.isMethod ? first : '';
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

  protected abstract textOf(node: SyntaxNode): string;

  /** A function's body is being read, not the cell's own lines. */
  protected get isInside(): boolean {
    return this._active.length > 0;
  }

  /** Functions that Python runs by itself, by their ids, where no name says so. */
  private readonly _implicit = new Set<number>();
  private readonly _finalizers = new Set<number>();
  /** What each library was given that may keep it. */
  private readonly _met = new Map<string, Set<Region>>();
  /** What stands in place of functions of libraries. */
  private _replaced: { name: string; region: Region } | null = null;
  /** When a function was last read for a region, by cell. */
  private readonly _ran = new Map<string, number>();
  private readonly _pending: (readonly [IFunction, Region, boolean])[] = [];
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

/** Whether a method changes neither its object nor what it is given. */
function isHarmless({ natures }: Region, name: string): boolean {
  const isTensor =
    natures.has('tensor') &&
    [...natures].every(each => each === 'tensor' || each === 'array');
  return (
    QUIET_METHODS.has(name) ||
    name === 'sample' ||
    (isTensor && MOVING_METHODS.has(name))
  );
}

/** Whether nothing in a region has a random state. */
function isDeterministic({ natures }: Region): boolean {
  return !['torch', 'tensor', 'library', 'wild', 'calling'].some(each =>
    natures.has(each as Nature)
  );
}

/** Whether something is a library's, so that functions in it may be called. */
export function isLibrarys({ natures }: Region): boolean {
  return (
    natures.has('torch') || natures.has('library') || natures.has('standard')
  );
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
