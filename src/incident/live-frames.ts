/** A traceback that the output of a cell does not show, as its kernel tells it. */
import { asText, dataOf } from './live-data';

/** At most so many frames are read. */
const MAX_FRAMES = 100;

/** One frame, in the form of IPython's `%xmode Plain`; null where it is none. */
function frameText(value: unknown): string | null {
  const from = dataOf(value);
  const [file, line] = [asText(from.file), from.line];
  if (file === null || typeof line !== 'number') {
    return null;
  }
  const name = asText(from.function) ?? '<module>';
  const inside = name.startsWith('<') ? '' : ` in ${name}`;
  const where =
    typeof from.cell === 'number'
      ? `Cell In[${from.cell}], line ${line}`
      : `File ${file}:${line}`;
  const code = asText(from.code) ?? '';
  return `  ${where}${inside}\n${code === '' ? '' : `    ${code}\n`}`;
}

/**
 * What `frames.py` tells, as a traceback that ends in `exception`; null where
 * it knew nothing. Never throws.
 */
export function parseFrames(value: unknown, exception: string): string | null {
  const frames = (Array.isArray(value) ? value : [])
    .slice(0, MAX_FRAMES)
    .map(frameText)
    .filter(text => text !== null);
  return frames.length === 0
    ? null
    : ['Traceback (most recent call last):\n', ...frames, exception].join('\n');
}
