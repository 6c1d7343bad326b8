import type { IEntry } from '../../diagnosis/types';

import { said } from '../said';
import { LINKS } from './shared/links';

const entry: IEntry = {
  id: 'dataloader/worker-timeout',
  answers: ['DataLoader timed out after 5 seconds'],
  signs: [...said(/DataLoader timed out after (?<seconds>\d{1,9}) seconds/)],
  page(trans, { seconds }) {
    return {
      title:
        seconds === undefined
          ? trans.__('No worker delivered a batch in time')
          : trans.__('No worker delivered a batch within %1 s', seconds),
      cause: trans.__(
        'The loader was told with timeout=… how long to wait for a batch, and none came. The workers are slow (large files, a network disk, many transforms), or they hang.'
      ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Wait longer, or without a limit'),
          detail: trans.__('0 is the default: no limit.'),
          code: 'DataLoader(dataset, num_workers=2, timeout=0)'
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader timed out after 1 seconds',
      torch: '2.13',
      origin: 'run',
      values: { seconds: '1' }
    },
    {
      kind: 'text',
      stderr:
        'Epoch 3:  41%|####      | 77/188\nRuntimeError: DataLoader timed out after 120 seconds',
      torch: '1.0',
      origin: 'reference',
      values: { seconds: '120' }
    }
  ],
  nearMisses: [
    {
      ename: 'TimeoutError',
      evalue: 'Timed out after 5 seconds waiting for the worker'
    }
  ],
  reproduction: {
    raises: [
      'import time, torch',
      'from torch.utils.data import DataLoader, Dataset',
      'class Slow(Dataset):',
      '    def __len__(self):',
      '        return 2',
      '    def __getitem__(self, index):',
      '        time.sleep(3)',
      '        return torch.tensor(index)',
      'for batch in DataLoader(Slow(), num_workers=1, timeout=1):',
      '    break'
    ].join('\n'),
    fixed: [
      'import time, torch',
      'from torch.utils.data import DataLoader, Dataset',
      'class Slow(Dataset):',
      '    def __len__(self):',
      '        return 1',
      '    def __getitem__(self, index):',
      '        time.sleep(1.5)',
      '        return torch.tensor(index)',
      'for batch in DataLoader(Slow(), num_workers=1, timeout=0):',
      '    pass'
    ].join('\n')
  }
};

export default entry;
