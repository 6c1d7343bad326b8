import { define } from '../../define';
import type { ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { passedFunction } from '../../predicates';

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

/** Whether an optimizer called its closure, which is given to step(). */
function failedInStep({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) =>
    frames.some(
      ({ file, code }) =>
        /[\\/]torch[\\/]optim[\\/]/.test(file) && /\bclosure\(\)/.test(code)
    )
  );
}

/** Python counts `self`, people do not. */
function counted({ module, takes, given }: Values): {
  module?: string;
  takes: string;
  given: string;
} {
  return {
    module,
    takes: String(Number(takes) - 1),
    given: String(Number(given) - 1)
  };
}

function difference(
  trans: ITranslate,
  { module, takes, given, missing, keyword }: Values
): string {
  const layer = module ?? trans.__('the module');
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
          'forward() of %1 has no argument “%2”. Either the model is of another kind, or the library of another version, than the code was written for.',
          layer,
          keyword
        )
      : trans.__('What forward() takes and what it was given differ.');
}

export default define({
  id: 'model/forward-arguments',
  answers: [
    'forward() takes 2 positional arguments but 3 were given',
    "forward() missing 1 required positional argument: 'x'",
    "forward() got an unexpected keyword argument 'labels'",
    'Module [Net] is missing the required "forward" function'
  ],
  values: ['module', 'takes', 'given', 'missing', 'keyword', 'parameters'],
  known: ({ incident: { live } }) =>
    live?.kind === 'call' ? { parameters: live.parameters } : {},
  kinds: {
    arguments: {
      signs: [
        // Python's words; since 3.10 with the class before `forward`.
        {
          where: 'message',
          pattern:
            /(?:\b(?<module>\w{1,60})\.)?\bforward\(\) takes (?:from \d{1,2} to )?(?<takes>\d{1,2}) positional arguments? but (?<given>\d{1,3}) (?:was|were) given/,
          when: isOfModule,
          read: counted
        },
        // Python 2.
        {
          where: 'message',
          pattern:
            /\bforward\(\) takes (?:exactly|at least|at most) (?<takes>\d{1,2}) arguments? \((?<given>\d{1,3}) given\)/,
          when: isOfModule,
          read: counted
        },
        {
          where: 'message',
          pattern:
            /(?:\b(?<module>\w{1,60})\.)?\bforward\(\) missing \d{1,2} required (?:positional|keyword-only) arguments?: (?<missing>['"]\w{1,40}['"](?:,? (?:and )?['"]\w{1,40}['"]){0,9})/,
          when: reading =>
            isOfModule(reading) &&
            !failedInStep(reading) &&
            !passedFunction(
              reading,
              /^(?:trace|trace_module|_trace_module_impl)$/
            )
        },
        {
          where: 'message',
          pattern:
            /(?:\b(?<module>\w{1,60})\.)?\bforward\(\) got an unexpected keyword argument ["'](?<keyword>\w{1,60})["']/,
          when: isOfModule
        }
      ],
      words: (trans, values) => ({
        title: trans.__('forward() was given other arguments than it takes'),
        cause: difference(trans, values),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what forward() takes'),
            ...(values.parameters
              ? {
                  detail: trans.__(
                    'It is defined as forward(self, %1).',
                    values.parameters
                  )
                }
              : {}),
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
        ]
      })
    },
    closure: {
      signs: [
        {
          where: 'message',
          pattern:
            /(?:\b(?<module>\w{1,60})\.)?\bforward\(\) missing \d{1,2} required positional arguments?: (?<missing>['"]\w{1,40}['"](?:,? (?:and )?['"]\w{1,40}['"]){0,9})/,
          when: failedInStep
        }
      ],
      words: (trans, { module }) => ({
        title: trans.__('optimizer.step() was given the model'),
        cause: trans.__(
          'What stands in the brackets of step() is a closure, a function that computes the loss again, and the optimizer called %1 as one. The optimizer knows the weights since it was made.',
          module ?? trans.__('the module')
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Leave the brackets empty'),
            code: 'loss.backward()\noptimizer.step()'
          }
        ]
      })
    },
    traced: {
      signs: [
        {
          where: 'message',
          pattern:
            /(?:\b(?<module>\w{1,60})\.)?\bforward\(\) missing \d{1,2} required positional arguments?: (?<missing>['"]\w{1,40}['"](?:,? (?:and )?['"]\w{1,40}['"]){0,9})/,
          when: reading =>
            passedFunction(
              reading,
              /^(?:trace|trace_module|_trace_module_impl)$/
            )
        }
      ],
      words: (trans, { module, missing }) => ({
        title: trans.__('Tracing needs all inputs of forward(), as a tuple'),
        cause: missing
          ? trans.__(
              'torch.jit.trace() calls forward() of %1 with the example inputs only, and %2 is not among them.',
              module ?? trans.__('the module'),
              missing
            )
          : trans.__(
              'torch.jit.trace() calls forward() with the example inputs only.'
            ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give one example for each input'),
            code: 'traced = torch.jit.trace(model, (x, other))'
          },
          {
            safety: 'check',
            title: trans.__('Not a tensor (True, a name): wrap the call'),
            code: 'class Wrapper(nn.Module):\n    def __init__(self, model):\n        super().__init__()\n        self.model = model\n\n    def forward(self, x):\n        return self.model(x, True)\n\ntraced = torch.jit.trace(Wrapper(model), x)'
          }
        ]
      })
    },
    compiled: {
      signs: [
        {
          where: 'message',
          pattern:
            /Module \[OptimizedModule\] is missing the required ["']forward["'] function/
        }
      ],
      words: trans => ({
        title: trans.__('A compiled model cannot be traced'),
        cause: trans.__(
          'OptimizedModule is what torch.compile() returns. torch.fx and torch.jit look for the forward() of a module’s class, and its own stands in the model behind it.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give the model from before torch.compile()'),
            code: 'graph = torch.fx.symbolic_trace(compiled._orig_mod)  # or the model itself'
          }
        ]
      })
    },
    none: {
      signs: [
        // torch/nn/modules/module.py, `_forward_unimplemented`.
        {
          where: 'message',
          pattern:
            /Module \[(?!OptimizedModule\])(?<module>\w{1,60})\] is missing the required ["']forward["'] function/
        },
        {
          where: 'message',
          pattern: /^$/,
          ename: /^NotImplementedError$/,
          when: unimplemented
        }
      ],
      words: (trans, { module }) => ({
        title: trans.__('The module has no forward()'),
        cause: trans.__(
          '%1 has no method forward(). Usually its name is misspelt, or it is indented into __init__() and so a function inside it.',
          module ?? trans.__('the module')
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Define forward() beside __init__()'),
            code: 'class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(4, 2)\n\n    def forward(self, x):\n        return self.fc(x)'
          }
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
