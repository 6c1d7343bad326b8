import { define } from '../../define';
import { check } from '../../fix';

function names(list: string | undefined): string[] {
  return (list?.match(/\w{1,40}/g) ?? []).sort();
}

/** The parts that were expected and not passed. */
function lacking(expected?: string, passed?: string): string {
  const here = new Set(names(passed));
  return names(expected)
    .filter(name => !here.has(name))
    .join(', ');
}

export default define({
  id: 'model/diffusion-pipeline',
  answers: [
    "Pipeline <class 'StableDiffusionPipeline'> expected {'vae', 'unet', ...}, but only {'vae'} were passed.",
    "text_encoder is not found in self._lora_loadable_modules=['transformer'].",
    "Instance images root doesn't exists.",
    '`height` and `width` have to be divisible by 8 but are 500 and 700.',
    'Refer to https://github.com/facebookresearch/xformers for more information on how to install xformers'
  ],
  values: ['parts', 'part', 'has', 'height', 'width', 'by'],
  kinds: {
    // diffusers/pipelines/pipeline_utils.py.
    parts: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^Pipeline <class '[\w.]{1,160}'> expected \{(?<expected>[^}]{1,400})\}, but only \{(?<passed>[^}]{0,400})\} were passed/,
          read: ({ expected, passed }) => ({
            parts: lacking(expected, passed)
          })
        }
      ],
      words: (trans, { parts }) => ({
        title: trans.__('The pipeline is not whole'),
        cause: parts
          ? trans.__(
              'The folder or repository lacks parts that this pipeline consists of: %1. Often it holds only what was trained, or is of another kind of model.',
              parts
            )
          : trans.__(
              'The folder or repository lacks parts that this pipeline consists of. Often it holds only what was trained, or is of another kind of model.'
            ),
        fixes: [
          check(
            trans.__('Let the model itself say which pipeline it is'),
            "from diffusers import DiffusionPipeline\n\npipe = DiffusionPipeline.from_pretrained('folder')"
          ),
          check(
            trans.__('Only weights of a part: load the base, put it in'),
            "unet = UNet2DConditionModel.from_pretrained('folder', subfolder='unet')\npipe = StableDiffusionPipeline.from_pretrained(base, unet=unet)",
            trans.__('A LoRA: pipe.load_lora_weights(folder).')
          )
        ]
      })
    },
    fuse: {
      // diffusers/loaders/lora_base.py.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^(?<part>\w{1,40}) is not found in self\._lora_loadable_modules ?= ?\[(?<has>[^\]]{1,200})\]/
        }
      ],
      words: (trans, { part, has }) => ({
        title: trans.__('This pipeline has other parts to fuse'),
        cause: trans.__(
          'fuse_lora() was to fuse %1, and a LoRA of this pipeline lies in %2.',
          part ?? '',
          has?.replace(/'/g, '') ?? ''
        ),
        fixes: [
          check(
            trans.__('Name the parts that it has'),
            `pipe.fuse_lora(components=[${has ?? "'transformer'"}], lora_scale=1.0)`
          )
        ]
      })
    },
    size: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^`height` and `width` have to be divisible by (?<by>\d{1,3}) but are (?<height>\d{1,6}) and (?<width>\d{1,6})/
        }
      ],
      words: (trans, { by, height, width }) => ({
        title: trans.__('The image has a size that the model cannot make'),
        cause:
          by && height && width
            ? trans.__(
                'The model works on an image that is %1 times smaller, and %2 x %3 does not divide.',
                by,
                height,
                width
              )
            : trans.__(
                'The model works on a smaller image, and the size does not divide.'
              ),
        fixes: [
          check(
            trans.__('Round both down'),
            `height, width = height // ${by ?? '8'} * ${by ?? '8'}, width // ${by ?? '8'} * ${by ?? '8'}\nimage = pipe(prompt, height=height, width=width).images[0]`
          )
        ]
      })
    },
    images: {
      // examples/dreambooth of diffusers.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^Instance (?<what>\w{1,20} )?images root doesn['’]t exists?/,
          read: () => ({})
        }
      ],
      words: trans => ({
        title: trans.__('The folder of your images is not there'),
        cause: trans.__(
          '--instance_data_dir names a folder that does not exist where the script runs, or its name is spelt otherwise.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what is there'),
            code: "import os\nfolder = 'dog'  # as given with --instance_data_dir\nprint(os.getcwd(), os.path.isdir(folder), os.listdir())"
          },
          check(
            trans.__('Give the whole path'),
            '!accelerate launch train_dreambooth.py --instance_data_dir "/content/dog" --output_dir out ...'
          )
        ]
      })
    },
    xformers: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^Refer to https:\/\/github\.com\/facebookresearch\/xformers for more information on how to install/
        }
      ],
      words: trans => ({
        title: trans.__('xformers was asked for and is not installed'),
        cause: trans.__(
          'enable_xformers_memory_efficient_attention() needs the package xformers. Since PyTorch 2 the attention of torch itself saves as much, and diffusers takes it by itself.'
        ),
        fixes: [
          check(
            trans.__('Leave the call out'),
            '# pipe.enable_xformers_memory_efficient_attention()'
          ),
          check(
            trans.__('Or install the xformers of this torch'),
            '%pip install xformers',
            trans.__(
              'It may bring another torch along: read what pip proposes.'
            )
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Weights that are there and do not fit name their sizes in the message.'
      )
    ],
    links: [
      {
        title: trans.__('Diffusers: load pipelines'),
        url: 'https://huggingface.co/docs/diffusers/using-diffusers/loading'
      }
    ]
  })
});
