import { examine } from '../../diagnoser/examine';
import { placeOf } from '../failure-location';
import { cellIncident } from '../../incident/incident';
import { parseFrames } from '../../incident/live-frames';

const EXCEPTION = 'ZeroDivisionError: division by zero';

/** Recorded: `frames.py` of IPython 9.18, `%xmode Minimal`, a cell of `%%time`. */
const PACKAGES = '/usr/lib/python3.11/site-packages';
const EXECUTION = `${PACKAGES}/IPython/core/magics/execution.py`;
const OF_TIME = [
  {
    cell: 3,
    file: '/tmp/ipykernel_1/1.py',
    line: 1,
    function: '<module>',
    code: "get_ipython().run_cell_magic('time', '', 'a = 1\\n\\nf(a)\\n')"
  },
  {
    cell: null,
    file: EXECUTION,
    line: 1431,
    function: 'time',
    code: 'out = eval(code_2, glob, local_ns)'
  },
  {
    cell: null,
    file: '<timed exec>',
    line: 3,
    function: '<module>',
    code: ''
  },
  {
    cell: 2,
    file: '/tmp/ipykernel_1/2.py',
    line: 3,
    function: 'f',
    code: 'return x / y'
  }
];

describe('frames that the kernel tells', () => {
  it('name the line of the cell, through a magic', () => {
    const traceback = parseFrames(OF_TIME, EXCEPTION) ?? '';
    const incident = cellIncident({
      ename: 'ZeroDivisionError',
      evalue: 'division by zero',
      traceback,
      source: '%%time\na = 1\n\nf(a)'
    });
    const { frames } = examine(incident, []);
    const place = placeOf(
      {
        key: 'a',
        cellId: 'a',
        executionCount: 3,
        time: 0,
        kernelRun: 1,
        incident
      },
      frames
    );
    expect(place).toMatchObject({ line: 4, code: 'f(a)' });
    expect(place.innermost).toMatchObject({
      func: 'f',
      line: 3,
      code: 'return x / y'
    });
  });

  it.each([
    null,
    5,
    'frames',
    [],
    [null],
    [{ file: 5, line: 3 }],
    [{ file: 'x' }]
  ])('are none in %j', told => {
    expect(parseFrames(told, EXCEPTION)).toBeNull();
  });
});
