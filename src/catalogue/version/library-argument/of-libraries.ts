/** Which argument or member of which library a message speaks of. */
import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import { memoize } from '../../../shared/memoize';
import { printedText } from '../../predicates';
import { callingPackage } from '../../shared/code-owner';
import { versionOf } from '../../shared/stack';
import { changesOf, type IChange } from '../shared/arguments';
import { isSince } from '../shared/releases';

const KEYWORD =
  /(?<![\w.])(?<call>[A-Za-z_][\w.]{0,120})\(\) got an unexpected keyword argument ["'](?<name>\w{1,80})["']/;

const MEMBER =
  /(?:^|[\s:])(?:type object )?["'](?<type>[A-Z]\w{1,80})["'](?: object)? has no attribute ["'](?<name>\w{1,80})["']/;

/** transformers/tokenization_utils_base.py, `__getattr__`: words of no other library. */
const OF_TOKENIZER =
  /(?:^|[\s:])(?<type>[A-Z]\w{1,60}Tokenizer(?:Fast)?) has no attribute (?<name>\w{1,80})/;

/** What Python, or the class itself, says of either. */
export const REFUSED: readonly RegExp[] = [KEYWORD, MEMBER, OF_TOKENIZER];

/** Classes that have what another one has, by their names. */
const KINDS_OF: readonly (readonly [pattern: RegExp, owner: string])[] = [
  [/\wTokenizer(?:Fast)?$/, 'PreTrainedTokenizerBase'],
  [/\wTokenizer$/, 'PreTrainedTokenizer'],
  [/\wTrainer$/, 'Trainer'],
  [/\wTrainingArguments$/, 'TrainingArguments'],
  [/\wPipeline$/, 'DiffusionPipeline'],
  [
    /\w(?:ForCausalLM|ForConditionalGeneration|For\w{1,20}Classification|Model)$/,
    'PreTrainedModel'
  ],
  [/\wConfig$/, 'PretrainedConfig'],
  [/^(?:Dynamic|Static|Hybrid|Quantized)Cache$/, 'Cache']
];

/** What no class but those of transformers has: any class may inherit it. */
const INHERITED =
  /^(?:_extract_past_from_model_output|get_head_mask|_convert_head_mask_to_5d|_tie_or_clone_weights)$/;

/** The names under which a library is imported, or spoken of. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  facexlib: ['face_helper'],
  pytorch_lightning: ['lightning'],
  segmentation_models_pytorch: ['segmentation_models'],
  stable_baselines3: ['stable-baselines3'],
  torch_geometric: ['torch-geometric', 'pyg']
};

/** Arguments that so many functions have that the name alone tells nothing. */
const PLAIN =
  /^(?:\w{1,4}|batch_?size|channels|closure|criterion|data(?:set)?|depth|dropout|epochs?|func(?:tion)?|hidden_\w+|index|input\w*|kernel_size|kwargs|label\w*|layers|learning_rate|length|logger|loss\w*|max_length|method|metrics?|model\w*|num_\w+|optimizer|options|output\w*|padding|params|position|prefix|random_state|reduction|result|scale|shuffle|spatial_dims|steps?|stride|target\w*|tokenizer|train\w*|transform\w*|verbose|version|weights?|width|height)$/;

const EXEMPT = /^(?:gpus|verbose|weights)$/;

function namesOf(library: string): readonly string[] {
  return [library, ...(ownValue(ALIASES, library) ?? [])];
}

/** Names that are words of other code, too: an import or a path must hold them. */
const WORDS = /^(?:accelerate|datasets|evaluate|lightning)$/;

function isNamed(library: string, reading: IReading): boolean {
  const { imports = '' } = reading.incident;
  const text = printedText(reading);
  return namesOf(library).some(name =>
    WORDS.test(name)
      ? [
          `import ${name}`,
          `from ${name}`,
          `packages/${name}/`,
          `packages\\${name}\\`
        ].some(form => text.includes(form) || imports.includes(form))
      : reading.mentions(name) || imports.includes(name)
  );
}

/** Classes of the user's own end so as well. */
const USUAL_ENDS = /(?:Model|Config|Trainer|Pipeline|Classification)$/;

/** The installed release can be one without it. */
function canLack(one: IChange, reading: IReading): boolean {
  const installed = versionOf(reading, one.library);
  // Releases are read one for each minor version: it went with the first of it.
  const first =
    one.change === 'gone'
      ? one.after.split('.').slice(0, 2).join('.')
      : one.after;
  return (
    installed === undefined ||
    isSince(installed, first) === (one.change === 'gone')
  );
}

/** A class or a function of the user's own by that name. */
function isOwn(owner: string, { code }: IReading): boolean {
  const last = owner.split('.').pop() ?? owner;
  const [first] = owner.split('.');
  return new RegExp(String.raw`\b(?:class ${first}\b|def ${last} ?\()`).test(
    code
  );
}

/** Whose argument or member may be meant, by what the message calls it. */
function ownersOf(text: string): (owner: string) => boolean {
  const bare = text.replace(/\.__init__$/, '');
  const [type, ...rest] = bare.split('.');
  if (text === '__init__') {
    return owner => /^[A-Z]\w*$/.test(owner);
  }
  const kinds = KINDS_OF.filter(([pattern]) => pattern.test(type)).map(
    ([, owner]) => [owner, ...rest].join('.')
  );
  return owner =>
    owner === bare ||
    kinds.includes(owner) ||
    (/^[a-z]\w*$/.test(bare) && owner.endsWith(`.${bare}`));
}

/** Classes that people make by another name. */
const CALLED_AS: Readonly<Record<string, string>> = {
  DiffusionPipeline: 'from_pretrained',
  Inception3: 'inception',
  PreTrainedModel: 'from_pretrained',
  PretrainedConfig: 'from_pretrained'
};

/** The line that failed calls it, where a line is at hand. */
function isCalled({ owner }: IChange, reading: IReading): boolean {
  const [first] = owner.split('.');
  const name = ownValue(CALLED_AS, first) ?? first;
  return (
    reading.code === '' ||
    reading.code.toLowerCase().includes(name.toLowerCase())
  );
}

function matchesOf(
  { call, type, name = '' }: Values,
  isTold: boolean,
  reading: IReading
) {
  const text = call ?? type ?? '';
  const isOwner = ownersOf(text);
  const rows = changesOf(
    call === undefined ? 'member' : 'argument',
    name
  ).filter(
    one =>
      (isOwner(one.owner) || INHERITED.test(name)) &&
      !isOwn(one.owner, reading) &&
      !(call !== undefined && isOwn(text, reading)) &&
      canLack(one, reading)
  );
  const named = rows.filter(
    one => isTold || INHERITED.test(name) || isNamed(one.library, reading)
  );
  if (named.length > 0) {
    const called = named.filter(one => isCalled(one, reading));
    return text === '__init__' ? called : called.length > 0 ? called : named;
  }
  // Nothing at hand but the message: it must tell of one library alone.
  const libraries = new Set(rows.map(({ library }) => library));
  // A class without its name may be anybody's, and so may a word of one part.
  const isTelling =
    text === '__init__'
      ? EXEMPT.test(name) || (!PLAIN.test(name) && name.includes('_'))
      : /[._]|[a-z][A-Z]/.test(text)
        ? EXEMPT.test(name) || name.length > 3
        : EXEMPT.test(name) || !PLAIN.test(name);
  const isOfEnd =
    USUAL_ENDS.test(text) && rows.every(({ owner }) => owner !== text);
  // A package's own call means no function of the user's.
  const isAlone = reading.code === '' || callingPackage(reading) !== undefined;
  return isAlone && libraries.size === 1 && isTelling && !isOfEnd ? rows : [];
}

/** What the message says, with all that the releases know of it. */
export interface IRefused {
  readonly asked: string;
  readonly name: string;
  /** What fits best first: of the latest release that changed it. */
  readonly changes: readonly IChange[];
  /** The package whose line asks, where it is another one. */
  readonly asker?: string;
}

function byRelease(one: IChange, other: IChange): number {
  return one.change === other.change
    ? isSince(one.after, other.after)
      ? -1
      : 1
    : one.change === 'gone'
      ? -1
      : 1;
}

/** What a failure says of an argument or a member that came or went. */
export const refusedIn = memoize((reading: IReading): { found?: IRefused } => {
  const texts = [
    ...reading.exceptions.map(({ message }) => message),
    ...(reading.exceptions.length === 0 ? [reading.log] : [])
  ];
  for (const text of texts) {
    for (const pattern of REFUSED) {
      const groups = pattern.exec(text)?.groups as Values | undefined;
      const changes = groups
        ? [...matchesOf(groups, pattern === OF_TOKENIZER, reading)]
        : [];
      const asker = callingPackage(reading);
      // Files of one library that are of several releases: a broken install.
      const others = changes.filter(({ library }) => library !== asker);
      if (groups && others.length > 0) {
        return {
          found: {
            asked: groups.call ?? groups.type ?? '',
            name: groups.name ?? '',
            changes: others.sort(byRelease),
            asker
          }
        };
      }
    }
  }
  return {};
});
