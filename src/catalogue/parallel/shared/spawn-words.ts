import type { ITranslate, Values } from '../../../diagnosis/types';
import { placeWords } from '../../kernel/shared/words';

function titleOf(
  trans: ITranslate,
  { process, inner, signal }: Values
): string {
  if (process === undefined) {
    return trans.__('A process of the job failed');
  }
  if (inner !== undefined && inner.length < 24) {
    return trans.__('%1 in process %2 of the job', inner, process);
  }
  if (signal !== undefined) {
    return trans.__('Process %1 of the job was ended by %2', process, signal);
  }
  return trans.__('Process %1 of the job failed', process);
}

/** What a signal says of the cause; never that memory ran out for certain. */
function causeOfSignal(trans: ITranslate, signal: string): string {
  switch (signal) {
    case 'SIGKILL':
      return trans.__(
        'The process was killed from outside (SIGKILL). Often the memory of the machine or job ran out, but only the system’s log proves it.'
      );
    case 'SIGTERM':
    case 'SIGINT':
      return trans.__(
        'The process was told to end. Usually another one failed first and the rest were stopped.'
      );
    default:
      return trans.__(
        'Compiled code in that process crashed or aborted, which Python cannot catch. Its last lines are in the output above.'
      );
  }
}

function causeOf(trans: ITranslate, values: Values): string {
  const { inner, message, signal, code } = values;
  if (inner !== undefined) {
    const what = message === undefined ? inner : `${inner}: ${message}`;
    const place = placeWords(trans, values);
    return place === undefined
      ? trans.__(
          'The function that runs in each process failed with %1. This error only passes it on.',
          what
        )
      : trans.__(
          'The function that runs in each process failed at %1 (%2). This error only passes it on.',
          place,
          what
        );
  }
  if (signal !== undefined) {
    return causeOfSignal(trans, signal);
  }
  return code !== undefined && code !== '1'
    ? trans.__(
        'The process left with exit code %1. Its own error was printed before, not raised here.',
        code
      )
    : trans.__(
        'The launcher only reports that a process ended. The error itself was printed by that process, further up.'
      );
}

/** What is known of the process that ended, by what the launcher says of it. */
export function spawnWords(
  trans: ITranslate,
  values: Values
): { title: string; cause: string } {
  return { title: titleOf(trans, values), cause: causeOf(trans, values) };
}
