import type { TranslationBundle } from '@jupyterlab/translation';

import type { IDeath } from '../incident/death/death';

/**
 * What of a death this setup does not show, and why.
 *
 * @returns null where it shows all, and of a process that was never ready
 */
export function hiddenWords(
  { exit, box, failedStarts }: IDeath,
  trans: TranslationBundle
): string | null {
  if ((exit && box) || failedStarts > 0) {
    return null;
  }
  return exit
    ? trans.__(
        'The line and the memory are not known: no process that came after has read the kernel’s black box.'
      )
    : box
      ? trans.__(
          'The exit status is not known: only the server that started the kernel can tell it, with this extension installed there.'
        )
      : trans.__(
          'Neither the exit status nor the line is known: the server that started the kernel told nothing, and no process that came after has read the kernel’s black box.'
        );
}
