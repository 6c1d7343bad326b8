/**
 * What a table holds under a name that came from a text, `undefined` where it
 * holds nothing. `table[name]` would also find what every object inherits:
 * `constructor`, `toString`, `__proto__`.
 */
export function ownValue<T>(
  table: Readonly<Record<string, T>>,
  name: string | null | undefined
): T | undefined {
  return typeof name === 'string' &&
    Object.prototype.hasOwnProperty.call(table, name)
    ? // eslint-disable-next-line local/no-lookup-by-name
      table[name]
    : undefined;
}
