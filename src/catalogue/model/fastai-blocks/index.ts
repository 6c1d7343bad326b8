import { define } from '../../define';
import { check } from '../../fix';

const OF_BLOCK =
  /^["']DataBlock["'] object has no attribute ["'](?<name>show_batch|one_batch|show_results|train|valid|train_ds|valid_ds|vocab|bs|cuda|items|c|fit|fine_tune)["']/;

export default define({
  id: 'model/fastai-blocks',
  answers: ["AttributeError: 'DataBlock' object has no attribute 'show_batch'"],
  refines: ['python/missing-attribute'],
  values: ['name'],
  signs: [{ where: 'message', ename: /^AttributeError$/, pattern: OF_BLOCK }],
  words: (trans, { name = 'show_batch' }) => ({
    title: trans.__('A DataBlock holds no data yet: no %1', name),
    cause: trans.__(
      'A DataBlock of fastai says how data is to be loaded. What has %1 is the DataLoaders that it makes of a source.',
      name
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Make the loaders, and ask them'),
        code: `dls = block.dataloaders(path)\ndls.${name === 'show_batch' ? 'show_batch(max_n=4)' : name}`
      },
      check(trans.__('To see each step of the loading'), 'block.summary(path)')
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A new DataBlock from block.new(…) is one, too, and needs dataloaders().'
      )
    ],
    links: [
      {
        title: trans.__('fastai: data block'),
        url: 'https://docs.fast.ai/data.block.html'
      }
    ]
  })
});
