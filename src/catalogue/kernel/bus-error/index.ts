import { define } from '../../define';
import { crashPlace, fatalPython } from '../shared/crash';
import { dying, exitStatus, zsh } from '../shared/death';
import { endedBy } from '../shared/ended-by';
import { factsFor } from '../shared/facts';
import {
  crashFileFix,
  faulthandlerLink,
  LINKS,
  placeWords
} from '../../shared/crash-words';

export default define({
  id: 'kernel/bus-error',
  answers: [
    'Bus error (core dumped)',
    'Fatal Python error: Bus error',
    'zsh: bus error',
    'exit code 135'
  ],
  refines: [
    'kernel/died-unknown',
    'kernel/died-dataloader',
    'parallel/spawn-wrapper'
  ],
  values: ['file', 'line'],
  signs: [
    ...fatalPython('Bus error', crashPlace),
    ...dying(
      /(?:^|[\s:])[Bb]us error(?: \(core dumped\)|: 10|$)|received signal SIGBUS|signal (?:7|10): SIGBUS/
    ),
    ...dying(zsh('bus error')),
    ...endedBy({ name: 'SIGBUS', number: 7, words: 'Bus error' }),
    ...dying(exitStatus('-7', '135'))
  ],
  facts: factsFor('kernel/bus-error'),
  words: (trans, { file, line }) => {
    const at = placeWords(trans, { file, line });
    return {
      title: trans.__('Mapped memory could not be filled (bus error)'),
      cause:
        at === undefined
          ? trans.__(
              'The process touched memory that is mapped from a file or from /dev/shm, and nothing stood behind it. In a container that is usually a full /dev/shm (64 MB by default), else a mapped file that was cut short or lies on a full disk.'
            )
          : trans.__(
              'While %1 was running, the process touched memory that is mapped from a file or from /dev/shm, and nothing stood behind it. In a container that is usually a full /dev/shm (64 MB by default), else a mapped file that was cut short or lies on a full disk.',
              at
            ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Look for a full /dev/shm or disk'),
          code: '$ df -h /dev/shm /tmp .'
        },
        {
          safety: 'safe',
          title: trans.__('In a container: start it with more shared memory'),
          code: '$ docker run --shm-size=8g …'
        },
        {
          safety: 'check',
          title: trans.__('Mapped files: check that they are complete'),
          detail: trans.__(
            'np.memmap, LMDB, Arrow, safetensors and torch.load(mmap=True) map files. Never write to one while it is mapped.'
          ),
          code: '$ ls -l data.bin'
        },
        ...(at === undefined ? [crashFileFix(trans)] : [])
      ]
    };
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A DataLoader worker got the signal and the kernel lives: then see the entry for the loader’s shared memory.'
      )
    ],
    links: [
      {
        title: trans.__('Docker: run, --shm-size and --ipc'),
        url: LINKS.dockerRun
      },
      faulthandlerLink(trans)
    ]
  })
});
