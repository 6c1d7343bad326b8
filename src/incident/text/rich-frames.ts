/** The frame that rich draws round a traceback, and its boxes of locals. */
const BOX_TOP = /^[ \t]*[╭┏┌][─━]/m;
const RULE = /^[ \t]*[╭╰┏┗┌└├][─━]/;
const LEFT = /^[ \t]*[│┃] ?/;
const RIGHT = /[│┃]$/;

const TRACEBACK = 'Traceback (most recent call last)';

/** Python's frame round an exception group. */
const GROUP_TOP = /Exception Group Traceback \(most recent/;
const GROUP_END = /^\s*\+-{10,}$/;
const GROUP_LEFT = /^\s{0,80}\| ?/;

/** A frame head that rich cut at the box's width: `/x/module.py:17` + `8 in f`. */
const CUT_HEAD = /^(?:~|\/|[A-Z]:\\)/i;

/** The head of a frame whose file is none on disk: of a cell, in a notebook. */
const NO_FILE = /^in ([\w.<>]{1,200}):(\d{1,7})$/;

/** The same as Python has it: the cell that ran, or some cell. */
function named(text: string): string {
  return text.replace(NO_FILE, (_, func: string, line: string) => {
    const file = func === '<module>' ? '<cell>' : '<a cell>';
    return `  File "${file}", line ${line}, in ${func}`;
  });
}

function withoutBoxes(lines: readonly string[]): string[] {
  const inner: string[] = [];
  let held = '';
  for (const line of lines) {
    if (RULE.test(line)) {
      if (line.includes(TRACEBACK)) {
        inner.push(TRACEBACK);
      }
      continue;
    }
    if (!LEFT.test(line)) {
      inner.push(line);
      continue;
    }
    const text = line.trimEnd().replace(LEFT, '').replace(RIGHT, '').trimEnd();
    if (LEFT.test(text) || RULE.test(text)) {
      // A box in the box: the values of local variables.
      continue;
    }
    if (held !== '') {
      // Between two words, or inside one.
      inner.push(held.endsWith(' in') ? `${held} ${text}` : held + text);
      held = '';
    } else if (CUT_HEAD.test(text) && !text.includes(' in ')) {
      held = text;
    } else {
      inner.push(named(text));
    }
  }
  return held === '' ? inner : [...inner, held];
}

/** `lines` without the frames drawn round tracebacks. */
export function withoutRichFrames(
  lines: readonly string[],
  text: string
): readonly string[] {
  if (BOX_TOP.test(text)) {
    return withoutBoxes(lines);
  }
  return GROUP_TOP.test(text)
    ? lines
        .filter(line => !GROUP_END.test(line))
        .map(line => line.replace(GROUP_LEFT, ''))
    : lines;
}
