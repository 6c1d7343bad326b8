import type { IReading } from '../incident/types';
import { memoize } from '../shared/memoize';
import type { IFix } from './types';

/** What a shell's prompt, and programs that end without a traceback, show. */
const COMMAND =
  /\.py: error: |can't open file ["']|[$#%>] ?python[\d.]{0,4} \S/;

/** Whether a text shows a program of a terminal, and no cell of a notebook. */
export const isInTerminal = memoize(
  ({ incident, exceptions, mentions }: IReading): boolean =>
    incident.kind === 'text' &&
    (exceptions.some(({ frames }) => frames.length > 0) ||
      COMMAND.test(incident.stderr)) &&
    exceptions.every(({ frames }) =>
      frames.every(({ place }) => place !== 'cell')
    ) &&
    !['ipykernel', 'ipython-input', 'Cell In'].some(word => mentions(word))
);

/** A line that only IPython reads, as a shell takes it. */
function shellLine(line: string): string {
  return line
    .replace(/^%(?=pip )/, '$ %')
    .replaceAll('%pip ', 'python -m pip ')
    .replace(/^%(?=cd |conda )/, '$ ')
    .replace(/^!/, '$ ')
    .replace(/ {2}# (?:then )?restart the kernel$/, '');
}

/** Python's own names, which every program has. */
const BUILT_IN = /^(?:import|from|as|print|list|dir|str|repr|len|sorted|None)$/;

/** Whether a few lines use nothing but what they import. */
function isWhole(lines: readonly string[]): boolean {
  const imported = new Set(
    lines
      .filter(line => line.startsWith('import '))
      .flatMap(line => line.slice('import '.length).split(/, ?/))
      .map(module => module.split('.')[0])
  );
  const used = lines
    .filter(line => !line.startsWith('import '))
    .join('\n')
    .replace(/'[^'\n]{0,200}'/g, '')
    .matchAll(/(?<![\w.])[a-z_]\w*/gi);
  return [...used].every(([name]) => imported.has(name) || BUILT_IN.test(name));
}

/** A few plain lines of Python that only tell, as one command. */
function asCommand({ safety, code = '' }: IFix): string | undefined {
  const lines = code.split('\n');
  return safety === 'diagnostic' &&
    lines.length <= 3 &&
    lines.every(line => /^(?:import |print\()[^"]{1,200}$/.test(line)) &&
    isWhole(lines)
    ? `$ python -c "${lines.join('; ')}"`
    : undefined;
}

/** The fixes with commands for a terminal, where no cell can take them. */
export function terminalFixes(fixes: readonly IFix[]): readonly IFix[] {
  return fixes.map(fix =>
    fix.code === undefined
      ? fix
      : {
          ...fix,
          code:
            asCommand(fix) ?? fix.code.split('\n').map(shellLine).join('\n'),
          action: undefined
        }
  );
}
