import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { failedLine, passedThrough } from '../../predicates';

/** What is indexed on the failed line: `model.classifier` of `model.classifier[6] = …`. */
const INDEXED = /\b(?<owner>[a-z_][\w.]{0,60})\[-?\d{1,4}\]/i;

function ownerIn(reading: IReading): string | undefined {
  return INDEXED.exec(failedLine(reading))?.groups?.owner;
}

export default define({
  id: 'model/layer-index',
  answers: ['IndexError: index 6 is out of range'],
  refines: ['tensor/index-range', 'python/index-past-end'],
  values: ['index', 'owner'],
  signs: [
    {
      // torch/nn/modules/container.py, Sequential and ModuleList.
      where: 'message',
      ename: /^IndexError$/,
      pattern: /^index (?<index>-?\d{1,6}) is out of range$/,
      // How many layers there are, the kernel knows.
      when: reading =>
        reading.incident.live?.kind !== 'index' &&
        passedThrough(reading, /[\\/]nn[\\/]modules[\\/]container\.py$/),
      read: ({ index }, reading) => ({ index, owner: ownerIn(reading) }),
      confidence: 'likely'
    }
  ],
  words: (trans, { index = '6', owner = 'model.classifier' }) => {
    const isHead = /\.(?:classifier|heads?|fc)$/.test(owner);
    return {
      title: trans.__('The model has no layer %1 at this place', index),
      cause: isHead
        ? trans.__(
            'The last layers of models differ: VGG and AlexNet have classifier[6], MobileNetV2 and EfficientNet classifier[1], ConvNeXt classifier[2], and ResNet a single fc.'
          )
        : trans.__(
            'The Sequential or ModuleList holds fewer layers. They are counted from 0, and -1 is the last.'
          ),
      fixes: [
        isHead
          ? check(
              trans.__('Exchange its last layer, whichever it is'),
              `${owner}[-1] = nn.Linear(${owner}[-1].in_features, num_classes)`
            )
          : check(
              trans.__('Count from the end, or loop over it'),
              `last = ${owner}[-1]\nfor layer in ${owner}:\n    x = layer(x)`
            ),
        {
          safety: 'diagnostic',
          title: trans.__('See its layers'),
          code: `print(len(${owner}), ${owner})`
        }
      ]
    };
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A layer that is asked for by a name ends in “has no attribute”.'
      )
    ],
    links: [
      {
        title: trans.__('Torchvision: models'),
        url: 'https://docs.pytorch.org/vision/stable/models.html'
      }
    ]
  })
});
