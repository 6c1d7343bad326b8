import type { IEntry, IPage, ISign, ITranslate } from '../../diagnosis/types';
import { nothingRaised, said } from '../said';
import { LINKS } from './shared/links';
import {
  namesOf,
  stateDictOf,
  stateDictSigns,
  UNEXPECTED,
  warnedOf
} from './shared/state-dict';

/** The page where only running statistics are too many. */
function statistics(trans: ITranslate, norm: string): IPage {
  return {
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
        title: trans.__('Load without the statistics the model does not keep'),
        detail: trans.__('Those of BatchNorm stay: the model has them.'),
        code: "own = model.state_dict()\nstate = {k: v for k, v in state.items() if k in own or '.running_' not in k}\nmodel.load_state_dict(state)"
      },
      {
        safety: 'check',
        title: trans.__('The statistics are wanted: let the layer keep them'),
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
  };
}

/** Unless other names are unexpected as well. */
const readBuffer: NonNullable<ISign['read']> = ({ buffer, layer }, reading) =>
  stateDictOf(reading).unexpected.length > 0
    ? {}
    : { unexpected: buffer, norm: layer ?? 'InstanceNorm' };

const entry: IEntry = {
  id: 'model/state-dict-unexpected',
  answers: [
    'Error(s) in loading state_dict for Net: Unexpected key(s) in state_dict: "layer.weight", "layer.bias".',
    'unexpected key "layer.weight" in state_dict',
    'Unexpected running stats buffer(s) "norm.running_mean" and "norm.running_var" for InstanceNorm2d with track_running_stats=False.'
  ],
  signs: [
    ...stateDictSigns(UNEXPECTED, () => true, { read: namesOf }),
    warnedOf('unexpected'),
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
    ...said(
      /Unexpected running stats buffer\(s\)(?: ["'](?<buffer>[\w.]{1,300})["'](?: and ["'][\w.]{1,300}["'])? for (?<layer>\w{1,40}))?/,
      { read: readBuffer }
    )
  ],
  page(trans, { unexpected, norm }) {
    return norm
      ? statistics(trans, norm)
      : {
          title: trans.__('The checkpoint has weights the model does not have'),
          cause: unexpected
            ? trans.__(
                'The checkpoint has %1, and the model has no place for it. It was saved from another version of the class, or from a model with a further part.',
                unexpected
              )
            : trans.__(
                'The checkpoint has names that the model has not. It was saved from another version of the class, or from a model with a further part.'
              ),
          fixes: [
            {
              safety: 'check',
              title: trans.__('Superfluous parts: load without them'),
              detail: trans.__(
                'Print what is left out: strict=False also keeps silent about missing weights.'
              ),
              code: 'result = model.load_state_dict(state, strict=False)\nprint(result.missing_keys, result.unexpected_keys)'
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
        };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        "_IncompatibleKeys(missing_keys=[], unexpected_keys=['encoder.position_ids'])\n",
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Loading adapter weights from state_dict led to unexpected keys not found in the model: blocks.0.to_q.lora_A.weight\n',
      torch: '2.6',
      origin: 'reference',
      values: { unexpected: 'blocks.0.to_q.lora_A.weight' }
    },
    {
      kind: 'text',
      stderr:
        "[ERROR:swift] Load state dict with unexpected keys: ['model.h.0.lora_A.weight']\n",
      torch: '2.0',
      origin: 'reference',
      values: { unexpected: 'model.h.0.lora_A.weight' }
    },
    {
      kind: 'text',
      stderr:
        '[03/07 17:44:57 fvcore.common.checkpoint]: The checkpoint state_dict contains keys that are not used by the model:\n  fc1000.{bias, weight}\n',
      torch: '1.10',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Sequential:\n\tUnexpected key(s) in state_dict: "extra.w". ',
      torch: '2.13',
      origin: 'run',
      values: { unexpected: 'extra.w' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Net:\n\tUnexpected running stats buffer(s) "norm.running_mean" and "norm.running_var" for InstanceNorm2d with track_running_stats=False. If state_dict is a checkpoint saved before 0.4.0, this may be expected because InstanceNorm2d does not track running stats by default since 0.4.0. Please remove these keys from state_dict. If the running stats are actually needed, instead set track_running_stats=True in InstanceNorm2d to enable them. See the documentation of InstanceNorm2d for details.',
      torch: '2.13',
      origin: 'run',
      values: { unexpected: 'norm.running_mean', norm: 'InstanceNorm2d' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Net:\n\tUnexpected key(s) in state_dict: "proj.weight". \n\tUnexpected running stats buffer(s) "norm.running_mean" and "norm.running_var" for InstanceNorm2d with track_running_stats=False. ',
      torch: '2.13',
      origin: 'reference',
      values: { unexpected: 'proj.weight' }
    },
    {
      ename: 'KeyError',
      evalue: '\'unexpected key "fc.weight" in state_dict\'',
      torch: '0.3',
      origin: 'reference',
      values: { unexpected: 'fc.weight' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue: "__init__() got an unexpected keyword argument 'state_dict'"
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Unet:\n\tUnexpected key(s) in state_dict: "bn1.num_batches_tracked", "bn2.num_batches_tracked". '
    },
    {
      ename: 'ValueError',
      evalue: "Unexpected keys in config: 'layers'"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'state = torch.nn.Linear(2, 1).state_dict()',
      'model = torch.nn.Linear(2, 1, bias=False)',
      'model.load_state_dict(state)'
    ].join('\n'),
    fixed: [
      'import torch',
      'state = torch.nn.Linear(2, 1).state_dict()',
      'model = torch.nn.Linear(2, 1, bias=False)',
      'result = model.load_state_dict(state, strict=False)',
      "assert result.unexpected_keys == ['bias']"
    ].join('\n')
  }
};

export default entry;
