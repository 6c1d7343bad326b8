import { check } from '../../fix';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { quantileByRank } from '../../shared/edits/rewritten';
import { optionThen } from '../../shared/edits/options';

export default define({
  id: 'tensor/quantile',
  answers: [
    'quantile() input tensor is too large',
    'quantile() q must be in the range [0, 1] but got 95',
    'quantile() q values must be in the range [0, 1]'
  ],
  values: ['given'],
  kinds: {
    size: {
      signs: messageOrLog(/quantile\(\) input tensor is too large/),
      words: trans => ({
        title: trans.__('quantile() takes 16,777,216 values at most'),
        cause: trans.__(
          'torch.quantile refuses more than 2²⁴ (16,777,216) values along the dimension it sorts. Without dim= that is every value of the tensor.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Take the value at that place of the sorted tensor'),
              'k = round(q * (x.numel() - 1)) + 1\nvalue = x.flatten().kthvalue(k).values',
              trans.__(
                'kthvalue() has no such limit. It gives a value of the tensor, where quantile() interpolates between two.'
              )
            ),
            edit: quantileByRank
          },
          check(
            trans.__('For an estimate: take a million values at random'),
            'sample = x.flatten()[torch.randint(x.numel(), (1_000_000,), device=x.device)]\nvalue = sample.quantile(q)'
          ),
          check(
            trans.__('If each row should have its own: name the dimension'),
            'values = x.quantile(q, dim=1)'
          )
        ]
      })
    },
    range: {
      signs: messageOrLog(
        /quantile\(\) q (?:must|values must) be in the range \[0, 1\](?: but got (?<given>[\d.e+-]{1,30}))?/
      ),
      words: (trans, { given }) => ({
        title: trans.__('A quantile lies between 0 and 1'),
        cause: given
          ? trans.__(
              'quantile() was asked for q = %1. It counts from 0 to 1: the 95th percentile is q = 0.95, the median 0.5.',
              given
            )
          : trans.__(
              'A value of q lies outside. quantile() counts from 0 to 1: the 95th percentile is q = 0.95, the median 0.5.'
            ),
        fixes: [
          {
            ...check(
              trans.__('A percentage: divide it by 100'),
              'value = x.quantile(percent / 100)',
              trans.__(
                'np.percentile() takes 0 to 100, torch.quantile() 0 to 1.'
              )
            ),
            edit: optionThen(['quantile', 'nanquantile'], [1, 'q'], ' / 100')
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“input tensor must be either float or double dtype” is about the number type: convert it with x.float().'
      ),
      trans.__(
        'NumPy says “Quantiles must be in the range [0, 1]”, without quantile().'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.quantile'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.quantile.html'
      },
      {
        title: trans.__('PyTorch issue 64947: quantile and 16 million values'),
        url: 'https://github.com/pytorch/pytorch/issues/64947'
      }
    ]
  })
});
