import type { IEntry } from '../../diagnosis/types';

import { onlyWarned } from './shared/remark';

/** torch's decorator and its hand-written warnings: both names in backticks. */
const DEPRECATED =
  /`(?<old>torch\.[\w.]{1,60})(?:\([^)`]{0,40}\))?` is deprecated(?:,| since [\d.]{1,8} and will be removed in a future release\.|\.) ?Please use `(?<instead>torch\.[^`]{1,80})`/i;

const entry: IEntry = {
  id: 'version/deprecated-call',
  answers: [
    "`torch.cuda.amp.autocast(args...)` is deprecated. Please use `torch.amp.autocast('cuda', args...)` instead.",
    "`torch.cuda.amp.GradScaler(args...)` is deprecated. Please use `torch.amp.GradScaler('cuda', args...)` instead.",
    '`torch.testing.assert_allclose()` is deprecated since 1.12'
  ],
  signs: [
    { where: 'message', pattern: DEPRECATED },
    { where: 'log', pattern: DEPRECATED, when: onlyWarned }
  ],
  page(trans, { old, instead }) {
    return {
      title: old
        ? trans.__('%1 is deprecated', old.slice(0, 45))
        : trans.__('The call is deprecated'),
      cause: trans.__(
        'It still works and gives the same result; a later PyTorch will drop it.'
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Use the call that the warning names'),
          code:
            old && instead
              ? `${instead}  # was ${old}`
              : "with torch.amp.autocast('cuda'):  # was torch.cuda.amp.autocast()\n    output = model(x)"
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
          title: trans.__('PyTorch: torch.amp'),
          url: 'https://docs.pytorch.org/docs/stable/amp.html'
        },
        {
          title: trans.__('PyTorch: release notes'),
          url: 'https://github.com/pytorch/pytorch/releases'
        }
      ]
    };
  },
  examples: [
    {
      stderr:
        "<ipython-input-1-0d876780f5d5>:2: FutureWarning: `torch.cuda.amp.GradScaler(args...)` is deprecated. Please use `torch.amp.GradScaler('cuda', args...)` instead.\n",
      torch: '2.13',
      origin: 'run',
      values: {
        old: 'torch.cuda.amp.GradScaler',
        instead: "torch.amp.GradScaler('cuda', args...)"
      }
    },
    {
      stderr:
        '<ipython-input-1-aca438c260a9>:2: FutureWarning: `torch.testing.assert_allclose()` is deprecated since 1.12 and will be removed in a future release. Please use `torch.testing.assert_close()` instead. You can find detailed upgrade instructions in https://github.com/pytorch/pytorch/issues/61844.\n',
      torch: '2.13',
      origin: 'run',
      values: { old: 'torch.testing.assert_allclose' }
    }
  ],
  nearMisses: [
    {
      stderr:
        'DeprecationWarning: `scipy.misc.imread` is deprecated. Please use `imageio.imread` instead.\n'
    },
    {
      ename: 'ValueError',
      evalue: 'not enough values to unpack (expected 2, got 1)',
      stderr:
        "FutureWarning: `torch.cuda.amp.autocast(args...)` is deprecated. Please use `torch.amp.autocast('cuda', args...)` instead.\n"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'torch.testing.assert_allclose(torch.ones(2), torch.ones(2))'
    ].join('\n'),
    fixed: [
      'import torch',
      'torch.testing.assert_close(torch.ones(2), torch.ones(2))'
    ].join('\n')
  }
};

export default entry;
