import { borrowedFrom } from '../../../diagnosis/borrowed';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { hostOf } from '../../shared/hosted';

/** A line that people recognise without its neighbours. */
const MOST = 120;

/** The innermost line of the user's own that leads into a package. */
function ownLine(reading: IReading): string | undefined {
  const frames = reading.exceptions[0]?.frames ?? [];
  const own = hostOf(reading)
    ? []
    : frames.filter(({ place }) => place !== 'library');
  const code = own.at(-1)?.code ?? '';
  return code.length <= MOST && /\w\(/.test(code) ? code : undefined;
}

/** Whose line met None, where it is not the user's, and the line that led there. */
export function handedTo(reading: IReading) {
  const owner = borrowedFrom(reading);
  return owner === undefined
    ? undefined
    : { kind: 'handed' as const, package: owner, line: ownLine(reading) };
}

/** What is None in a line of a package comes from a call, or from a file. */
export function handedFixes(
  trans: ITranslate,
  owner: string,
  line: string | undefined
): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Read the lines above for what did not load'),
      detail: trans.__(
        'A file that is missing or cut short is often mentioned only there. The README of %1 says where it belongs.',
        owner
      )
    },
    line
      ? {
          safety: 'diagnostic',
          title: trans.__('See what your own line hands over'),
          detail: trans.__(
            'An argument of it may be None, or what it was made of was left out.'
          ),
          code: line
        }
      : {
          safety: 'diagnostic',
          title: trans.__('See what it was given, a few frames up (u)'),
          code: '%debug'
        }
  ];
}
