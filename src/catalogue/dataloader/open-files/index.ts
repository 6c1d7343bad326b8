import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { hasLine, nothingRaised } from '../../predicates';
import { onlyStarting, pastedAlone, usesWorkers } from '../shared/context';
import { LINKS } from '../shared/links';
import { sharedByFiles } from '../../shared/edits/loader';

export default define({
  id: 'dataloader/open-files',
  answers: [
    'Too many open files. Communication with the workers is no longer possible.',
    'received 0 items of ancdata',
    'unable to open shared memory object </torch_2197781_1082808688> in read-write mode: Too many open files (24)',
    'OSError: [Errno 24] Too many open files'
  ],
  refines: ['dataloader/pin-memory-thread', 'dataloader/worker-exited'],
  signs: [
    ...messageOrLog(
      /Too many open files\. Communication with the workers is no longer possible/
    ),
    ...messageOrLog(/received 0 items of ancdata/),
    ...messageOrLog(/Too many open files \(24\)/, {
      when: reading => reading.mentions('unable to open')
    }),
    // torch up to 1.8 printed no reason; the limit is the usual one.
    ...messageOrLog(
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
  words: trans => ({
    title: trans.__('Too many open files: the limit of the process is used up'),
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
        code: "import torch.multiprocessing\n\ntorch.multiprocessing.set_sharing_strategy('file_system')",
        edit: sharedByFiles
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
    ]
  }),
  common: trans => ({
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
  })
});
