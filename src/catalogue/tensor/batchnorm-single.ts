import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';

const entry: IEntry = {
  id: 'tensor/batchnorm-single',
  answers: [
    'Expected more than 1 value per channel when training, got input size torch.Size([1, 512, 1, 1])',
    'Expected more than 1 spatial element when training, got input size torch.Size([1, 3, 1, 1])'
  ],
  signs: [
    ...said(
      /xpected more than 1 (?<what>value per channel|spatial element) when training(?:, got input size (?:torch\.Size\()?[[(](?<shape>[\d, ]{1,100})[\])])?/
    )
  ],
  page(trans, { shape, what }) {
    const spatial = what === 'spatial element';
    return {
      title: spatial
        ? trans.__('InstanceNorm got images of one pixel')
        : trans.__('BatchNorm got one value per channel'),
      cause: spatial
        ? trans.__(
            'InstanceNorm works out mean and variance over the pixels of each image, and here is only one. Pooling shrank the image too far before this layer.'
          )
        : shape
          ? trans.__(
              'While training BatchNorm works out mean and variance over the batch, and an input of [%1] leaves one value per channel. Usually the last batch has one sample.',
              shape
            )
          : trans.__(
              'While training BatchNorm works out mean and variance over the batch, and one value has no variance. Usually the last batch has one sample.'
            ),
      fixes: [
        ...(spatial
          ? []
          : [
              {
                safety: 'check' as const,
                title: trans.__('Leave out a last batch of one'),
                code: 'loader = DataLoader(dataset, batch_size=32, shuffle=True, drop_last=True)'
              }
            ]),
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        'Expected more than 1 value per channel when training, got input size torch.Size([1, 3])',
      torch: '2.13',
      origin: 'run',
      values: { shape: '1, 3' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Expected more than 1 spatial element when training, got input size torch.Size([1, 3, 1, 1])',
      torch: '2.13',
      origin: 'run',
      values: { what: 'spatial element' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Expected more than 1 value per channel when training, got input size [1, 512, 1, 1]',
      torch: '0.4',
      origin: 'reference',
      values: { shape: '1, 512, 1, 1' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue: 'running_mean should contain 3 elements not 4'
    },
    {
      ename: 'ValueError',
      evalue: 'Expected more than 1 sample, got 1'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'from torch.utils.data import DataLoader',
      'norm = torch.nn.BatchNorm1d(3)',
      'for x in DataLoader(torch.rand(5, 3), batch_size=4):',
      '    norm(x)'
    ].join('\n'),
    fixed: [
      'import torch',
      'from torch.utils.data import DataLoader',
      'norm = torch.nn.BatchNorm1d(3)',
      'for x in DataLoader(torch.rand(5, 3), batch_size=4, drop_last=True):',
      '    norm(x)'
    ].join('\n')
  }
};

export default entry;
