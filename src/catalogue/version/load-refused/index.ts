import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { torchOf } from '../../shared/stack';

/** transformers/utils/import_utils.py since 4.52, and programs that log it. */
const REFUSED =
  /serious vulnerability issue in `?torch\.load\b`?(?:, even with `?weights_only=True`?, we now require users to upgrade torch to at least v(?<needed>\d{1,2}\.\d{1,2}))?/;

export default define({
  id: 'version/load-refused',
  answers: [
    'ValueError: Due to a serious vulnerability issue in `torch.load`, even with `weights_only=True`, we now require users to upgrade torch to at least v2.6 in order to use the function.',
    'This version restriction does not apply when loading files with safetensors'
  ],
  values: ['needed', 'torch'],
  known: reading => ({ torch: torchOf(reading) }),
  signs: messageOrLog(REFUSED),
  words: (trans, { needed = '2.6', torch }) => ({
    title: trans.__('transformers refuses torch.load in this old torch'),
    cause: torch
      ? trans.__(
          'The weights are a .bin or .pt file, which can run foreign code while torch %1 reads it, even with weights_only=True. transformers therefore loads it only with torch %2 or newer; safetensors files it still loads.',
          torch,
          needed
        )
      : trans.__(
          'The weights are a .bin or .pt file, and up to torch 2.5 such a file can run foreign code while it is read, even with weights_only=True. transformers therefore loads it only with torch %1 or newer; safetensors files it still loads.',
          needed
        ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Install a newer torch'),
        detail: trans.__(
          'Update torchvision and torchaudio together with it, in the Python that the kernel runs, and restart the kernel. Choose the command for your CUDA at pytorch.org.'
        ),
        code: '$ pip install --upgrade torch torchvision torchaudio'
      },
      {
        safety: 'safe',
        title: trans.__('Or load the safetensors file of the model'),
        detail: trans.__(
          'Works where the repository has a model.safetensors; delete an old download that holds only pytorch_model.bin.'
        ),
        code: 'model = AutoModel.from_pretrained(name, use_safetensors=True)'
      },
      {
        safety: 'diagnostic',
        title: trans.__('See which torch the kernel runs'),
        code: 'import sys, torch, transformers\nprint(sys.executable, torch.__version__, transformers.__version__)'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'weights_only=False does not help, and “Weights only load failed” is another error: there torch read the file and met a class it does not trust.'
      )
    ],
    links: [
      {
        title: trans.__('The vulnerability: CVE-2025-32434'),
        url: 'https://nvd.nist.gov/vuln/detail/CVE-2025-32434'
      },
      {
        title: trans.__('PyTorch: installation'),
        url: 'https://pytorch.org/get-started/locally/'
      },
      {
        title: trans.__('PyTorch: torch.load'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.load.html'
      }
    ]
  })
});
