import type { IEntry, IReading } from '../../diagnosis/types';
import { LINKS } from './shared/links';

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

/** A key of that name is read from a checkpoint in the failed lines. */
function fromCheckpoint(reading: IReading): boolean {
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

const entry: IEntry = {
  id: 'model/checkpoint-key',
  answers: [
    "KeyError: 'state_dict'",
    "KeyError: 'model_state_dict'",
    "KeyError: 'model'",
    "KeyError: 'optimizer'"
  ],
  signs: [
    {
      where: 'message',
      pattern: MISSING,
      ename: /KeyError$/,
      when: fromCheckpoint
    },
    {
      where: 'log',
      pattern: new RegExp(`KeyError: ["'](?<key>${USUAL})["']`),
      when: printed,
      confidence: 'likely'
    }
  ],
  page(trans, { key }) {
    const trained = /optim|scheduler|epoch|step/.test(key ?? '');
    return {
      title:
        key && key.length <= 25
          ? trans.__('The checkpoint has no entry “%1”', key)
          : trans.__('The checkpoint has no entry of that name'),
      cause: trained
        ? trans.__(
            'The file holds the weights, but not what training needs to go on: it was saved for use, or the training state was taken out to make it smaller.'
          )
        : trans.__(
            'What a checkpoint is made of is up to the code that saved it. Often the file is the dictionary of weights itself (as from torchvision), or it calls its parts by other names.'
          ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('See what the file holds'),
          detail: trans.__(
            'Names such as conv1.weight mean that these are the weights themselves.'
          ),
          code: 'print(type(checkpoint), list(checkpoint)[:10])'
        },
        trained
          ? {
              safety: 'check',
              title: trans.__('Start with a fresh optimizer'),
              code: "if 'optimizer' in checkpoint:\n    optimizer.load_state_dict(checkpoint['optimizer'])"
            }
          : {
              safety: 'check',
              title: trans.__('The weights themselves: load them directly'),
              code: 'model.load_state_dict(checkpoint)'
            },
        {
          safety: 'check',
          title: trans.__(
            'Check that it is the file this code was written for'
          ),
          detail: trans.__(
            'A backbone’s weights are no checkpoint of the whole model, even when they load.'
          )
        }
      ],
      notThis: [
        trans.__(
          'If the missing name is a layer’s (“conv1.weight”), the file fits another model.'
        )
      ],
      links: [LINKS.saving(trans), LINKS.loadStateDict(trans)]
    };
  },
  examples: [
    {
      ename: 'KeyError',
      evalue: "'state_dict'",
      source:
        "checkpoint = torch.load(path)\nmodel.load_state_dict(checkpoint['state_dict'])",
      torch: '2.13',
      origin: 'run',
      values: { key: 'state_dict' }
    },
    {
      ename: 'KeyError',
      evalue: "'optimizer'",
      source: "optimizer.load_state_dict(state['optimizer'])",
      torch: '2.13',
      origin: 'reference',
      values: { key: 'optimizer' }
    },
    {
      kind: 'text',
      stderr:
        "Traceback (most recent call last):\n  File \"demo.py\", line 9, in <module>\n    net.load_state_dict(torch.load(path)['net'])\nKeyError: 'net'\n",
      torch: '1.13',
      origin: 'reference',
      values: { key: 'net' }
    }
  ],
  nearMisses: [
    {
      ename: 'KeyError',
      evalue: "'model'",
      source: "print(config['model'])"
    },
    {
      ename: 'KeyError',
      evalue: "'offset'",
      source: "position = checkpoint['offset']  # of the stream"
    },
    {
      ename: 'KeyError',
      evalue: "'state_dict'",
      source: "return payload['state_dict']"
    }
  ],
  reproduction: {
    raises: [
      'import io, torch',
      'model, file = torch.nn.Linear(2, 1), io.BytesIO()',
      'torch.save(model.state_dict(), file)',
      'file.seek(0)',
      'checkpoint = torch.load(file)',
      "model.load_state_dict(checkpoint['state_dict'])"
    ].join('\n'),
    fixed: [
      'import io, torch',
      'model, file = torch.nn.Linear(2, 1), io.BytesIO()',
      'torch.save(model.state_dict(), file)',
      'file.seek(0)',
      'checkpoint = torch.load(file)',
      'model.load_state_dict(checkpoint)'
    ].join('\n')
  }
};

export default entry;
