import type { IEntry } from '../../diagnosis/types';

import { hasLine, nothingRaised, said } from '../said';
import { onlyStarting, pastedAlone, usesWorkers } from './shared/context';
import { LINKS } from './shared/links';

const entry: IEntry = {
  id: 'dataloader/open-files',
  answers: [
    'Too many open files. Communication with the workers is no longer possible.',
    'received 0 items of ancdata',
    'unable to open shared memory object </torch_2197781_1082808688> in read-write mode: Too many open files (24)',
    'OSError: [Errno 24] Too many open files'
  ],
  refines: ['dataloader/pin-memory-thread', 'dataloader/worker-exited'],
  signs: [
    ...said(
      /Too many open files\. Communication with the workers is no longer possible/
    ),
    ...said(/received 0 items of ancdata/),
    ...said(/Too many open files \(24\)/, {
      when: reading => reading.mentions('unable to open')
    }),
    // torch up to 1.8 printed no reason; the limit is the usual one.
    ...said(
      /unable to open shared memory object (?:<\/torch_[^\s>]+>|[^ <]{1,80}) in read-write mode(?:[^:]|$)/,
      { confidence: 'likely' }
    ),
    {
      where: 'message',
      pattern: /\[Errno 24\] Too many open files|^Too many open files/,
      when: usesWorkers
    },
    {
      where: 'message',
      ename: /^OSError$/,
      pattern: /^\[Errno 24\] Too many open files/,
      when: onlyStarting,
      confidence: 'possible'
    },
    // No file is named: it was a pipe or a socket, as workers need them.
    {
      where: 'message',
      ename: /^OSError$/,
      pattern: /^\[Err(?:no|or) 24\] Too many open files$/,
      when: pastedAlone,
      confidence: 'possible'
    },
    // The same where a line holds nothing but these words.
    {
      where: 'log',
      pattern: /Too many open files/,
      when: reading =>
        nothingRaised(reading) &&
        hasLine(reading, /^Too many open files(?: error)?\.?$/m),
      confidence: 'possible'
    }
  ],
  page(trans) {
    return {
      title: trans.__(
        'Too many open files: the limit of the process is used up'
      ),
      cause: trans.__(
        'On Linux every tensor that a worker sends keeps one file open for as long as the tensor (or any view of it) lives. Batches that are kept in a list, or very many small tensors in a sample, use up the limit.'
      ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Share tensors through the file system instead'),
          detail: trans.__(
            'Before the first loader is made. It leaves files in /dev/shm if a process is killed.'
          ),
          code: "import torch.multiprocessing\n\ntorch.multiprocessing.set_sharing_strategy('file_system')"
        },
        {
          safety: 'check',
          title: trans.__('Do not keep what the loader gives: keep copies'),
          detail: trans.__('A label in a list keeps its whole file open.'),
          code: 'labels.append(y.clone())  # or y.tolist(), y.numpy().copy()'
        },
        {
          safety: 'check',
          title: trans.__('Raise the limit for this process'),
          detail: trans.__(
            'Only up to the hard limit. In the shell: ulimit -n 65535, before Jupyter starts.'
          ),
          code: 'import resource\n\nsoft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)\nresource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Count the open files as the training goes'),
          code: "import os\n\nlen(os.listdir('/proc/self/fd'))"
        }
      ],
      notThis: [
        trans.__(
          'The traceback ends in your own open(): then files are opened in a loop and not closed.'
        ),
        trans.__(
          'The reason behind the colon is “No such file or directory”: then the worker that owned the tensor was gone.'
        )
      ],
      links: [
        { title: trans.__('PyTorch: sharing strategies'), url: LINKS.sharing },
        {
          title: trans.__('Python: resource, the limit on open files'),
          url: 'https://docs.python.org/3/library/resource.html#resource.RLIMIT_NOFILE'
        }
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr: 'Too many open files error\n',
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'OSError',
      evalue: '[Errno 24] Too many open files',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Too many open files. Communication with the workers is no longer possible. Please increase the limit using `ulimit -n` in the shell or change the sharing strategy by calling `torch.multiprocessing.set_sharing_strategy('file_system')` at the beginning of your code",
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue: 'received 0 items of ancdata',
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'unable to open shared memory object </torch_71_28> in read-write mode: Too many open files (24)',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'unable to open shared memory object </torch_71_28> in read-write mode at /pytorch/aten/src/TH/THAllocator.cpp:342',
      torch: '1.0',
      origin: 'reference'
    },
    {
      ename: 'OSError',
      evalue: '[Errno 24] Too many open files',
      traceback:
        '  File "/usr/lib/python3.11/multiprocessing/popen_fork.py", line 19, in __init__\n    self._launch(process_obj)\n  File "/usr/lib/python3.11/multiprocessing/popen_fork.py", line 65, in _launch\n    parent_r, child_w = os.pipe()\nOSError: [Errno 24] Too many open files',
      torch: '2.0',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr: 'java.net.SocketException: Too many open files'
    },
    {
      ename: 'IOError',
      evalue: '[Errno 24] Too many open files: server.log'
    },
    { ename: 'OSError', evalue: "[Errno 24] Too many open files: 'a.csv'" },
    {
      ename: 'OSError',
      evalue: '[Errno 24] Too many open files',
      traceback:
        'Traceback (most recent call last):\n  File "prices.py", line 12, in <module>\n    with Pool(400) as pool:\n  File "/usr/lib/python3.11/multiprocessing/popen_fork.py", line 65, in _launch\n    parent_r, child_w = os.pipe()\nOSError: [Errno 24] Too many open files'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'unable to open shared memory object </torch_71_28> in read-write mode: No such file or directory (2)'
    }
  ],
  reproduction: {
    raises: [
      'import resource, torch',
      'from torch.utils.data import DataLoader',
      'hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]',
      'resource.setrlimit(resource.RLIMIT_NOFILE, (80, hard))',
      'kept = []',
      'for batch in DataLoader([torch.zeros(2)] * 100, num_workers=1):',
      '    kept.append(batch)'
    ].join('\n'),
    fixed: [
      'import resource, torch',
      'import torch.multiprocessing',
      'from torch.utils.data import DataLoader',
      "torch.multiprocessing.set_sharing_strategy('file_system')",
      'hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]',
      'resource.setrlimit(resource.RLIMIT_NOFILE, (80, hard))',
      'kept = []',
      'for batch in DataLoader([torch.zeros(2)] * 100, num_workers=1):',
      '    kept.append(batch)'
    ].join('\n')
  }
};

export default entry;
