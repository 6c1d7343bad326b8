import { cellFrame } from '../diagnosis/own-frame';
import { read } from '../diagnosis/reading';
import type { IFrame, IIncident } from '../incident/types';

/** A link of the call chain: one frame of the user's, or folded library ones. */
export type ILink =
  | { readonly kind: 'own'; readonly frame: IFrame }
  | { readonly kind: 'folded'; readonly frames: readonly IFrame[] };

/** The frames of the exception that the failed cell shows. */
function framesOf(incident: IIncident): readonly IFrame[] {
  const reading = read(incident);
  const inCell = cellFrame(reading);
  const { exceptions } = reading;
  const shown =
    exceptions.find(one => inCell !== null && one.frames.includes(inCell)) ??
    exceptions.find(one => one.frames.length > 0);
  return shown?.frames ?? [];
}

/**
 * The calls from the cell down to the operation that raised. Frames of
 * libraries that follow one another are folded, the last of them included.
 */
export function chainOf(incident: IIncident): ILink[] {
  const links: ILink[] = [];
  let folded: IFrame[] = [];
  const fold = () => {
    if (folded.length > 0) {
      links.push({ kind: 'folded', frames: folded });
      folded = [];
    }
  };
  for (const frame of framesOf(incident)) {
    if (frame.place === 'library') {
      folded.push(frame);
    } else {
      fold();
      links.push({ kind: 'own', frame });
    }
  }
  fold();
  return links;
}

/**
 * Where a program's own script was: the deepest frame of the file that the
 * program started with, null when its frames are not known.
 */
export function scriptFrame(incident: IIncident): IFrame | null {
  const frames = framesOf(incident);
  const script = frames.find(frame => frame.place !== 'library')?.file;
  const own = frames.filter(frame => frame.file === script);
  return own[own.length - 1] ?? null;
}

/** The innermost frame of the user's own code, null when there is none. */
export function innermostOf(incident: IIncident): IFrame | null {
  const own = framesOf(incident).filter(frame => frame.place !== 'library');
  return own[own.length - 1] ?? null;
}
