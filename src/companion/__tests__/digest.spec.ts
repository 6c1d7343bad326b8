import { digestOf } from '../digest';

it('gives the digest that history.py gives', () => {
  // As in tests/test_companion_rerun.py.
  expect(digestOf("print('ü € 💥')")).toEqual([20, 220303271]);
  expect(digestOf("\n  print('ü € 💥')\t")).toEqual([20, 220303271]);
  expect(digestOf('')).toEqual([0, 0]);
});

it('tells a text from the same with another digit in its middle', () => {
  const half = 'x'.repeat(1_000_000);
  const [one, other] = [
    digestOf(`${half}1${half}`),
    digestOf(`${half}2${half}`)
  ];
  expect(one).not.toEqual(other);
});
