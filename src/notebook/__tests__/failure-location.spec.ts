import { parseBox } from '../../incident/death/death';
import { cellIncident, kernelIncident } from '../../incident/incident';
import { failureOf } from '../../incident/program-incident';
import { PROGRAM, printed } from '../../incident/__tests__/program';
import { examine } from '../../diagnoser/examine';
import {
  placeOf as placeIn,
  reportedLine,
  type IPlace
} from '../failure-location';
import type { ICellIncident } from '../types';

/** The place of a failure that is read here. */
function placeOf(one: ICellIncident): IPlace {
  return placeIn(one, examine(one.incident, []).frames);
}

function incident(
  traceback: string[],
  executionCount = 3,
  ename = 'RuntimeError'
): ICellIncident {
  return {
    key: 'a',
    cellId: 'a',
    executionCount,
    time: 0,
    kernelRun: 1,
    incident: cellIncident({
      ename,
      evalue: 'boom',
      traceback,
      source: 'one\ntwo\nthree'
    })
  };
}

const HEAD =
  'RuntimeError                              Traceback (most recent call last)';

describe('placeOf', () => {
  it('names the deepest line of the failed cell and of the user’s code', () => {
    const place = placeOf(
      incident([
        HEAD,
        'Cell In[3], line 2\n      1 one\n----> 2 two\n      3 three',
        'Cell In[1], line 5, in helper(x)\n      4 def helper(x):\n----> 5     return torch.zeros(x)',
        'File /usr/lib/python3/site-packages/torch/x.py:10, in zeros(x)\n      9 def zeros(x):\n---> 10     raise RuntimeError',
        'RuntimeError: boom'
      ])
    );
    expect(place.line).toBe(2);
    expect(place.code).toBe('two');
    expect(place.innermost).toMatchObject({ func: 'helper', line: 5 });
  });

  it('does not take another cell’s line for the failed cell’s', () => {
    const place = placeOf(
      incident([
        HEAD,
        'Cell In[1], line 5, in helper(x)\n----> 5     return 1',
        'RuntimeError: boom'
      ])
    );
    expect(place.line).toBeNull();
  });

  it('reads the texts that ipykernel puts into a traceback', () => {
    // Recorded: the frame's text ends in a line end, its neighbours do not.
    const place = placeOf(
      incident([
        '---------------------------------------------------------------------------',
        HEAD,
        "Cell In[3], line 1\n----> 1 raise RuntimeError('boom')\n",
        'RuntimeError: boom'
      ])
    );
    expect(place.line).toBe(1);
  });

  it('names the line that runs a program, which reported none of the cell', () => {
    const source = 'import sys\n!{sys.executable} train.py';
    const failed = failureOf([printed(PROGRAM)], [], source);
    const place = placeOf({ ...incident([]), incident: failed! });
    expect(place).toMatchObject({
      line: 2,
      isCommand: true,
      code: '!{sys.executable} train.py',
      innermost: { file: '/home/u/train.py', line: 5 }
    });
    expect(reportedLine(place)).toBeNull();
  });

  it('says nothing where the traceback is missing', () => {
    expect(placeOf(incident([]))).toEqual({
      line: null,
      seenBefore: null,
      isCommand: false,
      code: '',
      innermost: null
    });
  });
});

describe('placeOf a kernel’s death', () => {
  const CELL = '/tmp/ipykernel_7/11.py';
  const OTHER = '/tmp/ipykernel_7/22.py';
  const LIBRARY = '/usr/lib/python3/site-packages/torch/x.py';

  function place(
    frames: readonly (readonly [string, number, string?])[],
    more: Record<string, unknown> = {},
    source = 'one\ntwo\nthree'
  ) {
    const lines = frames.map(
      ([file, line, func = 'f']) => `  File "${file}", line ${line} in ${func}`
    );
    const box = parseBox({
      pid: 7,
      cell: { id: 'a', file: CELL, running: true },
      fault: [
        'Fatal Python error: Segmentation fault',
        '',
        'Current thread 0x1 (most recent call first):',
        ...lines
      ].join('\n'),
      ...more
    });
    const death = {
      exit: null,
      box,
      running: true,
      queued: 0,
      failedStarts: 0,
      earlier: ''
    };
    return placeOf({
      ...incident([]),
      incident: kernelIncident(death, { source })
    });
  }

  const LOOKED = { seenLine: 2, samples: [[100, 1]], readTime: 104 };

  it('is where the cell was seen last when nothing was written', () => {
    expect(place([], { ...LOOKED, fault: '' })).toMatchObject({
      line: 2,
      code: 'two',
      seenBefore: 4
    });
    expect(place([[LIBRARY, 10]], LOOKED)).toMatchObject({ line: 2 });
  });

  it('is nowhere when the last look was long before', () => {
    expect(place([], { ...LOOKED, fault: '', readTime: 121 }).line).toBeNull();
  });

  it('is what was reported, whatever was seen before', () => {
    expect(place([[CELL, 3]], LOOKED)).toMatchObject({
      line: 3,
      seenBefore: null
    });
  });

  it('is the innermost line of the cell that was running', () => {
    expect(
      place([
        [LIBRARY, 10],
        [OTHER, 5],
        [CELL, 3],
        [CELL, 2]
      ])
    ).toMatchObject({ line: 3, code: 'three', innermost: { line: 5 } });
  });

  // As faulthandler wrote them when a real kernel crashed in such cells.
  const MAGICS = '/usr/lib/python3/site-packages/IPython/core/magics/x.py';
  const CRASH = [LIBRARY, 519, 'string_at'] as const;

  it('counts the empty lines at the start of the cell', () => {
    const source = '\n\na = 1\ncrash()';
    expect(place([CRASH, [CELL, 2]], {}, source)).toMatchObject({
      line: 4,
      code: 'crash()'
    });
    expect(place([], { ...LOOKED, fault: '' }, source)).toMatchObject({
      line: 4,
      seenBefore: 4
    });
  });

  it('is the line of the code that a magic runs', () => {
    const frames = [
      CRASH,
      ['<timed exec>', 2, '<module>'],
      [MAGICS, 1431, 'time'],
      [CELL, 1, '<module>']
    ] as const;
    expect(place(frames, {}, '\n%%time\na = 1\ncrash()')).toMatchObject({
      line: 4,
      code: 'crash()'
    });
  });

  it('is the line of the cell that %%capture runs', () => {
    const frames = [
      CRASH,
      [OTHER, 2, '<module>'],
      [MAGICS, 1593, 'capture'],
      [CELL, 1, '<module>']
    ] as const;
    const source = '%%capture\na = 1\ncrash()';
    expect(place(frames, {}, source)).toMatchObject({
      line: 3,
      code: 'crash()'
    });
  });

  it('is unknown in a magic of which no code was seen', () => {
    const looked = { ...LOOKED, seenLine: 1, fault: '' };
    expect(place([], looked, '%%time\na = 1\nb = 2').line).toBeNull();
  });

  it('is unknown without a frame of a cell', () => {
    expect(place([[LIBRARY, 10]])).toEqual({
      line: null,
      seenBefore: null,
      isCommand: false,
      code: '',
      innermost: null
    });
  });
});
