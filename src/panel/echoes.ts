import type { IDiagnosis } from '../diagnoser/diagnoser';
import { isFollowedByEchoes } from '../diagnosis/failure-traits';
import type { ICellIncident } from '../notebook/types';

/** An incident with what was found of it. */
export interface IDiagnosed extends IDiagnosis {
  readonly incident: ICellIncident;
}

/** A failure to explain and the later ones that only repeat it. */
export interface IGroup extends IDiagnosed {
  /** Oldest first. */
  readonly echoes: readonly ICellIncident[];
}

function isSticky({ incident, findings }: IDiagnosed): boolean {
  return isFollowedByEchoes(incident.incident, findings);
}

/** In the order of execution. */
function before(a: ICellIncident, b: ICellIncident): number {
  return (
    (a.executionCount ?? 0) - (b.executionCount ?? 0) ||
    (a.time ?? 0) - (b.time ?? 0)
  );
}

/**
 * Fold echoes: after a sticky CUDA error every call into CUDA fails alike
 * until the process ends (NVIDIA's `driver_types.h`), so the first sticky
 * failure of a kernel run is the one to explain and the later ones are echoes.
 *
 * @param diagnosed - in the order they are to be shown
 */
export function groupEchoes(diagnosed: readonly IDiagnosed[]): IGroup[] {
  const firsts = new Map<number, IDiagnosed>();
  for (const one of diagnosed) {
    const { kernelRun } = one.incident;
    const first = firsts.get(kernelRun);
    if (isSticky(one) && (!first || before(one.incident, first.incident) < 0)) {
      firsts.set(kernelRun, one);
    }
  }
  const isEcho = (one: IDiagnosed) =>
    isSticky(one) && firsts.get(one.incident.kernelRun) !== one;
  return diagnosed
    .filter(one => !isEcho(one))
    .map(one => ({
      ...one,
      echoes:
        firsts.get(one.incident.kernelRun) === one
          ? diagnosed
              .filter(
                other =>
                  isEcho(other) &&
                  other.incident.kernelRun === one.incident.kernelRun
              )
              .map(other => other.incident)
              .sort(before)
          : []
    }));
}
