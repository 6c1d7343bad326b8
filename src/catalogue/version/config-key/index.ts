import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { passedThrough } from '../../predicates';
import { fitting } from '../../shared/fitting';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { messageOrLog } from '../../signs';

/** yacs/config.py: a file, or a command line, sets what the code does not know. */
const UNKNOWN = /^["']?Non-existent (?:config )?key: (?<key>[\w.]{1,120})/;

/** omegaconf: hydra's configurations are closed. */
const CLOSED =
  /^Key ["'](?<key>[\w.]{1,80})["'] is not in struct\b|^Could not (?:override|append to config)[^\n]{0,20}["'](?<key2>[\w.@/-]{1,80})["']/;

/** omegaconf, asked for what is not there. */
const ABSENT = /^Missing key (?<key>[\w.]{1,80})\b/;

const BARE = /^(?<key>[A-Z][A-Z0-9_]{2,60})$/;

/** What adds keys to detectron2's configuration, by the key. */
const ADDS: readonly (readonly [RegExp, string])[] = [
  [
    /^EXPORT_CAFFE2/,
    'from detectron2.export import add_export_config\ncfg = add_export_config(get_cfg())'
  ],
  [
    /^(?:MODEL\.)?(?:DENSEPOSE|ROI_DENSEPOSE)/,
    'from densepose import add_densepose_config\nadd_densepose_config(cfg)'
  ],
  [
    /^(?:MODEL\.)?(?:POINT_HEAD|POINT_REND)/,
    'from detectron2.projects.point_rend import add_pointrend_config\nadd_pointrend_config(cfg)'
  ],
  [
    /^(?:MODEL\.)?PANOPTIC_DEEPLAB/,
    'from detectron2.projects.panoptic_deeplab import add_panoptic_deeplab_config\nadd_panoptic_deeplab_config(cfg)'
  ],
  [
    /^(?:MODEL\.)?(?:MASK_FORMER|SWIN)/,
    'from mask2former import add_maskformer2_config\nadd_maskformer2_config(cfg)'
  ],
  [
    /^(?:MODEL\.)?CENTERNET/,
    'from centernet.config import add_centernet_config\nadd_centernet_config(cfg)'
  ]
];

function adds(key: string): string | undefined {
  return ADDS.find(([pattern]) => pattern.test(key))?.[1];
}

function isYacs(reading: IReading): boolean {
  return (
    passedThrough(
      reading,
      /[\\/](?:yacs|fvcore)[\\/]|[\\/]detectron2[\\/]config[\\/]/
    ) ||
    /[\\/](?:yacs|fvcore)[\\/](?:common[\\/])?config\.py/.test(
      reading.incident.traceback
    )
  );
}

export default define({
  id: 'version/config-key',
  answers: [
    "KeyError: 'Non-existent config key: MODEL.SWIN'",
    'AttributeError: EXPORT_CAFFE2',
    "ConfigAttributeError: Key 'training' is not in struct",
    'ConfigAttributeError: Missing key learning_rate'
  ],
  refines: ['python/missing-key', 'python/missing-attribute'],
  values: ['key'],
  kinds: {
    unknown: {
      signs: messageOrLog(UNKNOWN, { confidence: 'likely' }),
      words: (trans, { key = 'MODEL.SWIN' }) => ({
        title: fitting(key, 28)
          ? trans.__('The configuration knows no key %1', key)
          : trans.__('The configuration knows no such key'),
        cause: trans.__(
          'A file or the command line sets %1, which the defaults of the code do not have. The file was written for another release, or for a project that adds keys of its own before.',
          key
        ),
        fixes: [
          adds(key)
            ? check(
                trans.__('Add the keys of its project before the file is read'),
                adds(key) ?? ''
              )
            : check(
                trans.__('Add the keys of the project before the file is read'),
                'cfg = get_cfg()\nadd_PROJECT_config(cfg)\ncfg.merge_from_file(path)',
                trans.__('Such a function stands beside the project’s config.')
              ),
          check(
            trans.__('Or take code and configuration of one release'),
            '$ git log -1 && git status'
          )
        ]
      })
    },
    absent: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern: BARE,
          when: isYacs,
          confidence: 'likely'
        }
      ],
      words: (trans, { key = 'EXPORT_CAFFE2' }) => ({
        title: fitting(key, 28)
          ? trans.__('The configuration has no key %1', key)
          : trans.__('The configuration has no such key'),
        cause: trans.__(
          'The code asks its configuration for %1, which nobody has put there: a function of the project adds such keys to the defaults, or the configuration is of another release.',
          key
        ),
        fixes: [
          check(
            trans.__('Add the keys to the configuration first'),
            adds(key) ?? 'cfg = get_cfg()\nadd_PROJECT_config(cfg)'
          ),
          check(trans.__('Or set the key yourself'), `cfg.${key} = …`)
        ]
      })
    },
    closed: {
      signs: [
        {
          where: 'message',
          pattern: CLOSED,
          when: reading =>
            isTorchInPlay(reading) || reading.mentions('omegaconf'),
          confidence: 'likely',
          read: ({ key, key2 }) => ({ key: key ?? key2 })
        },
        {
          where: 'message',
          ename: /^Config(?:Attribute|Key)Error$/,
          pattern: ABSENT,
          when: isTorchInPlay,
          confidence: 'likely'
        }
      ],
      words: (trans, { key = 'training' }) => ({
        title: fitting(key, 28)
          ? trans.__('The configuration has no key %1', key)
          : trans.__('The configuration has no such key'),
        cause: trans.__(
          'OmegaConf and hydra know only the keys that the configuration files name, and %1 is none of them. It is misspelt, stands under another group, or the files are of another release than the code.',
          key
        ),
        fixes: [
          check(
            trans.__('On the command line: a new key needs a plus'),
            `$ python train.py +${key}=VALUE`
          ),
          check(
            trans.__('See which keys there are'),
            'from omegaconf import OmegaConf\nprint(OmegaConf.to_yaml(cfg))'
          ),
          check(
            trans.__('In code: open it for new keys'),
            `from omegaconf import open_dict\nwith open_dict(cfg):\n    cfg.${key} = …`
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A key that your own code adds is there only after that line has run.'
      )
    ],
    links: [
      {
        title: trans.__('detectron2: configs'),
        url: 'https://detectron2.readthedocs.io/en/latest/tutorials/configs.html'
      },
      {
        title: trans.__('OmegaConf: struct flag'),
        url: 'https://omegaconf.readthedocs.io/en/latest/usage.html#struct-flag'
      }
    ]
  })
});
