import type { IReading } from '../../../incident/types';
import { define } from '../../define';

import { messageOrLog } from '../../signs';
import { factsFor } from '../shared/facts';

/**
 * jupyter_client's restarter, which gives up after five deaths in a row; it
 * starts the kernel on the ports that it had, or on new ones.
 */
const AGAIN =
  /restarting kernel \((?<tries>[3-5])\/5\), (?:new|keep) random ports/;

/** Nothing of torch's: then what the kernel printed tells no other cause. */
function onlyJupyter(reading: IReading): boolean {
  return !reading.mentions('torch');
}

/** Dead before any cell could run. */
export default define({
  id: 'kernel/start-failed',
  answers: [
    'Kernel died before replying to kernel_info',
    'KernelRestarter: restart failed',
    'No module named ipykernel_launcher',
    'Failed to start the Kernel'
  ],
  refines: ['kernel/exited', 'kernel/died-unknown', 'kernel/died-dataloader'],
  values: ['module', 'tries'],
  signs: [
    ...messageOrLog(/Kernel died before replying to kernel_info/),
    ...messageOrLog(/No module named '?(?<module>ipykernel(?:_launcher)?)'?/),
    // VS Code, in the place of the cell's error.
    ...messageOrLog(
      /Running cells with .{1,120}? requires the (?<module>ipykernel) package/
    ),
    ...messageOrLog(/KernelRestarter: restart failed|died, removing from map/),
    ...messageOrLog(
      /[Tt]he kernel failed to start|occurred while trying to start the kernel|Failed to start the [Kk]ernel|Kernel didn't respond in \d{1,4} seconds/,
      { confidence: 'likely' }
    ),
    ...messageOrLog(AGAIN, { confidence: 'likely' }),
    // An error of the kernel's own start, such as zmq's, does not silence it.
    {
      where: 'log',
      fatal: true,
      pattern: AGAIN,
      when: onlyJupyter,
      confidence: 'likely'
    },
    ...messageOrLog(
      /[Kk]ernel has died, and the automatic restart has failed/,
      {
        confidence: 'likely'
      }
    )
  ],
  facts: factsFor('kernel/start-failed'),
  words: (trans, { module, tries }) => ({
    title: trans.__('The kernel dies while it starts'),
    cause:
      module !== undefined
        ? trans.__(
            'The Python of this kernel has no ipykernel, so it cannot serve a notebook. Usually an environment was made anew or moved.'
          )
        : tries !== undefined
          ? trans.__(
              'Jupyter started it %1 times, and each time it ended within seconds. No cell is to blame: either the environment is broken, or a file of yours hides a module of Python.',
              tries
            )
          : trans.__(
              'It ended before it could answer Jupyter. No cell is to blame: either the environment is broken, or a file of yours hides a module of Python.'
            ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Install ipykernel into this kernel’s environment'),
        code: '$ python -m pip install --upgrade ipykernel'
      },
      {
        safety: 'diagnostic',
        title: trans.__('Start it by hand: the error is then shown'),
        code: '$ python -m ipykernel_launcher'
      },
      {
        safety: 'diagnostic',
        title: trans.__('Look for files that hide a module of Python'),
        detail: trans.__(
          'random.py, types.py, torch.py or queue.py beside the notebook are imported in place of the real module.'
        ),
        code: '$ ls *.py'
      },
      {
        safety: 'check',
        title: trans.__('See which Python the kernel uses'),
        code: '$ jupyter kernelspec list'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'Cells ran before it died: then a cell, or the memory it needed, is to blame.'
      )
    ],
    links: [
      {
        title: trans.__('IPython: installing the kernel'),
        url: 'https://ipython.readthedocs.io/en/stable/install/kernel_install.html'
      }
    ]
  })
});
