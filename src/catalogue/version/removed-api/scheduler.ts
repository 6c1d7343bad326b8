import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { packageOf } from '../../../shared/package-names';
import type { IWords, Sign } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { callingPackage } from '../../shared/code-owner';
import { printedText } from '../../predicates';
import { keywordLeftOut } from '../../shared/edits/names';
import { ofKeyword } from '../../shared/edits/twins';
import { signsOf } from './keywords';

/** The schedulers of torch.optim, all of which took verbose. */
const NAMES = String.raw`\w{0,40}LR|ReduceLROnPlateau|LRScheduler|CosineAnnealing\w{0,20}`;

/** By its place: verbose was the last one. */
const PLACE =
  /(?<=^|[^\w.]|LR\.|\bReduceLROnPlateau\.|\bLRScheduler\.)__init__\(\) takes (?:from \d )?to (?<most>\d{1,2}) positional arguments but (?<given>\d{1,2}) were given/;

/** What a scheduler of one's own calls. */
const BASE =
  /\b_?LRScheduler\b|\b(?:(?:Multi)?StepLR|ExponentialLR|LambdaLR|CyclicLR|OneCycleLR|LinearLR|ConstantLR|MultiplicativeLR|PolynomialLR|CosineAnnealing(?:LR|WarmRestarts)|ReduceLROnPlateau)\.__init__|super\([^()\n]{0,60}\)\.__init__\( ?(?:self\.)?optim\w{0,10}, ?[^\n]{1,80}(?:verbose|True|False)\b/;

function isOneMore(reading: IReading): boolean {
  const text = `${reading.exceptions.map(({ message }) => message).join(' ')} ${reading.log}`;
  const { most, given } = PLACE.exec(text)?.groups ?? {};
  return (
    Number(given) === Number(most) + 1 &&
    (BASE.test(text) || BASE.test(printedText(reading)))
  );
}

/** verbose, by its name or by its place. */
export const SCHEDULER_SIGNS = [
  ...signsOf({ names: 'verbose', callee: NAMES }),
  ...messageOrLog(PLACE, { when: isOneMore, confidence: 'likely' })
].map((sign): Sign<'name' | 'asker'> => ({
  ...sign,
  read: ({ name }, reading) => ({ name, asker: callingPackage(reading) })
}));

/** What is said of it: whose call it is decides what to do. */
export function schedulerWords(
  trans: ITranslate,
  { name, asker }: { readonly name?: string; readonly asker?: string }
): IWords {
  return {
    title: trans.__('Schedulers of torch no longer take verbose'),
    cause: name
      ? trans.__(
          'All schedulers of torch.optim are without the argument verbose since torch 2.7, and the line still passes it.'
        )
      : trans.__(
          'All schedulers of torch.optim are without the argument verbose since torch 2.7, and the line still passes it, as its last one and without its name.'
        ),
    fixes: [
      ...(asker
        ? [
            check(
              trans.__('The line is in %1: update it', asker),
              `%pip install --upgrade ${packageOf(asker)}`
            )
          ]
        : []),
      {
        ofLine: true,
        ...check(
          trans.__('Leave it out of the call'),
          name
            ? 'scheduler = ReduceLROnPlateau(optimizer)  # without verbose\nprint(scheduler.get_last_lr())'
            : 'super().__init__(optimizer, last_epoch)  # without the last True or False',
          trans.__('Code of a project: a git pull may bring that, too.')
        ),
        ...ofKeyword('verbose', keywordLeftOut('verbose'))
      },
      check(
        trans.__('Or take a torch that still knows it'),
        "%pip install 'torch<2.7'"
      )
    ]
  };
}
