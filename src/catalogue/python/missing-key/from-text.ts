import type { IReading } from '../../../incident/types';
import { failedLine, passedThrough } from '../../predicates';
import { isBatch } from '../../shared/batches';

/** How a line names what is asked for a key: `batch` of `batch['label']`. */
const ASKED =
  /(?<![\w.\])])(?<held>[A-Z_][\w.]{0,60}) ?\[ ?["'](?<key>[^"'\]]{1,60})["'] ?\]/gi;

/** What the failed line of the user's own asks for the key, if that is one thing. */
export function containerOf(
  key: string | undefined,
  reading: IReading
): string | undefined {
  const found = [...failedLine(reading).matchAll(ASKED)].flatMap(
    ({ groups }) =>
      `'${groups?.key ?? ''}'` === key ? [groups?.held ?? ''] : []
  );
  return new Set(found).size === 1 ? found[0] : undefined;
}

/** Whether pandas looked for a column or a row. */
export function isOfPandas(reading: IReading): boolean {
  return passedThrough(reading, /[\\/]pandas[\\/](?:core|_libs)[\\/]/);
}

/** Whether it was looked for among the environment's variables. */
export function isOfEnvironment(reading: IReading): boolean {
  return (
    passedThrough(reading, /(?:[\\/]|^<frozen )os(?:\.py|>)$/) ||
    /\bos\.environ\[/.test(failedLine(reading))
  );
}

/** The names that a message lists: `['text', 'labels']`. */
export function listed(names: string | undefined): readonly string[] {
  return [...(names ?? '').matchAll(/["'](?<name>[^"']{1,60})["']/g)].map(
    ([, name]) => name
  );
}

/** The one name that holds the other, or is held by it: `labels` for `label`. */
export function likest(
  key: string,
  names: readonly string[]
): string | undefined {
  const bare = (name: string) => name.toLowerCase().replace(/[\W_]/g, '');
  const found = names.filter(name => {
    const [one, other] = [bare(name), bare(key)];
    return (
      one.length > 2 &&
      other.length > 2 &&
      (one.includes(other) || other.includes(one))
    );
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Libraries whose calls take the name of one of their models. */
const OF_MODELS =
  /(?<![\w.])(?<call>TTS|ModelManager|whisper\.load_model|whisperx\.load_model|timm\.create_model|open_clip\.create_model\w{0,20}|clip\.load|segmentation_models_pytorch\.\w{1,20}|esm\.pretrained\.\w{1,40})\( ?["'](?<given>[^"'\n]{1,120})["']/;

/**
 * The library that was asked for one of its models, where the missing key is the
 * end of the name that the line writes out.
 */
export function unlistedIn(reading: IReading): string | undefined {
  const { exceptions, incident } = reading;
  const key = /^'(?<key>[\w.-]{3,60})'$/.exec(exceptions[0]?.message ?? '')
    ?.groups?.key;
  const { call, given } =
    OF_MODELS.exec(`${failedLine(reading)}\n${incident.source}`)?.groups ?? {};
  return key && given?.split('/').includes(key)
    ? call.split('.')[0].replace('ModelManager', 'TTS')
    : undefined;
}

/** A configuration, by the names that programs give it, and the keys on the way. */
const OF_CONFIG =
  /(?<![\w.])(?<held>(?:self\.)?_?(?:\w{1,20}_)?(?:cfg|conf|configs?|configuration|opts?|options|h?params|hyp|settings))(?<path>(?:\[["'][\w.-]{1,40}["']\]){0,3})\[(?<quote>["'])(?<key>[\w.-]{1,60})\k<quote>\]/g;

/** What a call gives that reads or completes a configuration. */
const READ_CONFIG =
  /\b(?:conf|cfg|config|yaml)\w{0,20}\.\w{1,30}\(.{1,100}\)\[["'](?<key>[\w.-]{1,60})["']\]/;

/** The configuration that the failed line asks for the key, with the keys on the way. */
export function configAsked(
  key: string | undefined,
  reading: IReading
): { readonly container?: string; readonly given?: string } | undefined {
  const line = failedLine(reading);
  const found = [...line.matchAll(OF_CONFIG)].find(
    ({ groups }) => `'${groups?.key ?? ''}'` === key
  )?.groups;
  if (found) {
    const way = listed(found.path);
    const [, bare = ''] = /^'(.{1,60})'$/.exec(key ?? '') ?? [];
    return {
      container: `${found.held}${found.path}`,
      given: [...way, bare]
        .map((one, depth) => `${'  '.repeat(depth)}${one}:`)
        .join('\n')
    };
  }
  return `'${READ_CONFIG.exec(line)?.groups?.key ?? ''}'` === key
    ? {}
    : undefined;
}

/** The batch of a loader that the failed line asks for the key, by its name. */
export function batchAsked(
  key: string | undefined,
  reading: IReading
): string | undefined {
  const held = containerOf(key, reading);
  return held !== undefined && isBatch(held, reading) ? held : undefined;
}

/** What transformers and datasets call the targets, and what people do. */
const TWINS: ReadonlyMap<string, string> = new Map([
  ["'labels'", "'label'"],
  ["'label'", "'labels'"]
]);

/** The other name of the targets; undefined for any other key. */
export function twinOf(key: string | undefined): string | undefined {
  return TWINS.get(key ?? '');
}
