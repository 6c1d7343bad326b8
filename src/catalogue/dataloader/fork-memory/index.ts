import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { withoutWorkers } from '../../shared/edits/loader';
import { LINKS } from '../shared/links';

/** A process is started, for the workers of a loader or for something else. */
const FORKS = /\bos\.fork\(\)|popen_fork|_fork_exec|forkserver/;

const LOADER =
  /[\\/]dataloader\.py|\bDataLoader\b|num_workers|\.databunch\(|\bdataloaders\(|w\.start\(\)/;

function isForked(reading: IReading): boolean {
  const text = printedText(reading);
  return FORKS.test(text) && LOADER.test(text);
}

export default define({
  id: 'dataloader/fork-memory',
  answers: ['OSError: [Errno 12] Cannot allocate memory (DataLoader, os.fork)'],
  signs: [
    {
      where: 'message',
      ename: /^(?:OSError|BlockingIOError)$/,
      pattern:
        /^\[Errno (?:12\] Cannot allocate memory|11\] Resource temporarily unavailable)/,
      when: isForked
    }
  ],
  words: trans => ({
    title: trans.__('No main memory is left for another worker'),
    cause: trans.__(
      'The DataLoader starts its workers as copies of this process, and the system refused one: main memory (RAM, not the GPU’s) or the number of processes is used up. The more this process holds, the more a copy asks for.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Use fewer workers, or none'),
        detail: trans.__('In fastai: num_workers=0, or defaults.cpus = 1.'),
        code: 'DataLoader(dataset, batch_size=32, num_workers=0)',
        edit: withoutWorkers
      },
      check(
        trans.__('Restart the kernel, and load only what is needed'),
        'del frames  # what is large and not needed any more',
        trans.__(
          'Data sets of earlier cells and their results stay in memory until then.'
        )
      ),
      {
        safety: 'diagnostic',
        title: trans.__('See how much is left'),
        code: '!free -g'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If the message names CUDA, the memory of the GPU has run out, which is another matter.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: loading in several processes'),
        url: LINKS.dataWorkers
      }
    ]
  })
});
