import type { IEntry, IReading } from '../../diagnosis/types';

import { said } from '../said';
import { factsFor } from './shared/facts';

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
const entry: IEntry = {
  id: 'kernel/start-failed',
  answers: [
    'Kernel died before replying to kernel_info',
    'KernelRestarter: restart failed',
    'No module named ipykernel_launcher',
    'Failed to start the Kernel'
  ],
  refines: ['kernel/exited', 'kernel/died-unknown', 'kernel/died-dataloader'],
  signs: [
    ...said(/Kernel died before replying to kernel_info/),
    ...said(/No module named '?(?<module>ipykernel(?:_launcher)?)'?/),
    ...said(/KernelRestarter: restart failed|died, removing from map/),
    ...said(
      /[Tt]he kernel failed to start|occurred while trying to start the kernel|Failed to start the [Kk]ernel|Kernel didn't respond in \d{1,4} seconds/,
      { confidence: 'likely' }
    ),
    ...said(AGAIN, { confidence: 'likely' }),
    // An error of the kernel's own start, such as zmq's, does not silence it.
    {
      where: 'log',
      fatal: true,
      pattern: AGAIN,
      when: onlyJupyter,
      confidence: 'likely'
    },
    ...said(/[Kk]ernel has died, and the automatic restart has failed/, {
      confidence: 'likely'
    })
  ],
  facts: factsFor('kernel/start-failed'),
  page(trans, { module, tries }) {
    return {
      title: trans.__('The kernel dies while it starts'),
      cause:
        module !== undefined
          ? trans.__(
              'The Python of this kernel has no ipykernel, so it cannot serve a notebook. Usually an environment was made anew or moved.'
            )
          : tries !== undefined
            ? trans.__(
                'Jupyter started it %1 times, and each time it ended within seconds. No cell is to blame: the environment is broken, or a file of yours hides a module of Python.',
                tries
              )
            : trans.__(
                'It ended before it could answer Jupyter. No cell is to blame: the environment is broken, or a file of yours hides a module of Python.'
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
      ],
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
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'warn 01:34:00.624: Error occurred while trying to start the kernel, options.disableUI=true\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'Kernel died before replying to kernel_info',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Disposing session as kernel process died ExitCode: 1, Reason: /env/bin/python: No module named ipykernel_launcher',
      torch: '2.0',
      origin: 'reference',
      values: { module: 'ipykernel_launcher' }
    },
    {
      kind: 'text',
      stderr:
        '[I 10:00:00.000 NotebookApp] KernelRestarter: restarting kernel (4/5), keep random ports\nTraceback (most recent call last):\n  File "/env/lib/python3.9/site-packages/ipykernel/kernelapp.py", line 230, in _bind_socket\n    return self._try_bind_socket(s, port)\nzmq.error.ZMQError: Address already in use\n',
      torch: '2.0',
      origin: 'reference',
      values: { tries: '4' }
    },
    {
      kind: 'text',
      stderr:
        'The kernel has died, and the automatic restart has failed. It is possible the kernel cannot be restarted.',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'AsyncIOLoopKernelRestarter: restarting kernel (4/5), new random ports\nAsyncIOLoopKernelRestarter: restarting kernel (5/5), new random ports\nAsyncIOLoopKernelRestarter: restart failed\n',
      torch: '2.0',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        'MongoDBRestarter: restarting process (4/5), new random ports requested'
    },
    {
      kind: 'text',
      stderr: 'KernelRestarter: restarting kernel (1/5), keep random ports'
    },
    { ename: 'ModuleNotFoundError', evalue: "No module named 'torch'" }
  ],
  reproduction: {
    raises: [
      'import sys',
      'from jupyter_client import KernelManager',
      'manager = KernelManager()',
      "manager.kernel_spec.argv = [sys.executable, '-c', 'raise ImportError']",
      'manager.start_kernel()',
      'client = manager.blocking_client()',
      'client.start_channels()',
      'try:',
      '    client.wait_for_ready(timeout=20)',
      'finally:',
      '    client.stop_channels()',
      '    manager.shutdown_kernel(now=True)'
    ].join('\n'),
    fixed: [
      'from jupyter_client import KernelManager',
      'manager = KernelManager()',
      'manager.start_kernel()',
      'client = manager.blocking_client()',
      'client.start_channels()',
      'try:',
      '    client.wait_for_ready(timeout=60)',
      'finally:',
      '    client.stop_channels()',
      '    manager.shutdown_kernel(now=True)'
    ].join('\n')
  }
};

export default entry;
