import { callingPackage } from '../../shared/code-owner';
import { fitting } from '../../shared/fitting';
import { define } from '../../define';
import { LINKS } from '../shared/links';
import { cutOff, prefixOf } from './prefix';
import type { IPrefix } from './prefix';
import {
  EITHER,
  onlyCounters,
  stateDictOf,
  stateDictSigns
} from '../shared/state-dict';
import type { IStateDict } from '../shared/state-dict';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { withKeys, loadedInto } from '../../shared/edits/layers';

function readPrefix(
  _: Values,
  reading: IReading
): {
  kind?: IPrefix['side'];
  prefix?: string;
  other?: string;
  loader?: string;
} {
  const { side, prefix, other } = prefixOf(stateDictOf(reading)) ?? {};
  return { kind: side, prefix, other, loader: callingPackage(reading) };
}

/** A library loads what it saved itself: the wrapper came between. */
function wrapLater(trans: ITranslate, loader: string): IFix[] {
  return loader === 'fastai'
    ? [
        {
          safety: 'check',
          title: trans.__('Take the wrapper off, and wrap again for training'),
          detail: trans.__(
            'lr_find() and load() put the saved weights into learn.model as it is now.'
          ),
          code: 'learn.model = learn.model.module\nlearn.lr_find()\nlearn.model = nn.DataParallel(learn.model)'
        }
      ]
    : [
        {
          safety: 'check',
          title: trans.__(
            'Let %1 load into the bare model, wrap it then',
            loader
          ),
          code: 'model = model.module  # before the library loads'
        }
      ];
}

/** Whether the keys differ by a prefix, and that is seen (or only likely). */
function differs(sure: boolean): (parsed: IStateDict) => boolean {
  return parsed =>
    !onlyCounters(parsed) &&
    cutOff(parsed) === null &&
    prefixOf(parsed)?.sure === sure;
}

function title(trans: ITranslate, prefix?: string): string {
  const shown = fitting(prefix, 28);
  return shown
    ? trans.__('The keys differ by the prefix “%1”', shown)
    : trans.__('The keys differ by a prefix only');
}

function origin(trans: ITranslate, prefix: string): string {
  if (prefix.startsWith('_orig_mod.')) {
    return trans.__('torch.compile() puts “_orig_mod.” before every key.');
  }
  if (prefix.startsWith('module.')) {
    return trans.__(
      'DataParallel and DistributedDataParallel put “module.” before every key.'
    );
  }
  return trans.__(
    'One was saved from, or is loaded into, a class that holds the network as an attribute.'
  );
}

/** DataParallel, DDP and torch.compile, under whose prefix the model lies. */
const WRAPPER = /^((?:_orig_mod|module)(?:\.(?:_orig_mod|module))*)\./;

/** What makes the next checkpoint fit, where the prefix tells what put it there. */
function saveInside(trans: ITranslate, prefix: string): IFix | undefined {
  const [, wrapper] = WRAPPER.exec(prefix) ?? [];
  if (wrapper) {
    return {
      safety: 'safe',
      title: trans.__('Next time save the model inside the wrapper'),
      detail: trans.__('Such a checkpoint fits with one GPU, many, or none.'),
      code: `torch.save(model.${wrapper}.state_dict(), path)`
    };
  }
  return prefix.startsWith('base_model.model.')
    ? {
        safety: 'check',
        title: trans.__('PEFT: save and load the adapter alone'),
        code: "model.save_pretrained('adapter')\nmodel = PeftModel.from_pretrained(base_model, 'adapter')"
      }
    : undefined;
}

function saveNetwork(trans: ITranslate, prefix: string): IFix | undefined {
  return /^[\w.]{1,40}\.$/.test(prefix)
    ? {
        safety: 'safe',
        title: trans.__('Next time save the network inside'),
        code: `torch.save(outer.get_submodule('${prefix.slice(0, -1)}').state_dict(), path)`
      }
    : undefined;
}

function takeAway(trans: ITranslate, prefix: string): IFix {
  return {
    safety: 'check',
    title: trans.__('Take the prefix away'),
    code: `state = {k.removeprefix('${prefix}'): v for k, v in state.items()}\nmodel.load_state_dict(state)`,
    edit: withKeys(`k.removeprefix('${prefix}')`)
  };
}

/** How to load this file, how to save the next one, and what to look at. */
function fixes(trans: ITranslate, load: IFix, save: IFix | undefined): IFix[] {
  return [
    load,
    ...(save === undefined ? [] : [save]),
    {
      safety: 'diagnostic',
      title: trans.__('Compare the first keys of both'),
      code: 'print(list(state)[:3], list(model.state_dict())[:3])'
    }
  ];
}

export default define({
  id: 'model/state-dict-prefix',
  answers: [
    'Missing key(s) in state_dict: "conv1.weight", … Unexpected key(s) in state_dict: "module.conv1.weight", …',
    'Unexpected key(s) in state_dict: "_orig_mod.conv1.weight"',
    'unexpected key "module.conv1.weight" in state_dict',
    'model.module when saving and loading under DataParallel'
  ],
  refines: [
    'model/other-architecture',
    'model/state-dict-missing',
    'model/state-dict-unexpected'
  ],
  values: ['prefix', 'other', 'loader', 'cut'],
  signs: [
    ...stateDictSigns(EITHER, differs(true), { read: readPrefix }),
    ...stateDictSigns(EITHER, differs(false), {
      read: readPrefix,
      confidence: 'likely'
    })
  ],
  kinds: {
    unseen: {
      signs: [
        // A loop over the keys of one, asking the other for them.
        {
          where: 'message',
          ename: /^KeyError$/,
          pattern:
            /^['"](?:module\.|_orig_mod\.)[\w.]{1,300}\.(?:weight|bias|running_mean|running_var|num_batches_tracked)['"]$/,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: title(trans),
        cause: `${trans.__('The keys of checkpoint and model differ by what stands before them.')} ${origin(trans, 'module.')}`,
        fixes: fixes(
          trans,
          takeAway(trans, 'module.'),
          saveInside(trans, 'module.')
        )
      })
    },
    cut: {
      signs: stateDictSigns(EITHER, parsed => cutOff(parsed) !== null, {
        read: (_, reading) => ({ cut: String(cutOff(stateDictOf(reading))) })
      }),
      words: (trans, { cut = '7' }) => ({
        title: trans.__('The program cut %1 characters off each key', cut),
        cause: trans.__(
          'The keys are those of the model without their first %1 characters. A line such as k[%1:] takes a prefix away that this file does not have: it was saved without the wrapper.',
          cut
        ),
        fixes: fixes(
          trans,
          {
            safety: 'check',
            title: trans.__('Take the prefix away only where it stands'),
            code: "state = {k.removeprefix('module.'): v for k, v in checkpoint.items()}\nmodel.load_state_dict(state)"
          },
          undefined
        )
      })
    },
    checkpoint: {
      words: (trans, { prefix = 'module.' }) => ({
        title: title(trans, prefix),
        cause: `${trans.__(
          'The keys of the checkpoint begin with “%1”, those of the model do not.',
          prefix
        )} ${origin(trans, prefix)}`,
        fixes: fixes(
          trans,
          takeAway(trans, prefix),
          saveInside(trans, prefix) ?? saveNetwork(trans, prefix)
        )
      })
    },
    model: {
      words: (trans, { prefix = 'module.', loader }) => ({
        title: title(trans, prefix),
        cause: `${trans.__(
          'The keys of the model begin with “%1”, those of the checkpoint do not.',
          prefix
        )} ${origin(trans, prefix)}`,
        fixes:
          loader && WRAPPER.test(prefix)
            ? wrapLater(trans, loader)
            : fixes(
                trans,
                {
                  safety: 'check',
                  title: trans.__('Load into the model inside the wrapper'),
                  code: `model.${prefix.replace(/\.$/, '')}.load_state_dict(state)`,
                  edit: loadedInto(prefix.replace(/\.$/, ''))
                },
                saveInside(trans, prefix)
              )
      })
    },
    both: {
      words: (trans, { prefix = 'module.', other = '' }) => ({
        title: title(trans, prefix),
        cause: `${trans.__(
          'The keys begin with “%1” in the checkpoint and with “%2” in the model.',
          prefix,
          other
        )} ${origin(trans, prefix)}`,
        fixes: fixes(
          trans,
          {
            safety: 'check',
            title: trans.__('Exchange the prefix'),
            code: `state = {'${other}' + k.removeprefix('${prefix}'): v for k, v in state.items()}\nmodel.load_state_dict(state)`,
            edit: withKeys(`'${other}' + k.removeprefix('${prefix}')`)
          },
          saveInside(trans, prefix)
        )
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'strict=False is no answer: it would load nothing and leave the model at its random start.'
      ),
      trans.__(
        'If the names behind the prefix differ as well, the architecture is another one.'
      )
    ],
    links: [
      LINKS.loadStateDict(trans),
      LINKS.saving(trans),
      {
        title: trans.__('PyTorch: DataParallel and its module attribute'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.DataParallel.html'
      }
    ]
  })
});
