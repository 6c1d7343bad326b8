import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { failedLine } from '../../predicates';
import { isTorchInPlay } from '../../shared/torch-in-play';

const TEXTS = /(["'])[^"'\n]{0,200}\1/g;

/** What the line divides by, as it stands there outside of texts. */
function divisor(line: string): string | undefined {
  return /(?<![/:])\/{1,2} ?(?<name>len\([\w.]{1,40}\)|[A-Za-z_][\w.]{0,40})/.exec(
    line.replace(TEXTS, '')
  )?.groups?.name;
}

/** Names of what data come from, whose length is the number of batches or samples. */
const OF_DATA = /^len\([\w.]{0,40}?(?:loader|dataset|_dl|batches)\w{0,20}\)$/i;

/** Whether the line divides by the length of data, or by what a loop counts. */
function isCounted(reading: IReading): boolean {
  const name = divisor(failedLine(reading));
  return (
    name !== undefined &&
    (OF_DATA.test(name) ||
      (/^\w+$/.test(name) &&
        new RegExp(String.raw`\b${name} ?\+=`).test(reading.code)))
  );
}

export default define({
  id: 'python/no-rounds',
  answers: [
    'ZeroDivisionError: division by zero',
    'ZeroDivisionError: float division by zero',
    'ZeroDivisionError: integer division or modulo by zero'
  ],
  values: ['name'],
  signs: [
    {
      where: 'message',
      pattern:
        /^(?:float |integer )?(?:division|modulo)(?: or modulo)? by zero$/,
      ename: /^ZeroDivisionError$/,
      when: reading => isTorchInPlay(reading) && isCounted(reading),
      confidence: 'possible',
      read: (_, reading) => ({ name: divisor(failedLine(reading)) })
    }
  ],
  words: (trans, { name = 'len(loader)' }) => ({
    title: trans.__('What is divided by is 0: nothing was counted'),
    cause: trans.__(
      '%1 is 0 in this line. In a training or a test that means that no batch came: the data set is empty, smaller than a batch with drop_last=True, or every sample was skipped.',
      name
    ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('See how much there is'),
        code: 'print(len(dataset), len(loader), loader.batch_size, loader.drop_last)'
      },
      check(
        trans.__('Keep the last batch, however small'),
        'loader = DataLoader(dataset, batch_size=32, drop_last=False)'
      ),
      check(
        trans.__('0 is possible: ask before'),
        'mean = total / count if count else float("nan")'
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__('A tensor that is divided by 0 gives inf or nan, and no error.')
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.utils.data'),
        url: 'https://docs.pytorch.org/docs/stable/data.html'
      }
    ]
  })
});
