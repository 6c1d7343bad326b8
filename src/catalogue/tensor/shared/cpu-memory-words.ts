import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** The title and the cause of `tensor/cpu-out-of-memory`. */
export function memoryWords(
  trans: ITranslate,
  { asked, kind }: Values
): { title: string; cause: string } {
  if (kind === 'file') {
    return {
      title: trans.__('The file could not be mapped into memory'),
      cause: trans.__(
        'All %1 of the file were to be mapped at once, and the system refused: it allows this process no more, or its memory and swap are promised already. The GPU has nothing to do with it.',
        asked ?? ''
      )
    };
  }
  if (kind === 'fork') {
    return {
      title: trans.__('There is no memory for another worker process'),
      cause: trans.__(
        'A worker begins as a copy of this process, and the system refused the copy: all that this process holds is promised a second time. The GPU has nothing to do with it.'
      )
    };
  }
  return asked
    ? {
        title: trans.__('The computer has no %1 of memory left', asked),
        cause: trans.__(
          'A tensor on the CPU needed %1 at once, and the system refused. The GPU has nothing to do with it.',
          asked
        )
      }
    : {
        title: trans.__('The main memory (RAM) is used up'),
        cause: trans.__(
          'A tensor on the CPU was too large for what is left of the main memory. The GPU has nothing to do with it.'
        )
      };
}

function firstFix(trans: ITranslate, kind: string | undefined): IFix {
  switch (kind) {
    case 'file':
      return {
        safety: 'diagnostic',
        title: trans.__('See how much may be promised'),
        detail: trans.__(
          'A limit of address space (ulimit -v) and strict accounting (overcommit 2) count mapped files in full.'
        ),
        code: '$ free -h; ulimit -v; cat /proc/sys/vm/overcommit_memory'
      };
    case 'fork':
      return {
        safety: 'safe',
        title: trans.__('Use fewer workers, or none'),
        detail: trans.__(
          'Or make the loader, and its first batch, before the process holds much data.'
        ),
        code: 'DataLoader(dataset, num_workers=0)'
      };
    default:
      return {
        safety: 'check',
        title: trans.__('Use a smaller batch'),
        code: 'batch_size = 32'
      };
  }
}

/** More than nearly any machine has: no smaller batch will do. */
function isVast({ asked, kind }: Values): boolean {
  return (
    kind === undefined &&
    parseFloat(asked ?? '') >= 256 &&
    /GiB$/.test(asked ?? '')
  );
}

function pooled(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('A layer behind flatten(): make the image small first'),
    code: 'nn.Sequential(nn.AdaptiveAvgPool2d(4), nn.Flatten(), nn.Linear(64 * 4 * 4, 10))'
  };
}

function inParts(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Compute all pairs in parts, and keep what you need'),
    code: 'best = torch.cat([(part @ x.T).topk(10).indices for part in x.split(1024)])'
  };
}

function look(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Look whether the shape is what you meant'),
    detail: trans.__(
      'x[:, None] - x[None, :] makes all pairs; a wrong view() before a Linear layer makes huge weights.'
    ),
    code: 'print(x.shape, x.dtype)'
  };
}

/** What helps where a single tensor was too large. */
function tensorFixes(trans: ITranslate): IFix[] {
  return [
    look(trans),
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

/** Its fixes, best first. */
export function memoryFixes(trans: ITranslate, values: Values): IFix[] {
  const { kind } = values;
  return isVast(values)
    ? [look(trans), inParts(trans), pooled(trans)]
    : [firstFix(trans, kind), ...(kind === 'fork' ? [] : tensorFixes(trans))];
}
