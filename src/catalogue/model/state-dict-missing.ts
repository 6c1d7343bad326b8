import type { IEntry } from '../../diagnosis/types';
import { nothingRaised, ofKind, said } from '../said';
import { LINKS } from './shared/links';
import {
  isEmpty,
  MISSING,
  namesOf,
  stateDictOf,
  stateDictSigns,
  warnedOf
} from './shared/state-dict';

const entry: IEntry = {
  id: 'model/state-dict-missing',
  answers: [
    'Error(s) in loading state_dict for Net: Missing key(s) in state_dict: "fc.weight", "fc.bias".',
    'missing keys in state_dict: "{\'fc.weight\'}"'
  ],
  signs: [
    ...stateDictSigns(MISSING, () => true, { read: namesOf }),
    warnedOf('missing'),
    // What load_state_dict(strict=False) returns, printed.
    {
      where: 'log',
      pattern: /_IncompatibleKeys\(missing_keys=\[(?=["'])/,
      when: nothingRaised,
      confidence: 'possible'
    },
    // Re-identification projects' own loader, which goes on.
    {
      where: 'log',
      pattern: /\b[Kk]eys not found in source state_dict: \w{1,60}\.\w/,
      when: nothingRaised,
      confidence: 'possible'
    },
    // diffusers, which names no more than fits its own order.
    ...said(
      /Cannot load <class '[^']{1,200}'> from .{1,300} because the following keys are missing: ?(?<missing>[\w.]{0,200}\w(?:, ?[\w.]{0,200}\w){0,2})(?<more>,)?/,
      {
        read: ({ missing, more }) => ({
          missing: missing && more ? `${missing} …` : missing,
          kind: 'diffusers'
        })
      }
    ),
    // Cut behind its head: what did not fit is not told.
    ...said(/Error\(s\) in loading state_dict for \w{1,80}:?$/, {
      confidence: 'possible',
      when: reading => isEmpty(stateDictOf(reading)),
      ...ofKind('untold')
    })
  ],
  page(trans, { missing, unexpected, kind }) {
    const buffers =
      missing !== undefined && /position_ids(?: …)?$/.test(missing);
    return {
      title:
        kind === 'untold'
          ? trans.__('The checkpoint does not fit the model')
          : trans.__('The checkpoint lacks weights that the model has'),
      cause:
        kind === 'untold'
          ? trans.__(
              'Which weights are missing, too many or of another shape stands behind this line, where the text was cut.'
            )
          : missing
            ? unexpected
              ? trans.__(
                  'The model has %1, the checkpoint has %2 instead. It was saved from another version of the class, or of the library it comes from.',
                  missing,
                  unexpected
                )
              : trans.__(
                  'The model has %1, the checkpoint does not. It was saved from another version of the class, or from a part of the model.',
                  missing
                )
            : trans.__(
                'The model has weights with names that are not in the checkpoint. It was saved from another version of the class, or from a part of the model.'
              ),
      fixes: [
        ...(kind === 'diffusers'
          ? [
              {
                safety: 'check' as const,
                title: trans.__(
                  'Load it all the same: what is missing is made new'
                ),
                detail: trans.__(
                  'Weights that no checkpoint gives are random: right only for parts that you will train.'
                ),
                code: 'Model.from_pretrained(path, low_cpu_mem_usage=False, device_map=None)'
              }
            ]
          : []),
        ...(buffers
          ? [
              {
                safety: 'check' as const,
                title: trans.__('position_ids holds no weights: leave it out'),
                detail: trans.__(
                  'Versions of transformers differ in whether they save it; better use the version that saved it.'
                ),
                code: 'model.load_state_dict(state, strict=False)'
              }
            ]
          : []),
        {
          safety: 'check',
          title: trans.__(
            'A partial load on purpose: see what stays untrained'
          ),
          detail: trans.__(
            'The missing weights keep their random start and must be trained.'
          ),
          code: 'result = model.load_state_dict(state, strict=False)\nprint(result.missing_keys)'
        },
        {
          safety: 'check',
          title: trans.__('Build the model as it was when it was saved'),
          detail: trans.__(
            'Same class, same number of layers and classes, same version of the library.'
          )
        },
        {
          safety: 'check',
          title: trans.__('Renamed layers: rename the keys'),
          code: "state = {k.replace('old_name.', 'new_name.'): v for k, v in state.items()}"
        }
      ],
      notThis: [
        trans.__(
          'All keys differ by “module.”, “_orig_mod.” or another prefix: then only the prefix must go.'
        ),
        trans.__(
          'The unexpected keys are “epoch”, “optimizer”, “state_dict”: then the whole checkpoint was passed.'
        )
      ],
      links: [LINKS.loadStateDict(trans), LINKS.saving(trans)]
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        "Cannot load <class 'diffusers.models.controlnet.ControlNetModel'> from ./out because the following keys are missing: \n conv_in.bias, conv_in.weight. \n Please make sure to pass `low_cpu_mem_usage=False` and `device_map=None`",
      torch: '2.0',
      origin: 'reference',
      values: { missing: 'conv_in.bias, conv_in.weight', kind: 'diffusers' }
    },
    {
      kind: 'text',
      stderr:
        'Keys not found in source state_dict:\n         base.layer1.2.bn2.weight\n         base.layer3.0.conv2.weight\n',
      torch: '0.3',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        "_IncompatibleKeys(missing_keys=['norm0.weight', 'norm0.bias'], unexpected_keys=['head.weight'])\n",
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Loading adapter weights from state_dict led to missing keys in the model: blocks.0.to_q.lora_A.weight, blocks.0.to_q.lora_B.weight\n',
      torch: '2.6',
      origin: 'reference',
      values: {
        missing: 'blocks.0.to_q.lora_A.weight, blocks.0.to_q.lora_B.weight'
      }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Error(s) in loading state_dict for GPT2LMHeadModel:',
      torch: '1.13',
      origin: 'reference',
      values: { kind: 'untold' }
    },
    {
      kind: 'text',
      stderr:
        "There were missing keys in the checkpoint model loaded: ['model.embed.weight', 'model.norm.weight'].\n",
      torch: '2.0',
      origin: 'reference',
      values: { missing: 'model.embed.weight, model.norm.weight' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Sequential:\n\tMissing key(s) in state_dict: "0.bias". ',
      torch: '2.13',
      origin: 'run',
      values: { missing: '0.bias' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: "fc.weight", "fc.bias". \n\tUnexpected key(s) in state_dict: "classifier.weight", "classifier.bias". ',
      torch: '1.0',
      origin: 'reference',
      values: {
        missing: 'fc.weight, fc.bias',
        unexpected: 'classifier.weight, classifier.bias'
      }
    },
    {
      ename: 'KeyError',
      evalue:
        "'missing keys in state_dict: \"{\\'fc.weight\\', \\'fc.bias\\'}\"'",
      torch: '0.3',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        'Cannot load configuration because the following keys are missing: api_key, region'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Linear:\n\tMissing key(s) in state_dict: "weight", "bias". \n\tUnexpected key(s) in state_dict: "module.weight", "module.bias". '
    },
    { ename: 'KeyError', evalue: "'fc.weight'" }
  ],
  reproduction: {
    raises: [
      'import torch',
      'state = torch.nn.Linear(2, 1, bias=False).state_dict()',
      'model = torch.nn.Linear(2, 1)',
      'model.load_state_dict(state)'
    ].join('\n'),
    fixed: [
      'import torch',
      'state = torch.nn.Linear(2, 1, bias=False).state_dict()',
      'model = torch.nn.Linear(2, 1)',
      'result = model.load_state_dict(state, strict=False)',
      "assert result.missing_keys == ['bias']"
    ].join('\n')
  }
};

export default entry;
