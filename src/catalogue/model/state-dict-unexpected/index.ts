import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { nothingRaised } from '../../predicates';
import { LINKS } from '../shared/links';
import {
  lastPart,
  stateDictOf,
  stateDictSigns,
  UNEXPECTED,
  UNEXPECTED_LIST,
  UNEXPECTED_ONE,
  unexpectedNames,
  warnedOf
} from '../shared/state-dict';
import { bufferOf } from '../shared/state-buffers';
import type { IStateDict } from '../shared/state-dict';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { notStrict } from '../../shared/edits/layers';

/** Nothing is missing, and what is too much are buffers of one kind. */
function onlyBuffers({ missing, unexpected }: IStateDict): boolean {
  return missing.length === 0 && bufferOf(unexpected) !== undefined;
}

/** Names the kind only where no other name is unexpected. */
function readStatistics(
  { layer }: Values,
  reading: IReading
): { norm?: string; kind?: 'statistics' } {
  return stateDictOf(reading).unexpected.length > 0
    ? {}
    : { norm: layer ?? 'InstanceNorm', kind: 'statistics' };
}

/** The keys of the words, which are cut to three. */
function keysOf(unexpected: string): string[] {
  return unexpected.replace(/ …$/, '').split(', ');
}

function bufferCause(trans: ITranslate, unexpected: string): string {
  return trans.__(
    'All that the model has no place for is %1: %2. No weight is missing.',
    unexpected,
    bufferOf(keysOf(unexpected))?.origin(trans) ??
      trans.__('values that are computed')
  );
}

function olderRelease(trans: ITranslate, unexpected: string): IFix[] {
  const older = bufferOf(keysOf(unexpected))?.older;
  return older
    ? [
        {
          safety: 'check',
          title: trans.__(
            'A program that you cannot change: the release of its time'
          ),
          code: `%pip install "${older}"`
        }
      ]
    : [];
}

export default define({
  id: 'model/state-dict-unexpected',
  inPackage: 'file',
  answers: [
    'Error(s) in loading state_dict for Net: Unexpected key(s) in state_dict: "layer.weight", "layer.bias".',
    'unexpected key "layer.weight" in state_dict',
    'Unexpected running stats buffer(s) "norm.running_mean" and "norm.running_var" for InstanceNorm2d with track_running_stats=False.'
  ],
  values: ['unexpected', 'norm'],
  signs: [
    ...stateDictSigns(UNEXPECTED_LIST, parsed => !onlyBuffers(parsed), {
      read: unexpectedNames
    }),
    warnedOf('unexpected', unexpectedNames),
    // What load_state_dict(strict=False) returns, printed.
    {
      where: 'log',
      pattern:
        /_IncompatibleKeys\(missing_keys=\[\], unexpected_keys=\[(?=["'])/,
      when: nothingRaised,
      confidence: 'possible'
    },
    // fvcore (Detectron2) warns, and goes on without them.
    {
      where: 'log',
      pattern:
        /checkpoint state_dict contains keys that are not used by the model/,
      when: nothingRaised,
      confidence: 'likely'
    },
    ...messageOrLog(
      /Unexpected running stats buffer\(s\)(?: ["'][\w.]{1,300}["'](?: and ["'][\w.]{1,300}["'])? for (?<layer>\w{1,40}))?/,
      { read: readStatistics }
    )
  ],
  kinds: {
    weights: {
      words: (trans, { unexpected }) => ({
        title: trans.__('The checkpoint has weights the model does not have'),
        cause: unexpected
          ? trans.__(
              'The checkpoint has %1, and the model has no place for it. The model that was saved had a part that this one has not.',
              unexpected
            )
          : trans.__(
              'The checkpoint has names that the model has not. The model that was saved had a part that this one has not.'
            ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Superfluous parts: load without them'),
            detail: trans.__(
              'Print what is left out: strict=False also keeps silent about missing weights.'
            ),
            code: 'result = model.load_state_dict(state, strict=False)\nprint(result.missing_keys, result.unexpected_keys)',
            edit: notStrict
          },
          {
            safety: 'check',
            title: trans.__('Build the model as it was when it was saved'),
            detail: trans.__(
              'Same class, same layers, same version of the library.'
            )
          },
          {
            safety: 'check',
            title: trans.__('Take the keys out by name'),
            code: "state = {k: v for k, v in state.items() if not k.startswith('head.')}"
          }
        ],
        notThis: [
          trans.__(
            'All keys differ by “module.”, “_orig_mod.” or another prefix: then only the prefix must go.'
          ),
          trans.__(
            'The keys are “epoch”, “optimizer”, “state_dict”: then the whole checkpoint was passed.'
          )
        ],
        links: [LINKS.loadStateDict(trans), LINKS.saving(trans)]
      })
    },
    // Whether a weight is missing for it is not said.
    first: {
      signs: stateDictSigns(UNEXPECTED_ONE, parsed => !onlyBuffers(parsed), {
        confidence: 'likely',
        read: unexpectedNames
      }),
      words: (trans, { unexpected = 'fc.weight' }) => ({
        title: trans.__('The checkpoint has a name that the model has not'),
        cause: trans.__(
          'Loading stopped at the first such name, %1. Whether the part is superfluous, has another name in this class, or the file is of another model altogether shows only when the names of both sides are compared.',
          unexpected
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Compare the names of both sides'),
            code: 'own = model.state_dict()\nprint([k for k in state if k not in own])  # too much\nprint([k for k in own if k not in state])  # missing'
          },
          {
            safety: 'check',
            title: trans.__(
              'Most are missing: load the file of this very model'
            ),
            detail: trans.__(
              'Weights of a backbone such as resnet50.pth are no checkpoint of the model that is built on it.'
            )
          },
          {
            safety: 'check',
            title: trans.__('The same part by another name: rename its keys'),
            code: `state = {k.replace('${unexpected.split(/[ ,]/)[0].replace(/\.\w+$/, '')}', 'NAME_IN_THE_MODEL'): v for k, v in state.items()}\nmodel.load_state_dict(state)`
          },
          {
            safety: 'check',
            title: trans.__('Nothing is missing: load without it'),
            code: 'model.load_state_dict(state, strict=False)',
            edit: notStrict
          }
        ],
        links: [LINKS.loadStateDict(trans), LINKS.saving(trans)]
      })
    },
    buffers: {
      signs: stateDictSigns(UNEXPECTED, onlyBuffers, {
        read: unexpectedNames
      }),
      words: (trans, { unexpected = 'position_ids' }) => ({
        title: trans.__('The checkpoint has more than weights'),
        cause: bufferCause(trans, unexpected),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Load without it: nothing else is left out'),
            code: 'model.load_state_dict(state, strict=False)',
            edit: notStrict
          },
          {
            safety: 'check',
            title: trans.__('Or take the keys out of the file’s weights'),
            code: `state = {k: v for k, v in state.items() if not k.endswith('${lastPart(keysOf(unexpected)[0])}')}\nmodel.load_state_dict(state)`
          },
          ...olderRelease(trans, unexpected)
        ],
        notThis: [
          trans.__(
            'Weights are named as well: then the model was built in another way.'
          )
        ],
        links: [LINKS.loadStateDict(trans), LINKS.saving(trans)]
      })
    },
    statistics: {
      words: (trans, { norm = 'InstanceNorm' }) => ({
        title: trans.__(
          'Statistics in the checkpoint that the model does not keep'
        ),
        cause: trans.__(
          'The file holds running means and variances for %1, and this model keeps none: track_running_stats is False. Before torch 0.4 it was True by default.',
          norm
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Load without the statistics the model does not keep'
            ),
            detail: trans.__('Those of BatchNorm stay: the model has them.'),
            code: "own = model.state_dict()\nstate = {k: v for k, v in state.items() if k in own or '.running_' not in k}\nmodel.load_state_dict(state)"
          },
          {
            safety: 'check',
            title: trans.__(
              'The statistics are wanted: let the layer keep them'
            ),
            code: 'norm = nn.InstanceNorm2d(64, affine=True, track_running_stats=True)'
          }
        ],
        notThis: [
          trans.__(
            'Weights are named as well: then the model was built in another way.'
          )
        ],
        links: [
          LINKS.loadStateDict(trans),
          {
            title: trans.__('PyTorch: InstanceNorm2d, track_running_stats'),
            url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.InstanceNorm2d.html'
          }
        ]
      })
    }
  }
});
