/** Runs in a Web Worker: answers one question after the other. */
import type { Answer, IQuestion } from './messages';
import { loadTasks, type ITasks } from './tasks';

function tell(answer: Answer): void {
  postMessage(answer);
}

function answerTo(tasks: ITasks, { task, argument }: IQuestion): Answer {
  try {
    // The page's types see to it that the argument is the task's own.
    const run = tasks[task] as (
      argument: unknown
    ) => ReturnType<(typeof tasks)[typeof task]>;
    return { kind: 'result', result: run(argument) };
  } catch (error) {
    return { kind: 'error', message: String(error) };
  }
}

async function start(): Promise<void> {
  const tasks = await loadTasks();
  onmessage = (event: MessageEvent<IQuestion>) =>
    tell(answerTo(tasks, event.data));
  tell({ kind: 'ready' });
}

start().catch(error => tell({ kind: 'error', message: String(error) }));
