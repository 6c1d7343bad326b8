/** Where an older Python stops in a line that a newer one reads. */

/** A text of the form f'…', where a value may begin. */
const F_STRING =
  /(?:^|[(,=+[{:%] ?|\breturn )r?fr?(?:"[^"\n]{0,300}"|'[^'\n]{0,300}')/gi;

/** Keywords of the function print, which is a statement of Python 2. */
const OF_PRINT = /^print ?\(.{0,200}?\b(?:end|sep|file|flush) ?(?==)/;

/** How many round brackets are open behind a text. */
function openBehind(text: string): number {
  return text.split('(').length - text.split(')').length;
}

/** Whether the mark stands at a type in a def line: `def fit(net: Net) -> None:`. */
function isAtType(line: string, mark: number): boolean {
  const isInside = openBehind(line.slice(0, mark)) > 0;
  return (
    /^(?:async )?def \w{1,60}\(/.test(line) &&
    ((line[mark] === ':' && isInside) ||
      (!isInside && line.slice(Math.max(mark - 1, 0), mark + 2).includes('->')))
  );
}

/** Whether the mark stands at a form that Python 2 lacks. */
function isOfThree(line: string, mark: number): boolean {
  const keyword = OF_PRINT.exec(line)?.[0].length;
  return (
    (keyword !== undefined && Math.abs(mark - keyword) <= 1) ||
    isAtType(line, mark) ||
    /\.print$/.test(line.slice(0, mark + 1)) ||
    (line.slice(0, mark).endsWith('.') && /^print\b/.test(line.slice(mark))) ||
    (/^nonlocal \w/.test(line) && mark > 8) ||
    (/^raise \w.{0,80} from /.test(line) &&
      /\bfrom?$/.test(line.slice(0, mark + 1).trimEnd()))
  );
}

/**
 * The first Python that reads a line, where only an older one stops at the mark:
 * it marks the end of the f-string that it does not know, or a sign of Python 3.
 *
 * @param mark - the column of the mark in the line
 */
export function olderRead(line: string, mark: number): string | undefined {
  const isAtEnd = [...line.matchAll(F_STRING)].some(({ index, 0: text }) => {
    const end = index + text.length;
    return mark === end - 1 || mark === end;
  });
  return isAtEnd ? '3.6' : isOfThree(line, mark) ? '3' : undefined;
}
