import type { NotebookPanel } from '@jupyterlab/notebook';
import { Signal } from '@lumino/signaling';

import { NOTHING_EXAMINED } from '../../../diagnoser/examined';
import type { ICellIncident } from '../../../notebook/types';
import type { NotebookWatcher } from '../../../notebook/watcher';
import { Reruns } from '../reruns';
import { FAILURE, FakeHost, Gate } from './fakes';

const FIRST: ICellIncident = {
  key: 'first',
  incident: FAILURE,
  cellId: 'cell-2',
  executionCount: 3,
  time: 1,
  kernelRun: 1
};

/** The signals of a notebook that has no kernel. */
class FakeSession {
  readonly session = null;
  readonly statusChanged = new Signal<this, string>(this);
  readonly connectionStatusChanged = new Signal<this, string>(this);
  readonly kernelChanged = new Signal<this, unknown>(this);
}

class FakePanel {
  readonly sessionContext = new FakeSession();
  readonly disposed = new Signal<this, void>(this);
}

function watcherOf(panel: FakePanel): NotebookWatcher {
  const processes = { replaced: new Signal({}) };
  return {
    panel: panel as unknown as NotebookPanel,
    processes
  } as unknown as NotebookWatcher;
}

/** The re-runs of a page with one notebook. */
function made() {
  const panel = new FakePanel();
  const watcher = watcherOf(panel);
  const hosts: FakeHost[] = [];
  const diagnosing: Gate<void>[] = [];
  const page = { panel, watcher, hosts, diagnosing, isSlow: false };
  const reruns = new Reruns(
    async () => {
      if (page.isSlow) {
        const gate = new Gate<void>();
        diagnosing.push(gate);
        await gate.passed;
      }
      return { ...NOTHING_EXAMINED, isUnread: false };
    },
    {
      rescued: () => null,
      failed: async () => {
        const host = new FakeHost();
        hosts.push(host);
        return host;
      },
      lost: async (_, { purpose }) => {
        const host = new FakeHost();
        host.purpose = purpose;
        hosts.push(host);
        return host;
      }
    }
  );
  const view = () => reruns.of(watcher);
  return { ...page, page, reruns, view };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise(resolve => setTimeout(resolve));
  }
}

/** A re-run whose first step is under way. */
async function running() {
  const all = made();
  await all.reruns.plan(all.watcher, FIRST);
  const [host] = all.hosts;
  const ended = all.view()?.rerun.start();
  await until(() => host.last !== undefined);
  host.last.begin();
  await host.last.steps[0].asked;
  return { ...all, host, ended };
}

it('knows nothing of a notebook until it is asked', () => {
  const { reruns, view } = made();
  expect([view(), reruns.of(null)]).toEqual([null, null]);
});

it('compares both failures once it is done', async () => {
  const { host, ended, reruns, view } = await running();
  expect(view()?.isBlocking).toBe(true);
  expect(view()?.comparison).toBeNull();
  let changes = 0;
  reruns.changed.connect(() => (changes += 1));
  host.last.finish();
  await ended;
  await until(() => view()?.comparison !== null);
  expect(view()?.comparison).toMatchObject({ verdict: 'same' });
  expect(changes).toBeGreaterThan(0);
});

it('says that it passed where nothing fails this time', async () => {
  const { host, ended, view } = await running();
  host.last.finish(null);
  await ended;
  await until(() => view()?.comparison !== null);
  expect(view()?.comparison).toMatchObject({ verdict: 'passed', second: null });
});

it('makes no comparison of one that stopped', async () => {
  const { host, ended, view } = await running();
  host.last.lose('died');
  await ended;
  expect(view()).toMatchObject({
    comparison: null,
    rerun: { trouble: 'died' }
  });
});

it('brings back what was lost in the process that is there', async () => {
  const { hosts, reruns, watcher, view } = made();
  await reruns.bringBack(watcher, FIRST, {
    purpose: 'lost',
    targets: ['cell-2'],
    earlier: [],
    missing: null
  });
  const ended = view()?.rerun.start('notebook');
  await until(() => hosts[0].last !== undefined);
  hosts[0].last.begin({ executed: 2 });
  await hosts[0].last.steps[0].asked;
  expect(view()).toMatchObject({
    isBlocking: false,
    rerun: { way: 'here', hasRestarted: false, advice: [] }
  });
  hosts[0].last.finish();
  await ended;
  expect([hosts[0].last.checked, view()?.rerun.phase]).toEqual([[], 'done']);
  // Nothing is compared: no failure was to be repeated.
  expect(view()?.comparison).toBeNull();
});

it('shows the one that is under way to a second press', async () => {
  const { hosts, reruns, watcher, view } = await running();
  const { rerun } = view() ?? {};
  let changes = 0;
  reruns.changed.connect(() => (changes += 1));
  await reruns.plan(watcher, FIRST);
  expect(view()?.rerun).toBe(rerun);
  expect([hosts.length, rerun?.phase, changes]).toEqual([1, 'running', 1]);
  await rerun?.cancel();
});

it('plans anew at a second press before the word', async () => {
  const { hosts, reruns, watcher, view } = made();
  await reruns.plan(watcher, FIRST);
  const { rerun } = view() ?? {};
  await reruns.plan(watcher, FIRST);
  expect(rerun?.phase).toBe('cancelled');
  expect(view()?.rerun).not.toBe(rerun);
  expect([hosts.length, view()?.rerun.phase]).toEqual([2, 'planned']);
});

it('forgets a press that another has overtaken', async () => {
  const { diagnosing, hosts, page, reruns, watcher, view } = made();
  page.isSlow = true;
  const first = reruns.plan(watcher, FIRST);
  const second = reruns.plan(watcher, FIRST);
  await until(() => diagnosing.length === 2);
  diagnosing[1].open();
  await second;
  const { rerun } = view() ?? {};
  void rerun?.start();
  await until(() => hosts[0].last !== undefined);
  // The earlier press would put its plan over the re-run that is under way.
  diagnosing[0].open();
  await first;
  expect(view()?.rerun).toBe(rerun);
  expect([hosts.length, rerun?.phase]).toEqual([1, 'restarting']);
  await rerun?.cancel();
});

it('does not forget one that is under way', async () => {
  const { reruns, watcher, view } = await running();
  const { rerun } = view() ?? {};
  reruns.dismiss(watcher);
  expect(view()?.rerun).toBe(rerun);
  await rerun?.cancel();
  reruns.dismiss(watcher);
  expect(view()).toBeNull();
});

it('ends a plan that it forgets', async () => {
  const { reruns, watcher, view } = made();
  await reruns.plan(watcher, FIRST);
  const { rerun } = view() ?? {};
  reruns.dismiss(watcher);
  expect([view(), rerun?.phase]).toEqual([null, 'cancelled']);
});

it('ends with its notebook', async () => {
  const { host, panel, view } = await running();
  panel.disposed.emit();
  expect(view()?.rerun).toMatchObject({
    phase: 'cancelled',
    trouble: 'closed'
  });
  expect(host.last.calls).toContain('stop');
});

it('puts back what its host replaced', async () => {
  const { hosts, reruns, watcher, view } = made();
  await reruns.plan(watcher, FIRST);
  hosts[0].canRestore = true;
  expect(view()?.canRestore).toBe(true);
  reruns.restore(watcher);
  expect(view()?.canRestore).toBe(false);
});
