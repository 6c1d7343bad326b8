import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import { packageOf } from '../../../shared/package-names';
import { define } from '../../define';
import { check, pip } from '../../fix';
import { versionOf } from '../../shared/stack';

/** Modules that came with a release: the wheels on PyPI. */
const SINCE: Readonly<Record<string, string>> = {
  'huggingface_hub.errors': '0.22'
};

/** A family of models has a folder of its own, and older releases lack it. */
const MISSING =
  /^No module named ["']?(?<module>huggingface_hub\.errors|(?<library>transformers|diffusers)\.(?:models|pipelines|schedulers)\.(?<family>[a-z0-9_]{2,40})(?:\.\w{1,60})?)["']?/;

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

/** The other way round, where a release dropped a name: `version/library-name`. */
export default define({
  id: 'version/library-older',
  answers: [
    "ModuleNotFoundError: No module named 'huggingface_hub.errors'",
    "ModuleNotFoundError: No module named 'transformers.models.qwen2_5_vl'"
  ],
  refines: [
    'python/failed-import',
    'version/removed-api',
    'version/libraries-differ'
  ],
  values: ['module', 'family', 'library'],
  signs: [
    {
      where: 'message',
      ename: /^(?:ModuleNotFoundError|ImportError)$/,
      pattern: MISSING,
      when: isNewer,
      confidence: 'likely',
      read: ({ module, family }, reading) => ({
        module,
        family,
        library: versionOf(reading, libraryOf(module))
      })
    }
  ],
  words: (trans, { module = 'huggingface_hub.errors', family, library }) => {
    const name = packageOf(libraryOf(module));
    const since = ownValue(SINCE, module);
    const installed = library
      ? trans.__('the installed %1', library)
      : trans.__('the installed one');
    return {
      title: trans.__('The installed %1 is too old', libraryOf(module)),
      cause: since
        ? trans.__(
            '%1 came with %2 %3, and %4 is older. What imports it (transformers, diffusers or a program) was made for a newer one.',
            module,
            libraryOf(module),
            since,
            installed
          )
        : trans.__(
            'Each family of models has a folder of its own in %1, and %2 has none for “%3”: it came with a later release.',
            libraryOf(module),
            installed,
            family ?? module
          ),
      fixes: [
        pip({
          title: trans.__('Update it, then restart the kernel'),
          line: since
            ? `%pip install --upgrade "${name}>=${since}"`
            : `%pip install --upgrade ${name}`,
          isInUse: true
        }),
        check(
          trans.__('See whether something holds it back'),
          '%pip check',
          trans.__('A package beside it may ask for the older release.')
        )
      ]
    };
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
