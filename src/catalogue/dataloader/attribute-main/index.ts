import type { IReading } from '../../../incident/types';
import { define } from '../../define';

import { passedThrough } from '../../predicates';
import { pastedAlone, usesWorkers } from '../shared/context';
import { LINKS } from '../shared/links';
import { withoutWorkers } from '../../shared/edits/loader';
import { movedToFile } from '../../shared/edits/modules';

/** `__mp_main__` is what a spawned child calls the script it was started by. */
const MISSING =
  /Can't get attribute '(?<name>[^']+)' on <module '__(?:mp_)?main__'/;

/** The modules of a spawned child, unlike those of torch.load in a script. */
const IN_CHILD = /<module '__(?:mp_main__' from|main__' \(built-in\))/;

/** What people call the parts of a loader. */
const LOADING =
  /data|collat|transform|sampler|loader|worker|augment|image|init_fn|seed/i;

/** Pasted alone, the names tell a loader from a pool of other processes. */
function namesLoader(reading: IReading): boolean {
  return (
    pastedAlone(reading) &&
    reading.exceptions.some(
      ({ message }) =>
        IN_CHILD.test(message) &&
        LOADING.test(MISSING.exec(message)?.groups?.name ?? '')
    )
  );
}

/** What only a loader has. */
const PARTS = /dataset|collat|transform|sampler|loader/i;

const SPAWN = /^<string>$|multiprocessing[\\/]spawn\.py$/;

/** A spawned child prints a traceback of its own, in which torch is not yet. */
function namesPartInChild(reading: IReading): boolean {
  return reading.exceptions.some(
    ({ message, frames }) =>
      PARTS.test(MISSING.exec(message)?.groups?.name ?? '') &&
      frames.every(frame => SPAWN.test(frame.file))
  );
}

function inWorker(reading: IReading): boolean {
  return (
    usesWorkers(reading) && !passedThrough(reading, /[\\/]serialization\.py$/)
  );
}

/**
 * The cell that writes `missing` to a file: a function, by its small letter.
 * What is no plain name is left out of code that people copy.
 */
function moved(missing = ''): string {
  const name = /^\w+$/.test(missing) ? missing : 'MyDataset';
  const body = /^[a-z_]/.test(name)
    ? `def ${name}(*args):  # as in the notebook`
    : `from torch.utils.data import Dataset\n\nclass ${name}(Dataset):`;
  return `%%writefile my_module.py\n${body}\n    ...\n\n# next cell\nfrom my_module import ${name}`;
}

export default define({
  id: 'dataloader/attribute-main',
  answers: [
    "Can't get attribute 'MyDataset' on <module '__main__' (built-in)>",
    "Can't get attribute 'collate_fn' on <module '__mp_main__' from 'train.py'>"
  ],
  refines: [
    'dataloader/worker-exited',
    'dataloader/broken-pipe',
    'parallel/spawn-wrapper',
    'model/unpickle-class'
  ],
  values: ['name'],
  signs: [
    { where: 'message', pattern: MISSING, when: inWorker },
    { where: 'log', pattern: MISSING, when: inWorker },
    {
      where: 'message',
      pattern: MISSING,
      when: reading => namesLoader(reading) || namesPartInChild(reading),
      confidence: 'likely'
    }
  ],
  words: (trans, { name }) => ({
    title:
      name === undefined || name.length > 24
        ? trans.__('The workers cannot see what the notebook defines')
        : trans.__('The workers cannot see “%1”', name),
    cause:
      name === undefined
        ? trans.__(
            'Workers that are spawned start a fresh Python and import what they need. A class or function that only a notebook cell defines (or a part of the script that only the main process runs) is not there.'
          )
        : trans.__(
            'Workers that are spawned start a fresh Python and import what they need. %1 is only defined in a notebook cell (or in a part of the script that only the main process runs), so it is not there.',
            name
          ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Move it into a .py file and import it'),
        detail: trans.__(
          'With its imports. After a change of the file restart the kernel or use %autoreload.'
        ),
        code: moved(name),
        edit: name === undefined ? undefined : movedToFile(name)
      },
      {
        safety: 'safe',
        title: trans.__('Or load in the main process'),
        code: 'DataLoader(dataset, num_workers=0)',
        edit: withoutWorkers
      },
      {
        safety: 'check',
        title: trans.__('Linux: start the workers by fork, as before 3.14'),
        detail: trans.__(
          'Python 3.14 changed the default on Linux from fork to forkserver. Fork copies what the cells define; it does not exist on Windows.'
        ),
        code: "DataLoader(dataset, num_workers=2, multiprocessing_context='fork')"
      },
      {
        safety: 'check',
        title: trans.__('It seems to hang: interrupt the kernel'),
        detail: trans.__(
          'When the dataset is large the main process can wait for ever to send it to a worker that is gone.'
        )
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'The traceback goes through torch.load or pickle.load: then a saved object needs a class that is not defined here.'
      )
    ],
    links: [
      {
        title: trans.__('Python: the spawn and forkserver start methods'),
        url: LINKS.spawn
      },
      {
        title: trans.__('PyTorch: what differs on Windows and macOS'),
        url: LINKS.platform
      }
    ]
  })
});
