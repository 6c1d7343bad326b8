import { parseBox, type IDeath } from '../death';
import { exitCauseOf } from '../exit-cause';
import { faultLibrary, parseFault, shownThread } from '../faulthandler';
import { memoryProof } from '../memory';
import { formatBytes } from '../../../shared/format-bytes';

const GIB = 1024 ** 3;

/** A box as boxes.py reports it; the kernel's group has 16 GiB. */
function box(changes: Record<string, unknown> = {}): unknown {
  return {
    pid: 7,
    time: 1000,
    fault: '',
    faultTime: null,
    cell: { id: 'a', file: '/tmp/ipykernel_7/1.py', running: true },
    exited: false,
    samples: [
      [1001, GIB, 0, 0, 2 * GIB, 3, 0, 9 * GIB, 0.1],
      [1002, 14 * GIB, 2, GIB, 15.8 * GIB, 3, 0, 9 * GIB, 0.2]
    ],
    limits: { memory: 16 * GIB, machine: 64 * GIB, platform: 'linux' },
    before: { kills: 1, systemKills: 10, peak: null },
    after: { kills: 4, systemKills: 11, peak: null },
    systemLog: null,
    readTime: 1002.4,
    ...changes
  };
}

function death(
  changes: Record<string, unknown> = {},
  exit: IDeath['exit'] = null
): IDeath {
  return {
    exit,
    box: parseBox(box(changes)),
    running: true,
    queued: 0,
    failedStarts: 0,
    earlier: ''
  };
}

const KILLED = { code: -9, signal: 'SIGKILL' };

describe('memoryProof', () => {
  it('has the figures of the last look and how old it is at most', () => {
    expect(memoryProof(death({}, KILLED))).toMatchObject({
      by: 'group',
      text: 'oom_kill 3 → 4',
      used: 15.8 * GIB,
      limit: 16 * GIB,
      age: expect.closeTo(0.4)
    });
  });

  it('wants growth since the last look: a worker killed before is none', () => {
    const after = { kills: 3, systemKills: 11, peak: null };
    expect(memoryProof(death({ after }, KILLED))).toBeNull();
  });

  it.each(['SIGSEGV', 'SIGTERM', 'SIGABRT'])('is none for %s', signal => {
    expect(memoryProof(death({}, { code: -1, signal }))).toBeNull();
  });

  it('believes the log of the system more than a counter', () => {
    const systemLog = 'Memory cgroup out of memory: Killed process 7 (python)';
    expect(memoryProof(death({ systemLog }, KILLED))?.by).toBe('log');
    // It may be read, and it names another process.
    expect(memoryProof(death({ systemLog: '' }, KILLED))).toBeNull();
  });

  it('takes the machine’s counter only outside a container, when full', () => {
    const nothing = { kills: null, systemKills: 10, peak: null };
    const full = [[1002, GIB, 0, 0, null, null, 0, GIB, 0.1]];
    const roomy = [[1002, GIB, 0, 0, null, null, 0, 30 * GIB, 0.1]];
    const limits = { memory: null, machine: 64 * GIB, platform: 'linux' };
    const of = (samples: unknown, container: boolean) =>
      memoryProof(
        death(
          {
            samples,
            limits: { ...limits, container },
            before: nothing,
            after: { ...nothing, systemKills: 11 }
          },
          KILLED
        )
      )?.by;
    expect(of(full, false)).toBe('machine');
    expect(of(full, true)).toBeUndefined();
    expect(of(roomy, false)).toBeUndefined();
  });
});

describe('exitCauseOf', () => {
  it.each([
    [{ code: -11, signal: 'SIGSEGV' }, 'SIGSEGV', 'exit-status'],
    [{ code: -7, signal: null }, 'SIGBUS', 'exit-status'],
    [{ code: 137, signal: null }, 'SIGKILL', 'shell'],
    [{ code: 0xc0000005, signal: null }, 'SIGSEGV', 'exit-status'],
    [{ code: -1073741819, signal: null }, 'SIGSEGV', 'exit-status'],
    [{ code: 0xc0000374, signal: null }, 'SIGABRT', 'exit-status'],
    [{ code: 0xc00000fd, signal: null }, 'SIGSEGV', 'exit-status'],
    [{ code: 0xc0000094, signal: null }, 'SIGFPE', 'exit-status'],
    [{ code: 3, signal: null }, null, 'exit-status']
  ])('%j', (exit, signal, by) => {
    expect(exitCauseOf(death({}, exit))).toMatchObject({ signal, by });
  });

  it('numbers the bus error as macOS does', () => {
    const limits = { platform: 'darwin' };
    const ending = exitCauseOf(death({ limits }, { code: -10, signal: null }));
    expect(ending.signal).toBe('SIGBUS');
  });

  it('goes by the black box where there is no exit status', () => {
    const fault = 'Fatal Python error: Bus error\n\n';
    expect(exitCauseOf(death({ fault })).signal).toBe('SIGBUS');
    expect(exitCauseOf(death({ exited: true })).by).toBe('exit-mark');
    expect(exitCauseOf(death()).by).toBe('empty');
    // The user's own handlers kept a fatal error from the box.
    expect(exitCauseOf(death({ handlesFaults: false })).by).toBe('none');
    expect(exitCauseOf({ ...death(), box: null }).by).toBe('none');
  });
});

describe('parseFault', () => {
  const FAULT = [
    'Fatal Python error: Segmentation fault',
    '',
    'Thread 0x01 (most recent call first):',
    '  File "/env/lib/python3.12/site-packages/torch/autograd/graph.py", line 825 in _engine_run_backward',
    '  File "/tmp/ipykernel_7/1.py", line 4 in <module>',
    '  File "/env/lib/python3.12/site-packages/IPython/core/interactiveshell.py", line 3577 in run_code',
    '',
    'Current thread 0x02 (most recent call first):',
    '  <no Python frame>',
    '',
    'Fatal Python error: Aborted'
  ].join('\n');

  it('shows the thread of the cell where the crashed one has no Python', () => {
    const fault = parseFault(FAULT);
    expect(fault?.error).toBe('Segmentation fault');
    const frames = (fault && shownThread(fault)?.frames) ?? [];
    expect(frames.map(frame => frame.line)).toEqual([3577, 4, 825]);
  });

  it('names the native library that Python 3.14 prints', () => {
    const fault = parseFault(
      [
        'Fatal Python error: Segmentation fault',
        'Current thread 0x02 (most recent call first):',
        '  File "/env/lib/python3.14/site-packages/torch/nn/functional.py", line 9 in f',
        "Current thread's C stack trace (most recent call first):",
        '  Binary file "/usr/bin/python3.14", at _Py_DumpStack+0x45 [0x1]',
        '  Binary file "/lib/x86_64-linux-gnu/libc.so.6", at +0x3c050 [0x2]',
        '  Binary file "/env/lib/python3.14/site-packages/torch/lib/libtorch_cpu.so", at +0x9 [0x3]'
      ].join('\n')
    );
    expect(fault && faultLibrary(fault)).toBe('libtorch_cpu.so');
  });

  it('is null without a fatal error', () => {
    expect(parseFault('Timeout (0:00:10)!\n')).toBeNull();
  });
});

describe('parseBox', () => {
  it.each([null, 1, 'x', [], {}, { pid: 'a' }])('refuses %j', value => {
    expect(parseBox(value)).toBeNull();
  });

  it('takes nothing on trust', () => {
    const odd = box({
      fault: 5,
      cell: { id: 3, file: [], running: 'yes' },
      samples: [null, 'x', [], [NaN], [5]],
      limits: null,
      before: [],
      after: 'x'
    });
    expect(parseBox(odd)).toMatchObject({
      fault: '',
      cell: { id: null, file: null, running: false },
      samples: [{ time: 5, resident: null, children: 0 }]
    });
  });
});

test.each([
  [0, '0 B'],
  [1536, '1.5 KiB'],
  [320 * 1024 ** 2, '320 MiB'],
  [15.8 * GIB, '15.8 GiB']
])('formatBytes(%d) is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
