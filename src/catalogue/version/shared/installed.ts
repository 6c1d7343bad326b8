import type { ITranslate } from '../../../diagnosis/types';

/** The last words of a cause: what is at hand. */
export function installedOne(
  trans: ITranslate,
  library: string,
  installed: string | undefined
): string {
  return installed
    ? ` ${trans.__('The kernel uses %1 %2.', library, installed)}`
    : '';
}
