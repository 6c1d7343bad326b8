import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { said } from '../said';
import { memoryFixes, memoryWords } from './shared/cpu-memory-words';

/** Bytes as people read them: `1048576.0 GiB`. */
function gibibytes({ bytes }: Values): Values {
  const asked = bytes === undefined ? NaN : Number(bytes) / 1024 ** 3;
  return Number.isNaN(asked)
    ? {}
    : { asked: asked < 0.1 ? `${bytes} B` : `${asked.toFixed(1)} GiB` };
}

/** aten/src/ATen/MapAllocator.cpp, with the system's ENOMEM. */
const MAPPED =
  /unable to mmap (?<bytes>\d{1,19}) bytes from file <(?!\/torch_|\/dev\/shm\/|filename not specified)[^>]{1,300}>: Cannot allocate memory/;

/** A loader was starting a worker, and the system had no room for a copy. */
const isFork = ({ exceptions }: IReading): boolean =>
  exceptions.some(
    ({ name, frames }) =>
      name === 'OSError' &&
      frames[frames.length - 1]?.code.includes('os.fork()') === true &&
      frames.some(({ file }) =>
        /torch[\\/](?:utils[\\/]data|multiprocessing)[\\/]/.test(file)
      )
  );

/** `std::bad_alloc` alone could be any C++ library's. */
const fromTorch = ({ exceptions, code }: IReading): boolean =>
  /\btorch\b/.test(code) ||
  exceptions.some(({ frames }) =>
    frames.some(({ file }) => /[\\/]torch[\\/]/.test(file))
  );

const entry: IEntry = {
  id: 'tensor/cpu-out-of-memory',
  answers: [
    "DefaultCPUAllocator: can't allocate memory: you tried to allocate 1125899906842624 bytes",
    'DefaultCPUAllocator: not enough memory: you tried to allocate 1000000000 bytes',
    '$ Torch: not enough memory: you tried to allocate 10GB. Buy new RAM!'
  ],
  signs: [
    ...said(
      /DefaultCPUAllocator: (?:can["']?t allocate|not enough) memory: you tried to allocate (?<bytes>\d+) bytes/,
      { read: gibibytes }
    ),
    ...said(
      /DefaultCPUAllocator: (?:can["']?t allocate|not enough) memory|\[enforce fail at (?:alloc_cpu|CPUAllocator)\.cpp/
    ),
    ...said(MAPPED, {
      read: values => ({ ...gibibytes(values), kind: 'file' })
    }),
    ...said(
      /\$ Torch: (?:not enough memory|invalid memory size)(?:: you tried to (?:re)?allocate (?<asked>\d+ ?\w{1,3}))?/
    ),
    {
      where: 'message',
      ename: /^OSError$/,
      pattern: /^\[Errno 12\] Cannot allocate memory/,
      when: isFork,
      read: () => ({ kind: 'fork' })
    },
    {
      where: 'message',
      pattern:
        /^(?:RuntimeError: )?std::bad_alloc$|Storage size calculation overflowed/,
      when: fromTorch,
      confidence: 'likely'
    }
  ],
  page(trans, values) {
    return {
      ...memoryWords(trans, values),
      fixes: [
        ...memoryFixes(trans, values),
        {
          safety: 'check',
          title: trans.__('Shut down other kernels that hold memory'),
          code: '$ free -h'
        }
      ],
      notThis: [
        trans.__('“CUDA out of memory” is about the memory of the GPU.'),
        trans.__(
          'NumPy says “Unable to allocate … for an array with shape”: then the array is too large.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: datasets that load item by item'),
          url: 'https://docs.pytorch.org/docs/stable/data.html#map-style-datasets'
        },
        {
          title: trans.__('PyTorch: no_grad needs less memory'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'OSError',
      evalue: '[Errno 12] Cannot allocate memory',
      traceback:
        'Traceback (most recent call last):\n  File "train.py", line 31, in <module>\n    for batch in loader:\n  File "/env/lib/python3.8/site-packages/torch/utils/data/dataloader.py", line 737, in __init__\n    w.start()\n  File "/env/lib/python3.8/multiprocessing/popen_fork.py", line 70, in _launch\n    self.pid = os.fork()\nOSError: [Errno 12] Cannot allocate memory',
      torch: '1.7',
      origin: 'reference',
      values: { kind: 'fork' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'unable to mmap 21474836480 bytes from file </models/big.safetensors>: Cannot allocate memory (12)',
      torch: '2.4',
      origin: 'reference',
      values: { kind: 'file', asked: '20.0 GiB' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to allocate 1125899906842624 bytes. Error code 12 (Cannot allocate memory)",
      torch: '2.13',
      origin: 'run',
      values: { asked: '1048576.0 GiB' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        '[enforce fail at ..\\c10\\core\\CPUAllocator.cpp:73] data. DefaultCPUAllocator: not enough memory: you tried to allocate 2147483648 bytes. Buy new RAM!',
      torch: '1.5',
      origin: 'reference',
      values: { asked: '2.0 GiB' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        '$ Torch: not enough memory: you tried to allocate 10GB. Buy new RAM! at /pytorch/torch/lib/TH/THGeneral.c:246',
      torch: '0.2',
      origin: 'reference',
      values: { asked: '10GB' }
    }
  ],
  nearMisses: [
    {
      ename: 'OSError',
      evalue: '[Errno 12] Cannot allocate memory',
      stderr:
        '/usr/lib/python3.12/multiprocessing/popen_fork.py:66: DeprecationWarning: This process is multi-threaded, use of fork() may lead to deadlocks in the child.\n  self.pid = os.fork()\n',
      traceback:
        'Traceback (most recent call last):\n  File "/env/lib/python3.12/site-packages/torch/utils/data/_utils/fetch.py", line 52, in fetch\n    data = [self.dataset[idx] for idx in possibly_batched_index]\n  File "data.py", line 20, in __getitem__\n    view = mmap.mmap(file.fileno(), 0)\nOSError: [Errno 12] Cannot allocate memory'
    },
    {
      ename: 'OSError',
      evalue: '[Errno 12] Cannot allocate memory',
      traceback:
        'Traceback (most recent call last):\n  File "pipeline.py", line 8, in <module>\n    subprocess.run(["ls"])\n  File "/env/lib/python3.8/subprocess.py", line 1702, in _execute_child\n    self.pid = _posixsubprocess.fork_exec(\nOSError: [Errno 12] Cannot allocate memory'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'unable to mmap 1024 bytes from file </torch_123_456>: Cannot allocate memory (12)'
    },
    {
      ename: 'MemoryError',
      evalue:
        'Unable to allocate 3.00 GiB for an array with shape (402653184,) and data type float64'
    },
    { evalue: 'Error: cannot allocate vector of size 4.5 Gb' }
  ],
  reproduction: {
    raises: [
      'import torch',
      'batch_size = 2 ** 40',
      'x = torch.zeros(batch_size, 256)'
    ].join('\n'),
    fixed: [
      'import torch',
      'batch_size = 32',
      'x = torch.zeros(batch_size, 256)'
    ].join('\n')
  }
};

export default entry;
