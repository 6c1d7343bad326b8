/** The class and the message of an exception, as one line names them. */
export interface IHead {
  readonly name: string;
  /** The module of the class, `''` when it was not printed. */
  readonly module: string;
  readonly message: string;
  /** Nothing follows the class, not even a colon: there is no message. */
  readonly bare?: boolean;
}

/** `torch.AcceleratorError`: an optional module path, then a class. */
const PATH = String.raw`(?<module>(?:[^\W\d]\w*\.){0,8})`;

/**
 * Class names that exceptions have. Ray puts the inner class in brackets;
 * IPython shows Python 3.13's `_IncompleteInputError` as it is.
 */
const CLASS = String.raw`(?=[A-Z]|_Incomplete)(?<name>\w*(?:Error|Exception|ExceptionGroup|Exit|Interrupt|Failed|Timeout)(?:\(\w+\))?|Unsupported|Empty|Full|InvalidCxxCompiler)`;

const USUAL_CLASS = String.raw`(?=[A-Z])(?<name>\w*(?:Error|Exception))`;

/**
 * `torch.AcceleratorError: CUDA error`. The class must look like one: source
 * lines and prose have colons too.
 */
const RAISED = new RegExp(
  String.raw`^(?:> ?)?${PATH}${CLASS}(?::(?!:) ?(?<message>.*)|(?<bare>\s?))$`
);

/** The same, glued behind a progress bar, a file name or other text. */
const GLUED = new RegExp(
  String.raw`(?<=[^\w.'"(])${PATH}${USUAL_CLASS}:(?!:) ?(?<message>\S.*)`
);

/** As `repr` gives it: `RuntimeError('CUDA error: …')`. */
const REPR = new RegExp(
  String.raw`(?<=^|[^\w.])${PATH}${USUAL_CLASS}\((?<quote>["'])`
);

/** After frames the next line names the exception, whatever its class. */
const ANY = new RegExp(
  String.raw`^${PATH}(?<name>[^\W\d]\w*)(?:: ?(?<message>.*))?$`
);

/** Words before a class name that make it source code or prose. */
const NOT_RAISED =
  /(?:\b(?:except|raise|import|class|return|catch|isinstance|def|with|as|an?|the|or|if|Caught|UserWarning|CUDA|Cuda|HIP|cuDNN|MIOpen|NCCL|Runtime|Driver)|[,=]) $/;

function headOf(found: RegExpExecArray | null): IHead | null {
  return found?.groups
    ? {
        name: found.groups.name,
        module: (found.groups.module ?? '').replace(/\.$/, ''),
        message: found.groups.message ?? '',
        ...(found.groups.message === undefined ? { bare: true } : {})
      }
    : null;
}

/**
 * The exception that `line` names, or null.
 *
 * @param line - without prefixes and without indentation
 * @param afterFrames - whether a traceback's frames end just above it
 */
export function parseExceptionLine(
  line: string,
  afterFrames: boolean
): IHead | null {
  const raised = RAISED.exec(line);
  // A bare class name on a line of its own is only telling after frames.
  if (raised && (afterFrames || raised.groups?.bare === undefined)) {
    return headOf(raised);
  }
  if (afterFrames) {
    return headOf(ANY.exec(line));
  }
  if (!/(?:Error|Exception)[:(]/.test(line)) {
    return null;
  }
  const glued = GLUED.exec(line);
  if (glued && !NOT_RAISED.test(line.slice(0, glued.index))) {
    return headOf(glued);
  }
  return parseRepr(line);
}

function parseRepr(line: string): IHead | null {
  const start = REPR.exec(line);
  if (
    !start?.groups ||
    /\b(?:raise|return) $/.test(line.slice(0, start.index))
  ) {
    return null;
  }
  const from = start.index + start[0].length;
  const end = line.lastIndexOf(start.groups.quote);
  return end < from
    ? null
    : {
        name: start.groups.name,
        module: start.groups.module.replace(/\.$/, ''),
        message: line.slice(from, end)
      };
}
