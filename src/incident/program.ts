import { cleanLines } from './clean';
import { parseRaisedByRank } from './ranks';
import type { IProgram } from './types';

/** A line of a cell that runs a program, whose output the cell then shows. */
const COMMAND =
  /^\s*!|^%%(?:bash|sh|script|cmd|!)|\b(?:os\.system|subprocess\.(?:run|call|Popen)|get_ipython\(\)\.system)\(/;

/**
 * At most so many lines stand behind an exception that ended its program: the
 * report of a launcher, the farewell of a logger, a progress bar. A program
 * that prints more has gone on.
 */
const MAX_AFTER = 40;

/** The user stopped it: no failure. */
const INTERRUPTED = 'KeyboardInterrupt';

/** The lines of a cell, from 1, that run programs. */
function commandLines(source: string): number[] {
  return source
    .split('\n')
    .flatMap((line, at) => (COMMAND.test(line) ? [at + 1] : []));
}

/** Whether a cell runs programs, such as `!python train.py`. */
export function runsProgram(source: string): boolean {
  return commandLines(source).length > 0;
}

/** The exception that ends a text, if one with a traceback does. */
function lastRaised(text: string): Omit<IProgram, 'line'> | null {
  if (!text.includes('Traceback')) {
    return null;
  }
  const lines = cleanLines(text);
  const raised = parseRaisedByRank(lines);
  if (!raised.some(one => one.frames.length > 0)) {
    return null;
  }
  for (let at = lines.length - 1, after = 0; at >= 0; at--) {
    const line = lines[at].text;
    const last = raised.find(({ name, module }) => {
      const head = module ? `${module}.${name}` : name;
      return line === head || line.startsWith(`${head}:`);
    });
    if (last) {
      return { ename: last.name, evalue: last.message };
    }
    after += /^\S/.test(line) ? 1 : 0;
    if (after > MAX_AFTER) {
      return null;
    }
  }
  return null;
}

/**
 * The program that a cell ran and that failed: what it printed ends in an
 * exception. The cell itself has not failed then (IPython keeps the exit
 * status and goes on).
 *
 * @param source - of the cell
 * @param streams - what the cell printed, each stream
 * @returns null where the cell runs none, or none is seen to have failed
 */
export function failedProgram(
  source: string,
  ...streams: readonly string[]
): IProgram | null {
  const lines = commandLines(source);
  if (lines.length === 0) {
    return null;
  }
  for (const stream of streams) {
    const raised = lastRaised(stream);
    if (raised) {
      return raised.ename === INTERRUPTED
        ? null
        : { ...raised, line: lines.length === 1 ? lines[0] : null };
    }
  }
  return null;
}
