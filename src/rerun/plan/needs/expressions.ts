import {
  ATTRIBUTES,
  CALLS,
  ITEMS,
  ITERATING_METHODS,
  KEEPING_METHODS,
  PLAIN_ATTRIBUTES,
  PLAIN_METHODS,
  QUIET_METHODS,
  SHOWING
} from './libraries';
import { joined } from './blame';
import { Calls, isLibrarys } from './calls';
import type { IArgument } from './functions';
import { BUILTIN } from './naming';
import {
  PLAIN,
  Region,
  Scope,
  valueIn,
  type IFunction,
  type IValue,
  type Target
} from './regions';
import {
  childOf,
  childrenOf,
  hasOwn,
  isEnclosing,
  partsOf,
  type SyntaxNode
} from './tree';

/** Longer arguments are no `True` or `None`. */
const SHORT = 20;

/** Methods by which a layer takes something, or a list that it is. */
const PUTTING = /^(?:add|append|extend|insert|load|pu[ts]|register|set|update)/;

/** Classes of PyTorch's that call no layer while an object is made. */
const MAKING = /^torch\.(?:nn\.(?:modules\.)?|optim\.|utils\.data\.)[A-Z]\w*$/;

/** ... and others by which something changes. */
const CHANGING = /^(?:clear|fill|pop|remove|reverse|shuffle|sort)|_$/;

/** Methods that no operator and no look-up runs. */
const EXPLICIT =
  /^__(?:init|new|call|post_init|class_getitem|reduce|reduce_ex|getstate|setstate|copy|deepcopy)__$/;

/** Whether Python, or the notebook, runs a method of that name by itself. */
export function isOperator(name: string): boolean {
  return (
    (/^__\w+__$/.test(name) && !EXPLICIT.test(name)) ||
    /^_(?:repr_\w+|ipython_display)_$/.test(name)
  );
}

/** Decorators that leave a function what it is. */
const PLAIN_DECORATOR =
  /^(?:staticmethod|classmethod|(?:\w+\.)*(?:no_grad|inference_mode|enable_grad|wraps|abstractmethod|override|final|dataclass|total_ordering|overload))$/;

/** Reads expressions: what they stand for, and what they change. */
export abstract class Expressions extends Calls {
  /** The cell has lines of IPython's, which were taken out of it. */
  protected isEscaped = false;

  protected evaluate(node: SyntaxNode): IValue {
    this.step();
    switch (node.name) {
      case 'VariableName':
        return this.lookUp(this.textOf(node));
      case 'None':
        // May stand for what a magic gives.
        return this.isEscaped ? valueIn(new Region(['library'])) : PLAIN;
      case 'String':
        this.noteText(this.textOf(node));
        return PLAIN;
      case 'Number':
      case 'Boolean':
      case 'Ellipsis':
        return PLAIN;
      case 'FormatString':
      case 'ContinuedString':
      case 'FormatReplacement':
      case 'FormatSpec':
        this.noteText(this.textOf(node));
        partsOf(node).forEach(part =>
          this.implicit(this.evaluate(part), SHOWING)
        );
        return PLAIN;
      case 'ParenthesizedExpression':
      case 'TupleExpression':
        return this._tuple(node);
      case 'ArrayExpression':
      case 'SetExpression':
      case 'DictionaryExpression':
        return this._container(node);
      case 'ArrayComprehensionExpression':
      case 'SetComprehensionExpression':
      case 'DictionaryComprehensionExpression':
        return this.holding([this.comprehension(node)]);
      case 'ComprehensionExpression':
        return this._generator(node);
      case 'MemberExpression':
        return this._member(node);
      case 'CallExpression':
        return this._call(node);
      case 'LambdaExpression':
        return this.makeFunction(node, '', []);
      case 'NamedExpression':
        return this._named(node);
      case 'ConditionalExpression':
        return this._either(node);
      case 'UnaryExpression':
      case 'BinaryExpression':
        return this._operator(node);
      case 'YieldExpression':
      case 'AwaitExpression':
        return this._yield(node);
      default:
        return this.holding(partsOf(node).map(part => this.evaluate(part)));
    }
  }

  /** Something new that holds these values. */
  protected holding(values: readonly IValue[]): IValue {
    const region = new Region();
    this.hold(region, values);
    return valueIn(this.merged([valueIn(region), ...values]));
  }

  /**
   * Write to a name, to several, or to a part of a value.
   *
   * @param isUpdate - it has the value already
   */
  protected assign(node: SyntaxNode, value: IValue, isUpdate = false): void {
    switch (node.name) {
      case 'VariableName':
        this.bind(this.textOf(node), value);
        return;
      case 'TupleExpression':
      case 'ArrayExpression':
      case 'ParenthesizedExpression': {
        const parts = partsOf(node);
        const element = parts.length > 1 ? this.iterate(value) : value;
        const isSame = node.name === 'ParenthesizedExpression';
        parts.forEach(part =>
          this.assign(part, isSame ? value : this.known(element))
        );
        return;
      }
      case 'MemberExpression':
        this._write(node, value, isUpdate);
    }
  }

  /** A value of which only the region is known: one of several. */
  protected known(value: IValue): IValue {
    return value.targets
      ? this.either([value, valueIn(new Region())])
      : { ...value, made: null };
  }

  /** A function's value; its body is read where it is called. */
  protected makeFunction(
    node: SyntaxNode,
    name: string,
    decorators: readonly string[]
  ): IValue {
    const defaults = new Map<string, IValue>();
    const list = childOf(node, 'ParamList');
    let parameter = '';
    let isDefault = false;
    for (const child of list ? childrenOf(list) : []) {
      if (child.name === 'TypeDef') {
        this.evaluate(child);
      } else if (child.name === 'AssignOp') {
        isDefault = true;
      } else if (isDefault) {
        defaults.set(parameter, this.evaluate(child));
        isDefault = false;
      } else if (child.name === 'VariableName') {
        parameter = this.textOf(child);
      }
    }
    const returned = childOf(node, 'TypeDef');
    if (returned) {
      this.evaluate(returned);
    }
    const body = childOf(node, 'Body');
    const own = decorators.filter(each => !PLAIN_DECORATOR.test(each));
    const fn: IFunction = {
      kind: 'function',
      id: (lastFunction += 1),
      name,
      node,
      source: this.source,
      scope: this.closure(),
      defaults,
      isImplicit: own.length > 0 || isOperator(name),
      // What `async` makes runs where it is awaited.
      isGenerator:
        childOf(node, 'async') !== null ||
        (body !== null &&
          (hasOwn(body, 'YieldExpression') || hasOwn(body, 'YieldStatement'))),
      isEnclosing: isEnclosing(node),
      isMethod:
        node.name === 'FunctionDefinition' && this.scope?.kind === 'class',
      isOfLayer: this.scope?.isOfLayer === true,
      isStatic: decorators.includes('staticmethod'),
      isStateful: own.some(each => !/^(?:property|\w+\.setter)$/.test(each))
    };
    if (name === '__del__') {
      this.finalizes(fn);
    }
    return this._valueOf(fn);
  }

  /** What `x for x in y` gives. */
  protected comprehension(node: SyntaxNode): IValue {
    const children = childrenOf(node);
    const start = children.findIndex(child => child.name === 'for');
    const around = this.scope;
    const scope = this.scopeFor(
      node,
      'comprehension',
      around,
      isEnclosing(node)
    );
    this.conditional += 1;
    let targets: SyntaxNode[] = [];
    let mode = '';
    for (const child of children.slice(Math.max(start, 0))) {
      if (/^(?:for|in|if|async)$/.test(child.name)) {
        mode = child.name;
        targets = mode === 'for' ? [] : targets;
      } else if (mode === 'for') {
        targets.push(child);
      } else if (mode === 'in' && /^[A-Z]/.test(child.name)) {
        this.goThrough(child, targets, () => {
          this.scope = scope;
        });
        mode = '';
      } else if (/^[A-Z]/.test(child.name)) {
        this.implicit(this.evaluate(child));
      }
    }
    this.scope = scope;
    const values = children
      .slice(0, Math.max(start, 0))
      .filter(child => /^[A-Z]/.test(child.name))
      .map(child => this.evaluate(child));
    this.conditional -= 1;
    this.scope = around;
    return this.holding(values);
  }

  /**
   * Go through an iterable, and write what it gives to `targets`.
   *
   * @param enter - is called before the targets are written
   */
  protected goThrough(
    iterable: SyntaxNode,
    targets: readonly SyntaxNode[],
    enter: () => void = () => undefined
  ): void {
    const names = targets.filter(({ name }) => /^[A-Z]/.test(name));
    const each = this._eachOf(iterable, names.length);
    enter();
    names.forEach((name, at) => {
      this.noteViews(name, [iterable]);
      this.assign(name, each[at] ?? PLAIN);
    });
  }

  /** The values that each of `count` targets gets of an iterable. */
  private _eachOf(node: SyntaxNode, count: number): IValue[] {
    const name = node.name === 'CallExpression' ? this._pathOf(node) : '';
    const list = childOf(node, 'ArgList');
    const parts = list ? partsOf(list) : [];
    const isPlainList =
      list !== null &&
      !childrenOf(list).some(({ name: each }) =>
        /^(?:\*\*?|AssignOp|for)$/.test(each)
      );
    if (name === 'builtins.enumerate' && count === 2 && isPlainList) {
      const [iterable, start] = parts;
      if (start) {
        this.evaluate(start);
      }
      return [PLAIN, this._elementOf(iterable)];
    }
    if (name === 'builtins.zip' && count === parts.length && isPlainList) {
      return parts.map(part => this._elementOf(part));
    }
    const element = this._elementOf(node);
    return Array.from({ length: count }, () =>
      count === 1 ? element : this.known(this.iterate(element))
    );
  }

  /** What an iterable gives; one that is made here is used up here alone. */
  private _elementOf(node: SyntaxNode): IValue {
    if (node.name === 'CallExpression') {
      const path = this._pathOf(node);
      const list = childOf(node, 'ArgList');
      const [first] = list ? partsOf(list) : [];
      const isTqdm = /^tqdm\.(?:\w+\.)*tqdm$/.test(path);
      if (first && (isTqdm || path === 'builtins.reversed')) {
        this.lookUp(this.rootOf(node));
        partsOf(list as SyntaxNode)
          .slice(1)
          .forEach(part => this.evaluate(part));
        return this._elementOf(first);
      }
    }
    const value = this.evaluate(node);
    this.implicit(value);
    return this.iterate(value);
  }

  /** The library's or language's function that is called, `''` for others. */
  private _pathOf(call: SyntaxNode): string {
    const callee = call.firstChild;
    if (callee?.name !== 'VariableName') {
      return '';
    }
    const { targets } = this.lookUp(this.textOf(callee));
    const [target] = targets ?? [];
    return targets?.length === 1 && typeof target === 'string' ? target : '';
  }

  /** The scope that a function made here sees. */
  protected closure(): Scope | null {
    let { scope } = this;
    while (scope?.kind === 'class') {
      scope = scope.parent;
    }
    return scope;
  }

  private _valueOf(fn: IFunction): IValue {
    const key = `${this.placeOf(fn.node)}:${fn.scope?.id ?? 0}`;
    const known = this._functions.get(key);
    if (known) {
      this.merged([known, ...fn.defaults.values()]);
      return known;
    }
    const region = new Region();
    region.hold(fn);
    for (let { scope } = fn; scope; scope = scope.parent) {
      region.merge(scope.region);
    }
    this.merged([valueIn(region), ...fn.defaults.values()]);
    const value: IValue = { ...valueIn(region), targets: [fn] };
    this._functions.set(key, value);
    return value;
  }

  private readonly _functions = new Map<string, IValue>();

  private _generator(node: SyntaxNode): IValue {
    const fn: IFunction = {
      kind: 'function',
      id: (lastFunction += 1),
      name: '',
      node,
      source: this.source,
      scope: this.scope,
      defaults: new Map(),
      isImplicit: false,
      isGenerator: true,
      isEnclosing: isEnclosing(node),
      isMethod: false,
      isOfLayer: false,
      isStatic: false,
      isStateful: false
    };
    return this.call(this._valueOf(fn), []);
  }

  private _tuple(node: SyntaxNode): IValue {
    const parts = partsOf(node);
    if (childOf(node, 'for')) {
      return this._generator(node);
    }
    const values = parts.map(part => this.evaluate(part));
    if (childOf(node, '*')) {
      values.forEach(value => this.iterate(value));
    }
    if (node.name === 'ParenthesizedExpression' && values.length === 1) {
      return values[0];
    }
    const isPlain = values.every(value => !value.region && !value.targets);
    return isPlain ? PLAIN : this.holding(values);
  }

  private _container(node: SyntaxNode): IValue {
    const children = childrenOf(node);
    const values = children
      .filter(({ name }) => /^[A-Z]/.test(name))
      .map(child => this.evaluate(child));
    if (children.some(({ name }) => /^\*\*?$/.test(name))) {
      values.forEach(value => this.iterate(value));
    }
    return this.holding(values);
  }

  private _member(node: SyntaxNode): IValue {
    const [first] = partsOf(node);
    const property = childOf(node, 'PropertyName');
    if (
      property &&
      /^__(?:name|qualname|module)__$/.test(this.textOf(property))
    ) {
      const inner = this._classed(first);
      if (inner) {
        this.implicit(this.evaluate(inner));
        return PLAIN;
      }
    }
    const object = this.evaluate(first);
    if (property) {
      // A method that is handed over: nobody sees who calls it.
      this.isLoose ||=
        !object.targets &&
        [PUTTING, CHANGING].some(one => one.test(this.textOf(property)));
      return this._attribute(object, this.textOf(property));
    }
    const keys = partsOf(node)
      .slice(1)
      .map(part => this.evaluate(part));
    keys.forEach(key => this.implicit(key));
    this.implicit(object, ITEMS);
    const { region } = object;
    if (region?.isOf('defaulting')) {
      this.change(region, this.rootOf(node));
      this.runAll(region);
    } else if (region && isLibrarys(region)) {
      this.runHeld(region);
    }
    if (region && region.functions.size > 0) {
      this.merged([object, ...keys]);
    }
    if (!object.region && object.targets) {
      const targets = object.targets.filter(one => typeof one === 'string');
      return { ...PLAIN, targets: targets.map(one => `${one}[]`) };
    }
    return valueIn(object.region);
  }

  /** In `type(x)` and `x.__class__` what `x` is. */
  private _classed(node: SyntaxNode): SyntaxNode | null {
    const callee = node.firstChild;
    if (node.name === 'MemberExpression') {
      const name = childOf(node, 'PropertyName');
      return name && this.textOf(name) === '__class__' ? callee : null;
    }
    const isType =
      node.name === 'CallExpression' &&
      callee?.name === 'VariableName' &&
      this.textOf(callee) === 'type' &&
      this.lookUp('type').targets?.[0] === 'builtins.type';
    const given = isType ? partsOf(childOf(node, 'ArgList') ?? node) : [];
    return given.length === 1 ? given[0] : null;
  }

  private _attribute(object: IValue, name: string): IValue {
    const { region, targets } = object;
    const paths = targets?.filter(one => typeof one === 'string') ?? [];
    if (targets && paths.length > 0 && paths.length === targets.length) {
      paths.forEach(path => this.needModule(`${path}.${name}`));
      if (paths.some(path => this.showsNames(`${path}.${name}`))) {
        return this.useAllNames(name);
      }
      return { ...PLAIN, targets: paths.map(path => `${path}.${name}`) };
    }
    if (!region) {
      return PLAIN;
    }
    this.implicit(object, ATTRIBUTES);
    if (name === '__class__') {
      return this.classOf(object);
    }
    const isPlain =
      PLAIN_ATTRIBUTES.has(name) &&
      !region.isOf('wild') &&
      region.functions.size === 0;
    const isDatum =
      PLAIN_ATTRIBUTES.has(name) &&
      !region.isOf('wild') &&
      !region.isOf('patched') &&
      !this.attributes.has(name);
    return isPlain ? PLAIN : { ...valueIn(region), isDatum };
  }

  private _call(node: SyntaxNode): IValue {
    const callee = node.firstChild as SyntaxNode;
    const property =
      callee.name === 'MemberExpression'
        ? childOf(callee, 'PropertyName')
        : null;
    const object = property
      ? this.evaluate(callee.firstChild as SyntaxNode)
      : this.evaluate(callee);
    const args = this._arguments(childOf(node, 'ArgList'));
    if (!this.isInside) {
      const [first] = partsOf(childOf(node, 'ArgList') ?? node);
      const isOwn = property && !object.targets;
      this.subject = isOwn
        ? this.rootOf(callee)
        : this.rootOf(first ?? null) || this.rootOf(callee);
    }
    const isGivenCode = args.some(
      ({ value }) =>
        value.made ?? value.targets?.some(target => typeof target !== 'string')
    );
    const origins = this.originsOf(node.firstChild);
    const whole = joined([origins, ...args.map(one => one.origins)]);
    const name = property ? this.textOf(property) : '';
    const isLibrarys =
      object.targets?.every(one => this._runsNoLayer(one, name)) ??
      KEEPING_METHODS.has(name);
    return this.calledBy(
      {
        called: this.namesIn(node),
        receiver: this.namesIn(callee),
        isOfPart:
          property !== null && callee.firstChild?.name !== 'VariableName',
        isOfLayer: this._isOfLayer(callee, object),
        own: object.targets || isGivenCode ? whole : origins,
        given: whole,
        isCodeless: isLibrarys && !isGivenCode
      },
      () => this._callOf(node, property, object, args)
    );
  }

  /** Whether a function calls no layer that it was given. */
  private _runsNoLayer(target: Target, name: string): boolean {
    if (typeof target !== 'string') {
      return false;
    }
    const path = name === '' ? target : `${target}.${name}`;
    const nature = this.natureOf(path);
    return (
      nature === 'tensor' ||
      MAKING.test(path) ||
      (nature === 'standard' &&
        path.startsWith(BUILTIN) &&
        !CALLS.test(path.slice(BUILTIN.length)))
    );
  }

  /** Whether a layer calls one that it holds, or one of several: `self.a(x)`. */
  private _isOfLayer(callee: SyntaxNode, { region }: IValue): boolean {
    const path = this.textOf(callee).split(/[.[]/);
    const [root, name = ''] = path;
    const scope = this.scopeOf(root);
    return (
      scope?.isOfLayer === true &&
      root === scope.self &&
      path.length === 2 &&
      !PUTTING.test(name) &&
      ![...(region?.functions ?? [])].some(fn => fn.name === name)
    );
  }

  private _callOf(
    node: SyntaxNode,
    property: SyntaxNode | null,
    object: IValue,
    args: readonly IArgument[]
  ): IValue {
    if (!property) {
      return this.call(object, args);
    }
    const name = this.textOf(property);
    const { targets } = object;
    if ((name === 'query' || name === 'eval') && args.length > 0) {
      this._lookUpIn(childOf(node, 'ArgList'));
    }
    if (!targets) {
      return this.callMethod(object, name, args);
    }
    return targets.every(one => typeof one === 'string')
      ? this.call(this._attribute(object, name), args)
      : this.callOfTarget(object, name, args);
  }

  /** Names that stand in a text: `frame.query("x > @limit")`. */
  private _lookUpIn(list: SyntaxNode | null): void {
    const text = list ? this.textOf(list) : '';
    if (!/['"]/.test(text)) {
      this.lookAtAll();
    }
    for (const [, name] of text.matchAll(/@\s*([a-z_]\w*)/gi)) {
      this.lookUp(name);
    }
  }

  private _arguments(list: SyntaxNode | null): IArgument[] {
    if (!list) {
      return [];
    }
    if (childOf(list, 'for')) {
      const value = this._generator(list);
      const origins = null;
      return [{ value, keyword: null, isStar: false, text: '', origins }];
    }
    const found: IArgument[] = [];
    let keyword: string | null = null;
    let target: SyntaxNode | null = null;
    let isStar = false;
    for (const node of childrenOf(list)) {
      const next = node.nextSibling;
      if (/^\*\*?$/.test(node.name)) {
        isStar = true;
      } else if (next?.name === 'AssignOp' && this.textOf(next) === ':=') {
        target = node;
      } else if (next?.name === 'AssignOp') {
        keyword = this.textOf(node);
      } else if (
        /^[A-Z]/.test(node.name) &&
        !/^(?:AssignOp|Comment)$/.test(node.name)
      ) {
        const value = this.evaluate(node);
        if (target) {
          this._walrus(target, value);
        }
        const text = node.to - node.from > SHORT ? '' : this.textOf(node);
        found.push({
          value: isStar ? this.known(this.iterate(value)) : value,
          keyword,
          isStar,
          text,
          origins: this.originsOf(node)
        });
        keyword = null;
        target = null;
        isStar = false;
      }
    }
    return found;
  }

  private _named(node: SyntaxNode): IValue {
    const [target, expression] = partsOf(node);
    const value = this.evaluate(expression);
    this._walrus(target, value);
    return value;
  }

  /** `name := value` gives the name to the function around. */
  private _walrus(target: SyntaxNode, value: IValue): void {
    const around = this.scope;
    while (this.scope?.kind === 'comprehension') {
      this.scope = this.scope.parent;
    }
    this.assign(target, value);
    this.scope = around;
  }

  private _either(node: SyntaxNode): IValue {
    const [one, condition, other] = partsOf(node);
    this.implicit(this.evaluate(condition));
    this.conditional += 1;
    const value = this.either([this.evaluate(one), this.evaluate(other)]);
    this.conditional -= 1;
    return value;
  }

  /** `"name" in globals()` looks at that name alone. */
  private _namedIn(node: SyntaxNode): string | null {
    const [text, call] = partsOf(node);
    const callee = call?.firstChild;
    const isTest =
      childOf(node, 'in') !== null &&
      text?.name === 'String' &&
      call?.name === 'CallExpression' &&
      callee?.name === 'VariableName' &&
      partsOf(childOf(call, 'ArgList') ?? call).length === 0 &&
      /^(?:dir|globals|locals|vars)$/.test(this.textOf(callee)) &&
      this.lookUp(this.textOf(callee)).targets?.[0] ===
        `builtins.${this.textOf(callee)}`;
    return isTest
      ? (/['"](\w+)['"]/.exec(this.textOf(text))?.[1] ?? null)
      : null;
  }

  private _operator(node: SyntaxNode): IValue {
    const named = this._namedIn(node);
    if (named !== null) {
      this.lookUp(named);
      return PLAIN;
    }
    const isLogic = childrenOf(node).some(({ name }) =>
      /^(?:and|or)$/.test(name)
    );
    const [first, ...others] = partsOf(node).map((part, at) => {
      this.conditional += isLogic && at > 0 ? 1 : 0;
      const value = this.evaluate(part);
      this.conditional -= isLogic && at > 0 ? 1 : 0;
      this.implicit(value);
      return value;
    });
    const values = [first, ...others];
    if (isLogic) {
      return this.either(values);
    }
    const isTest = childrenOf(node).some(({ name }) =>
      /^(?:not|in|is)$/.test(name)
    );
    if (isTest) {
      if (childOf(node, 'in')) {
        values.forEach(value => this._search(value));
        if (values.some(({ region }) => region && region.functions.size > 0)) {
          this.merged(values);
        }
      }
      return PLAIN;
    }
    const isPlain = values.every(
      ({ region, targets }) =>
        !region &&
        !targets?.some(
          one => typeof one !== 'string' || this.natureOf(one) === 'wild'
        )
    );
    if (isPlain) {
      return PLAIN;
    }
    const regions = values.flatMap(({ region }) => (region ? [region] : []));
    const isNew = childOf(node, 'CompareOp')
      ? regions.every(one => one.functions.size === 0 && !one.isOf('wild'))
      : regions.every(
          ({ natures }) => natures.size === 1 && natures.has('array')
        );
    return isNew && regions.length > 0
      ? valueIn(
          new Region(
            regions.flatMap(one => [
              ...one.natures,
              ...(one.isOf('device') ? (['device'] as const) : [])
            ])
          )
        )
      : this.holding(values);
  }

  /** `x in iterator` goes through it. */
  private _search(value: IValue): void {
    if (value.region?.natures.has('iterator')) {
      this.iterate(value);
    }
  }

  private _yield(node: SyntaxNode): IValue {
    const values = partsOf(node).map(part => this.evaluate(part));
    if (node.name === 'AwaitExpression') {
      return this.iterate(values[0] ?? PLAIN);
    }
    if (childOf(node, '*')) {
      values.forEach(value => this.iterate(value));
    }
    if (node.name === 'YieldExpression') {
      this.yielded(values);
      // What `send` gives may be anything that reaches the generator.
      return this.known(values[0] ?? PLAIN);
    }
    return values[0] ?? PLAIN;
  }

  /** A function gives these values, one after the other. */
  protected yielded(values: readonly IValue[]): void {
    let { scope } = this;
    while (scope && scope.kind !== 'function') {
      scope = scope.parent;
    }
    scope?.returned.push(...values);
  }

  /** Whether a method may be called from now on that was none before. */
  private _replaces(region: Region, name: string, value: IValue): boolean {
    const functions = [...region.functions];
    const isCode = value.region !== null && value.region.functions.size > 0;
    return (
      name === '__class__' ||
      functions.some(fn => fn.name === name) ||
      (isCode &&
        (PLAIN_METHODS.has(name) ||
          QUIET_METHODS.has(name) ||
          ITERATING_METHODS.has(name) ||
          // `vars(x)["name"] = f`
          (name === '' && functions.some(fn => fn.isMethod))))
    );
  }

  /** Write to an attribute or an item. */
  private _write(node: SyntaxNode, value: IValue, isUpdate: boolean): void {
    const [first, ...others] = partsOf(node);
    const object = this.evaluate(first);
    const property = childOf(node, 'PropertyName');
    if (!property) {
      others.forEach(part => this.implicit(this.evaluate(part)));
    }
    this.implicit(object);
    const { region } = object;
    const whole = this.textOf(node).slice(0, 80);
    if (!region) {
      // A part of a library, or a name that nothing was seen to give.
      this.setLibrary(whole, value);
      return;
    }
    if (region.natures.has('wild')) {
      this.always('setting', whole);
    }
    const name = property ? this.textOf(property) : '';
    this.attributes.add(name);
    if (isOperator(name)) {
      this.makeImplicit(value);
    }
    if (this._replaces(region, name, value)) {
      region.add('patched');
    }
    this.change(region, this.isInside ? this.subject : this.rootOf(node));
    const names = this.rootsOf(node);
    const isPart = first.name !== 'VariableName';
    this.blameAll(names, region, isPart);
    // The cell's own lines have noted it as a view.
    const isNew = this.isMakingSelf(names) && !isPart;
    const isNews = value.region && value.isDatum !== true && !isUpdate;
    if (isNews && this.scope && !isNew) {
      this.put(names, null);
    }
    this.hold(region, [value]);
    this.merged([valueIn(region), value]);
  }
}

let lastFunction = 0;
