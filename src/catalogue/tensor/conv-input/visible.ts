/** What the visible code says of the layer that refused its input. */
import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { callsIn, type ICallText } from '../../shared/call-text';
import {
  assignmentsIn,
  linesBefore,
  ownLine,
  visibleCode
} from '../../shared/ran-code';
import { enclosing } from '../../shared/visible-code';

/** What the words use of it. */
export type Visible = ValuesOf<'source' | 'wider'>;

const NAME = /^[a-z_]\w{0,30}$/i;

/** What the function of the failed line gave a name before that line. */
function givenWithin(name: string, reading: IReading): string | undefined {
  const lines = [...linesBefore(reading), ownLine(reading)];
  const indented = visibleCode(reading).lines[lines.length - 1] ?? '';
  const all = [...lines.slice(0, -1), indented];
  const start = enclosing(all, all.length - 1, /^\s*(?:async )?def /);
  return start < 0
    ? undefined
    : assignmentsIn(all.slice(start + 1, -1))
        .filter(({ names }) => names.includes(name))
        .pop()?.value;
}

/** The layer of a name, as it was made: `self.conv2 = nn.Conv2d(64, 64, 3)`. */
function layerText(
  callee: string,
  { given, wanted }: Values,
  reading: IReading
): string | undefined {
  const made = assignmentsIn(visibleCode(reading).lines).filter(({ names }) =>
    names.includes(callee)
  );
  const call = made.length === 1 ? callsIn(made[0].value)[0] : undefined;
  const [first = ''] = call?.args ?? [];
  return call &&
    given !== undefined &&
    /(?:Conv(?:Transpose)?|Norm)[123]d$/.test(call.name) &&
    first === wanted &&
    call.text.length <= 80
    ? call.text.replace(`(${first}`, `(${given}`)
    : undefined;
}

/** The call of the failed line that is given a name. */
function callIn(reading: IReading): ICallText | undefined {
  const calls = callsIn(ownLine(reading)).filter(
    ({ name, args }) => name !== 'print' && NAME.test(args[0] ?? '')
  );
  return calls.length === 1 ? calls[0] : undefined;
}

/** The name that the layer was given. */
export function argumentOf(reading: IReading): string | undefined {
  return callIn(reading)?.args[0];
}

/**
 * Whether another layer or cat() made it, and
 * the layer for as many channels as it has.
 */
export function visibleOf(values: Values, reading: IReading): Visible {
  const call = callIn(reading);
  const argument = call?.args[0];
  const made =
    argument === undefined ? undefined : givenWithin(argument, reading);
  return {
    source:
      made === undefined
        ? undefined
        : /\bcat\(|\bconcat\(/.test(made)
          ? 'cat'
          : /\b(?:self\.\w+|F\.\w+|(?:torch\.)?relu)\(/.test(made) &&
              !/\.(?:permute|view|reshape|transpose|unsqueeze)\(/.test(made)
            ? 'layer'
            : undefined,
    wider: call && layerText(call.name, values, reading)
  };
}
