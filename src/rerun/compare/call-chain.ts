import type { IFrame } from '../../incident/types';

/** A link of the call chain: one frame of the user's, or folded library ones. */
export type ICallLink =
  | { readonly kind: 'own'; readonly frame: IFrame }
  | { readonly kind: 'folded'; readonly frames: readonly IFrame[] };

/**
 * The calls from the cell down to the operation that raised. Frames of
 * libraries that follow one another are folded, the last of them included.
 *
 * @param stack - of the exception that the failed cell shows
 */
export function chainOf(stack: readonly IFrame[]): ICallLink[] {
  const links: ICallLink[] = [];
  let folded: IFrame[] = [];
  const fold = () => {
    if (folded.length > 0) {
      links.push({ kind: 'folded', frames: folded });
      folded = [];
    }
  };
  for (const frame of stack) {
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
export function scriptFrame(stack: readonly IFrame[]): IFrame | null {
  const script = stack.find(frame => frame.place !== 'library')?.file;
  const own = stack.filter(frame => frame.file === script);
  return own[own.length - 1] ?? null;
}

/** The innermost frame of the user's own code, null when there is none. */
export function innermostOf(stack: readonly IFrame[]): IFrame | null {
  const own = stack.filter(frame => frame.place !== 'library');
  return own[own.length - 1] ?? null;
}
