import { catalogue } from '../../..';
import { diagnose } from '../../../../diagnosis/diagnose';
import { english } from '../../../../diagnosis/english';
import { parseBox, type IDeath } from '../../../../incident/death/death';
import { kernelIncident } from '../../../../incident/incident';

const GIB = 1024 ** 3;

function box(changes: Record<string, unknown> = {}): unknown {
  return {
    pid: 7,
    time: 1000,
    fault: '',
    cell: { id: 'a', file: '/tmp/ipykernel_7/1.py', running: true },
    exited: false,
    samples: [[1002, GIB, 0, 0, 15.8 * GIB, 3, 0, 9 * GIB, 0.2]],
    limits: { memory: 16 * GIB, platform: 'linux' },
    before: { kills: 3 },
    after: { kills: 3 },
    systemLog: null,
    readTime: 1002.4,
    ...changes
  };
}

interface ICase {
  box?: Record<string, unknown> | null;
  signal?: string;
  code?: number;
  source?: string;
  earlier?: string;
  stderr?: string;
  failedStarts?: number;
}

function findings(one: ICase) {
  const hasExit = one.signal !== undefined || one.code !== undefined;
  const death: IDeath = {
    exit: hasExit ? { code: one.code ?? -1, signal: one.signal ?? null } : null,
    box: one.box === null ? null : parseBox(box(one.box)),
    running: true,
    queued: 0,
    failedStarts: one.failedStarts ?? 0,
    earlier: one.earlier ?? ''
  };
  const { source = '', stderr = '' } = one;
  return diagnose(kernelIncident(death, { source, stderr }), catalogue);
}

const idsOf = (one: ICase) => findings(one).map(({ id }) => id);

/** Two workers of a loader that an earlier cell made. */
const WORKERS = {
  samples: [[1002, GIB, 2, GIB, 2 * GIB, 3, 0, 9 * GIB, 0.2]]
};
const LOADER = 'loader = DataLoader(data, num_workers=2)';

describe('the cause of a death', () => {
  it.each<[string, ICase, string[]]>([
    ['SIGKILL', { signal: 'SIGKILL' }, ['kernel/killed']],
    ['an empty box', {}, ['kernel/killed']],
    ['nothing at all', { box: null }, ['kernel/died-unknown']],
    ['a rare signal', { signal: 'SIGSYS' }, ['kernel/died-unknown']],
    ['SIGTERM', { signal: 'SIGTERM' }, ['kernel/killed']],
    ['exit code 3', { code: 3 }, ['kernel/exited']],
    ['exit()', { box: { exited: true } }, ['kernel/exited']],
    ['os._exit, no status', { source: 'os._exit(3)' }, ['kernel/exited']],
    [
      'memory, counted',
      { signal: 'SIGKILL', box: { after: { kills: 4 } } },
      ['kernel/oom-killed']
    ],
    [
      'memory and workers',
      {
        signal: 'SIGKILL',
        box: { ...WORKERS, after: { kills: 4 } },
        source: LOADER
      },
      ['kernel/oom-killed', 'kernel/died-dataloader']
    ],
    [
      'workers, killed',
      { signal: 'SIGKILL', box: WORKERS, earlier: LOADER },
      ['kernel/died-dataloader']
    ],
    [
      'children that no loader made',
      { signal: 'SIGKILL', box: WORKERS, source: 'run(pool)' },
      ['kernel/killed']
    ],
    [
      'a loader without workers',
      {
        signal: 'SIGKILL',
        box: WORKERS,
        source: 'x = Thing(num_workers=0)'
      },
      ['kernel/killed']
    ],
    [
      'deaths at start',
      { signal: 'SIGABRT', failedStarts: 3 },
      ['kernel/start-failed']
    ]
  ])('%s', (_, one, ids) => {
    expect(idsOf(one)).toEqual(ids);
  });

  it('words in the streams never stand for proof of memory', () => {
    const stderr = 'Memory cgroup out of memory: Killed process 4321 (python)';
    expect(idsOf({ signal: 'SIGKILL', stderr })).toEqual(['kernel/killed']);
    expect(idsOf({ signal: 'SIGSEGV', stderr })).toEqual(['kernel/segfault']);
  });

  it('but they may name the cause of an abort', () => {
    const stderr =
      'OMP: Error #15: Initializing libomp.dylib, but found libiomp5.dylib already initialized.';
    expect(idsOf({ signal: 'SIGABRT', stderr })[0]).toBe(
      'kernel/omp-duplicate'
    );
  });

  it('says the figures of a memory death', () => {
    const [finding] = findings({
      signal: 'SIGKILL',
      box: { after: { kills: 4 } }
    });
    const { cause } = finding.entry.page(english, finding.values);
    expect(cause).toContain('15.8 GiB of 16.0 GiB');
    expect(cause).toContain('0.4 s before');
    expect(cause).toContain('counted one more kill');
    expect(finding.confidence).toBe('certain');
  });

  it('tells a stack overflow from other bad addresses', () => {
    const deep = Array.from(
      { length: 99 },
      () => '  File "/tmp/ipykernel_7/1.py", line 5 in deeper'
    ).join('\n');
    const fault = `Fatal Python error: Segmentation fault\n\nCurrent thread 0x1 (most recent call first):\n${deep}\n`;
    const [finding] = findings({ box: { fault } });
    expect(finding.id).toBe('kernel/segfault');
    expect(finding.entry.page(english, finding.values).title).toMatch(/stack/);
  });

  it('says that a status may be a crash where another handler is in force', () => {
    const box = { handlesFaults: false };
    const [finding] = findings({ code: 1, box });
    expect(finding).toMatchObject({
      id: 'kernel/exited',
      confidence: 'likely'
    });
    const { cause } = finding.entry.page(english, finding.values);
    expect(cause).toContain('may have crashed');
    const sure = [
      { code: 1 },
      { code: 0, box },
      { code: 1, box, source: 'exit(1)' }
    ];
    for (const one of sure) {
      const [{ entry, values, confidence }] = findings(one);
      expect(confidence).toBe('certain');
      expect(entry.page(english, values).cause).not.toContain('crashed');
    }
  });

  it('every entry reads well with the values of facts', () => {
    for (const one of [
      {},
      { signal: 'SIGTERM' },
      { signal: 'SIGSYS' },
      { code: 1, box: { handlesFaults: false } },
      { signal: 'SIGKILL', box: { after: { kills: 4 }, samples: [] } },
      { signal: 'SIGKILL', box: WORKERS, source: LOADER }
    ]) {
      for (const { entry, values } of findings(one)) {
        const page = entry.page(english, values);
        expect(JSON.stringify(page)).not.toMatch(/undefined|NaN|null|%\d/);
        expect(page.title.length).toBeLessThanOrEqual(60);
      }
    }
  });
});
