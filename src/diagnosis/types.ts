import type { Edit } from '../code/types';
import type { IFrame, IReading } from '../incident/types';

/**
 * The two calls of JupyterLab's `TranslationBundle` that the pure core needs,
 * so that it runs without JupyterLab.
 */
export interface ITranslate {
  /** Translate `msgid`, then put the arguments in the places `%1`, `%2` … */
  __(msgid: string, ...args: any[]): string;
  /** Singular or plural by `n`, which is also `%1`. */
  _n(msgid: string, plural: string, n: number, ...args: any[]): string;
}

/** What was read from the evidence (labels, sizes, devices), by name. */
export type Values = Readonly<Record<string, string | undefined>>;

/** How sure a finding is. The text alone proves it, speaks for it, or allows it. */
export type Confidence = 'certain' | 'likely' | 'possible';

/**
 * How safe a fix is: `safe` changes nothing that worked, `check` must be read
 * first, `diagnostic` does not mend, it only tells.
 */
export type Safety = 'safe' | 'check' | 'diagnostic';

/**
 * What a press can do that is no change of code. Nothing of it happens before
 * it was shown.
 *
 * - `install`: run `line`, a `%pip install` of exact distributions, in a cell of
 *   its own above the failed one. `isInUse`: the kernel may have imported what
 *   it replaces, so that it counts after a restart;
 * - `environment`: set variables in a cell of its own at the top, and in the
 *   process of a restart, before anything is imported;
 * - `restart`: run what the failed cell needs in a new process.
 */
export type Action =
  | {
      readonly kind: 'install';
      readonly line: string;
      readonly isInUse?: boolean;
    }
  | {
      readonly kind: 'environment';
      readonly variables: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'restart' };

/** One thing to do. */
export interface IFix {
  readonly safety: Safety;
  /** What to do, one line. */
  readonly title: string;
  /** Why, or what to look at; one or two sentences. */
  readonly detail?: string;
  /** Code to copy, Python unless it starts with `$ ` (a shell command). */
  readonly code?: string;
  /**
   * It prints at the line that failed, or rewrites it: not said where that is a
   * line of a package or a plugin.
   */
  readonly ofLine?: boolean;
  /** The same as a change of the code that failed, where that can be found. */
  readonly edit?: Edit;
  /** That change wherever the notebook writes the same. */
  readonly editAll?: Edit;
  /** The same as something to press, where it is no change of code. */
  readonly action?: Action;
}

/** A link to a primary source. */
export interface ILink {
  readonly title: string;
  /** `https:` only. */
  readonly url: string;
}

/** The words of an entry, translated and filled with the values at hand. */
export interface IPage {
  /** The cause in at most 60 characters, without a full stop. */
  readonly title: string;
  /** What it means here: at most two sentences. */
  readonly cause: string;
  /** Best first. */
  readonly fixes: readonly IFix[];
  /** When it is *not* this: one sentence each. */
  readonly notThis: readonly string[];
  readonly links: readonly ILink[];
}

/** Where a sign is looked for. */
export type Where = 'assertion' | 'message' | 'log';

/**
 * One way to tell a diagnosis.
 *
 * Patterns see text with every run of white space (line ends included) folded
 * to one blank, without colours, prompts and rank prefixes: write `\s` as a
 * plain blank. They must be linear (`eslint-plugin-regexp`, `recheck`).
 */
export interface ISign {
  readonly where: Where;
  /** Named groups become values of the same name. */
  readonly pattern: RegExp;
  /** `message`: the exception's class must match too. */
  readonly ename?: RegExp;
  /** `assertion`: the source file's base name must match too. */
  readonly file?: RegExp;
  /** `log`: a fatal line beats an exception's message, a remark does not. */
  readonly fatal?: boolean;
  /** Further conditions on the whole failure. */
  readonly when?: (reading: IReading) => boolean;
  /**
   * Whether what the pattern read decides anything: silence where it does not.
   * Of a message that stands alone it is not asked.
   */
  readonly tells?: (groups: Values, reading: IReading) => boolean;
  /** `certain` when left out; of the whole failure where that decides it. */
  readonly confidence?: Confidence | ((reading: IReading) => Confidence);
  /** Values beyond the pattern's groups, or instead of them. */
  readonly read?: (groups: Values, reading: IReading) => Values;
}

/** What facts, rather than a text, say for an entry. */
export interface IFactsMatch {
  readonly confidence: Confidence;
  /** At least one piece. */
  readonly evidence: readonly IEvidence[];
  readonly values: Values;
}

/** One known cause: a page of the catalogue. */
export interface IEntry {
  /** `family/name`, also the path of its file. Never changes. */
  readonly id: string;
  /** The error texts it answers to (or words people look up), best known first. */
  readonly answers: readonly string[];
  /** More general entries that say less when this one applies. */
  readonly refines?: readonly string[];
  /** The CUDA context is lost: later cells fail alike until a restart. */
  readonly sticky?: boolean;
  /** Reported at a later call than the one that failed. */
  readonly late?: boolean;
  /**
   * It concludes from sizes or types which of two is to blame: at most likely,
   * as long as the kernel has not told the tensors. In six samples of the field
   * 18 of 44 such findings misled, and 13 of 256 others.
   */
  readonly infers?: boolean;
  /** Words of its texts that hedge beside the cause, and so cost no certainty. */
  readonly beside?: RegExp;
  /** The ways in which it shows, the usual one first; none where there is one. */
  readonly kinds: readonly string[];
  /** The names of the values that its words use. */
  readonly values: readonly string[];
  /** Empty for a topic, which no error announces. */
  readonly signs: readonly ISign[];
  /**
   * What the facts of a kernel's death, or of the living kernel that raised an
   * error, say for it. Those of a death decide where they are known: without
   * them its signs in the streams count for nothing.
   */
  facts?(reading: IReading): IFactsMatch | null;
  /** The words. Must read well with no values at all. */
  page(trans: ITranslate, values: Values): IPage;
}

/** One exact piece that supports a finding. */
export interface IEvidence {
  /**
   * `message`, `assertion`, `stderr`, `stdout`, `text`, `frame` or `source`;
   * of a kernel's death `exit-status`, `black-box`, `kill-counter`,
   * `system-log` or `children`; `kernel` for what a living one told.
   */
  readonly where: string;
  /** As printed (colours removed). */
  readonly text: string;
  /** How often, when more than once. */
  readonly count?: number;
  /** For `frame`: the frame itself, so that one can jump there. */
  readonly frame?: IFrame;
}

/** A diagnosis matched to an incident. */
export interface IFinding {
  readonly id: string;
  readonly entry: IEntry;
  readonly confidence: Confidence;
  readonly evidence: readonly IEvidence[];
  readonly values: Values;
}

/** A finding as plain data, which crosses from a worker to the page. */
export type FindingData = Omit<IFinding, 'entry'>;
