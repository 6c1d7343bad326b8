import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';

/** CPython's words for a module that imports itself, or is no package. */
const SHADOWED =
  /partially initialized module '(?<module>torch|numpy)'|'(?<plain>torch)' is not a package|from 'torch' \(unknown location|[\\/](?<file>torch|numpy)\.py(?:\)|' (?:since|if) it has the same name)/;

/** Every torch has these: what lacks them is not torch. */
const ALWAYS =
  /(?<!initialized )module '(?<module>torch)' has no attribute '(?:__version__|version|Tensor|FloatTensor|nn|cuda|autograd|optim|utils|save|load|zeros|ones|cat|stack|rand|randn|from_numpy|manual_seed|is_tensor)'/;

const CORE =
  /No module named ['"]?(?<module>torch)\.(?:nn|autograd|optim|utils|cuda|tensor|functional)['"]?$/;

const entry: IEntry = {
  id: 'version/shadowed-module',
  answers: [
    "module 'torch' has no attribute '__version__'",
    "partially initialized module 'torch' has no attribute 'nn' (most likely due to a circular import)",
    "No module named 'torch.nn'; 'torch' is not a package",
    "cannot import name 'nn' from 'torch' (unknown location)"
  ],
  refines: ['version/removed-api'],
  signs: [
    {
      where: 'message',
      pattern: SHADOWED,
      read: ({ module, plain, file }) => ({
        module: module ?? plain ?? file ?? 'torch'
      })
    },
    { where: 'message', pattern: ALWAYS, confidence: 'likely' },
    ...said(CORE, { confidence: 'likely' })
  ],
  page(trans, { module = 'torch' }) {
    return {
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'ModuleNotFoundError',
      evalue: "No module named 'torch.nn'",
      torch: '1.13',
      origin: 'reference',
      values: { module: 'torch' }
    },
    {
      ename: 'AttributeError',
      evalue:
        "partially initialized module 'torch' has no attribute 'nn' (most likely due to a circular import)",
      torch: '2.13',
      origin: 'run',
      values: { module: 'torch' }
    },
    {
      ename: 'ModuleNotFoundError',
      evalue: "No module named 'torch.nn'; 'torch' is not a package",
      origin: 'reference',
      values: { module: 'torch' }
    },
    {
      ename: 'ImportError',
      evalue: "cannot import name 'nn' from 'torch' (unknown location)",
      origin: 'reference'
    },
    {
      ename: 'AttributeError',
      evalue: "module 'torch' has no attribute 'Tensor'",
      torch: '2.13',
      origin: 'reference',
      values: { module: 'torch' }
    }
  ],
  nearMisses: [
    {
      ename: 'AttributeError',
      evalue: "module 'torch' has no attribute 'saved_tensors'"
    },
    {
      ename: 'AttributeError',
      evalue:
        "partially initialized module 'torchvision' has no attribute 'extension' (most likely due to a circular import)"
    },
    {
      ename: 'AttributeError',
      evalue:
        "partially initialized module 'pandas' has no attribute 'DataFrame' (most likely due to a circular import)"
    }
  ],
  reproduction: {
    raises: [
      'import pathlib, subprocess, sys, tempfile',
      'with tempfile.TemporaryDirectory() as folder:',
      "    script = pathlib.Path(folder, 'torch.py')",
      "    script.write_text('import torch\\nprint(torch.nn.Linear)\\n')",
      '    subprocess.run([sys.executable, str(script)], check=True)'
    ].join('\n'),
    fixed: [
      'import pathlib, subprocess, sys, tempfile',
      'with tempfile.TemporaryDirectory() as folder:',
      "    script = pathlib.Path(folder, 'train.py')",
      "    script.write_text('import torch\\nprint(torch.nn.Linear)\\n')",
      '    subprocess.run([sys.executable, str(script)], check=True)'
    ].join('\n')
  }
};

export default entry;
