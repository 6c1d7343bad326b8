import { readCode } from './code';
import type {
  Edit,
  IChange,
  ICode,
  IFailedCode,
  IOperand,
  IPlaceInCode
} from './types';

const LINE_END = /\r\n|\r|\n/;
const LINE = /[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g;

/** A line of the call stack in one of several texts. */
export interface IPlaceInText {
  /** Which of the texts. */
  readonly cell: number;
  /** From 1. */
  readonly line: number;
}

/** One stretch of one of several texts, and what comes in its place. */
export interface ITextChange {
  readonly cell: number;
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  /** What a new cell says that comes above this one. */
  readonly above?: string;
}

/** What an edit is asked about. */
export interface IFailedTexts {
  /** The texts of the code cells, in order. */
  readonly sources: readonly string[];
  /** Lines of the call stack in them, the innermost first. */
  readonly places: readonly IPlaceInText[];
  readonly tensors?: readonly IOperand[];
  /** From which of the sources on they are files of the user's; none where left out. */
  readonly filesFrom?: number;
}

/** Texts of which some can be read as Python. */
interface IRead {
  readonly codes: readonly (ICode | null)[];
  readonly failed: IFailedCode;
}

function readAll(
  { sources, places, tensors = [], filesFrom = sources.length }: IFailedTexts,
  read: (text: string) => ICode | null
): IRead {
  const codes = sources.map(read);
  const placed = places.flatMap<IPlaceInCode>(({ cell, line }) => {
    const code = codes[cell];
    return code ? [{ code, line, isFile: cell >= filesFrom }] : [];
  });
  const cells = codes.filter(code => code !== null);
  return { codes, failed: { cells, places: placed, tensors } };
}

/** In order, and none over another. */
function inOrder(changes: readonly IChange[]): readonly IChange[] | null {
  const sorted = [...changes].sort((a, b) => a.from - b.from || a.to - b.to);
  const isApart = sorted.every(
    ({ from }, at) => at === 0 || sorted[at - 1].to <= from
  );
  return isApart ? sorted : null;
}

/** Whether a comment, which people wrote for people, would go. */
function losesComment({ code, from, to, above = '' }: IChange): boolean {
  return code.nodes.some(
    node =>
      node.name === 'Comment' &&
      node.from < to &&
      node.to > from &&
      !above.includes(code.textOf(node))
  );
}

/** A text with changes made, which are in order. */
export function changed(
  text: string,
  changes: readonly Omit<ITextChange, 'cell'>[]
): string {
  let out = '';
  let read = 0;
  for (const { from, to, insert } of changes) {
    out += text.slice(read, from) + insert;
    read = to;
  }
  return out + text.slice(read);
}

/** Where a line of a text is once the changes are made. */
function movedLine(
  code: ICode,
  line: number,
  changes: readonly ITextChange[],
  after: string
): number {
  const lines = code.text.match(LINE) ?? [];
  const start = lines.slice(0, line - 1).join('').length;
  const shift = changes
    .filter(({ to }) => to <= start)
    .reduce(
      (sum, { from, to, insert }) => sum + insert.length - (to - from),
      0
    );
  return after.slice(0, start + shift).split(LINE_END).length;
}

/**
 * What an edit changes, where it is sound: each text that it touches is Python
 * before and after, keeps its comments, and the edit has nothing to add to its
 * own work.
 *
 * @param edit - of a fix
 * @param read - reads a text, perhaps once only
 * @returns changes in order, cell by cell; null where the edit does not apply
 */
export function changesOf(
  edit: Edit,
  texts: IFailedTexts,
  read: (text: string) => ICode | null = readCode
): readonly ITextChange[] | null {
  const { sources, places } = texts;
  const { codes, failed } = readAll(texts, read);
  const wanted = edit(failed)?.filter(
    ({ code, from, to, insert }) => code.text.slice(from, to) !== insert
  );
  if (!wanted || wanted.length === 0 || wanted.some(losesComment)) {
    return null;
  }
  const changes: ITextChange[] = [];
  const after = [...sources];
  for (const [cell, code] of codes.entries()) {
    const own = inOrder(wanted.filter(change => change.code === code));
    if (!own) {
      return null;
    }
    if (code && own.length > 0) {
      after[cell] = changed(code.text, own);
      if (!read(after[cell])) {
        return null;
      }
      changes.push(
        ...own.map(({ from, to, insert, above }) => ({
          cell,
          from,
          to,
          insert,
          ...(above === undefined ? {} : { above })
        }))
      );
    }
  }
  const moved = places.map(({ cell, line }) => {
    const code = codes[cell];
    const own = changes.filter(change => change.cell === cell);
    return {
      cell,
      line: code ? movedLine(code, line, own, after[cell]) : line
    };
  });
  const done = { ...texts, sources: after, places: moved };
  const again = edit(readAll(done, read).failed) ?? [];
  const isDone = again.every(
    ({ code, from, to, insert }) => code.text.slice(from, to) === insert
  );
  return isDone ? changes : null;
}
