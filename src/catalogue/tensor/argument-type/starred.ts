/** Several tensors given one after another to what takes them as one list. */
import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { callsIn } from '../../shared/call-text';
import { ownLine } from '../../shared/ran-code';

/** Where torch counts arguments (torch 2.13), as Python would of its own. */
export const COUNTED =
  /^(?:torch\._VariableFunctionsClass\.)?(?<func>stack|cat|concat|concatenate|[hvd]stack|column_stack|row_stack|as_tensor|tensor|from_numpy)\(\) takes (?:(?:from \d to \d|1) positional arguments? but \d{1,6} were given|exactly one argument \(\d{1,6} given\))/;

/** torch.Tensor() and its like call themselves `new`. */
export const MADE =
  /^new\(\) received an invalid combination of arguments - got \((?<type>numpy\.ndarray|Tensor|list|tuple)(?:, \k<type>){1,999}\)/;

/** What joins tensors, and takes them in a list. */
const JOINS = /stack$|^cat$|^concat/;

/** A name that a star unpacks, or names alone. */
const STAR = /^\*(?<name>[a-z_][\w.]{0,40}(?:\[[\w:-]{1,12}\])?)$/i;
const NAME = /^[a-z_][\w.]{0,40}(?:\[[\w:-]{1,12}\])?$/i;

/** How the whole of a name becomes one tensor. */
function wholeOf(func: string, name: string, type: string | undefined) {
  return JOINS.test(func)
    ? name
    : type === 'Tensor'
      ? `torch.stack(list(${name}))`
      : `np.array(${name})`;
}

/**
 * Which name a star unpacks into such a call, or which values stand there one
 * after another, with the call as it would be; null for any other failure.
 */
export function starredOf(reading: IReading): Values | null {
  const groups = reading.exceptions
    .map(({ message }) => (COUNTED.exec(message) ?? MADE.exec(message))?.groups)
    .find(Boolean);
  if (groups === undefined) {
    return null;
  }
  const func = groups.func ?? 'Tensor';
  const line = ownLine(reading);
  const call = callsIn(line).find(
    ({ name }) =>
      func === 'Tensor'
        ? /(?:^|\.)\w{0,12}Tensor$/.test(name)
        : name === `torch.${func}` // a function of the user's counts alike
  );
  const places = call?.args.filter(arg => !/^\w{1,20} ?=(?!=)/.test(arg)) ?? [];
  const rest = call?.args.filter(arg => !places.includes(arg)) ?? [];
  const starred = places.length === 1 ? STAR.exec(places[0]) : null;
  const listed =
    JOINS.test(func) && places.length > 2 && places.every(arg => NAME.test(arg))
      ? places
      : null;
  if (call === undefined || (starred === null && listed === null)) {
    return null;
  }
  const name = starred?.groups?.name;
  const isTensor = groups.type === 'Tensor';
  const inner =
    name === undefined
      ? `[${(listed ?? []).join(', ')}]`
      : wholeOf(func, name, groups.type);
  const made =
    func === 'Tensor' && isTensor
      ? inner
      : `${call.name}(${[inner, ...rest].join(', ')})`;
  const anew = line.replace(call.text, () => made);
  return {
    func,
    name,
    type: groups.type,
    anew: anew.length <= 120 ? anew : made
  };
}
