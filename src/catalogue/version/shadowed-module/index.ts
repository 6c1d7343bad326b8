import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { printedText } from '../../predicates';
import { messageOrLog } from '../../signs';

/** CPython's words for a module that imports itself, or is no package. */
const SHADOWED =
  /partially initialized module '(?<module>torch|numpy)'|'(?<plain>torch)' is not a package|[\\/](?<file>torch|numpy)\.py(?:\)|' (?:since|if) it has the same name)/;

/** Every torch has these: what lacks them is not torch. */
const ALWAYS =
  /(?<!initialized )module '(?<module>torch)' has no attribute '(?:__version__|version|Tensor|FloatTensor|nn|cuda|autograd|optim|utils|save|load|zeros|ones|cat|stack|rand|randn|from_numpy|manual_seed|is_tensor)'|module '(?<vision>torchvision)' has no attribute '(?:transforms|models|datasets|ops|io|utils)'/;

/** A folder without `__init__.py`: of the user, or the rest of an installation. */
const EMPTY = /from '(?<module>torch)' \(unknown location/;

/** What a second import says after one that failed. */
const TWICE =
  /^module functions cannot set METH_CLASS or METH_STATIC|^function ["']_has_torch_function["'] already has a docstring|^THP\w{1,40}\.tp_dict == nullptr INTERNAL ASSERT FAILED/;

const CORE =
  /No module named ['"]?(?<module>torch)\.(?:nn|autograd|optim|utils|cuda|tensor|functional)['"]?$/;

/** Whether lines of the installed package stand in the texts. */
function isInstalledOne(
  module: string | undefined,
  reading: IReading
): boolean {
  const messages = reading.exceptions.map(({ message }) => message).join('\n');
  return new RegExp(
    String.raw`(?:site|dist)-packages[\\/]{1,4}${module ?? 'torch'}[\\/]`
  ).test(`${printedText(reading)}\n${messages}`);
}

export default define({
  id: 'version/shadowed-module',
  answers: [
    "module 'torch' has no attribute '__version__'",
    "partially initialized module 'torch' has no attribute 'nn' (most likely due to a circular import)",
    "No module named 'torch.nn'; 'torch' is not a package",
    "cannot import name 'nn' from 'torch' (unknown location)"
  ],
  refines: ['version/removed-api', 'version/internal-assert'],
  values: ['module'],
  signs: [
    {
      where: 'message',
      pattern: SHADOWED,
      read: ({ module, plain, file }) => ({
        module: module ?? plain ?? file ?? 'torch'
      })
    },
    {
      where: 'message',
      pattern: ALWAYS,
      confidence: 'likely',
      read: ({ module, vision }, reading) => ({
        module: module ?? vision,
        kind: isInstalledOne(module ?? vision, reading) ? 'partly' : 'hidden'
      })
    },
    { where: 'message', pattern: EMPTY, confidence: 'likely' },
    {
      where: 'message',
      pattern: TWICE,
      confidence: 'likely',
      read: () => ({ kind: 'partly', module: 'torch' })
    },
    ...messageOrLog(CORE, { confidence: 'likely' })
  ],
  kinds: {
    hidden: {
      words: (trans, { module = 'torch' }) => ({
        title: trans.__('A file or folder of yours hides the real %1', module),
        cause: trans.__(
          'Python looks beside the notebook first, and there something is called %1. It is imported in place of the installed package.',
          module
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Rename %1.py, or the folder %1, and restart the kernel',
              module
            ),
            detail: trans.__('Delete its __pycache__ too.')
          },
          {
            safety: 'diagnostic',
            title: trans.__('See which file is imported'),
            code: `import importlib.util\nprint(importlib.util.find_spec('${module}'))`
          },
          {
            safety: 'check',
            title: trans.__(
              'It lies in site-packages and is nearly empty: install anew'
            ),
            detail: trans.__(
              'An update that was broken off leaves such a folder behind.'
            ),
            code: `%pip install --force-reinstall ${module}`
          }
        ]
      })
    },
    partly: {
      words: (trans, { module = 'torch' }) => ({
        title: trans.__('The kernel has loaded only a part of %1', module),
        cause: trans.__(
          'The lines are those of the installed %1, and yet it lacks a part that every release has: its first import here was broken off, or it was replaced while the kernel ran.',
          module
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Restart the kernel, and import it again'),
            detail: trans.__(
              'An import that failed once stays half done until then.'
            )
          },
          {
            safety: 'check',
            title: trans.__('Still so in a new kernel: install it anew'),
            code: `%pip install --force-reinstall ${module}`
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the path shown is the installed package, two of its modules import each other: restart the kernel, then update it.'
      )
    ],
    links: [
      {
        title: trans.__('Python: in which order modules are searched'),
        url: 'https://docs.python.org/3/tutorial/modules.html#the-module-search-path'
      }
    ]
  })
});
