import { catalogue } from '../../catalogue';
import { examine } from '../../diagnoser/examine';
import type { IFinding } from '../../diagnosis/types';
import type { IIncident } from '../../incident/types';
import type { IDiagnosedFailure } from '../types';

/** A failure of the cell `cell` with its findings, the best first. */
export function diagnosed(
  incident: IIncident,
  executionCount: number
): IDiagnosedFailure & { readonly findings: readonly IFinding[] } {
  const examined = examine(incident, catalogue);
  return {
    ...examined,
    findings: examined.findings.map(each => ({
      ...each,
      entry: catalogue.find(({ id }) => id === each.id)!
    })),
    incident: {
      key: '',
      incident,
      cellId: 'cell',
      executionCount,
      time: null,
      kernelRun: 0
    }
  };
}
