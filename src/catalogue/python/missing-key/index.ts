import type { IFactsMatch, IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { failedLine, passedFunction, passedThrough } from '../../predicates';
import { knownValues, liveFacts } from '../shared/live-facts';
import { keyReplaced } from '../../shared/edits/texts';
import { indexWith } from '../../shared/edits/values';
import { isRaisedInLibrary } from '../../shared/code-owner';
import { isAlone, isTorchInPlay } from '../../shared/torch-in-play';

type Named = ValuesOf<'key' | 'container' | 'type' | 'count' | 'keys' | 'near'>;

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

export default define({
  id: 'python/missing-key',
  answers: ["KeyError: 'label'", "KeyError: 'weight'"],
  values: ['key', 'container', 'type', 'count', 'keys', 'near'],
  signs: [
    {
      where: 'message',
      ename: /^KeyError$/,
      pattern: /^(?<key>'[^']{1,60}'|-?\d{1,18})$/,
      // In a package the key is none that its user wrote, but for a table's.
      when: reading =>
        isAlone(reading) &&
        isTorchInPlay(reading) &&
        (!isRaisedInLibrary(reading) || failedLine(reading).includes('[')),
      confidence: 'possible',
      read: ({ key }, reading) => ({
        key,
        kind: isRow(key, reading) ? 'row' : 'unknown'
      })
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
    unknown: {
      words: (trans, values) => ({
        title: values.key
          ? trans.__('There is no key %1', values.key)
          : trans.__('There is no such key'),
        cause: trans.__(
          'A dictionary, a table or a checkpoint has no entry of that name. Which ones it has tells what happened: another spelling, a prefix, a number in place of a text.'
        ),
        fixes: [seeKeys(trans, values)]
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
    keys: {
      words: (trans, values) => ({
        title: trans.__('There is no key %1', values.key ?? ''),
        cause: whichKeys(trans, values),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Use one of the keys that are there'),
            detail: trans.__(
              'Or put the missing one in, where this is filled or saved.'
            )
          },
          seeKeys(trans, values)
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
          '%1 has no such key (of %2), but %3, which differs by a letter or two.',
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
