/** What the name given to from_pretrained() is, by its looks. */
export type Place = 'cache' | 'hub' | 'path' | 'unclear';

/** The folder that the Hub's cache keeps a model in: `models--org--name`. */
const CACHED =
  /[\\/]models--(?<model>[\w.-]{1,200})(?<snapshot>[\\/]snapshots[\\/][0-9a-f]{6,64})?[\\/]{0,2}$/;

const PATH = /^(?:[./~\\]|[a-z]:)|\\|\/.{0,200}\/|\/$/i;

/** What people and Trainer call folders of their own. */
const OWN =
  /(?:^|[\W_])(?:checkpoints?|ckpt|outputs?|results?|runs?|saved?|final|best|my|local|fine-?tuned?|trained)(?=$|[\W_])/i;

/** Models that the Hub has under a name without an organisation. */
const KNOWN =
  /^(?:albert|bart|bert|camembert|ctrl|distil\w{2,10}|gpt2|openai-gpt|roberta|t5|transfo-xl|xlm|xlnet)(?:-[\w-]{1,60})?$/;

/** Where from_pretrained() would look for such a name. */
export function placeOf(name: string | undefined): Place {
  if (name === undefined) {
    return 'unclear';
  }
  if (CACHED.test(name)) {
    return 'cache';
  }
  if (PATH.test(name)) {
    return 'path';
  }
  if (OWN.test(name)) {
    return 'unclear';
  }
  return KNOWN.test(name) || /^[\w.-]{2,60}\/[\w.-]{2,90}$/.test(name)
    ? 'hub'
    : 'unclear';
}

/** The name on the Hub of a folder in its cache, and whether it names a snapshot. */
export function cachedModel(
  name: string
): { readonly model: string; readonly isSnapshot: boolean } | undefined {
  const { model, snapshot } = CACHED.exec(name)?.groups ?? {};
  return model === undefined
    ? undefined
    : { model: model.replace('--', '/'), isSnapshot: snapshot !== undefined };
}
