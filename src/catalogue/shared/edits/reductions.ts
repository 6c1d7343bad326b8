/** What the old arguments of a loss said, said with `reduction`. */
import type { Edit, ICall } from '../../../code/types';
import { keywordOf, withKeyword, withoutArguments } from './arguments';
import { failingCall } from './find';

const OLD = ['size_average', 'reduce'];

function isOld(call: ICall): boolean {
  const reduction = keywordOf(call, 'reduction')?.value;
  return (
    OLD.some(name => keywordOf(call, name) !== null) ||
    (reduction !== null &&
      reduction !== undefined &&
      /elementwise_mean/.test(call.code.textOf(reduction)))
  );
}

/** `reduction` for `size_average` and `reduce`, or with its name of today. */
export function reducedBy(reduction: string): Edit {
  return failed => {
    const call = failingCall(failed, isOld);
    if (!call) {
      return null;
    }
    const value = `'${reduction}'`;
    if (keywordOf(call, 'reduction')) {
      return withKeyword(call, 'reduction', value);
    }
    const [first, ...others] = call.args.filter(({ keyword }) =>
      OLD.includes(keyword ?? '')
    );
    const rest = withoutArguments(call, argument => others.includes(argument));
    const { code } = call;
    const { from, to } = first;
    return rest && [{ code, from, to, insert: `reduction=${value}` }, ...rest];
  };
}
