import { define } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { isOfTensors } from '../../shared/of-tensors';
import { askedModule } from '../../shared/asked-module';
import { classBody } from '../../shared/visible-code';
import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';

/** What `nn.Module.__getattr__` says; wrappers have an answer of their own. */
const LACKS =
  /["'](?<module>(?!DataParallel|DistributedDataParallel|FullyShardedDataParallel|OptimizedModule)\w{1,60})["'] object has no attribute ["'](?<name>\w{1,60})["']/;

/** Assigned to self: `self.fc1 = nn.Linear(4, 4)`. */
const ASSIGNED = /^\s{1,60}self\.(?<own>\w{1,60}) ?(?::[^=\n]{1,60})?=(?!=)/;

/** A slip in the name of the method that builds the layers. */
const NO_INIT = /^\s{1,20}def (?<init>_{0,2}(?:int|inti|init|ini)_{0,2})\(self/;

/** What the visible class gives its objects. */
function givenBy(
  { module = '', name = '' }: Values,
  reading: IReading
): { readonly has?: string; readonly init?: string; readonly late?: string } {
  const body = module === '' ? null : classBody(module, reading);
  if (body === null) {
    return {};
  }
  const own = body
    .map(line => ASSIGNED.exec(line)?.groups?.own)
    .filter(found => found !== undefined);
  const init = body
    .map(line => NO_INIT.exec(line)?.groups?.init)
    .find(found => found !== undefined && found !== '__init__');
  return own.includes(name)
    ? init === undefined
      ? { late: 'yes' }
      : { init }
    : { has: [...new Set(own)].slice(0, 6).join(', ') || undefined };
}

/** The models of torchvision and what the last layer is called in others. */
const HEAD =
  /["'](?<module>ResNet|DenseNet|VGG|AlexNet|SqueezeNet|Inception3|GoogLeNet|MobileNet\w{1,8}|EfficientNet|RegNet|ShuffleNetV2|VisionTransformer|SwinTransformer|ConvNeXt)["'] object has no attribute ["'](?<name>fc|classifier|heads?|features)["']/;

/** The frame that asked: the one before `nn.Module.__getattr__`. */
const ASKED =
  /[\\/](?:site|dist)-packages[\\/](?!torch[\\/])(?<library>\w{1,60})[\\/]/;

/**
 * Who asked: a library other than torch, by its name, or code whose frames are
 * not shown, where the last line that is shown does not hold the attribute.
 */
function asking(
  { name = '' }: Values,
  { exceptions }: IReading
): { kind: 'own' | 'library'; library?: string } {
  const frame = exceptions[0]?.frames
    .filter(({ func }) => !/__getattr__/.test(func))
    .pop();
  const library = ASKED.exec(frame?.file ?? '')?.groups?.library;
  const isHidden =
    frame !== undefined && frame.code !== '' && !frame.code.includes(name);
  return library
    ? { kind: 'library', library }
    : { kind: isHidden ? 'library' : 'own' };
}

/** Convolutions of PyTorch Geometric, and classes called after them. */
const GEOMETRIC =
  /^(?:Dense)?(?:GCN|GAT|SAGE|GIN|Cheb|Graph|RGCN|TAG|SG|ARMA)Conv/;

/** What else than a slip it can be that the class lacks this very name. */
function kindOfName({ module = '', name = '' }: Values) {
  return isOfTensors(name)
    ? ('tensor' as const)
    : /^(?:weight|bias)$/.test(name) && GEOMETRIC.test(module)
      ? ('geometric' as const)
      : undefined;
}

const PROPERTY = /@property\s{1,20}def (?<name>\w{1,60})\(/g;

/**
 * A property of that name in the code at hand: an AttributeError in its body
 * makes Python ask `__getattr__`, which knows of the property's name only.
 */
function isProperty({ name = '' }: Values, { code }: IReading): boolean {
  return [...code.matchAll(PROPERTY)].some(
    ({ groups }) => groups?.name === name
  );
}

/** Models of which several libraries have one, with other names in each. */
const MODELS =
  /^(?:ResNet|DenseNet|VGG|AlexNet|SqueezeNet|Inception\w{0,10}|GoogLeNet|Mobile\w{1,12}|EfficientNet\w{0,6}|RegNet|ShuffleNetV2|VisionTransformer|SwinTransformer\w{0,4}|ConvNeXt|Xception|NASNet\w{0,8}|SENet|Bert\w{0,40}|ViT\w{0,40})$/;

/** What the last layer is called in one model or another. */
function isHead(name = ''): boolean {
  return /^(?:fc\d?|classifier|heads?|last_linear)$/.test(name);
}

/** generate() comes from a class of transformers that models had until 4.49. */
const GENERATES =
  /["'](?<module>\w{1,50}(?:For(?:CausalLM|ConditionalGeneration|Seq2SeqLM)|LMHeadModel))["'] object has no attribute ["'](?<name>generate)["']/;

/** A class in a title: whole where it is short enough. */
function shortOf(module: string): string {
  return fitting(module, 20) ?? 'Conv';
}

export default define({
  id: 'model/no-attribute',
  answers: [
    "'Net' object has no attribute 'conv3'",
    "'ResNet' object has no attribute 'classifier'"
  ],
  values: ['module', 'name', 'library', 'has', 'init', 'late'],
  signs: [
    {
      where: 'message',
      pattern: GENERATES,
      read: () => ({ kind: 'generate' }),
      confidence: 'likely'
    },
    {
      where: 'message',
      pattern: LACKS,
      when: reading =>
        askedModule(reading) &&
        !reading.exceptions.some(({ message }) => GENERATES.test(message)),
      read: (groups, reading) => {
        const kind = isProperty(groups, reading)
          ? ('property' as const)
          : kindOfName(groups);
        return kind
          ? { kind }
          : { ...asking(groups, reading), ...givenBy(groups, reading) };
      }
    },
    {
      where: 'message',
      pattern: HEAD,
      when: reading => !reading.mentions('tensorflow'),
      confidence: 'likely'
    }
  ],
  kinds: {
    own: {
      words: (trans, { module, name, has, init, late }) => {
        const short =
          (name?.length ?? 99) <= 15 && (module?.length ?? 99) <= 20;
        const isOther = isHead(name) && MODELS.test(module ?? '');
        return {
          title: short
            ? trans.__('The module %1 has no “%2”', module, name)
            : trans.__('The module has no layer or method of that name'),
          cause: init
            ? trans.__(
                'The layers are assigned in a method called %1, which Python does not call: the one that it calls is __init__, with two underscores on each side.',
                init
              )
            : late
              ? trans.__(
                  'The class at hand assigns %1, and the object has none: usually it was made before the cell of the class was changed, or the line that assigns it has not run.',
                  name ?? ''
                )
              : has
                ? trans.__(
                    'What the class %1 assigns to self is %2, and no %3.',
                    module ?? '',
                    has,
                    name ?? ''
                  )
                : isOther
                  ? trans.__(
                      'The name belongs to another model: the last layer is called fc in ResNet, classifier in VGG, AlexNet and DenseNet, heads in ViT.'
                    )
                  : trans.__(
                      'Either the name is misspelt, was never assigned to self in __init__(), or belongs to another class or another version of this one.'
                    ),
          fixes: init
            ? [
                check(
                  trans.__('Call it __init__, and make the model anew'),
                  'def __init__(self):\n    super().__init__()'
                )
              ]
            : late
              ? [
                  {
                    safety: 'check',
                    title: trans.__(
                      'Run the cell of the class, then make the model anew'
                    ),
                    code: `model = ${module ?? 'Net'}()`
                  },
                  {
                    safety: 'diagnostic',
                    title: trans.__('See what the model’s parts are called'),
                    code: 'print([name for name, _ in model.named_children()])'
                  }
                ]
              : [
                  ...(has
                    ? [
                        check(
                          trans.__(
                            'Make it in __init__(), or use one of those'
                          ),
                          `self.${name ?? 'conv3'} = nn.Linear(…)  # has ${has}`,
                          trans.__('Then make the model anew.')
                        )
                      ]
                    : []),
                  {
                    safety: 'diagnostic',
                    title: trans.__('See what the model’s parts are called'),
                    code: 'print([name for name, _ in model.named_children()])'
                  },
                  ...(isOther
                    ? [
                        check(
                          trans.__(
                            'A new last layer: put it where the old one is'
                          ),
                          'model.fc = nn.Linear(model.fc.in_features, 10)  # ResNet\nmodel.classifier[-1] = nn.Linear(model.classifier[-1].in_features, 10)  # VGG, AlexNet'
                        )
                      ]
                    : []),
                  ...(has
                    ? []
                    : [
                        check(
                          trans.__(
                            'A layer of your own: assign it in __init__()'
                          ),
                          'self.conv3 = nn.Conv2d(32, 64, 3)',
                          trans.__(
                            'After a change to the class, run its cell again and make the model anew.'
                          )
                        )
                      ])
                ]
        };
      }
    },
    property: {
      words: (trans, { name = 'foo' }) => ({
        title: fitting(name, 20)
          ? trans.__('The property “%1” failed inside', name)
          : trans.__('A property of the module failed inside'),
        cause: trans.__(
          'The class defines %1, so it is there: its body asked for an attribute that is not, and nn.Module then reports the property in its place.',
          name
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See which attribute is missing'),
            code: `type(model).${name}.fget(model)`
          },
          check(
            trans.__('Assign that one in __init__(), before it is used'),
            'self.bar = …'
          )
        ]
      })
    },
    tensor: {
      words: (trans, { module, name = 'device' }) => ({
        title: trans.__('“%1” is asked of a tensor, not of a module', name),
        cause: trans.__(
          '%1 is a module: it has parameters, and each of these is a tensor with a %2 of its own.',
          module ?? trans.__('The object'),
          name
        ),
        fixes: [
          check(
            trans.__('Ask one of its parameters'),
            `value = next(model.parameters()).${name}`
          ),
          ...(/^(?:size|shape|detach|numpy|dim|item|data|ndim|numel)$/.test(
            name
          )
            ? [
                check(
                  trans.__('Or was its output meant?'),
                  `output = model(x)\noutput.${name}`
                )
              ]
            : [])
        ]
      })
    },
    // torch_geometric 2.0 put a Linear of its own into its convolutions.
    geometric: {
      words: (trans, { module = 'GCNConv', name = 'weight' }) => ({
        title: trans.__('%2 of %1 lies in self.lin now', shortOf(module), name),
        cause: trans.__(
          'Since PyTorch Geometric 2.0 its convolutions hold their weights in a layer of their own, self.lin. %1, or a class that inherits from it, was written for an older one.',
          module
        ),
        fixes: [
          check(
            trans.__('Use the layer'),
            'x = self.lin(x)  # was torch.matmul(x, self.weight)'
          ),
          check(
            trans.__('Or the release that the code was written for'),
            '%pip install "torch-geometric<2"  # then restart the kernel'
          )
        ]
      })
    },
    // transformers/modeling_utils.py, 4.50: PreTrainedModel no longer brings it.
    generate: {
      words: (trans, { module = 'MyModel' }) => ({
        title: trans.__('The class of the model lost generate()'),
        cause: trans.__(
          'Since transformers 4.50 PreTrainedModel does not bring generate() along: a class of a project or of a model’s own code has to inherit it from GenerationMixin, and this one does not.'
        ),
        fixes: [
          check(
            trans.__('Update the project, or the model’s code on the Hub'),
            '$ git pull',
            trans.__('Most projects have added the class by now.')
          ),
          check(
            trans.__('Your own class: inherit it'),
            `from transformers import GenerationMixin, PreTrainedModel\n\nclass ${module}(PreTrainedModel, GenerationMixin): ...`
          ),
          check(
            trans.__('Or the last release before'),
            "%pip install 'transformers<4.50'  # then restart the kernel"
          )
        ]
      })
    },
    // The library's own code knows what its class has: the object is not of it.
    library: {
      words: (trans, { module, name, library }) => ({
        title:
          (name?.length ?? 99) <= 15 && (module?.length ?? 99) <= 20
            ? trans.__('The module %1 has no “%2”', module, name)
            : trans.__('An object of a library lacks an attribute'),
        cause: library
          ? trans.__(
              'The code of %1 itself asks for it. Usually the object was saved whole by another version of %1 (a pickle, an old model folder), whose class had no such attribute, or two libraries do not fit.',
              library
            )
          : trans.__(
              'Your own line does not ask for it, code of a library behind it does. Usually the object was saved whole by another version of that library (a pickle, an old model folder), or two libraries do not fit.'
            ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Make the model anew, or load it by its name'),
            detail: trans.__(
              'Where it was saved, save the weights or use the save function of the library, not pickle.'
            )
          },
          {
            safety: 'check',
            title: trans.__('Or install the version that saved it'),
            code: `%pip install "${library ?? 'LIBRARY'}==VERSION"  # then restart the kernel`
          },
          {
            safety: 'diagnostic',
            title: trans.__('See which version is installed here'),
            code: `!pip show ${library ?? 'LIBRARY'}`
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'For DataParallel and DistributedDataParallel the attribute is there, but behind .module.'
      ),
      trans.__(
        'If a property of yours raises AttributeError inside, this message hides it: look at what the property does.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: nn.Module'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html'
      },
      {
        title: trans.__('PyTorch: finetuning torchvision models'),
        url: 'https://docs.pytorch.org/tutorials/beginner/transfer_learning_tutorial.html'
      }
    ]
  })
});
