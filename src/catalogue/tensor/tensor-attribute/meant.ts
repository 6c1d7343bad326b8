/** What was meant with an attribute that no tensor has, nor another usual object. */
import type { IReading } from '../../../incident/types';
import { callsIn } from '../../shared/call-text';
import { hasSameLetters } from '../../shared/near';
import { ownLine, visibleCode } from '../../shared/ran-code';
import { spellingOf, type Spelling } from '../../shared/torch-names';

/** A name that fits, and the line with it. */
export interface IMeant {
  readonly kind: 'slip' | 'own' | 'function';
  readonly near: string;
  readonly line?: string;
}

/** Functions of torch that are asked for as methods; others of its names are no functions. */
const OF_TORCH =
  /^(?:stack|cat|[vhd]stack|concat(?:enate)?|einsum|cdist|bincount)$/;

/** The one call of the name in the failed line, and what it is asked of. */
function callOf(name: string, line: string) {
  const calls = callsIn(line).filter(call => call.name.endsWith(`.${name}`));
  return calls.length === 1
    ? { ...calls[0], receiver: calls[0].name.slice(0, -name.length - 1) }
    : undefined;
}

/** `x.fc1(x)` in a method of a class that has `self.fc1`. */
function ofSelf(name: string, reading: IReading): IMeant | undefined {
  const line = ownLine(reading);
  const call = callOf(name, line);
  const { text } = visibleCode(reading);
  const func = reading.exceptions[0]?.frames.at(-1)?.func.split('.').pop();
  const isMethod = text.includes(`def ${func}(self`);
  const isSet = new RegExp(
    String.raw`\bself\.${name} ?=(?!=)|\bdef ${name}\(self\b`
  );
  return call && isMethod && call.receiver !== 'self' && isSet.test(text)
    ? {
        kind: 'own',
        near: `self.${name}`,
        line: line.replace(`${call.receiver}.${name}(`, `self.${name}(`)
      }
    : undefined;
}

/** `x.one_hot(10)` for `F.one_hot(x, 10)`. */
function asFunction(
  name: string,
  known: Spelling | null,
  reading: IReading
): IMeant | undefined {
  const module =
    known?.is !== 'elsewhere' || known.name !== name
      ? undefined
      : known.module === 'torch.nn.functional'
        ? 'F'
        : known.module === 'torch' && OF_TORCH.test(name)
          ? 'torch'
          : undefined;
  if (module === undefined) {
    return undefined;
  }
  const line = ownLine(reading);
  const call = callOf(name, line);
  const given = call && [call.receiver, ...call.args].join(', ');
  return {
    kind: 'function',
    near: `${module}.${name}`,
    line:
      call && module === 'F'
        ? line.replace(call.text, `F.${name}(${given})`)
        : undefined
  };
}

/** Short words are near to each other by chance: a letter is too much or too few there. */
function isSlip(name: string, other: string): boolean {
  return (
    name.length > 4 ||
    name.length !== other.length ||
    hasSameLetters(name, other)
  );
}

/** `x.unsqeeze(0)`. */
function misspelt(
  name: string,
  known: Spelling | null,
  reading: IReading
): IMeant | undefined {
  // What works in place is seldom meant.
  if (
    known?.is !== 'near' ||
    known.name.endsWith('_') ||
    !isSlip(name, known.name)
  ) {
    return undefined;
  }
  const line = ownLine(reading);
  return {
    kind: 'slip',
    near: known.name,
    line: line.includes(`.${name}`)
      ? line.replace(`.${name}`, `.${known.name}`)
      : undefined
  };
}

/** What a tensor was asked for, where the name alone or the code tells it. */
export function meantBy(name: string, reading: IReading): IMeant | undefined {
  const known = spellingOf('torch.Tensor', name);
  return (
    ofSelf(name, reading) ??
    asFunction(name, known, reading) ??
    misspelt(name, known, reading)
  );
}
