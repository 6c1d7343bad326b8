import { builtinRule, natureOf } from './libraries';
import { PLAIN, Scope, type Region, type IValue, type Nature } from './regions';
import { Store } from './store';
import type { SyntaxNode } from './tree';

/** How a name of the language begins where it stands for itself. */
export const BUILTIN = 'builtins.';

/** Names that IPython gives the outputs and inputs; prompt numbers count. */
const IPYTHON_NAME =
  /^(?:_{1,3}|_\d{1,9}|_i{1,3}|_i\d{1,9}|In|Out|_ih|_oh|_dh)$/;

/** Functions of the language that may look at, or change, any name. */
const ALL_NAMES = /^(?:globals|locals|vars|dir|eval|exec|compile|__import__)$/;

/** Names of the language that no rule tells of. */
const OTHERS =
  /^(?:super|exit|quit|breakpoint|get_ipython|NotImplemented|__name__|__file__|__debug__)$/;

/** Finds and gives names, as Python scopes them. */
export abstract class Naming extends Store {
  /** Attributes that the notebook gives to objects and classes of its own. */
  protected readonly attributes = new Set<string>();

  /** The value of a name. */
  protected lookUp(name: string, from: Scope | null = this.scope): IValue {
    for (let scope = from; scope; scope = scope.parent) {
      if (scope.globals.has(name)) {
        break;
      }
      const value = scope.names.get(name);
      if (value) {
        this.read(value);
        if (scope.kind !== 'class') {
          return value;
        }
        // A condition in the class's body decides.
        const outer = this._known(name);
        return outer ? this.either([outer, value]) : value;
      }
    }
    const value = this._known(name);
    if (value) {
      return value;
    }
    if (IPYTHON_NAME.test(name)) {
      this.needAll();
    }
    // Nobody gave it, as far as can be seen.
    return { ...PLAIN, targets: [`?.${name}`] };
  }

  /** What a name stands for, with nothing noted; null where nobody gave it. */
  protected peek(name: string): IValue | null {
    for (let { scope } = this; scope; scope = scope.parent) {
      const value = scope.globals.has(name) ? null : scope.names.get(name);
      if (value) {
        return value;
      }
    }
    return this.peekGlobal(name) ?? this.builtin(name);
  }

  /** Give a name a value; null takes it away. */
  protected bind(name: string, value: IValue | null): void {
    const { scope } = this;
    if (!scope || scope.globals.has(name)) {
      this.bindGlobal(name, value);
      return;
    }
    if (scope.nonlocals.has(name)) {
      for (let each = scope.parent; each; each = each.parent) {
        const old = each.names.get(name);
        if (old && each.kind === 'function') {
          const next = value ? this.either([old, value]) : old;
          each.names.set(name, next);
          each.origins.set(name, null);
          this.change(each.region, name);
          this.renew(old, next);
        }
      }
      return;
    }
    const old = scope.names.get(name);
    if (scope.kind === 'class') {
      this.attributes.add(name);
    }
    if (!scope.announced.delete(name)) {
      scope.origins.set(name, null);
    }
    const isCertain =
      this.conditional === scope.conditional &&
      !scope.hasLeft &&
      !scope.isReused;
    if (value) {
      const merged = old && !isCertain ? this.either([old, value]) : value;
      scope.names.set(name, merged);
    } else if (isCertain) {
      scope.names.delete(name);
    }
  }

  /**
   * A scope for a node. Where functions in it see its names later, it is made
   * once for each cell, and keeps the values of every time.
   */
  protected scopeFor(
    node: SyntaxNode,
    kind: Scope['kind'],
    parent: Scope | null,
    isEnclosing: boolean
  ): Scope {
    const key = `${this.placeOf(node)}:${parent?.id ?? 0}`;
    const known = isEnclosing ? this._scopes.get(key) : undefined;
    if (known) {
      known.isReused = true;
      return known;
    }
    const scope = new Scope(parent, kind, this.conditional);
    if (isEnclosing) {
      this._scopes.set(key, scope);
    }
    return scope;
  }

  protected builtin(name: string): IValue | null {
    if (ALL_NAMES.test(name) || OTHERS.test(name) || builtinRule(name)) {
      return { ...PLAIN, targets: [`${BUILTIN}${name}`] };
    }
    return null;
  }

  protected natureOf(path: string): Nature {
    return path.startsWith(BUILTIN) ? 'standard' : natureOf(path);
  }

  /** Whether a library's part gives, or changes, the notebook's names. */
  protected showsNames(path: string): boolean {
    return /^(?:__main__(?:\.|$)|sys\.modules)/.test(path);
  }

  /** Look at what the notebook defines, as `pickle.load()` does. */
  protected lookAtCode(): void {
    for (const [name, { targets, region }] of this.globalValues()) {
      const isCode = targets
        ? targets.some(target => typeof target === 'object')
        : region !== null && region.functions.size > 0;
      if (isCode) {
        this.global(name);
        if (region) {
          this.runAll(region);
        }
      }
    }
  }

  protected abstract runAll(region: Region): void;

  /** Look at all names of the notebook, as `globals()` does. */
  protected lookAtAll(): void {
    this.needAll();
    this.lookAtNames();
  }

  /** Look at which names the notebook has, as `dir()` does. */
  protected lookAtNames(): void {
    for (const name of this.globalNames()) {
      this.global(name);
    }
  }

  private readonly _scopes = new Map<string, Scope>();

  private _known(name: string): IValue | null {
    return this.global(name) ?? this.builtin(name);
  }
}

/** Whether a function of the language may look at, or change, any name. */
export function seesAllNames(name: string): boolean {
  return ALL_NAMES.test(name) || name === 'get_ipython';
}
