import { checkOperands, type IChecked } from '../../companion/operands';
import { readTensors } from '../../companion/tensors';
import { returnVariables } from '../../companion/rescue';
import type { IProcess } from '../../companion/process';
import { AskError } from '../../companion/ask-error';
import type { IExecutes } from '../../companion/execute';
import type { ReadProgram } from '../../notebook/watcher';
import { isAskedForTensors } from '../../diagnosis/python-words';
import { execute } from './execute';
import { firstAnswer } from './first-answer';
import type { IChosen } from '../plan/plan';
import {
  Stopped,
  type IRunner,
  type IRunnerListener,
  type IStepResult,
  type Way
} from './runner';

/** What a step failed with, and the tensors of the call while there is a kernel to ask. */
async function withTensors(
  kernel: IExecutes,
  result: IStepResult
): Promise<IStepResult> {
  const { incident, executionCount } = result;
  if (!incident || !isAskedForTensors(incident) || executionCount === null) {
    return result;
  }
  const { ename, evalue } = incident;
  try {
    const tensors = await readTensors(kernel, {
      ename,
      evalue,
      number: executionCount
    });
    return tensors ? { ...result, incident: { ...incident, tensors } } : result;
  } catch (error) {
    if (error instanceof AskError) {
      return result; // the line is told without them
    }
    throw error;
  }
}

/** A kernel of a re-run's own. */
export interface IOwnKernel extends IExecutes {
  /** Resolves when its process has ended unasked; never otherwise. */
  readonly died: Promise<void>;
  interrupt(): Promise<void>;
  /** Hear it again, where the page may be deaf to it. */
  connectAnew(): Promise<void>;
  /** End it for good. Does not throw. */
  shutdown(): Promise<void>;
}

/**
 * Runs steps in a kernel beside the notebook's and ends that kernel
 * afterwards, however the re-run went.
 */
export class SecondKernelRunner implements IRunner {
  readonly way: Way = 'beside';

  /**
   * @param _startKernel - starts a kernel of the notebook's spec, in its folder
   * @param _readProgram - reads what a program that a step runs printed
   */
  constructor(
    private readonly _startKernel: () => Promise<IOwnKernel>,
    private readonly _listener: IRunnerListener,
    private readonly _readProgram: ReadProgram
  ) {}

  async start(variables: Readonly<Record<string, string>>): Promise<IProcess> {
    const kernel = await this._startKernel();
    this._kernel = kernel;
    if (this._hasEnded) {
      await kernel.shutdown();
      throw new Stopped('closed');
    }
    return this._unlessDead(
      kernel,
      firstAnswer(
        () => kernel,
        () => kernel.connectAnew(),
        variables
      )
    );
  }

  async check(beside: IChecked): Promise<void> {
    const kernel = this._started();
    return this._unlessDead(kernel, checkOperands(kernel, beside));
  }

  async giveBack(rescue: string, names: readonly string[]): Promise<string[]> {
    const kernel = this._started();
    return this._unlessDead(kernel, returnVariables(kernel, rescue, names));
  }

  async run({ source }: IChosen): Promise<IStepResult> {
    const kernel = this._started();
    const result = await this._unlessDead(
      kernel,
      execute(kernel, source, this._listener, this._readProgram)
    );
    return this._unlessDead(kernel, withTensors(kernel, result));
  }

  async stop(): Promise<void> {
    await this.end();
  }

  async end(): Promise<void> {
    this._hasEnded = true;
    const kernel = this._kernel;
    this._kernel = null;
    await kernel?.shutdown();
  }

  private _started(): IOwnKernel {
    if (!this._kernel) {
      throw new Stopped('no-kernel');
    }
    return this._kernel;
  }

  private async _unlessDead<T>(
    kernel: IOwnKernel,
    work: Promise<T>
  ): Promise<T> {
    const died = kernel.died.then(() => {
      throw new Stopped('died');
    });
    try {
      return await Promise.race([work, died]);
    } catch (error) {
      if (error instanceof Stopped || error instanceof AskError) {
        throw error;
      }
      // The connection rejects what is under way when the process ends.
      throw new Stopped('died');
    }
  }

  private _kernel: IOwnKernel | null = null;
  private _hasEnded = false;
}
