import answerSource from '../../src/companion/python/answer.py?raw';
import questionSource from '../../src/companion/python/question.py?raw';
import { AskError } from './ask-error';
import type { IExecutes, IExecution } from './execute';

/** The name under which the kernel returns our value. */
const NAME = 'torch_triage';

/**
 * The type of our value. The kernel's own plain text of it would be written by
 * formatters that the user may have replaced.
 */
const TYPE = 'application/x-torch-triage';

/** How often a question that the kernel skips is asked again. */
const TRIES = 10;

/** Longest time a question may take, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** The word that the kernel is idle comes with the reply, or is lost, in ms. */
const IDLE_MS = 1_000;

/** One expression that runs `source` and calls its `report(**args)`. */
function expressionOf(source: string, args: object): string {
  const texts = [answerSource, source, JSON.stringify(args)];
  const literals = texts.map(text => JSON.stringify(text)).join(', ');
  return `(\n${questionSource})(${literals})`;
}

/**
 * What `report` returned, from the hexadecimal digits of JSON.
 *
 * @throws AskError when it raised: that comes back as data, see `answer.py`
 */
export function decode(digits: string): unknown {
  const bytes =
    digits.match(/[0-9a-f]{2}/g)?.map(pair => parseInt(pair, 16)) ?? [];
  const answer = JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes)));
  if ('error' in answer) {
    throw new AskError(
      `The kernel could not answer: ${answer.error}, line ${answer.line}.`,
      true
    );
  }
  return answer.value;
}

/**
 * The reply to a request, once the kernel is idle again.
 *
 * That word is lost where the server has not subscribed to a process that it
 * has just started (jupyter_server 2.21: after 11 of 720 deaths, four to six
 * at a time), and `done` waits for it for ever: then the reply is enough.
 */
function replyOf(request: IExecution): Promise<{ readonly content: any }> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    request.onReply = reply => {
      timer = setTimeout(() => resolve(reply), IDLE_MS);
    };
    const settled = () => clearTimeout(timer);
    request.done.then(resolve, reject).then(settled, settled);
  });
}

/**
 * One answer to the expression, or why the question was skipped.
 *
 * xeus-python says `error` of what it skips. It also runs a question beside a
 * cell that has just failed, whose error it then takes for the question's
 * (0.19.0): one without code has none.
 */
async function answerTo(
  kernel: IExecutes,
  expression: string,
  late: Promise<never>
): Promise<string | AskError> {
  const request = kernel.requestExecute({
    // With no code IPython runs no cell and fires no cell event.
    code: '',
    silent: true,
    store_history: false,
    allow_stdin: false,
    stop_on_error: false,
    user_expressions: { [NAME]: expression }
  });
  try {
    const { content } = await Promise.race([replyOf(request), late]);
    // The specification says `aborted`, older kernels said `abort`.
    if (content.status.startsWith('abort')) {
      return new AskError('The kernel skipped the question.');
    }
    if (content.status === 'error') {
      const { ename = 'it was skipped' } = content;
      return new AskError(`The kernel could not answer: ${ename}.`, true);
    }
    const answer = (content as { user_expressions?: Record<string, any> })
      .user_expressions?.[NAME];
    const digits = answer?.data?.[TYPE];
    if (answer?.status !== 'ok' || typeof digits !== 'string') {
      throw new AskError(
        `The kernel could not answer: ${answer?.ename ?? content.status}.`,
        true
      );
    }
    return digits;
  } finally {
    request.dispose();
  }
}

/**
 * Run companion code in the user's kernel, as a guest: silent, no history, no
 * name left behind, no input asked, and an error stops nothing.
 *
 * A cell that fails makes the kernel skip what waits behind it, our question
 * too (ipykernel's `stop_on_error`): then it is asked again.
 *
 * @param kernel - the kernel; it should be idle, the request waits otherwise
 * @param source - Python that defines `report(**args)`, ASCII only
 * @param args - JSON data
 * @returns what `report` returned
 * @throws AskError when there is no answer in time or `report` raised
 */
export async function ask<T>(
  kernel: IExecutes,
  source: string,
  args: object = {},
  timeout: number = TIMEOUT_MS
): Promise<T> {
  const expression = expressionOf(source, args);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AskError('The kernel did not answer in time.')),
      timeout
    );
  });
  try {
    for (let tries = 1; ; tries++) {
      const answer = await answerTo(kernel, expression, late);
      if (typeof answer === 'string') {
        return decode(answer) as T;
      }
      if (tries === TRIES) {
        throw answer;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
