import type { IFactsMatch, IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { packageOf } from '../../../shared/package-names';
import { memoize } from '../../../shared/memoize';
import { define, type ValuesOf } from '../../define';
import { failedLine, passedFunction, passedThrough } from '../../predicates';
import { check } from '../../fix';
import { isRaisedInLibrary } from '../../shared/code-owner';
import { fitting } from '../../shared/fitting';
import {
  askedBy,
  columnLost,
  layersAsked,
  shownKeys,
  unparted,
  vocabularyOf
} from './from-cells';
import { ofCells } from './of-cells';
import {
  batchAsked,
  configAsked,
  containerOf,
  isOfEnvironment,
  isOfPandas,
  likest,
  listed,
  twinOf,
  unlistedIn
} from './from-text';
import { knownValues, liveFacts } from '../shared/live-facts';
import { keyReplaced } from '../../shared/edits/texts';
import { indexWith } from '../../shared/edits/values';
import {
  isAlone,
  isAloneOnTorch,
  isTorchInPlay
} from '../../shared/torch-in-play';

const VALUES = [
  'key',
  'container',
  'type',
  'count',
  'keys',
  'near',
  'asker',
  'loop',
  'given',
  'index',
  'cell',
  'separator'
] as const;

type Named = ValuesOf<(typeof VALUES)[number]>;

/** datasets: it says which columns there are. */
const COLUMN =
  /^["']Column (?<key>[^\n]{1,80}?) not in the dataset\. Current columns in the dataset: (?<names>\[[^\]]{0,2000}\])/;

/** pandas, of several columns or of one. */
const TABLE =
  /^["'](?:None of \[Index\((?<keys>\[[^\]]{1,400}\])[^\]]{0,80}\] are in the \[(?:columns|index)\]|(?<some>\[[^\]]{1,400}\]) not (?:in index|found in axis))/;

/** mmcv and mmengine, registry.py. */
const REGISTRY =
  /^["'](?<key>\w{1,60}) is not in the (?<type>[\w:]{1,40}) registry/;

/** What lacks the key, as the code or its class calls it; it begins a sentence. */
function owner(trans: ITranslate, { container, type }: Named): string {
  return container ?? trans.__('This %1', type ?? 'dict');
}

/** How the code names it, where something has to stand there. */
function named({ container }: Named): string {
  return container ?? 'd';
}

function seeKeys(trans: ITranslate, values: Named): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See the keys there are'),
    code: `print(list(${named(values)})[:20])`
  };
}

function writeKey(trans: ITranslate, values: Named): IFix {
  const { key, near = '' } = values;
  return {
    safety: 'check',
    title: trans.__('Write %1, if that is what you mean', near),
    code: `${named(values)}[${near}]`,
    ...(key ? { edit: keyReplaced(key, near) } : {})
  };
}

/** Whether a Dataset asked a table of pandas by a number. */
function isRow(key: string | undefined, reading: IReading): boolean {
  return (
    /^\d+$/.test(key ?? '') &&
    passedThrough(reading, /[\\/]pandas[\\/]core[\\/]/) &&
    (passedFunction(reading, /^__getitem__$/) ||
      passedThrough(reading, /_utils[\\/]fetch\.py$/))
  );
}

function factsOf(reading: IReading): IFactsMatch | null {
  const live = liveFacts(reading, 'key');
  if (live === null) {
    return null;
  }
  const { state, key, container, type, count, near } = live;
  const more = count > live.keys.length ? ', …' : '';
  const keys = `${live.keys.join(', ')}${more}`;
  return {
    // Which key was meant is an inference, however near it is.
    confidence: state === 'near' ? 'likely' : 'certain',
    evidence: [
      {
        where: 'kernel',
        text: `${container ?? type}: ${live.keys.length > 0 ? keys : count}`
      }
    ],
    values: {
      kind: state,
      ...knownValues({ key, container, type, count, near }),
      keys: live.keys.length > 0 ? keys : undefined
    }
  };
}

/** How many keys there are, and some of them. */
function whichKeys(trans: ITranslate, values: Named): string {
  const { count = '', keys } = values;
  return keys
    ? trans.__('%1 has these keys (%2): %3.', owner(trans, values), count, keys)
    : trans.__('Keys of %1: %2.', named(values), count);
}

/** What the message is, but for what people wrote behind a traceback. */
function keyOf({ exceptions }: IReading): string | undefined {
  return exceptions[0]?.message.trim().split('\n')[0];
}

/** Whether the lines say more than the message: whose key it is. */
function isTelling(reading: IReading): boolean {
  return isRow(keyOf(reading), reading) || isOfEnvironment(reading);
}

/** What the cells show of it; null where they show nothing. */
const cellsTell = memoize((reading: IReading) => {
  const key = keyOf(reading);
  const literal = containerOf(key, reading);
  const container = literal ?? askedBy(reading)?.container;
  const lost = isOfPandas(reading) ? columnLost(key, literal, reading) : null;
  const told =
    lost ??
    shownKeys(key, container, reading) ??
    (isOfPandas(reading) ? unparted(container, reading) : null) ??
    vocabularyOf(key, literal, reading);
  return told && { container, ...told };
});

/** Whether the line asks a dictionary, of which neither the cells nor the message tell. */
function isOfDictionary(reading: IReading): boolean {
  return (
    isAloneOnTorch(reading) &&
    cellsTell(reading) === null &&
    layersAsked(reading) === null &&
    !isOfPandas(reading) &&
    !isRaisedInLibrary(reading)
  );
}

/** The table that the failed line asks for columns. */
function tableIn(reading: IReading): string | undefined {
  return /(?<![\w.])(?<held>[A-Z_]\w{0,40}) ?\[\[/i.exec(failedLine(reading))
    ?.groups?.held;
}

export default define({
  id: 'python/missing-key',
  answers: ["KeyError: 'label'", "KeyError: 'weight'"],
  values: VALUES,
  signs: [
    {
      where: 'message',
      ename: /^KeyError$/,
      pattern: /^(?<key>'[^']{1,60}'|-?\d{1,18})$/,
      when: reading =>
        isAloneOnTorch(reading) &&
        (cellsTell(reading) !== null || layersAsked(reading) !== null),
      confidence: 'likely',
      read: ({ key }, reading) => {
        const layers = layersAsked(reading);
        return layers
          ? { key, kind: 'layer', ...layers }
          : { key, ...cellsTell(reading) };
      }
    },
    // A name of a model, as somebody asks a library for it.
    {
      where: 'message',
      ename: /^KeyError$/,
      pattern: /^'(?<key>[\w.-]{3,60})'$/,
      when: reading => isAlone(reading) && unlistedIn(reading) !== undefined,
      confidence: 'likely',
      read: ({ key }, reading) => ({
        key,
        kind: 'unlisted',
        asker: unlistedIn(reading)
      })
    },
    // Identifiers of samples, as nuScenes gives them.
    {
      where: 'message',
      ename: /^KeyError$/,
      pattern:
        /^'(?<key>[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'$/,
      when: reading => isAloneOnTorch(reading),
      confidence: 'likely',
      read: ({ key }, reading) => ({
        key,
        kind: 'token',
        asker: reading.mentions('nuscenes') ? 'nuscenes' : undefined
      })
    },
    {
      where: 'message',
      ename: /^KeyError$/,
      pattern: /^(?<key>'[^']{1,60}'|-?\d{1,18})$/,
      when: reading =>
        isAloneOnTorch(reading) &&
        unlistedIn(reading) === undefined &&
        isTelling(reading),
      confidence: 'possible',
      read: ({ key }, reading) => ({
        key,
        kind: isRow(key, reading) ? 'row' : 'environment'
      })
    },
    {
      where: 'message',
      ename: /^KeyError$/,
      pattern: /^(?<key>'[\w.-]{1,60}')$/,
      when: reading =>
        isOfDictionary(reading) &&
        unlistedIn(reading) === undefined &&
        !isTelling(reading) &&
        configAsked(keyOf(reading), reading) !== undefined,
      confidence: 'likely',
      read: ({ key }, reading) => ({
        key,
        kind: 'configuration',
        ...configAsked(key, reading)
      })
    },
    {
      where: 'message',
      ename: /^KeyError$/,
      pattern: /^(?<key>'[\w.-]{1,60}')$/,
      when: reading =>
        isOfDictionary(reading) &&
        batchAsked(keyOf(reading), reading) !== undefined,
      confidence: 'likely',
      read: ({ key }, reading) => ({
        key,
        kind: 'batch',
        container: batchAsked(key, reading),
        near: twinOf(key)
      })
    },
    {
      where: 'message',
      ename: /^KeyError$/,
      pattern: COLUMN,
      when: isTorchInPlay,
      read: ({ key = '', names }) => {
        const all = listed(names);
        return {
          kind: 'dataset',
          key,
          keys: all.join(', '),
          count: String(all.length),
          near: likest(key, all)
        };
      }
    },
    {
      where: 'message',
      ename: /^KeyError$/,
      pattern: TABLE,
      when: isTorchInPlay,
      confidence: 'likely',
      read: ({ keys, some }, reading) => {
        const names = listed(keys ?? some);
        const [first] = names;
        const container = tableIn(reading);
        const told =
          columnLost(`'${first}'`, container, reading) ??
          shownKeys(`'${first}'`, container, reading) ??
          unparted(container, reading);
        if (told && first) {
          return { key: `'${first}'`, container, ...told };
        }
        return {
          kind: 'column',
          key: names.length === 1 ? `'${first}'` : undefined,
          container
        };
      }
    },
    {
      where: 'message',
      ename: /^KeyError$/,
      pattern: REGISTRY,
      confidence: 'likely',
      read: ({ key, type }) => ({ kind: 'registry', key, type })
    },
    {
      where: 'message',
      ename: /^KeyError$/,
      pattern: /^tensor\((?<key>-?\d{1,18})(?:, device='[\w:]{1,12}')?\)$/,
      when: isAlone,
      read: ({ key }) => ({ key, kind: 'tensor' })
    }
  ],
  facts: factsOf,
  kinds: {
    keys: {
      words: (trans, values) => {
        const { key = '', container } = values;
        const isNumber = /^-?\d+$/.test(key);
        return {
          title:
            (fitting(`${container ?? ''}${key}`, 40) &&
              container &&
              trans.__('%1 has no key %2', container, key)) ||
            trans.__('There is no key %1', key),
          cause: whichKeys(trans, values),
          fixes: [
            isNumber
              ? {
                  safety: 'check',
                  title: trans.__('See where the number %1 comes from', key),
                  detail: trans.__(
                    'A model or data set with more classes than are named here gives it, or it counts from 1 and these from 0.'
                  )
                }
              : {
                  safety: 'check',
                  title: trans.__('Use one of the keys that are there'),
                  detail: trans.__(
                    'Or put the missing one in, where this is filled or saved.'
                  )
                },
            ...(container && values.type === 'dict' && !/^'?\d/.test(key)
              ? [
                  check(
                    trans.__('It may be missing: ask with a default'),
                    `${container}.get(${key})`
                  )
                ]
              : []),
            seeKeys(trans, values)
          ]
        };
      }
    },
    ...ofCells,
    layer: {
      words: (trans, { key = "'hidden4'", loop, given }) => ({
        title: fitting(key, 34)
          ? trans.__('The model has no layer %1', key)
          : trans.__('The model has no layer of that name'),
        cause: loop
          ? given
            ? trans.__(
                'forward() asks the ModuleDict for one layer in each round of “%1”, where “%2”, and __init__() made fewer, or called them otherwise.',
                loop,
                given
              )
            : trans.__(
                'forward() asks the ModuleDict for one layer in each round of “%1”, and __init__() made fewer, or called them otherwise.',
                loop
              )
          : trans.__(
              'forward() asks a ModuleDict for a layer that __init__() did not make, or called otherwise.'
            ),
        fixes: [
          check(
            trans.__('Make as many layers as forward() asks for'),
            `for i in range(self.nLayers):  # the same count in both\n    self.layers[f'hidden{i}'] = nn.Linear(width, width)`,
            given
              ? trans.__('See that the count is given the right argument.')
              : undefined
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See the layers there are'),
            code: 'print(model)'
          }
        ]
      })
    },
    batch: {
      words: (trans, { key = "'mask'", container = 'batch', near }) => ({
        title: fitting(`${container}${key}`, 40)
          ? trans.__('%1 has no %2', container, key)
          : trans.__('The batch has no entry %1', fitting(key, 30) ?? ''),
        cause: trans.__(
          'A loader puts together what __getitem__() of the data set, or the collate_fn, gives for each sample, under the same keys, and %1 is none of them.',
          key
        ),
        fixes: [
          ...(near
            ? [
                check(
                  trans.__('See the keys: the targets may be called %1', near),
                  `print(${container}.keys())\ntarget = ${container}[${near}]`,
                  trans.__(
                    'Collators of transformers make “labels” of a column “label”.'
                  )
                )
              ]
            : [
                {
                  safety: 'diagnostic' as const,
                  title: trans.__(
                    'See the keys there are, and use one of them'
                  ),
                  code: `print(${container}.keys())`
                }
              ]),
          check(
            trans.__('Have the data set give it for each sample'),
            `def __getitem__(self, index):\n    return {..., ${key}: value}`
          )
        ]
      })
    },
    configuration: {
      words: (trans, { key = "'num_workers'", container, given }) => ({
        title: fitting(key, 34)
          ? trans.__('The configuration has no %1', key)
          : trans.__('The configuration lacks an entry'),
        cause: container
          ? trans.__(
              'The program asks %1 for %2, and the configuration that was loaded has none there: it is left out, stands at another level, or the file is of another program or release.',
              container,
              key
            )
          : trans.__(
              'The program asks the configuration that was loaded for %1, and it has none: the file is of another program or release, or only a part that others build on.',
              key
            ),
        fixes: [
          ...(given
            ? [check(trans.__('Add the entry to the file'), `${given} …`)]
            : []),
          {
            safety: 'check',
            title: trans.__('Or start it with a file that was written for it'),
            detail: trans.__(
              'Take one that the README names, of the same release as the program; a “base” file is mostly none to start with.'
            )
          },
          {
            safety: 'diagnostic',
            title: trans.__('See the entries there are'),
            code: `print(${container ?? 'config'}.keys())`
          }
        ]
      })
    },
    unlisted: {
      words: (trans, { key = '', asker = '' }) => ({
        title: fitting(key, 24)
          ? trans.__('The installed %1 has no “%2”', asker, key)
          : trans.__('The installed %1 has no model of that name', asker),
        cause: trans.__(
          '%1 looks up %2 in the list of models that came with it, or that it keeps in its cache, and there it is not: the release is older than the model, or the name was dropped.',
          asker,
          key
        ),
        fixes: [
          check(
            trans.__('Update %1, then restart the kernel', asker),
            `%pip install --upgrade ${packageOf(asker)}`
          ),
          check(
            trans.__('Or take a name that it has'),
            asker === 'TTS'
              ? 'from TTS.api import TTS\nprint(TTS().list_models())  # as xtts_v2'
              : `import ${asker}\nprint([n for n in dir(${asker}) if 'list' in n or 'available' in n])`
          )
        ]
      })
    },
    token: {
      words: (trans, { key = '', asker }) => ({
        title: trans.__('No entry of that identifier in the data'),
        cause: trans.__(
          '%1 is an identifier, as data sets give to samples. The list or info file that names it was made from another version or part of the data than the one that is loaded here.',
          key
        ),
        fixes: asker
          ? [
              check(
                trans.__('Name the version that the info files are of'),
                "version = 'v1.0-trainval'  # or v1.0-mini: the same in both"
              ),
              check(
                trans.__('Or make the info files anew from what is here'),
                '$ python tools/create_data.py nuscenes --root-path ./data/nuscenes --out-dir ./data/nuscenes --extra-tag nuscenes --version v1.0-mini'
              )
            ]
          : [
              {
                safety: 'check',
                title: trans.__('Take list and data of the same version'),
                detail: trans.__(
                  'A small version (mini) lacks most samples of the whole; make such lists anew from the data that are here.'
                )
              }
            ]
      })
    },
    environment: {
      words: (trans, { key = "'HF_TOKEN'" }) => ({
        title: trans.__('The environment has no variable %1', key),
        cause: trans.__(
          'The kernel has the variables that it was started with and those that a cell set. An export in a terminal, in !… or in a file such as .env does not reach it.'
        ),
        fixes: [
          check(
            trans.__('Set it before that line'),
            `import os\nos.environ[${key}] = '…'`,
            trans.__(
              'A secret of Colab is read with google.colab.userdata.get(), one of Kaggle with UserSecretsClient().get_secret().'
            )
          ),
          check(
            trans.__('Where it may be missing: ask with a default'),
            `os.environ.get(${key}, 'default')`
          )
        ]
      })
    },
    column: {
      words: (trans, { key, container = 'df' }) => ({
        title: key
          ? (fitting(key, 34) && trans.__('The table has no column %1', key)) ||
            trans.__('The table has no such column')
          : trans.__('The table has no columns of these names'),
        cause: trans.__(
          'pandas finds a column by its exact name: upper case, blanks at its ends and the kind (1 or “1”) count. A file without a header line, or read with another separator, has other names than one thinks.'
        ),
        fixes: [
          check(
            trans.__('See the names as they are'),
            `print(${container}.columns.tolist())`
          ),
          check(
            trans.__('Blanks around them: take them off'),
            `${container}.columns = ${container}.columns.str.strip()`
          )
        ]
      })
    },
    dataset: {
      words: (trans, { key = '', keys = '', near }) => ({
        title: fitting(key, 30)
          ? trans.__('The data set has no column %1', key)
          : trans.__('The data set has no such column'),
        cause: trans.__('Its columns are: %1.', keys),
        fixes: near
          ? [
              check(
                trans.__('Ask for %1, if that is what you mean', near),
                `dataset['${near}']`
              ),
              check(
                trans.__('Or give the column the name that the code expects'),
                `dataset = dataset.rename_column('${near}', '${key}')`
              )
            ]
          : [
              {
                safety: 'check',
                title: trans.__('Use one of the columns that are there'),
                detail: trans.__(
                  'map(…, remove_columns=…) and Trainer take columns away.'
                )
              }
            ]
      })
    },
    registry: {
      words: (trans, { key = '', type = '' }) => ({
        title: fitting(key, 30)
          ? trans.__('%1 is not registered', key)
          : trans.__('A class of the config is not registered'),
        cause: trans.__(
          'The config names %1, and the registry “%2” learns of a class only when the file with its @register_module() is imported. That did not happen, the name is spelt otherwise, or the installed release does not have it.',
          key,
          type
        ),
        fixes: [
          check(
            trans.__('Your own class: have the config import its file'),
            "custom_imports = dict(imports=['my_package.my_module'], allow_failed_imports=False)"
          ),
          check(
            trans.__('One of the library: see which release is installed'),
            '%pip list | grep -i -E "mmcv|mmengine|mmdet|mmseg|mmpretrain"'
          )
        ]
      })
    },
    // pandas keeps the numbers of rows where some were filtered or drawn.
    row: {
      words: (trans, { key = '' }) => ({
        title: trans.__('The table has no row labelled %1', key),
        cause: trans.__(
          'A Dataset is asked for the positions 0 … len - 1, and pandas looked for the label %1. After a split, a filter or dropna() the labels have gaps.',
          key
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Ask by position'),
            code: 'text = self.texts.iloc[index]  # not self.texts[index]'
          },
          {
            safety: 'check',
            title: trans.__('Or number the rows anew after the split'),
            code: 'train = train.reset_index(drop=True)'
          }
        ]
      })
    },
    near: {
      words: (trans, values) => ({
        title: trans.__(
          '%1 is no key here, but %2 is',
          values.key ?? '',
          values.near ?? ''
        ),
        cause: trans.__(
          '%1 has no such key (of %2), but %3, which is near to it.',
          owner(trans, values),
          values.count ?? '',
          values.near ?? ''
        ),
        fixes: [writeKey(trans, values), seeKeys(trans, values)]
      })
    },
    typed: {
      words: (trans, values) => ({
        title: trans.__(
          'The key is %1 here, not %2',
          values.near ?? '',
          values.key ?? ''
        ),
        cause: values.near?.startsWith("'")
          ? trans.__(
              '%1 has the text %2 as a key, and a number is another key. A JSON file keeps every key as a text.',
              owner(trans, values),
              values.near
            )
          : trans.__(
              '%1 has the number %2 as a key, and a text is another key.',
              owner(trans, values),
              values.near ?? ''
            ),
        fixes: [writeKey(trans, values), seeKeys(trans, values)]
      })
    },
    prefix: {
      words: (trans, values) => ({
        title: trans.__('The key has a prefix: %1', values.near ?? ''),
        cause: trans.__(
          '%1 has no key %2, but %3. DataParallel, torch.compile and Lightning put a prefix before the names of a model.',
          owner(trans, values),
          values.key ?? '',
          values.near ?? ''
        ),
        fixes: [writeKey(trans, values), seeKeys(trans, values)]
      })
    },
    unprefixed: {
      words: (trans, values) => ({
        title: trans.__('The key has no prefix: %1', values.near ?? ''),
        cause: trans.__(
          '%1 has no key %2, but %3. The prefix belongs to a model that was wrapped, and this is of one that was not.',
          owner(trans, values),
          values.key ?? '',
          values.near ?? ''
        ),
        fixes: [writeKey(trans, values), seeKeys(trans, values)]
      })
    },
    tensor: {
      words: (trans, values) => ({
        title: trans.__('A tensor is not the number that it holds'),
        cause: trans.__(
          '%1 looks for that very tensor, not for the number in it, and has no such key.',
          owner(trans, values)
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Take the number out of the tensor'),
            code: `${named(values)}[key.item()]`,
            edit: indexWith('item')
          },
          seeKeys(trans, values)
        ]
      })
    },
    empty: {
      words: (trans, values) => ({
        title: trans.__('%1 is empty', owner(trans, values)),
        cause: trans.__(
          'It has no keys at all, so not %1 either. What should fill it did not run, or found nothing.',
          values.key ?? ''
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Run what fills it, then this cell again'),
            detail: trans.__(
              'If that ran, it found nothing: look at the path or the condition there.'
            )
          },
          {
            safety: 'check',
            title: trans.__('Or ask for the key without an error'),
            code: `${named(values)}.get(${values.key ?? 'key'})`
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the dictionary was made by a cell that you have changed since, run that cell again: the kernel still has the old one.'
      )
    ],
    links: [
      {
        title: trans.__('Python: dictionaries'),
        url: 'https://docs.python.org/3/library/stdtypes.html#mapping-types-dict'
      },
      {
        title: trans.__('PyTorch: what is a state_dict'),
        url: 'https://docs.pytorch.org/tutorials/beginner/saving_loading_models.html'
      }
    ]
  })
});
