import type { ITranslate, Values } from '../../../diagnosis/types';
import { sizeText } from '../../../incident/size';

/** The proof of a death that the facts tell, with its figures. */
function proofWords(
  trans: ITranslate,
  { used, limit, resident, age, proof }: Values
): string {
  const told =
    proof === 'log'
      ? trans.__('the system’s log names this process')
      : proof === 'group'
        ? trans.__('the kernel’s group counted one more kill')
        : trans.__('the machine counted one more kill');
  if (used === undefined || limit === undefined) {
    return trans.__(
      'The system ended the kernel because the memory was used up: %1. This is the RAM, not the memory of the GPU.',
      told
    );
  }
  return trans.__(
    'The system ended the kernel because the memory was used up: %1 of %2 were in use at the last look, at most %3 s before (%4 by the kernel itself), and %5. This is the RAM, not the memory of the GPU.',
    sizeText(Number(used)),
    sizeText(Number(limit)),
    Number(age ?? 0).toFixed(1),
    sizeText(Number(resident ?? 0)),
    told
  );
}

/** What is known of a process that ended for want of memory. */
export function memoryWords(trans: ITranslate, values: Values): string {
  if (values.proof !== undefined) {
    return proofWords(trans, values);
  }
  const held = Number(values.rss ?? 0) / 1024 ** 2;
  const asked = Number(values.bytes ?? 0) / 1024 ** 3;
  if (held >= 0.1) {
    return trans.__(
      'The system ended the process because the memory of the machine or of its container was used up; the process held %1 GiB. This is the RAM, not the memory of the GPU.',
      held.toFixed(1)
    );
  }
  return asked >= 0.1
    ? trans.__(
        'The process asked for a block of %1 GiB shortly before it died, which points to the memory of the machine. This is the RAM, not the memory of the GPU.',
        asked.toFixed(1)
      )
    : trans.__(
        'The system ended the process because the memory of the machine or of its container was used up. This is the RAM, not the memory of the GPU.'
      );
}
