import type {
  IEntry,
  IFactsMatch,
  IFix,
  ILink,
  ISign,
  ITranslate,
  Values
} from '../diagnosis/types';
import { readdressed } from '../diagnosis/borrowed';
import { suitingFixes } from '../diagnosis/platform';
import { terminalFixes } from '../diagnosis/terminal';
import { packageOf } from '../shared/package-names';
import { pip } from './fix';
import { callingPackage } from './shared/code-owner';
import type { IReading } from '../incident/types';

/** The values that an entry reads, by the names that it declares. */
export type ValuesOf<Name extends string> = Readonly<
  Partial<Record<Name, string>>
>;

/** What one kind of a diagnosis says, filled with the values at hand. */
export interface IWords {
  /** The cause in at most 60 characters, without a full stop. */
  readonly title: string;
  /** What it means here: at most two sentences. */
  readonly cause: string;
  /** Best first. */
  readonly fixes: readonly IFix[];
  /** When it is *not* this kind; added to what holds for all. */
  readonly notThis?: readonly string[];
  /** Links for this kind; they stand before those that hold for all. */
  readonly links?: readonly ILink[];
}

/** Must read well with no values at all. */
type Words<Name extends string> = (
  trans: ITranslate,
  values: ValuesOf<Name>
) => IWords;

/** What is the same for all kinds. */
interface ICommon {
  readonly notThis?: readonly string[];
  readonly links?: readonly ILink[];
}

/** A sign that reads declared values only, and may name the kind. */
export type Sign<Name extends string, Kind extends string = never> = Omit<
  ISign,
  'read'
> & {
  /** Values beyond the pattern's groups, or instead of them. */
  readonly read?: (
    groups: Values,
    reading: IReading
  ) => ValuesOf<Name> & { readonly kind?: Kind };
};

/** One way in which a diagnosis shows. */
export interface IKind<Name extends string> {
  /** What tells it; left out where a sign of the entry names the kind. */
  readonly signs?: readonly Sign<Name>[];
  readonly words: Words<Name>;
}

/** What every entry has. */
interface IBase<Name extends string, Kind extends string> {
  /** `family/name`, also the path of its folder. Never changes. */
  readonly id: string;
  /** The error texts it answers to (or words people look up), best known first. */
  readonly answers: readonly string[];
  /** More general entries that say less when this one applies. */
  readonly refines?: readonly string[];
  /** The CUDA context is lost: later cells fail alike until a restart. */
  readonly sticky?: boolean;
  /** It concludes from sizes or types: likely, until the kernel tells the tensors. */
  readonly infers?: boolean;
  /**
   * What its words say with “often” or “usually” beside the cause, where cause
   * and fix hold whichever it is: such words leave it certain.
   */
  readonly beside?: RegExp;
  /** Reported at a later call than the one that failed. */
  readonly late?: boolean;
  /**
   * What is to be changed where a line of a package made the call that failed,
   * and none of the user's: the settings or the file that the package was given,
   * or its release. Stands before the fixes, and nothing is certain then.
   */
  readonly inPackage?: Owned;
  /** Names of the values that patterns and facts read and words use. */
  readonly values?: readonly Name[];
  /**
   * Signs that belong to no kind, or where one pattern decides it: `read` then
   * names the kind. They stand before the kinds' own.
   */
  readonly signs?: readonly Sign<NoInfer<Name>, NoInfer<Kind>>[];
  /**
   * Values that stand in no text, whichever sign tells the entry: what the
   * kernel knows of versions and devices. They go before those that are read.
   */
  known?(reading: IReading): ValuesOf<NoInfer<Name>>;
  /**
   * What the facts of a kernel's death, or of the living kernel that raised an
   * error, say for it. Those of a death decide where they are known: without
   * them its signs in the streams count for nothing.
   */
  facts?(reading: IReading): IFactsMatch | null;
  /** What holds for all kinds, where something does. */
  common?(trans: ITranslate, values: ValuesOf<NoInfer<Name>>): ICommon;
}

/** An entry that shows in one way. */
interface ISingle<Name extends string> extends IBase<Name, never> {
  readonly words: Words<NoInfer<Name>>;
  readonly kinds?: undefined;
}

/** An entry of several kinds. */
interface IKinds<Name extends string, Kind extends string> extends IBase<
  Name,
  Kind
> {
  /** The first is what the page says without a failure. */
  readonly kinds: Readonly<Record<Kind, IKind<NoInfer<Name>>>>;
  readonly words?: undefined;
}

/**
 * An entry of the catalogue, read at one place: each kind with the signs that
 * tell it and the words it says. Values pass from a pattern's named groups (or
 * a sign's `read`) to the words; only declared ones do, so that a misspelt name
 * does not compile, and a test refuses a group that nobody declared.
 *
 * @returns the entry as the engine takes it
 */
export function define<const Name extends string = never>(
  spec: ISingle<Name>
): IEntry;
export function define<
  const Name extends string = never,
  const Kind extends string = never
>(spec: IKinds<Name, Kind>): IEntry;
export function define(spec: ISingle<string> | IKinds<string, string>): IEntry {
  const {
    kinds,
    words,
    values = [],
    signs = [],
    common,
    known,
    inPackage,
    ...rest
  } = spec;
  const byKind = new Map(Object.entries(kinds ?? {}));
  const wordsOf = (kind: string | undefined): Words<string> => {
    const [first] = byKind.values();
    const known = kind === undefined ? undefined : byKind.get(kind);
    return words ?? (known ?? first).words;
  };
  return {
    ...rest,
    values: inPackage ? [...values, OWNER] : values,
    kinds: [...byKind.keys()],
    signs: [
      ...signs.map(sign => withDeclared(sign, values)),
      ...[...byKind].flatMap(([kind, own]) =>
        (own.signs ?? []).map(sign => withDeclared(sign, values, kind))
      )
    ]
      .map(sign => (known ? withKnown(sign, known) : sign))
      .map(sign => (inPackage ? byOwner(sign, inPackage) : sign)),
    page: (trans, read) => {
      const said = wordsOf(read.kind)(trans, read);
      const shared = common?.(trans, read) ?? {};
      const fixes = [
        ...(inPackage && read[OWNER]
          ? [ownerFix(trans, inPackage, read[OWNER])]
          : []),
        ...said.fixes
      ];
      return {
        title: said.title,
        cause: said.cause,
        fixes: readdressed(
          suitingFixes(
            read.terminal ? terminalFixes(fixes) : fixes,
            read.platform,
            read.pythonMinor
          ),
          read.borrowed,
          trans
        ),
        notThis: [...(said.notThis ?? []), ...(shared.notThis ?? [])],
        links: [...(said.links ?? []), ...(shared.links ?? [])]
      };
    }
  };
}

/** What a package was given that did not do, or that it is too old. */
type Owned = 'file' | 'settings' | 'update';

/** The package whose line made the call that failed. */
const OWNER = 'owner';

/** Packages that load into a class of the user's, or say themselves what to do. */
const LOADS_FOR_OTHERS =
  /^(?:transformers|peft|accelerate|diffusers|(?:pytorch_)?lightning\w{0,10}|fastai)$/;

/** The package that has to do with it, in place of the user's own line. */
function ownerOf(reading: IReading, owned: Owned): string | undefined {
  const owner = callingPackage(reading);
  return owned === 'file' && LOADS_FOR_OTHERS.test(owner ?? '')
    ? undefined
    : owner;
}

/** `sign` with the package whose line it is: then it is less sure. */
function byOwner(sign: ISign, owned: Owned): ISign {
  const owner = (reading: IReading) => ownerOf(reading, owned);
  return {
    ...withKnown(sign, reading => ({ [OWNER]: owner(reading) })),
    confidence:
      sign.confidence ??
      (reading => (owner(reading) === undefined ? 'certain' : 'likely'))
  };
}

/** What to do before anything else where a line of a package failed. */
function ownerFix(trans: ITranslate, owned: Owned, owner: string): IFix {
  switch (owned) {
    case 'settings':
      return {
        safety: 'check',
        title: trans.__('%1 makes this call: see what you give it', owner),
        detail: trans.__(
          'The line that failed is none of yours. What it uses comes from the arguments, the configuration or the data that your own line gives it.'
        )
      };
    case 'file':
      return {
        safety: 'check',
        title: trans.__('%1 loads it: give it a file that fits', owner),
        detail: trans.__(
          'The line that failed is none of yours. Name the model that the file was saved from, or take the release of the package that saved it.'
        )
      };
    case 'update':
      return pip({
        title: trans.__('Update %1, whose line it is, then restart', owner),
        line: `%pip install --upgrade ${packageOf(owner)}`,
        isInUse: true
      });
  }
}

/** `sign` with values from elsewhere, where there are any. */
function withKnown(sign: ISign, known: (reading: IReading) => Values): ISign {
  return {
    ...sign,
    read: (groups, reading) => ({
      ...sign.read?.(groups, reading),
      ...Object.fromEntries(
        Object.entries(known(reading)).filter(
          ([, value]) => value !== undefined
        )
      )
    })
  };
}

/** The names of a pattern's groups. */
function groupsOf({ source }: RegExp): string[] {
  return [...source.matchAll(/\(\?<([a-z]\w*)>/gi)].map(([, name]) => name);
}

/**
 * `sign` with a `read` that gives the values of its kind. Groups that nobody
 * declared are the sign's own: its `read` has made something of them.
 */
function withDeclared(
  sign: Sign<string, string>,
  declared: readonly string[],
  kind?: string
): ISign {
  const hidden = groupsOf(sign.pattern).filter(
    name => !declared.includes(name)
  );
  if (hidden.length === 0 && kind === undefined) {
    return sign;
  }
  return {
    ...sign,
    read: (groups, reading) => ({
      ...Object.fromEntries(hidden.map(name => [name, undefined])),
      ...(kind === undefined ? {} : { kind }),
      ...sign.read?.(groups, reading)
    })
  };
}
