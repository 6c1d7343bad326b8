/**
 * What happened, as plain data. Nothing here knows JupyterLab or a diagnosis.
 */
import type { IDeath } from './death/death';
import type { IHeld } from './held';
import type { LiveFacts } from './live-facts';
import type { ILineFacts } from './live-line';
import type { IMachine } from './machine';
import type { IOwnFile } from './own-files';
import type { ISavedCells, ISavedName } from './saved';
import type { IStack } from './stack';
import type { ITensorTable } from './tensors';
import type { IWeights } from './weights';

/** A failed cell, a kernel that died, or a text that somebody pasted. */
export type IncidentKind = 'cell' | 'kernel' | 'text';

/**
 * One failure with everything that was seen of it. Never changed once made.
 *
 * All texts are as the kernel printed them, bounded by `bound` (head and tail
 * are kept); they are untrusted. A program's are without the errors that it had
 * handled.
 */
export interface IIncident {
  readonly kind: IncidentKind;
  /** Bare class name of the exception, `''` when there is none. */
  readonly ename: string;
  /** The exception's message, possibly of many lines. */
  readonly evalue: string;
  /** The traceback's lines joined by `\n`, ANSI colours included. */
  readonly traceback: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Source of the failed cell, `''` when it is not known. */
  readonly source: string;
  /** What the notebook's cells import, a line each, where it is known. */
  readonly imports?: string;
  /** For a kernel that died: what is known of its end. */
  readonly death?: IDeath;
  /** For a worker's failure: what the machine allows and uses. */
  readonly machine?: IMachine;
  /** What the kernel that raised it still knew of it, where it was asked. */
  readonly live?: LiveFacts;
  /** Of a name, where only the file tells of it: what the cells around show. */
  readonly saved?: ISavedName;
  /** The notebook's cells around it, where one of them imports torch. */
  readonly around?: ISavedCells;
  /** Where no entry knows it: what was at hand at the line that raised it. */
  readonly line?: ILineFacts;
  /** Where memory ran out: which variables held it, now and at the failure. */
  readonly held?: { readonly now: IHeld; readonly before: IHeld };
  /** The tensors of the call that failed, where the kernel told of them. */
  readonly tensors?: ITensorTable;
  /** The user's own files that it went through, where the kernel told of them. */
  readonly files?: readonly IOwnFile[];
  /** Where builds and versions matter: torch's, the driver, packages. */
  readonly stack?: IStack;
  /** Where a checkpoint does not fit: its keys and the model's. */
  readonly weights?: IWeights;
  /** Where not the cell failed, but a program that it ran. */
  readonly program?: IProgram;
}

/** A program that a cell ran (`!python train.py`), and that failed. */
export interface IProgram {
  /** Line of the cell that runs it, from 1; null where several run one. */
  readonly line: number | null;
  /**
   * The exception it failed with, behind a launcher's that of the first process
   * to fail: bare class name, and the message's first line.
   */
  readonly ename: string;
  readonly evalue: string;
}

/** Where a frame's code lives. */
export type FramePlace = 'cell' | 'user' | 'library';

/** One line of a traceback: a call that was under way. */
export interface IFrame {
  readonly place: FramePlace;
  /** Path as printed; for a cell what stood in its place (`Cell In[3]`). */
  readonly file: string;
  /** Line number in that file or cell, from 1; 0 when it was not printed. */
  readonly line: number;
  /** Function name, `''` at module level. */
  readonly func: string;
  /** The quoted source line, trimmed; `''` when it was not printed. */
  readonly code: string;
  /** The prompt number of a cell frame (`In[3]`), when printed. */
  readonly executionCount?: number;
}

/**
 * How an exception hangs together with the one listed before it.
 *
 * - `cause`: `raise … from …`, the earlier one is the reason;
 * - `context`: raised while the earlier one was being handled;
 * - `wrapped`: the earlier text is a wrapper that quotes this one (a worker
 *   process, a rank, a remote task);
 * - `none`: the first, or independent.
 */
export type ExceptionLink = 'cause' | 'context' | 'wrapped' | 'none';

/** One exception of a chain, as printed. */
export interface IRaised {
  readonly name: string;
  /** Module of the class (`torch.cuda`), when it was printed. */
  readonly module?: string;
  readonly message: string;
  /** Outermost call first, as Python prints them. */
  readonly frames: readonly IFrame[];
  readonly link: ExceptionLink;
  /** The rank that printed it, when the log says so. */
  readonly rank?: string;
  /** The engines of ipyparallel that raised it. */
  readonly engines?: readonly string[];
}

/**
 * A failed device-side assertion, repeats folded.
 * Format: CUDA programming guide, "Assertion".
 */
export interface IAssertion {
  /** The condition between the quotes. */
  readonly expression: string;
  /** Base name of the source file, `''` when not printed. */
  readonly file: string;
  readonly line: number;
  /** The kernel's name, `''` when not printed. */
  readonly func: string;
  /** How many lines said the same; each stands for one GPU thread. */
  readonly count: number;
  /** The first of those lines, as printed. */
  readonly text: string;
  readonly rank?: string;
}

/** An incident made ready for matching. */
export interface IReading {
  readonly incident: IIncident;
  /** The most causal first: the inner error before its wrapper. */
  readonly exceptions: readonly IRaised[];
  /** In the order they were printed, the first failing rank first. */
  readonly assertions: readonly IAssertion[];
  /** Streams (or the pasted text) cleaned, white space folded. */
  readonly log: string;
  /** The same, each on its own and with its line ends; a text is `stderr`. */
  readonly streams: { readonly stderr: string; readonly stdout: string };
  /** Source of the failed cell and the source lines quoted in frames. */
  readonly code: string;
  /**
   * Another framework raised it. Its lines are no part of the rest, unless the
   * kernel tells of the failure.
   */
  readonly foreign: boolean;
  /** Whether any of the texts holds this (case matters). */
  mentions(text: string): boolean;
}
