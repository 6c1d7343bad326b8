/**
 * Failures of programs that a cell ran: apart from `cell-outputs.ts`, which every
 * page loads, since their output has to be read first.
 */
import { shownFailure, type IOutputData } from './cell-outputs';
import { failedProgram } from './program';
import type { IIncident } from './types';

/** As `shownFailure`; a program's output is read at once. */
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

/** `incident` as that of a program which the cell ran; null where none failed. */
export function programIncident(incident: IIncident): IIncident | null {
  const { source, stdout, stderr } = incident;
  const onError = failedProgram(source, stderr);
  if (onError) {
    return { ...incident, stderr: onError.text, program: onError.program };
  }
  const onOutput = failedProgram(source, stdout);
  return (
    onOutput && {
      ...incident,
      stdout: onOutput.text,
      program: onOutput.program
    }
  );
}
