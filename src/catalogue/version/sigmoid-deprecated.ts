import type { IEntry } from '../../diagnosis/types';

import { onlyWarned } from './shared/remark';

/** torch/nn/functional.py (sigmoid and tanh until 1.13) and torch/nn/init.py. */
const RENAMED =
  /`?nn\.(?<module>functional|init)\.(?<old>\w{1,40})`? is (?:now )?deprecated(?:\. Use| in favor of) `?(?<instead>[A-Za-z_][\w.]{0,58}\w)`?/;

const entry: IEntry = {
  id: 'version/sigmoid-deprecated',
  answers: [
    'nn.functional.sigmoid is deprecated. Use torch.sigmoid instead.',
    'nn.functional.tanh is deprecated. Use torch.tanh instead.',
    'nn.functional.upsample is deprecated. Use nn.functional.interpolate instead.',
    'nn.init.xavier_uniform is now deprecated in favor of nn.init.xavier_uniform_.'
  ],
  signs: [
    { where: 'message', pattern: RENAMED },
    { where: 'log', pattern: RENAMED, when: onlyWarned }
  ],
  page(trans, { module, old, instead }) {
    const name =
      instead && !instead.startsWith('torch.') ? `torch.${instead}` : instead;
    const short = name && name.length > 30 ? name.split('.').pop() : name;
    return {
      title:
        old && short
          ? trans.__(
              '%1 is now called %2',
              old.slice(0, 18),
              short.slice(0, 30)
            )
          : trans.__('The function has a new name'),
      cause: trans.__(
        'The code uses the name of an older PyTorch. The result is the same; only the warning, and later the name, goes away.'
      ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Call it by its new name'),
          ...(old && name && old !== 'sigmoid'
            ? {
                code: `${name}(x)  # was nn.${module ?? 'functional'}.${old}(x)`
              }
            : { code: 'y = torch.sigmoid(x)  # was F.sigmoid(x)' })
        },
        {
          safety: 'check',
          title: trans.__('In a model: use the layer'),
          detail: trans.__(
            'torch.nn.Sigmoid() makes a layer, which is called afterwards; torch.sigmoid(x) computes at once.'
          ),
          code: 'self.activation = torch.nn.Sigmoid()'
        },
        {
          safety: 'check',
          title: trans.__(
            'The warning comes from a library: update the library'
          ),
          detail: trans.__('The path before the warning names it.')
        }
      ],
      notThis: [
        trans.__(
          'A warning never stops a cell: if it failed, look for the exception below.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: torch.sigmoid'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.sigmoid.html'
        },
        {
          title: trans.__('PyTorch: interpolate, in place of upsample'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.interpolate.html'
        },
        {
          title: trans.__('PyTorch: nn.init, names ending in “_”'),
          url: 'https://docs.pytorch.org/docs/stable/nn.init.html'
        }
      ]
    };
  },
  examples: [
    {
      stderr:
        'site-packages/torch/nn/functional.py:1805: UserWarning: nn.functional.sigmoid is deprecated. Use torch.sigmoid instead.\n  warnings.warn("nn.functional.sigmoid is deprecated. Use torch.sigmoid instead.")\n',
      torch: '1.8',
      origin: 'reference',
      values: { old: 'sigmoid', instead: 'torch.sigmoid' }
    },
    {
      stderr:
        'site-packages/torch/nn/functional.py:1794: UserWarning: nn.functional.tanh is deprecated. Use torch.tanh instead.\n',
      torch: '1.8',
      origin: 'reference',
      values: { old: 'tanh', instead: 'torch.tanh' }
    },
    {
      stderr:
        '<ipython-input-1-0b584773acfb>:3: UserWarning: `nn.functional.upsample` is deprecated. Use `nn.functional.interpolate` instead.\n  F.upsample(torch.zeros(1,1,2,2), scale_factor=2)\n',
      torch: '2.13',
      origin: 'run',
      values: { old: 'upsample', instead: 'nn.functional.interpolate' }
    },
    {
      stderr:
        '<ipython-input-1-9847d24528cc>:2: FutureWarning: `nn.init.xavier_uniform` is now deprecated in favor of `nn.init.xavier_uniform_`.\n',
      torch: '2.13',
      origin: 'run',
      values: { old: 'xavier_uniform', instead: 'nn.init.xavier_uniform_' }
    }
  ],
  nearMisses: [
    {
      stderr:
        'UserWarning: Implicit dimension choice for softmax has been deprecated. Change the call to include dim=X as an argument.\n'
    },
    {
      stderr:
        'DeprecationWarning: scipy.special.expit_old is deprecated. Use scipy.special.expit instead.\n'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'import torch.nn.functional as F',
      'F.upsample(torch.zeros(1, 1, 2, 2), scale_factor=2)'
    ].join('\n'),
    fixed: [
      'import torch',
      'import torch.nn.functional as F',
      'F.interpolate(torch.zeros(1, 1, 2, 2), scale_factor=2)'
    ].join('\n')
  }
};

export default entry;
