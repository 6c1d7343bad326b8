import type { IFactsMatch } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { isOfTorchPackages } from '../../shared/torch-packages';
import { replacement } from './replacements';

/** States of a name that the installed version has nowhere. */
const NOWHERE: readonly string[] = ['near', 'plain', 'name', 'part'];

/**
 * The version that the kernel uses of a package that lacks a name, and the name
 * in it that is nearest: only where it is not known what became of this one.
 */
export function installedFacts({
  incident: { live }
}: IReading): IFactsMatch | null {
  if (
    (live?.kind !== 'attribute' && live?.kind !== 'import') ||
    !NOWHERE.includes(live.state) ||
    live.module === null ||
    live.version === null ||
    !isOfTorchPackages(live.module)
  ) {
    return null;
  }
  const { name, module, version, near } = live;
  const isKnown = Object.keys(replacement(name ?? module, module)).length > 0;
  return {
    confidence: 'certain',
    evidence: [{ where: 'kernel', text: `${module.split('.')[0]} ${version}` }],
    values: {
      kind: 'name',
      name: name ?? module,
      module,
      installed: version,
      ...(isKnown || near === null ? {} : { meant: near })
    }
  };
}
