import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { callsIn } from '../../shared/call-text';
import { fitting } from '../../shared/fitting';
import { ownLine } from '../../shared/ran-code';
import { isTorchInPlay } from '../../shared/torch-in-play';

const CALLED = /(?<![\w.])(?<name>[a-z_][\w.]{0,40})\.(?:append|extend)\(/i;

/** The array, and what is to be put behind it. */
function appended(reading: IReading): {
  readonly name?: string;
  readonly value?: string;
} {
  const line = ownLine(reading);
  const call = callsIn(line).find(({ name }) =>
    /\.(?:append|extend)$/.test(name)
  );
  return {
    name: CALLED.exec(line)?.groups?.name,
    value: call?.args.length === 1 ? call.args[0] : undefined
  };
}

export default define({
  id: 'python/array-append',
  answers: [
    "AttributeError: 'numpy.ndarray' object has no attribute 'append'",
    "AttributeError: 'numpy.ndarray' object has no attribute 'extend'"
  ],
  refines: ['python/missing-attribute', 'tensor/not-a-tensor'],
  values: ['name', 'value'],
  signs: [
    {
      where: 'message',
      ename: /^AttributeError$/,
      pattern:
        /^["']numpy\.ndarray["'] object has no attribute ["'](?:append|extend)["']/,
      when: isTorchInPlay,
      confidence: 'likely',
      read: (_, reading) => appended(reading)
    }
  ],
  words: (trans, { name, value }) => ({
    title: fitting(name, 28)
      ? trans.__('%1 is an array, which has no append()', name)
      : trans.__('An array has no append()'),
    cause: trans.__(
      'An array keeps its size. A list was meant, or it became an array before: by np.array(), or by a line that took it for the result.'
    ),
    fixes: [
      check(
        trans.__('Gather in a list, and make the array at the end'),
        `${name ?? 'losses'} = []\n${name ?? 'losses'}.append(${value ?? 'loss'})\narray = np.array(${name ?? 'losses'})`
      ),
      check(
        trans.__('Or put it behind a copy: slow in a loop'),
        `${name ?? 'losses'} = np.append(${name ?? 'losses'}, ${value ?? 'loss'})`
      )
    ]
  }),
  common: trans => ({
    notThis: [trans.__('A tensor is joined by torch.cat() or torch.stack().')],
    links: [
      {
        title: trans.__('NumPy: append'),
        url: 'https://numpy.org/doc/stable/reference/generated/numpy.append.html'
      }
    ]
  })
});
