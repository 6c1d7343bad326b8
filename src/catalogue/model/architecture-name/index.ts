import { define } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';

/** The stem that related architectures share: “beit” of “beit_base_patch16_224”. */
function stem(name: string | undefined): string {
  return /^[a-z]{2,20}/i.exec(name ?? '')?.[0].toLowerCase() ?? 'resnet';
}

export default define({
  id: 'model/architecture-name',
  answers: [
    'RuntimeError: Unknown model (beit_base_patch16_224_in22k)',
    'ValueError: Unknown model resnet51',
    'RuntimeError: Cannot find callable resnet51 in hubconf',
    'KeyError: Wrong encoder name `resnet51`, supported encoders: [...]',
    'No pretrained weights exist for vit_tiny. Use `pretrained=False` for random init.'
  ],
  values: ['name', 'given'],
  kinds: {
    timm: {
      // timm/models/_factory.py.
      signs: [
        {
          where: 'message',
          pattern: /^Unknown model \((?<name>[\w./:-]{1,100})\)/,
          ename: /^RuntimeError$/,
          // With its brackets, which a relaxed reading does without.
          when: ({ exceptions }) =>
            exceptions.some(({ message }) => /model \(/.test(message)),
          confidence: 'likely'
        }
      ],
      words: (trans, { name }) => ({
        title: fitting(name, 24)
          ? trans.__('timm knows no “%1”', name)
          : trans.__('timm knows no architecture of this name'),
        cause: trans.__(
          'The installed timm has no architecture of this name. Usual: the name is newer than this timm, or it is an old one: since timm 0.8 the training of the weights stands behind a dot, as in vit_base_patch16_224.augreg_in21k.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See the names that this timm has'),
            code: `import timm\nprint(timm.__version__)\nprint(timm.list_models('*${stem(name)}*', pretrained=True))`
          },
          check(
            trans.__('A newer architecture: update timm, then restart'),
            '%pip install --upgrade timm'
          ),
          check(
            trans.__('Old weights and an old script: timm of then'),
            '%pip install "timm<0.8"'
          )
        ]
      })
    },
    torchvision: {
      // torchvision/models/_api.py.
      signs: [
        {
          where: 'message',
          pattern: /^Unknown model (?<name>\w{1,80})$/,
          ename: /^ValueError$/,
          confidence: 'likely'
        }
      ],
      words: (trans, { name }) => ({
        title: fitting(name, 24)
          ? trans.__('torchvision knows no “%1”', name)
          : trans.__('torchvision knows no model of this name'),
        cause: trans.__(
          'get_model() finds a model by the name of its function, in small letters and with the digits of its size.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See the names there are'),
            code: `import torchvision\nprint([n for n in torchvision.models.list_models() if '${stem(name)}' in n])`
          }
        ]
      })
    },
    hub: {
      // torch/hub.py.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern: /\bCannot find callable (?<name>[\w.-]{1,80}) in hubconf/
        }
      ],
      words: (trans, { name }) => ({
        title: fitting(name, 20)
          ? trans.__('The repository offers no “%1”', name)
          : trans.__('The repository offers no model of this name'),
        cause: trans.__(
          'torch.hub.load() calls a function of the repository’s hubconf.py, and none there has this name, at the branch or tag that was fetched.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what it offers'),
            code: "print(torch.hub.list('pytorch/vision'))  # the repository of your call"
          },
          check(
            trans.__('The copy on this machine is old: fetch it anew'),
            `model = torch.hub.load('owner/repository', '${name ?? 'name'}', force_reload=True)`
          )
        ]
      })
    },
    encoder: {
      // segmentation_models_pytorch/encoders/__init__.py.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^["']?Wrong (?<what>encoder name|pretrained weights) `(?<name>[\w./-]{1,80})`(?: for encoder `(?<given>[\w./-]{1,80})`)?(?:, supported encoders|\. Available options)/,
          read: ({ name, given }) => ({ name, given })
        }
      ],
      words: (trans, { name, given }) => ({
        title: given
          ? trans.__('The encoder has no such weights')
          : trans.__('There is no encoder of this name'),
        cause: given
          ? trans.__(
              'The encoder %1 has no weights that are called %2. Each encoder has its own list, and the message prints it.',
              given,
              name ?? ''
            )
          : trans.__(
              'segmentation_models_pytorch has no encoder that is called %1. Those of timm are reached with tu- before their name.',
              name ?? ''
            ),
        fixes: given
          ? [
              check(
                trans.__('Take weights that it has, or none'),
                `encoder_weights='imagenet'  # or None`
              )
            ]
          : [
              check(
                trans.__('An architecture of timm: put tu- before it'),
                `model = smp.Unet('tu-${name?.replace(/^tu-/, '') ?? 'resnet34'}', encoder_weights='imagenet', classes=classes)`
              ),
              {
                safety: 'diagnostic',
                title: trans.__('See the names there are'),
                code: 'import segmentation_models_pytorch as smp\nprint(smp.encoders.get_encoder_names())'
              }
            ]
      })
    },
    weights: {
      // timm/models/_builder.py.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^No pretrained weights exist (?:or were found )?for (?:this model|(?<name>[\w./-]{1,80}))\. Use `pretrained=False`/
        }
      ],
      words: (trans, { name }) => ({
        title: trans.__('timm has the architecture, but no weights of it'),
        cause: name
          ? trans.__(
              'There are no weights for %1: the architecture can only be built with random ones. Another tag behind the dot, or another size, may have some.',
              name
            )
          : trans.__(
              'The architecture can only be built with random weights. Another tag behind the dot, or another size, may have some.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See which of them have weights'),
            code: `import timm\nprint(timm.list_models('*${stem(name)}*', pretrained=True))`
          },
          check(
            trans.__('Your own weights follow: build it without'),
            `model = timm.create_model('${name ?? 'name'}', pretrained=False)`
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A name that is known and whose weights cannot be fetched is a matter of the network.'
      )
    ],
    links: [
      {
        title: trans.__('timm: models and their names'),
        url: 'https://huggingface.co/docs/timm/quickstart'
      },
      {
        title: trans.__('PyTorch: torch.hub'),
        url: 'https://docs.pytorch.org/docs/stable/hub.html'
      }
    ]
  })
});
