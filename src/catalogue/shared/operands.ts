import type { IReading } from '../../incident/types';
import { failedLine } from '../predicates';

/** A name as people write it: `x`, `self.w`, `q.T`. */
const NAME = String.raw`[a-z_]\w{0,30}(?:\.[a-z_]\w{0,30}){0,3}`;

const PRODUCTS = [
  new RegExp(String.raw`^(?<first>${NAME}) ?@ ?(?<second>${NAME})$`, 'i'),
  new RegExp(
    String.raw`^torch\.(?:mm|matmul|bmm|mv|dot)\((?<first>${NAME}), ?(?<second>${NAME})\)$`,
    'i'
  ),
  new RegExp(
    String.raw`^(?<first>${NAME})\.(?:mm|matmul|bmm|mv|dot)\((?<second>${NAME})\)$`,
    'i'
  )
];

/** What a line keeps of the result, or returns. */
const KEPT = /^(?:[\w., ]{1,60}= ?|return )/;

/** The two factors of the line that failed, where it is one product of names. */
export function factors(reading: IReading): {
  readonly first?: string;
  readonly second?: string;
} {
  const [statement] = failedLine(reading).split('#');
  const line = statement.trim().replace(KEPT, '').trim();
  const { first, second } =
    PRODUCTS.map(one => one.exec(line)?.groups).find(Boolean) ?? {};
  return { first, second };
}
