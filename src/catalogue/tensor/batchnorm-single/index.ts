import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { lastLeftOut } from '../shared/last-batch';

/** What helps with every normalisation layer. */
function layerFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'safe',
      title: trans.__('When predicting: switch the model to evaluation'),
      detail: trans.__(
        'eval() uses the averages learnt in training; torch.no_grad() alone does not.'
      ),
      code: 'model.eval()'
    },
    {
      safety: 'check',
      title: trans.__('Batches of one on purpose: normalise otherwise'),
      code: 'norm = nn.GroupNorm(num_groups=8, num_channels=channels)'
    }
  ];
}

export default define({
  id: 'tensor/batchnorm-single',
  answers: [
    'Expected more than 1 value per channel when training, got input size torch.Size([1, 512, 1, 1])',
    'Expected more than 1 spatial element when training, got input size torch.Size([1, 3, 1, 1])'
  ],
  values: ['shape'],
  signs: messageOrLog(
    /xpected more than 1 (?<what>value per channel|spatial element) when training(?:, got input size (?:torch\.Size\()?[[(](?<shape>[\d, ]+)[\])])?/,
    {
      read: ({ what }) => ({
        kind: what === 'spatial element' ? 'pixel' : 'batch'
      })
    }
  ),
  kinds: {
    batch: {
      words: (trans, { shape }) => ({
        title: trans.__('BatchNorm got one value per channel'),
        cause: shape
          ? trans.__(
              'While training BatchNorm works out mean and variance over the batch, and an input of [%1] leaves one value per channel. Usually the last batch has one sample.',
              shape
            )
          : trans.__(
              'While training BatchNorm works out mean and variance over the batch, and one value has no variance. Usually the last batch has one sample.'
            ),
        fixes: [
          lastLeftOut(trans.__('Leave out a last batch of one'), 32),
          ...layerFixes(trans)
        ]
      })
    },
    pixel: {
      words: trans => ({
        title: trans.__('InstanceNorm got images of one pixel'),
        cause: trans.__(
          'InstanceNorm works out mean and variance over the pixels of each image, and here is only one. Pooling shrank the image too far before this layer.'
        ),
        fixes: layerFixes(trans)
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“running_mean should contain … elements” means a wrong number of channels, not a batch of one.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: BatchNorm1d, training and evaluation'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.BatchNorm1d.html'
      },
      LINKS.dataLoader(trans)
    ]
  })
});
