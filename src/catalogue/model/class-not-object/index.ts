import { borrowedFrom } from '../../../diagnosis/borrowed';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { callsIn } from '../../shared/call-text';
import { classCalled } from '../../shared/edits/classes';
import { ownLine } from '../../shared/ran-code';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { passedThrough } from '../../predicates';

/** Methods that modules have, called without an object. */
const METHODS =
  'parameters|named_parameters|state_dict|eval|train|children|modules|zero_grad|cuda|cpu|half|float|requires_grad_';

/** Those of others that take self alone, too: optimizers, schedulers, Python's. */
const AMBIGUOUS = /^(?:train|float|half|cpu|children|modules)$/;

const NO_SELF = new RegExp(
  String.raw`^(?:\w{1,40}\.)?(?<method>${METHODS})\(\) missing 1 required positional argument: ["']self["']`
);

const NO_STATE =
  /^(?:\w{1,40}\.)?(?<method>load_state_dict)\(\) missing 1 required positional argument: ["']state_dict["']/;

/** `Net.to(device)`: the device takes the place of self. */
const MOVED =
  /^["'](?:str|(?:torch\.)?device|type)["'] object has no attribute ["']_apply["']/;

const IN_MODULE = /[\\/]torch[\\/]nn[\\/]modules[\\/]module\.pyc?$/;

function methodIn({ exceptions }: IReading): string {
  return (
    exceptions
      .map(({ message }) => NO_SELF.exec(message)?.groups?.method)
      .find(method => method !== undefined) ?? ''
  );
}

/** The argument of the failed line whose value in the code is a bare class. */
function givenClass({ code, exceptions }: IReading): {
  readonly part?: string;
  readonly made?: string;
} {
  const line = exceptions[0]?.frames.at(-1)?.code ?? '';
  for (const [, part] of line.matchAll(/\bself\.(\w{1,60})\./g)) {
    const given = new RegExp(
      String.raw`\b${part} ?= ?(?<made>[A-Z]\w{1,80})\b(?![(.\w])`
    ).exec(code);
    if (given?.groups) {
      return { part, made: given.groups.made };
    }
  }
  return {};
}

/** fastai's `create_body()` and what became of it: they call what they are given. */
const IN_ARCHITECTURE = /[\\/]fastai[\\/]vision[\\/]learner\.py$/;

/** The call of fastai in the failed line, and the model that it is given. */
function givenModel(reading: IReading): {
  readonly method?: string;
  readonly made?: string;
  readonly anew?: string;
} {
  const [call] = callsIn(ownLine(reading));
  const made = call?.args
    .map((arg, at) => (at === 1 ? arg : /^arch ?= ?(.*)$/.exec(arg)?.[1]))
    .find(arg => arg !== undefined && /^[\w.]{1,60}$/.test(arg));
  return call && made
    ? {
        method: call.name.split('.').pop(),
        made,
        anew: call.text.replace(call.name, 'Learner')
      }
    : {};
}

export default define({
  id: 'model/class-not-object',
  answers: [
    "AttributeError: 'str' object has no attribute '_apply'",
    "TypeError: Module.parameters() missing 1 required positional argument: 'self'",
    "TypeError: load_state_dict() missing 1 required positional argument: 'state_dict'",
    "conv2d(): argument 'input' (position 1) must be Tensor, not bool",
    "TypeError: eval() missing 1 required positional argument: 'self'"
  ],
  beside: /Often the brackets were left out/,
  refines: [
    'model/forward-arguments',
    'python/call-arguments',
    'tensor/not-a-tensor'
  ],
  values: ['method', 'package', 'part', 'made', 'anew'],
  kinds: {
    moved: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern: MOVED,
          when: reading =>
            passedThrough(reading, IN_MODULE) ||
            reading.exceptions.every(({ frames }) => frames.length === 0),
          read: () => ({ method: 'to' })
        }
      ],
      words: trans => ({
        title: trans.__('.to() was called on the class, not on a model'),
        cause: trans.__(
          'The device took the place of self: what stands before .to() is the class itself. A pair of brackets is missing that makes a model of it.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Make the model first'),
            edit: classCalled('to'),
            code: 'model = Net().to(device)'
          }
        ]
      })
    },
    method: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: NO_SELF,
          // Of the call itself the kernel knows more, and has an edit.
          when: reading =>
            reading.incident.live?.kind !== 'call' &&
            borrowedFrom(reading) === undefined &&
            (!AMBIGUOUS.test(methodIn(reading)) || isTorchInPlay(reading))
        }
      ],
      words: (trans, { method = 'parameters' }) => ({
        title: trans.__('%1() was called on the class, not on a model', method),
        cause: trans.__(
          'What stands before .%1() is a class: self is missing, because no object was made of it. Often the brackets were left out where the model is made.',
          method
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Make the model first'),
            edit: classCalled(method),
            code: `model = Net()  # with its brackets\nmodel.${method}()`
          }
        ]
      })
    },
    handed: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: NO_SELF,
          confidence: 'likely',
          when: reading =>
            reading.incident.live?.kind !== 'call' &&
            borrowedFrom(reading) !== undefined,
          read: ({ method }, reading) => ({
            method,
            package: borrowedFrom(reading),
            ...givenClass(reading)
          })
        }
      ],
      words: (
        trans,
        { method = 'parameters', package: owner = 'diffusers', part, made }
      ) => ({
        title: trans.__('A class was handed over, not a model'),
        cause:
          part && made
            ? trans.__(
                '%1 calls %2() on %3, and your line gives it the class %4 itself: no object was made of it.',
                owner,
                method,
                part,
                made
              )
            : trans.__(
                '%1 calls %2() on what it was given, and that is a class: no object was made of it.',
                owner,
                method
              ),
        fixes: [
          check(
            trans.__('Hand over a model that was made of it'),
            part && made
              ? `${part}=${made}.from_pretrained(name)`
              : 'encoder = Encoder.from_pretrained(name)  # or Encoder(…)',
            trans.__(
              'from_pretrained() where its weights are to be loaded, brackets where it is made anew.'
            )
          )
        ]
      })
    },
    object: {
      // The other way round: `arch(pretrained)` is called of a model.
      signs: [
        {
          where: 'message',
          ename: /^(?:Type|Attribute)Error$/,
          pattern:
            /must be Tensor, not bool|got \(bool\b|["']bool["'] object has no attribute|\bforward\(\) got an unexpected keyword argument ["'](?:pretrained|weights)["']/,
          confidence: 'likely',
          when: reading => passedThrough(reading, IN_ARCHITECTURE),
          read: (_, reading) => givenModel(reading)
        }
      ],
      words: (trans, { method = 'vision_learner', made, anew }) => ({
        title: trans.__('fastai was given a model, not what makes one'),
        cause: trans.__(
          '%1() calls its architecture, with pretrained, to make the model. %2 is a model already, and took that for its input.',
          method,
          made ?? trans.__('What it was given')
        ),
        fixes: [
          check(
            trans.__('A model of your own: give it to Learner()'),
            anew ?? 'learn = Learner(dls, model, metrics=accuracy)'
          ),
          check(
            trans.__('Or give a function that returns the model'),
            `lambda *args, **kwargs: ${made ?? 'model'}  # in its place`
          )
        ]
      })
    },
    weights: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: NO_STATE,
          when: ({ incident }) => incident.live?.kind !== 'call'
        }
      ],
      words: trans => ({
        title: trans.__('load_state_dict() was called on the class'),
        cause: trans.__(
          'The weights took the place of self, and state_dict is missing then: what stands before .load_state_dict() is a class, not a model (or an optimizer) that was made of it.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Make the model first'),
            edit: classCalled('load_state_dict'),
            code: "model = Net()  # with its brackets\nmodel.load_state_dict(torch.load(path, map_location='cpu'))"
          },
          check(
            trans.__('It is an object: hand over the weights'),
            "model.load_state_dict(torch.load(path, map_location='cpu'))"
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the model is made in brackets, a name was overwritten: print(type(model)) says type for a class.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: saving and loading models'),
        url: 'https://docs.pytorch.org/tutorials/beginner/saving_loading_models.html'
      }
    ]
  })
});
