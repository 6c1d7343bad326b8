/**
 * A function that is computed once for each object it is asked of: many signs
 * ask the same of one failure.
 */
export function memoize<K extends object, T>(
  compute: (key: K) => T
): (key: K) => T {
  const known = new WeakMap<K, { readonly result: T }>();
  return key => {
    const before = known.get(key) ?? { result: compute(key) };
    known.set(key, before);
    return before.result;
  };
}
