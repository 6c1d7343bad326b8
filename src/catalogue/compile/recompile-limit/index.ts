import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { keywordGiven } from '../../shared/edits/calls';

/** torch/_dynamo/convert_frame.py; the option had another name up to 2.6. */
const HIT =
  /torch\._dynamo hit config\.(?<option>\w{1,60}) \((?<limit>\d{1,6})\)|\b(?:recompile_limit|cache_size_limit) reached/;

const WHY = /last reason: (?:\d{1,4}\/\d{1,4}: )?(?<reason>[^#\n]{3,160})/;
const FUNCTION = /function: '(?<name>[\w.<> ]{1,60})'/;

function detail(values: Values, { streams }: IReading): Values {
  const text = `${streams.stderr}\n${streams.stdout}`;
  return {
    ...values,
    reason: WHY.exec(text)?.groups?.reason.trim(),
    name: FUNCTION.exec(text)?.groups?.name
  };
}

export default define({
  id: 'compile/recompile-limit',
  answers: [
    'torch._dynamo hit config.recompile_limit (8)',
    'torch._dynamo hit config.cache_size_limit (8)',
    'FailOnRecompileLimitHit: recompile_limit reached with fullgraph=True'
  ],
  // What the limit stops is reported as a graph break as well.
  refines: ['compile/graph-break'],
  values: ['limit', 'name', 'reason', 'option'],
  signs: [
    ...messageOrLog(HIT, { read: detail }),
    {
      where: 'message',
      pattern: /^/,
      ename: /^FailOnRecompileLimitHit$/,
      read: detail
    }
  ],
  words: (trans, { limit, name, reason, option }) => ({
    title: trans.__('torch.compile compiles the same function over and over'),
    cause: trans.__(
      '%1 was compiled anew for each new shape or number it got, and after %2 times torch.compile gives up on it%3. From then on it runs uncompiled, or fails where fullgraph=True forbids that.',
      name ? `${name}()` : trans.__('A function'),
      limit ?? '8',
      reason ? ` (${reason})` : ''
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Shapes differ: compile for sizes that vary'),
        code: 'compiled = torch.compile(f, dynamic=True)',
        edit: keywordGiven(['torch.compile'], 'dynamic', 'True')
      },
      {
        safety: 'check',
        title: trans.__('A Python number differs: give it as a tensor'),
        detail: trans.__(
          'Steps, epochs and indices are built into the compiled code, so each new one compiles again.'
        ),
        code: 'y = compiled(x, torch.tensor(step))'
      },
      {
        safety: 'diagnostic',
        title: trans.__('List each recompilation and its reason'),
        code: '$ TORCH_LOGS=recompiles python script.py'
      },
      {
        safety: 'check',
        title: trans.__('Few variants are meant: allow more'),
        code: `import torch._dynamo\ntorch._dynamo.config.${option ?? 'recompile_limit'} = 32  # cache_size_limit up to torch 2.6`
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A cell that only prints the warning gives the right result: it is slower, not wrong.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: recompilation'),
        url: 'https://docs.pytorch.org/docs/stable/user_guide/torch_compiler/compile/programming_model.recompilation.html'
      }
    ]
  })
});
