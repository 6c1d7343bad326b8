import stripAnsi from 'strip-ansi';

import type { IExecutes } from '../../companion/execute';
import { bound } from '../../incident/text/truncate';
import { asText, cellIncident } from '../../incident/incident';
import type { ReadProgram } from '../../notebook/watcher';
import type { IRunnerListener, IStepResult } from './runner';

/**
 * Lines that the kernel's stderr thread still holds arrive after the reply:
 * a step is over when so long nothing more has come, in ms.
 */
const SETTLE_MS = 80;

/** From here on the middle of a step's stream is cut out, in UTF-16 units. */
const MAX_STREAM = 400_000;

/** What a step printed and raised, gathered from its messages. */
class Gathered {
  stdout = '';
  stderr = '';
  error: any = null;
  last = Date.now();

  /** Take a message of the step; returns what there is to show of it. */
  take(message: any): string {
    this.last = Date.now();
    const content = message?.content ?? {};
    switch (message?.header?.msg_type) {
      case 'stream': {
        const name = content.name === 'stderr' ? 'stderr' : 'stdout';
        const text = asText(content.text);
        const all = this[name] + text;
        this[name] = all.length > MAX_STREAM ? `${bound(all)}\n` : all;
        return text;
      }
      case 'error':
        this.error ??= content;
        return `${asText(content.ename)}: ${asText(content.evalue)}\n`;
      case 'execute_result':
      case 'display_data':
        return `${asText(content.data?.['text/plain'])}\n`;
      default:
        return '';
    }
  }
}

async function settled(gathered: Gathered): Promise<void> {
  for (;;) {
    const rest = gathered.last + SETTLE_MS - Date.now();
    if (rest <= 0) {
      return;
    }
    await new Promise(resolve => setTimeout(resolve, rest));
  }
}

/**
 * Run code as a user would and gather what comes of it, outside any notebook.
 *
 * @param readProgram - reads what a program that the code runs printed
 * @returns how it ended; rejects when the process ended under it
 */
export async function execute(
  kernel: IExecutes,
  source: string,
  listener: IRunnerListener,
  readProgram: ReadProgram
): Promise<IStepResult> {
  const gathered = new Gathered();
  const execution = kernel.requestExecute(
    { code: source, allow_stdin: true, stop_on_error: true },
    false
  );
  execution.onIOPub = (message: any) => {
    const text = gathered.take(message);
    if (text) {
      listener.printed(stripAnsi(text));
    }
  };
  execution.onStdin = (message: any) => {
    if (message?.header?.msg_type === 'input_request') {
      listener.waiting({
        prompt: asText(message.content?.prompt),
        isPassword: message.content?.password === true,
        answer: value => {
          listener.waiting(null);
          execution.sendInputReply({ status: 'ok', value }, message.header);
        }
      });
    }
  };
  try {
    gathered.last = Date.now();
    const { content } = await execution.done;
    await settled(gathered);
    const { stdout, stderr, error } = gathered;
    const raised = error ?? (content.status === 'error' ? content : null);
    const seen = cellIncident({
      ...pick(raised ?? {}),
      stdout,
      stderr,
      source
    });
    return {
      incident: raised ? seen : await readProgram(seen),
      executionCount:
        typeof content.execution_count === 'number'
          ? content.execution_count
          : null
    };
  } finally {
    execution.dispose();
  }
}

function pick({ ename, evalue, traceback }: any) {
  return { ename, evalue, traceback };
}
