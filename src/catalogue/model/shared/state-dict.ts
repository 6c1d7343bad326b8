import { foldedMessage } from '../../../diagnosis/folded-message';
import { memoize } from '../../../shared/memoize';
import type { ISign, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { nothingRaised } from '../../predicates';
import { onlyWarned } from '../../shared/remark';

/** A weight that has another shape in the checkpoint than in the model. */
export interface ISizes {
  readonly name: string;
  readonly inFile: string;
  readonly inModel: string;
}

/** What `load_state_dict` complained of. Long lists were cut. */
export interface IStateDict {
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
  readonly sizes: readonly ISizes[];
}

/** Lines are cut at the underscore, and people write it as a blank. */
const DICT = String.raw`in (?:source )?state[ _]{1,2}dict`;

/** `key(s)`, `keys`, or one key by its name. */
const KEYS = String.raw`keys?(?:\(s\)| ["'][^"']{0,300}["']| \w[\w.:/-]{0,300})?`;

/** What the heads of the lists look like, and lines on single keys. */
export const MISSING = new RegExp(`[Mm]issing ${KEYS} ${DICT}`);
export const UNEXPECTED = new RegExp(`[Uu]nexpected ${KEYS} ${DICT}`);
/** A whole list; torch up to 0.3 stopped at its first key, and named that alone. */
export const UNEXPECTED_LIST = new RegExp(
  String.raw`[Uu]nexpected keys?(?:\(s\))? ${DICT}`
);
export const UNEXPECTED_ONE = new RegExp(
  String.raw`[Uu]nexpected key (?:["'][^"']{0,300}["']|\w[\w.:/-]{0,300}) ${DICT}`
);
export const EITHER = new RegExp(
  `(?:[Mm]issing|[Uu]nexpected) ${KEYS} ${DICT}`
);

/**
 * Where a list begins. torch says `Missing key(s) in state_dict:`, up to 0.3
 * `missing keys in state_dict:`, MMCV `missing keys in source state_dict:`.
 */
const LIST = new RegExp(
  String.raw`(?<missing>[Mm]issing keys?(?:\(s\))? ${DICT}|(?:were|with|led to) missing keys\b)|(?<unexpected>[Uu]nexpected keys?(?:\(s\))? ${DICT}|(?:were|with|led to) unexpected keys\b)|size mismatch for|While copying the parameter|Unexpected running stats buffer`,
  'g'
);

/** A name in quotes; people shorten the last one: `"module. ..."`. */
const KEY = /["'](?<key>[\w.:/-]{1,300})(?=["']| ?(?:\.\.\.|…))/g;

/** MMCV prints no quotes. */
const BARE_KEY = /(?<=[:,] )(?<key>\w[\w.:/-]{0,300})(?=,|\s|$)/g;

/** `KeyError: 'unexpected key "x" in state_dict'`, torch up to 0.3. */
const SINGLE = new RegExp(
  String.raw`(?:(?<missing>[Mm])issing|[Uu]nexpected) key (?=["']|\w{1,100}\.)["']?(?<key>[\w.:/-]{1,300})["']? ${DICT}`,
  'g'
);

const SIZE =
  /size mismatch for (?<name>[\w.:/-]{1,300}): copying a param (?:with shape|of) (?:torch\.Size\()?(?<inFile>[[(][\d, ]{0,60}[\])])\)? from checkpoint, (?:the shape in current model is|where the shape is) (?:torch\.Size\()?(?<inModel>[[(][\d, ]{0,60}[\])])/g;

/** torch up to 0.3, and when the copy itself fails. */
const COPYING =
  /parameter named (?<name>[\w.:/'"-]{1,300}), whose dimensions in the model are (?:torch\.Size\()?(?<inModel>[[(][\d, ]{0,60}[\])])\)? and whose dimensions in the checkpoint are (?:torch\.Size\()?(?<inFile>[[(][\d, ]{0,60}[\])])/g;

function keysIn(text: string): string[] {
  const quoted = Array.from(
    text.matchAll(KEY),
    ({ groups }) => groups?.key ?? ''
  );
  return quoted.length > 0
    ? quoted
    : Array.from(text.matchAll(BARE_KEY), ({ groups }) => groups?.key ?? '');
}

function sizesIn(text: string): ISizes[] {
  return [...text.matchAll(SIZE), ...text.matchAll(COPYING)].map(
    ({ groups = {} }) => ({
      name: groups.name.replace(/["']/g, ''),
      inFile: groups.inFile,
      inModel: groups.inModel
    })
  );
}

/** What a text of `load_state_dict` complains of. */
export function parseStateDict(text: string): IStateDict {
  const lists = [...text.matchAll(LIST)];
  const missing: string[] = [];
  const unexpected: string[] = [];
  lists.forEach((list, at) => {
    const keys = keysIn(text.slice(list.index, lists[at + 1]?.index));
    if (list.groups?.missing) {
      missing.push(...keys);
    } else if (list.groups?.unexpected) {
      unexpected.push(...keys);
    }
  });
  // The head was cut off: what stands before the unexpected keys is missing.
  if (lists[0]?.groups?.unexpected && /^.{0,200}Error\(s\)/.test(text)) {
    missing.push(...keysIn(text.slice(0, lists[0].index)));
  }
  for (const { groups } of text.matchAll(SINGLE)) {
    (groups?.missing ? missing : unexpected).push(groups?.key ?? '');
  }
  return { missing, unexpected, sizes: sizesIn(text) };
}

/** Whether the text names no key and no shape: it was cut. */
export function isEmpty({ missing, unexpected, sizes }: IStateDict): boolean {
  return missing.length + unexpected.length + sizes.length === 0;
}

/** What `load_state_dict` complained of in this failure; empty if of nothing. */
export const stateDictOf = memoize(
  ({ exceptions, log }: IReading): IStateDict => {
    const raised = exceptions
      .map(foldedMessage)
      .find(text =>
        /state[ _]{1,2}dict|size mismatch for|copying the param/.test(text)
      );
    const parsed = parseStateDict(raised ?? log);
    // A client that keeps the first line only: the lists stand in the stream.
    return raised !== undefined && isEmpty(parsed)
      ? parseStateDict(log)
      : parsed;
  }
);

/** Whether nearly all keys are counters of BatchNorm, new in torch 0.4.1. */
export function onlyCounters({ missing, unexpected }: IStateDict): boolean {
  const keys = [...missing, ...unexpected];
  const counters = keys.filter(key => key.endsWith('num_batches_tracked'));
  return counters.length > 0 && counters.length >= 0.8 * keys.length;
}

/** `missing key: bn1.num_batches_tracked`, a line for each key. */
const LOGGED =
  /\b(?:missing|unexpected) keys?: ?["']?(?<key>[a-z][\w.]{0,300})/gi;

/**
 * Whether the log alone tells of keys, and nearly all of them are counters: a
 * line for each, or a piece of the list without its head.
 */
export function onlyCountersLogged(reading: IReading): boolean {
  const end = reading.log.slice(-20_000);
  const lines = Array.from(
    end.matchAll(LOGGED),
    ({ groups }) => groups?.key ?? ''
  );
  const keys = lines.length > 0 ? lines : keysIn(end);
  // The log holds its lines twice where a terminal cut them: whole, and cut.
  const missing = keys.filter(
    key => !keys.some(other => other !== key && other.startsWith(key))
  );
  return (
    nothingRaised(reading) &&
    onlyCounters({ missing, unexpected: [], sizes: [] })
  );
}

/** At most three names, the rest as dots. */
function some(keys: readonly string[]): string | undefined {
  return keys.length === 0
    ? undefined
    : `${keys.slice(0, 3).join(', ')}${keys.length > 3 ? ' …' : ''}`;
}

/** `position_ids` of `embeddings.position_ids`. */
export function lastPart(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1);
}

/** The first names of what the checkpoint lacks. */
export function missingNames(
  _: Values,
  reading: IReading
): { missing?: string } {
  return { missing: some(stateDictOf(reading).missing) };
}

/** The first names of what the checkpoint has and the model has not. */
export function unexpectedNames(
  _: Values,
  reading: IReading
): { unexpected?: string } {
  return { unexpected: some(stateDictOf(reading).unexpected) };
}

/**
 * The warning of transformers' Trainer, ms-swift and diffusers' adapters, which
 * then go on: it explains no exception that follows.
 */
export function warnedOf(
  word: 'missing' | 'unexpected',
  read: ISign['read']
): ISign {
  return {
    where: 'log',
    pattern: new RegExp(
      `were ${word} keys in the checkpoint model loaded|[Ll]oad state dict with ${word} keys|state_dict led to ${word} keys`
    ),
    when: onlyWarned,
    confidence: 'likely',
    read
  };
}

/**
 * Signs on what `load_state_dict` complained of.
 *
 * @param pattern - the part of the text to show as evidence
 */
export function stateDictSigns(
  pattern: RegExp,
  when: (parsed: IStateDict) => boolean,
  more: Pick<ISign, 'confidence' | 'read'> = {}
): ISign[] {
  const sign = {
    pattern,
    when: (reading: IReading) => when(stateDictOf(reading)),
    ...more
  };
  return [
    { where: 'message', ...sign },
    { where: 'log', ...sign }
  ];
}
