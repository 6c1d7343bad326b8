import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { said } from '../said';

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
      pattern:
        /^(?:RuntimeError: )?std::bad_alloc$|Storage size calculation overflowed/,
      when: fromTorch,
      confidence: 'likely'
    }
  ],
  page(trans, { asked, kind }) {
    return {
      title:
        kind === 'file'
          ? trans.__('The file could not be mapped into memory')
          : asked
            ? trans.__('The computer has no %1 of memory left', asked)
            : trans.__('The main memory (RAM) is used up'),
      cause:
        kind === 'file'
          ? trans.__(
              'All %1 of the file were to be mapped at once, and the system refused: it allows this process no more, or its memory and swap are promised already. The GPU has nothing to do with it.',
              asked ?? ''
            )
          : asked
            ? trans.__(
                'A tensor on the CPU needed %1 at once, and the system refused. The GPU has nothing to do with it.',
                asked
              )
            : trans.__(
                'A tensor on the CPU was too large for what is left of the main memory. The GPU has nothing to do with it.'
              ),
      fixes: [
        kind === 'file'
          ? {
              safety: 'diagnostic',
              title: trans.__('See how much may be promised'),
              detail: trans.__(
                'A limit of address space (ulimit -v) and strict accounting (overcommit 2) count mapped files in full.'
              ),
              code: '$ free -h; ulimit -v; cat /proc/sys/vm/overcommit_memory'
            }
          : {
              safety: 'check',
              title: trans.__('Use a smaller batch'),
              code: 'batch_size = 32'
            },
        {
          safety: 'diagnostic',
          title: trans.__('Look whether the shape is what you meant'),
          detail: trans.__(
            'x[:, None] - x[None, :] makes all pairs; a wrong view() before a Linear layer makes huge weights.'
          ),
          code: 'print(x.shape, x.dtype)'
        },
        {
          safety: 'check',
          title: trans.__('Load data item by item in a Dataset'),
          detail: trans.__('Not all files into one tensor.'),
          code: 'class Images(torch.utils.data.Dataset):\n    def __getitem__(self, i):\n        return load(self.paths[i])'
        },
        {
          safety: 'safe',
          title: trans.__('When predicting, keep no graph'),
          code: 'with torch.no_grad():\n    output = model(x)'
        },
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
