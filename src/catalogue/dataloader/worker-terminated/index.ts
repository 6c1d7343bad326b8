import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { killedBy } from '../shared/killed-by';
import { LINKS } from '../shared/links';
import { fewerWorkers } from '../../shared/edits/collate';

/** SIGTERM (15): a polite end, sent by somebody. SIGKILL is another entry. */
export default define({
  id: 'dataloader/worker-terminated',
  answers: ['DataLoader worker (pid 111114) is killed by signal: Terminated.'],
  refines: ['dataloader/worker-exited'],
  signs: messageOrLog(killedBy('Terminated|Hangup|Interrupt')),
  words: trans => ({
    title: trans.__('A worker was told to end (SIGTERM)'),
    cause: trans.__(
      'Another program or person asked the worker to stop: often a job scheduler at its time or memory limit, a memory guard such as earlyoom, or the end of the training itself. When workers are shut down after another error, this line is only an echo of it.'
    ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('Look for an earlier error in the same output'),
        detail: trans.__(
          'If one is there, it is the cause: workers are terminated when the main process leaves.'
        )
      },
      {
        safety: 'diagnostic',
        title: trans.__('Ask the scheduler why the job ended'),
        code: '$ sacct -j JOBID --format=State,ExitCode,MaxRSS,Elapsed'
      },
      {
        safety: 'check',
        title: trans.__('Use less memory: fewer workers, a shorter queue'),
        code: 'DataLoader(dataset, num_workers=1, prefetch_factor=1)',
        edit: fewerWorkers
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        '“Killed” (SIGKILL) is what the system’s own out-of-memory killer sends.'
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
