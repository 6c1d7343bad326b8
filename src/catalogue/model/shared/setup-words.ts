import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** The title of `model/module-setup`. */
export function setupTitle(trans: ITranslate, { kind, name }: Values): string {
  switch (kind) {
    case 'init':
      return trans.__('super().__init__() must come first');
    case 'parameter':
      return name && name.length <= 20
        ? trans.__('“%1” is a parameter: a tensor cannot replace it', name)
        : trans.__('A parameter cannot be replaced by a tensor');
    case 'child':
      return name && name.length <= 25
        ? trans.__('“%1” is a layer, and not a layer was assigned', name)
        : trans.__('A layer cannot be replaced by something else');
    case 'name':
      return trans.__('A layer or parameter cannot have this name');
    case 'taken':
      return trans.__('The module has something of this name already');
    default:
      return trans.__('Something that is no layer stands among layers');
  }
}

/** Its cause. */
export function setupCause(
  trans: ITranslate,
  { kind, type, name }: Values
): string {
  switch (kind) {
    case 'init':
      return trans.__(
        'A module notes its layers and parameters when they are assigned, and super().__init__() prepares the place for them. It was not called, or only later.'
      );
    case 'parameter':
      return trans.__(
        'The module has a parameter of this name, and forward() or other code assigned a computed tensor to it. The optimizer would lose the parameter, so PyTorch refuses.'
      );
    case 'child':
      return trans.__(
        'The module has a layer of this name, and something else was assigned to it. Often an output is stored under the name of the layer that made it.'
      );
    case 'name':
      return trans.__(
        'The names in a model are joined by dots (“layer1.weight”), so none may hold a dot, be empty, or be no text.'
      );
    case 'taken':
      return trans.__(
        'A layer, parameter or buffer was added under a name that the module uses: its own (“%1”), a method such as forward or train, or keys and items in nn.ModuleDict.',
        name ?? trans.__('…')
      );
    default:
      return type
        ? trans.__(
            'nn.Sequential and nn.ModuleList take layers, and one of the things given is a %1. Often a list was not unpacked, or a function or class stands for a layer.',
            type
          )
        : trans.__(
            'nn.Sequential and nn.ModuleList take layers. Often a list was not unpacked, or a function or class stands for a layer.'
          );
  }
}

/** Its fixes, best first. */
export function setupFixes(trans: ITranslate, { kind }: Values): IFix[] {
  switch (kind) {
    case 'init':
      return [
        {
          safety: 'safe',
          title: trans.__('Call it in the first line of __init__()'),
          code: 'class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(784, 10)'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Check the spelling: two underscores on each side')
        }
      ];
    case 'parameter':
      return [
        {
          safety: 'check',
          title: trans.__('In forward(): keep the result in a name of its own'),
          code: 'weight = torch.softmax(self.weight, dim=0)'
        },
        {
          safety: 'check',
          title: trans.__(
            'To set new values: copy them in, or make a Parameter'
          ),
          code: 'with torch.no_grad():\n    layer.weight.copy_(values)\n# or: layer.weight = nn.Parameter(values)'
        }
      ];
    case 'child':
      return [
        {
          safety: 'check',
          title: trans.__('Keep the result in a name of its own'),
          code: 'hidden = self.fc(x)  # not self.fc = self.fc(x)'
        },
        {
          safety: 'check',
          title: trans.__('To take a layer away: put nn.Identity() there'),
          code: 'model.fc = nn.Identity()'
        }
      ];
    case 'name':
      return [
        {
          safety: 'check',
          title: trans.__('Replace the dots'),
          code: "layers = nn.ModuleDict({name.replace('.', '_'): layer for name, layer in named.items()})"
        }
      ];
    case 'taken':
      return [
        {
          safety: 'check',
          title: trans.__('Take another name'),
          code: "self.layers = nn.ModuleDict({f'layer_{name}': layer for name, layer in named.items()})"
        },
        {
          safety: 'check',
          title: trans.__('The cell ran twice: make the model anew'),
          detail: trans.__(
            'register_buffer() and add_module() refuse a name that stands there.'
          )
        }
      ];
    default:
      return [
        {
          safety: 'check',
          title: trans.__('A list of layers: unpack it with a star'),
          code: 'model = nn.Sequential(*layers)'
        },
        {
          safety: 'check',
          title: trans.__('A function or a class: use the layer, with ()'),
          code: 'model = nn.Sequential(nn.Linear(784, 10), nn.ReLU())  # not F.relu, not nn.ReLU'
        }
      ];
  }
}
