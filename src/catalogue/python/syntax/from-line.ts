/** What the line at which Python stopped reading tells. */
import { clean } from '../../../incident/text/clean';
import type { IReading } from '../../../incident/types';
import { moduleOf } from '../../../shared/package-names';
import type { ValuesOf } from '../../define';
import { isNear } from '../../shared/near';
import { emptyBlock } from './empty-block';
import { olderRead } from './older-python';
import type { Kind, Value } from './values';

type Told = ValuesOf<Value> & { readonly kind: Kind };

/** What Python marks the place with. */
const MARK = /^\s*\^[\^~]*\s*$/;

/** A longer line is not shown. */
const MAX_LINE = 100;

/** The line that Python shows, and where its mark stands in it. */
function shownLine({ incident }: IReading): {
  readonly line: string;
  readonly mark: number;
} | null {
  const lines = clean(incident.traceback || incident.stderr).split('\n');
  const at = lines.findIndex((line, index) => index > 0 && MARK.test(line));
  if (at < 0) {
    return null;
  }
  const shown = lines[at - 1];
  const indent = shown.length - shown.trimStart().length;
  return {
    line: shown.trim(),
    mark: Math.max(lines[at].indexOf('^') - indent, 0)
  };
}

/** The line above it in the cell, where the cell still has both. */
function lineAbove(line: string, { incident }: IReading): string {
  const lines = incident.source.split('\n').map(one => one.trim());
  const at = lines.indexOf(line);
  return (
    lines
      .slice(0, Math.max(at, 0))
      .filter(one => one !== '' && !one.startsWith('#'))
      .pop() ?? ''
  );
}

/** A text with blanks in the place of its strings and of its comment. */
function bareOf(text: string): string {
  return text.replace(/"[^"\n]*"|'[^'\n]*'|#.*/g, one =>
    ' '.repeat(one.length)
  );
}

/** How many brackets a text leaves open, but for those in its strings. */
function openIn(text: string): number {
  const bare = bareOf(text);
  const count = (signs: RegExp) => bare.match(signs)?.length ?? 0;
  return count(/[([{]/g) - count(/[)\]}]/g);
}

/** The first bracket that closes one of another form, and what is due in its place. */
interface ICrossing {
  readonly at: number;
  readonly due: string;
}

/** What is due at the end of a line whose brackets are open, and where two cross. */
function bracketsOf(line: string): {
  readonly due: readonly string[];
  readonly crossing: ICrossing | undefined;
} {
  const due: string[] = [];
  let crossing: ICrossing | undefined;
  for (const [at, sign] of [...bareOf(line)].entries()) {
    const opens = '([{'.indexOf(sign);
    const last = due.at(-1);
    if (opens >= 0) {
      due.push(')]}'[opens]);
    } else if (sign === last) {
      due.pop();
    } else if (last !== undefined && ')]}'.includes(sign)) {
      crossing ??= { at, due: last };
    }
  }
  return { due, crossing };
}

/** Commands of a shell, with what follows them on a line. */
const SHELL =
  /^(?:python3?|git|cd|wget|curl|apt(?:-get)?|nvidia-smi|unzip|tar|mkdir|rm|cp|mv|ls|cat|chmod|bash|sh|kaggle|huggingface-cli|accelerate|torchrun|npm|export|sudo|conda|pip3?|uv)(?: +[\w~./"'-]|$)/;

/** What text in words looks like: several of them, and no sign of code. */
const PROSE = /^[A-Z#*]?[\w'’,:-]{1,30}(?: [\w'’.,:;()-]{1,30}){3,60}[.?!:]?$/i;

/** A point of a list: `1. Open the image`. */
const NUMBERED = /^\d{1,2}[.)] [A-Z][a-z]{1,20} [a-z]/;

const MESSAGES: readonly (readonly [message: RegExp, kind: Kind])[] = [
  [/^Missing parentheses in call to 'exec/, 'python2'],
  [/^Missing parentheses in call to/, 'print'],
  [/was never closed|^unexpected EOF/, 'unclosed'],
  [/does not match opening/, 'crossed'],
  [/^unmatched ['"]/, 'unmatched'],
  [/^expected ['"]:['"]|^':' expected after dictionary key/, 'colon'],
  [/Maybe you meant '==' or ':='/, 'comparison'],
  [/Perhaps you forgot a comma/, 'comma'],
  [/^(?:unterminated|EOL while scanning|EOF while scanning)/, 'quote'],
  [/^f-string: (?:unmatched|expecting|unterminated)/, 'nested'],
  [/^\(unicode error\)/, 'backslash'],
  [/^invalid (?:character|non-printable)/, 'character'],
  [/^positional argument follows keyword/, 'order'],
  [/^(?:non-default argument|parameter without a default) follows/, 'defaults'],
  [
    /^(?:'return'|'yield'|'break'|'continue'|'await').{0,12} outside|^'continue' not properly/,
    'outside'
  ],
  [/^expected an indented block/, 'body'],
  [/^unindent does not match|^inconsistent use of tabs/, 'mixed'],
  [/^unexpected indent/, 'indent'],
  [/^expected 'except' or 'finally'/, 'handler'],
  [/^cannot assign to|^can't assign to/, 'target'],
  [/^multiple exception types must be parenthesized/, 'python2'],
  [/^leading zeros in decimal/, 'number']
];

/** A module by the name of its package, which Python reads as a difference. */
const HYPHEN = /^(?:import|from) (?<name>[a-z]\w{0,40}(?:-\w{1,40}){1,4})\b/i;

/** A statement that opens no block. */
const SIMPLE =
  /^(?:(?:return|raise|import|from|del|global|pass|break|continue)\b|[a-z_][\w.]{0,60} ?[-+*/]?=(?!=))/i;

/** Whether a statement that opens no block ends in a colon, at which Python stopped. */
function isEnded(line: string, mark: number): boolean {
  return (
    SIMPLE.test(line) &&
    line.endsWith(':') &&
    mark >= line.length - 1 &&
    openIn(line) === 0 &&
    !/\blambda\b/.test(line)
  );
}

const LINES: readonly (readonly [line: RegExp, kind: Kind])[] = [
  [/^<(?:!DOCTYPE|html|\?xml|head|div)\b/i, 'page'],
  [/^def \w{1,60}\((?:[^()]{0,80}[,( ])?self\./, 'dot'],
  [/^print +["'\w]/, 'print'],
  [HYPHEN, 'hyphen'],
  [/[(,=] ?\w{1,40} ?= ?[,)]|^\w{1,40} ?= ?,$/, 'blank'],
  [/^else +if\b/, 'elif'],
  [/(?:^|\W)\w{1,40}(?:\+\+|--)\s*$|&&|\|\|/, 'foreign'],
  [
    /^(?:lambda|class|def|from|import|in|is|pass|global|with|as|async|await|yield|return|None|True|False) ?=(?!=)/,
    'word'
  ],
  [/^\w[\w.]{0,40} ?=\s*$/, 'blank'],
  [/^(?:assert|if|elif|while) [^=!<>:]{1,60} = [^=]/, 'comparison'],
  [
    /^(?:def|class|if|elif|else|for|while|with|try|except)\b[^:]{0,120}$/,
    'colon'
  ],
  [/:=|f["'].{0,60}\w=\}|^match [^:]{1,80}:$/, 'newer'],
  [
    /^except [\w.]{1,60}, ?\w{1,40}:|^raise [\w.]{1,60}, ?["']|^exec ["']|<>/,
    'python2'
  ],
  [/\.{4,20}|…|[\w)\]]\.$/, 'unfinished'],
  [/(?:[(,=]|return) ?\[-?\w{0,20} ?:(?: ?-?\w{1,20})?\]/, 'slice']
];

/** A word or a value ends before it, and another begins with it. */
const ENDS = /[\w)\]}"'] {1,3}$/;

const BEGINS = /^(?:[rbfu]?["']|[a-z_]\w{0,60}|\d)/i;

/** Words of Python's own, beside which a value may stand, or one has to. */
const OWN =
  /^(?:and|as|assert|async|await|class|def|del|elif|else|except|exec|for|from|global|if|import|in|is|lambda|nonlocal|not|or|print|raise|return|while|with|yield)$/;

/** What begins a statement, and stands nowhere else in one. */
const STATEMENT =
  /^(?:assert|del|global|import|print|raise|return)\b|^[a-z_]\w{0,60} ?[-+*/]?=(?!=)/i;

/** What two texts are that stand side by side where Python stopped. */
function besideOf(line: string, mark: number): Kind | null {
  const before = line.slice(0, mark);
  const after = line.slice(mark);
  const first = /\w{1,60}(?= {1,3}$)/.exec(before)?.[0] ?? '';
  const second = /^[a-z_]\w{0,60}/i.exec(after)?.[0] ?? '';
  if (!ENDS.test(before) || !BEGINS.test(after) || OWN.test(first)) {
    return null;
  }
  if (/^\w{1,60} $/.test(before) && /^\w{1,60} ?=(?!=)/.test(after)) {
    return 'spaced';
  }
  if (STATEMENT.test(after) && openIn(before) === 0) {
    return 'statements';
  }
  return OWN.test(second) ? null : 'beside';
}

/** A line without a bracket that closes nothing, or with the one that is due there. */
function uncrossed(line: string, mark: number): string | undefined {
  const { crossing } = bracketsOf(line);
  if (crossing === undefined) {
    return line.slice(0, mark) + line.slice(mark + 1);
  }
  const { at, due } = crossing;
  return [
    line.slice(0, at) + line.slice(at + 1),
    line.slice(0, at) + due + line.slice(at + 1),
    line.slice(0, at) + due + line.slice(at)
  ].find(one => openIn(one) === 0 && !bracketsOf(one).crossing);
}

/** A line with the colon where Python stopped, or at its end. */
function colonAt(line: string, mark: number): string {
  const rest = line.slice(mark);
  return /^\w/.test(rest) && line[mark - 1] === ' '
    ? `${line.slice(0, mark).trimEnd()}: ${rest}`
    : `${line.replace(/;$/, '')}:`;
}

/**
 * The line with a comma between the two values that Python marks, or with the
 * colon between a key and its value; undefined where the gap is not seen.
 */
function parted(line: string, mark: number): string | undefined {
  const bare = line.replace(/"[^"\n]*"|'[^'\n]*'/g, one =>
    's'.repeat(one.length)
  );
  const { gap = '' } =
    /^(?<gap>(?:\([^()]*\)|\[[^[\]]*\]|[\w.])+) +[\w([{]/.exec(bare.slice(mark))
      ?.groups ?? {};
  const at = mark + gap.length;
  const sign =
    /\{[^{}:,]*$/.test(bare.slice(0, at)) && !/^ +\w+ ?:/.test(bare.slice(at))
      ? ':'
      : ',';
  return gap === '' ? undefined : line.slice(0, at) + sign + line.slice(at);
}

/** Words that begin a statement, and what follows them there. */
const KEYWORDS: ReadonlyMap<string, RegExp> = new Map([
  ['import', /^ [a-z_][\w., ]{0,80}$/i],
  ['from', /^ [\w.]{1,80} import /],
  ['return', / ./],
  ['raise', /^ [A-Z]/],
  ['for', /^ [\w,() ]{1,60} in .{1,80}:/],
  ['def', /^ \w{1,60}\(/],
  ['class', /^ \w{1,60}(?:\(.{0,80}\))?:/],
  ...['if', 'elif', 'while', 'with'].map((word): [string, RegExp] => [
    word,
    /^ .{1,100}:$/
  ]),
  ...['else', 'try', 'finally'].map((word): [string, RegExp] => [word, /^:$/])
]);

/** The line with the keyword that its first word was meant for. */
function withKeyword(line: string): string | undefined {
  const word = /^[a-z]{2,8}/i.exec(line)?.[0] ?? '';
  const rest = line.slice(word.length);
  const [meant] =
    [...KEYWORDS].find(
      ([keyword, follows]) => isNear(word, keyword) && follows.test(rest)
    ) ?? [];
  return word === '' || KEYWORDS.has(word) || meant === undefined
    ? undefined
    : meant + rest;
}

/** `for i range(3):`, with the word that it lacks. */
function withIn(line: string): string | undefined {
  return /^for \w{1,40} [\w.]{1,60}(?:\(.{0,80}\))?:$/.test(line)
    ? line.replace(/^(?<start>for \w{1,40}) /, '$<start> in ')
    : undefined;
}

/** Whether a text is open at another quote than that which begins the f-string. */
function hasOwnQuotes(line: string): boolean {
  const { quote = '"', rest = '' } =
    /\bf(?<quote>["'])(?<rest>.*)/i.exec(line)?.groups ?? {};
  return rest.split(quote).length > 2;
}

/** Whether the cell has no block that the statement could belong to. */
function isLoose(line: string, { incident }: IReading): boolean {
  const opens = /^(?:break|continue)\b/.test(line)
    ? /^[ \t]{0,60}(?:async )?(?:for|while)\b/m
    : /^[ \t]{0,60}(?:async )?def\b/m;
  return incident.source.includes(line) && !opens.test(incident.source);
}

/** The line as it should be, where that is plain. */
function mended(kind: Kind, line: string, mark: number): string | undefined {
  switch (kind) {
    case 'unclosed':
      return openIn(line) === 1 && !/[,([{+*/=\\-]$/.test(line)
        ? `${line}${bracketsOf(line).due.at(-1) ?? ')'}`
        : undefined;
    case 'crossed':
    case 'unmatched':
      return uncrossed(line, mark);
    case 'spaced':
      return `${line.slice(0, mark).trimEnd()}_${line.slice(mark)}`;
    case 'statements':
      return `${line.slice(0, mark).trimEnd()}\n${line.slice(mark)}`;
    case 'comma':
      return parted(line, mark);
    case 'quote':
      return ["'", '"'].find(quote => line.split(quote).length % 2 === 0)
        ? line + (line.split("'").length % 2 === 0 ? "'" : '"')
        : undefined;
    case 'body':
      return `    ${line}`;
    case 'last':
      return `${line}\n    pass`;
    case 'print':
      return line.replace(/^print (?<rest>[^#]{1,90})$/, 'print($<rest>)');
    case 'keyword':
      return withKeyword(line) ?? withIn(line);
    case 'loose':
      return /^return [^#]{1,90}$/.test(line)
        ? line.replace(/^return /, '')
        : undefined;
    case 'target':
      return line.replace(/^\w{1,40}(?:-\w{1,40}){1,4}(?= ?=)/, name =>
        name.replace(/-/g, '_')
      );
    case 'number':
      return line.replace(/(?<![\w.])0+(?=\d)/g, '');
    case 'hyphen':
      return line.replace(HYPHEN, (whole, name: string) =>
        whole.replace(name, moduleOf(name))
      );
    case 'ended':
      return line.replace(/ ?:$/, '');
    case 'dot':
      return line.replace(/\bself\./, 'self, ');
    case 'elif':
      return line.replace(/^else +if\b/, 'elif');
    case 'colon':
      return /^(?:def|class|if|elif|else|for|while|with|try|except)\b/.test(
        line
      )
        ? colonAt(line, mark)
        : undefined;
    case 'comparison':
      return line.replace(/(?<=[^=!<>]) = (?=[^=])/, ' == ');
    case 'slice':
      return line.replace(
        /(?<before>[(,=] ?|return )\[(?<start>-?\w{0,20}) ?:(?: ?(?<stop>-?\w{1,20}))?\]/,
        (_, before: string, start: string, stop?: string) =>
          `${before}slice(${start || 'None'}, ${stop ?? 'None'})`
      );
    case 'beside':
      return /^[rbfu]?["']/i.test(line.slice(mark))
        ? `${line.slice(0, mark)}+ ${line.slice(mark)}`
        : undefined;
    case 'python2':
      return line
        .replace(
          /^except (?<type>[\w.]{1,60}), ?(?<name>\w{1,40}):/,
          'except $<type> as $<name>:'
        )
        .replace(
          /^raise (?<type>[\w.]{1,60}), ?(?<text>["'].{1,80})$/,
          'raise $<type>($<text>)'
        )
        .replace(/^exec (?<text>["'].{1,80})$/, 'exec($<text>)')
        .replace(/<>/g, '!=');
    case 'foreign':
      return line
        .replace(/\b(?<name>\w{1,40})\+\+/, '$<name> += 1')
        .replace(/\b(?<name>\w{1,40})--/, '$<name> -= 1')
        .replace(/&&/g, 'and')
        .replace(/\|\|/g, 'or');
    case 'backslash':
      return line.replace(
        /(?<![rRbfu])(?<quote>["'])(?=[A-Za-z]:\\)/,
        'r$<quote>'
      );
    case 'shell': {
      // A line with ! sets a variable in a shell of its own, which ends with it.
      const { name, value } =
        /^export (?<name>\w{1,60})=(?<value>.{1,400})$/.exec(line)?.groups ??
        {};
      if (name !== undefined && value !== undefined) {
        const bare = value.replace(/^["']|["']$/g, '');
        return `%env ${name}=${bare.length > 60 ? '…' : bare}`;
      }
      return /^(?:pip3?|conda|cd) /.test(line) ? `%${line}` : `!${line}`;
    }
    default:
      return undefined;
  }
}

/** What a Python cannot read, and the first 3.x that can. */
const SINCE: readonly (readonly [form: RegExp, minor: number])[] = [
  [/(?<![\w"'])r?fr?["']/i, 6],
  [/^\w[\w.]{0,60} ?: ?[a-z][\w.[\], ]{0,60}(?: ?=|$)/i, 6],
  [/\b\d{1,9}_\d{3}\b/, 6],
  [/:=/, 8],
  [/^def .{0,200}[(,] ?\/ ?[,)]/, 8],
  [/^match .{1,100}:$|^case .{1,100}:$/, 10],
  [/^with \($/, 10],
  [/^except ?\*/, 11],
  [/^type \w{1,40} ?=|^(?:def|class) \w{1,60}\[/, 12]
];

/** The Python that ran, by the path of its own or its packages' files. */
const RAN = /\bpython3\.(?<minor>\d{1,2})\b/g;

/** The first 3.x that reads a line, where the one that ran is older. */
function tooOld(
  line: string,
  traceback: string
): { readonly wanted: string; readonly used: string } | undefined {
  const minors = new Set(
    [...traceback.matchAll(RAN)].map(([, minor]) => Number(minor))
  );
  const [ran] = minors;
  const [, since] = SINCE.find(([form]) => form.test(line)) ?? [];
  return minors.size === 1 && since !== undefined && ran < since
    ? { wanted: `3.${since}`, used: `3.${ran}` }
    : undefined;
}

/** A package's own file, which is no text of the user's. */
const INSTALLED =
  /[\\/](?:site|dist)-packages[\\/](?<module>\w{1,60})[\\/][^\n]{0,200}$/m;

/** A file that is no program of Python's, though it was handed to it. */
const SCRIPT = /[\w.-]{1,60}\.(?:bat|cmd|ps1|sh)$/i;

function kindOf(
  message: string,
  line: string,
  mark: number,
  reading: IReading
): Kind | null {
  const [, said] = MESSAGES.find(([words]) => words.test(message)) ?? [];
  const above = lineAbove(line, reading);
  // What became of `cuda(async=True)`, version/removed-api knows.
  if (
    /\basync ?=/.test(line) ||
    (said === 'outside' && /await/.test(message))
  ) {
    return null;
  }
  if (said === 'colon' && /^else +if\b/.test(line)) {
    return 'elif';
  }
  if (said === 'nested' && !hasOwnQuotes(line)) {
    return 'brace';
  }
  if (said === 'outside' && isLoose(line, reading)) {
    return 'loose';
  }
  if (said === 'body' && emptyBlock(line, reading) !== undefined) {
    return 'empty';
  }
  if (said) {
    return said;
  }
  // IPython’s word for a text that ends too early, of whatever form.
  if (message === 'incomplete input') {
    return openIn(line) > 0 ? 'unclosed' : line.endsWith(':') ? 'last' : null;
  }
  if (/^invalid decimal literal/.test(message)) {
    return 'number';
  }
  if (!/^invalid syntax/.test(message)) {
    return null;
  }
  if (isEnded(line, mark)) {
    return 'ended';
  }
  if (withKeyword(line) !== undefined || withIn(line) !== undefined) {
    return 'keyword';
  }
  const [, written] = LINES.find(([form]) => form.test(line)) ?? [];
  if (SHELL.test(line)) {
    return 'shell';
  }
  // Up to Python 3.9 the mark stands behind the line that lacks a bracket.
  if (openIn(above) > 0 && mark <= 1 && !/[,([{]$/.test(above)) {
    return 'above';
  }
  if (written) {
    return written;
  }
  if (bracketsOf(line).crossing) {
    return 'crossed';
  }
  if (NUMBERED.test(line)) {
    return 'prose';
  }
  if (PROSE.test(line) && !/^(?:from|import|lambda)\b|[=()[\]{}]/.test(line)) {
    return 'prose';
  }
  return besideOf(line, mark);
}

/** What can be said of it; null where the line tells nothing. */
export function toldByLine(reading: IReading): Told | null {
  const message = (reading.exceptions[0]?.message ?? '').replace(
    / \([^()]{1,200}, line \d{1,6}\)$/,
    ''
  );
  const shown = shownLine(reading);
  const { line = '', mark = 0 } = shown ?? {};
  const traceback = clean(
    reading.incident.traceback || reading.incident.stderr
  );
  const files = [
    ...traceback.matchAll(/File ["<](?<file>[^">\n]{1,300})[">]/g)
  ];
  const module = INSTALLED.exec(files.at(-1)?.groups?.file ?? '')?.groups
    ?.module;
  const script = SCRIPT.exec(files.at(-1)?.groups?.file ?? '')?.[0];
  if (script !== undefined) {
    return { kind: 'script', script };
  }
  const old = tooOld(line, traceback);
  if (old) {
    return {
      kind: 'old',
      module,
      ...(line.length > MAX_LINE ? {} : { code: line }),
      ...old
    };
  }
  if (module !== undefined) {
    return { kind: 'package', module };
  }
  const wanted = /^invalid syntax/.test(message)
    ? olderRead(line, mark)
    : undefined;
  if (wanted !== undefined) {
    return {
      kind: 'old',
      ...(line.length > MAX_LINE ? {} : { code: line }),
      wanted
    };
  }
  const kind = kindOf(message, line, mark, reading);
  if (kind === null) {
    return null;
  }
  const above =
    kind === 'above'
      ? lineAbove(line, reading)
      : kind === 'empty'
        ? emptyBlock(line, reading)
        : undefined;
  const fixed = mended(kind, line, mark);
  return {
    kind,
    ...(line === '' || line.length > MAX_LINE ? {} : { code: line }),
    ...(above === undefined ? {} : { above }),
    ...(fixed === undefined || fixed === line || fixed.length > 110
      ? {}
      : { fixed })
  };
}
