import type { IReading } from '../../../incident/types';
import type { Values } from '../../../diagnosis/types';
import { packageOf } from '../../../shared/package-names';
import { define, type Sign, type ValuesOf } from '../../define';
import { check, pip } from '../../fix';
import { passedThrough } from '../../predicates';
import { fitting } from '../../shared/fitting';
import { versionOf } from '../../shared/stack';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { isForFastai07 } from '../../shared/old-fastai';
import { cameWith, KNOWN_LIBRARIES, wentWith } from '../../shared/history';
import { failedLibrary, loadedLibrary } from '../shared/libraries';
import { isSince } from '../shared/releases';

const MODULE = String.raw`(?<module>(?:${KNOWN_LIBRARIES.join('|')})(?:\.\w{1,60}){0,6})`;

/** What Python says of a name, or a module, that a library has not got. */
const LACKING = [
  String.raw`\bcannot import name ["'](?<name>\w{1,100})["'] from ["']${MODULE}["'](?! \(unknown location)`,
  String.raw`\bmodule ["']?${MODULE}["']? has no attribute ["']?(?<name>\w{1,100})`,
  String.raw`\bNo module named ["']${MODULE}["']`
].map(source => new RegExp(source));

/** A family of models has a folder of its own, and older releases lack it. */
const FAMILY =
  /^No module named ["']?(?<module>(?<library>transformers|diffusers)\.(?:models|pipelines|schedulers)\.(?<family>[a-z0-9_]{2,40})(?:\.\w{1,60})?)["']?/;

/** transformers looks a model's type up: what config.json calls it. */
const TYPE = /^["'](?<family>[a-z][\w-]{1,39})["']$/;

const VALUES = [
  'module',
  'name',
  'family',
  'library',
  'without',
  'has'
] as const;

type Named = ValuesOf<(typeof VALUES)[number]>;

function libraryOf(module: string | undefined): string {
  return module?.split('.')[0] ?? 'transformers';
}

/** Names of folders that older releases had, and newer ones moved. */
function isNewer({ exceptions }: IReading): boolean {
  return !exceptions.some(({ message }) =>
    /\.models\.(?:unet_2d\w*|attention\w*|vae|embeddings|resnet|cross_attention|modeling_\w+|retribert|tapex|open_llama|mctct|bort|van|gptsan_japanese)\b/.test(
      message
    )
  );
}

/**
 * Between which releases it came, where the installed one can be older: its own
 * files do not ask for it, and no later release dropped it again.
 */
function cameAfter(
  module: string,
  name: string | undefined,
  reading: IReading
): Named | undefined {
  const library = libraryOf(module);
  const step = cameWith(module, name);
  const { live } = reading.incident;
  const told =
    live?.kind === 'import' && libraryOf(live.module) === library
      ? live.version
      : null;
  const installed = told ?? versionOf(reading, library);
  const isOfItself =
    (failedLibrary(reading) ?? loadedLibrary(reading)) === library;
  return step === undefined ||
    isOfItself ||
    (module === 'fastai.learner' && isForFastai07(reading)) ||
    (installed === undefined
      ? wentWith(module, name) !== undefined
      : isSince(installed, step.after))
    ? undefined
    : {
        module,
        name,
        library: installed,
        without: step.before,
        has: step.after
      };
}

function sinceIn(reading: IReading): Named | undefined {
  return reading.exceptions
    .flatMap(({ message }) =>
      LACKING.map(
        pattern => pattern.exec(message)?.groups as Values | undefined
      )
    )
    .map(groups =>
      groups?.module
        ? cameAfter(groups.module, groups.name, reading)
        : undefined
    )
    .find(found => found !== undefined);
}

function moduleOf(type: string | undefined): string {
  return `transformers.models.${type?.replace(/-/g, '_') ?? 'qwen2'}`;
}

/** transformers 4: the tables from types to classes. */
function isLookedUp(reading: IReading): boolean {
  return passedThrough(
    reading,
    /transformers[\\/]models[\\/]auto[\\/]\w+_auto\.py$|transformers[\\/]configuration_auto\.py$/
  );
}

/** It never dropped a name: typing_extensions' own compatibility policy. */
const TYPING =
  /\bcannot import name ["'](?<name>\w{1,60})["'] from ["']typing_extensions["']/;

/** The other way round, where a release dropped a name: `version/library-name`. */
export default define({
  id: 'version/library-older',
  answers: [
    "ModuleNotFoundError: No module named 'huggingface_hub.errors'",
    "ModuleNotFoundError: No module named 'transformers.models.qwen2_5_vl'",
    "ImportError: cannot import name 'SFTConfig' from 'trl'",
    "ImportError: cannot import name 'Qwen2VLForConditionalGeneration' from 'transformers'"
  ],
  refines: [
    'python/failed-import',
    'python/import-name',
    'python/missing-attribute',
    'python/missing-key',
    'version/removed-api',
    'version/libraries-differ',
    'version/parts-differ'
  ],
  values: VALUES,
  kinds: {
    since: {
      signs: LACKING.map((pattern): Sign<keyof Named> => ({
        where: 'message',
        pattern,
        when: reading => sinceIn(reading) !== undefined,
        confidence: 'likely',
        read: (_, reading) => sinceIn(reading) ?? {}
      })),
      words: (
        trans,
        {
          module = 'huggingface_hub.errors',
          name,
          library,
          without = '0.21.4',
          has = '0.22.2'
        }
      ) => {
        const shown = name ?? module;
        const pypi = packageOf(libraryOf(module));
        return {
          title:
            name && fitting(name, 24)
              ? trans.__('This %1 has no %2 yet', libraryOf(module), name)
              : trans.__('The installed %1 is too old', libraryOf(module)),
          cause: library
            ? trans.__(
                '%1 %2 and earlier are without %3, %4 has it. The kernel uses %5.',
                pypi,
                without,
                shown,
                has,
                library
              )
            : trans.__(
                '%1 %2 and earlier are without %3, %4 has it. What imports it was written for a newer one than the installed.',
                pypi,
                without,
                shown,
                has
              ),
          fixes: [
            pip({
              title: trans.__('Update it, then restart the kernel'),
              line: `%pip install --upgrade "${pypi}>=${has}"`,
              isInUse: true
            }),
            check(
              trans.__('See whether something holds it back'),
              '%pip check',
              trans.__('A package beside it may ask for the older release.')
            )
          ]
        };
      }
    },
    family: {
      signs: [
        {
          where: 'message',
          ename: /^(?:ModuleNotFoundError|ImportError)$/,
          pattern: FAMILY,
          when: reading => isNewer(reading) && sinceIn(reading) === undefined,
          confidence: 'likely',
          read: ({ module, family }, reading) => ({
            module,
            family,
            library: versionOf(reading, libraryOf(module))
          })
        }
      ],
      words: (trans, { module, family = 'qwen2_5_vl', library }) => ({
        title: trans.__('The installed %1 is too old', libraryOf(module)),
        cause: trans.__(
          'Each family of models has a folder of its own in %1, and %2 has none for “%3”: it came with a later release.',
          libraryOf(module),
          library
            ? trans.__('the installed %1', library)
            : trans.__('the installed one'),
          family
        ),
        fixes: [
          pip({
            title: trans.__('Update it, then restart the kernel'),
            line: `%pip install --upgrade ${packageOf(libraryOf(module))}`,
            isInUse: true
          }),
          check(
            trans.__('See whether something holds it back'),
            '%pip check',
            trans.__('A package beside it may ask for the older release.')
          )
        ]
      })
    },
    typing: {
      signs: [
        {
          where: 'message',
          ename: /^ImportError$/,
          pattern: TYPING,
          when: isTorchInPlay,
          confidence: 'likely'
        }
      ],
      words: (trans, { name = 'Sentinel' }) => ({
        title: trans.__('The typing_extensions in use is too old'),
        cause: trans.__(
          'A package asks typing_extensions for %1, which came with a later release than the one that Python has found here, or had loaded before an update.',
          name
        ),
        fixes: [
          pip({
            title: trans.__('Update it, then restart the kernel'),
            line: '%pip install --upgrade typing_extensions',
            isInUse: true
          }),
          {
            safety: 'diagnostic',
            title: trans.__(
              'Still so: see whether an older copy is found first'
            ),
            code: 'import importlib.metadata, typing_extensions\nprint(typing_extensions.__file__, importlib.metadata.version("typing_extensions"))'
          }
        ]
      })
    },
    rope: {
      // transformers before 4.43. “must contain keys” is MLX’s, which has no torch.
      signs: [
        {
          where: 'message',
          pattern:
            /^`?rope_scaling`? must be a dictionary with (?:with )?two fields/,
          confidence: 'likely',
          read: (_, reading) => ({
            library: versionOf(reading, 'transformers')
          })
        }
      ],
      words: trans => ({
        title: trans.__('The library is older than the model’s config'),
        cause: trans.__(
          'Llama 3.1 and later describe in config.json how positions are scaled with more fields (rope_type “llama3”) than the installed library knows. transformers reads them since 4.43.'
        ),
        fixes: [
          pip({
            title: trans.__('Update transformers, then restart the kernel'),
            line: '%pip install --upgrade "transformers>=4.43"',
            isInUse: true
          }),
          check(
            trans.__('Another library stands in the traceback: update that'),
            '%pip install --upgrade mlx-lm  # or vllm, trl, unsloth'
          )
        ]
      })
    },
    // diffusers/pipelines: a dictionary up to 0.2, an object with a name since.
    result: {
      signs: [
        {
          where: 'message',
          pattern: /^'dict' object has no attribute 'images'/,
          when: reading =>
            reading.mentions('diffusers') ||
            /\bpipe(?:line)?\(/.test(reading.code),
          confidence: 'likely',
          read: (_, reading) => ({ library: versionOf(reading, 'diffusers') })
        }
      ],
      words: (trans, { library }) => ({
        title: trans.__('The installed diffusers is too old'),
        cause: library
          ? trans.__(
              'Since diffusers 0.3 a pipeline returns an object with .images, before a dictionary. The code was written for the newer ones, and the kernel uses %1.',
              library
            )
          : trans.__(
              'Since diffusers 0.3 a pipeline returns an object with .images, before a dictionary. The code was written for the newer ones.'
            ),
        fixes: [
          pip({
            title: trans.__('Update diffusers, then restart the kernel'),
            line: '%pip install --upgrade diffusers transformers accelerate',
            isInUse: true
          }),
          check(
            trans.__('Or take them as the old one names them'),
            "images = pipe(prompt)['sample']"
          )
        ]
      })
    },
    type: {
      signs: [
        {
          where: 'message',
          ename: /^KeyError$/,
          pattern: TYPE,
          when: isLookedUp,
          confidence: 'likely',
          read: ({ family }, reading) => {
            const step = cameWith(moduleOf(family));
            return {
              family,
              library: versionOf(reading, 'transformers'),
              without: step?.before,
              has: step?.after
            };
          }
        }
      ],
      words: (trans, { family = 'qwen2', library, without, has }) => ({
        title: trans.__('This transformers knows no model type %1', family),
        cause: has
          ? library
            ? trans.__(
                'The model’s config.json says %1. transformers %2 and earlier do not know it, %3 does; the kernel uses %4.',
                family,
                without ?? '',
                has,
                library
              )
            : trans.__(
                'The model’s config.json says %1. transformers %2 and earlier do not know it, %3 does.',
                family,
                without ?? '',
                has
              )
          : trans.__(
              'The model’s config.json says %1, and the installed transformers has no model of that type: it came later, or is code that the model’s own repository brings.',
              family
            ),
        fixes: [
          pip({
            title: trans.__('Update it, then restart the kernel'),
            line: has
              ? `%pip install --upgrade "transformers>=${has}"`
              : '%pip install --upgrade transformers',
            isInUse: true
          }),
          check(
            trans.__('The repository brings its own code, which you trust'),
            'AutoModel.from_pretrained(name, trust_remote_code=True)'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A folder of yours with the library’s name is imported in its place: its path stands in the traceback.'
      ),
      trans.__('A name that is misspelt is in no release.')
    ],
    links: [
      {
        title: trans.__('Transformers: installation'),
        url: 'https://huggingface.co/docs/transformers/installation'
      }
    ]
  })
});
