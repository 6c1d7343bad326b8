import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { messageOrLog } from '../../signs';
import { withoutWorkers } from '../../shared/edits/loader';

/** Bytes as people read them: `1048576.0 GiB`. */
function readBytes({ bytes }: Values): ValuesOf<'asked'> {
  const asked = bytes === undefined ? NaN : Number(bytes) / 1024 ** 3;
  return Number.isNaN(asked)
    ? {}
    : { asked: asked < 0.1 ? `${bytes} B` : `${asked.toFixed(1)} GiB` };
}

/** A loader was starting a worker, and the system had no room for a copy. */
const isFork = ({ exceptions, code }: IReading): boolean =>
  exceptions.some(
    ({ name, frames }) =>
      name === 'OSError' &&
      frames[frames.length - 1]?.code.includes('os.fork()') === true &&
      (frames.some(({ file }) =>
        /torch[\\/](?:utils[\\/]data|multiprocessing)[\\/]/.test(file)
      ) ||
        // The middle of a long traceback may have been left out.
        /\.databunch\(|\bDataLoader\(|\bnum_workers ?=/.test(code))
  );

/** `std::bad_alloc` alone could be any C++ library's. */
const fromTorch = ({ exceptions, code }: IReading): boolean =>
  /\btorch\b/.test(code) ||
  exceptions.some(({ frames }) =>
    frames.some(({ file }) => /[\\/]torch[\\/]/.test(file))
  );

/** More than nearly any machine has: no smaller batch will do. */
function isVast(asked = ''): boolean {
  return parseFloat(asked) >= 256 && asked.endsWith('GiB');
}

function checkShape(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Look whether the shape is what you meant'),
    detail: trans.__(
      'x[:, None] - x[None, :] makes all pairs; a wrong view() before a Linear layer makes huge weights.'
    ),
    code: 'print(x.shape, x.dtype)'
  };
}

/** What helps where a single tensor is larger than any machine's memory. */
function vastFixes(trans: ITranslate): IFix[] {
  return [
    checkShape(trans),
    {
      safety: 'check',
      title: trans.__('Compute all pairs in parts, and keep what you need'),
      code: 'best = torch.cat([(part @ x.T).topk(10).indices for part in x.split(1024)])'
    },
    {
      safety: 'check',
      title: trans.__('A layer behind flatten(): make the image small first'),
      code: 'nn.Sequential(nn.AdaptiveAvgPool2d(4), nn.Flatten(), nn.Linear(64 * 4 * 4, 10))'
    }
  ];
}

/** What makes the data smaller that is in memory at once. */
function smallerFixes(trans: ITranslate): IFix[] {
  return [
    checkShape(trans),
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
    }
  ];
}

/** The last resort of every kind. */
function freeMemory(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Shut down other kernels that hold memory'),
    code: '$ free -h'
  };
}

export default define({
  id: 'tensor/cpu-out-of-memory',
  answers: [
    "DefaultCPUAllocator: can't allocate memory: you tried to allocate 1125899906842624 bytes",
    'DefaultCPUAllocator: not enough memory: you tried to allocate 1000000000 bytes',
    '$ Torch: not enough memory: you tried to allocate 10GB. Buy new RAM!'
  ],
  values: ['asked'],
  kinds: {
    tensor: {
      signs: [
        ...messageOrLog(
          /DefaultCPUAllocator: (?:can["']?t allocate|not enough) memory: you tried to allocate (?<bytes>\d+) bytes/,
          { read: readBytes }
        ),
        ...messageOrLog(
          /DefaultCPUAllocator: (?:can["']?t allocate|not enough) memory|\[enforce fail at (?:alloc_cpu|CPUAllocator)\.cpp/
        ),
        ...messageOrLog(
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
      words: (trans, { asked }) => ({
        title: asked
          ? trans.__('The computer has no %1 of memory left', asked)
          : trans.__('The main memory (RAM) is used up'),
        cause: asked
          ? trans.__(
              'A tensor on the CPU needed %1 at once, and the system refused. The GPU has nothing to do with it.',
              asked
            )
          : trans.__(
              'A tensor on the CPU was too large for what is left of the main memory. The GPU has nothing to do with it.'
            ),
        fixes: isVast(asked)
          ? [...vastFixes(trans), freeMemory(trans)]
          : [
              {
                safety: 'check',
                title: trans.__('Use a smaller batch'),
                code: 'batch_size = 32'
              },
              ...smallerFixes(trans),
              freeMemory(trans)
            ]
      })
    },
    file: {
      // aten/src/ATen/MapAllocator.cpp, with the system's ENOMEM.
      signs: messageOrLog(
        /unable to mmap (?<bytes>\d{1,19}) bytes from file <(?!\/torch_|\/dev\/shm\/|filename not specified)[^>]{1,300}>: Cannot allocate memory/,
        { read: readBytes }
      ),
      words: (trans, { asked }) => ({
        title: trans.__('The file could not be mapped into memory'),
        cause: asked
          ? trans.__(
              'The whole file (%1) was to be mapped at once, and the system refused: it allows this process no more, or its memory and swap are promised already. The GPU has nothing to do with it.',
              asked
            )
          : trans.__(
              'The whole file was to be mapped at once, and the system refused: it allows this process no more, or its memory and swap are promised already. The GPU has nothing to do with it.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how much may be promised'),
            detail: trans.__(
              'A limit of address space (ulimit -v) and strict accounting (overcommit 2) count mapped files in full.'
            ),
            code: '$ free -h; ulimit -v; cat /proc/sys/vm/overcommit_memory'
          },
          ...smallerFixes(trans),
          freeMemory(trans)
        ]
      })
    },
    fork: {
      signs: [
        {
          where: 'message',
          ename: /^OSError$/,
          pattern: /^\[Errno 12\] Cannot allocate memory/,
          when: isFork
        }
      ],
      words: trans => ({
        title: trans.__('There is no memory for another worker process'),
        cause: trans.__(
          'A worker begins as a copy of this process, and the system refused the copy: all that this process holds is promised a second time. The GPU has nothing to do with it.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Use fewer workers, or none'),
            detail: trans.__(
              'Or make the loader, and its first batch, before the process holds much data.'
            ),
            code: 'DataLoader(dataset, num_workers=0)',
            edit: withoutWorkers
          },
          freeMemory(trans)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
