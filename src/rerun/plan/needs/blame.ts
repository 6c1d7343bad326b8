import { Naming } from './naming';
import type { Region, Scope } from './regions';
import { childOf, childrenOf, partsOf, type SyntaxNode } from './tree';

/** Functions that give what they are given, or views of it. */
const VIEWING =
  /^(?:enumerate|zip|iter|next|reversed|sorted|list|tuple|dict|set|map|filter|max|min|getattr|copy\.copy|np\.asarray|torch\.(?:from_numpy|as_tensor))$/;

/** The notebook's names behind a value; null where they are not known. */
export type Origins = ReadonlySet<string> | null;

/** All of them together. */
export function joined(origins: readonly Origins[]): Origins {
  return origins.includes(null)
    ? null
    : new Set(origins.flatMap(each => [...(each ?? [])]));
}

/** How the code that is being read was called. */
export interface ICaller {
  /** The names in the call, and of what its method is. */
  readonly called: readonly string[];
  readonly receiver: readonly string[];
  /** Its method is of a part of something, not of a name. */
  readonly isOfPart: boolean;
  /** It is what a layer of the user's calls as a part of itself. */
  readonly isOfLayer: boolean;
  /** What its arguments were reached by, and what is called. */
  readonly given: Origins;
  readonly own: Origins;
  /** A library's own code runs, which was given no code: it runs no layer. */
  readonly isCodeless: boolean;
}

const NOBODY: ICaller = {
  called: [],
  receiver: [],
  isOfPart: false,
  isOfLayer: false,
  given: null,
  own: null,
  isCodeless: false
};

/** Knows by which names a cell's own code changes what they stand for. */
export abstract class Blame extends Naming {
  /** The names in the statement of the cell that is being read. */
  protected statement: readonly string[] = [];
  protected caller: ICaller = NOBODY;
  /**
   * In the cell functions have put something into something else: what a name
   * in a function stands for may be reached by other names of the statement.
   */
  protected isMixed = false;
  /** A layer may change what it is given, as with `inplace=True`. */
  protected isLoose = false;

  protected override begin(cell: number): void {
    super.begin(cell);
    this.statement = [];
    this.isMixed = false;
  }

  /** Read code that is called so, then go on as before. */
  protected calledBy<T>(caller: Partial<ICaller>, read: () => T): T {
    const before = this.caller;
    this.caller = { ...before, ...caller };
    const result = read();
    this.caller = before;
    return result;
  }

  /**
   * The cell's own code changes what a name stands for, or a part of it: in a
   * function that may be what the cell calls it with, or of a name that it uses.
   */
  protected blame(name: string, region: Region | null, isPart = false): void {
    const scope = this.scopeOf(name);
    if (scope) {
      const isSelf = name === scope.self && scope.kind === 'function';
      const origins = this.originsIn(name, scope);
      if (isSelf && scope.isMaking && !isPart) {
        // Nothing but itself knows it yet.
        return;
      }
      if (origins) {
        this.noteChanges(origins);
        return;
      }
    }
    this.noteShared(region);
    this.noteChanges(name === '' || scope ? this.statement : [name]);
  }

  /** Each of the names, as {@link blame}. */
  protected blameAll(
    names: readonly string[],
    region: Region | null,
    isPart = false
  ): void {
    (names.length > 0 ? names : ['']).forEach(each =>
      this.blame(each, region, isPart)
    );
  }

  /**
   * Something may hold something else from now on.
   *
   * @param names - by which the cell's own lines call it
   * @param origins - of what it may hold
   */
  protected put(names: readonly string[], origins: Origins): void {
    if (this.scope === null) {
      names.forEach(name =>
        this.noteView(name, [...(origins ?? this.statement)])
      );
    } else {
      this.isMixed = true;
      this.statement.forEach(name => this.noteView(name, this.statement));
    }
  }

  /** Whether it is an object that is being made. */
  protected isMakingSelf([name]: readonly string[]): boolean {
    const scope = this.scopeOf(name);
    return scope?.isMaking === true && name === scope.self;
  }

  /** The notebook's names by which an expression reaches its value. */
  protected originsOf(node: SyntaxNode | null): Origins {
    return node && !this._callsOwn(node)
      ? this.originsOfAll(this.namesIn(node))
      : null;
  }

  /** The notebook's names behind names. */
  protected originsOfAll(names: readonly string[]): Origins {
    const found = new Set<string>();
    for (const name of names) {
      const scope = this.scopeOf(name);
      const origins = scope ? this.originsIn(name, scope) : [name];
      if (!origins) {
        return null;
      }
      for (const each of origins) {
        found.add(each);
      }
    }
    return found;
  }

  /** A name of a function's is given a value that was reached by these. */
  protected announce(scope: Scope, name: string, origins: Origins): void {
    const old = scope.origins.get(name);
    scope.origins.set(
      name,
      old === null || !origins ? null : new Set([...(old ?? []), ...origins])
    );
    scope.announced.add(name);
  }

  protected textOf({ from, to }: { from: number; to: number }): string {
    return this.source.slice(from, to);
  }

  /** All names in an expression. */
  protected namesIn(node: SyntaxNode): string[] {
    return node.name === 'VariableName'
      ? [this.textOf(node)]
      : childrenOf(node).flatMap(child => this.namesIn(child));
  }

  /** The names of which an expression may show a part. */
  protected viewedBy(node: SyntaxNode): string[] {
    const callee = node.firstChild;
    switch (node.name) {
      case 'VariableName':
        return [this.textOf(node)];
      case 'MemberExpression':
        return callee ? this.viewedBy(callee) : [];
      case 'CallExpression':
        return callee?.name === 'MemberExpression'
          ? this.viewedBy(callee)
          : VIEWING.test(callee ? this.textOf(callee) : '') ||
              this._callsFunction(node)
            ? this.namesIn(childOf(node, 'ArgList') ?? node)
            : [];
      case 'ArrayComprehensionExpression':
      case 'SetComprehensionExpression':
      case 'ComprehensionExpression': {
        const [value] = partsOf(node);
        return value && this.viewedBy(value).length > 0
          ? this.namesIn(node)
          : [];
      }
      default:
        return partsOf(node).flatMap(part => this.viewedBy(part));
    }
  }

  /** The name at the front of `a.b[c].d`. */
  protected rootOf(node: SyntaxNode | null): string {
    let root = node;
    while (root && /^(?:Member|Call)Expression$/.test(root.name)) {
      root = root.firstChild;
    }
    return root?.name === 'VariableName' ? this.textOf(root) : '';
  }

  /** The names of which `a.b[c].d` may be a part, of `f(a).b` all. */
  protected rootsOf(node: SyntaxNode | null): string[] {
    const [inner] = node ? partsOf(node) : [];
    return node?.name === 'MemberExpression' && inner
      ? this.rootsOf(inner)
      : node
        ? this.namesIn(node)
        : [];
  }

  /** What is given to a name, or names, may be seen by others. */
  protected noteViews(target: SyntaxNode, values: readonly SyntaxNode[]): void {
    const { scope } = this;
    if (scope) {
      const all = joined(values.map(value => this.originsOf(value)));
      for (const name of boundIn(target)) {
        const text = this.textOf(name);
        if (!scope.globals.has(text) && !scope.nonlocals.has(text)) {
          this.announce(scope, text, all);
        }
      }
    }
    const viewed = values.flatMap(value => this.viewedBy(value));
    this.namesIn(target).forEach(name => this.noteView(name, viewed));
  }

  /** The scope of a function, a class or a comprehension that has a name. */
  protected scopeOf(name: string): Scope | null {
    for (let { scope } = this; scope; scope = scope.parent) {
      if (scope.globals.has(name)) {
        return null;
      }
      if (scope.names.has(name)) {
        return scope;
      }
    }
    return null;
  }

  /** The notebook's names behind one of a scope's. */
  protected originsIn(name: string, scope: Scope): Origins {
    return this.isMixed ? null : (scope.origins.get(name) ?? null);
  }

  /** Whether an expression calls anything that is not a library's function. */
  private _callsOwn(node: SyntaxNode): boolean {
    const callee = node.name === 'CallExpression' ? node.firstChild : null;
    if (callee) {
      const root = this.rootOf(callee);
      const targets = root === '' ? null : this.peek(root)?.targets;
      if (targets?.every(one => typeof one === 'string') !== true) {
        return true;
      }
    }
    return childrenOf(node).some(child => this._callsOwn(child));
  }

  /** Whether a call is one of a function of the user's. */
  private _callsFunction({ firstChild }: SyntaxNode): boolean {
    const value =
      firstChild?.name === 'VariableName'
        ? this.peek(this.textOf(firstChild))
        : null;
    return value?.targets?.some(one => typeof one !== 'string') ?? false;
  }
}

/** The names that an assignment to a target binds. */
function boundIn(node: SyntaxNode): SyntaxNode[] {
  if (node.name === 'VariableName') {
    return [node];
  }
  return node.name === 'MemberExpression'
    ? []
    : childrenOf(node).flatMap(child => boundIn(child));
}
