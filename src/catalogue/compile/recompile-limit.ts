import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { said } from '../said';

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

const entry: IEntry = {
  id: 'compile/recompile-limit',
  answers: [
    'torch._dynamo hit config.recompile_limit (8)',
    'torch._dynamo hit config.cache_size_limit (8)',
    'FailOnRecompileLimitHit: recompile_limit reached with fullgraph=True'
  ],
  // What the limit stops is told as a graph break as well.
  refines: ['compile/graph-break'],
  signs: [
    ...said(HIT, { read: detail }),
    {
      where: 'message',
      pattern: /^/,
      ename: /^FailOnRecompileLimitHit$/,
      read: detail
    }
  ],
  page(trans, { limit, name, reason, option }) {
    return {
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
          code: 'compiled = torch.compile(f, dynamic=True)'
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'FailOnRecompileLimitHit',
      evalue: 'Hard failure due to fullgraph=True',
      stderr:
        "W1121 15:26:25.478000 21635 torch/_dynamo/convert_frame.py:1994] [1/8] torch._dynamo hit config.recompile_limit (8)\nW1121 15:26:25.478000 21635 torch/_dynamo/convert_frame.py:1994] [1/8]    function: 'g' (<ipython-input-1>:4)\nW1121 15:26:25.478000 21635 torch/_dynamo/convert_frame.py:1994] [1/8]    last reason: 1/7: n == 7\n",
      torch: '2.13',
      origin: 'run',
      values: { option: 'recompile_limit', limit: '8', name: 'g' }
    },
    {
      stderr:
        "[2024-03-01 10:00:00,000] [1/64] torch._dynamo.convert_frame: [WARNING] torch._dynamo hit config.cache_size_limit (64)\n[2024-03-01 10:00:00,000] [1/64] torch._dynamo.convert_frame: [WARNING]    function: 'forward' (model.py:10)\n",
      torch: '2.1',
      origin: 'reference',
      values: { option: 'cache_size_limit', limit: '64', name: 'forward' }
    }
  ],
  nearMisses: [
    { ename: 'RuntimeError', evalue: 'the cache size limit was exceeded' },
    { ename: 'RecursionError', evalue: 'maximum recursion depth exceeded' }
  ],
  reproduction: {
    raises: [
      'import torch',
      "@torch.compile(backend='eager', fullgraph=True, dynamic=False)",
      'def f(x):',
      '    return x + 1',
      'for size in range(2, 22):',
      '    f(torch.ones(size))'
    ].join('\n'),
    fixed: [
      'import torch',
      "@torch.compile(backend='eager', fullgraph=True, dynamic=True)",
      'def f(x):',
      '    return x + 1',
      'for size in range(2, 22):',
      '    f(torch.ones(size))'
    ].join('\n')
  }
};

export default entry;
