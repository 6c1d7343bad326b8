import type {
  IEntry,
  IFix,
  IReading,
  ITranslate,
  Values
} from '../../diagnosis/types';
import { nothingRaised, said } from '../said';
import { passedThrough } from '../shown';

/** Words of torch/_dynamo by generation: 2.0 to 2.5, 2.6 and later. */
const WORDS =
  /torch\._dynamo\.exc\.(?:Unsupported|UserError)|Tried to use data-dependent value in the subsequent computation|Dynamic control flow is not supported at the moment|Could not guard on data-dependent expression|\bGuardOnDataDependentSymNode\b|Data-dependent (?:branching|jump|assertion)|\b\w{1,40}Variable\([^()]{0,100}\) is not a constant\b|generic_jump (?:TensorVariable|SymNodeVariable)|Failed to trace (?:builtin operator|unsupported)|skip function graph_break in file|Graph break (?:in|from) user code|Dynamo does not know how to trace|call_function \w{1,60} in skip_files|For more details about this graph break/;

/** A warning of 2.4 and later; TORCH_LOGS=graph_breaks. */
const TOLD =
  /Graph break due to unsupported builtin (?<builtin>[\w.]{1,100})\.|\[__graph_breaks\](?: Graph break.{0,300}?)? Reason: (?:Unsupported: )?(?<told>[^[(]{3,80})|Graph break(?: \([^)]{1,60}\))? in user code/;

/** 2.6 and later: the reason stands first, then `Explanation:` and `Hint:`. */
const REASON = /^["']?(?<reason>[^:"']{3,100}?) Explanation: /;

const USER_CODE =
  /from user code: File "[^"]{1,300}", line (?<line>\d{1,6}), in \w{1,80}/;

/** `torch.export` asked for the graph. */
const EXPORT = /\btorch[\\/]export[\\/]/;

function where(_: Values, reading: IReading): Values {
  const messages = reading.exceptions.map(one =>
    one.message.replace(/\s+/g, ' ')
  );
  const find = (pattern: RegExp): Values =>
    messages.map(message => pattern.exec(message)?.groups).find(Boolean) ?? {};
  const kind = passedThrough(reading, EXPORT) ? 'export' : undefined;
  return { ...find(REASON), ...find(USER_CODE), kind };
}

function allow(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Allow the break: leave fullgraph=True out'),
    detail: trans.__(
      'The code then runs in several compiled pieces. torch.export has no such way.'
    ),
    code: 'compiled = torch.compile(f)'
  };
}

/** ` (“reason”, line 3)`, as much of it as is told. */
function place(trans: ITranslate, { reason, line }: Values): string {
  const told = [
    reason ? `“${reason}”` : '',
    line ? trans.__('line %1', line) : ''
  ].filter(part => part !== '');
  return told.length > 0 ? ` (${told.join(', ')})` : '';
}

function cause(trans: ITranslate, values: Values): string {
  const at = place(trans, values);
  switch (values.kind) {
    case 'told':
      return trans.__(
        'Here torch.compile only tells where it had to leave a part to Python%1. The result is right, but each such break costs speed; with fullgraph=True it would be an error.',
        at
      );
    case 'export':
      return trans.__(
        'torch.export needs one graph that holds for all inputs, and the code does something that depends on the values of a tensor or cannot be traced%1.',
        at
      );
    default:
      return trans.__(
        'The code does something that torch.compile cannot trace%1. By default it would leave that part to Python; here it must not, because of fullgraph=True or torch.export.',
        at ||
          trans.__(', often a choice that depends on the values of a tensor')
      );
  }
}

const entry: IEntry = {
  id: 'compile/graph-break',
  answers: [
    'torch._dynamo.exc.Unsupported: Data-dependent branching',
    'torch._dynamo.exc.Unsupported: generic_jump TensorVariable()',
    'torch._dynamo.exc.UserError: Dynamic control flow is not supported at the moment',
    'GuardOnDataDependentSymNode: Could not guard on data-dependent expression',
    'graph break with fullgraph=True'
  ],
  signs: [
    // The ONNX exporter says “Unsupported: ONNX export of …” in its message.
    {
      where: 'message',
      pattern: /^(?!ONNX export of )/,
      ename: /^Unsupported$/,
      read: where
    },
    // Breaks that are only told: the code runs on, in pieces.
    {
      where: 'log',
      pattern: TOLD,
      confidence: 'possible',
      read: (groups, reading) => ({
        kind: nothingRaised(reading) ? 'told' : undefined,
        reason: groups.builtin ?? groups.told
      })
    },
    ...said(WORDS, {
      read: where,
      // 2.6 and later link every error of the tracer to a page on graph breaks.
      when: reading => !reading.mentions('when making fake tensor call')
    })
  ],
  page(trans, values) {
    const { kind } = values;
    return {
      title:
        kind === 'export'
          ? trans.__('torch.export cannot make one graph of this code')
          : trans.__('torch.compile cannot make one graph of this code'),
      cause: cause(trans, values),
      fixes: [
        ...(kind === 'export' ? [] : [allow(trans)]),
        {
          safety: 'check',
          title: trans.__('Choose with tensor operations instead of if'),
          detail: trans.__(
            'Both sides are computed. torch.cond is for branches too costly for that.'
          ),
          code: 'y = torch.where(x.sum() > 0, x + 1, x - 1)  # was: if x.sum() > 0: …'
        },
        {
          safety: 'check',
          title: trans.__('Keep the part out of the compiled function'),
          detail: trans.__(
            'Printing, files and NumPy belong outside, or into a function marked so.'
          ),
          code: '@torch.compiler.disable\ndef report(x):\n    print(x.mean().item())'
        },
        {
          safety: 'diagnostic',
          title: trans.__('List every break and its reason'),
          code: '$ TORCH_LOGS=graph_breaks python script.py'
        }
      ],
      notThis: [
        trans.__(
          'An error of the backend (inductor) comes after the graph was made: then the code can be traced.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: fullgraph=True and graph breaks'),
          url: 'https://docs.pytorch.org/docs/stable/user_guide/torch_compiler/compile/programming_model.fullgraph_true.html'
        },
        {
          title: trans.__('PyTorch: torch.cond'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.cond.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'UserError',
      evalue:
        'Tried to use data-dependent value in the subsequent computation. This can happen when we encounter unbounded dynamic value that is unknown during tracing time.',
      torch: '2.2',
      origin: 'reference'
    },
    {
      ename: 'NotImplementedError',
      evalue: 'UserDefinedObjectVariable(_UnionGenericAlias) is not a constant',
      torch: '2.1',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'torch/_dynamo/variables/functions.py:661: UserWarning: Graph break due to unsupported builtin fused_ops.PyCapsule.forward. This function is either a Python builtin (e.g. _warnings.warn) or a third-party C/C++ Python extension (perhaps created with pybind).\n',
      torch: '2.5',
      origin: 'reference',
      values: { kind: 'told', reason: 'fused_ops.PyCapsule.forward' }
    },
    {
      kind: 'text',
      stderr:
        'V0101 10:00:00.000000 712 torch/_dynamo/symbolic_convert.py:443] [1/0] [__graph_breaks] Graph break (details suppressed) in user code at /home/user/net.py:13\nV0101 10:00:00.000000 712 torch/_dynamo/symbolic_convert.py:443] [1/0] [__graph_breaks] Reason: Unsupported: builtin: mod [<class ...>] False\n',
      torch: '2.4',
      origin: 'reference',
      values: { kind: 'told' }
    },
    {
      ename: 'Unsupported',
      evalue:
        'Data-dependent branching\n  Explanation: Detected data-dependent branching (e.g. `if my_tensor.sum() > 0:`). Dynamo does not support tracing dynamic control flow.\n  Hint: Use `torch.cond` to express dynamic control flow.\n\n  Developer debug context: attempted to jump with TensorVariable()\n\n For more details about this graph break, please visit: https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0170.html\n\nfrom user code:\n   File "<ipython-input-1-f077c8719288>", line 4, in f\n    if x.sum() > 0:\n',
      torch: '2.13',
      origin: 'run',
      values: { reason: 'Data-dependent branching', line: '4' }
    },
    {
      ename: 'UserError',
      evalue:
        'Could not guard on data-dependent expression TruncToInt(zuf0) > 2 (unhinted: TruncToInt(zuf0) > 2).  (Size-like symbols: none)',
      torch: '2.13',
      origin: 'run'
    },
    {
      kind: 'text',
      stderr:
        'torch._dynamo.exc.UserError: Dynamic control flow is not supported at the moment. Please use functorch.experimental.control_flow.cond to explicitly capture the control flow.\n',
      torch: '2.1',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'Unsupported',
      evalue:
        'ONNX export of operator adaptive pooling, since output_size is not constant.'
    },
    { ename: 'RuntimeError', evalue: 'does not know how to trace the route' },
    {
      ename: 'BackendCompilerFailed',
      evalue:
        "backend='my_backend' raised:\nRuntimeError: no kernel for this graph"
    },
    { ename: 'UnsupportedOperation', evalue: 'not writable' },
    {
      ename: 'TorchRuntimeError',
      evalue:
        'RuntimeError when making fake tensor call\n\n For more details about this graph break, please visit: https://meta-pytorch.github.io/compile-graph-break-site/gb/gb4315.html'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      "@torch.compile(fullgraph=True, backend='eager')",
      'def f(x):',
      '    if x.sum() > 0:',
      '        return x + 1',
      '    return x - 1',
      'f(torch.ones(3))'
    ].join('\n'),
    fixed: [
      'import torch',
      "@torch.compile(backend='eager')",
      'def f(x):',
      '    if x.sum() > 0:',
      '        return x + 1',
      '    return x - 1',
      'f(torch.ones(3))'
    ].join('\n')
  }
};

export default entry;
