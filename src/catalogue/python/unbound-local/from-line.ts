/** Why a variable of a function has no value, by the lines that are at hand. */
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { bareName, failedLine } from '../../predicates';
import { definitionOf, enclosing, namesGiven } from '../../shared/visible-code';
import type { Kind, Value } from './values';

type Told = ValuesOf<Value> & { readonly kind: Kind };

/** Names that programs set only where torch sees a GPU. */
const OF_GPU = /^(?:n_?|num_?)?(?:gpus?|gpu_\w{1,20}|cuda\w{0,10}|devices?)$/;

/** The function of the user's that has no value for the name. */
export function functionOf({ exceptions }: IReading): string | undefined {
  const frames = exceptions[0]?.frames ?? [];
  const last = frames[frames.length - 1];
  const name = last && bareName(last);
  return name && /^\w+$/.test(name) ? name : undefined;
}

/** A line that gives the name its value. */
function givesTo(name: string): RegExp {
  return new RegExp(
    String.raw`^\s*(?:(?:[\w., ]{0,60}, ?)?${name}(?:, ?[\w., ]{0,60})? ?(?::[^=]{1,30})?[-+*/]?=(?!=)|for [\w, ()]{0,40}\b${name}\b[\w, ()]{0,40} in |with .{1,100} as ${name}\b|import ${name}\b)`
  );
}

/** Whether the failed line, often the function’s last, gives the name back. */
function isReturned(name: string, failed: string): boolean {
  return new RegExp(
    String.raw`^return (?:[\w., ]{1,80}, ?)?${name}(?:, ?[\w., ]{1,80})?$`
  ).test(failed);
}

/** A longer line is not shown. */
const MAX_LINE = 90;

/** What the lines tell; null where they are not at hand, or give no reason. */
export function toldByLines(name: string, reading: IReading): Told | null {
  const func = functionOf(reading);
  const failed = failedLine(reading).trim();
  const definition = func === undefined ? func : definitionOf(func, reading);
  const gives = givesTo(name);
  if (!definition) {
    return OF_GPU.test(name)
      ? { kind: 'gpu', func }
      : isReturned(name, failed)
        ? { kind: 'returned', func }
        : null;
  }
  const { body } = definition;
  const lines = body
    .map((line, at) => ({ line, at }))
    .filter(({ line }) => gives.test(line));
  const stop = body.findIndex(line => line.trim() === failed);
  const before = lines.filter(({ at }) => stop < 0 || at < stop);
  if (before.length === 0) {
    return namesGiven(reading).has(name)
      ? { kind: 'global', func }
      : { kind: 'later', func };
  }
  const around = before.map(({ at }) =>
    enclosing(body, at, /^\s*(?:if|elif|else|for|while|try|except)\b/)
  );
  const block = body[around[around.length - 1]]?.trim();
  if (block === undefined) {
    const [own] = before;
    return /^\s*for /.test(own.line)
      ? { kind: 'loop', func, block: own.line.trim().slice(0, MAX_LINE) }
      : null;
  }
  const shown = block.length > MAX_LINE ? undefined : block.replace(/:$/, '');
  const kind = /^(?:if|elif|else)\b/.test(block)
    ? /cuda\.is_available|device_count/.test(block)
      ? 'gpu'
      : 'branch'
    : /^(?:try|except)\b/.test(block)
      ? 'handled'
      : 'loop';
  return { kind, func, block: shown };
}
