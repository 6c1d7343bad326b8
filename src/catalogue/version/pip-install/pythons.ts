/** The Pythons that a release of torch has wheels for. */
export interface IPythons {
  readonly first: string;
  readonly last: string;
}

/**
 * From this release of torch on, the first and the last Python that its wheels
 * on PyPI are built for, Linux and macOS together; read from PyPI's list of
 * torch's files, 2026-11.
 */
const SINCE: readonly (readonly [
  torch: string,
  first: string,
  last: string
])[] = [
  ['1.0', '2.7', '3.7'],
  ['1.4', '2.7', '3.8'],
  ['1.5', '3.5', '3.8'],
  ['1.6', '3.6', '3.8'],
  ['1.7.1', '3.6', '3.9'],
  ['1.11', '3.7', '3.10'],
  ['1.13', '3.7', '3.11'],
  ['2.0', '3.8', '3.11'],
  ['2.2', '3.8', '3.12'],
  ['2.5', '3.9', '3.13'],
  ['2.9', '3.10', '3.14'],
  ['2.15', '3.11', '3.15']
];

const RELEASE = /^\d{1,3}(?:\.\d{1,3}){1,2}/;

/** Whether a version is before another; both begin with numbers and dots. */
export function isBefore(one: string, other: string): boolean {
  const [a, b] = [one, other].map(text => text.split('.').map(Number));
  const at = [0, 1, 2].find(i => (a[i] ?? 0) !== (b[i] ?? 0));
  return at !== undefined && (a[at] ?? 0) < (b[at] ?? 0);
}

/**
 * The Pythons of a release of torch, such as `1.7.1` or `2.0.1+cu118`; undefined
 * for one that is not in the table.
 */
export function pythonsOf(version: string): IPythons | undefined {
  const release = RELEASE.exec(version)?.[0];
  const row =
    release && SINCE.filter(([since]) => !isBefore(release, since)).pop();
  return row ? { first: row[1], last: row[2] } : undefined;
}
