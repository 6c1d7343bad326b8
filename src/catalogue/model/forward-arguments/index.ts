import { define } from '../../define';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { check } from '../../fix';
import { visibleCode } from '../../shared/ran-code';
import { callingPackage } from '../../shared/code-owner';
import { spellingOf } from '../../shared/torch-names';
import { definitionOf } from '../../shared/visible-code';
import { passedFunction, printedText } from '../../predicates';
import {
  isMadeSequential,
  isOfSequential,
  isPassedBy,
  isSplit,
  namesIn,
  ownCall,
  starredCall,
  withFirst,
  withMissing,
  withoutKeyword
} from './call';

/** Up to torch 1.11 the error had no words. */
function unimplemented({ exceptions }: IReading): boolean {
  return exceptions.some(
    ({ name, frames }) =>
      name === 'NotImplementedError' &&
      frames.some(({ func }) => func === '_forward_unimplemented')
  );
}

/** Whether the model was being traced, by frames, or else by the only code there is. */
function isTraced(reading: IReading): boolean {
  return (
    passedFunction(reading, /^(?:trace|trace_module|_trace_module_impl)$/) ||
    (reading.exceptions.every(({ frames }) => frames.length === 0) &&
      /\bjit\.trace(?:_module)?\(/.test(visibleCode(reading).own.at(-1) ?? ''))
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
function counted({ takes, given }: Values): Values {
  return takes === undefined || given === undefined
    ? {}
    : { takes: String(Number(takes) - 1), given: String(Number(given) - 1) };
}

/** diffusers gives the scale of a LoRA to layers that may take one. */
const SCALE =
  /\b(?:(?<module>Linear|Conv2d)\.)?forward\(\) (?:takes 2 positional arguments but 3 were given|got an unexpected keyword argument ["']scale["'])/;

function isLoraScale(reading: IReading): boolean {
  return (
    isPassedBy(reading, /[\\/]diffusers[\\/]/) &&
    reading.exceptions.some(({ message }) => SCALE.test(message))
  );
}

/**
 * The parameters of a forward() at hand that has no place for its object: it
 * takes as many as the call hands over, and Python adds one.
 */
function withoutSelf(
  { module, takes, given }: Values,
  reading: IReading
): string | undefined {
  const defined = definitionOf('forward', reading, module);
  const names = defined?.parameters.map(one => one.name) ?? [];
  return defined?.owner !== undefined &&
    !defined.isStatic &&
    !/^(?:self|this|cls|_)$/.test(names[0] ?? '') &&
    takes === String(names.length) &&
    given === String(names.length + 1) &&
    defined.parameters.every(one => one.star === '' && !one.hasDefault)
    ? names.join(', ')
    : undefined;
}

/** Whether a class is one of torch's, whose forward() nobody changes. */
function isOfTorch(module: string | undefined): boolean {
  return spellingOf('torch.nn', module)?.is === 'there';
}

/** A loss function, which compares two values. */
function isLoss(module: string | undefined): boolean {
  return /Loss$/.test(module ?? '') && isOfTorch(module);
}

/** The parameters of the forward() at hand, but for its object. */
function definedAs(
  module: string | undefined,
  reading: IReading
): string | undefined {
  const defined =
    module === undefined ? undefined : definitionOf('forward', reading, module);
  const [first, ...names] = (defined?.parameters ?? []).map(
    ({ name, star, hasDefault }) => `${star}${name}${hasDefault ? '=…' : ''}`
  );
  return defined?.owner !== undefined && first === 'self' && names.length > 0
    ? names.join(', ')
    : undefined;
}

/** The parameter that shares a word with a keyword that forward() does not take. */
function likeKeyword(
  keyword: string,
  parameters: string | undefined
): string | undefined {
  const words = (name: string): string[] => name.toLowerCase().split('_');
  const found = (parameters ?? '')
    .split(', ')
    .map(name => name.replace(/=…$/, ''))
    .filter(
      name =>
        !name.startsWith('*') &&
        words(name).some(
          word => word.length > 2 && words(keyword).includes(word)
        )
    );
  return found.length === 1 ? found[0] : undefined;
}

type Kind =
  | 'arguments'
  | 'selfless'
  | 'starred'
  | 'items'
  | 'fastai'
  | 'spread'
  | 'sequential'
  | 'column'
  | 'keyword'
  | 'renamed'
  | 'single'
  | 'few'
  | 'shifted'
  | 'replica'
  | 'chain'
  | 'many';

/** A copy of DataParallel for which the batch had no samples left. */
const REPLICA = /\bin replica (?<replica>[1-9]\d?) on device/;

/** Which copy it is, where the batch did not do for all. */
function replicaOf(reading: IReading): string | undefined {
  return REPLICA.exec(`${printedText(reading)} ${reading.incident.evalue}`)
    ?.groups?.replica;
}

/** A model takes no more inputs than so many; more are the samples of a batch. */
const MOST_INPUTS = 8;

/** A name that people give to all of a batch. */
const BATCH =
  /^(?:\w{0,20}_)?(?:batch|samples?|items?|encod\w{0,10}|tokens|examples?|b)$/;

/** Who called with what, from the line and the frames. */
function asCalled(
  groups: Values,
  reading: IReading
): Values & { readonly kind: Kind } {
  const values: Values = { ...groups, ...counted(groups) };
  const { module, takes, given, missing, keyword } = values;
  const call = ownCall(reading);
  const shown = call && `${call.callee}(${call.args.join(', ')})`;
  const parameters = definedAs(module, reading);
  const told = (kind: Kind, better?: string): Values & { kind: Kind } => ({
    ...values,
    ...(parameters === undefined ? {} : { parameters }),
    caller: callingPackage(reading),
    chained: isOfSequential(reading) ? 'yes' : undefined,
    call: shown,
    better,
    kind
  });
  const lacking = withoutSelf(groups, reading);
  if (lacking !== undefined) {
    return { ...told('selfless'), parameters: lacking };
  }
  if (keyword === 'num_items_in_batch') {
    return told('items');
  }
  if (keyword === undefined && isPassedBy(reading, /[\\/]fastai[\\/]learner/)) {
    return told(Number(given ?? 0) > MOST_INPUTS ? 'spread' : 'fastai');
  }
  if (missing !== undefined && isOfSequential(reading)) {
    return told('sequential');
  }
  if (
    keyword !== undefined &&
    isPassedBy(reading, /[\\/]transformers[\\/]trainer\.py$/)
  ) {
    return told('column');
  }
  const starred =
    given === undefined ? undefined : starredCall(Number(takes), reading);
  if (starred !== undefined) {
    return { ...told('starred', starred.better), call: starred.name };
  }
  if (!call) {
    return told('arguments');
  }
  const [first = ''] = call.args;
  if (keyword !== undefined) {
    const spread = call.args.find(arg => arg.startsWith('**'))?.slice(2);
    const like = likeKeyword(keyword, parameters);
    if (like !== undefined && shown?.includes(`${keyword}=`)) {
      return told('renamed', shown.replace(`${keyword}=`, `${like}=`));
    }
    const better =
      withoutKeyword(call, keyword) ??
      (spread !== undefined && /^\w+$/.test(spread)
        ? `${spread}.pop("${keyword}", None)\n${shown ?? ''}`
        : undefined);
    return better === undefined ? told('arguments') : told('keyword', better);
  }
  if (missing !== undefined && isSplit(reading)) {
    return told('replica');
  }
  if (
    missing !== undefined &&
    namesIn(missing).some(name => call.args.includes(name))
  ) {
    return told('shifted');
  }
  if (given !== undefined && isMadeSequential(reading, call)) {
    return told('chain');
  }
  if (missing !== undefined) {
    return call.args.length === 1 && BATCH.test(first)
      ? told('single', `${call.callee}(**${first})`)
      : call.args.some(arg => arg.startsWith('*'))
        ? told('arguments')
        : told('few', withMissing(call, missing, module));
  }
  const fewer = withFirst(call, Number(takes), Number(given));
  return fewer === undefined ? told('arguments') : told('many', fewer);
}

/** The parameters of forward() with a default for those that are missing. */
function defaults(missing: string): string {
  const names = namesIn(missing).map(name => `${name}=None`);
  return `def forward(self, x, ${names.join(', ')}):`;
}

function seeSignature(
  trans: ITranslate,
  parameters: string | undefined,
  call?: string
): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what forward() takes'),
    ...(parameters
      ? {
          detail: trans.__('It is defined as forward(self, %1).', parameters)
        }
      : {}),
    code: `import inspect\nprint(inspect.signature(${call?.split('(')[0] ?? 'model'}.forward))`
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
  beside: /Usually its name is misspelt/,
  values: [
    'module',
    'takes',
    'given',
    'missing',
    'keyword',
    'parameters',
    'call',
    'better',
    'replica',
    'caller',
    'chained'
  ],
  known: ({ incident: { live } }) =>
    live?.kind === 'call' ? { parameters: live.parameters } : {},
  signs: [
    // Python's words; since 3.10 with the class before `forward`.
    {
      where: 'message',
      pattern:
        /(?:\b(?<module>\w{1,60})\.)?\b(?<!<locals>\.)forward\(\) takes (?:from \d{1,2} to )?(?<takes>\d{1,2}) positional arguments? but (?<given>\d{1,3}) (?:was|were) given/,
      when: reading => isOfModule(reading) && !isLoraScale(reading),
      read: asCalled
    },
    // Python 2.
    {
      where: 'message',
      pattern:
        /\bforward\(\) takes (?:exactly|at least|at most) (?<takes>\d{1,2}) arguments? \((?<given>\d{1,3}) given\)/,
      when: reading => isOfModule(reading) && !isLoraScale(reading),
      read: asCalled
    },
    {
      where: 'message',
      pattern:
        /(?:\b(?<module>\w{1,60})\.)?\bforward\(\) missing \d{1,2} required (?:positional|keyword-only) arguments?: (?<missing>['"]\w{1,40}['"](?:,? (?:and )?['"]\w{1,40}['"]){0,9})/,
      when: reading =>
        isOfModule(reading) &&
        replicaOf(reading) === undefined &&
        !failedInStep(reading) &&
        !isTraced(reading),
      read: asCalled
    },
    {
      where: 'message',
      pattern:
        /(?:\b(?<module>\w{1,60})\.)?\bforward\(\) got an unexpected keyword argument ["'](?<keyword>\w{1,60})["']/,
      when: reading => isOfModule(reading) && !isLoraScale(reading),
      read: asCalled
    }
  ],
  kinds: {
    arguments: {
      words: (trans, values) => ({
        title: trans.__('forward() was given other arguments than it takes'),
        cause: values.caller
          ? trans.__(
              '%1 A line of %2 makes the call, with what it was handed.',
              difference(trans, values),
              values.caller
            )
          : difference(trans, values),
        fixes: [
          ...(values.missing
            ? [
                check(
                  values.caller
                    ? trans.__(
                        'Hand %1 all inputs, not the first alone',
                        values.caller
                      )
                    : trans.__('Hand over all inputs'),
                  isLoss(values.module)
                    ? 'loss = criterion(output, target)'
                    : `output = model(${values.parameters ?? `x, ${namesIn(values.missing).join(', ')}`})`,
                  trans.__(
                    'Where the data gives fewer: the data set, or its settings, belong to another model.'
                  )
                )
              ]
            : []),
          seeSignature(trans, values.parameters),
          ...(values.chained
            ? [
                {
                  safety: 'check' as const,
                  title: trans.__('In nn.Sequential each layer gets one value'),
                  detail: trans.__(
                    'A layer with two inputs, or one that returns a tuple (LSTM, attention), needs a forward() of its own.'
                  )
                }
              ]
            : []),
          check(
            trans.__('A dictionary of inputs: unpack it'),
            'output = model(**batch)  # not model(batch)'
          )
        ]
      })
    },
    starred: {
      words: (trans, values) => ({
        title: trans.__('A star hands over more inputs than forward() takes'),
        cause: trans.__(
          'The star of *%1 makes each entry of %1 an input of its own. %2',
          values.call,
          difference(trans, values)
        ),
        fixes: [
          ...(values.better
            ? [check(trans.__('Hand it over as one'), values.better)]
            : []),
          {
            safety: 'diagnostic',
            title: trans.__('See what the star unpacks'),
            detail: trans.__(
              'A batch of [ids, mask, labels] gives three inputs, and a tensor one for each of its rows.'
            ),
            code: `print(len(${values.call ?? 'batch'}))`
          },
          seeSignature(trans, values.parameters)
        ]
      })
    },
    renamed: {
      words: (trans, { call, better, keyword = 'x', module, parameters }) => ({
        title: trans.__('forward() calls this argument otherwise'),
        cause: trans.__(
          '%1 names “%2”, and forward() of %3 takes %4.',
          call ?? 'model(x)',
          keyword,
          module ?? trans.__('the module'),
          parameters ?? trans.__('other names')
        ),
        fixes: [
          check(trans.__('Take its name'), better ?? 'model(x)'),
          seeSignature(trans, parameters, call)
        ]
      })
    },
    selfless: {
      words: (trans, { module = 'Net', parameters = 'x' }) => ({
        title: trans.__('forward() lacks self'),
        cause: trans.__(
          'Python gives a method its object as the first argument, and the forward(%2) of %1 has no parameter for it.',
          module,
          parameters
        ),
        fixes: [
          check(
            trans.__('Let self be its first parameter'),
            `def forward(${['self', parameters].filter(Boolean).join(', ')}):`,
            trans.__(
              'Then run the cell with the class again, and make the object anew.'
            )
          )
        ]
      })
    },
    few: {
      words: (
        trans,
        { call, better, missing = "'x'", module, parameters }
      ) => ({
        title: trans.__('The call leaves out what forward() needs'),
        cause: trans.__(
          '%1 hands over less than forward() of %2 takes: it still wants %3.',
          call ?? 'model(x)',
          module ?? trans.__('the module'),
          missing
        ),
        fixes: [
          check(
            trans.__('Hand it over'),
            better ?? 'model(x, mask)',
            trans.__(
              'Under the names that these values have where the call stands.'
            )
          ),
          ...(isOfTorch(module)
            ? []
            : [
                check(
                  trans.__('Not always there: give it a default in forward()'),
                  defaults(missing)
                )
              ]),
          seeSignature(trans, parameters, call)
        ]
      })
    },
    shifted: {
      words: (trans, { call, missing = "'x'", module, parameters }) => {
        const shown = call ?? 'model(x)';
        return {
          title: trans.__('forward() takes one more argument, further left'),
          cause: trans.__(
            '%1 hands over a value of the name %2, and yet forward() of %3 misses it: usually it took another place, as an argument before it is left out.',
            shown,
            missing,
            module ?? trans.__('the module')
          ),
          fixes: [
            seeSignature(trans, parameters, call),
            check(
              trans.__('Hand over the one before it, too'),
              shown.replace('(', '(first, ')
            ),
            {
              safety: 'check',
              title: trans.__(
                'A single argument: see that an object is called, not its class'
              ),
              code: 'net = Net()  # then net(x), not Net(x)'
            }
          ]
        };
      }
    },
    chain: {
      words: (trans, { call, given = '2' }) => ({
        title: trans.__('nn.Sequential takes one value'),
        cause: trans.__(
          '%1 hands over %2 values to an nn.Sequential, which takes one and hands it from layer to layer, whatever the forward() of its layers takes.',
          call ?? 'model(x, y)',
          given
        ),
        fixes: [
          check(
            trans.__('A class of your own in place of nn.Sequential'),
            'class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.layer = Layer()\n\n    def forward(self, x, other):\n        return self.layer(x, other)'
          ),
          check(
            trans.__('A single layer: call it itself'),
            `layer = Layer()\noutput = layer${(call ?? 'model(x, y)').replace(/^[^(]{0,80}/, '')}`
          )
        ]
      })
    },
    single: {
      words: (
        trans,
        { call, better, missing = "'x'", module, parameters }
      ) => ({
        title: trans.__('The whole batch went in as one value'),
        cause: trans.__(
          '%1 hands over one value, and forward() of %2 takes several: it still wants %3. What a loader gives is unpacked in the call.',
          call ?? 'model(batch)',
          module ?? trans.__('the module'),
          missing
        ),
        fixes: [
          check(
            trans.__('A dictionary: hand over its entries by name'),
            better ?? 'model(**batch)'
          ),
          check(
            trans.__('A tuple or list: hand over its values'),
            (better ?? 'model(**batch)').replace('**', '*')
          ),
          check(
            trans.__('A plain tensor: hand over the rest, too'),
            `${(call ?? 'model(batch)').slice(0, -1)}, ${namesIn(missing).join(', ')})`
          ),
          seeSignature(trans, parameters, call)
        ]
      })
    },
    many: {
      words: (trans, { call, better, takes, given, module, parameters }) => ({
        title: trans.__('The call hands over more than forward() takes'),
        cause:
          takes && given
            ? trans.__(
                '%1 hands over %2 values, and forward() of %3 takes %4 (Python counts self, too).',
                call ?? 'model(x, y)',
                given,
                module ?? trans.__('the module'),
                takes
              )
            : trans.__('What forward() takes and what it was given differ.'),
        fixes: [
          check(
            isLoss(module)
              ? trans.__('Hand over outputs and targets only')
              : trans.__('Hand over the inputs only'),
            better ?? 'model(x)',
            isLoss(module)
              ? trans.__(
                  'Settings such as class weights go in where it is made: %1(weight=weights).',
                  module ?? ''
                )
              : trans.__('Labels go to the loss: criterion(output, y).')
          ),
          ...(isOfTorch(module)
            ? []
            : [
                check(
                  trans.__(
                    'All are meant: let forward() of your class take them'
                  ),
                  'def forward(self, x, other):'
                )
              ]),
          seeSignature(trans, parameters, call)
        ]
      })
    },
    keyword: {
      words: (trans, { call, better, keyword = 'x', module, parameters }) => ({
        title: trans.__('The model does not take all that the call names'),
        cause: trans.__(
          '%1 hands over “%2”, and forward() of %3 has no argument of that name.',
          call ?? 'model(**batch)',
          keyword,
          module ?? trans.__('the module')
        ),
        fixes: [
          check(
            trans.__('Leave “%1” out', keyword),
            better ?? `batch.pop("${keyword}", None)`
          ),
          check(
            trans.__('A class of yours: take it in forward()'),
            `def forward(self, x, ${keyword}=None):`
          ),
          seeSignature(trans, parameters, call)
        ]
      })
    },
    column: {
      words: (trans, { keyword = 'x', module, parameters }) => ({
        title: trans.__('Trainer hands the model more than it takes'),
        cause: trans.__(
          'Trainer calls the model with all that the collator returns, by name, and forward() of %1 has no argument “%2”.',
          module ?? trans.__('the module'),
          keyword
        ),
        fixes: [
          check(
            trans.__('A class of yours: take it in forward()'),
            `def forward(self, input_ids, attention_mask=None, ${keyword}=None):`
          ),
          check(
            trans.__('Not an input: drop the column'),
            `dataset = dataset.remove_columns("${keyword}")`
          ),
          seeSignature(trans, parameters)
        ]
      })
    },
    items: {
      words: (trans, { module, parameters }) => ({
        title: trans.__('forward() does not take num_items_in_batch'),
        cause: trans.__(
          'Since transformers 4.46 Trainer may also pass num_items_in_batch to a model whose forward() takes further names (**kwargs). It was handed on to %1, which does not take it.',
          module ?? trans.__('the module')
        ),
        fixes: [
          check(
            trans.__(
              'Take it in forward() of your class, and do not pass it on'
            ),
            'def forward(self, input_ids=None, num_items_in_batch=None, **kwargs):'
          ),
          check(
            trans.__('Or take an older transformers'),
            '%pip install "transformers<4.46"  # then restart the kernel'
          ),
          seeSignature(trans, parameters)
        ]
      })
    },
    sequential: {
      words: (trans, { missing = "'x'", module }) => ({
        title: trans.__('nn.Sequential hands each layer one value'),
        cause: trans.__(
          'The layer before gave one value, and forward() of %1 needs %2 besides. Only a forward() of your own can pass both.',
          module ?? trans.__('the layer'),
          missing
        ),
        fixes: [
          check(
            trans.__('Call the layers in a forward() of your own'),
            'def forward(self, x, other):\n    x = self.first(x)\n    return self.second(x, other)'
          )
        ]
      })
    },
    replica: {
      signs: [
        {
          where: 'message',
          pattern:
            /(?:\b(?<module>\w{1,60})\.)?\bforward\(\) missing \d{1,2} required (?:positional|keyword-only) arguments?: (?<missing>['"]\w{1,40}['"](?:,? (?:and )?['"]\w{1,40}['"]){0,9})/,
          when: reading => replicaOf(reading) !== undefined,
          confidence: 'likely',
          read: (groups, reading) => ({
            ...groups,
            replica: replicaOf(reading)
          })
        }
      ],
      words: (trans, { replica, missing = "'x'" }) => ({
        title: trans.__('The batch is smaller than the number of GPUs'),
        cause: replica
          ? trans.__(
              'DataParallel deals out a batch over the GPUs. Nothing was left for copy %1, so that its forward() was not given %2: usually in the last, smaller batch.',
              replica,
              missing
            )
          : trans.__(
              'DataParallel deals out a batch over the GPUs, and for one of them nothing was left: usually in the last, smaller batch, or where the input is no tensor.'
            ),
        fixes: [
          check(
            trans.__('Leave out the last, smaller batch'),
            'loader = DataLoader(dataset, batch_size=32, drop_last=True)'
          ),
          check(
            trans.__('A small batch is meant: use one GPU'),
            'model = model.module  # what DataParallel wraps'
          )
        ]
      })
    },
    fastai: {
      words: (trans, { takes, missing, module }) => ({
        title: trans.__('fastai takes another number of inputs'),
        cause: trans.__(
          'The learner calls the model with the first n_inp parts of a batch, and the rest are targets. forward() of %1 takes another number of them.',
          module ?? trans.__('the model')
        ),
        fixes: [
          check(
            trans.__('Say how many parts of a batch are inputs'),
            `dls.n_inp = ${takes ?? (missing ? '2' : '1')}`,
            trans.__('DataBlock takes it as an argument: n_inp.')
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See what a batch holds'),
            code: 'print(len(dls.one_batch()), dls.n_inp)'
          }
        ]
      })
    },
    spread: {
      words: (trans, { given = '64' }) => ({
        title: trans.__('A batch was spread over the arguments'),
        cause: trans.__(
          'The learner calls the model with *xb, and xb is a tensor where a tuple is expected: its %1 samples became as many arguments. A callback that sets learn.xb has to set a tuple.',
          given
        ),
        fixes: [
          check(
            trans.__('Set a tuple, even of one tensor'),
            'self.learn.xb = (x,)  # or (x, y), one for each argument of forward()'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See what the learner holds'),
            code: 'print(type(learn.xb), len(learn.xb))'
          }
        ]
      })
    },
    lora: {
      signs: [
        {
          where: 'message',
          pattern: SCALE,
          when: isLoraScale,
          confidence: 'likely'
        }
      ],
      words: (trans, { module }) => ({
        title: trans.__('diffusers found no PEFT, and passes a LoRA’s scale'),
        cause: trans.__(
          'Where diffusers cannot work with peft (it takes 0.6 and newer), it hands the scale of a LoRA to each layer itself, and %1 of torch takes none.',
          module ?? 'Linear'
        ),
        fixes: [
          check(
            trans.__(
              'Bring peft and diffusers together, then restart the kernel'
            ),
            '%pip install --upgrade peft transformers diffusers accelerate'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See what diffusers found'),
            code: 'from diffusers.utils import USE_PEFT_BACKEND\nprint(USE_PEFT_BACKEND)  # True once it is found'
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
          when: isTraced
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
