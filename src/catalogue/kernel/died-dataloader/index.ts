import type { IReading } from '../../../incident/types';
import { define } from '../../define';

import { messageOrLog } from '../../signs';
import { DIED, namesNothing } from '../shared/death';
import { factsFor } from '../shared/facts';
import { crashFileFix, LINKS } from '../../shared/crash-words';
import { withoutWorkers } from '../../shared/edits/loader';

/** A loader with workers in the cell, or torch's warning about their number. */
function loadsWithWorkers(reading: IReading): boolean {
  const workers =
    /num_workers ?= ?[1-9]|This DataLoader will create [1-9]\d{0,3} worker/;
  return (
    namesNothing(reading) &&
    (workers.test(reading.code) || workers.test(reading.log))
  );
}

export default define({
  id: 'kernel/died-dataloader',
  answers: [
    "the notebook's kernel dies when training starts",
    'kernel dies with num_workers > 0'
  ],
  refines: ['kernel/died-unknown'],
  values: ['signal'],
  signs: [
    ...messageOrLog(DIED, { when: loadsWithWorkers, confidence: 'likely' }),
    ...messageOrLog(
      /\bkernel (?:dies|died|crashes|crashed|keeps dying|keeps crashing) (?:when|while|during|with|as soon as) (?:the )?(?:model )?(?:training|num_workers|DataLoader)/i,
      { when: namesNothing, confidence: 'likely' }
    )
  ],
  facts: factsFor('kernel/died-dataloader'),
  words: (trans, { signal }) => ({
    title: trans.__('The kernel died while DataLoader workers ran'),
    cause:
      signal === undefined
        ? trans.__(
            'Nothing names the cause, but worker processes were at work. They multiply the need for memory and shared memory, and a fork copies threads and GPU state that do not survive it.'
          )
        : trans.__(
            'The signal %1 ended the kernel while worker processes were at work. They multiply the need for memory and shared memory, and a fork copies threads and GPU state that do not survive it.',
            signal
          ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('First: load in the main process'),
        detail: trans.__(
          'If the kernel then lives, the workers are the reason; an error that they hid is shown now.'
        ),
        code: 'DataLoader(dataset, num_workers=0)',
        edit: withoutWorkers
      },
      {
        safety: 'diagnostic',
        title: trans.__('Then look at memory and shared memory'),
        code: '$ df -h /dev/shm; free -h; cat /sys/fs/cgroup/memory.events'
      },
      {
        safety: 'check',
        title: trans.__('In a container: more shared memory'),
        code: '$ docker run --shm-size=8g …'
      },
      {
        safety: 'check',
        title: trans.__('Start the workers anew instead of by fork'),
        detail: trans.__(
          'Needs the Dataset in a .py file. Use no CUDA tensors in the dataset.'
        ),
        code: "DataLoader(dataset, num_workers=2, multiprocessing_context='forkserver')"
      },
      crashFileFix(trans)
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'It dies with num_workers=0 too: then the training step or the memory is to blame, not the workers.'
      ),
      trans.__(
        'The output names a bus error, “Killed” or a segmentation fault: then that is the cause.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: loading in several processes, their memory'),
        url: 'https://docs.pytorch.org/docs/stable/data.html#multi-process-data-loading'
      },
      {
        title: trans.__('Docker: run, --shm-size and --ipc'),
        url: LINKS.dockerRun
      }
    ]
  })
});
