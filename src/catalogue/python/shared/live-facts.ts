import type { IReading } from '../../../incident/types';
import type { LiveFacts } from '../../../incident/live-facts';

/** What the kernel told of this kind, where torch is in play; else null. */
export function liveFacts<Kind extends LiveFacts['kind']>(
  { incident: { live } }: IReading,
  kind: Kind
): Extract<LiveFacts, { readonly kind: Kind }> | null {
  return live?.kind === kind && live.hasTorch
    ? (live as Extract<LiveFacts, { readonly kind: Kind }>)
    : null;
}

/** As the values of an entry: null is what nobody knows. */
export function knownValues(
  values: Readonly<Record<string, string | number | null>>
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === null ? undefined : String(value)
    ])
  );
}
