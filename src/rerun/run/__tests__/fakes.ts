import type { IChecked } from '../../../companion/operands';
import type { IProcess } from '../../../companion/process';
import { cellIncident } from '../../../incident/incident';
import type { IIncident } from '../../../incident/types';
import type { IFailureTraits } from '../../../diagnosis/failure-traits';
import type { INotebookHost, IPrepared } from '../types';
import { planOf, type IChosen, type Purpose } from '../../plan/plan';
import {
  Stopped,
  type IRunner,
  type IRunnerListener,
  type IStepResult,
  type Trouble,
  type Way
} from '../runner';
import { variablesOf } from '../../plan/variables';

/** The process that failed, and the ones after it. */
const PID = 100;

export const FAILURE: IIncident = cellIncident({
  ename: 'AcceleratorError',
  evalue: 'CUDA error: device-side assert triggered',
  source: 'assert a > b'
});

/** A new process in which `variables` are in force. */
export function processWith(
  variables: Readonly<Record<string, string>>
): IProcess {
  return { pid: PID + 1, executed: 0, started: false, environment: variables };
}

/** A plan of three cells; the last of them failed. */
export function preparedFor(kernelId: string): IPrepared {
  const cells = ['a = 1', 'b = 2', 'assert a > b'].map((source, at) => ({
    id: `cell-${at}`,
    executionCount: at + 1,
    source,
    ms: null
  }));
  const failed = {
    cellId: 'cell-2',
    executionCount: 3,
    source: 'assert a > b',
    kernelRun: 1
  };
  const inputs = cells.slice(0, 2).map(({ id: cellId, ...cell }) => ({
    ...cell,
    cellId,
    hasFailed: false
  }));
  const record = {
    basis: 'process' as const,
    inputs,
    failedSource: 'assert a > b'
  };
  return {
    plan: planOf(record, cells, failed),
    facts: null,
    isGone: false,
    attached: { kernelId, sharedWith: [] },
    pid: PID,
    executed: 3,
    later: [],
    variables: variablesOf({})
  };
}

/** A promise that a test settles, once it has been asked for. */
export class Gate<T> {
  readonly passed: Promise<T>;
  readonly asked: Promise<void>;

  constructor() {
    this.passed = new Promise((resolve, reject) => {
      this.open = resolve;
      this.fail = reject;
    });
    this.asked = new Promise(resolve => (this._ask = resolve));
  }

  open: (value: T) => void = () => undefined;
  fail: (reason: unknown) => void = () => undefined;

  wait(): Promise<T> {
    this._ask();
    return this.passed;
  }

  private _ask: () => void = () => undefined;
}

/** Runs steps as a test says: each phase waits for its gate. */
export class FakeRunner implements IRunner {
  constructor(
    readonly way: Way,
    readonly listener: IRunnerListener
  ) {
    for (const gate of [this.process, ...this.steps]) {
      // A gate that fails unasked is no error of the test.
      gate.passed.catch(() => undefined);
    }
  }

  readonly process = new Gate<IProcess>();
  readonly steps = [0, 1, 2].map(() => new Gate<IStepResult>());
  readonly ran: string[] = [];
  readonly calls: string[] = [];

  start(variables: Readonly<Record<string, string>>): Promise<IProcess> {
    this.calls.push('start');
    this.variables = variables;
    return this.process.wait();
  }

  /** What was given back, and after how many cells. */
  readonly returned: [number, readonly string[]][] = [];
  /** Names that do not come back. */
  readonly gone: string[] = [];

  async giveBack(_: string, names: readonly string[]): Promise<string[]> {
    this.returned.push([this.ran.length, names]);
    return names.filter(name => !this.gone.includes(name));
  }

  /** How a question to check operands ends. */
  checking: () => Promise<void> = async () => undefined;
  readonly checked: number[] = [];

  /** Whether the first NaN or Inf was to be found, of each. */
  readonly finite: (boolean | undefined)[] = [];

  check({ finite }: IChecked): Promise<void> {
    this.checked.push(this.ran.length);
    this.finite.push(finite);
    return this.checking();
  }

  run({ source }: IChosen): Promise<IStepResult> {
    this.ran.push(source);
    return this.steps[this.ran.length - 1].wait();
  }

  /** As the runners do: what is under way ends. */
  async stop(): Promise<void> {
    this.calls.push('stop');
    this.lose('interrupted');
  }

  async end(): Promise<void> {
    this.calls.push('end');
  }

  /** The process goes under what is under way. */
  lose(trouble: Trouble): void {
    for (const gate of [this.process, ...this.steps]) {
      gate.fail(new Stopped(trouble));
    }
  }

  /** Let the new process come. */
  begin(process: Partial<IProcess> = {}): void {
    this.process.open({ ...processWith(this.variables), ...process });
  }

  /** Let the steps pass and the last of them fail. */
  finish(incident: IIncident | null = FAILURE): void {
    this.steps.forEach((gate, at) =>
      gate.open({
        incident: at === this.steps.length - 1 ? incident : null,
        executionCount: at + 1
      })
    );
  }

  variables: Readonly<Record<string, string>> = {};
}

/** A notebook without JupyterLab: what it answers, a test says. */
export class FakeHost implements INotebookHost {
  purpose: Purpose = 'trace';
  readonly nature: IFailureTraits = {
    isLate: true,
    isSticky: true,
    isExhausted: false
  };
  isInLayers = false;
  readonly runners: FakeRunner[] = [];
  readonly hasSpared = false;
  canRestore = false;
  plans = 0;
  /** The id of the notebook's kernel. */
  kernelId = 'first';
  /** What `prepare` and `isCurrent` wait for. */
  preparing: Promise<void> = Promise.resolve();
  checking: Promise<void> = Promise.resolve();

  get last(): FakeRunner {
    return this.runners[this.runners.length - 1];
  }

  async prepare(): Promise<IPrepared> {
    this.plans += 1;
    await this.preparing;
    return preparedFor(this.kernelId);
  }

  async isCurrent({ attached }: IPrepared): Promise<boolean> {
    await this.checking;
    return attached.kernelId === this.kernelId;
  }

  runner(way: Way, listener: IRunnerListener): FakeRunner {
    const runner = new FakeRunner(way, listener);
    this.runners.push(runner);
    return runner;
  }

  restore(): void {
    this.canRestore = false;
  }
}
