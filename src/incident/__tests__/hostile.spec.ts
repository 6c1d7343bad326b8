/**
 * Texts that were made to be slow to read. Each took seconds, or grew with the
 * square of its size, before it came here.
 */
import { failureOf } from '../program-incident';

/** Processor time that one reading may take, in ms: far above the usual 30. */
const BUDGET = 1000;

function processorTime(call: () => void): number {
  const start = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function traceback(name: string, message: string): string {
  return `Traceback (most recent call last):\n  File "t.py", line 1, in <module>\n    f()\n${name}: ${message}\n`;
}

/** `count` texts, each made from its number. */
function many(count: number, make: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => make(at)).join('');
}

const PROGRAM_OUTPUTS: Record<string, string> = {
  // 35 s on the developers' machine: lines × exceptions, each folded anew.
  'long messages, then lines that end none of them':
    many(60, at => traceback(`E${at}Error`, 'a b '.repeat(220))) +
    'q\n'.repeat(30_000),
  'an exception of each of a thousand ranks':
    many(1000, at =>
      traceback(`E${at}Error`, 'a b').replace(/^/gm, `[rank${at}]: `)
    ) + 'q\n'.repeat(20_000),
  'handled errors without end': many(1400, at => traceback('E', `x${at}`))
};

it.each(Object.entries(PROGRAM_OUTPUTS))(
  'reads the output of a program in time: %s',
  (_, text) => {
    const outputs = [{ output_type: 'stream', name: 'stdout', text }];
    expect(
      processorTime(() => failureOf(outputs, [], '!python t.py'))
    ).toBeLessThan(BUDGET);
  }
);
