import { isQuiet } from './libraries';
import { Expressions, isOperator } from './expressions';
import {
  PLAIN,
  Region,
  Scope,
  valueIn,
  type IClass,
  type IFunction,
  type IValue,
  type Nature
} from './regions';
import { childOf, childrenOf, partsOf, type SyntaxNode } from './tree';

/** What in a class's text can change what its objects share. */
const SHARING =
  /__class__|__dict__|\btype\(|\bclassmethod\b|\bsetattr\b|__setattr__|\bcls\b|\bglobals\b/;

/** A loop is read so often, until nothing new comes of it. */
const MAX_ROUNDS = 4;

/** Reads statements, in their order. */
export abstract class Statements extends Expressions {
  protected runAllOf(node: SyntaxNode): void {
    childrenOf(node)
      .filter(({ name }) => /^[A-Z]/.test(name))
      .forEach(child => this.run(child));
  }

  protected runBody(fn: IFunction): void {
    const body = childOf(fn.node, 'Body');
    if (body) {
      this.runAllOf(body);
    } else if (fn.node.name === 'LambdaExpression') {
      const parts = partsOf(fn.node);
      this.scope?.returned.push(this.evaluate(parts[parts.length - 1]));
    } else {
      this.scope?.returned.push(this.comprehension(fn.node));
    }
  }

  protected run(node: SyntaxNode): void {
    this.step();
    if (this.scope === null) {
      this.statement = childrenOf(node)
        .filter(({ name }) => !/^(?:Match)?Body$/.test(name))
        .flatMap(child => this.namesIn(child));
    }
    switch (node.name) {
      case 'AssignStatement':
        this._assignStatement(node);
        return;
      case 'UpdateStatement':
        this._updateStatement(node);
        return;
      case 'DeleteStatement':
        this._deleteStatement(node);
        return;
      case 'IfStatement':
        this._ifStatement(node);
        return;
      case 'WhileStatement':
      case 'ForStatement':
        this._loop(node);
        return;
      case 'TryStatement':
        this._tryStatement(node);
        return;
      case 'WithStatement':
        this._withStatement(node);
        return;
      case 'FunctionDefinition':
      case 'ClassDefinition':
        this._define(node, []);
        return;
      case 'DecoratedStatement':
        this._decorated(node);
        return;
      case 'ReturnStatement':
      case 'RaiseStatement':
        this._leave(node);
        return;
      case 'YieldStatement':
        this.yielded(partsOf(node).map(part => this.evaluate(part)));
        return;
      case 'ScopeStatement':
        this._scopeStatement(node);
        return;
      case 'ImportStatement':
        this._importStatement(node);
        return;
      case 'MatchStatement':
        this._matchStatement(node);
        return;
      case 'TypeDefinition':
        partsOf(node).forEach((part, at) =>
          at === 0 ? this.assign(part, PLAIN) : this.evaluate(part)
        );
        return;
      case 'StatementGroup':
      case 'Body':
        this.runAllOf(node);
        return;
      default:
        partsOf(node).forEach(part => this.implicit(this.evaluate(part)));
    }
  }

  private _assignStatement(node: SyntaxNode): void {
    const children = childrenOf(node);
    const groups: SyntaxNode[][] = [[]];
    for (const child of children) {
      if (child.name === 'AssignOp') {
        groups.push([]);
      } else if (child.name === 'TypeDef') {
        this.evaluate(child);
      } else if (child.name !== ',') {
        groups[groups.length - 1].push(child);
      }
    }
    const isPart = ({ name }: SyntaxNode) => /^[A-Z]/.test(name);
    const values = groups.pop()?.filter(isPart) ?? [];
    if (groups.length === 0) {
      // `x: int` gives nothing.
      return;
    }
    const isTuple = children[children.length - 1]?.name === ',';
    const hasStar = children.some(({ name }) => name === '*');
    const read = values.map(value => this.evaluate(value));
    if (hasStar) {
      read.forEach(value => this.iterate(value));
    }
    for (const group of groups) {
      const targets = group.filter(isPart);
      targets.forEach(target => this.noteViews(target, values));
      const isSeveral =
        targets.length > 1 ||
        children[children.indexOf(group[0]) + 1]?.name === ',';
      if (!isSeveral) {
        const whole =
          read.length === 1 && !isTuple ? read[0] : this.holding(read);
        targets.forEach(target => this.assign(target, whole));
      } else if (!hasStar && read.length === targets.length) {
        targets.forEach((target, at) => this.assign(target, read[at]));
      } else {
        const element =
          read.length === 1 ? this.iterate(read[0]) : this.holding(read);
        targets.forEach(target => this.assign(target, this.known(element)));
      }
    }
  }

  private _updateStatement(node: SyntaxNode): void {
    const [target, ...others] = partsOf(node);
    const old = this.evaluate(target);
    const values = others.map(part => this.evaluate(part));
    [old, ...values].forEach(value => this.implicit(value));
    values.forEach(value => this.iterate(value));
    const isPlain = [old, ...values].every(value => !value.region);
    const region = this.merged([old, ...values]);
    if (old.region) {
      this.blameAll(this.rootsOf(target), region, true);
      // What a list or a set takes up, and not what a tensor is reduced by.
      const isTaking = /^[+|]=$/.test(
        this.textOf(childOf(node, 'UpdateOp') ?? node)
      );
      others
        .filter((_, at) => isTaking && values[at].region)
        .forEach(each => this.put(this.rootsOf(target), this.originsOf(each)));
      this.change(region, this.isInside ? this.subject : this.rootOf(target));
      if (old.region.natures.has('wild')) {
        this.always('setting', this.textOf(node).slice(0, 80));
      }
    }
    this.assign(
      target,
      isPlain ? this._plainOf([old, ...values]) : valueIn(region),
      true
    );
  }

  /** The sum of values that nothing can change, or of a library's. */
  private _plainOf(values: readonly IValue[]): IValue {
    return values.some(({ targets }) => targets) ? this.holding(values) : PLAIN;
  }

  private _deleteStatement(node: SyntaxNode): void {
    for (const part of partsOf(node)) {
      if (part.name === 'VariableName') {
        this.lookUp(this.textOf(part));
        this.bind(this.textOf(part), null);
      } else if (part.name !== 'MemberExpression') {
        // `del (a, b)`
        this._deleteStatement(part);
      } else {
        const object = this.evaluate(partsOf(part)[0] ?? part);
        this.implicit(object);
        this.change(object.region, this.rootOf(part));
        this.blameAll(this.rootsOf(part), object.region, true);
        if (!object.region || object.region.natures.has('wild')) {
          this.always('setting', this.textOf(part).slice(0, 80));
        }
      }
    }
  }

  private _ifStatement(node: SyntaxNode): void {
    for (const child of childrenOf(node)) {
      if (child.name === 'Body') {
        this.inFrame(() => this.runAllOf(child));
      } else if (/^[A-Z]/.test(child.name)) {
        this.implicit(this.evaluate(child));
      }
    }
  }

  private _conditionally(work: () => void): void {
    this.conditional += 1;
    work();
    this.conditional -= 1;
  }

  private _loop(node: SyntaxNode): void {
    const children = childrenOf(node);
    const at = children.findIndex(({ name }) => name === 'in');
    const bodies = children.filter(({ name }) => name === 'Body');
    const round = () => {
      if (node.name === 'ForStatement') {
        const targets = children.slice(0, Math.max(at, 0));
        const iterable = children[at + 1];
        if (iterable) {
          this.goThrough(iterable, targets);
        }
      } else {
        const [condition] = partsOf(node);
        this.implicit(this.evaluate(condition));
      }
      bodies.forEach(body => this.runAllOf(body));
    };
    this.inFrame(() => {
      for (let count = 0; count < MAX_ROUNDS; count++) {
        const { merges } = this;
        if (count > 0) {
          this.repeatFrame();
        }
        round();
        if (count > 0 && merges === this.merges) {
          return;
        }
      }
    });
  }

  private _tryStatement(node: SyntaxNode): void {
    const children = childrenOf(node);
    this._conditionally(() => {
      children.forEach((child, at) => {
        const before = children[at - 1]?.name;
        if (child.name === 'Body') {
          this.runAllOf(child);
        } else if (before === 'as') {
          this.assign(child, valueIn(new Region(['library'])));
        } else if (/^[A-Z]/.test(child.name)) {
          this.evaluate(child);
        }
      });
    });
  }

  private _withStatement(node: SyntaxNode): void {
    const children = childrenOf(node);
    let entered = PLAIN;
    children.forEach((child, at) => {
      const before = children[at - 1]?.name;
      if (child.name === 'Body') {
        this.inFrame(() => this.runAllOf(child));
      } else if (before === 'as') {
        this.noteViews(child, [children[at - 2]]);
        this.assign(child, entered);
      } else if (/^[A-Z]/.test(child.name)) {
        const value = this.evaluate(child);
        this.implicit(value);
        // `with torch.device("cuda"):`
        this.isElsewhere ||= value.region?.isOf('device') === true;
        this.change(value.region, this.rootOf(child));
        entered = this.known(value);
      }
    });
  }

  private _decorated(node: SyntaxNode): void {
    const decorators = childrenOf(node).filter(
      ({ name }) => name === 'Decorator'
    );
    const definition = childrenOf(node).find(({ name }) =>
      /Definition$/.test(name)
    );
    if (definition) {
      this._define(definition, decorators);
    }
  }

  private _define(node: SyntaxNode, decorators: readonly SyntaxNode[]): void {
    const named = childOf(node, 'VariableName');
    const name = named ? this.textOf(named) : '';
    const paths = decorators.map(each => this._decoratorName(each));
    const functions = decorators.map(each => this._decorator(each));
    this.isElsewhere ||= functions.some(one => one.region?.isOf('device'));
    let value =
      node.name === 'ClassDefinition'
        ? this._makeClass(node, name)
        : this.makeFunction(node, name, paths);
    // The nearest one is called first.
    for (let at = decorators.length - 1; at >= 0; at--) {
      if (!LEAVING.test(paths[at])) {
        const given = this.call(functions[at], [
          { value, keyword: null, isStar: false, text: '', origins: null }
        ]);
        value = { ...this.known(this.either([given, value])), targets: null };
      }
    }
    this.bind(name, value);
  }

  private _decoratorName(node: SyntaxNode): string {
    const list = childOf(node, 'ArgList');
    return this.textOf({
      from: node.from + 1,
      to: list?.from ?? node.to
    }).trim();
  }

  /** What a decorator stands for: `@a.b(c)` calls first. */
  private _decorator(node: SyntaxNode): IValue {
    const list = childOf(node, 'ArgList');
    const names = childrenOf(node)
      .filter(child => /^(?:VariableName|PropertyName)$/.test(child.name))
      .map(child => this.textOf(child));
    const [root, ...others] = names;
    let value = this.lookUp(root ?? '');
    for (const name of others) {
      value =
        value.targets?.every(one => typeof one === 'string') === true
          ? {
              ...PLAIN,
              targets: value.targets.map(one => `${one as string}.${name}`)
            }
          : valueIn(value.region);
    }
    if (!list) {
      return value;
    }
    const args = partsOf(list).map(part => ({
      value: this.evaluate(part),
      keyword: null,
      isStar: true,
      text: '',
      origins: null
    }));
    return this.call(value, args);
  }

  private _makeClass(node: SyntaxNode, name: string): IValue {
    const list = childOf(node, 'ArgList');
    const given = list ? partsOf(list) : [];
    const region = new Region();
    const natures = new Set<Nature>();
    const bases: IClass[] = [];
    const metas: IClass[] = [];
    let isShared = SHARING.test(this.textOf(node));
    for (const part of given) {
      if (part.nextSibling?.name === 'AssignOp') {
        continue;
      }
      const value = this.evaluate(part);
      this.implicit(value);
      for (const target of value.targets ?? []) {
        if (typeof target === 'string') {
          natures.add(this.natureOf(target));
        } else if (target.kind === 'class') {
          const isMeta = part.prevSibling?.name === 'AssignOp';
          (isMeta ? metas : bases).push(target);
          metas.push(...target.metas);
          target.natures.forEach(each => natures.add(each));
          isShared ||= target.isShared;
          region.readFrom(target.region);
          if (target.isShared) {
            region.merge(target.region);
          }
        }
      }
      if (!value.targets) {
        natures.add('wild');
        this.merged([valueIn(region), value]);
      }
    }
    if (natures.has('wild')) {
      this.always('call', name);
    }
    const around = this.scope;
    const scope = new Scope(around, 'class', this.conditional);
    scope.isOfLayer = natures.size === 1 && natures.has('torch');
    this.scope = scope;
    const body = childOf(node, 'Body');
    if (body) {
      this.runAllOf(body);
    }
    this.scope = around;
    const methods = new Map<string, IFunction>();
    for (const [method, value] of scope.names) {
      const [target] = value.targets ?? [];
      const isOwn =
        value.targets?.length === 1 &&
        typeof target === 'object' &&
        target.kind === 'function';
      if (isOwn) {
        methods.set(method, target);
        if (target.name !== method && isOperator(method)) {
          this.makeImplicit(value);
        }
      } else if (value.region || value.targets) {
        isShared = true;
        this.hold(region, [value]);
      }
      this.merged([valueIn(region), value]);
    }
    const made: IClass = {
      kind: 'class',
      name,
      region,
      methods,
      bases,
      metas,
      isShared,
      natures: [...natures]
    };
    natures.forEach(nature => region.add(nature));
    for (const fn of region.functions) {
      if (fn.name === '__set_name__') {
        this.implicit(valueIn(region));
      }
    }
    this.callMetas(made, ['__prepare__', '__new__', '__init__']);
    return { ...valueIn(region), targets: [made] };
  }

  private _leave(node: SyntaxNode): void {
    const values = partsOf(node).map(part => this.evaluate(part));
    const { scope } = this;
    if (childOf(node, '*')) {
      values.forEach(value => this.iterate(value));
    }
    if (scope?.kind === 'function') {
      if (node.name === 'ReturnStatement') {
        const isOne = values.length === 1 && !childOf(node, ',');
        scope.returned.push(isOne ? values[0] : this.holding(values));
      }
      if (this.conditional > scope.conditional) {
        scope.hasLeft = true;
      }
    }
  }

  private _scopeStatement(node: SyntaxNode): void {
    const names = childrenOf(node)
      .filter(({ name }) => name === 'VariableName')
      .map(child => this.textOf(child));
    const isGlobal = childOf(node, 'global') !== null;
    for (const name of names) {
      (isGlobal ? this.scope?.globals : this.scope?.nonlocals)?.add(name);
    }
  }

  private _importStatement(node: SyntaxNode): void {
    const words = childrenOf(node)
      .map(child => this.textOf(child))
      .filter(word => !/^[()]$/.test(word) && !word.startsWith('#'));
    const at = words.indexOf('import');
    const module = words[0] === 'from' ? words.slice(1, at).join('') : null;
    let clause: string[] = [];
    for (const word of [...words.slice(at + 1), ',']) {
      if (word !== ',') {
        clause.push(word);
      } else if (clause.length > 0) {
        this._import(module, clause);
        clause = [];
      }
    }
  }

  /** `a . b as c`, from `module` or by itself. */
  private _import(module: string | null, clause: readonly string[]): void {
    const as = clause.indexOf('as');
    const path = (as < 0 ? clause : clause.slice(0, as)).join('');
    const alias = as < 0 ? null : clause[as + 1];
    const whole = module === null ? path : `${module}.${path}`;
    if (!isQuiet(module ?? path)) {
      this.always('import', module ?? path);
    }
    if (path === '*') {
      this.always('import', `${module}.*`);
      this.havoc();
      return;
    }
    if (this.showsNames(whole)) {
      this.bind(alias ?? path, this.useAllNames(whole));
      return;
    }
    this.load(module === null ? path : whole);
    const [root] = path.split('.', 1);
    const target = alias !== null || module !== null ? whole : root;
    this.bind(alias ?? root, { ...PLAIN, targets: [target] });
  }

  private _matchStatement(node: SyntaxNode): void {
    const [subject] = partsOf(node);
    const value = this.evaluate(subject);
    this.implicit(value);
    const body = childOf(node, 'MatchBody');
    this._conditionally(() => {
      for (const clause of body ? childrenOf(body) : []) {
        for (const child of childrenOf(clause)) {
          if (child.name === 'Body') {
            this.runAllOf(child);
          } else if (child.name === 'Guard') {
            partsOf(child).forEach(part => this.implicit(this.evaluate(part)));
          } else if (/^[A-Z]/.test(child.name)) {
            this._pattern(child, value);
          }
        }
      }
    });
  }

  private _pattern(node: SyntaxNode, value: IValue): void {
    const children = childrenOf(node);
    if (/^(?:Class|Attribute)Pattern$/.test(node.name)) {
      this.lookUp(this.rootOf(children[0]));
    } else if (/^(?:Capture|As)Pattern$/.test(node.name)) {
      children
        .filter(({ name }) => name === 'VariableName')
        .forEach(child => this.assign(child, this.known(value)));
    }
    children.forEach(child => this._pattern(child, value));
  }
}

/** Decorators that leave what they are given, as far as calls go. */
const LEAVING =
  /^(?:staticmethod|classmethod|property|\w+\.setter|(?:\w+\.)*(?:no_grad|inference_mode|enable_grad|wraps|abstractmethod|override|final|dataclass|dataclasses\.dataclass|total_ordering|overload))$/;
