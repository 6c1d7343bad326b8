import { nullTranslator } from '@jupyterlab/translation';

import { parseBox, type IDeath } from '../../incident/death/death';
import { hiddenFacts } from '../hidden-facts';

const FAULT = 'Fatal Python error: Aborted';

const KILLED = { code: -9, signal: 'SIGKILL' };

interface IFound {
  readonly cellId: string;
  readonly line: number | null;
}

const LINE = { cellId: 'a', line: 3 };
const CELL = { cellId: 'a', line: null };
const NOTHING = { cellId: '', line: null };

const boxOf = (facts: object) => parseBox({ pid: 7, ...facts });

function toldOf(facts: Partial<IDeath>, found: IFound = LINE) {
  const death = {
    exit: null,
    box: null,
    running: true,
    queued: 0,
    failedStarts: 0,
    earlier: '',
    ...facts
  };
  const told = hiddenFacts(death, found, nullTranslator.load(''));
  // One sentence for each.
  told.forEach(({ words }) =>
    expect(words.match(/\.(?: |$)/g)).toHaveLength(1)
  );
  return {
    what: told.flatMap(({ what }) => what),
    words: told.map(({ words }) => words).join('\n')
  };
}

describe('what a setup hides of a death', () => {
  it('is the exit status, of a server without the extension', () => {
    const { what, words } = toldOf({ box: boxOf({ fault: FAULT }) });
    expect(what).toEqual(['exit-status']);
    expect(words).toContain('exit status is not known: only the server');
  });

  it('is line and memory, where no process has read the box', () => {
    const { what, words } = toldOf({ exit: KILLED }, CELL);
    expect(what).toEqual(['line', 'memory']);
    expect(words).toContain('line and the memory are not known: no process');
  });

  it('is the cell too, where nobody else knew it', () => {
    const { what, words } = toldOf({ exit: KILLED }, NOTHING);
    expect(what).toEqual(['cell', 'line', 'memory']);
    expect(words).toContain('The cell, its line and the memory are not known');
  });

  it('is both, of a server and a process that tell nothing', () => {
    expect(toldOf({}, CELL).what).toEqual(['exit-status', 'line', 'memory']);
    const { what, words } = toldOf({}, NOTHING);
    expect(what).toEqual(['exit-status', 'cell', 'line', 'memory']);
    expect(words).toContain('Neither the exit status nor the cell is known');
  });

  it('is the line, where crashes are not Python’s to report', () => {
    const { what, words } = toldOf(
      { exit: { code: 1, signal: null }, box: boxOf({ handlesFaults: false }) },
      CELL
    );
    expect(what).toEqual(['line']);
    expect(words).toContain('something else than Python handles crashes');
  });

  it('is the line, of an end at once that leaves no report', () => {
    const { what, words } = toldOf({ exit: KILLED, box: boxOf({}) }, CELL);
    expect(what).toEqual(['line']);
    expect(words).toContain('looks about once a second');
  });

  it('is the line, where the last look may be an old one', () => {
    const box = boxOf({ seenLine: 4 });
    expect(toldOf({ exit: KILLED, box }, CELL).words).toContain('long before');
  });

  it('is the line, where the report names none of the cell', () => {
    const box = boxOf({ fault: FAULT });
    const { what, words } = toldOf({ exit: KILLED, box }, CELL);
    expect(what).toEqual(['line']);
    expect(words).toContain('names none of this cell');
  });

  it('is the cell, of code that is none of the notebook', () => {
    const { what, words } = toldOf({ box: boxOf({}) }, NOTHING);
    expect(what).toEqual(['exit-status', 'cell', 'line']);
    expect(words).toContain('not one cell of this notebook');
  });

  it('is nothing, where all is at hand', () => {
    expect(toldOf({ exit: KILLED, box: boxOf({}) }).what).toEqual([]);
  });

  it('is nothing, of a kernel that died at rest: no line ran', () => {
    const facts = { exit: KILLED, box: boxOf({}), running: false };
    expect(toldOf(facts, NOTHING).what).toEqual([]);
  });

  it('is nothing, of a process that was never ready', () => {
    expect(toldOf({ failedStarts: 2 }, NOTHING).what).toEqual([]);
  });
});
