import type { IEntry } from '../../diagnosis/types';

const MISSING =
  /No module named '?(?<module>torch(?:vision|audio)?|pytorch)(?![\w.])/;

const entry: IEntry = {
  id: 'version/not-installed',
  answers: [
    "ModuleNotFoundError: No module named 'torch'",
    "ModuleNotFoundError: No module named 'torchvision'",
    "ModuleNotFoundError: No module named 'pytorch'"
  ],
  signs: [{ where: 'message', pattern: MISSING }],
  page(trans, { module }) {
    const name =
      module === undefined || module === 'pytorch' ? 'torch' : module;
    return {
      title: trans.__('%1 is not installed for this kernel', name),
      cause:
        module === 'pytorch'
          ? trans.__(
              'PyTorch is imported under the name torch. No package that can be imported is called pytorch.'
            )
          : trans.__(
              'The kernel runs in an environment that has no %1. If you did install it, it went into another one: the terminal’s and the kernel’s Python are often not the same.',
              name
            ),
      fixes: [
        ...(module === 'pytorch'
          ? [
              {
                safety: 'safe' as const,
                title: trans.__('Import it under its name'),
                code: 'import torch'
              }
            ]
          : []),
        {
          safety: 'check',
          title: trans.__('Install it from the notebook, with %pip'),
          detail: trans.__(
            '%pip installs for the running kernel, !pip for whichever Python comes first. Restart the kernel afterwards.'
          ),
          code: `%pip install ${name}`
        },
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'ModuleNotFoundError',
      evalue: "No module named 'torch'",
      origin: 'reference',
      values: { module: 'torch' }
    },
    {
      ename: 'ModuleNotFoundError',
      evalue: "No module named 'torchvision'",
      torch: '2.13',
      origin: 'run',
      values: { module: 'torchvision' }
    }
  ],
  nearMisses: [
    { ename: 'ModuleNotFoundError', evalue: "No module named 'torch._six'" },
    {
      ename: 'ModuleNotFoundError',
      evalue: "No module named 'torch_geometric'"
    },
    { ename: 'ModuleNotFoundError', evalue: "No module named 'pandas'" }
  ],
  reproduction: { raises: 'import pytorch', fixed: 'import torch' }
};

export default entry;
