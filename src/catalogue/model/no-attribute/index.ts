import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { isOfTensors } from '../../shared/of-tensors';
import { askedModule } from '../../shared/asked-module';
import { attributeRenamed } from '../../shared/edits/names';
import { ownLine, visibleCode } from '../../shared/ran-code';
import { classBody } from '../../shared/visible-code';
import { failedLine } from '../../predicates';
import { spellingOf } from '../../shared/torch-names';
import {
  attributesOf,
  instead,
  layerFor,
  meantMember,
  meantMethod,
  nearest
} from './members';
import { isOfTransformers, ofTransformers } from './of-transformers';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';

/** What `nn.Module.__getattr__` says; wrappers have an answer of their own. */
const LACKS =
  /["'](?<module>(?!DataParallel|DistributedDataParallel|FullyShardedDataParallel|OptimizedModule)\w{1,60})["'] object has no attribute ["'](?<name>\w{1,60})["']/;

/** Assigned to self: `self.fc1 = nn.Linear(4, 4)`. */
const ASSIGNED = /^\s{1,60}self\.(?<own>\w{1,60}) ?(?::[^=\n]{1,60})?=(?!=)/;

/** A slip in the name of the method that builds the layers. */
const NO_INIT = /^\s{1,20}def (?<init>_{0,2}(?:int|inti|init|ini)_{0,2})\(self/;

/** A function inside the class, with its indent. */
const DEFINES = /^(?<indent>\s{1,40})(?:async )?def (?<method>\w{1,60})\(/;

type Given = ValuesOf<
  | 'has'
  | 'init'
  | 'late'
  | 'by'
  | 'near'
  | 'nested'
  | 'local'
  | 'called'
  | 'anew'
>;

/** The failed line with another name for the attribute. */
function anewWith(
  name: string,
  there: string,
  reading: IReading
): string | undefined {
  const line = ownLine(reading);
  const found = line.split(new RegExp(String.raw`\.${name}\b`)).length === 2;
  return found && line.length <= 120
    ? line.replace(new RegExp(String.raw`\.${name}\b`), `.${there}`)
    : undefined;
}

/** The one method that assigns an attribute, where that is not __init__(). */
function assigningMethod(
  name: string,
  body: readonly string[]
): string | undefined {
  let method = '';
  const found = new Set<string>();
  for (const line of body) {
    method = DEFINES.exec(line)?.groups?.method ?? method;
    if (ASSIGNED.exec(line)?.groups?.own === name) {
      found.add(method);
    }
  }
  const [by] = found;
  return found.size === 1 && by !== '__init__' && by !== 'forward'
    ? by
    : undefined;
}

/** What the visible class gives its objects. */
function givenBy({ module = '', name = '' }: Values, reading: IReading): Given {
  const body = module === '' ? null : classBody(module, reading);
  const line = failedLine(reading);
  const called = new RegExp(String.raw`\.${name}\(`).test(line)
    ? 'yes'
    : undefined;
  if (body === null) {
    return { called };
  }
  const own = body
    .map(one => ASSIGNED.exec(one)?.groups?.own)
    .filter(found => found !== undefined);
  const init = body
    .map(one => NO_INIT.exec(one)?.groups?.init)
    .find(found => found !== undefined && found !== '__init__');
  const functions = body.flatMap(one => {
    const { indent, method } = DEFINES.exec(one)?.groups ?? {};
    return indent === undefined || method === undefined
      ? []
      : [{ indent: indent.length, method }];
  });
  const indent = Math.min(...functions.map(one => one.indent));
  const [methods, inner] = [true, false].map(isMethod =>
    functions
      .filter(one => (one.indent === indent) === isMethod)
      .map(({ method }) => method)
  );
  if (own.includes(name) || methods.includes(name)) {
    return init === undefined
      ? { late: 'yes', by: assigningMethod(name, body) }
      : { init };
  }
  const has = [...new Set(own)].slice(0, 6).join(', ') || undefined;
  if (inner.includes(name)) {
    return { has, nested: 'yes' };
  }
  const near = nearest(name, [...own, ...methods]);
  if (near !== undefined) {
    return { has, near, anew: anewWith(name, near, reading) };
  }
  // A parameter or a local of __init__() that is not kept.
  const local = new RegExp(
    String.raw`(?:^|[(,])\s{0,40}${name}\s{0,4}(?:[:=,)]|$)`
  );
  const start = body.findIndex(one => /^\s{1,40}def __init__\(/.test(one));
  const rest = body.slice(start + 1);
  const end = rest.findIndex(one => DEFINES.test(one));
  const inInit =
    start < 0 ? [] : [body[start], ...(end < 0 ? rest : rest.slice(0, end))];
  return {
    has,
    called,
    local: inInit.some(one => local.test(one)) ? 'yes' : undefined
  };
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

/** Layers that hold others, by number or by name. */
const CONTAINER = /^(?:Sequential|ModuleList|ModuleDict)$/;

/** Whether it is a layer of torch, and no class of that name is at hand. */
function isOfTorch(module: string, reading: IReading): boolean {
  return (
    spellingOf('torch.nn', module)?.is === 'there' &&
    classBody(module, reading) === null
  );
}

/** What is asked of the output of a module, and hardly of one of its parameters. */
const OF_VALUES = /^(?:size|shape|detach|numpy|dim|item|data|ndim|numel)$/;

/** A line that hands on a layer itself: `return self.projection`. */
const HANDED =
  /^\s*(?<start>[a-z_]\w{0,30} ?= ?|return )(?<part>self\.\w{1,40})\s*$/i;

/** A layer that the visible code takes without calling it, and the line as it should be. */
function uncalledIn(
  reading: IReading
): { readonly part: string; readonly anew: string } | undefined {
  const { lines } = visibleCode(reading);
  return lines.flatMap(line => {
    const { start = '', part } = HANDED.exec(line)?.groups ?? {};
    const isLayer =
      part !== undefined &&
      lines.some(one => one.trim().startsWith(`${part} = nn.`));
    return isLayer ? [{ part, anew: `${start}${part}(x)` }] : [];
  })[0];
}

/** What else than a slip it can be that the class lacks this very name. */
function kindOfName({ module = '', name = '' }: Values, reading: IReading) {
  const isTorch = isOfTorch(module, reading);
  if (isTorch && meantMember(module, name) !== undefined) {
    return 'member' as const;
  }
  if (/^(?:weight|bias)$/.test(name)) {
    if (GEOMETRIC.test(module)) {
      return 'geometric' as const;
    }
    if (isTorch && !attributesOf(module).includes(name)) {
      return CONTAINER.test(module)
        ? ('numbered' as const)
        : ('weightless' as const);
    }
  }
  if (isOfTensors(name)) {
    return OF_VALUES.test(name) && uncalledIn(reading) !== undefined
      ? ('uncalled' as const)
      : ('tensor' as const);
  }
  const isDefined = classBody(module, reading)?.some(line =>
    new RegExp(String.raw`\b${name}\b`).test(line)
  );
  return instead(name) !== undefined && !isDefined
    ? ('other' as const)
    : meantMethod(name) !== undefined && !isDefined
      ? ('member' as const)
      : module === 'Sequential' && isTorch
        ? ('numbered' as const)
        : isTorch
          ? ('layer' as const)
          : undefined;
}

/** Whether a value's attribute is asked of a module, no line tells of which value. */
function isValueAsked(reading: IReading): boolean {
  return reading.exceptions.some(({ message }) => {
    const groups = LACKS.exec(message)?.groups;
    return (
      groups !== undefined &&
      OF_VALUES.test(groups.name) &&
      !isProperty(groups, reading) &&
      kindOfName(groups, reading) === 'tensor'
    );
  });
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

/** A function that compares outputs and targets, by its class. */
function isLossName(module = ''): boolean {
  return /(?:Loss|Criterion)$/.test(module);
}

/** A class in a title: whole where it is short enough. */
function shortOf(module: string): string {
  return fitting(module, 20) ?? 'Conv';
}

function titleOf(
  trans: ITranslate,
  { module, name }: ValuesOf<'module' | 'name'>
): string {
  return (name?.length ?? 99) <= 15 && (module?.length ?? 99) <= 20
    ? trans.__('The module %1 has no “%2”', module, name)
    : trans.__('The module has no layer or method of that name');
}

type Own = Given & ValuesOf<'module' | 'name'>;

function ownCause(trans: ITranslate, values: Own): string {
  const { module = 'Net', name = '', has, near } = values;
  if (values.init) {
    return trans.__(
      'The layers are assigned in a method called %1, which Python does not call: the one that it calls is __init__, with two underscores on each side.',
      values.init
    );
  }
  if (values.late && values.by) {
    return trans.__(
      '%1 assigns %2, not __init__(): it had not been called on this object.',
      values.by,
      name
    );
  }
  if (values.late) {
    return trans.__(
      'The class at hand has %1, and the object has none: usually it was made before the cell of the class was changed, or the line that assigns it has not run.',
      name
    );
  }
  if (values.nested) {
    return trans.__(
      'The class defines %1 inside another method, by its indent: there it is a function of that method alone.',
      name
    );
  }
  if (near) {
    return trans.__(
      'The class %1 has “%2”, and no %3: usually a slip in writing.',
      module,
      near,
      name
    );
  }
  if (values.local) {
    return trans.__(
      '%1 is a name inside __init__() of %2, and is not kept: only what is assigned to self stays.',
      name,
      module
    );
  }
  if (has) {
    return trans.__(
      'What the class %1 assigns to self is %2, and no %3.',
      module,
      has,
      name
    );
  }
  return isHead(name) && MODELS.test(module)
    ? trans.__(
        'The name belongs to another model: the last layer is called fc in ResNet, classifier in VGG, AlexNet and DenseNet, heads in ViT.'
      )
    : trans.__(
        'Either the name is misspelt, or neither %1 nor a class that it inherits from assigns it: then files of two versions are mixed, or __init__() of the other class was not called.',
        module
      );
}

function seeParts(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what the model’s parts are called'),
    code: 'print([name for name, _ in model.named_children()])'
  };
}

function ownFixes(trans: ITranslate, values: Own): IFix[] {
  const { module = 'Net', name = 'conv3', has, near, anew } = values;
  if (values.init) {
    return [
      check(
        trans.__('Call it __init__, and make the model anew'),
        'def __init__(self):\n    super().__init__()'
      )
    ];
  }
  if (values.late && values.by) {
    return [
      check(
        trans.__('Call it before'),
        `model.${values.by}()  # then model(x)`
      ),
      check(
        trans.__('Or give it a first value in __init__()'),
        `self.${name} = None`
      )
    ];
  }
  if (values.late) {
    return [
      check(
        trans.__('Run the cell of the class, then make the model anew'),
        `model = ${module}()`
      ),
      seeParts(trans)
    ];
  }
  if (values.nested) {
    return [
      check(
        trans.__('Give it the indent of __init__(), and make the model anew'),
        `class ${module}(nn.Module):\n    def __init__(self):\n        ...\n\n    def ${name}(self, x):\n        ...`
      )
    ];
  }
  if (near) {
    return [
      {
        ...check(
          trans.__('Write the name that exists'),
          anew ?? `self.${near}`
        ),
        edit: attributeRenamed(name, near)
      },
      seeParts(trans)
    ];
  }
  if (values.local) {
    return [
      check(
        trans.__('Keep it in __init__(), then make the model anew'),
        `self.${name} = ${name}`
      )
    ];
  }
  const made = check(
    values.called
      ? trans.__('Make it in __init__(), then make the model anew')
      : trans.__('Assign it in __init__(), before it is used'),
    values.called
      ? `self.${name} = ${layerFor(name)}`
      : `self.${name} = …  # a setting, or a layer`,
    has ? trans.__('Or use one of those: %1.', has) : undefined
  );
  return isHead(name) && MODELS.test(module) && !has
    ? [
        seeParts(trans),
        check(
          trans.__('A new last layer: put it where the old one is'),
          'model.fc = nn.Linear(model.fc.in_features, 10)  # ResNet\nmodel.classifier[-1] = nn.Linear(model.classifier[-1].in_features, 10)  # VGG, AlexNet'
        )
      ]
    : [made, seeParts(trans)];
}

export default define({
  id: 'model/no-attribute',
  answers: [
    "'Net' object has no attribute 'conv3'",
    "'ResNet' object has no attribute 'classifier'"
  ],
  values: [
    'module',
    'name',
    'library',
    'has',
    'init',
    'late',
    'by',
    'near',
    'nested',
    'local',
    'called',
    'part',
    'anew',
    'visible'
  ],
  signs: [
    // What was meant in place of the module is open.
    {
      where: 'message',
      pattern: LACKS,
      when: reading => askedModule(reading) && isValueAsked(reading),
      confidence: 'likely',
      read: () => ({ kind: 'tensor' })
    },
    {
      where: 'message',
      pattern: LACKS,
      when: reading =>
        askedModule(reading) &&
        !isValueAsked(reading) &&
        !isOfTransformers(reading),
      read: (groups, reading) => {
        const kind = isProperty(groups, reading)
          ? ('property' as const)
          : kindOfName(groups, reading);
        const asked = asking(groups, reading);
        if (kind === 'member' && asked.kind === 'own') {
          const { module = '', name = '' } = groups;
          const near = meantMember(module, name);
          return { kind, near, anew: near && anewWith(name, near, reading) };
        }
        if (kind === 'uncalled') {
          return { kind, ...uncalledIn(reading) };
        }
        const isOwn =
          kind === 'other' ||
          kind === 'numbered' ||
          kind === 'layer' ||
          kind === 'member';
        return kind !== undefined && !(isOwn && asked.kind === 'library')
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
      words: (trans, values) => ({
        title: titleOf(trans, values),
        cause: ownCause(trans, values),
        fixes: ownFixes(trans, values)
      })
    },
    // A layer of torch, or what every module has.
    member: {
      words: (trans, values) => {
        const { module = 'Conv2d', name = 'weights', near = 'weight' } = values;
        return {
          title: titleOf(trans, values),
          cause: trans.__('%1 has “%2”, and no %3.', module, near, name),
          fixes: [
            {
              ...check(
                trans.__('Write the name that exists'),
                values.anew ?? `layer.${near}`
              ),
              edit: attributeRenamed(name, near)
            },
            seeParts(trans)
          ]
        };
      }
    },
    layer: {
      words: (trans, values) => {
        const { module = 'Linear', name = 'foo' } = values;
        const has = attributesOf(module).join(', ');
        return {
          title: titleOf(trans, values),
          cause: has
            ? trans.__(
                '%1 is a layer of torch, which has %2 and the methods of all modules, and no %3.',
                module,
                has,
                name
              )
            : trans.__(
                '%1 is a layer of torch, and it has no %2.',
                module,
                name
              ),
          fixes: [
            check(
              trans.__(
                'A thing of your own: ask the object that it was given to'
              ),
              `print(type(layer))  # is it the model, or one of its layers?`
            ),
            {
              safety: 'diagnostic',
              title: trans.__('See what it has'),
              code: "print([name for name in dir(layer) if not name.startswith('_')])"
            }
          ]
        };
      }
    },
    weightless: {
      words: (trans, { module = 'ReLU', name = 'weight' }) => ({
        title: fitting(module, 25)
          ? trans.__('%1 has no weights', module)
          : trans.__('The layer has no weights'),
        cause: trans.__(
          '%1 holds nothing that is trained, and so no %2. In a loop over all layers only those with weights are meant.',
          module,
          name
        ),
        fixes: [
          check(
            trans.__('Ask before'),
            `for layer in model.modules():\n    if isinstance(layer, (nn.Linear, nn.Conv2d)):\n        nn.init.xavier_uniform_(layer.weight)`
          ),
          seeParts(trans)
        ]
      })
    },
    numbered: {
      words: (trans, values) => ({
        title: titleOf(trans, values),
        cause: trans.__(
          'An nn.Sequential has no attributes of its own but numbers: its layers are model[0], model[1] and so on, unless it was made with names.'
        ),
        fixes: [
          check(
            trans.__('Take the layer by its number'),
            /^(?:weight|bias)$/.test(values.name ?? '')
              ? `value = model[0].${values.name}  # of the first layer`
              : 'layer = model[-1]  # the last one'
          ),
          seeParts(trans),
          check(
            trans.__('Or make it with names'),
            `from collections import OrderedDict\nmodel = nn.Sequential(OrderedDict([('${values.name ?? 'fc'}', nn.Linear(8, 2))]))`
          )
        ]
      })
    },
    // Keras and scikit-learn.
    other: {
      words: (trans, values) => {
        const { module = 'Net', name = 'fit' } = values;
        const isLoss = isLossName(module);
        return {
          title: titleOf(trans, values),
          cause: isLoss
            ? trans.__(
                '%1 is the function, and has no %2. What it returns for outputs and targets has it: the loss.',
                module,
                name
              )
            : /^(?:backward|step)$/.test(name)
              ? trans.__(
                  'A model has no %1: the loss that was computed with it has backward(), the optimizer has step().',
                  name
                )
              : trans.__(
                  'Models of PyTorch have no %1: it is a method of Keras or scikit-learn, or of a trainer around the model. Here one writes it out.',
                  name
                ),
          fixes: [
            check(
              trans.__('Write it as PyTorch does'),
              isLoss
                ? `loss = criterion(output, y)\nloss.${name}()`
                : (instead(name) ?? 'output = model(x)')
            )
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
    uncalled: {
      words: (trans, values) => {
        const { module = 'Sequential', name = 'shape' } = values;
        const { part = 'self.layers', anew = 'x = self.layers(x)' } = values;
        return {
          title: fitting(part, 28)
            ? trans.__('%1 is handed on, and not called', part)
            : trans.__('A layer is handed on, and not called'),
          cause: trans.__(
            '“%1” is asked of an output, and here it is the module %2 itself: most likely the one that a line of forward() takes without round brackets.',
            name,
            module
          ),
          fixes: [check(trans.__('Call it on its input'), anew)]
        };
      }
    },
    tensor: {
      words: (trans, { module, name = 'device' }) => {
        const asked = /^(?:size|detach|numpy|dim|item|numel)$/.test(name)
          ? `${name}()`
          : name;
        return {
          title: trans.__('“%1” is asked of a tensor, not of a module', name),
          cause: OF_VALUES.test(name)
            ? trans.__(
                '%1 is a module, the function itself. What has “%2” is a tensor: what it returns, or one that it keeps.',
                module ?? trans.__('The object'),
                name
              )
            : trans.__(
                '%1 is a module: it has parameters, and each of these is a tensor with a %2 of its own.',
                module ?? trans.__('The object'),
                name
              ),
          fixes: OF_VALUES.test(name)
            ? [
                check(
                  trans.__('Its output was meant: call it'),
                  isLossName(module)
                    ? `loss = criterion(output, y)\nloss.${asked}`
                    : `output = model(x)\noutput.${asked}`
                ),
                ...(isLossName(module)
                  ? []
                  : [
                      /ttention/.test(module ?? '')
                        ? check(
                            trans.__('Or the weights that it keeps: name them'),
                            `weights = model.attention_weights  # as the class calls them\nweights.${asked}`
                          )
                        : check(
                            trans.__('Or one of its parameters'),
                            `value = next(model.parameters()).${asked}`
                          )
                    ])
              ]
            : [
                check(
                  trans.__('Ask one of its parameters'),
                  `value = next(model.parameters()).${name}`
                )
              ]
        };
      }
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
    ...ofTransformers,
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
