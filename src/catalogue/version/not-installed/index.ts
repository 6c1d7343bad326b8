import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { check, pip } from '../../fix';

const MISSING =
  /No module named '?(?<module>torch(?:vision|audio)?|pytorch)(?![\w.])/;

function installFixes(trans: ITranslate, name: string): IFix[] {
  return [
    pip({
      title: trans.__('Install it from the notebook, with %pip'),
      line: `%pip install ${name}`,
      detail: trans.__(
        '%pip installs for the running kernel, !pip for whichever Python comes first. Restart the kernel afterwards.'
      ),
      // The others may bring another torch than the one that is loaded.
      isInUse: name !== 'torch'
    }),
    {
      safety: 'diagnostic',
      title: trans.__('See which Python the kernel runs'),
      code: 'import sys\nprint(sys.executable)'
    },
    {
      safety: 'check',
      title: trans.__(
        'Or make the environment that has it a kernel of its own'
      ),
      detail: trans.__(
        'Run it with that environment’s Python, then choose the kernel in the notebook’s top right corner.'
      ),
      code: '$ python -m pip install ipykernel && python -m ipykernel install --user --name torch-env'
    },
    {
      safety: 'check',
      title: trans.__('pip itself says so while it builds an extension'),
      detail: trans.__(
        'It builds in an empty environment by default; let it see the installed torch.'
      ),
      code: '$ pip install --no-build-isolation EXTENSION'
    }
  ];
}

/** For a program of a terminal: where its installer failed, pip says why. */
function programFixes(trans: ITranslate, name: string): IFix[] {
  return [
    check(
      trans.__('Install it there, and read what pip says'),
      `$ python -m pip install ${name}`,
      trans.__(
        'With the environment of the program switched on. The project may name a release, and pytorch.org the line for your GPU.'
      )
    ),
    check(
      trans.__('“No matching distribution”: make the environment anew'),
      '$ py -3.10 -m venv venv  # elsewhere: python3.10 -m venv venv',
      trans.__(
        'Then this Python is too new for the release that the project asks for, or has 32 bits: take the Python that its README names, and run its installer again.'
      )
    ),
    {
      safety: 'diagnostic',
      title: trans.__('See which Python it is'),
      code: '$ python -c "import sys; print(sys.version, sys.executable)"'
    }
  ];
}

export default define({
  id: 'version/not-installed',
  answers: [
    "ModuleNotFoundError: No module named 'torch'",
    "ModuleNotFoundError: No module named 'torchvision'",
    "ModuleNotFoundError: No module named 'pytorch'"
  ],
  beside: /often not the same/,
  values: ['module', 'terminal'],
  signs: [
    {
      where: 'message',
      pattern: MISSING,
      read: ({ module }) => ({
        kind: module === 'pytorch' ? 'misnamed' : 'missing',
        module
      })
    }
  ],
  kinds: {
    missing: {
      words: (trans, { module = 'torch', terminal }) =>
        terminal
          ? {
              title: trans.__('%1 is not installed for this Python', module),
              cause: trans.__(
                'The Python that runs the program finds no %1: its installation failed or was left out, or it went into another environment than the one that is switched on.',
                module
              ),
              fixes: programFixes(trans, module)
            }
          : {
              title: trans.__('%1 is not installed for this kernel', module),
              cause: trans.__(
                'The kernel runs in an environment that has no %1. If you did install it, it went into another one: the terminal’s and the kernel’s Python are often not the same.',
                module
              ),
              fixes: installFixes(trans, module)
            }
    },
    misnamed: {
      words: trans => ({
        title: trans.__('%1 is not installed for this kernel', 'torch'),
        cause: trans.__(
          'PyTorch is imported under the name torch. No package that can be imported is called pytorch.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Import it under its name'),
            code: 'import torch'
          },
          ...installFixes(trans, 'torch')
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A missing part such as torch._six or torch.fx means that torch is there, but of another version.'
      )
    ],
    links: [
      {
        title: trans.__('IPython: the %pip magic'),
        url: 'https://ipython.readthedocs.io/en/stable/interactive/magics.html#magic-pip'
      },
      {
        title: trans.__('IPython: kernels for different environments'),
        url: 'https://ipython.readthedocs.io/en/stable/install/kernel_install.html'
      },
      {
        title: trans.__('PyTorch: install it'),
        url: 'https://pytorch.org/get-started/locally/'
      }
    ]
  })
});
