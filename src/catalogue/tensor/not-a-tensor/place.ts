/** Where the refused value stands: its name in the line, and whose line it is. */
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IFrame, IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { check } from '../../fix';
import { callingPackage } from '../../shared/code-owner';
import { packageOf } from '../../../shared/package-names';

/** What trains models by itself: where no frame is at hand the call is its own. */
const TRAINERS: readonly (readonly [library: string, words: RegExp])[] = [
  ['unsloth', /\bunsloth\b/i],
  [
    'trl',
    /\btrl\b|\b(?:GRPO|SFT|DPO|PPO|ORPO|KTO)(?:Trainer|Config| training)\b/
  ]
];

function trainerIn({ exceptions, log }: IReading): string | undefined {
  const text = `${exceptions[0]?.message ?? ''} ${log}`;
  return TRAINERS.find(([, words]) => words.test(text))?.[0];
}

/** The innermost line that is none of torch's. */
function callingLine({ exceptions }: IReading): string {
  const frames: readonly IFrame[] = exceptions[0]?.frames ?? [];
  return (
    frames.filter(({ file }) => !/[\\/]torch[\\/]/.test(file)).pop()?.code ?? ''
  );
}

/** `held`, its name; `whole`, what it is an entry of; `owner`, whose line it is. */
export function readPlace(
  { func = '' }: Values,
  reading: IReading
): ValuesOf<'held' | 'whole' | 'owner'> {
  const line = callingLine(reading);
  const held = new RegExp(
    String.raw`\b${func.replace(/\W/g, '')}\((?<held>[a-z_]\w{0,30})[,)]`,
    'i'
  ).exec(line)?.groups?.held;
  const whole =
    held &&
    new RegExp(
      String.raw`\bfor (?:\w{1,30}, ?)?${held} in (?:enumerate\()?(?<whole>[\w.]{1,40})\)?[\])]`
    ).exec(line)?.groups?.whole;
  const isCut = reading.exceptions.every(({ frames }) => frames.length === 0);
  return {
    held,
    whole,
    owner: callingPackage(reading) ?? (isCut ? trainerIn(reading) : undefined)
  };
}

/** What to do where a value is None in a line that is at hand. */
export function noneFixes(
  trans: ITranslate,
  { held, whole, owner }: Values
): IFix[] {
  return [
    ...(whole && held
      ? [
          check(
            trans.__(
              'See which entries of %1 are None, and leave them out',
              whole
            ),
            `print([i for i, ${held} in enumerate(${whole}) if ${held} is None])`,
            owner &&
              trans.__(
                'The line stands in %1: what you ask it for may not be in its data.',
                owner
              )
          )
        ]
      : []),
    ...(owner && !whole
      ? [
          check(
            trans.__(
              'See which of the arguments you gave %1 is missing',
              owner
            ),
            '%debug  # then: up, and p with the name of a variable'
          )
        ]
      : [])
  ];
}

/** What to do where a library makes the call. */
export function ownersFixes(trans: ITranslate, owner: string): IFix[] {
  return [
    check(
      trans.__('Bring %1 and what it calls to releases that fit', owner),
      `%pip install --upgrade ${packageOf(owner)}  # then restart the kernel`,
      trans.__(
        'Or give it the kind of input that its page names: it handed this value on, or made it itself.'
      )
    )
  ];
}
