/** Files of the user's own that a failure went through, as plain data. */
import { asList, asText } from './live-data';
import type { IFrame } from './types';

/** At most so many are kept. */
const MOST = 3;

export interface IOwnFile {
  readonly path: string;
  /** As the kernel ran it. */
  readonly text: string;
}

/** What `files.py` tells; null where it told of none. Never throws. */
export function parseOwnFiles(value: unknown): readonly IOwnFile[] | null {
  const files = asList(value)
    .slice(0, MOST)
    .flatMap(({ path, text }) => {
      const [at, written] = [asText(path), asText(text)];
      return at === null || written === null
        ? []
        : [{ path: at, text: written }];
    });
  return files.length === 0 ? null : files;
}

/** Which of the files a frame lies in, if its line reads so there; else -1. */
export function fileOf(frame: IFrame, files: readonly IOwnFile[]): number {
  // IPython writes `~` for the user's folder.
  const end = frame.file.replace(/^~/, '');
  return files.findIndex(
    ({ path, text }) =>
      path.endsWith(end) &&
      text.split('\n')[frame.line - 1]?.trim() === frame.code.trim()
  );
}
