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
    values,
    kinds: [...byKind.keys()],
    signs: [
      ...signs.map(sign => withDeclared(sign, values)),
      ...[...byKind].flatMap(([kind, own]) =>
        (own.signs ?? []).map(sign => withDeclared(sign, values, kind))
      )
    ].map(sign => (known ? withKnown(sign, known) : sign)),
    page: (trans, read) => {
      const said = wordsOf(read.kind)(trans, read);
      const shared = common?.(trans, read) ?? {};
      return {
        title: said.title,
        cause: said.cause,
        fixes: readdressed(
          suitingFixes(said.fixes, read.platform, read.pythonMinor),
          read.borrowed,
          trans
        ),
        notThis: [...(said.notThis ?? []), ...(shared.notThis ?? [])],
        links: [...(said.links ?? []), ...(shared.links ?? [])]
      };
    }
  };
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
