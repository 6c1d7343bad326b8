import stripAnsi from 'strip-ansi';
import { ownValue } from '../../shared/own-value';

/** Anything but printable ASCII and line ends. */
const SPECIAL = /[^\n\x20-\x7e]/;

/** Colours whose escape character got lost on the way, or was spelled out. */
const LOST_COLOUR =
  /(?:\^\[|\\x1b|\\u001b|\\033|\\e)?\[(?:(?:\d{1,3};){0,4}\d{1,3}m|m(?![a-z_]))/gi;
const HAS_LOST_COLOUR = /\[(?:0|\d{1,2};)?\d{1,2}m/;

/** Control characters that say nothing once lines are known. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/g;

/** A lone return starts a progress bar anew: the old state is a line. */
const LINE_END = /\r\n?|[\v\f\x85\u2028\u2029]/g;

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const BLANK = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

/** Signs that editors, translators and East Asian keyboards put for ASCII. */
const SIGNS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '：': ':',
  '，': ',',
  '；': ';',
  '（': '(',
  '）': ')',
  '［': '[',
  '］': ']',
  '＝': '=',
  '＜': '<',
  '＞': '>',
  '＆': '&',
  '｀': '`',
  '＇': "'",
  '＂': '"'
};
const SIGN = new RegExp(`[${Object.keys(SIGNS).join('')}]`, 'g');

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&nbsp;': ' '
};
const ENTITY = /&(?:amp|lt|gt|quot|nbsp|#39|#x27);/g;

/** Signs that Markdown, JSON and Python's repr mark with a backslash. */
const ESCAPED = /\\(["'_*[\]`<>])/g;

/**
 * A line of source or of a frame, a path of Windows (also the rest of one, in
 * `\__init__.py`), or a spelled character: there a backslash is what it is.
 */
const LITERAL =
  /^\s*(?:File "|-+>)|^ {4}|\\[a-z\d]|\\__[a-z]|\b[a-z]:\\|\br["']/i;

/** `state\_dict`: as it was, where the line is no source and holds no path. */
function unescaped(text: string): string {
  return text
    .split('\n')
    .map(line => (LITERAL.test(line) ? line : line.replace(ESCAPED, '$1')))
    .join('\n');
}

/** `\n`, `\r\n` and `\t` as JSON and Python's repr spell them. */
const SPELLED = /\\r\\n|\\[nt]/g;

/** The line numbers of VS Code, which are links to its cells. */
const LINKED_NUMBER =
  /<a href='vscode-notebook-cell:[^'\n]{1,600}'>(\d{1,7})<\/a>/g;

/** What stands before a `\n` that is a part of a Windows path. */
const IN_PATH = /\b[A-Z]:(?:\\[\w .\\-]{0,80})?$/i;

/** A log pasted from JSON or a repr: real line ends are (almost) missing. */
function realLineEnds(text: string): string {
  const spelled = text.split('\\n', 2001).length - 1;
  const real = text.split('\n', 2001).length - 1;
  if (spelled === 0 || spelled <= 2 * real) {
    return text;
  }
  return text.replace(SPELLED, (escape: string, at: number) => {
    const before = text.slice(Math.max(at - 90, 0), at);
    return IN_PATH.test(before) ? escape : escape === '\\t' ? '\t' : '\n';
  });
}

/**
 * A printed text as ASCII would have it: without colours and control
 * characters, every line ended by `\n`, typographic signs turned back.
 */
export function plain(text: string): string {
  let result = text;
  if (SPECIAL.test(result)) {
    result = stripAnsi(result)
      .replace(LINE_END, '\n')
      // DataLoader's worker messages end in a NUL byte.
      .replace(CONTROL, '')
      .replace(INVISIBLE, '')
      .replace(BLANK, ' ')
      .replace(SIGN, sign => ownValue(SIGNS, sign) ?? sign);
  }
  if (result.includes("'vscode-notebook-cell:")) {
    result = result.replace(LINKED_NUMBER, '$1');
  }
  if (result.includes('\\n')) {
    result = realLineEnds(result);
  }
  if (HAS_LOST_COLOUR.test(result)) {
    result = result.replace(LOST_COLOUR, '');
  }
  if (result.includes('\\')) {
    result = unescaped(result);
  }
  return result.includes('&')
    ? result.replace(ENTITY, entity => ownValue(ENTITIES, entity) ?? entity)
    : result;
}
