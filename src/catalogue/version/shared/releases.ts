/** Whether a version is a given one, or a later one. */
export function isSince(version: string, given: string): boolean {
  const [one, other] = [version, given].map(text =>
    (text.match(/\d+/g) ?? []).map(Number)
  );
  const at = other.findIndex((part, index) => (one[index] ?? 0) !== part);
  return at < 0 || (one[at] ?? 0) > other[at];
}
