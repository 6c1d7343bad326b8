/** The variable that the kernel says would fit, in place of one that does not. */
import { isInPlace } from '../../diagnosis/tensor-clash';
import type { Values } from '../../diagnosis/types';
import type { IReading } from '../../incident/types';
import { withVariable, type Twin } from './near-variable';
import { ownLine, uses } from './ran-code';

/**
 * The failed line has a variable with a size that was not taken, `given`, and
 * exactly one other of the user's has the size that is, `wanted`, and all
 * others alike. None as long as the kernel has not told the tensors.
 */
export function fitOf({ given, wanted }: Values, reading: IReading): Twin {
  const { tensors = [], others = [] } = reading.incident.tensors ?? {};
  const line = ownLine(reading);
  const [gets, takes] = [Number(given), Number(wanted)];
  const found = tensors
    .filter(({ isOperand, isGiven }) => isOperand || isGiven)
    .flatMap(({ names, shape }) =>
      names
        .filter(({ name, isOwn }) => isOwn && uses(name, line))
        .flatMap(({ name }) =>
          others
            .filter(other => isInPlace(other.shape, shape, gets, takes))
            .map(other => withVariable(line, name, other.name, 'fits'))
        )
    );
  return found.length === 1 ? found[0] : {};
}
