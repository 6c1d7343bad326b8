import type {
  IEntry,
  IFix,
  IReading,
  ITranslate,
  Values
} from '../../diagnosis/types';
import { LINKS } from './shared/links';
import { prefixOf } from './shared/prefix';
import {
  EITHER,
  onlyCounters,
  stateDictOf,
  stateDictSigns
} from './shared/state-dict';
import type { IStateDict } from './shared/state-dict';

function read(_: Values, reading: IReading): Values {
  const { side, prefix, other } = prefixOf(stateDictOf(reading)) ?? {};
  return { side, prefix, other };
}

/** Whether the keys differ by a prefix, and that is seen (or only likely). */
function differs(sure: boolean): (parsed: IStateDict) => boolean {
  return parsed => !onlyCounters(parsed) && prefixOf(parsed)?.sure === sure;
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

function difference(trans: ITranslate, values: Values): string {
  const { side, prefix, other } = values;
  switch (side) {
    case 'checkpoint':
      return trans.__(
        'The keys of the checkpoint begin with “%1”, those of the model do not.',
        prefix
      );
    case 'model':
      return trans.__(
        'The keys of the model begin with “%1”, those of the checkpoint do not.',
        prefix
      );
    case 'both':
      return trans.__(
        'The keys begin with “%1” in the checkpoint and with “%2” in the model.',
        prefix,
        other
      );
    default:
      return trans.__(
        'The keys of checkpoint and model differ by what stands before them.'
      );
  }
}

function loading(trans: ITranslate, values: Values): IFix {
  const { side, prefix = 'module.', other = '' } = values;
  if (side === 'model') {
    const inner = prefix.replace(/\.$/, '');
    return {
      safety: 'check',
      title: trans.__('Load into the model inside the wrapper'),
      code: `model.${inner}.load_state_dict(state)`
    };
  }
  return {
    safety: 'check',
    title:
      side === 'both'
        ? trans.__('Exchange the prefix')
        : trans.__('Take the prefix away'),
    code:
      side === 'both'
        ? `state = {'${other}' + k.removeprefix('${prefix}'): v for k, v in state.items()}\nmodel.load_state_dict(state)`
        : `state = {k.removeprefix('${prefix}'): v for k, v in state.items()}\nmodel.load_state_dict(state)`
  };
}

/** What makes the next checkpoint fit. */
function saving(
  trans: ITranslate,
  { prefix = 'module.', side }: Values
): IFix[] {
  const [, wrapper] =
    /^((?:_orig_mod|module)(?:\.(?:_orig_mod|module))*)\./.exec(prefix) ?? [];
  if (wrapper) {
    return [
      {
        safety: 'safe',
        title: trans.__('Next time save the model inside the wrapper'),
        detail: trans.__('Such a checkpoint fits with one GPU, many, or none.'),
        code: `torch.save(model.${wrapper}.state_dict(), path)`
      }
    ];
  }
  if (prefix.startsWith('base_model.model.')) {
    return [
      {
        safety: 'check',
        title: trans.__('PEFT: save and load the adapter alone'),
        code: "model.save_pretrained('adapter')\nmodel = PeftModel.from_pretrained(base_model, 'adapter')"
      }
    ];
  }
  return side === 'checkpoint' && /^[\w.]{1,40}\.$/.test(prefix)
    ? [
        {
          safety: 'safe',
          title: trans.__('Next time save the network inside'),
          code: `torch.save(outer.get_submodule('${prefix.slice(0, -1)}').state_dict(), path)`
        }
      ]
    : [];
}

function fixes(trans: ITranslate, values: Values): IFix[] {
  return [
    loading(trans, values),
    ...saving(trans, values),
    {
      safety: 'diagnostic',
      title: trans.__('Compare the first keys of both'),
      code: 'print(list(state)[:3], list(model.state_dict())[:3])'
    }
  ];
}

const entry: IEntry = {
  id: 'model/state-dict-prefix',
  answers: [
    'Missing key(s) in state_dict: "conv1.weight", … Unexpected key(s) in state_dict: "module.conv1.weight", …',
    'Unexpected key(s) in state_dict: "_orig_mod.conv1.weight"',
    'unexpected key "module.conv1.weight" in state_dict',
    'model.module when saving and loading under DataParallel'
  ],
  refines: ['model/state-dict-missing', 'model/state-dict-unexpected'],
  signs: [
    ...stateDictSigns(EITHER, differs(true), { read }),
    ...stateDictSigns(EITHER, differs(false), { read, confidence: 'likely' }),
    // A loop over the keys of one, asking the other for them.
    {
      where: 'message',
      ename: /^KeyError$/,
      pattern:
        /^['"](?:module\.|_orig_mod\.)[\w.]{1,300}\.(?:weight|bias|running_mean|running_var|num_batches_tracked)['"]$/,
      confidence: 'likely'
    }
  ],
  page(trans, values) {
    return {
      title: values.prefix
        ? trans.__(
            'The keys differ by the prefix “%1”',
            values.prefix.slice(0, 24)
          )
        : trans.__('The keys differ by a prefix only'),
      cause: `${difference(trans, values)} ${origin(trans, values.prefix ?? 'module.')}`,
      fixes: fixes(trans, values),
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
    };
  },
  examples: [
    {
      ename: 'KeyError',
      evalue: "'module.encoder.embed.0.weight'",
      torch: '1.8',
      origin: 'reference'
    },
    {
      stdout:
        'Unexpected key module.conv1.weight in state_dict with size torch.Size([16, 3, 3, 3])\nUnexpected key module.conv1.bias in state_dict with size torch.Size([16])\n',
      torch: '0.4',
      origin: 'reference',
      values: { side: 'checkpoint', prefix: 'module.' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Sequential:\n\tMissing key(s) in state_dict: "0.weight", "0.bias", "1.weight", "1.bias", "1.running_mean", "1.running_var", "2.weight", "2.bias". \n\tUnexpected key(s) in state_dict: "module.0.weight", "module.0.bias", "module.1.weight", "module.1.bias", "module.1.running_mean", "module.1.running_var", "module.1.num_batches_tracked", "module.2.weight", "module.2.bias". ',
      torch: '2.13',
      origin: 'run',
      values: { side: 'checkpoint', prefix: 'module.' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for OptimizedModule:\n\tMissing key(s) in state_dict: "_orig_mod.fc.weight", "_orig_mod.fc.bias". \n\tUnexpected key(s) in state_dict: "fc.weight", "fc.bias". ',
      torch: '2.4',
      origin: 'reference',
      values: { side: 'model', prefix: '_orig_mod.' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Lit:\n\tMissing key(s) in state_dict: "net.conv1.weight", "net.conv1.bias". \n\tUnexpected key(s) in state_dict: "model.conv1.weight", "model.conv1.bias". ',
      torch: '2.4',
      origin: 'reference',
      values: { side: 'both', prefix: 'model.', other: 'net.' }
    },
    {
      ename: 'KeyError',
      evalue: '\'unexpected key "module.features.0.weight" in state_dict\'',
      torch: '0.3',
      origin: 'reference',
      values: { side: 'checkpoint', prefix: 'module.' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: "fc.weight", "fc.bias". \n\tUnexpected key(s) in state_dict: "classifier.weight", "classifier.bias". '
    },
    {
      ename: 'KeyError',
      evalue:
        '\'unexpected key "module.bn1.num_batches_tracked" in state_dict\''
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'trained = torch.nn.DataParallel(torch.nn.Linear(2, 1))',
      'state = trained.state_dict()',
      'model = torch.nn.Linear(2, 1)',
      'model.load_state_dict(state)'
    ].join('\n'),
    fixed: [
      'import torch',
      'trained = torch.nn.DataParallel(torch.nn.Linear(2, 1))',
      'state = trained.state_dict()',
      'model = torch.nn.Linear(2, 1)',
      "state = {k.removeprefix('module.'): v for k, v in state.items()}",
      'model.load_state_dict(state)'
    ].join('\n')
  }
};

export default entry;
