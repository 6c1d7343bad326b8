import { parseStack } from '../stack';
import { parseWeights } from '../weights';

const ODD: readonly unknown[] = [null, undefined, 3, 'x', [], {}, [[]], NaN];

it('takes what stack.py tells', () => {
  const told = parseStack({
    torch: '2.6.0+cu124',
    cuda: '12.4',
    hip: null,
    architectures: [75, 120],
    driver: '550.54.14',
    gpus: [
      ['A', 86],
      ['B', null]
    ],
    seen: true,
    visible: '',
    packages: { numpy: '2.4.6' }
  });
  expect(told).toEqual({
    torch: '2.6.0+cu124',
    cuda: '12.4',
    hip: null,
    architectures: ['7.5', '12.0'],
    driver: '550.54.14',
    gpus: [
      { name: 'A', capability: '8.6' },
      { name: 'B', capability: null }
    ],
    isSeen: true,
    visible: '',
    packages: { numpy: '2.4.6' }
  });
});

it.each(ODD)('takes nothing of %p', value => {
  expect(parseStack(value)).toEqual(parseStack(null));
  expect(
    parseStack({
      torch: value === 'x' ? 3 : value,
      architectures: [value],
      gpus: [value],
      packages: { torch: value === 'x' ? 3 : value }
    })
  ).toEqual(parseStack(null));
  expect(parseWeights(value)).toBeNull();
});

it('bounds what a kernel tells', () => {
  const many = Array.from({ length: 1000 }, (_, at) => [`GPU ${at}`, 90]);
  const { gpus, packages } = parseStack({
    gpus: many,
    packages: Object.fromEntries(many.map(([name]) => [name, '1']))
  });
  expect(gpus).toHaveLength(30);
  expect(Object.keys(packages)).toHaveLength(30);
});

it('takes what weights.py tells, and no odd parts of it', () => {
  const row = {
    model: 'head.weight',
    checkpoint: 'fc.weight',
    modelShape: [4, 3],
    checkpointShape: [4, 3]
  };
  const whole = {
    model: 'Net',
    own: 2,
    given: 2,
    common: 0,
    renamed: ['fc.', 'head.'],
    rows: [row],
    more: 0
  };
  expect(parseWeights(whole)).toEqual(whole);
  const odd = parseWeights({
    ...whole,
    renamed: ['fc.', 3],
    rows: [null, { model: 3, modelShape: ['x'] }],
    more: 'x'
  });
  const nothing = {
    model: null,
    checkpoint: null,
    modelShape: null,
    checkpointShape: null
  };
  expect(odd).toEqual({
    ...whole,
    renamed: null,
    rows: [nothing, nothing],
    more: 0
  });
});
