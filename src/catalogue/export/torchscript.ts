import type { IEntry, IReading, ISign, Values } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { scriptCause, scriptFixes, scriptTitle } from './shared/script-words';

/** torch/jit/frontend.py and the compiler behind it. */
const SCRIPT =
  /Compiled functions can["']t take variable number of arguments|torch\.jit\.frontend\.\w{1,40}Error|Python builtin <[^<>]{1,100}> is currently not supported in Torchscript|failed to convert Python type: ["'][^"']{1,100}["'] to a TorchScript type|Cannot encode RHS of the node, op not supported|Unsupported value kind: Tensor\b|the only valid use of a module is looking up an attribute|Could not export Python function call ["'](?<name>[\w.]{1,60})["']|["'](?<type>[\w[\], ()]{1,60})["'] object has no attribute or method ["'](?<method>\w{1,60})["']/;

/** The compiler marks the place like this, and nothing else does. */
const PLACE = /~{1,200} ?<--- HERE/;

/** torch/csrc/jit/python: what is not a tensor goes not through a trace. */
const TRACED =
  /Only tensors[\w ,()]{1,100} (?:are supported as inputs|can be (?:output from|passed to)|as inputs or outputs)[\w ]{0,20} traced functions|Type ["'][^"']{1,200}["'] cannot be traced\. Only Tensors|Tracer cannot infer type of|Attempted to trace \w{1,60}, but tracing of legacy functions is not supported|\b(?:to|cuda|cpu|train|eval|half) is not supported on TracedModules/;

/** torch/jit/_trace.py, which runs the function again to compare. */
const SANITY =
  /Tracing failed sanity checks!|Graphs differed across invocations!/;

const traced = { read: (): Values => ({ kind: 'traced' }) };

function inJit({ exceptions, code }: IReading): boolean {
  return (
    /\bjit\.script\b|\bjit\.trace\b/.test(code) ||
    exceptions.some(({ module, frames }) =>
      [module ?? '', ...frames.map(frame => frame.file)].some(text =>
        /\btorch[\\/.]jit\b/.test(text)
      )
    )
  );
}

/** Databases have a `NotSupportedError` as well. */
const NAMED: readonly ISign[] = [
  {
    where: 'message',
    pattern: /^/,
    ename: /^NotSupportedError$/,
    when: inJit
  },
  { where: 'message', pattern: /^/, ename: /^UnsupportedNodeError$/ }
];

const entry: IEntry = {
  id: 'export/torchscript',
  answers: [
    "NotSupportedError: Compiled functions can't take variable number of arguments or use keyword-only arguments with defaults",
    "UnsupportedNodeError: try blocks aren't supported",
    "'Tensor (inferred)' object has no attribute or method 'numpy'",
    'Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced functions',
    'Python builtin <built-in …> is currently not supported in Torchscript',
    'Tracing failed sanity checks! Graphs differed across invocations!'
  ],
  signs: [
    ...said(SCRIPT, { read: ({ name, method }) => ({ name: name ?? method }) }),
    ...said(PLACE, { confidence: 'likely' }),
    ...NAMED,
    ...said(TRACED, traced),
    ...said(SANITY, ofKind('sanity'))
  ],
  page(trans, values) {
    return {
      title: scriptTitle(trans, values),
      cause: scriptCause(trans, values),
      fixes: scriptFixes(trans, values),
      notThis: [
        trans.__(
          'A TracerWarning alone stops nothing: it says what a trace does not see.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: TorchScript'),
          url: 'https://docs.pytorch.org/docs/stable/jit.html'
        },
        {
          title: trans.__('PyTorch: torch.jit.trace'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.jit.trace.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'Unsupported value kind: Tensor',
      torch: '1.3',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Attempted to trace Detect, but tracing of legacy functions is not supported',
      torch: '1.0',
      origin: 'reference',
      values: { kind: 'traced' }
    },
    {
      ename: 'NotSupportedError',
      evalue:
        'Compiled functions can\'t take variable number of arguments or use keyword-only arguments with defaults:\n  File "model.py", line 27\ndef f(x, *a): return x\n          ~~ <--- HERE\n',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "\n'Tensor (inferred)' object has no attribute or method 'numpy'.:\n  File \"model.py\", line 35\ndef f(x): return x.numpy()\n                 ~~~~~~~ <--- HERE\n",
      torch: '2.13',
      origin: 'run',
      values: { name: 'numpy' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced functions',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'traced' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Type 'Tuple[str]' cannot be traced. Only Tensors and (possibly nested) Lists, Dicts, and Tuples of Tensors can be traced",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'traced' }
    },
    {
      ename: 'TracingCheckError',
      evalue:
        'Tracing failed sanity checks!\nERROR: Graphs differed across invocations!\n\tGraph diff:\n',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'sanity' }
    },
    {
      kind: 'text',
      stderr:
        'torch.jit.frontend.NotSupportedError: Comprehension ifs are not supported yet:\n',
      torch: '1.13',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'NotSupportedError',
      evalue: 'Calling QuerySet.filter() after union() is not supported.'
    },
    {
      ename: 'AttributeError',
      evalue: "'Tensor' object has no attribute 'nump'"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'def scale(x, *factors):',
      '    return x * 2',
      'torch.jit.script(scale)'
    ].join('\n'),
    fixed: [
      'import torch',
      'def scale(x, *factors):',
      '    return x * 2',
      'torch.jit.trace(scale, torch.ones(2))'
    ].join('\n')
  }
};

export default entry;
