import { AskError } from '../../../companion/ask-error';
import type { IRescue } from '../../../incident/rescue';
import type { IIncident } from '../../../incident/types';
import type { Phase } from '../types';
import { Rerun } from '../rerun';
import { Stopped, type Trouble } from '../runner';
import { FAILURE, FakeHost, Gate, preparedFor } from './fakes';

const ENDS: readonly Phase[] = ['done', 'stopped', 'cancelled'];

/** A re-run in a fake notebook, and every phase it was in. */
function made(host = new FakeHost()) {
  const rerun = new Rerun(host);
  const phases: Phase[] = [rerun.phase];
  rerun.changed.connect(() => {
    if (phases[phases.length - 1] !== rerun.phase) {
      phases.push(rerun.phase);
    }
  });
  return { host, rerun, phases };
}

async function planned(host?: FakeHost) {
  const all = made(host);
  await all.rerun.prepare();
  return all;
}

/** Started, with the new process still on its way. */
async function restarting() {
  const all = await planned();
  const ended = all.rerun.start();
  while (!all.host.last) {
    await Promise.resolve();
  }
  await all.host.last.process.asked;
  return { ...all, ended, runner: all.host.last };
}

/** The first step is under way. */
async function running() {
  const all = await restarting();
  all.runner.begin();
  await all.runner.steps[0].asked;
  return all;
}

/** Phases that wait for something, each as far as a re-run gets to it. */
const WAITING: Record<string, () => Promise<ReturnType<typeof made>>> = {
  planning: async () => {
    const host = new FakeHost();
    host.preparing = new Gate<void>().passed;
    const all = made(host);
    void all.rerun.prepare();
    return all;
  },
  planned,
  checking: async () => {
    const all = await planned();
    all.host.checking = new Gate<void>().passed;
    void all.rerun.start();
    return all;
  },
  restarting,
  running
};

/** `a` was rescued of the process that failed, as it was then. */
const RESCUE: IRescue = {
  name: 'rescue-1',
  pid: preparedFor('first').pid ?? 0,
  executed: 3,
  took: 0.1,
  variables: [
    {
      name: 'a',
      type: 'int',
      size: 10,
      lost: [],
      notes: [],
      reason: null,
      group: 0,
      isWhole: true,
      contents: ['plain']
    }
  ]
};

async function rescued(rescue: IRescue, gone: string[] = []) {
  const host = new FakeHost();
  const rerun = new Rerun(host, () => rescue);
  await rerun.prepare();
  const ended = rerun.start();
  while (!host.last) {
    await Promise.resolve();
  }
  host.last.gone.push(...gone);
  host.last.begin();
  host.last.steps.forEach(gate =>
    gate.open({ incident: null, executionCount: 1 })
  );
  await ended;
  return { rerun, runner: host.last };
}

describe('a re-run after a rescue', () => {
  it('gives back what its cells need, and leaves out what makes it', async () => {
    const { rerun, runner } = await rescued(RESCUE);
    expect(runner.ran).toEqual(['b = 2', 'assert a > b']);
    expect(runner.returned).toEqual([[0, ['a']]]);
    expect(rerun.phase).toBe('done');
  });

  it('runs no cell that builds on what did not come back', async () => {
    const { rerun, runner } = await rescued(RESCUE, ['a']);
    expect(runner.ran).toEqual([]);
    expect(rerun.trouble).toBe('not-returned');
  });

  it('takes nothing back of another process, or of a later moment', async () => {
    for (const rescue of [
      { ...RESCUE, pid: 7 },
      { ...RESCUE, executed: 4 },
      { ...RESCUE, variables: [{ ...RESCUE.variables[0], isWhole: false }] },
      { ...RESCUE, variables: [{ ...RESCUE.variables[0], contents: null }] }
    ]) {
      const { runner } = await rescued(rescue);
      expect(runner.ran).toHaveLength(3);
      expect(runner.returned).toEqual([]);
    }
  });

  it.each([
    // Echoes of the failure, and cells that only look, change nothing.
    ['print(a)', true],
    ['b = a + 1', true],
    ['a = 2', false],
    ['%run other.py', false]
  ])('asks what ran before the rescue: %s', async (source, isKept) => {
    const host = new FakeHost();
    const prepared = await host.prepare();
    const later = {
      run: 1,
      executionCount: 4,
      source,
      cellId: null,
      ms: 1,
      hasFailed: false
    };
    host.prepare = async () => ({ ...prepared, later: [later] });
    const rescue = { ...RESCUE, executed: 4 };
    const rerun = new Rerun(host, () => rescue);
    await rerun.prepare();
    expect(rerun.rescued).toHaveLength(isKept ? 1 : 0);
    expect(rerun.isRescueLate).toBe(!isKept);
  });

  it('runs every cell where the rescue is not wanted', async () => {
    const rerun = new Rerun(new FakeHost(), () => RESCUE);
    await rerun.prepare();
    expect(rerun.chosen).toHaveLength(2);
    rerun.chooseRescue(false);
    expect(rerun.chosen).toHaveLength(3);
  });
});

describe('a re-run', () => {
  it('has the operands of each step checked, unless that is left out', async () => {
    const { runner, ended } = await running();
    runner.finish();
    await ended;
    expect(runner.checked).toEqual([0, 1, 2]);
    expect(runner.finite).toEqual([false, false, false]);

    const finite = await planned();
    finite.rerun.chooseNotFinite(true);
    const found = finite.rerun.start();
    while (!finite.host.last) {
      await Promise.resolve();
    }
    finite.rerun.chooseNotFinite(false); // too late
    finite.host.last.begin();
    finite.host.last.finish();
    await found;
    expect(finite.host.last.finite).toEqual([true, true, true]);

    const without = await planned();
    without.rerun.chooseChecks(false);
    const end = without.rerun.start();
    while (!without.host.last) {
      await Promise.resolve();
    }
    without.host.last.begin();
    without.host.last.finish();
    await end;
    expect(without.host.last.checked).toEqual([]);
    expect([without.rerun.phase, without.rerun.isUnchecked]).toEqual([
      'done',
      false
    ]);
  });

  it('goes on where the process cannot check operands', async () => {
    const { rerun, runner, ended } = await restarting();
    runner.checking = () => Promise.reject(new AskError('no answer'));
    runner.begin();
    runner.finish();
    await ended;
    expect([rerun.phase, rerun.isUnchecked]).toEqual(['done', true]);
    expect(runner.ran).toEqual(['a = 1', 'b = 2', 'assert a > b']);
  });

  it('stops where the process goes while operands are to be checked', async () => {
    const { rerun, runner, ended } = await restarting();
    runner.checking = () => Promise.reject(new Stopped('died'));
    runner.begin();
    await ended;
    expect([rerun.phase, rerun.trouble]).toEqual(['stopped', 'died']);
    expect(runner.ran).toEqual([]);
  });

  it('plans, waits for the word, restarts, runs and is done', async () => {
    const { rerun, runner, ended, phases } = await running();
    runner.finish();
    await ended;
    expect(phases).toEqual([
      'planning',
      'planned',
      'planning',
      'restarting',
      'running',
      'done'
    ]);
    expect(runner.ran).toEqual(['a = 1', 'b = 2', 'assert a > b']);
    expect(runner.variables).toEqual({ CUDA_LAUNCH_BLOCKING: '1' });
    expect(runner.calls).toEqual(['start', 'end']);
    expect(rerun.outcome).toMatchObject({
      incident: FAILURE,
      executionCount: 3,
      chosen: { source: 'assert a > b' }
    });
    expect([...rerun.numbers.keys()]).toEqual([1, 2, 3]);
    expect([rerun.trouble, rerun.hasRestarted]).toEqual([null, true]);
  });

  it('starts nothing before the word', async () => {
    const { host } = await planned();
    expect(host.runners).toEqual([]);
  });

  it('stops at the first cell that fails', async () => {
    const { rerun, runner, ended } = await running();
    runner.steps[0].open({ incident: FAILURE, executionCount: 1 });
    await ended;
    expect(runner.ran).toEqual(['a = 1']);
    expect(rerun.phase).toBe('done');
    expect(rerun.outcome?.chosen.source).toBe('a = 1');
  });

  it('goes on past a cell whose program failed, as the notebook did', async () => {
    const { runner, ended } = await running();
    const program = { ename: 'E', evalue: '' } as IIncident['program'];
    const incident = { ...FAILURE, program };
    runner.steps[0].open({ incident, executionCount: 1 });
    runner.finish();
    await ended;
    expect(runner.ran).toHaveLength(3);
  });

  it('runs what was chosen, and the failed cell in any case', async () => {
    const { rerun, host } = await planned();
    rerun.choose('step-0', { isIncluded: false });
    rerun.choose('step-2', { isIncluded: false });
    // No text but the one that ran is known of this cell.
    rerun.choose('step-1', { text: 'now' });
    const ended = rerun.start('beside');
    rerun.choose('step-1', { isIncluded: false });
    while (!host.last) {
      await Promise.resolve();
    }
    host.last.begin();
    host.last.finish();
    await ended;
    expect(host.last.ran).toEqual(['b = 2', 'assert a > b']);
    expect([rerun.way, rerun.hasRestarted]).toEqual(['beside', false]);
  });

  it.each<[Trouble, unknown]>([
    ['cell-gone', new Stopped('cell-gone')],
    ['no-answer', new Error('canceled')]
  ])('tells %s where no plan can be made', async (trouble, error) => {
    const host = new FakeHost();
    host.preparing = Promise.reject(error);
    const { rerun } = await planned(host);
    expect([rerun.phase, rerun.trouble]).toEqual(['stopped', trouble]);
    await rerun.start();
    expect(host.runners).toEqual([]);
  });
});

describe('a new process', () => {
  it.each<[Trouble, object]>([
    ['same-process', { pid: preparedFor('').pid }],
    ['not-first', { executed: 1 }],
    ['too-late', { started: true }],
    ['not-set', { environment: { CUDA_LAUNCH_BLOCKING: null } }]
  ])('is refused: %s', async (trouble, process) => {
    const { rerun, runner, ended } = await restarting();
    runner.begin(process);
    await ended;
    expect([rerun.phase, rerun.trouble]).toEqual(['stopped', trouble]);
    expect(runner.ran).toEqual([]);
    expect(runner.calls).toEqual(['start', 'end']);
  });

  it('dies before it answers', async () => {
    const { rerun, runner, ended } = await restarting();
    runner.lose('died');
    await ended;
    expect([rerun.phase, rerun.trouble]).toEqual(['stopped', 'died']);
    expect(runner.calls).toEqual(['start', 'end']);
  });

  it.each<Trouble>(['died', 'restarted', 'interrupted'])(
    'ends a step: %s',
    async trouble => {
      const { rerun, runner, ended } = await running();
      runner.listener.waiting({ prompt: '', isPassword: false, answer: null });
      runner.lose(trouble);
      await ended;
      expect([rerun.phase, rerun.trouble]).toEqual(['stopped', trouble]);
      expect([rerun.step, rerun.question]).toEqual([0, null]);
      expect(rerun.outcome).toBeNull();
      expect(runner.calls).toEqual(['start', 'end']);
    }
  );
});

describe('a kernel that is another by the time of the press', () => {
  it('is planned for again, and nothing is run', async () => {
    const { host, rerun, phases } = await planned();
    rerun.choose('step-0', { isIncluded: false });
    host.kernelId = 'second';
    await rerun.start('notebook');
    expect(host.runners).toEqual([]);
    expect(phases).toEqual(['planning', 'planned', 'planning', 'planned']);
    expect([host.plans, rerun.isReplanned]).toEqual([2, true]);
    expect(rerun.prepared?.attached.kernelId).toBe('second');
    // The choices were made for the plan that is gone.
    expect(rerun.chosen).toHaveLength(3);
    expect(rerun.hasRestarted).toBe(false);
  });

  it('takes another press', async () => {
    const { host, rerun } = await planned();
    host.kernelId = 'second';
    await rerun.start();
    const ended = rerun.start();
    while (!host.last) {
      await Promise.resolve();
    }
    host.last.begin();
    host.last.finish();
    await ended;
    expect(rerun.phase).toBe('done');
  });

  it('is not asked twice, nor left alone, when it is busy', async () => {
    const { host, rerun } = await planned();
    host.checking = Promise.reject(new Stopped('busy'));
    await rerun.start();
    expect([rerun.phase, rerun.trouble]).toEqual(['stopped', 'busy']);
    expect(host.runners).toEqual([]);
  });
});

describe('a second press', () => {
  it.each(['checking', 'restarting', 'running'])(
    'starts nothing while it is %s',
    async phase => {
      const { host, rerun } = await WAITING[phase]();
      const before = host.runners.length;
      await rerun.start();
      expect(host.runners).toHaveLength(before);
      await rerun.cancel();
    }
  );

  it('starts nothing once it is done', async () => {
    const { host, rerun, runner, ended } = await running();
    runner.finish();
    await ended;
    await rerun.start();
    expect([host.runners.length, rerun.phase]).toEqual([1, 'done']);
  });
});

describe('cancel', () => {
  it.each(Object.keys(WAITING))('while it is %s', async name => {
    const { host, rerun, phases } = await WAITING[name]();
    const runs = host.last?.ran.length ?? 0;
    await rerun.cancel();
    expect(rerun.phase).toBe('cancelled');
    // Whatever still comes changes nothing.
    host.last?.begin();
    host.last?.finish();
    await rerun.start();
    expect(phases[phases.length - 1]).toBe('cancelled');
    expect([rerun.trouble, rerun.question]).toEqual([null, null]);
    expect(host.last?.ran.length ?? 0).toBe(runs);
    expect(host.runners.length).toBe(
      ['restarting', 'running'].includes(name) ? 1 : 0
    );
  });

  it.each(['restarting', 'running'])(
    'stops and ends what it started: %s',
    async name => {
      const { host, rerun } = await WAITING[name]();
      await rerun.cancel();
      while (host.last.calls.length < 3) {
        await Promise.resolve();
      }
      expect(host.last.calls).toEqual(['start', 'stop', 'end']);
      // The kernel was restarted by then, and the user is to know.
      expect(rerun.hasRestarted).toBe(true);
    }
  );

  it('while the kernel is looked at leaves it as it is', async () => {
    const all = await planned();
    const gate = new Gate<void>();
    all.host.checking = gate.passed;
    const ended = all.rerun.start();
    await all.rerun.cancel();
    gate.open();
    await ended;
    expect(all.host.runners).toEqual([]);
    expect(all.rerun.hasRestarted).toBe(false);
  });

  it('twice stops once', async () => {
    const { rerun, runner } = await running();
    await Promise.all([rerun.cancel(), rerun.cancel()]);
    expect(runner.calls.filter(call => call === 'stop')).toHaveLength(1);
  });

  it('after the end changes nothing', async () => {
    const { rerun, runner, ended } = await running();
    runner.finish();
    await ended;
    await rerun.cancel();
    rerun.close();
    expect([rerun.phase, rerun.trouble]).toEqual(['done', null]);
    expect(runner.calls).toEqual(['start', 'end']);
  });

  it('takes a question back', async () => {
    const { rerun, runner } = await running();
    const question = { prompt: '?', isPassword: false, answer: null };
    runner.listener.waiting(question);
    expect(rerun.question).toBe(question);
    await rerun.cancel();
    runner.listener.waiting(question);
    expect(rerun.question).toBeNull();
  });
});

it.each(Object.keys(WAITING))(
  'a notebook that is closed while it is %s ends it',
  async name => {
    const { rerun } = await WAITING[name]();
    rerun.close();
    expect(ENDS).toContain(rerun.phase);
    expect(rerun.trouble).toBe('closed');
  }
);

it('keeps the end of what is printed', async () => {
  const { rerun, runner } = await running();
  runner.listener.printed('a'.repeat(30_000));
  runner.listener.printed('the end');
  expect(rerun.output).toHaveLength(20_000);
  expect(rerun.output.endsWith('the end')).toBe(true);
  await rerun.cancel();
});
