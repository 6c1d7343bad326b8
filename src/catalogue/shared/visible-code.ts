/**
 * Python that is at hand beside the failed line: the failed cell and the cells
 * around it. Read by its lines and brackets, as an entry has no parser.
 */
import type { ISavedCell } from '../../incident/saved';
import type { IReading } from '../../incident/types';
import { memoize } from '../../shared/memoize';
import { failedLine } from '../predicates';
import { closing, partsOf, withoutComments } from './call-text';
import { escaped, indentOf } from './ran-code';

/** A parameter of a function. */
export interface IParameter {
  readonly name: string;
  readonly star: string;
  readonly hasDefault: boolean;
}

/** A function that is defined in a text. */
export interface IDefinition {
  readonly name: string;
  /** The class that it is a method of. */
  readonly owner: string | undefined;
  readonly parameters: readonly IParameter[];
  /** What its `return` lines give. */
  readonly returns: readonly string[];
  /** Its lines, with their indents. */
  readonly body: readonly string[];
  /** It is none of an object: `@staticmethod` or `@classmethod`. */
  readonly isStatic: boolean;
  /** The place of its cell; undefined for the failed one. */
  readonly position: number | undefined;
}

/** A longer text between two brackets is not read. */
const MAX_INSIDE = 3000;

/**
 * The parts between an opening bracket and its closing one, as commas part
 * them, without comments; null where the bracket is not closed.
 *
 * @param at - the place of the bracket
 */
export function partsIn(text: string, at: number): readonly string[] | null {
  const inside = text.slice(at, at + MAX_INSIDE);
  const end = closing(inside, 0);
  const parts =
    end === null ? null : partsOf(withoutComments(inside.slice(1, end - 1)));
  return parts?.map(part => part.replace(/\s+/g, ' ')) ?? null;
}

/** The arguments of the one call of a name in a text; undefined without one. */
export function argumentsOf(
  text: string,
  callee: string
): readonly string[] | undefined {
  const call = new RegExp(String.raw`(?<![\w])${callee}\(`, 'g');
  const found = [...text.matchAll(call)].filter(
    ({ index }) =>
      !/\b(?:def|class) $/.test(text.slice(Math.max(index - 6, 0), index))
  );
  return found.length === 1
    ? (partsIn(text, found[0].index + callee.length) ?? undefined)
    : undefined;
}

/** The cells above the failed one, the nearest first. */
export function cellsAbove({ incident }: IReading): readonly ISavedCell[] {
  const { cells = [], at = 0 } = incident.around ?? {};
  return cells.slice(0, at).reverse();
}

/** The text of the failed cell, and those of the cells above it, the nearest first. */
export function sourcesAbove(reading: IReading): readonly string[] {
  return [
    reading.incident.source,
    ...cellsAbove(reading).map(({ source }) => source)
  ];
}

/** All texts of cells at hand with their places, the failed one first. */
const textsOf = memoize(
  (
    reading: IReading
  ): readonly { readonly text: string; readonly position?: number }[] => {
    const { cells = [], at = 0 } = reading.incident.around ?? {};
    return [
      { text: reading.incident.source },
      ...cellsAbove(reading).map(({ source, position }) => ({
        text: source,
        position
      })),
      ...cells
        .slice(at + 1)
        .map(({ source, position }) => ({ text: source, position }))
    ];
  }
);

function parameterOf(part: string): IParameter {
  const [, star, name = ''] = /^(\*{0,2}) ?(\w{0,60})/.exec(part) ?? [];
  return { name, star: star ?? '', hasDefault: part.includes('=') };
}

/** The lines of a block that begins with a line: those that stand deeper. */
export function bodyOf(
  lines: readonly string[],
  at: number
): readonly string[] {
  const indent = indentOf(lines[at]);
  const rest = lines.slice(at + 1);
  const end = rest.findIndex(
    line =>
      line.trim() !== '' && !/^\s*[)#]/.test(line) && indentOf(line) <= indent
  );
  return end < 0 ? rest : rest.slice(0, end);
}

const RETURN = /^\s*return\b ?(?<given>[^#]{0,200})/;

/** What a function gives, but for the functions inside it. */
function returnsOf(body: readonly string[]): readonly string[] {
  const given: string[] = [];
  for (let at = 0; at < body.length; at++) {
    if (/^\s*(?:async )?(?:def|class) /.test(body[at])) {
      at += bodyOf(body, at).length;
    } else {
      const value = RETURN.exec(body[at])?.groups?.given;
      if (value !== undefined) {
        given.push(value.trim());
      }
    }
  }
  return given;
}

/** The line of the next block around a line that begins so, by the indents; -1 without. */
export function enclosing(
  lines: readonly string[],
  at: number,
  starts: RegExp
): number {
  let indent = indentOf(lines[at] ?? '');
  for (let above = at - 1; above >= 0 && indent > 0; above--) {
    if (lines[above].trim() !== '' && indentOf(lines[above]) < indent) {
      indent = indentOf(lines[above]);
      if (starts.test(lines[above])) {
        return above;
      }
    }
  }
  return -1;
}

/** The class around a line, by the indents above. */
function ownerOf(lines: readonly string[], at: number): string | undefined {
  const around = enclosing(lines, at, /^\s*(?:class|(?:async )?def) /);
  return /^\s*class (?<name>\w{1,60})/.exec(lines[around] ?? '')?.groups?.name;
}

/** The functions of a name that a text defines. */
function definedIn(
  text: string,
  name: string,
  position: number | undefined
): IDefinition[] {
  const lines = text.split('\n');
  const starts = new RegExp(String.raw`^\s{0,60}(?:async )?def ${name}\(`);
  let offset = 0;
  return lines.flatMap((line, at) => {
    const from = offset;
    offset += line.length + 1;
    if (!line.includes(name) || !starts.test(line)) {
      return [];
    }
    const parts = partsIn(text, from + line.indexOf('('));
    return parts === null
      ? []
      : {
          name,
          owner: ownerOf(lines, at),
          parameters: parts.map(parameterOf),
          returns: returnsOf(bodyOf(lines, at)),
          body: bodyOf(lines, at),
          isStatic: /@(?:static|class)method\b/.test(lines[at - 1] ?? ''),
          position
        };
  });
}

/**
 * The function of a name that the cells define, the nearest to the failed one;
 * undefined without one, or where several in one cell are called so.
 *
 * @param owner - its class, where that is known
 */
export function definitionOf(
  name: string,
  reading: IReading,
  owner?: string
): IDefinition | undefined {
  for (const { text, position } of textsOf(reading)) {
    const found = definedIn(text, name, position).filter(
      one => owner === undefined || one.owner === owner
    );
    if (found.length > 0) {
      return found.length === 1 || found[0].owner === undefined
        ? found[found.length - 1]
        : undefined;
    }
  }
  return undefined;
}

/** A class that the cells define, as its lines; null without one. */
export function classBody(
  name: string,
  reading: IReading
): readonly string[] | null {
  const starts = new RegExp(String.raw`^\s{0,60}class ${name}\b`);
  for (const { text } of textsOf(reading)) {
    const lines = text.split('\n');
    const at = lines.findIndex(line => starts.test(line));
    if (at >= 0) {
      return bodyOf(lines, at);
    }
  }
  return null;
}

/** A line that gives names a value for all: `a, b = …`, `def f`, `import a as b`. */
const GIVES =
  /^(?:(?<names>[a-z_]\w{0,60}(?:, ?[a-z_]\w{0,60}){0,9}) ?=[^=]|(?:for|with) .{0,100}?\b(?:as )?(?<other>[a-z_]\w{0,60})(?: in |:)|(?:def|class) (?<defined>\w{1,60}))/i;

/** The names that cells at hand give a value, above the failed one and in it. */
export const namesGiven = memoize((reading: IReading): ReadonlySet<string> => {
  return new Set(
    sourcesAbove(reading)
      .filter(text => !/^\s*%%writefile/.test(text))
      .flatMap(text => text.split('\n'))
      .flatMap(line => {
        const { names, other, defined } = GIVES.exec(line)?.groups ?? {};
        return [...(names?.split(/, ?/) ?? []), other, defined];
      })
      .filter((name): name is string => name !== undefined)
  );
});

/** A line of a cell at hand, and where it stands. */
export interface IVisibleLine {
  readonly code: string;
  /** From 1, in its cell. */
  readonly line: number;
  /** The place of its cell; undefined for the failed one. */
  readonly position: number | undefined;
}

/** The text that holds the failed line, up to it, and the function around it. */
function upToFailed(reading: IReading): {
  readonly at: number;
  readonly lines: readonly string[];
  readonly parameters: readonly IParameter[];
} {
  const failed = failedLine(reading).trim();
  const texts = textsOf(reading);
  const at = texts.findIndex(({ text }) => text.includes(failed));
  if (at < 0 || failed === '' || failed.includes('\n')) {
    const [{ text }] = texts;
    return { at: 0, lines: text.split('\n'), parameters: [] };
  }
  const lines = texts[at].text.split('\n');
  const last = lines.findIndex(line => line.includes(failed));
  const start = enclosing(lines, last, /^\s*(?:async )?def /);
  const parts =
    start < 0
      ? null
      : partsIn(
          lines.slice(start, last + 1).join('\n'),
          lines[start].indexOf('(')
        );
  return {
    at,
    lines: lines.slice(0, last),
    parameters: (parts ?? []).map(parameterOf)
  };
}

/** Whether the innermost line of the user's own is in a file: its names are not the cells'. */
function isInFile({ exceptions }: IReading): boolean {
  const own = exceptions[0]?.frames.filter(({ place }) => place !== 'library');
  return own?.at(-1)?.place === 'user';
}

/**
 * The last line before the failed one that gives a name its value; undefined
 * without one, where the name is a parameter of the function that failed, or
 * where that stands in a file.
 *
 * @param name - `image`, or `self.image`
 * @param like - what that line has to be like
 */
export function lastGiving(
  name: string,
  reading: IReading,
  like = /^./
): IVisibleLine | undefined {
  const gives = new RegExp(
    String.raw`^(?:[\w., ]{0,60}, ?)?${escaped(name)}(?:, ?[\w., ]{0,60})? ?=(?!=)`
  );
  const { at, lines, parameters } = upToFailed(reading);
  if (isInFile(reading) || parameters.some(one => one.name === name)) {
    return undefined;
  }
  const texts = textsOf(reading);
  const above = texts.slice(1, (reading.incident.around?.at ?? 0) + 1);
  for (const { found, position } of [
    { found: lines, position: texts[at].position },
    ...above.map(({ text, position }) => ({
      found: text.split('\n'),
      position
    }))
  ]) {
    const last = found
      .map((code, index) => ({ code: code.trim(), line: index + 1, position }))
      .filter(({ code }) => gives.test(code) && like.test(code))
      .pop();
    if (last) {
      return last;
    }
  }
  return undefined;
}
