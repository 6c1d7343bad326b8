import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { passedThrough } from '../../predicates';
import { withoutWorkers } from '../../shared/edits/loader';

/** What `_try_get_data` sees first; the reason is elsewhere, if anywhere. */
export default define({
  id: 'dataloader/worker-exited',
  answers: [
    'DataLoader worker (pid(s) 16144) exited unexpectedly',
    'DataLoader worker (pid 43) exited unexpectedly with exit code 1. Details are lost due to multiprocessing. Rerunning with num_workers=0 may give better error trace.'
  ],
  values: ['code'],
  signs: [
    ...messageOrLog(
      /DataLoader [Ww]orker (?:\(pid(?:\(s\))?[\d, {}*]{0,200}\) )?(?:exited|quit) unexpectedly(?: with exit code (?<code>\d{1,12}))?/
    ),
    // torch/utils/data/dataloader.py, `_try_get_data`: it makes a RuntimeError of
    // an empty queue for workers that are gone, and for nothing else.
    {
      where: 'log',
      pattern:
        /\bEmpty: The above exception was the direct cause of the following exception: RuntimeError\b/,
      when: reading => reading.mentions('in _try_get_data')
    },
    // The text does not name the signal.
    ...messageOrLog(
      /DataLoader worker (?:\(pid[^)]{0,12}\) )?is killed by si(?:gn|ng)al(?!: ?\w)/,
      { confidence: 'likely' }
    ),
    {
      where: 'message',
      ename:
        /^(?:ConnectionResetError|ConnectionRefusedError|FileNotFoundError)$/,
      pattern: /^\[(?:Errno|WinError) \d+\]/,
      when: reading =>
        passedThrough(reading, /torch[\\/]multiprocessing[\\/]reductions\.py$/),
      confidence: 'likely'
    }
  ],
  words: (trans, { code }) => {
    const ended = code !== undefined && code !== '0';
    return {
      title: ended
        ? trans.__('A DataLoader worker ended with exit code %1', code)
        : trans.__('A DataLoader worker ended without saying why'),
      cause: ended
        ? trans.__(
            'The worker process left with exit code %1 while the loader waited for its batch. Its own error, if any, was printed to the terminal, not raised here.',
            code
          )
        : trans.__(
            'The worker process was gone when the loader waited for its batch. This message does not name the reason; the chained error above it, or the worker’s own output, usually does.'
          ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Load in the main process: the real error shows'),
          detail: trans.__(
            'If it then runs through, the reason lies in the workers: memory, shared memory, or how they start.'
          ),
          code: 'DataLoader(dataset, num_workers=0)',
          edit: withoutWorkers
        },
        {
          safety: 'diagnostic',
          title: trans.__(
            'Read the worker’s output in the terminal of Jupyter'
          ),
          detail: trans.__(
            'Look for “killed by signal”, a traceback with spawn_main, or “Unexpected bus error”.'
          )
        },
        {
          safety: 'check',
          title: trans.__(
            'Windows or macOS script: guard the start of the program'
          ),
          code: "if __name__ == '__main__':\n    main()"
        },
        {
          safety: 'check',
          title: trans.__('In a notebook: move the Dataset into a .py file'),
          detail: trans.__(
            'Workers that are spawned import it; they cannot see what a cell defines.'
          ),
          code: 'from my_dataset import MyDataset'
        }
      ]
    };
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The output names a signal (Killed, Bus error, Segmentation fault): then that signal is the cause.'
      ),
      trans.__(
        'The loader or the notebook was being shut down: then it is harmless.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: loading in several processes'),
        url: LINKS.dataWorkers
      },
      {
        title: trans.__('PyTorch: what differs on Windows and macOS'),
        url: LINKS.platform
      }
    ]
  })
});
