/** In a title a longer name is cut. */
const MAX_NAME = 20;

/** A name as a title has room for it. */
export function short(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}
