import { define } from '../../define';
import { check } from '../../fix';
import { keyLeftOut } from '../../shared/edits/texts';
import { LINKS } from '../shared/links';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';

/** Keys that only checkpoints have. */
const USUAL =
  'state_dict|model_state_dict|model_state|optimizer_state_dict|optim_state_dict|optimizer|model|net|weights?|ema|scheduler|epoch|hyper_parameters|pytorch-lightning_version|global_step';

/** `checkpoint['model']`, by what it is called. */
const NAMED =
  /(?:checkpoint|ckpt|state|pretrained|weights|snapshot|saved)\w{0,20}\[["'](?<key>[\w.-]{1,60})["']\]/gi;

/** `load_state_dict(anything['model'])` */
const GIVEN = /load_state_dict\([^)\n[]{0,80}\[["'](?<key>[\w.-]{1,60})["']\]/g;

/** `torch.load(path)['model']` */
const AT_ONCE =
  /\btorch\.load\([^\n]{1,200}\)\[["'](?<key>[\w.-]{1,60})["']\]/g;

/** The keys that the text takes out of what looks like a checkpoint. */
function taken(text: string): string[] {
  return [NAMED, GIVEN, AT_ONCE].flatMap(pattern =>
    [...text.slice(-20_000).matchAll(pattern)].map(
      ({ groups }) => groups?.key ?? ''
    )
  );
}

/** What Python says; a paste may go on behind it. */
const MISSING = /^["'](?<key>[\w.-]{1,60})["'](?![\w.])/;

function missing({ exceptions }: IReading): string[] {
  return exceptions
    .filter(({ name }) => name.endsWith('KeyError'))
    .map(({ message }) => MISSING.exec(message.trim())?.groups?.key ?? '')
    .filter(key => key !== '');
}

/** The text speaks of torch's loading, not of somebody's "state". */
function loads(reading: IReading): boolean {
  return ['torch', 'load_state_dict'].some(word => reading.mentions(word));
}

/** Whether the kernel knows which key was meant, as `python/missing-key` says. */
function isNamedByKernel({ incident: { live } }: IReading): boolean {
  return live?.kind === 'key' && live.near !== null;
}

/** A key of that name is read from a checkpoint in the failed lines. */
function fromCheckpoint(reading: IReading): boolean {
  if (isNamedByKernel(reading)) {
    return false;
  }
  const keys = taken(reading.code);
  const usual = new RegExp(`^(?:${USUAL})$`);
  return missing(reading).some(
    key => keys.includes(key) && (usual.test(key) || loads(reading))
  );
}

/** The same where the lines were only printed. */
function printed(reading: IReading): boolean {
  const keys = taken(reading.log);
  return (
    loads(reading) &&
    keys.some(
      key =>
        reading.log.includes(`KeyError: '${key}'`) ||
        reading.log.includes(`KeyError: "${key}"`)
    )
  );
}

/** A file of a repository, whose code expects a checkpoint of its own. */
function placeOf({ exceptions }: IReading): string | undefined {
  const frame = exceptions[0]?.frames.at(-1);
  return frame?.place === 'user' ? frame.file.split(/[\\/]/).pop() : undefined;
}

function readKey(
  { key }: Values,
  reading: IReading
): {
  key?: string;
  place?: string;
  kind: 'weights' | 'training';
} {
  const isOfTraining = /optim|scheduler|epoch|step/.test(key ?? '');
  return {
    key,
    place: placeOf(reading),
    kind: isOfTraining ? 'training' : 'weights'
  };
}

function title(trans: ITranslate, key: string | undefined): string {
  return key && key.length <= 25
    ? trans.__('The checkpoint has no entry “%1”', key)
    : trans.__('The checkpoint has no entry of that name');
}

function seeFile(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what the file holds'),
    detail: trans.__(
      'Names such as conv1.weight mean that these are the weights themselves.'
    ),
    code: 'print(type(checkpoint), list(checkpoint)[:10])'
  };
}

function loadDirectly(trans: ITranslate, key: string | undefined): IFix {
  return {
    safety: 'check',
    title: trans.__('The weights themselves: load them directly'),
    code: 'model.load_state_dict(checkpoint)',
    edit: key === undefined ? undefined : keyLeftOut(key)
  };
}

function checkFile(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Check that it is the file this code was written for'),
    detail: trans.__(
      'A backbone’s weights are no checkpoint of the whole model, even when they load.'
    )
  };
}

/** Names that hardly anything but a checkpoint has; the rest needs its line. */
const TELLING =
  /^["'](?<key>(?:\w{1,20}_)?state_dict|optimizer|model_state|hyper_parameters|params_ema|pytorch-lightning_version)["'](?![\w.])/;

/** Those that nothing else has, whatever line asks for them. */
const OWN =
  /^["'](?:\w{1,20}_)?state_dict["']|^["'](?:model_state|hyper_parameters|params_ema|pytorch-lightning_version)["']/;

/** Whether nothing but the key is at hand, or the line that was copied beside it. */
function isBare(reading: IReading): boolean {
  const { exceptions, incident, log } = reading;
  const [first] = exceptions;
  return (
    first !== undefined &&
    ((OWN.test(first.message.trim()) &&
      (incident.kind === 'text' || loads(reading))) ||
      (incident.kind === 'text' &&
        first.frames.length === 0 &&
        log.length < 600))
  );
}

export default define({
  id: 'model/checkpoint-key',
  answers: [
    "KeyError: 'state_dict'",
    "KeyError: 'model_state_dict'",
    "KeyError: 'model'",
    "KeyError: 'optimizer'"
  ],
  refines: ['python/missing-key'],
  values: ['key', 'place'],
  signs: [
    {
      where: 'message',
      pattern: MISSING,
      ename: /KeyError$/,
      when: fromCheckpoint,
      read: readKey
    },
    {
      where: 'message',
      pattern: TELLING,
      ename: /^KeyError$/,
      when: isBare,
      confidence: 'likely',
      read: readKey
    },
    {
      where: 'log',
      pattern: new RegExp(`KeyError: ["'](?<key>${USUAL})["']`),
      when: printed,
      confidence: 'likely',
      read: readKey
    }
  ],
  kinds: {
    weights: {
      words: (trans, { key, place }) => ({
        title: title(trans, key),
        cause: trans.__(
          'What a checkpoint is made of is up to the code that saved it. Often the file is the dictionary of weights itself (as from torchvision), or it calls its parts by other names.'
        ),
        fixes: [
          ...(key === 'params_ema'
            ? [
                check(
                  trans.__('A file of basicsr with “params”: name that key'),
                  'param_key_g: params  # in the options, below path'
                )
              ]
            : []),
          ...(key?.endsWith('state_dict') && !place
            ? [loadDirectly(trans, key)]
            : []),
          place
            ? check(
                trans.__('Get the very file that this repository names'),
                'print(list(torch.load(path, map_location="cpu"))[:10])',
                trans.__(
                  'The code in %1 wants a file with this entry: its README says from where. A file of another release or project differs; the line shows what yours holds.',
                  place
                )
              )
            : seeFile(trans),
          ...(key?.endsWith('state_dict') && !place
            ? []
            : [loadDirectly(trans, key)]),
          checkFile(trans)
        ]
      })
    },
    training: {
      words: (trans, { key }) => ({
        title: title(trans, key),
        cause: trans.__(
          'The file holds the weights, but not what training needs to go on: it was saved for use, or the training state was taken out to make it smaller.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Start with a fresh optimizer'),
            code: "if 'optimizer' in checkpoint:\n    optimizer.load_state_dict(checkpoint['optimizer'])"
          },
          seeFile(trans),
          checkFile(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the missing name is a layer’s (“conv1.weight”), the file fits another model.'
      )
    ],
    links: [LINKS.saving(trans), LINKS.loadStateDict(trans)]
  })
});
