/**
 * A name where a title has room for it: whole, or not at all. Half a name is
 * another name.
 */
export function fitting(
  name: string | undefined,
  most: number
): string | undefined {
  return name !== undefined && name.length <= most ? name : undefined;
}
