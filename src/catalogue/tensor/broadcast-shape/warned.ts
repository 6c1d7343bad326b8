/** Output and target, as the warning of a loss beside the error tells them. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { OTHER_SIZE, sizesOf } from '../shared/shapes';

export type Warned = ValuesOf<'output' | 'target'>;

/** Both shapes, where they differ in their channels alone: `[4, 6, 64, 64]`, `[4, 7, 64, 64]`. */
export function warnedOf(reading: IReading): Warned {
  const { input: output, target } =
    OTHER_SIZE.exec(printedText(reading))?.groups ?? {};
  const [given, wanted] = [output, target].map(shape => sizesOf(shape) ?? []);
  const differing = given.flatMap((size, at) =>
    size === wanted[at] ? [] : at
  );
  return given.length === wanted.length &&
    given.length > 2 &&
    differing.length === 1 &&
    differing[0] === 1
    ? { output, target }
    : {};
}

/** What is said where both shapes are known. */
export function warnedWords(
  trans: ITranslate,
  { output = '[4, 6, 8, 8]', target = '[4, 7, 8, 8]' }: Warned
): IWords {
  const [given, wanted] = [output, target].map(
    shape => `${sizesOf(shape)?.[1] ?? ''}`
  );
  return {
    title: trans.__('The output has %1 channels, the target %2', given, wanted),
    cause: trans.__(
      'The loss warns of it before: the output is %1, the target %2. The last layer is usually made for %3 classes, and the data have %4.',
      output,
      target,
      given,
      wanted
    ),
    fixes: [
      check(
        trans.__('Give the last layer as many outputs as the data has classes'),
        `num_classes = ${wanted}  # in the model too, where the number is written out`
      ),
      {
        safety: 'diagnostic',
        title: trans.__('Find the layer that gives %1', given),
        code: `print([(n, m) for n, m in model.named_modules() if '${given}' in repr(m)])`
      }
    ]
  };
}
