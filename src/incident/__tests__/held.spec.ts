import { parseHeld, sumOf } from '../held';

const TOLD = {
  sizes: { 'cuda:0': 3000, cpu: 10 },
  variables: [
    {
      name: 'model',
      what: 'model',
      sizes: { cpu: 10, 'cuda:0': 2000 },
      gradients: 1000,
      shape: null,
      dtype: null
    },
    {
      name: 'optimizer',
      what: 'optimizer',
      sizes: { 'cuda:0': 4000 },
      gradients: 1000,
      state: 2000,
      shape: null,
      dtype: null
    },
    {
      name: 'x',
      what: 'tensor',
      sizes: { 'cuda:0': 1000 },
      gradients: 0,
      shape: [2, 5],
      dtype: 'float32'
    }
  ],
  more: 3,
  outputs: [{ number: 7, size: 40 }],
  outputsSizes: { 'cuda:0': 30, cpu: 10 },
  failed: [{ name: 'hidden', size: 60 }],
  failedSizes: { 'cuda:1': 60 },
  allocated: 5000,
  complete: true
};

it('is read as the kernel told it', () => {
  expect(parseHeld(TOLD)).toEqual({
    size: 3010,
    variables: [
      {
        name: 'model',
        what: 'model',
        size: 2010,
        gradients: 1000,
        state: 0,
        devices: ['cuda:0', 'cpu'],
        shape: null,
        dtype: null
      },
      {
        name: 'optimizer',
        what: 'optimizer',
        size: 4000,
        gradients: 1000,
        state: 2000,
        devices: ['cuda:0'],
        shape: null,
        dtype: null
      },
      {
        name: 'x',
        what: 'tensor',
        size: 1000,
        gradients: 0,
        state: 0,
        devices: ['cuda:0'],
        shape: [2, 5],
        dtype: 'float32'
      }
    ],
    more: 3,
    outputs: [{ key: 7, size: 40 }],
    outputsSizes: new Map([
      ['cuda:0', 30],
      ['cpu', 10]
    ]),
    failed: [{ key: 'hidden', size: 60 }],
    failedSizes: new Map([['cuda:1', 60]]),
    allocated: 5000,
    isComplete: true
  });
});

it('is summed over all devices, or those of a kind', () => {
  const { outputsSizes } = parseHeld(TOLD)!;
  expect(sumOf(outputsSizes)).toBe(40);
  expect(sumOf(outputsSizes, 'cuda')).toBe(30);
});

it.each([
  [null],
  [[]],
  ['no'],
  [{ variables: [null, 3, { name: 5 }], outputs: [{}], failed: 'x', sizes: 1 }]
])('takes %j without harm', told => {
  const held = parseHeld(told);
  expect(held?.variables ?? []).toEqual([]);
  expect(held?.outputs ?? []).toEqual([]);
});
