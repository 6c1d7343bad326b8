import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import { define, type ValuesOf } from '../../define';
import { check, pip } from '../../fix';
import { callingPackage } from '../../shared/code-owner';
import { changesOf } from '../shared/arguments';
import { isOwnCode } from '../shared/own-code';
import {
  failedLibrary,
  installed,
  libraryIn,
  loadedLibrary,
  packages
} from '../shared/libraries';

/** What a library imports from another one, and is not there. */
const NAME =
  /\bcannot import name ["'](?<name>\w{1,100})["'] from ["'](?<other>\w{1,60})[\w.]{0,140}["'] \([^)]{0,300}[\\/](?:site|dist)-packages[\\/]/;

const KEYWORD =
  /^(?<call>[\w.]{1,120})\(\) got an unexpected keyword argument ["'](?<name>\w{1,100})["']/;

const COUNT =
  /^(?<call>[\w.]{1,120})\(\) takes (?:from \d{1,2} to )?\d{1,2} positional arguments? but \d{1,2} (?:were|was) given/;

/** A class of a model in transformers, which quantizers call themselves. */
const LACKS =
  /^(?<call>(?:Llama|Mistral|Mixtral|Qwen\d?|Gemma\d?|Phi\d?|OPT|Bloom|Falcon|GPT\w{0,6}|Bert|T5|CLIP)\w{0,30}\.forward)\(\) missing \d required (?:positional|keyword-only) arguments?: ["'](?<name>\w{1,60})["']/;

/** Whether a library beside transformers makes that call. */
function leavesOut(reading: IReading): boolean {
  const library = libraryIn(callingPackage(reading));
  return library !== undefined && library !== 'transformers';
}

/** The settings of an adapter are the arguments of its class. */
const ADAPTER =
  /^(?<call>\w{1,40}Config)\.__init__\(\) got an unexpected keyword argument ["'](?<name>\w{1,100})["']/;

const UNDEFINED = /\bname ["'](?<name>\w{1,100})["'] is not defined/;

/** Imported only where the package is there, or new enough. */
const OPTIONAL: Readonly<Record<string, string>> = {
  Accelerator: 'accelerate',
  AcceleratorState: 'accelerate',
  PartialState: 'accelerate',
  dispatch_model: 'accelerate',
  find_tied_parameters: 'accelerate',
  infer_auto_device_map: 'accelerate',
  init_empty_weights: 'accelerate',
  LoraConfig: 'peft',
  PeftConfig: 'peft',
  PeftModel: 'peft',
  get_peft_model: 'peft',
  prepare_model_for_kbit_training: 'peft',
  bnb: 'bitsandbytes',
  GradScaler: 'torch',
  LRScheduler: 'torch',
  nn: 'torch',
  torch: 'torch'
};

/** What libraries call of one another: the package of a class or function. */
const CALLEES: readonly (readonly [RegExp, string])[] = [
  [/^(?:Accelerator|AcceleratorState|PartialState)\b/, 'accelerate'],
  [
    /^(?:hf_hub_\w+|snapshot_download|cached_download|HfApi\b)/,
    'huggingface_hub'
  ],
  [/^(?:Seq2Seq)?Trainer\b|^TrainingArguments\b/, 'transformers'],
  [/^(?:Lora|Peft)\w+\b/, 'peft'],
  [/^Tokenizer\b/, 'tokenizers'],
  [/^Dataset\b/, 'datasets']
];

/** The package of what was called, where it is not the one that called. */
function calleeOf(
  call: string | undefined,
  asker: string | undefined
): string | undefined {
  const callee = CALLEES.find(([pattern]) => pattern.test(call ?? ''))?.[1];
  return callee === asker ? undefined : callee;
}

type Value = 'asker' | 'other' | 'name' | 'call';

type FindAsker = (reading: IReading) => string | undefined;

/** Whether one library asks another for what that one has not. */
function asksAnother(reading: IReading, findAsker: FindAsker): boolean {
  const asker = findAsker(reading);
  return (
    asker !== undefined &&
    reading.exceptions.some(({ message }) => {
      const other = libraryIn(NAME.exec(message)?.groups?.other);
      return other !== undefined && other !== asker;
    })
  );
}

function readName(
  { name, other }: Values,
  asker: string | undefined
): Readonly<Partial<Record<Value, string>>> {
  return { asker, other, name };
}

/**
 * Whether a library hands what it was given on to a class of another one, as
 * TRL's trainers do, which the user's line does not name.
 */
function handsOn({ code }: IReading, call: string, asker: string): boolean {
  const [type] = call.split('.');
  return (
    calleeOf(call, asker) !== undefined &&
    !new RegExp(String.raw`\b${type}\(`).test(code)
  );
}

/** Whether a library makes a call that does not fit, and no own code has part. */
function callsWrongly(reading: IReading): boolean {
  const message = reading.exceptions[0]?.message ?? '';
  const groups = (KEYWORD.exec(message) ?? COUNT.exec(message))?.groups;
  const asker = failedLibrary(reading);
  return (
    groups !== undefined &&
    asker !== undefined &&
    (!isOwnCode(reading, groups.call, groups.name) ||
      handsOn(reading, groups.call, asker))
  );
}

/** Whether a newer peft takes the entry: then no `**options` brought it. */
function isOfNewerPeft({ exceptions }: IReading): boolean {
  const name = ADAPTER.exec(exceptions[0]?.message ?? '')?.groups?.name ?? '';
  return changesOf('argument', name).some(
    ({ library, change }) => library === 'peft' && change === 'since'
  );
}

function isAdapters(reading: IReading): boolean {
  return (
    failedLibrary(reading) === 'peft' &&
    (callsWrongly(reading) || isOfNewerPeft(reading))
  );
}

/** Whether a library uses what it imports only where a package is there. */
function lacksOptional(reading: IReading): boolean {
  const asker = failedLibrary(reading) ?? loadedLibrary(reading);
  return (
    asker !== undefined &&
    reading.exceptions.some(({ message }) => {
      const other = ownValue(OPTIONAL, UNDEFINED.exec(message)?.groups?.name);
      return other !== undefined && other !== asker;
    })
  );
}

function readCall(
  groups: Values,
  reading: IReading
): Readonly<Partial<Record<Value, string>>> {
  return {
    asker: failedLibrary(reading),
    call: groups.call?.replace(/\.__init__$/, ''),
    name: groups.name
  };
}

function bringTogether(
  trans: ITranslate,
  ...modules: (string | undefined)[]
): IFix {
  return check(
    trans.__('Bring them to releases that fit, then restart the kernel'),
    `%pip install --upgrade ${packages(...modules)}`,
    trans.__(
      'Where the program names versions (requirements.txt, its model card), install those instead.'
    )
  );
}

function seeConflicts(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what does not fit'),
    code: '%pip check'
  };
}

function together(
  trans: ITranslate,
  ...modules: (string | undefined)[]
): IFix[] {
  return [bringTogether(trans, ...modules), seeConflicts(trans)];
}

/** What it means, and which releases are in this kernel, where that is known. */
function withVersions(
  trans: ITranslate,
  cause: string,
  versions: string | undefined
): string {
  return versions
    ? `${cause} ${trans.__('In this kernel: %1.', versions)}`
    : cause;
}

/** The last transformers that a library was made for, where it has ended. */
const MADE_FOR: Readonly<Record<string, string>> = { awq: '4.51.3' };

function madeFor(trans: ITranslate, asker: string): IFix[] {
  const last = ownValue(MADE_FOR, asker);
  return last
    ? [
        check(
          trans.__('Take the last transformers that %1 was made for', asker),
          `%pip install "transformers<=${last}"`,
          trans.__('AutoAWQ has ended, and newer ones have changed since.')
        )
      ]
    : [];
}

/** The first release of a library that asks for a name: the wheels on PyPI. */
const ASKED_SINCE: Readonly<Record<string, string>> = {
  'peft:EncoderDecoderCache': '0.14',
  'peft:Cache': '0.14'
};

/** For a program that pins what is asked: an older release of what asks. */
function olderAsker(
  trans: ITranslate,
  asker: string | undefined,
  other: string | undefined,
  name: string | undefined
): IFix[] {
  const since = ownValue(ASKED_SINCE, `${asker}:${name}`);
  return asker && other && since
    ? [
        check(
          trans.__('Or keep %1, and take an older %2', other, asker),
          `%pip install "${packages(asker)}<${since}"`
        )
      ]
    : [];
}

function pairTitle(
  trans: ITranslate,
  { asker, other }: ValuesOf<'asker' | 'other'>
): string {
  return asker && other
    ? trans.__('%1 and %2 do not fit', asker, other)
    : trans.__('Two installed libraries do not fit');
}

export default define({
  id: 'version/libraries-differ',
  answers: [
    "RuntimeError: Failed to import diffusers.loaders.unet because of the following error (look up to see its traceback): cannot import name 'EncoderDecoderCache' from 'transformers'",
    "TypeError: LoraConfig.__init__() got an unexpected keyword argument 'corda_config'",
    "NameError: name 'init_empty_weights' is not defined"
  ],
  refines: [
    'model/forward-arguments',
    'python/failed-import',
    'python/import-name',
    'python/call-arguments',
    'python/undefined-name',
    'version/removed-api',
    'version/not-installed',
    'version/parts-differ'
  ],
  values: ['asker', 'other', 'name', 'call', 'versions'],
  known: reading => ({ versions: installed(reading) }),
  kinds: {
    name: {
      signs: [
        {
          where: 'message',
          pattern: NAME,
          when: reading => asksAnother(reading, failedLibrary),
          confidence: 'likely',
          read: (groups, reading) => readName(groups, failedLibrary(reading))
        }
      ],
      words: (trans, { asker, other, name, versions }) => ({
        title: pairTitle(trans, { asker, other }),
        cause: withVersions(
          trans,
          asker && other && name
            ? trans.__(
                '%1 imports %2 from %3, and the installed %3 has no such name: it is too old for this %1, or so new that it dropped the name.',
                asker,
                name,
                other
              )
            : trans.__(
                'One library imports a name from another, and the installed release has no such name: not yet, or no longer.'
              ),
          versions
        ),
        fixes: [
          bringTogether(trans, asker ?? 'diffusers', other ?? 'transformers'),
          ...olderAsker(trans, asker, other, name),
          seeConflicts(trans)
        ]
      })
    },
    part: {
      signs: [
        {
          where: 'message',
          pattern: NAME,
          when: reading =>
            failedLibrary(reading) === undefined &&
            asksAnother(reading, loadedLibrary),
          confidence: 'likely',
          read: (groups, reading) => readName(groups, loadedLibrary(reading))
        }
      ],
      words: (trans, { asker, other = 'transformers', name, versions }) => ({
        title: name
          ? trans.__('The installed %1 has no %2', other, name)
          : trans.__('The installed %1 lacks a name', other),
        cause: withVersions(
          trans,
          asker
            ? trans.__(
                '%1, or a library that it loads in turn (such as peft), imports the name. The installed %2 is too old for it, or so new that it dropped the name.',
                asker,
                other
              )
            : trans.__(
                'A library that is loaded imports the name. The installed %1 is too old for it, or so new that it dropped the name.',
                other
              ),
          versions
        ),
        fixes: together(trans, asker ?? 'diffusers', other, 'peft')
      })
    },
    adapter: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: ADAPTER,
          when: isAdapters,
          confidence: 'likely',
          read: readCall
        }
      ],
      words: (trans, { name, call, versions }) => ({
        title: trans.__('The adapter was saved by another release of peft'),
        cause: withVersions(
          trans,
          name
            ? trans.__(
                'peft gives the entries of adapter_config.json to %1, and the installed peft knows no “%2”. Mostly a newer peft wrote the file.',
                call ?? 'LoraConfig',
                name
              )
            : trans.__(
                'The adapter_config.json of the adapter has an entry that the installed peft does not know. Mostly a newer peft wrote the file.'
              ),
          versions
        ),
        fixes: [
          pip({
            title: trans.__('Update peft, then restart the kernel'),
            line: '%pip install --upgrade peft',
            isInUse: true
          }),
          check(
            trans.__('peft is the newest: take the entry out of a copy'),
            `import json, pathlib\n\npath = pathlib.Path('adapter/adapter_config.json')\nconfig = json.loads(path.read_text())\nconfig.pop('${name ?? 'corda_config'}')\npath.write_text(json.dumps(config, indent=2))`,
            trans.__(
              'Only where the entry is empty or off: else the adapter computes something else.'
            )
          )
        ]
      })
    },
    call: {
      signs: [KEYWORD, COUNT].map(pattern => ({
        where: 'message' as const,
        ename: /^TypeError$/,
        pattern,
        when: (reading: IReading) =>
          callsWrongly(reading) &&
          !(
            isAdapters(reading) &&
            ADAPTER.test(reading.exceptions[0]?.message ?? '')
          ),
        confidence: 'likely' as const,
        read: readCall
      })),
      words: (trans, { asker, name, call, versions }) => ({
        title: calleeOf(call, asker)
          ? pairTitle(trans, { asker, other: calleeOf(call, asker) })
          : asker
            ? trans.__('%1 calls something of another release', asker)
            : trans.__('A library calls something of another release'),
        cause: withVersions(
          trans,
          asker && call
            ? name
              ? trans.__(
                  '%1 passes “%2” to %3(), which does not take it. The call stands in the library, not in your code: it and what it calls are of releases that do not fit.',
                  asker,
                  name,
                  call
                )
              : trans.__(
                  '%1 gives %2() another number of arguments than it takes. The call stands in the library, not in your code: it and what it calls are of releases that do not fit.',
                  asker,
                  call
                )
            : trans.__(
                'The call stands in the library, not in your code: it and what it calls are of releases that do not fit.'
              ),
          versions
        ),
        fixes: together(trans, asker ?? 'transformers', calleeOf(call, asker))
      })
    },
    lacking: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: LACKS,
          when: leavesOut,
          confidence: 'likely',
          read: (groups, reading) => ({
            ...readCall(groups, reading),
            asker: callingPackage(reading)
          })
        }
      ],
      words: (trans, { asker = 'awq', name, call, versions }) => ({
        title: pairTitle(trans, { asker, other: 'transformers' }),
        cause: withVersions(
          trans,
          trans.__(
            '%1 calls %2() of transformers without “%3”, which this release wants. The call stands in the library, not in your code.',
            asker,
            call ?? 'forward',
            name ?? 'attention_mask'
          ),
          versions
        ),
        fixes: [
          ...madeFor(trans, asker),
          ...together(trans, asker, 'transformers')
        ]
      })
    },
    optional: {
      signs: [
        {
          where: 'message',
          pattern: UNDEFINED,
          when: lacksOptional,
          confidence: 'likely',
          read: ({ name }, reading) => ({
            asker: failedLibrary(reading) ?? loadedLibrary(reading),
            other: ownValue(OPTIONAL, name),
            name
          })
        }
      ],
      words: (trans, { asker, other = 'accelerate', name, versions }) => ({
        title: asker
          ? trans.__('%1 finds no %2 that it can use', asker, other)
          : trans.__('A library finds no %1 that it can use', other),
        cause: withVersions(
          trans,
          asker && name
            ? trans.__(
                '%1 imports %2 only where it finds a %3 that is new enough, and goes on without it. Here it found none, and now needs it.',
                asker,
                name,
                other
              )
            : trans.__(
                'The library imports the name only where it finds a %1 that is new enough, and goes on without it. Here it found none.',
                other
              ),
          versions
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See which one is installed'),
            code: `%pip show ${packages(asker, other)}`
          },
          check(
            trans.__('Install it or update it, then restart the kernel'),
            other === 'torch'
              ? '%pip install --upgrade torch torchvision torchaudio'
              : `%pip install --upgrade ${packages(other)}`,
            other === 'torch'
              ? trans.__(
                  'Or take a release of the library that works with this torch.'
                )
              : undefined
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A folder or a file of yours with the library’s name is imported instead of it: its path stands in the traceback.'
      )
    ],
    links: [
      {
        title: trans.__('pip: pip check'),
        url: 'https://pip.pypa.io/en/stable/cli/pip_check/'
      }
    ]
  })
});
