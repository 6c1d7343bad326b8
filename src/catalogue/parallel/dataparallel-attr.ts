import type { IEntry } from '../../diagnosis/types';

import { said } from '../said';
import { LINKS } from './shared/links';

const entry: IEntry = {
  id: 'parallel/dataparallel-attr',
  answers: [
    "'DataParallel' object has no attribute 'fc'",
    "'DistributedDataParallel' object has no attribute 'generate'"
  ],
  signs: [
    ...said(
      /\b(?<wrapper>DataParallel|DistributedDataParallel|FullyShardedDataParallel)'? object has no attribute '?(?<attribute>\w+)/
    )
  ],
  page(trans, { wrapper, attribute }) {
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
