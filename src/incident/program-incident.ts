/**
 * Failures that have to be read in what a cell printed or drew, most of them of
 * programs that it ran: apart from `cell-outputs.ts`, which every page loads.
 */
import { shownFailure, type IOutputData } from './cell-outputs';
import { drawnIncident } from './drawn-traceback';
import { failedInstall, failedProgram } from './program';
import type { IIncident } from './types';

/** As `shownFailure`; what has to be read is read at once. */
export function failureOf(
  outputs: readonly IOutputData[],
  tags: unknown,
  source: unknown
): IIncident | null {
  const shown = shownFailure(outputs, tags, source);
  return shown?.isUnread
    ? programIncident(shown.incident)
    : (shown?.incident ?? null);
}

/**
 * `incident` as that of a program which the cell ran, or of a traceback that was
 * drawn; null where nothing failed.
 */
export function programIncident(incident: IIncident): IIncident | null {
  const drawn = incident.traceback === '' ? null : drawnIncident(incident);
  return drawn ?? printedIncident({ ...incident, traceback: '' });
}

function printedIncident(incident: IIncident): IIncident | null {
  const { source, stdout, stderr } = incident;
  const onError =
    failedProgram(source, stderr) ?? failedInstall(source, stderr);
  if (onError) {
    return { ...incident, stderr: onError.text, program: onError.program };
  }
  const onOutput =
    failedProgram(source, stdout) ?? failedInstall(source, stdout);
  return (
    onOutput && {
      ...incident,
      stdout: onOutput.text,
      program: onOutput.program
    }
  );
}
