import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { nothingRaised, passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import type { ValuesOf } from '../../define';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { keywordsTaken } from '../../shared/edits/calls';

type Place = ValuesOf<'reason' | 'line'>;

/** 2.6 and later: the reason stands first, then `Explanation:` and `Hint:`. */
const REASON = /^["']?(?<reason>[^:"']{3,100}?) Explanation: /;

const USER_CODE =
  /from user code: File "[^"]{1,300}", line (?<line>\d{1,6}), in \w{1,80}/;

/** Why and where the graph broke, and whether `torch.export` asked for it. */
function readPlace(
  _: Values,
  reading: IReading
): Place & { readonly kind?: 'export' } {
  const messages = reading.exceptions.map(one =>
    one.message.replace(/\s+/g, ' ')
  );
  const find = (pattern: RegExp): Values =>
    messages.map(message => pattern.exec(message)?.groups).find(Boolean) ?? {};
  return {
    ...find(REASON),
    ...find(USER_CODE),
    kind: passedThrough(reading, /\btorch[\\/]export[\\/]/)
      ? 'export'
      : undefined
  };
}

/** ` (“reason”, line 3)`, as much of it as the message tells. */
function place(trans: ITranslate, { reason, line }: Place): string {
  const parts = [
    reason ? `“${reason}”` : '',
    line ? trans.__('line %1', line) : ''
  ].filter(part => part !== '');
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

function compileTitle(trans: ITranslate): string {
  return trans.__('torch.compile cannot make one graph of this code');
}

function allow(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Allow the break: leave fullgraph=True out'),
    detail: trans.__(
      'The code then runs in several compiled pieces. torch.export has no such way.'
    ),
    code: 'compiled = torch.compile(f)',
    edit: keywordsTaken(['torch.compile'], ['fullgraph'])
  };
}

function avoid(trans: ITranslate): IFix[] {
  return [
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
  ];
}

export default define({
  id: 'compile/graph-break',
  answers: [
    'torch._dynamo.exc.Unsupported: Data-dependent branching',
    'torch._dynamo.exc.Unsupported: generic_jump TensorVariable()',
    'torch._dynamo.exc.UserError: Dynamic control flow is not supported at the moment',
    'GuardOnDataDependentSymNode: Could not guard on data-dependent expression',
    'graph break with fullgraph=True'
  ],
  values: ['reason', 'line'],
  signs: [
    // The ONNX exporter says “Unsupported: ONNX export of …” in its message.
    {
      where: 'message',
      pattern: /^(?!ONNX export of )/,
      ename: /^Unsupported$/,
      read: readPlace
    },
    // A warning of 2.4 and later; TORCH_LOGS=graph_breaks. The code runs on,
    // in pieces.
    {
      where: 'log',
      pattern:
        /Graph break due to unsupported builtin (?<builtin>[\w.]{1,100})\.|\[__graph_breaks\](?: Graph break.{0,300}?)? Reason: (?:Unsupported: )?(?<reported>[^[(]{3,80})|Graph break(?: \([^)]{1,60}\))? in user code/,
      confidence: 'possible',
      read: ({ builtin, reported }, reading) => ({
        kind: nothingRaised(reading) ? 'reported' : undefined,
        reason: builtin ?? reported
      })
    },
    // Words of torch/_dynamo by generation: 2.0 to 2.5, 2.6 and later.
    ...messageOrLog(
      /torch\._dynamo\.exc\.(?:Unsupported|UserError)|Tried to use data-dependent value in the subsequent computation|Dynamic control flow is not supported at the moment|Could not guard on data-dependent expression|\bGuardOnDataDependentSymNode\b|Data-dependent (?:branching|jump|assertion)|\b\w{1,40}Variable\([^()]{0,100}\) is not a constant\b|generic_jump (?:TensorVariable|SymNodeVariable)|Failed to trace (?:builtin operator|unsupported)|skip function graph_break in file|Graph break (?:in|from) user code|Dynamo does not know how to trace|call_function \w{1,60} in skip_files|For more details about this graph break/,
      {
        read: readPlace,
        // 2.6 and later link every error of the tracer to a page on graph
        // breaks.
        when: reading => !reading.mentions('when making fake tensor call')
      }
    )
  ],
  kinds: {
    fullgraph: {
      words: (trans, values) => ({
        title: compileTitle(trans),
        cause: trans.__(
          'The code does something that torch.compile cannot trace%1. By default it would leave that part to Python; here it must not, because of fullgraph=True or torch.export.',
          place(trans, values) ||
            trans.__(', often a choice that depends on the values of a tensor')
        ),
        fixes: [allow(trans), ...avoid(trans)]
      })
    },
    export: {
      words: (trans, values) => ({
        title: trans.__('torch.export cannot make one graph of this code'),
        cause: trans.__(
          'torch.export needs one graph that holds for all inputs, and the code does something that depends on the values of a tensor or cannot be traced%1.',
          place(trans, values)
        ),
        fixes: avoid(trans)
      })
    },
    reported: {
      words: (trans, values) => ({
        title: compileTitle(trans),
        cause: trans.__(
          'Here torch.compile only tells where it had to leave a part to Python%1. The result is right, but each such break costs speed; with fullgraph=True it would be an error.',
          place(trans, values)
        ),
        fixes: [allow(trans), ...avoid(trans)]
      })
    }
  },
  common: trans => ({
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
  })
});
