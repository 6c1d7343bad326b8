import { cleanLines, joined } from '../../../incident/text/clean';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';

/** The stub in place of a compiled function, shown by TorchScript. */
const STUB =
  /[\\/](?<package>torch_(?:scatter|sparse|cluster|spline_conv))[\\/][^\n"]{0,80}"/;

const RAISES = /raise ImportError[^~]{0,80}~{3,40} ?<--- HERE/;

/** The package whose placeholder raised, where the texts show one. */
function packageIn(reading: IReading): string | undefined {
  const { evalue, traceback } = reading.incident;
  const printed = joined(cleanLines(`${evalue}\n${traceback}`));
  const text = `${printed}\n${reading.log}`;
  return RAISES.test(text) ? STUB.exec(text)?.groups?.package : undefined;
}

export default define({
  id: 'version/scatter-not-loaded',
  answers: [
    'torch_scatter: raise ImportError in a failed TorchScript operation'
  ],
  refines: ['export/torchscript'],
  values: ['package'],
  signs: [
    {
      where: 'message',
      ename: /^(?:Error|RuntimeError|ImportError)$/,
      pattern:
        /^(?:Exception|The following operation failed|raise ImportError)?/,
      when: reading => packageIn(reading) !== undefined,
      read: (_, reading) => ({ package: packageIn(reading) })
    }
  ],
  words: (trans, { package: module = 'torch_scatter' }) => ({
    title: trans.__('The compiled part of %1 was not loaded', module),
    cause: trans.__(
      '%1 is installed, but its compiled functions did not load, and placeholders that raise ImportError stand in their place. It was built for another torch or another CUDA.',
      module
    ),
    fixes: [
      check(
        trans.__('Install the wheel for exactly this torch and CUDA'),
        `import torch\n%pip install --force-reinstall --no-deps ${module.replace(/_/g, '-')} -f https://data.pyg.org/whl/torch-{torch.__version__}.html`,
        trans.__('Then restart the kernel.')
      ),
      {
        safety: 'diagnostic',
        title: trans.__('See what it should fit to'),
        code: 'import torch\nprint(torch.__version__, torch.version.cuda)'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If importing the package fails, the message there is nearer to the cause.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch Geometric: installation'),
        url: 'https://pytorch-geometric.readthedocs.io/en/latest/install/installation.html'
      }
    ]
  })
});
