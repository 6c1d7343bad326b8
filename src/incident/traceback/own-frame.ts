import { fold } from '../text/clean';
import { cellHash, hashIn } from './cell-hash';
import type { IFrame, IReading } from '../types';

/**
 * The innermost frame of the user's own code (a cell or a file of theirs) in
 * the most causal exception that has one: where to look first. For errors
 * that no entry recognises it is all there is to show.
 *
 * @param reading - of `read(incident)`
 * @returns null when every frame lies in a library
 */
export function ownFrame(reading: IReading): IFrame | null {
  for (const { frames } of reading.exceptions) {
    const own = frames
      .filter(({ place, line }) => place !== 'library' && line > 0)
      .pop();
    if (own) {
      return own;
    }
  }
  return null;
}

/** The deepest frame of the cell that was run: the first cell of a stack. */
function deepestOfCell(frames: readonly IFrame[]): IFrame | undefined {
  const outer = frames.find(frame => frame.place === 'cell');
  return frames.filter(frame => frame.file === outer?.file).pop();
}

/**
 * Whether a frame can be of a cell with this source: an engine of ipyparallel, say,
 * runs functions of other cells with no frame of the one that asked for it.
 */
function canBeOf({ file, line, code }: IFrame, source: string): boolean {
  const hash = hashIn(file);
  const text = source.split('\n')[line - 1]?.trim();
  return (
    source === '' ||
    hash === null ||
    hash === cellHash(source) ||
    (code !== '' && code === text)
  );
}

/**
 * The frame of the failed cell itself: its `line` is the line of that cell
 * that was executing, even where the error was raised in a function that
 * another cell defines; the deepest one where the cell calls a function of
 * its own.
 *
 * @param reading - of `read(incident)`
 * @returns null when the traceback shows no frame of that cell
 */
export function cellFrame(reading: IReading): IFrame | null {
  const { incident, exceptions } = reading;
  const evalue = fold(incident.evalue);
  // What a worker process raised is no part of this cell's own stack.
  const shown = exceptions
    .filter(raised => raised.link !== 'wrapped')
    .map(raised => ({
      isTop: evalue !== '' && evalue.startsWith(fold(raised.message)),
      cell: deepestOfCell(raised.frames)
    }))
    .filter(({ cell }) => cell !== undefined);
  const top = shown.find(({ isTop }) => isTop) ?? shown.pop();
  const cell = top?.cell;
  return cell && canBeOf(cell, incident.source) ? cell : null;
}
