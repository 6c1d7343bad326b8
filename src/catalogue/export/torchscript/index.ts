import { define } from '../../define';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { keywordGiven } from '../../shared/edits/calls';
import { evaluatedFirst, tracedInstead } from '../../shared/edits/training';

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

function useExport(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('New code: use torch.export in place of TorchScript'),
    detail: trans.__(
      'TorchScript is no longer developed; for speed alone there is torch.compile.'
    ),
    code: 'program = torch.export.export(model, (example,))'
  };
}

export default define({
  id: 'export/torchscript',
  answers: [
    "NotSupportedError: Compiled functions can't take variable number of arguments or use keyword-only arguments with defaults",
    "UnsupportedNodeError: try blocks aren't supported",
    "'Tensor (inferred)' object has no attribute or method 'numpy'",
    'Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced functions',
    'Python builtin <built-in …> is currently not supported in Torchscript',
    'Tracing failed sanity checks! Graphs differed across invocations!'
  ],
  values: ['name'],
  kinds: {
    script: {
      signs: [
        // torch/jit/frontend.py and the compiler behind it.
        ...messageOrLog(
          /Compiled functions can["']t take variable number of arguments|torch\.jit\.frontend\.\w{1,40}Error|Python builtin <[^<>]{1,100}> is currently not supported in Torchscript|failed to convert Python type: ["'][^"']{1,100}["'] to a TorchScript type|Cannot encode RHS of the node, op not supported|Unsupported value kind: Tensor\b|the only valid use of a module is looking up an attribute|Could not export Python function call ["'](?<name>[\w.]{1,60})["']|["'][\w[\], ()]{1,60}["'] object has no attribute or method ["'](?<method>\w{1,60})["']/,
          { read: ({ name, method }) => ({ name: name ?? method }) }
        ),
        // The compiler marks the place like this, and nothing else does.
        ...messageOrLog(/~{1,200} ?<--- HERE/, { confidence: 'likely' }),
        // Databases have a `NotSupportedError` as well.
        {
          where: 'message',
          pattern: /^/,
          ename: /^NotSupportedError$/,
          when: inJit
        },
        { where: 'message', pattern: /^/, ename: /^UnsupportedNodeError$/ }
      ],
      words: (trans, { name }) => ({
        title: trans.__('TorchScript does not know this part of Python'),
        cause: name
          ? trans.__(
              'torch.jit.script translates the code, and knows only a part of Python with fixed types. Here it met “%1”.',
              name
            )
          : trans.__(
              'torch.jit.script translates the code, and knows only a part of Python with fixed types: no *args, try, lambdas, NumPy or other packages. The line is marked “<--- HERE”.'
            ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Record one run instead of translating'),
            edit: tracedInstead,
            detail: trans.__(
              'What “if” chose for this input stays chosen for all inputs.'
            ),
            code: 'traced = torch.jit.trace(model, example)'
          },
          {
            safety: 'check',
            title: trans.__('Keep a part that is not needed out of it'),
            code: '@torch.jit.ignore\ndef report(self, x):\n    ...'
          },
          useExport(trans)
        ]
      })
    },
    traced: {
      // torch/csrc/jit/python: what is not a tensor goes not through a trace.
      signs: messageOrLog(
        /Only tensors[\w ,()]{1,100} (?:are supported as inputs|can be (?:output from|passed to)|as inputs or outputs)[\w ]{0,20} traced functions|Type ["'][^"']{1,200}["'] cannot be traced\. Only Tensors|Tracer cannot infer type of|Attempted to trace \w{1,60}, but tracing of legacy functions is not supported|\b(?:to|cuda|cpu|train|eval|half) is not supported on TracedModules/
      ),
      words: trans => ({
        title: trans.__('torch.jit.trace takes and gives tensors only'),
        cause: trans.__(
          'A trace records what happens to tensors. Here something else goes in or comes out: a text, None, an object of a class.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Let forward() take and return tensors'),
            code: 'class Wrapped(nn.Module):\n    def __init__(self, model):\n        super().__init__()\n        self.model = model\n    def forward(self, x):\n        return self.model(x)[0]  # the tensor alone\ntraced = torch.jit.trace(Wrapped(model), x)'
          },
          useExport(trans)
        ]
      })
    },
    dictionary: {
      // torch/csrc/jit/python/python_tracer.cpp.
      signs: messageOrLog(
        /Encountering a (?<name>dict|list) at the output of the tracer might cause the trace to be incorrect/
      ),
      words: (trans, { name }) => ({
        title: trans.__('The traced model returns a container'),
        cause:
          name === 'list'
            ? trans.__(
                'A trace keeps the number of results that this run gave. A list could have another number next time, so torch.jit.trace asks before it takes one.'
              )
            : trans.__(
                'A trace keeps the keys that this run gave. A dictionary could have others next time, so torch.jit.trace asks before it takes one; outputs of transformers are dictionaries, too.'
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('It is always the same: say so'),
            edit: keywordGiven(['jit.trace'], 'strict', 'False'),
            code: 'traced = torch.jit.trace(model, example, strict=False)'
          },
          {
            safety: 'check',
            title: trans.__('A model of transformers: let it return tuples'),
            code: 'model = AutoModel.from_pretrained(name, torchscript=True)\nmodel.eval()\ntraced = torch.jit.trace(model, (input_ids, attention_mask))'
          },
          useExport(trans)
        ]
      })
    },
    sanity: {
      // torch/jit/_trace.py, which runs the function again to compare.
      signs: messageOrLog(
        /Tracing failed sanity checks!|Graphs differed across invocations!/
      ),
      words: trans => ({
        title: trans.__('The second run of the trace went another way'),
        cause: trans.__(
          'torch.jit.trace runs the model again and compares, and the two runs differ. Usual: random numbers or dropout in training mode, a state that the first run changed, or tensors made anew inside forward().'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Trace in evaluation mode'),
            edit: evaluatedFirst(['jit.trace']),
            code: 'model.eval()\ntraced = torch.jit.trace(model, example)'
          },
          {
            safety: 'check',
            title: trans.__('If the difference is meant: leave the check out'),
            edit: keywordGiven(['jit.trace'], 'check_trace', 'False'),
            detail: trans.__('Then compare the outputs of the two yourself.'),
            code: 'traced = torch.jit.trace(model, example, check_trace=False)'
          },
          useExport(trans)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
