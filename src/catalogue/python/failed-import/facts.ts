import type { IEvidence, IFactsMatch } from '../../../diagnosis/types';
import type { IImportFacts } from '../../../incident/live-facts';
import {
  isKnownPackage,
  isOfProject,
  isOfTorch,
  mistypedPackage
} from '../shared/modules';

/** What the kernel says in other words than the message. */
function evidenceOf({
  state,
  package: name,
  version,
  used,
  place,
  executable
}: IImportFacts): IEvidence[] {
  const texts =
    state === 'upgraded'
      ? [`${name} ${used ?? ''} → ${version ?? ''}`]
      : [place, version === null ? null : `${name} ${version}`, executable];
  return texts.flatMap(text => (text ? [{ where: 'kernel', text }] : []));
}

/** The kind that says it best, and whether it is proven. */
function kindOf({
  state,
  module,
  isKnown,
  isProven,
  isProject,
  near
}: IImportFacts): {
  readonly kind: string;
  readonly isSure: boolean;
} {
  if (state === 'own' || (state === 'folder' && !isKnownPackage(module))) {
    return { kind: 'lacks', isSure: true };
  }
  if (state === 'folder') {
    return { kind: isProject ? 'project' : 'folder', isSure: true };
  }
  if (state !== 'missing' || isKnown) {
    // Two versions in one process need not be the cause, unless the new one has it.
    return { kind: state, isSure: state !== 'upgraded' || isProven };
  }
  if (near !== null) {
    return { kind: 'near', isSure: false };
  }
  if (mistypedPackage(module) !== undefined) {
    return { kind: 'mistyped', isSure: false };
  }
  return isOfProject(module)
    ? { kind: 'own', isSure: false }
    : { kind: 'missing', isSure: true };
}

/** Whether the kernel only repeats what the message says of a part of torch. */
function saysNoMore({ state, module, near }: IImportFacts): boolean {
  return (
    isOfTorch(module) &&
    near === null &&
    mistypedPackage(module) === undefined &&
    ['missing', 'part', 'name'].includes(state)
  );
}

/** What the kernel told of a failed import, as a match of the entry. */
export function importFacts(live: IImportFacts): IFactsMatch | null {
  if (saysNoMore(live)) {
    return null;
  }
  const { kind, isSure } = kindOf(live);
  const { module, name, version, used, place, near, executable } = live;
  const values = {
    kind,
    module,
    name,
    package: live.package,
    version,
    used,
    place,
    near,
    executable
  };
  return {
    confidence: isSure ? 'certain' : 'likely',
    evidence: evidenceOf(live),
    values: Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, value ?? undefined])
    )
  };
}
