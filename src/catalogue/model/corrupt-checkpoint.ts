import type { IEntry } from '../../diagnosis/types';
import { CORRUPT_SIGNS } from './shared/corrupt-signs';
import {
  corruptCause,
  corruptFixes,
  corruptTitle
} from './shared/corrupt-words';
import { LINKS } from './shared/links';

const entry: IEntry = {
  id: 'model/corrupt-checkpoint',
  answers: [
    'PytorchStreamReader failed reading zip archive: failed finding central directory',
    "invalid load key, '<'.",
    "invalid load key, 'v'.",
    'unexpected EOF, expected 877244 more bytes. The file might be corrupted.',
    'Invalid magic number; corrupt file?',
    'Ran out of input',
    'WeightsUnpickler error: Unsupported operand 60',
    'Error while deserializing header: HeaderTooLarge',
    'A load persistent id instruction was encountered, but no persistent_load function was specified.',
    'is a zip archive (did you mean to use torch.jit.load()?)'
  ],
  signs: CORRUPT_SIGNS,
  page(trans, values) {
    return {
      title: corruptTitle(trans, values),
      cause: corruptCause(trans, values),
      fixes: corruptFixes(trans, values),
      notThis: [
        trans.__(
          'weights_only=False is no answer here: it only changes the message.'
        ),
        trans.__(
          '“Ran out of input” from a DataLoader on Windows or macOS means a worker process that could not start.'
        )
      ],
      links: [
        LINKS.serialization(trans),
        {
          title: trans.__('PyTorch: torch.save'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.save.html'
        },
        {
          title: trans.__('Python: pickle'),
          url: 'https://docs.python.org/3/library/pickle.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'OSError',
      evalue: '[Errno 22] Invalid argument',
      traceback:
        'Traceback (most recent call last):\n  File "train.py", line 4, in <module>\n    state = torch.load("net.pt")\n  File "/env/lib/python3.8/site-packages/torch/serialization.py", line 587, in load\n    with _open_zipfile_reader(opened_file) as opened_zipfile:\n  File "/env/lib/python3.8/site-packages/torch/serialization.py", line 242, in __init__\n    super(_open_zipfile_reader, self).__init__(torch._C.PyTorchFileReader(name_or_buffer))\nOSError: [Errno 22] Invalid argument',
      torch: '1.7',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue: 'storage has wrong byte size: expected %ld got %ld-8192',
      torch: '2.1',
      origin: 'reference'
    },
    {
      ename: 'KeyError',
      evalue: '"filename \'storages\' not found"',
      traceback:
        '  File "/env/lib/python3.12/site-packages/torch/serialization.py", line 1630, in legacy_load\n    tar.extract("storages", path=tmpdir)\n  File "/usr/lib/python3.12/tarfile.py", line 2018, in getmember\n    raise KeyError("filename %r not found" % name)\nKeyError: "filename \'storages\' not found"',
      torch: '2.6',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'storage has wrong size : expected -5510384958902273621 got 294912',
      torch: '1.5',
      origin: 'reference'
    },
    {
      ename: 'UnpicklingError',
      evalue: 'could not find MARK',
      traceback:
        'Traceback (most recent call last):\n  File "run.py", line 3, in <module>\n    state = torch.load(path)\n  File "/usr/lib/python3.8/site-packages/torch/serialization.py", line 777, in _legacy_load\n    magic_number = pickle_module.load(f, **pickle_load_args)\n_pickle.UnpicklingError: could not find MARK',
      torch: '1.13',
      origin: 'reference',
      values: { kind: 'other' }
    },
    {
      ename: 'UnpicklingError',
      evalue: "invalid load key, '\\\\x0a'.",
      torch: '1.13',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'Only one file(not dir) is allowed in the zipfile',
      torch: '1.5',
      origin: 'reference',
      values: { kind: 'newer' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'self.size(-1) must be divisible by 2 to view Byte as Half (different element sizes), but got 148729',
      traceback:
        'Traceback (most recent call last):\n  File "/usr/lib/python3.11/site-packages/safetensors/torch.py", line 100, in load_file\n    result[k] = f.get_tensor(k)\nRuntimeError: self.size(-1) must be divisible by 2 to view Byte as Half (different element sizes), but got 148729',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'UnpicklingError',
      evalue:
        'A load persistent id instruction was encountered,\nbut no persistent_load function was specified.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'pickle' }
    },
    {
      kind: 'text',
      stderr:
        'File "/usr/lib/python3.8/site-packages/torch/serialization.py", line 1258, in _legacy_load magic_number = pickle_module.load(f, **pickle_load_args) \n\nEOFError: Ran out of input\n',
      torch: '1.13',
      origin: 'reference',
      values: { kind: 'empty' }
    },
    {
      ename: 'UnpicklingError',
      evalue: 'state is not a dictionary',
      source: "state = torch.load('best.pth', map_location='cpu')",
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'other' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'PytorchStreamReader failed reading zip archive: failed finding central directory. This is an internal miniz error. If you are seeing this error, there is a high likelihood that your checkpoint file is corrupted. This can happen if the checkpoint was not saved properly, was transferred incorrectly, or the file was modified after saving.',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'UnpicklingError',
      evalue:
        'Weights only load failed. In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in arbitrary code execution. Do it only if you got the file from a trusted source.\nPlease file an issue with the following so that we can make `weights_only=True` compatible with your use case: WeightsUnpickler error: \n\nUnsupported operand 118\n\nCheck the documentation of torch.load to learn more about types accepted by default with weights_only https://pytorch.org/docs/stable/generated/torch.load.html.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'pointer' }
    },
    {
      ename: 'UnpicklingError',
      evalue: "invalid load key, '<'.",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'page' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'unexpected EOF, expected 4 more bytes. The file might be corrupted.',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'model.pth is a zip archive (did you mean to use torch.jit.load()?)',
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'newer' }
    }
  ],
  nearMisses: [
    {
      ename: 'EOFError',
      evalue: 'Ran out of input',
      stderr: "    settings = pickle.loads(b'')\nEOFError: Ran out of input"
    },
    {
      ename: 'RuntimeError',
      evalue:
        'self.size(-1) must be divisible by 2 to view Byte as Half (different element sizes), but got 3'
    },
    {
      ename: 'EOFError',
      evalue: 'Ran out of input',
      source: 'from multiprocessing import spawn\nspawn.spawn_main()'
    },
    {
      ename: 'UnpicklingError',
      evalue:
        'Weights only load failed. WeightsUnpickler error: Unsupported operand 149'
    },
    { ename: 'BadZipFile', evalue: 'File is not a zip file' },
    {
      ename: 'UnpicklingError',
      evalue: "invalid load key, '<'.",
      source:
        "with open('words.pkl', 'rb') as file:\n    words = pickle.load(file)"
    }
  ],
  reproduction: {
    raises: [
      'import io',
      'import torch',
      'file = io.BytesIO()',
      'torch.save(torch.nn.Linear(4, 4).state_dict(), file)',
      'downloaded = file.getvalue()[:600]',
      'torch.load(io.BytesIO(downloaded))'
    ].join('\n'),
    fixed: [
      'import io',
      'import torch',
      'file = io.BytesIO()',
      'torch.save(torch.nn.Linear(4, 4).state_dict(), file)',
      'downloaded = file.getvalue()',
      'torch.load(io.BytesIO(downloaded))'
    ].join('\n')
  }
};

export default entry;
