import { nullTranslator } from '@jupyterlab/translation';

import { examine } from '../../diagnoser/examine';
import { parseBox, type IDeath } from '../../incident/death/death';
import { cellIncident } from '../../incident/incident';
import { failureOf } from '../../incident/program-incident';
import type { IIncident } from '../../incident/types';
import { PROGRAM, printed } from '../../incident/__tests__/program';
import cells from '../../notebook/__tests__/cells.json';
import { placeOf } from '../../notebook/failure-location';
import { hiddenFacts, hiddenLine, waitingWords } from '../hidden-facts';
import type { ICard } from '../model';

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

interface IRecorded {
  readonly source: string;
  readonly executionCount: number;
  readonly outputs: { output_type: string }[];
}

/** What is told of the line of a cell that scripts/record_cells.py recorded. */
function toldOfCell(kernel: string, name: string): string | null {
  const known: Record<string, Record<string, IRecorded>> = cells;
  const { outputs, source, executionCount } = known[kernel][name];
  const incident = failureOf(outputs, [], source);
  return incident && toldOfLine(incident, executionCount);
}

function toldOfLine(
  incident: IIncident,
  executionCount: number | null,
  more: Partial<Pick<ICard, 'own' | 'isUnread'>> = {}
): string | null {
  const cellId = incident.kind === 'cell' ? 'a' : '';
  const one = { key: 'a', cellId, executionCount, time: 0, kernelRun: 1 };
  const { frames } = examine(incident, []);
  const located = {
    incident: { ...one, incident },
    place: placeOf({ ...one, incident }, frames),
    own: null,
    frames,
    isUnread: false,
    ...more
  };
  return hiddenLine(located, nullTranslator.load(''));
}

describe('why no line of a failed cell is named', () => {
  const KERNELS = ['7.34.0', '8.12.3', '9.18.1'];

  it.each(KERNELS.map(version => `python3, IPython ${version}`))(
    'is that none came, after `%%xmode Minimal`: %s',
    kernel => {
      const told = toldOfCell(kernel, '%xmode Minimal, plain');
      expect(told).toContain('The line is not known: no lines of code came');
      expect(toldOfCell(kernel, '%xmode Minimal, %%time')).toBe(told);
    }
  );

  it.each([
    ['python3, IPython 9.18.1', '%xmode Docs, %%time'],
    ['xpython, IPython 9.18.1', '%xmode Docs, %%time'],
    ['python3, IPython 7.34.0', '%%time']
  ])('is that none is of the cell: %s, %s', (kernel, name) => {
    expect(toldOfCell(kernel, name)).toContain('names no line of this cell.');
  });

  it.each(['plain', 'syntax', '%%time', '%run', '%%python'])(
    'is nothing, where one is named: %s',
    name => {
      expect(toldOfCell('python3, IPython 9.18.1', name)).toBeNull();
    }
  );

  it('is that several lines run a program', () => {
    const source = '!python a.py\n!python b.py';
    const incident = failureOf([printed(PROGRAM)], [], source);
    expect(incident && toldOfLine(incident, 1)).toContain(
      'more than one line of this cell runs a program'
    );
  });

  const bare = cellIncident({ ename: 'RuntimeError', evalue: 'boom' });

  it('is nothing, where the user’s own line in another cell is', () => {
    const own = {
      cellId: 'b',
      executionCount: 1,
      line: 2,
      code: 'x / 0',
      func: 'f',
      source: ''
    };
    expect(toldOfLine(bare, 1)).not.toBeNull();
    expect(toldOfLine(bare, 1, { own })).toBeNull();
  });

  it('is nothing of what was not read, nor of a kernel', () => {
    expect(toldOfLine(bare, 1, { isUnread: true })).toBeNull();
    expect(toldOfLine({ ...bare, kind: 'kernel' }, 1)).toBeNull();
  });
});

describe('the cells that did not come to their end', () => {
  const trans = nullTranslator.load('');
  it.each([
    [1, false, '1 cell waited behind it:'],
    [2, false, '2 cells waited behind it:'],
    [1, true, '1 cell was running or waited:'],
    [2, true, '2 cells were running or waited:']
  ])('%i, the running one among them: %s', (count, isOneOfThem, words) => {
    expect(waitingWords(count, isOneOfThem, trans)).toBe(words);
  });
});
