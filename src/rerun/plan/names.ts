import type { IBinding } from './python';

/** Any value, such as one of the user's own. */
const VALUE = '()';

/** Names of values, followed so far: `a = b` of `b = c` and so on. */
const MAX_LENGTH = 200;

/** Finds what names stand for: `np.save` is `numpy.save` after `import`. */
export class Names {
  /** A name gets a value. */
  learn({ name, scope, target, by }: IBinding): void {
    if (name === '*') {
      this._stars.add(target ?? '');
      return;
    }
    const [known = null] =
      target === null || by === 'import'
        ? [target]
        : this.resolve(target, scope);
    const isKnown = known !== null && known.length < MAX_LENGTH;
    this._targets.set(`${scope}:${name}`, isKnown ? known : VALUE);
  }

  /**
   * The names in full that a dotted name may stand for; as it is written where
   * no import of it was seen.
   */
  resolve(name: string, scope: string): string[] {
    const head = /^\w*/.exec(name)?.[0] ?? '';
    const rest = name.slice(head.length);
    const target = head === '' ? undefined : this._find(head, scope);
    if (target !== undefined) {
      return [`${target}${rest}`];
    }
    return [name, ...[...this._stars].map(module => `${module}.${name}`)];
  }

  /** Looks in the functions around first. */
  private _find(name: string, scope: string): string | undefined {
    for (let around = scope; ;) {
      const target = this._targets.get(`${around}:${name}`);
      if (target !== undefined || around === '') {
        return target;
      }
      around = around.slice(0, around.lastIndexOf('.'));
    }
  }

  private readonly _targets = new Map<string, string>();
  private readonly _stars = new Set<string>();
}
