import { takeEscapes } from '../../../code/ipython';
import { MAX_CELL, MAX_CELLS } from '../python';
import { Statements } from './statements';
import { TooMuch, type ICellNeeds } from './store';
import { parsePython } from './tree';

/** A text that ran. */
export interface IRan {
  readonly source: string;
  /** It, or some of it, may not run: what it gives is then as it was before. */
  readonly mayNotRun: boolean;
}

/** Magics that give the notebook no name and change none. */
const NAMELESS =
  /^(?:matplotlib|config|load_ext|reload_ext|autoreload|pip|conda|mamba|uv|cd|pwd|ls|ll|env|set_env|precision|whos?|mkdir|cat|html|HTML|svg|SVG|javascript|js|markdown|latex|writefile|file)\b(?!.*--out)/;

/** Magics that run code in a function of their own, more than once or not. */
const ASIDE =
  /%(?:timeit|prun|lprun|memit|mprun|debug|snakeviz|pyinstrument)\b/;

/** Plots that outlive their cell. */
const WINDOWS = /%matplotlib\s+(?!inline\b)\w|close_figures/;

const MAX_TEXT = 60;

/** Reads a notebook's cells in the order in which they ran. */
class Analysis extends Statements {
  /** What each cell needs of the earlier ones. */
  of(cells: readonly IRan[]): ICellNeeds[] {
    let length = 0;
    return cells.map((cell, at) => {
      length += cell.source.length;
      this.begin(at);
      this.callReplaced();
      this.conditional = cell.mayNotRun ? 1 : 0;
      if (cell.source.length > MAX_CELL || length > MAX_CELLS) {
        this._unread('');
      } else {
        this._read(cell.source);
      }
      return this.finish();
    });
  }

  private _read(source: string): void {
    const { python, shell, magics, isForeign } = takeEscapes(source);
    const [escape] = [
      ...magics.map(text => `%${text}`),
      ...shell.map(text => `!${text.trim()}`)
    ];
    const aside = ASIDE.exec(source)?.[0].trim();
    this.isEscaped = escape !== undefined || aside !== undefined;
    if (this.isEscaped) {
      this.always(
        'magic',
        (escape ?? aside ?? '').split('\n', 1)[0].slice(0, MAX_TEXT)
      );
      this.conditional += aside === undefined ? 0 : 1;
    }
    this._keepsFigures ||= WINDOWS.test(source);
    // What a cell magic is told: `%%bash -s $name`.
    const given = /^\s*%%.*/.exec(source)?.[0] ?? '';
    for (const text of [...magics, ...shell, given]) {
      for (const [word] of text.matchAll(/[a-z_]\w*/gi)) {
        this.global(word);
      }
    }
    if (!isForeign) {
      const { top, isWhole } = parsePython(python);
      if (!isWhole) {
        this._unread(python);
      }
      this.source = python;
      this.runAllOf(top);
    }
    if (!magics.every(text => NAMELESS.test(text))) {
      this.lookAtAll();
      this.havoc();
      this.isElsewhere = true;
    }
    if (this._keepsFigures) {
      this.useState('figures');
      this.changeState('figures');
    }
  }

  private _unread(text: string): void {
    this.always('unread', text.trim().split('\n', 1)[0].slice(0, MAX_TEXT));
    this.lookAtAll();
    this.havoc();
    this.conditional += 1;
  }

  private _keepsFigures = false;
}

/**
 * What each of some cells needs of the earlier ones, in the order in which
 * they ran; null where that takes too long to tell.
 */
export function analyse(cells: readonly IRan[]): readonly ICellNeeds[] | null {
  try {
    return new Analysis().of(cells);
  } catch (error) {
    // A text can be nested deeper than the stack is.
    if (error instanceof TooMuch || error instanceof RangeError) {
      return null;
    }
    throw error;
  }
}
