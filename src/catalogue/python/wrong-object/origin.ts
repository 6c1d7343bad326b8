/** Where a value came from that cannot do what the failed line wants of it. */
import type { IFactsMatch, IFix, ITranslate } from '../../../diagnosis/types';
import type { IOriginFacts } from '../../../incident/origin-facts';
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { knownValues, liveFacts } from '../shared/live-facts';

export const ORIGIN_VALUES = [
  'type',
  'held',
  'want',
  'attribute',
  'line',
  'input',
  'code',
  'function',
  'place'
] as const;

type Read = ValuesOf<(typeof ORIGIN_VALUES)[number]>;

/** Ordinary values; of tensors, modules and methods other entries know more. */
const ORDINARY =
  /^(?:NoneType|str|bytes|bool|list|tuple|dict|set|(?:u?int|float)\d{0,3})$/;

function evidenceOf(live: IOriginFacts): string {
  const { held, type, code, place } = live;
  const what = held ?? live.function ?? '';
  return code ?? `${place && held ? place : what}: ${type}`;
}

/** What the kernel told of the value, where it is an ordinary one. */
export function originFacts(reading: IReading): IFactsMatch | null {
  const live = liveFacts(reading, 'origin');
  if (live === null || !ORDINARY.test(live.type)) {
    return null;
  }
  const { state, want, line, input, ...texts } = live;
  const { type, held, attribute, code, place } = texts;
  return {
    // A text that knows the attribute says more.
    confidence: want === 'attribute' ? 'possible' : 'certain',
    evidence: [
      {
        where: code === null ? 'kernel' : 'source',
        text: evidenceOf(live)
      }
    ],
    values: {
      kind: state,
      ...knownValues({
        type,
        held,
        want,
        attribute,
        line,
        input,
        code,
        place,
        function: live.function
      })
    }
  };
}

/** What the failed line does with the value. */
function wanted(trans: ITranslate, { want, attribute }: Read): string {
  switch (want) {
    case 'call':
      return trans.__('calls it like a function');
    case 'index':
      return trans.__('takes a part of it in brackets');
    case 'unpack':
      return trans.__('takes it apart into several names');
    case 'length':
      return trans.__('asks for its length');
    case 'attribute':
      return trans.__('asks it for .%1', attribute ?? '');
    default:
      return trans.__('goes over its parts');
  }
}

export function originTitle(trans: ITranslate, { held, type }: Read): string {
  const name = fitting(held, 30) ?? trans.__('A value');
  return type === 'NoneType'
    ? trans.__('%1 is None here', name)
    : trans.__('%1 is of type %2 here', name, type ?? 'str');
}

/** By a line that assigned it. */
export function bound(trans: ITranslate, values: Read): string {
  const { held = '', line = '', input, code } = values;
  const does = wanted(trans, values);
  if (code && input) {
    return trans.__(
      'Line %1 of cell [%2] gave %3 its value: %4. The failed line %5.',
      line,
      input,
      held,
      code,
      does
    );
  }
  return code
    ? trans.__(
        'Line %1 gave %2 its value: %3. The failed line %4.',
        line,
        held,
        code,
        does
      )
    : trans.__(
        'Line %1 gave %2 its value. The failed line %3.',
        line,
        held,
        does
      );
}

/** By the call of a function. */
export function passed(trans: ITranslate, values: Read): string {
  const { held = '', line = '', input, code } = values;
  const does = wanted(trans, values);
  const name = values.function ?? '';
  if (code && input) {
    return trans.__(
      '%1() was given it on line %2 of cell [%3]: %4. The failed line %5.',
      name,
      line,
      input,
      code,
      does
    );
  }
  return code
    ? trans.__(
        '%1() was given it on line %2: %3. The failed line %4.',
        name,
        line,
        code,
        does
      )
    : trans.__(
        '%1() was given it as %2. The failed line %3.',
        name,
        held,
        does
      );
}

/** By a loop that came to it. */
export function taken(trans: ITranslate, values: Read): string {
  return trans.__(
    'The loop has come to %1, and the failed line %2. The parts before it are of another type, or could do so by chance.',
    values.place ?? '',
    wanted(trans, values)
  );
}

/** By a function of the user's. */
export function gaveWhole(trans: ITranslate, values: Read): string {
  const { place, type = '' } = values;
  const name = values.function ?? '';
  return place
    ? trans.__(
        '%1() returns one value, %2, of type %3. The failed line %4.',
        name,
        place,
        type,
        wanted(trans, values)
      )
    : trans.__(
        '%1() has no return with a value, so it gives None. The failed line %2.',
        name,
        wanted(trans, values)
      );
}

export function seeValue(trans: ITranslate, { held, place }: Read): IFix {
  const what = place && held ? place : (held ?? 'value');
  return {
    safety: 'diagnostic',
    title: trans.__('See what it is'),
    code: `print(type(${what}), ${what})`
  };
}

/** What to do about the line that gave a name its value. */
export function giveAnother(
  trans: ITranslate,
  { held = 'value', type, want, code }: Read
): IFix {
  const other = code?.startsWith(`${held} = `)
    ? `${held}_value${code.slice(held.length)}`
    : undefined;
  if (want === 'call' && other) {
    return check(
      trans.__('Give that value a name of its own'),
      other,
      trans.__(
        'Then %1 can stay the function that the failed line calls: run again the cell that defines or imports it.',
        held
      )
    );
  }
  return {
    safety: 'check',
    title:
      type === 'NoneType'
        ? trans.__('Give %1 a value there that is not None', held)
        : trans.__('Give %1 there what the failed line wants', held),
    detail: trans.__(
      'Is it a result that was meant for another name? Then give it one of its own, and run again what made this one.'
    )
  };
}
