import type {
  IEntry,
  IPage,
  IReading,
  ITranslate
} from '../../diagnosis/types';

import { askedModule } from '../model/shared/asked-module';
import { said } from '../said';
import { LINKS } from './shared/links';

/** Code for a wrapped model, run with the model itself. */
const UNWRAPPED =
  /["'](?<model>\w{1,60})["'] object has no attribute ["']module["']/;

/** `nn.Module` was asked, or the code shows it: others have a module as well. */
function askedModel(reading: IReading): boolean {
  return (
    /\.module\.(?:load_)?state_dict\(|\.module\.(?:named_)?parameters\(/.test(
      reading.code
    ) ||
    // Python found nn.Module.modules().
    reading.mentions("Did you mean: 'modules'") ||
    askedModule(reading)
  );
}

function unwrappedPage(trans: ITranslate, model: string | undefined): IPage {
  return {
    title: trans.__('The model is not wrapped, so it has no .module'),
    cause: trans.__(
      'The code was written for a model inside DataParallel or DistributedDataParallel, whose attribute module is the model itself. Here it gets %1 without a wrapper, as on a CPU or a single GPU.',
      model === undefined ? trans.__('a model') : `“${model}”`
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Code that runs with and without the wrapper'),
        code: "inner = model.module if hasattr(model, 'module') else model\ninner.load_state_dict(state)"
      },
      {
        safety: 'safe',
        title: trans.__('Never wrapped: leave .module out'),
        code: 'model.load_state_dict(state)  # was: model.module.load_state_dict(state)'
      }
    ],
    notThis: [
      trans.__(
        'A state dict (an OrderedDict) was given in place of the model: then load_state_dict is missing.'
      )
    ],
    links: [
      { title: trans.__('PyTorch: DataParallel'), url: LINKS.dataParallel }
    ]
  };
}

const entry: IEntry = {
  id: 'parallel/dataparallel-attr',
  answers: [
    "'DataParallel' object has no attribute 'fc'",
    "'DistributedDataParallel' object has no attribute 'generate'",
    "'ResNet' object has no attribute 'module'"
  ],
  refines: ['model/no-attribute'],
  signs: [
    {
      where: 'message',
      ename: /^(?:Module)?AttributeError$/,
      pattern: UNWRAPPED,
      when: reading =>
        askedModel(reading) && !reading.mentions("'OrderedDict' object"),
      read: ({ model }) => ({ kind: 'unwrapped', model })
    },
    ...said(
      /\b(?<wrapper>DataParallel|DistributedDataParallel|FullyShardedDataParallel)'? object has no attribute '?(?<attribute>\w+)/
    )
  ],
  page(trans, { wrapper, attribute, kind, model }) {
    if (kind === 'unwrapped') {
      return unwrappedPage(trans, model);
    }
    const name = attribute ?? 'fc';
    return {
      title:
        attribute === undefined || attribute.length > 20
          ? trans.__('The wrapped model does not pass its attributes on')
          : trans.__('“%1” belongs to the model inside the wrapper', attribute),
      cause: trans.__(
        '%1 is a module of its own around your model: it passes the call on, not the attributes. The model itself is its attribute module.',
        wrapper ?? 'DataParallel'
      ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Go through .module'),
          code: `model.module.${name}`
        },
        {
          safety: 'safe',
          title: trans.__('Code that runs with and without the wrapper'),
          code: `inner = model.module if hasattr(model, 'module') else model\ninner.${name}`
        },
        {
          safety: 'check',
          title: trans.__(
            'Methods used in training: call them inside forward()'
          ),
          detail: trans.__(
            'A method called through .module runs on one GPU, and DistributedDataParallel does not see its gradients in time.'
          ),
          code: 'def forward(self, x, mode="train"):\n    return self.step(x) if mode == "train" else self.predict(x)'
        },
        {
          safety: 'safe',
          title: trans.__(
            'Save the inner model, so that it loads without wrapper'
          ),
          code: "torch.save(model.module.state_dict(), 'model.pt')"
        }
      ],
      notThis: [
        trans.__(
          'The inner model has no such attribute either: then it is misspelled, or the model is another one.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: DataParallel'),
          url: LINKS.dataParallel
        },
        {
          title: trans.__('PyTorch: DistributedDataParallel'),
          url: LINKS.ddp
        }
      ]
    };
  },
  examples: [
    {
      ename: 'AttributeError',
      evalue:
        "'SiT' object has no attribute 'module'. Did you mean: 'modules'?",
      torch: '2.4',
      origin: 'reference',
      values: { kind: 'unwrapped', model: 'SiT' }
    },
    {
      ename: 'torch.nn.modules.module.ModuleAttributeError',
      evalue: "'MobileNetV2' object has no attribute 'module'",
      torch: '1.7',
      origin: 'reference',
      values: { kind: 'unwrapped', model: 'MobileNetV2' }
    },
    {
      ename: 'AttributeError',
      evalue: "'Net' object has no attribute 'module'",
      traceback:
        "Traceback (most recent call last):\n  File \"train.py\", line 31, in <module>\n    model.module.load_state_dict(state)\n  File \"/env/lib/python3.10/site-packages/torch/nn/modules/module.py\", line 1695, in __getattr__\n    raise AttributeError(f\"'{type(self).__name__}' object has no attribute '{name}'\")\nAttributeError: 'Net' object has no attribute 'module'",
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'unwrapped', model: 'Net' }
    },
    {
      ename: 'AttributeError',
      evalue: "'DataParallel' object has no attribute 'in_features'",
      torch: '2.13',
      origin: 'run',
      values: { wrapper: 'DataParallel', attribute: 'in_features' }
    },
    {
      ename: 'ModuleAttributeError',
      evalue: "'DistributedDataParallel' object has no attribute 'generate'",
      torch: '1.6',
      origin: 'reference',
      values: { wrapper: 'DistributedDataParallel', attribute: 'generate' }
    }
  ],
  nearMisses: [
    {
      ename: 'AttributeError',
      evalue: "'Report' object has no attribute 'module'"
    },
    {
      ename: 'AttributeError',
      evalue: "'DataFrame' object has no attribute 'append'"
    },
    {
      ename: 'AttributeError',
      evalue: "'Sequential' object has no attribute 'fc'"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'model = torch.nn.DataParallel(torch.nn.Linear(4, 2))',
      'model.in_features'
    ].join('\n'),
    fixed: [
      'import torch',
      'model = torch.nn.DataParallel(torch.nn.Linear(4, 2))',
      'model.module.in_features'
    ].join('\n')
  }
};

export default entry;
