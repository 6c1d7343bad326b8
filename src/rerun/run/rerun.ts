import { Throttler } from '@lumino/polling';
import { Signal, type ISignal } from '@lumino/signaling';

import { AskError } from '../../companion/ask-error';
import { adviceOf, factsWhenGone, wayOf, type Advice } from '../plan/advice';
import type { IOutcome, IPrepared, IRerunHost, Phase } from './types';
import type { IRescue } from '../../incident/rescue';
import type { IFailureTraits } from '../../diagnosis/failure-traits';
import {
  chosenOf,
  isInNewProcess,
  type IChoice,
  type IChosen,
  type IStep,
  type Purpose
} from '../plan/plan';
import {
  rescuedOf,
  unchangedBy,
  type IRescued,
  type IReturning
} from '../plan/rescued';
import {
  selectionOf,
  type ISelection,
  type IStepVerdict,
  type Scope
} from '../plan/selection';
import {
  Stopped,
  verify,
  type IQuestion,
  type IRunner,
  type IRunnerListener,
  type Trouble,
  type Way
} from './runner';

/** What steps print is shown so often, in ms. */
const SHOW_MS = 200;

/** At most so much of what the steps print is kept, from the end. */
const MAX_OUTPUT = 20_000;

class Cancelled extends Error {}

/**
 * One re-run of a failed cell in a new process: plan, ask, start, set, verify,
 * run; or of what lost cells need, in the process that is there. Nothing
 * happens before `start`. Knows no JupyterLab.
 */
export class Rerun implements IRunnerListener {
  /**
   * @param _rescueOf - the latest rescue in the notebook, or null
   */
  constructor(
    private readonly _host: IRerunHost,
    private readonly _rescueOf: () => IRescue | null = () => null
  ) {}

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get phase(): Phase {
    return this._phase;
  }

  get trouble(): Trouble | null {
    return this._trouble;
  }

  get purpose(): Purpose {
    return this._host.purpose;
  }

  /** Whether a failed cell runs again, rather than what was lost. */
  get isInNewProcess(): boolean {
    return isInNewProcess(this.purpose);
  }

  get nature(): IFailureTraits {
    return this._host.nature;
  }

  /** Null while it is being made, or when none could be. */
  get prepared(): IPrepared | null {
    return this._prepared;
  }

  /** The way the evidence speaks for; once started, the way taken. */
  get way(): Way {
    return this._way;
  }

  /** What was chosen for each step, by its key. */
  get choices(): ReadonlyMap<string, IChoice> {
    return this._selection.choices;
  }

  /** Why each step is needed or not, by its key. */
  get verdicts(): ReadonlyMap<string, IStepVerdict> {
    return this._selection.verdicts;
  }

  /** Which cells are proposed. */
  get scope(): Scope {
    return this._scope;
  }

  /** The steps that run, as chosen. */
  get chosen(): readonly IChosen[] {
    return this._prepared ? chosenOf(this._prepared.plan, this.choices) : [];
  }

  /** Whether variables can be rescued of the process that failed. */
  get canRescue(): boolean {
    return this.isInNewProcess && this._prepared?.isGone === false;
  }

  /** What was rescued of the process as the failure left it, and can come back. */
  get rescued(): readonly IRescued[] {
    return this._rescued;
  }

  /** Cells that ran before the rescue may have changed some of what was kept. */
  get isRescueLate(): boolean {
    return this._isRescueLate;
  }

  /** Whether they come back, so that their cells need not run. */
  get usesRescue(): boolean {
    return this._usesRescue;
  }

  /** What comes back on the way. */
  get returns(): readonly IReturning[] {
    return this._selection.returns;
  }

  /** Whether the operands of torch's calls are checked. */
  get checksOperands(): boolean {
    return this._checksOperands;
  }

  /** Whether the first NaN or Inf is looked for with them. */
  get findsNotFinite(): boolean {
    return this._findsNotFinite;
  }

  /** Whether the process could not check them in every step. */
  get isUnchecked(): boolean {
    return this._isUnchecked;
  }

  /** What the facts say against it. */
  get advice(): readonly Advice[] {
    if (this.purpose !== 'trace') {
      return [];
    }
    const { facts, isGone } = this._prepared ?? { facts: null, isGone: true };
    const sources = this.chosen.map(one => one.source);
    const known = isGone && facts ? factsWhenGone(facts) : facts;
    // What a layer got is more than a line.
    return adviceOf(this.nature, known, sources).filter(
      one => one !== 'not-late' || !this._host.isInLayers
    );
  }

  /** The step under way or the last that ran, from 0; -1 before the first. */
  get step(): number {
    return this._step;
  }

  /** The prompt numbers of this re-run and the steps they stand for. */
  get numbers(): ReadonlyMap<number, IStep> {
    return this._numbers;
  }

  /** When that step began, in ms since 1970. */
  get since(): number {
    return this._since;
  }

  /** The question that the step under way waits with. */
  get question(): IQuestion | null {
    return this._question;
  }

  /** The end of what was printed where the notebook does not show it. */
  get output(): string {
    return this._output;
  }

  /** Whether the kernel was another by the time of the press: a new plan. */
  get isReplanned(): boolean {
    return this._isReplanned;
  }

  get outcome(): IOutcome | null {
    return this._outcome;
  }

  /** Whether the notebook's kernel got a new process by this re-run. */
  get hasRestarted(): boolean {
    return this._hasRestarted;
  }

  /** Read the record and make the plan. */
  async prepare(): Promise<void> {
    await this._guard(() => this._plan());
  }

  /** Leave a step out, take it in, or run its other text. */
  choose(key: string, choice: Partial<IChoice>): void {
    const plan = this._prepared?.plan;
    const step = plan?.steps.find(one => one.key === key);
    if (!plan || !step || this._phase !== 'planned') {
      return;
    }
    const next = { ...this._asked.get(key), ...choice };
    this._asked.set(key, {
      ...next,
      text: step.now === null ? 'ran' : next.text
    });
    this._select();
    this._changed.emit();
  }

  /** Have operands checked in each step, or not. */
  chooseChecks(isWanted: boolean): void {
    if (this._phase === 'planned') {
      this._checksOperands = isWanted;
      this._changed.emit();
    }
  }

  /** Have the first NaN or Inf named with them, or not. */
  chooseNotFinite(isWanted: boolean): void {
    if (this._phase === 'planned') {
      this._findsNotFinite = isWanted;
      this._changed.emit();
    }
  }

  /** Have rescued variables come back, or run their cells. */
  chooseRescue(isWanted: boolean): void {
    this._usesRescue = isWanted;
    this.reconsider();
  }

  /** A rescue came or went: propose anew. */
  reconsider(): void {
    if (this._phase === 'planned') {
      this._select();
      this._changed.emit();
    }
  }

  /** Propose other cells; what was chosen for single steps is forgotten. */
  propose(scope: Scope): void {
    if (this._phase === 'planned') {
      this._scope = scope;
      this._asked.clear();
      this._select();
      this._changed.emit();
    }
  }

  /**
   * Carry the plan out, or plan again when the notebook's kernel is no longer
   * the one that it was made for. Resolves at its end, however it ends.
   */
  async start(wanted: Way = this._way): Promise<void> {
    const prepared = this._prepared;
    const way = this.isInNewProcess ? wanted : 'here';
    if (this._phase !== 'planned' || !prepared) {
      return;
    }
    this._to('planning');
    await this._guard(async () => {
      const isCurrent = await this._host.isCurrent(prepared, way);
      this._check();
      if (isCurrent) {
        await this._carryOut(prepared, way);
      } else {
        this._isReplanned = true;
        await this._plan();
      }
    });
    await this._runner?.end();
  }

  /** Stop as soon as possible; the step under way is interrupted. */
  async cancel(): Promise<void> {
    if (this._hasEnded) {
      return;
    }
    this._isCancelled = true;
    this._question = null;
    this._to('cancelled');
    await this._runner?.stop();
  }

  /** The place is gone: nothing can go on. */
  close(): void {
    if (!this._hasEnded) {
      this._trouble = 'closed';
      void this.cancel();
    }
  }

  printed(text: string): void {
    this._output = (this._output + text).slice(-MAX_OUTPUT);
    void this._printed.invoke();
  }

  waiting(question: IQuestion | null): void {
    this._question = this._phase === 'running' ? question : null;
    this._changed.emit();
  }

  private get _hasEnded(): boolean {
    return ['done', 'stopped', 'cancelled'].includes(this._phase);
  }

  private async _plan(): Promise<void> {
    const prepared = await this._host.prepare();
    this._check();
    this._prepared = prepared;
    const hasTargets = prepared.plan.targets > 0;
    this._scope = hasTargets && !this.nature.isExhausted ? 'needed' : 'all';
    this._asked.clear();
    this._select();
    this._way = this.isInNewProcess
      ? wayOf({ ...prepared, nature: this.nature })
      : 'here';
    this._to('planned');
  }

  private _select(): void {
    if (this._prepared) {
      const { plan } = this._prepared;
      this._lookAtRescue(this._prepared);
      const { isLate } = this.nature;
      this._selection = selectionOf(
        plan,
        this._scope,
        this._asked,
        isLate,
        this._usesRescue ? this.rescued : []
      );
    }
  }

  /** What of the rescue is as the failure left it. */
  private _lookAtRescue(prepared: IPrepared): void {
    const { plan, pid, later } = prepared;
    const rescue = this._rescueOf();
    const [last, of] = this._lookedAt;
    if (last === rescue && of === prepared) {
      return;
    }
    this._lookedAt = [rescue, prepared];
    const failed = plan.steps[plan.steps.length - 1]?.executionCount ?? null;
    this._rescued = [];
    this._isRescueLate = false;
    if (!rescue || !this.canRescue || rescue.pid !== pid || failed === null) {
      return;
    }
    const all = rescuedOf(rescue);
    const between = later.filter(one => one.executionCount <= rescue.executed);
    const numbers = new Set(between.map(one => one.executionCount));
    if (rescue.executed === failed) {
      this._rescued = all;
    } else if (numbers.size === rescue.executed - failed) {
      this._rescued = unchangedBy(
        all,
        plan.steps.map(({ ran }) => ({ source: ran, mayNotRun: false })),
        between.map(one => ({ source: one.source, mayNotRun: one.hasFailed }))
      );
    }
    this._isRescueLate = this._rescued.length < all.length;
  }

  private async _carryOut(prepared: IPrepared, way: Way): Promise<void> {
    this._rescue = this._rescueOf();
    const runner = this._host.runner(way, this);
    this._runner = runner;
    this._way = way;
    this._hasRestarted = way === 'notebook';
    this._to('restarting');
    const { accepted } = prepared.variables;
    const process = await runner.start(accepted);
    this._check();
    if (way !== 'here') {
      verify(process, accepted, prepared.pid);
    }
    this._to('running');
    await this._run(runner, prepared);
    this._to('done');
  }

  private async _run(runner: IRunner, { plan }: IPrepared): Promise<void> {
    const all = this.chosen;
    let returned = -1;
    for (let step = 0; step < all.length; step++) {
      this._check();
      this._step = step;
      this._since = Date.now();
      this._changed.emit();
      const place = plan.steps.indexOf(all[step].step);
      await this._giveBack(runner, returned, place);
      returned = place;
      this._check();
      await this._arm(runner);
      this._check();
      const result = await runner.run(all[step]);
      this._check();
      this._outcome = { chosen: all[step], ...result };
      if (result.executionCount !== null) {
        this._numbers.set(result.executionCount, all[step].step);
      }
      // A cell whose program failed has gone on, and so have the next ones.
      if (result.incident && !result.incident.program) {
        return;
      }
    }
  }

  /** Give back what belongs before a step and behind an earlier one. */
  private async _giveBack(
    runner: IRunner,
    after: number,
    place: number
  ): Promise<void> {
    const names = this.returns
      .filter(({ before }) => before > after && before <= place)
      .flatMap(one => one.names);
    const rescue = this._rescue;
    if (names.length === 0) {
      return;
    }
    const found = rescue ? await runner.giveBack(rescue.name, names) : [];
    if (!names.every(name => found.includes(name))) {
      throw new Stopped('not-returned');
    }
  }

  /** Without the checks a re-run still tells the line. */
  private async _arm(runner: IRunner): Promise<void> {
    if (!this._checksOperands || this.purpose !== 'trace') {
      return;
    }
    try {
      await runner.check({
        finite: this._findsNotFinite,
        layers: this._host.isInLayers
      });
    } catch (error) {
      if (!(error instanceof AskError)) {
        throw error;
      }
      this._isUnchecked = true;
    }
  }

  private _check(): void {
    if (this._isCancelled) {
      throw new Cancelled();
    }
  }

  private async _guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this._isCancelled) {
        this._trouble = error instanceof Stopped ? error.trouble : 'no-answer';
        this._question = null;
        this._to('stopped');
      }
    }
  }

  private _to(phase: Phase): void {
    if (this._phase === 'cancelled') {
      return;
    }
    this._phase = phase;
    this._changed.emit();
  }

  private readonly _changed = new Signal<this, void>(this);
  private readonly _printed = new Throttler(
    () => this._changed.emit(),
    SHOW_MS
  );
  private _phase: Phase = 'planning';
  private _trouble: Trouble | null = null;
  private _prepared: IPrepared | null = null;
  private _scope: Scope = 'needed';
  /** What the user chose, by the step's key. */
  private readonly _asked = new Map<string, Partial<IChoice>>();
  private _selection: ISelection = {
    choices: new Map(),
    verdicts: new Map(),
    returns: []
  };
  private _rescued: readonly IRescued[] = [];
  private _isRescueLate = false;
  /** What that was told of: it takes a while, and the choice of cells leaves it. */
  private _lookedAt: readonly [IRescue | null, IPrepared | null] = [null, null];
  private _usesRescue = true;
  /** That of the plan that is carried out. */
  private _rescue: IRescue | null = null;
  private _way: Way = 'beside';
  private _runner: IRunner | null = null;
  private _step = -1;
  private readonly _numbers = new Map<number, IStep>();
  private _since = 0;
  private _checksOperands = true;
  private _findsNotFinite = false;
  private _isUnchecked = false;
  private _question: IQuestion | null = null;
  private _output = '';
  private _outcome: IOutcome | null = null;
  private _hasRestarted = false;
  private _isReplanned = false;
  private _isCancelled = false;
}
