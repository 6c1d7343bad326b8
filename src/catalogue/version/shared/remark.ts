import type { IReading } from '../../../diagnosis/types';
import { isPasted } from '../../said';

/**
 * Whether the failure, if there is one, is but a warning: a deprecated name in
 * a stream does not explain an exception beside it.
 */
export function onlyWarned({ exceptions }: IReading): boolean {
  return exceptions.every(
    raised =>
      /Warning$/.test(raised.name) || raised.message === '' || isPasted(raised)
  );
}
