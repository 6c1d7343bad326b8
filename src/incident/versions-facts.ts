/** What a kernel tells of packages that do not fit one another. */
import { asText, asWord, type Data } from './live-data';

const DIRECTIONS = ['older', 'newer'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A package needs another version of one that it called. */
export interface IClash {
  readonly kind: 'versions';
  readonly state: 'clash';
  readonly package: string;
  readonly version: string;
  /** The one that it needs, in which versions, and the installed one. */
  readonly other: string;
  readonly needs: string;
  readonly has: string;
  /** Whether it is older or newer than the needed ones; null for neither. */
  readonly direction: Direction | null;
  /** Whether the package itself asked for what that version lacks. */
  readonly isProven: boolean;
}

/** A package was replaced on disk since it was imported. */
export interface IUpgrade {
  readonly kind: 'versions';
  readonly state: 'upgraded';
  readonly package: string;
  /** As the kernel uses it, and as it lies on disk. */
  readonly used: string;
  readonly version: string;
  /** Whether the version on disk has what that in use lacks. */
  readonly isProven: boolean;
}

export type VersionsFacts = IClash | IUpgrade;

/** Facts of versions; null where they are none. */
export function parseVersions(from: Data): VersionsFacts | null {
  const name = asText(from.package);
  const version = asText(from.version);
  const [used, other] = [asText(from.used), asText(from.other)];
  const [needs, has] = [asText(from.needs), asText(from.has)];
  const isProven = from.proven === true;
  if (name === null || version === null) {
    return null;
  }
  const common = {
    kind: 'versions',
    package: name,
    version,
    isProven
  } as const;
  if (from.state === 'upgraded' && used !== null) {
    return { ...common, state: 'upgraded', used };
  }
  return from.state === 'clash' &&
    other !== null &&
    needs !== null &&
    has !== null
    ? {
        ...common,
        state: 'clash',
        other,
        needs,
        has,
        direction: asWord(DIRECTIONS, from.direction)
      }
    : null;
}
