import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { uncompiled } from '../../shared/edits/compiled';

/** torch/__init__.py and torch/_dynamo/eval_frame.py, 2.0 to now. */
const SIGN =
  /(?:Dynamo|torch\.compile) is not supported on (?<python>Python(?! <) [^.]{0,20}\d(?:\.\d{1,2}){0,2}\+?)|(?<newer>Python 3\.\d{1,2}\+?) not yet supported for torch\.compile|(?<windows>Windows) not yet supported for torch\.compile/;

export default define({
  id: 'compile/not-available',
  answers: [
    'RuntimeError: Dynamo is not supported on Python 3.12+',
    'RuntimeError: Python 3.11+ not yet supported for torch.compile',
    'RuntimeError: Windows not yet supported for torch.compile'
  ],
  values: ['system'],
  signs: messageOrLog(SIGN, {
    read: ({ python, newer, windows }) => ({
      system: python ?? newer ?? windows
    })
  }),
  kinds: {
    young: {
      words: (trans, { system }) => ({
        title: trans.__('This PyTorch cannot compile here'),
        cause: trans.__(
          'torch.compile of the installed release does not know %1 yet. Everything else of PyTorch works.',
          system ?? trans.__('this Python or system')
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Leave torch.compile out'),
            detail: trans.__(
              'Same results, only slower. TORCH_COMPILE_DISABLE=1, set before Jupyter starts, does it for libraries as well.'
            ),
            code: 'compiled = model  # was torch.compile(model)',
            edit: uncompiled
          },
          {
            safety: 'check',
            title: trans.__('Update PyTorch'),
            detail: trans.__(
              'Python 3.11 needs torch 2.1 or later, 3.12 needs 2.4, 3.13 needs 2.6.'
            ),
            code: '%pip install --upgrade torch torchvision'
          },
          {
            safety: 'check',
            title: trans.__('Or use a kernel with an older Python')
          }
        ]
      })
    },
    threads: {
      signs: messageOrLog(
        /(?:Dynamo|torch\.compile) is not supported on (?<system>Python < \d(?:\.\d{1,2}){1,2}) built with GIL disabled/
      ),
      words: (trans, { system }) => ({
        title: trans.__('torch.compile needs a later Python without GIL'),
        cause: trans.__(
          'This Python is built without its global lock (free-threaded), and torch.compile works with such a one only from a later release on: the text excludes %1.',
          system ?? 'Python < 3.13.3'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Use a kernel with a normal Python'),
            detail: trans.__(
              'A free-threaded one is called 3.13t or 3.14t; without the t it has the lock.'
            )
          },
          {
            safety: 'check',
            title: trans.__('Or a later release of this one')
          },
          {
            safety: 'safe',
            title: trans.__('Leave torch.compile out'),
            code: 'compiled = model  # was torch.compile(model)',
            edit: uncompiled
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__('A missing compiler or Triton says so in its own words.')
    ],
    links: [
      {
        title: trans.__('PyTorch: which release supports which Python'),
        url: 'https://github.com/pytorch/pytorch/blob/main/RELEASE.md'
      }
    ]
  })
});
