import { define } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';

export default define({
  id: 'dataloader/replay-sample',
  answers: [
    'ValueError: Sample larger than population or is negative',
    "ValueError: Cannot take a larger sample than population when 'replace=False'"
  ],
  signs: [
    {
      where: 'message',
      // Python’s random, NumPy and pandas.
      pattern:
        /^(?:Sample larger than population or is negative|Cannot take a larger sample than population when ['"]replace ?= ?False['"])/,
      ename: /^ValueError$/,
      when: isTorchInPlay
    }
  ],
  words: trans => ({
    title: trans.__('More samples are asked for than there are'),
    cause: trans.__(
      'So many different ones cannot be drawn. In reinforcement learning the memory holds fewer steps at the beginning than a batch takes.'
    ),
    fixes: [
      check(
        trans.__('Learn only once the memory holds a batch'),
        'if len(memory) >= BATCH_SIZE:\n    batch = random.sample(memory, BATCH_SIZE)'
      ),
      check(
        trans.__('Else: draw no more than there are'),
        'chosen = random.sample(items, min(count, len(items)))'
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__('torch.multinomial() and samplers of a loader say it otherwise.')
    ],
    links: [
      {
        title: trans.__('PyTorch tutorial: DQN and its replay memory'),
        url: 'https://docs.pytorch.org/tutorials/intermediate/reinforcement_q_learning.html'
      }
    ]
  })
});
