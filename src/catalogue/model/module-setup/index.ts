import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import { argumentUnpacked } from '../../shared/edits/calls';

const BEFORE_INIT =
  /cannot assign (?:module|parameters?|buffer) before Module\.__init__\(\) call/;

/** Whether diffusers assigns the settings of a model. */
function isByConfig(reading: IReading): boolean {
  return passedThrough(reading, /[\\/]diffusers[\\/]configuration_utils\.py$/);
}

export default define({
  id: 'model/module-setup',
  answers: [
    'cannot assign module before Module.__init__() call',
    'cannot assign parameters before Module.__init__() call',
    "cannot assign 'torch.FloatTensor' as parameter 'weight' (torch.nn.Parameter or None expected)",
    "cannot assign 'torch.FloatTensor' as child module 'fc' (torch.nn.Module or None expected)",
    'list is not a Module subclass',
    'module name can\'t contain "."',
    "attribute 'keys' already exists"
  ],
  values: ['type', 'name'],
  kinds: {
    mode: {
      // torch/nn/modules/module.py, train().
      signs: messageOrLog(/training mode is expected to be boolean/),
      words: trans => ({
        title: trans.__('train() takes True or False'),
        cause: trans.__(
          'Module.train(mode) was given something else than a bool: a number such as 0 or 1, or data, as the fit() of other libraries takes. It only switches layers such as dropout, and trains nothing.'
        ),
        fixes: [
          check(
            trans.__('To evaluate, switch it off'),
            'model.eval()  # or model.train(False), in place of model.train(0)'
          ),
          check(trans.__('To train, switch it on'), 'model.train()')
        ]
      })
    },
    list: {
      signs: messageOrLog(/\b(?<type>[\w.]{1,80}) is not a Module subclass/),
      words: (trans, { type }) => ({
        title: trans.__('Something that is no layer stands among layers'),
        cause: type
          ? trans.__(
              'nn.Sequential and nn.ModuleList take layers, and one of the things given is a %1. Often a list was not unpacked, or a function or class stands for a layer.',
              type
            )
          : trans.__(
              'nn.Sequential and nn.ModuleList take layers. Often a list was not unpacked, or a function or class stands for a layer.'
            ),
        fixes: [
          ...(type === 'ellipsis'
            ? [
                {
                  safety: 'check' as const,
                  title: trans.__('“...” only stands for layers: write them'),
                  detail: trans.__(
                    'Books and tutorials leave out the rest of a model so. Put the remaining layers there, or take it away.'
                  )
                }
              ]
            : []),
          {
            safety: 'check',
            title: trans.__('A list of layers: unpack it with a star'),
            code: 'model = nn.Sequential(*layers)',
            edit: argumentUnpacked(['Sequential'])
          },
          {
            safety: 'check',
            title: trans.__('A function or a class: use the layer, with ()'),
            code: 'model = nn.Sequential(nn.Linear(784, 10), nn.ReLU())  # not F.relu, not nn.ReLU'
          }
        ]
      })
    },
    // diffusers before 0.15, configuration_utils.py: it sets what __init__() is given.
    config: {
      signs: [
        {
          where: 'message',
          pattern: BEFORE_INIT,
          when: isByConfig,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('Another diffusers than the class was made for'),
        cause: trans.__(
          'The diffusers here sets what __init__() is given on the object before Module.__init__() has run, and a layer is among it. Later releases only note it in the config, and the class was written for one of those.'
        ),
        fixes: [
          check(
            trans.__('Install the diffusers that the project names'),
            '%pip install -r requirements.txt  # of the project',
            trans.__('Restart the kernel after it.')
          ),
          check(
            trans.__('It names none: update it, then restart the kernel'),
            '%pip install --upgrade diffusers'
          )
        ]
      })
    },
    init: {
      signs: messageOrLog(BEFORE_INIT, {
        when: reading => !isByConfig(reading)
      }),
      words: trans => ({
        title: trans.__('super().__init__() must come first'),
        cause: trans.__(
          'A module notes its layers and parameters when they are assigned, and super().__init__() prepares the place for them. It was not called, or only later.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Call it in the first line of __init__()'),
            code: 'class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(784, 10)'
          },
          {
            safety: 'diagnostic',
            title: trans.__('Check the spelling: two underscores on each side')
          }
        ]
      })
    },
    parameter: {
      signs: messageOrLog(
        /cannot assign ["'][\w.]{1,80}["'] as parameter ["'](?<name>[\w.]{1,60})["'] \((?:torch\.nn\.)?Parameter (?:or|, )/
      ),
      words: (trans, { name }) => ({
        title:
          name && name.length <= 20
            ? trans.__('“%1” is a parameter: a tensor cannot replace it', name)
            : trans.__('A parameter cannot be replaced by a tensor'),
        cause: trans.__(
          'The module has a parameter of this name, and forward() or other code assigned a computed tensor to it. The optimizer would lose the parameter, so PyTorch refuses.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'In forward(): keep the result in a name of its own'
            ),
            code: 'weight = torch.softmax(self.weight, dim=0)'
          },
          {
            safety: 'check',
            title: trans.__(
              'To set new values: copy them in, or make a Parameter'
            ),
            code: 'with torch.no_grad():\n    layer.weight.copy_(values)\n# or: layer.weight = nn.Parameter(values)'
          }
        ]
      })
    },
    register: {
      signs: messageOrLog(
        /cannot assign ["'](?<type>[\w.]{1,80})["'] object to parameter ["'](?<name>[\w.]{1,60})["']/
      ),
      words: (trans, { name, type }) => ({
        title: trans.__('register_parameter() takes an nn.Parameter'),
        cause:
          name && type
            ? trans.__(
                'register_parameter() was given a %1 for “%2”. Only an nn.Parameter is trained by the optimizer, so a plain tensor must be wrapped.',
                type,
                name
              )
            : trans.__(
                'Only an nn.Parameter is trained by the optimizer, so a plain tensor must be wrapped.'
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Wrap the tensor'),
            code: `self.register_parameter('${name ?? 'scale'}', nn.Parameter(values))`
          },
          {
            safety: 'check',
            title: trans.__('Not to be trained: a buffer'),
            code: `self.register_buffer('${name ?? 'scale'}', values)`
          }
        ]
      })
    },
    child: {
      signs: messageOrLog(
        /cannot assign ["'][\w.]{1,80}["'] as child module ["'](?<name>[\w.]{1,60})["']/
      ),
      words: (trans, { name }) => ({
        title:
          name && name.length <= 25
            ? trans.__('“%1” is a layer, and not a layer was assigned', name)
            : trans.__('A layer cannot be replaced by something else'),
        cause: trans.__(
          'The module has a layer of this name, and something else was assigned to it. Often an output is stored under the name of the layer that made it.'
        ),
        fixes: [
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
        ]
      })
    },
    name: {
      // torch/nn/modules/module.py; a KeyError, so its quotes may be escaped.
      signs: messageOrLog(
        /\b(?:module|parameter|buffer) name can\\?["']t (?:contain \\?["']\.|be empty string)(?:\\?["'], got: [\w.-]{1,80})?|\b(?:module|parameter|buffer) name should be a string\. Got /
      ),
      words: trans => ({
        title: trans.__('A layer or parameter cannot have this name'),
        cause: trans.__(
          'The names in a model are joined by dots (“layer1.weight”), so none may hold a dot, be empty, or be no text.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Replace the dots'),
            code: "layers = nn.ModuleDict({name.replace('.', '_'): layer for name, layer in named.items()})"
          }
        ]
      })
    },
    taken: {
      signs: [
        {
          where: 'message',
          pattern:
            /^["']?attribute \\?["'](?<name>\w{1,60})\\?["'] already exists["']?$/,
          ename: /^KeyError$/
        }
      ],
      words: (trans, { name }) => ({
        title: trans.__('The module has something of this name already'),
        cause: trans.__(
          'A layer, parameter or buffer was added under a name that the module uses: its own (“%1”), a method such as forward or train, or keys and items in nn.ModuleDict.',
          name ?? trans.__('…')
        ),
        fixes: [
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
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“has no attribute” means that a layer is asked for and was never made.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: nn.Module'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html'
      },
      {
        title: trans.__('PyTorch: notes on modules'),
        url: 'https://docs.pytorch.org/docs/stable/notes/modules.html'
      }
    ]
  })
});
