/** A line of a cell that runs a program, whose output the cell then shows. */
const COMMAND =
  /^\s*(?:%time )?!\s*[^\s[(]|^(?:\w+ ?= ?)?(?:os\.system|subprocess\.(?:run|call)|get_ipython\(\)\.system)\(/;

/** Programs that only show what others printed, or install; and test runners. */
const SHOWS =
  /^\s*(?:%time )?!\s*(?:sudo |time )?(?:cat|tail|head|less|more|e?grep|awk|sed|git|ls|echo|diff|find|tee|apt|apt-get|pip3?|conda|mamba|uv|pytest|tox)\b|-m (?:pip|pytest|unittest|venv)\b/;

/** Lines that install with pip; IPython has a magic for it. */
const INSTALLS =
  /^\s*(?:%time )?[!%]\s*(?:sudo |time )?(?:uv )?(?:pip3?|python3? -m pip)\s+install\b/;

/** What pip says last of torch, or of a library of its name, if it finds none. */
export const NOT_FOUND = 'No matching distribution found for torch';

/** Cell magics whose cells still run their `!` lines. */
const TIMED = /^%%time\b/;

/** Cell magics that give the whole cell to a shell. */
const SHELL = /^%%(?:bash|sh|script|cmd|!)/;

/**
 * The lines of a cell, from 1, that run programs: `!python train.py`,
 * `!torchrun …`, `subprocess.run(…)`. What only installs, or shows a file, is
 * left out: its output is not its own failure.
 */
export function shellLines(source: string): readonly number[] {
  const lines = source.split('\n');
  const magic = lines.find(line => line.trim() !== '') ?? '';
  if (SHELL.test(magic)) {
    return [lines.indexOf(magic) + 1];
  }
  if (magic.startsWith('%%') && !TIMED.test(magic)) {
    return [];
  }
  return lines.flatMap((line, at) =>
    COMMAND.test(line) && !SHOWS.test(line) ? [at + 1] : []
  );
}

/** The lines of a cell, from 1, that install with pip. */
export function installLines(source: string): readonly number[] {
  return source
    .split('\n')
    .flatMap((line, at) => (INSTALLS.test(line) ? [at + 1] : []));
}
