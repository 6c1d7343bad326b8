import type { IReading } from '../../incident/types';
import { failedLine } from '../predicates';
import { callsIn } from './call-text';

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

const PRODUCT_CALL = /^(?:torch\.)?(?:mm|matmul|bmm|mv|dot)$/;

/** The factors of the one product within a line: of its call, or around its `@`. */
function within(line: string): Partial<Record<string, string>> | undefined {
  const simple = new RegExp(`^${NAME}$`, 'i');
  const calls = callsIn(line).filter(
    ({ name, args }) => PRODUCT_CALL.test(name) && args.length === 2
  );
  if (calls.length === 1 && !line.includes('@')) {
    const [first, second] = calls[0].args;
    return [first, second].every(one => simple.test(one))
      ? { first, second }
      : undefined;
  }
  const around = [
    ...line.matchAll(
      new RegExp(
        String.raw`(?<![\w.)\]])(?<first>${NAME}) ?@ ?(?<second>${NAME})(?![\w.([])`,
        'gi'
      )
    )
  ];
  return calls.length === 0 &&
    around.length === 1 &&
    line.split('@').length === 2
    ? around[0].groups
    : undefined;
}

/** The two factors of the line that failed, where it has one product of names. */
export function factors(reading: IReading): {
  readonly first?: string;
  readonly second?: string;
} {
  const [statement] = failedLine(reading).split('#');
  const line = statement.trim().replace(KEPT, '').trim();
  const { first, second } =
    PRODUCTS.map(one => one.exec(line)?.groups).find(Boolean) ??
    within(line) ??
    {};
  return { first, second };
}
