import type { IIncident } from './types';

/** So many lines tell what a notebook works with, and imports stand early. */
const MAX_LINES = 200;
const MAX_CELLS = 500;

/** A longer line is no import that somebody wrote by hand. */
const IMPORT = /^[ \t]{0,40}((?:import|from)[ \t][\w.][^\n]{0,200})$/gm;

/**
 * The lines of a notebook that import something, each once. They say which
 * libraries a failed cell works with, where the cell and its traceback name none
 * and no kernel is there to be asked.
 *
 * @param sources - of the notebook's code cells, in their order
 */
export function importLines(sources: readonly string[]): string {
  const lines = new Set<string>();
  for (const source of sources.slice(0, MAX_CELLS)) {
    for (const [, line] of source.matchAll(IMPORT)) {
      lines.add(line);
    }
    if (lines.size >= MAX_LINES) {
      break;
    }
  }
  return [...lines].slice(0, MAX_LINES).join('\n');
}

/** The incident with what its notebook imports, where that is anything. */
export function withImports(incident: IIncident, imports: string): IIncident {
  return imports === '' ? incident : { ...incident, imports };
}
