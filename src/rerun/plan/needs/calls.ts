import {
  ALL_NAMES,
  ATTRIBUTES,
  builtinRule,
  CALLING_METHODS,
  CALLS,
  CALLS_LATER,
  DEVICE_CALL,
  DEVICE_KEYWORD,
  DEVICE_METHOD,
  DEVICELESS_KEYWORD,
  DEVICELESS_SETTING,
  DRAWING_METHODS,
  DRAWLESS_METHODS,
  DRAWN,
  DTYPE,
  ESTIMATES,
  FILE_METHOD,
  FILING_METHOD,
  isApart,
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
import { Functions, star, type IArgument } from './functions';
import { BUILTIN, seesAllNames } from './naming';
import {
  PLAIN,
  Region,
  valueIn,
  type IClass,
  type IFunction,
  type IValue,
  type Nature,
  type Target
} from './regions';
import type { SyntaxNode } from './tree';

/** Where a text says that something is made for the interpreter. */
const CPU = /^(?:["']cpu["']|None|False)$/;

/** What is called so may say where something is made. */
const DEVICE_TEXT = /dev|cuda|gpu|xpu|mps/i;

/** Decides what calls change. */
export abstract class Calls extends Functions {
  protected abstract evaluate(node: SyntaxNode): IValue;

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
      return this.inline(own, args, own.isStatic ? null : object);
    }
    if (!region) {
      this._goThrough(args);
      const isPlain = PLAIN_METHODS.has(name) || TEXT_METHODS.has(name);
      return isPlain ? PLAIN : this.fresh(args);
    }
    this.implicit(object, ATTRIBUTES);
    // Whether it is called on an object or on its class is not known.
    const given = [star(object, this.caller.given), ...args];
    const candidates = [...region.functions].filter(fn => fn.name === name);
    this.conditional += 1;
    const results = candidates.map(fn => this.inline(fn, given, null));
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

  /** The class of an object: a change of it is one of all its objects. */
  protected classOf({ region }: IValue): IValue {
    return region
      ? valueIn(this.merged([...region.reach()].map(one => valueIn(one))))
      : PLAIN;
  }

  /** What is written to a part of a library changes what others do with it. */
  protected setLibrary(name: string, value: IValue): void {
    this.always('setting', name, !DEVICELESS_SETTING.test(name));
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
    const isCodeless = !region.isOf('calling') && !region.isOf('wild');
    this.calledBy({ own: null, given: null, isCodeless }, () => {
      if (region.natures.has('iterator') || region.natures.has('wild')) {
        this.change(region);
        for (const fn of isQuiet ? [] : region.functions) {
          // Who is asked for the next one is given what the iterator reaches.
          this.runWith(fn, elements ?? region, fn === value.maker);
        }
      } else if (!isQuiet && isLibrarys(region)) {
        this.runHeld(region);
      }
    });
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
        this.inline(method, args, object);
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
          this.runWith(method, made.region);
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
      : this.inline(target, args, null);
  }

  /** A call of a value: it may change all that it can reach. */
  private _callUnknown(callee: IValue, args: readonly IArgument[]): IValue {
    const values = [callee, ...args.map(({ value }) => value)];
    const isLayer = callee.region?.isOf('torch') === true;
    const region = this.merged(values);
    if (!callee.region || !region) {
      // Nothing that can be called was seen to be put there.
      this.always('call', '');
      return valueIn(region);
    }
    this.noteLaunch(region);
    this.change(region);
    if (isLayer) {
      this._blameLayer(region, args);
    } else {
      this._putGiven(args);
    }
    this._callGiven(args);
    this.runAll(region);
    if (region.natures.has('wild')) {
      this.always('call', '');
      this.blameAll(this.caller.called, region);
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
    if (isBuiltin && name === 'next' && args.length > 0) {
      return this._next(args);
    }
    if (isBuiltin && name === 'type' && args.length === 1) {
      return this.classOf(args[0].value);
    }
    const result = this._apply(this._ruleOf(path), name, args);
    if (this._isOnDevice(path, args)) {
      this.notes.launches = true;
      result.region?.add('device');
    }
    return result;
  }

  /** Whether a library's function may work on a GPU that no argument lies on. */
  private _isOnDevice(path: string, args: readonly IArgument[]): boolean {
    if (/^torch\.(?:\w+\.)?manual_seed$/.test(path)) {
      return false;
    }
    const isTorchs = path.startsWith('torch');
    const isTold = args.some(
      ({ keyword, isStar, text }) =>
        (DEVICE_KEYWORD.test(keyword ?? '') && !CPU.test(text)) ||
        (isTorchs && (isStar || DEVICE_TEXT.test(text)))
    );
    const isOfCpu = args.some(({ text }) => /^["']cpu["']$/.test(text));
    return (
      isTold ||
      (isTorchs && this.isElsewhere) ||
      (DEVICE_CALL.test(path) && !isOfCpu) ||
      // What a name in a text stands for is not known.
      /^(?:builtins\.getattr|operator\.(?:methodcaller|attrgetter))$/.test(path)
    );
  }

  /** Whether a method makes or moves something where a GPU may be. */
  private _isMovedBy(name: string, args: readonly IArgument[]): boolean {
    const isDeviceless = ({ value, keyword, isStar, text }: IArgument) => {
      const { region, targets } = value;
      const isType =
        targets?.every(one => typeof one === 'string' && DTYPE.test(one)) ??
        (region?.natures.has('tensor') === true && !region.isOf('device'));
      return (
        !isStar &&
        (DEVICELESS_KEYWORD.test(keyword ?? '') || CPU.test(text) || isType)
      );
    };
    if (/^(?:to|type)$/.test(name)) {
      return !args.every(isDeviceless);
    }
    if (name.startsWith('new_')) {
      return args.some(({ keyword }) => DEVICE_KEYWORD.test(keyword ?? ''));
    }
    return (
      DEVICE_METHOD.test(name) ||
      args.some(
        ({ keyword, text }) =>
          DEVICE_KEYWORD.test(keyword ?? '') && !CPU.test(text)
      )
    );
  }

  /** `next(iterator, default)` */
  private _next([{ value }, ...others]: readonly IArgument[]): IValue {
    if (!value.elements) {
      this.change(value.region);
    }
    this.blameAll(this.caller.called, value.region, true);
    const given = { ...this.iterate(value), made: null };
    return this.either([given, ...others.map(other => other.value)]);
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
      this.always('call', wildName(name), !isApart(name));
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
    if (
      args.some(
        ({ keyword, text }) => keyword === 'inplace' && text !== 'False'
      ) ||
      (/^torch\.nn\.[A-Z]/.test(name) &&
        args.some(({ keyword, text }) => keyword === null && text === 'True'))
    ) {
      this.isLoose = true;
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
      this.blameAll(this.caller.called, given, true);
      this._putGiven(args.slice(1));
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
              keyword === null ? this.elementsOf(value) : value
            )
          : values;
        this.hold(region, values);
        return valueIn(this.merged([given, ...held]));
      }
    }
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
    if (this._isMovedBy(name, args)) {
      this.notes.launches = true;
      region.add('device');
    }
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
    if (FILE_METHOD.test(name) && name !== 'load_state_dict') {
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
      this._draw(isDeterministic(region) ? undefined : region);
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
      if (this.caller.isOfLayer) {
        this._blameLayer(all, args);
      } else if (KEEPING_METHODS.has(name) || MOVING_METHODS.has(name)) {
        // Who gets a gradient has it in the end, and does not come back.
        if (name !== 'backward') {
          this.blameAll(this.caller.receiver, all, this.caller.isOfPart);
        }
      } else {
        // A list, a tensor, a layer change themselves, not what they are given.
        const isOwn = !['array', 'library', 'standard', 'wild'].some(each =>
          natures.has(each as Nature)
        );
        const names = isOwn ? this.caller.receiver : this.caller.called;
        this.blameAll(names, all, this.caller.isOfPart);
        if (name !== 'load_state_dict' || args.length > 1) {
          this._putGiven(args, names);
        }
      }
      this._callGiven(args);
      if (name !== '__init__' || natures.has('wild')) {
        this.runAll(all);
      }
      const isDrawing = name !== '__init__' || args.length > 0;
      const isTorchs = natures.has('torch') && !natures.has('library');
      const isQuiet = isTorchs && DRAWLESS_METHODS.has(name);
      if (isLibrarys(region) && isDrawing && !isQuiet) {
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

  /** A layer that runs changes itself, and seldom what it is given. */
  private _blameLayer(region: Region, args: readonly IArgument[]): void {
    this.blameAll(
      this.isLoose ? this.caller.called : this.caller.receiver,
      region,
      true
    );
    if (this.isLoose) {
      this._putGiven(args);
    }
  }

  /** What is called may keep what it is given. */
  private _putGiven(
    args: readonly IArgument[],
    names: readonly string[] = this.caller.called
  ): void {
    for (const { value, origins } of args) {
      if (value.region) {
        this.put(names, origins);
      }
    }
  }

  /** Functions that were handed over may be called with all the rest. */
  private _callGiven(args: readonly IArgument[]): void {
    for (const { value } of args) {
      const { region, isQuiet, maker } = value;
      for (const fn of region && isQuiet !== true ? region.functions : []) {
        // Nobody calls the function of a generator: who goes through it runs it.
        if (fn !== maker) {
          this.runWith(fn, region as Region);
        }
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

  /** What each library was given that may keep it. */
  private readonly _met = new Map<string, Set<Region>>();
  /** What stands in place of functions of libraries. */
  private _replaced: { name: string; region: Region } | null = null;
}

function wildName(target: Target): string {
  return typeof target === 'string' ? target.replace(/^\?\./, '') : '';
}

/** Whether a method changes neither its object nor what it is given. */
function isHarmless({ natures }: Region, name: string): boolean {
  const isTensor =
    natures.has('tensor') &&
    [...natures].every(each => /^(?:tensor|array|device)$/.test(each));
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
