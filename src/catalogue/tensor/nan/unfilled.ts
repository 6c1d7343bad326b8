import type { IReading } from '../../../incident/types';
import { sourcesAbove } from '../../shared/visible-code';

/** A tensor of whatever lay in memory, and the name that it is given. */
const EMPTY =
  /^[ \t]*(?<name>[\w.]{1,60}) ?= ?(?:torch\.)?(?:empty(?:_like)?|new_empty)\((?![^\n]{0,120}\)\.\w{1,40}_\()/;

/**
 * The line of visible code that makes a tensor with torch.empty() which no later
 * line of its cell fills: its values are those that lay in memory, also nan and
 * infinite ones (torch.empty: "uninitialized data"). Undefined without one.
 */
export function unfilledIn(reading: IReading): string | undefined {
  for (const source of sourcesAbove(reading)) {
    const lines = source.split('\n');
    for (const [at, line] of lines.entries()) {
      const name = EMPTY.exec(line)?.groups?.name;
      if (name !== undefined && !isFilled(name, lines.slice(at))) {
        return line.trim();
      }
    }
  }
  return undefined;
}

/** Whether a line writes into a tensor, in place or by index, or hands it on as `out`. */
function isFilled(name: string, lines: readonly string[]): boolean {
  return lines.some(line => {
    const at = line.indexOf(name);
    const after = at < 0 ? '' : line.slice(at + name.length);
    return (
      /^(?:\.\w{1,40}_\(|\[[^\]\n]{0,80}\](?:\[[^\]\n]{0,80}\])? ?[-+*/]?=(?!=)|\.data\b)/.test(
        after
      ) ||
      (at >= 0 &&
        /\b(?:init\.\w{1,40}_\(|out ?= ?|dist\.(?:recv|all_gather|broadcast)\()/.test(
          line
        ))
    );
  });
}
