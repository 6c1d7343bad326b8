import { define } from '../../define';
import { check } from '../../fix';
import { failedLine } from '../../predicates';
import { isTorchInPlay } from '../../shared/torch-in-play';

/** The first name of the line that is called, which no library has. */
function calledName(line: string): string | undefined {
  return /(?<![\w.])(?!print\b|range\b|len\b|if\b|for\b|while\b|with\b|return\b|float\b|int\b|str\b|list\b|zip\b|enumerate\b)(?<name>[a-z_]\w{0,30})\(/i.exec(
    line
  )?.groups?.name;
}

export default define({
  id: 'python/called-number',
  answers: [
    "TypeError: 'float' object is not callable",
    "TypeError: 'int' object is not callable",
    "TypeError: 'numpy.float64' object is not callable"
  ],
  values: ['type', 'name'],
  signs: [
    {
      where: 'message',
      pattern:
        /^["'](?<type>float|int|numpy\.(?:float|int)\d{2})["'] object is not callable$/,
      ename: /^TypeError$/,
      when: isTorchInPlay,
      confidence: 'likely',
      read: ({ type }, reading) => ({
        type,
        name: calledName(failedLine(reading))
      })
    }
  ],
  words: (trans, { type, name }) => ({
    title: name
      ? trans.__('A number is called like a function')
      : trans.__('A number stands where a function is called'),
    cause: name
      ? trans.__(
          'What is called in this line, such as %1, is a number (%2) now. Usually a line like “accuracy = accuracy(…)” gave the name of the function to its result, and the next call finds the number.',
          name,
          type ?? 'float'
        )
      : trans.__(
          'A name that was a function, a loss or a metric, holds a number (%1) now. Usually a line like “accuracy = accuracy(…)” gave the name of the function to its result.',
          type ?? 'float'
        ),
    fixes: [
      check(
        trans.__('Give the result a name of its own'),
        'acc = accuracy(pred, target)  # not: accuracy = accuracy(...)\nloss = loss_fn(pred, target)',
        trans.__(
          'Then run the cell again that defines or imports the function: the kernel still has the number.'
        )
      ),
      check(
        trans.__('A product: the sign between number and bracket is missing'),
        'y = 2 * (x + 1)  # not: 2(x + 1)'
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__('A tensor or a module that is called has a name of its own.')
    ],
    links: [
      {
        title: trans.__('Python: calls'),
        url: 'https://docs.python.org/3/reference/expressions.html#calls'
      }
    ]
  })
});
