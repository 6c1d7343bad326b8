import type { Danger } from './dangers';
import { dangersOfCall, dangersOfReference } from './calls';
import { dangersOfMagic } from './magics';
import { Names } from './names';
import { dangersOfShell } from './programs';
import { readCells, readPython, type ICall, type ICodeReading } from './python';

/** What a cell's text would do again. */
export interface IRisk {
  readonly dangers: readonly Danger[];
  /**
   * No later cell takes a name from it: without it they find all their
   * variables, so that it can be left out.
   */
  readonly isDispensable: boolean;
}

/** What a function of the user's own does when it is called. */
interface IFunction {
  readonly dangers: Set<Danger>;
  readonly calls: Set<string>;
}

/** Texts that texts run: deeper ones are not looked into. */
const MAX_DEPTH = 3;

/** The part of a dotted name that a definition would have. */
const lastOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Judges the cells of one kernel in the order in which they ran. */
class Judge {
  constructor(private readonly _depth = 0) {}

  of(reading: ICodeReading): Set<Danger> {
    const found = new Set<Danger>(reading.isTooLong ? ['long'] : []);
    const add = (dangers: Iterable<Danger>) => {
      for (const danger of dangers) {
        found.add(danger);
      }
    };
    reading.shell.forEach(text => add(dangersOfShell(text, this._ofPython)));
    reading.magics.forEach(text => add(dangersOfMagic(text, this._ofPython)));
    for (const step of reading.steps) {
      if (step.kind === 'binding') {
        if (step.by === 'definition' && step.scope === '') {
          this._functions.delete(step.name);
        }
        this._names.learn(step);
      } else if (step.inside === null) {
        add(this._ofCall(step));
        this._calledBy(step).forEach(name => add(this._ofFunction(name)));
      } else {
        this._note(step.inside, step);
      }
    }
    return found;
  }

  /** A call in a function counts where that function is called. */
  private _note(inside: string, call: ICall): void {
    const known = this._functions.get(inside) ?? {
      dangers: new Set(),
      calls: new Set()
    };
    this._functions.set(inside, known);
    this._ofCall(call).forEach(danger => known.dangers.add(danger));
    this._calledBy(call).forEach(name => known.calls.add(name));
  }

  private _ofCall(call: ICall): readonly Danger[] {
    const names = this._names.resolve(call.name, call.scope);
    const handed = call.arguments.flatMap(({ name }) =>
      name === null ? [] : this._names.resolve(name, call.scope)
    );
    return [
      ...names.flatMap(name => dangersOfCall(name, call, this._ofPython)),
      ...handed.flatMap(dangersOfReference)
    ];
  }

  /** The user's own functions that a call may run. */
  private _calledBy(call: ICall): string[] {
    const handed = call.arguments.map(({ name }) => name ?? '');
    return [call.name, ...handed]
      .map(lastOf)
      .filter(name => name !== '' && name !== '()');
  }

  private _ofFunction(name: string): Set<Danger> {
    const found = new Set<Danger>();
    const seen = new Set([name]);
    for (const each of seen) {
      const known = this._functions.get(each);
      known?.dangers.forEach(danger => found.add(danger));
      known?.calls.forEach(called => seen.add(called));
    }
    return found;
  }

  private readonly _ofPython = (source: string): readonly Danger[] =>
    this._depth < MAX_DEPTH
      ? [...new Judge(this._depth + 1).of(readPython(source))]
      : ['shell'];

  private readonly _names = new Names();
  private readonly _functions = new Map<string, IFunction>();
}

/** The names that a cell takes from earlier ones, and perhaps more. */
function takenBy({ names, shell, magics }: ICodeReading): Iterable<string> {
  const words = [...shell, ...magics].flatMap(
    text => text.match(/[a-z_]\w*/gi) ?? []
  );
  return [...names, ...words];
}

/**
 * The risks of repeating each of `sources`, which run in this order. A call in
 * a function counts where that function is called.
 */
export function risksOf(sources: readonly string[]): IRisk[] {
  const readings = readCells(sources);
  const judge = new Judge();
  const dangers = readings.map(reading => [...judge.of(reading)]);
  const taken = new Set<string>();
  const isDispensable = readings.map(() => false);
  for (let at = readings.length - 1; at >= 0; at--) {
    const { gives, givesMore } = readings[at];
    const isLast = at === readings.length - 1;
    isDispensable[at] =
      isLast || (!givesMore && ![...gives].some(name => taken.has(name)));
    for (const name of takenBy(readings[at])) {
      taken.add(name);
    }
  }
  return dangers.map((each, at) => ({
    dangers: each,
    isDispensable: isDispensable[at]
  }));
}
