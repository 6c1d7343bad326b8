import type { ICleanLine } from '../text/clean';

/** A log of fewer lines is left as it is. */
const FEW_LINES = 200;

/** Lines that differ in numbers and bars only are kept so often. */
const REPEATS = 3;

/** What changes from one state of a progress bar to the next. */
const CHANGING = /[\d.:,#=>█▏▎▍▌▋▊▉━╸╺\s-]+/g;

/**
 * A long log without the lines that say once more what was said before with
 * other numbers: steps of a training, states of a progress bar.
 */
export function condense(lines: readonly ICleanLine[]): readonly ICleanLine[] {
  if (lines.length < FEW_LINES) {
    return lines;
  }
  const seen = new Map<string, number>();
  return lines.filter(({ text }) => {
    const shape = text.replace(CHANGING, '0');
    const times = seen.get(shape) ?? 0;
    seen.set(shape, times + 1);
    return times < REPEATS;
  });
}
