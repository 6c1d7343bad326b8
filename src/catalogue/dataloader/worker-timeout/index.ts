import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { withOption } from '../../shared/edits/loader';

export default define({
  id: 'dataloader/worker-timeout',
  answers: ['DataLoader timed out after 5 seconds'],
  values: ['seconds'],
  signs: [
    ...messageOrLog(/DataLoader timed out after (?<seconds>\d{1,9}) seconds/)
  ],
  words: (trans, { seconds }) => ({
    title:
      seconds === undefined
        ? trans.__('No worker delivered a batch in time')
        : trans.__('No worker delivered a batch within %1 s', seconds),
    cause: trans.__(
      'The loader was told with timeout=… how long to wait for a batch, and none came. Either the workers are slow (large files, a network disk, many transforms), or they hang.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Wait longer, or without a limit'),
        detail: trans.__('0 is the default: no limit.'),
        code: 'DataLoader(dataset, num_workers=2, timeout=0)',
        edit: withOption('timeout', '0')
      },
      {
        safety: 'diagnostic',
        title: trans.__('Time one sample in the main process'),
        code: 'import time\n\nstart = time.perf_counter()\ndataset[0]\nprint(time.perf_counter() - start)'
      },
      {
        safety: 'check',
        title: trans.__(
          'It hangs: keep libraries from starting threads in workers'
        ),
        detail: trans.__(
          'OpenCV and OpenMP threads that were started before the fork can lock up in the worker.'
        ),
        code: 'cv2.setNumThreads(0)\ntorch.set_num_threads(1)'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A worker that died gives another message (“exited unexpectedly”, “killed by signal”).'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: DataLoader, the argument timeout'),
        url: LINKS.data
      }
    ]
  })
});
