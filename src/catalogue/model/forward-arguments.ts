import type { IEntry, IReading, Values } from '../../diagnosis/types';

/** Python's words; since 3.10 with the class before `forward`. */
const COUNT =
  /(?:\b(?<module>\w{1,60})\.)?\bforward\(\) takes (?:from \d{1,2} to )?(?<takes>\d{1,2}) positional arguments? but (?<given>\d{1,3}) (?:was|were) given/;

/** Python 2. */
const EXACTLY =
  /\bforward\(\) takes (?:exactly|at least|at most) (?<takes>\d{1,2}) arguments? \((?<given>\d{1,3}) given\)/;

const MISSING =
  /(?:\b(?<module>\w{1,60})\.)?\bforward\(\) missing \d{1,2} required (?:positional|keyword-only) arguments?: (?<missing>['"\w, ]{1,120})/;

const UNKNOWN =
  /(?:\b(?<module>\w{1,60})\.)?\bforward\(\) got an unexpected keyword argument ["'](?<keyword>\w{1,60})["']/;

/** torch/nn/modules/module.py, `_forward_unimplemented`. */
const NONE =
  /Module \[(?<module>\w{1,60})\] is missing the required ["']forward["'] function/;

/** Up to torch 1.11 the error had no words. */
function unimplemented({ exceptions }: IReading): boolean {
  return exceptions.some(
    ({ name, frames }) =>
      name === 'NotImplementedError' &&
      frames.some(({ func }) => func === '_forward_unimplemented')
  );
}

/** Other libraries have a forward() too: where frames or code are known, torch is among them. */
function isOfModule({ exceptions, code }: IReading): boolean {
  const files = exceptions.flatMap(one => one.frames.map(frame => frame.file));
  return (
    files.length === 0 ||
    files.some(file => /\btorch\b/.test(file)) ||
    /\b(?:torch|nn)\b/.test(code)
  );
}

/** Python counts `self`, people do not. */
function counted({ module, takes, given }: Values): Values {
  return {
    module,
    takes: String(Number(takes) - 1),
    given: String(Number(given) - 1)
  };
}

function cause(
  trans: Parameters<IEntry['page']>[0],
  { kind, module, takes, given, missing, keyword }: Values
): string {
  const layer = module ?? trans.__('the module');
  if (kind === 'none') {
    return trans.__(
      '%1 has no method forward(). Usually its name is misspelt, or it is indented into __init__() and so a function inside it.',
      layer
    );
  }
  if (takes !== undefined && given !== undefined) {
    return trans.__(
      'forward() of %1 takes %2 inputs and was given %3 (Python’s numbers in the message count self too).',
      layer,
      takes,
      given
    );
  }
  return missing
    ? trans.__('forward() of %1 was not given %2.', layer, missing)
    : keyword
      ? trans.__(
          'forward() of %1 has no argument “%2”. The model may be of another kind, or the library of another version, than the code was written for.',
          layer,
          keyword
        )
      : trans.__('What forward() takes and what it was given differ.');
}

const entry: IEntry = {
  id: 'model/forward-arguments',
  answers: [
    'forward() takes 2 positional arguments but 3 were given',
    "forward() missing 1 required positional argument: 'x'",
    "forward() got an unexpected keyword argument 'labels'",
    'Module [Net] is missing the required "forward" function'
  ],
  signs: [
    {
      where: 'message',
      pattern: COUNT,
      when: isOfModule,
      read: counted
    },
    {
      where: 'message',
      pattern: EXACTLY,
      when: isOfModule,
      read: counted
    },
    { where: 'message', pattern: MISSING, when: isOfModule },
    { where: 'message', pattern: UNKNOWN, when: isOfModule },
    {
      where: 'message',
      pattern: NONE,
      read: ({ module }) => ({ module, kind: 'none' })
    },
    {
      where: 'message',
      pattern: /^$/,
      ename: /^NotImplementedError$/,
      when: unimplemented,
      read: () => ({ kind: 'none' })
    }
  ],
  page(trans, values) {
    const none = values.kind === 'none';
    return {
      title: none
        ? trans.__('The module has no forward()')
        : trans.__('forward() was given other arguments than it takes'),
      cause: cause(trans, values),
      fixes: none
        ? [
            {
              safety: 'check',
              title: trans.__('Define forward() beside __init__()'),
              code: 'class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(4, 2)\n\n    def forward(self, x):\n        return self.fc(x)'
            }
          ]
        : [
            {
              safety: 'diagnostic',
              title: trans.__('See what forward() takes'),
              code: 'import inspect\nprint(inspect.signature(model.forward))'
            },
            {
              safety: 'check',
              title: trans.__('In nn.Sequential each layer gets one value'),
              detail: trans.__(
                'A layer with two inputs, or one that returns a tuple (LSTM, attention), needs a forward() of its own.'
              )
            },
            {
              safety: 'check',
              title: trans.__('A dictionary of inputs: unpack it'),
              code: 'output = model(**batch)  # not model(batch)'
            }
          ],
      notThis: [
        trans.__(
          'The same words about another function than forward() are about that function.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: nn.Module and forward'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html'
        },
        {
          title: trans.__('PyTorch: nn.Sequential'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Sequential.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'TypeError',
      evalue: 'Linear.forward() takes 2 positional arguments but 3 were given',
      torch: '2.13',
      origin: 'run',
      values: { module: 'Linear', takes: '1', given: '2' }
    },
    {
      ename: 'TypeError',
      evalue: 'forward() takes exactly 2 arguments (1 given)',
      torch: '0.4',
      origin: 'reference',
      values: { takes: '1', given: '0' }
    },
    {
      ename: 'TypeError',
      evalue: "forward() missing 1 required positional argument: 'x'",
      torch: '1.4',
      origin: 'reference',
      values: { missing: "'x'" }
    },
    {
      ename: 'TypeError',
      evalue: "Net.forward() got an unexpected keyword argument 'labels'",
      torch: '2.13',
      origin: 'reference',
      values: { module: 'Net', keyword: 'labels' }
    },
    {
      ename: 'NotImplementedError',
      evalue: 'Module [Net] is missing the required "forward" function',
      torch: '2.13',
      origin: 'run',
      values: { module: 'Net', kind: 'none' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue: 'fast_forward() takes 2 positional arguments but 3 were given'
    },
    {
      ename: 'TypeError',
      evalue: "Dense.call() missing 1 required positional argument: 'inputs'"
    },
    { ename: 'NotImplementedError', evalue: '' },
    {
      ename: 'TypeError',
      evalue: 'Browser.forward() takes 1 positional argument but 2 were given',
      source: 'browser.forward(2)',
      traceback:
        'Cell In[2], line 1\n----> 1 browser.forward(2)\n\nTypeError: Browser.forward() takes 1 positional argument but 2 were given'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'layer = torch.nn.Linear(2, 1)',
      'x, mask = torch.ones(3, 2), torch.ones(3)',
      'layer(x, mask)'
    ].join('\n'),
    fixed: [
      'import torch',
      'layer = torch.nn.Linear(2, 1)',
      'x, mask = torch.ones(3, 2), torch.ones(3)',
      'layer(x)'
    ].join('\n')
  }
};

export default entry;
