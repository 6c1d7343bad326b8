import { parseHeld } from '../held';

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
  outputsSize: 40,
  failed: [{ name: 'hidden', size: 60 }],
  failedSize: 60,
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
        devices: ['cuda:0', 'cpu'],
        shape: null,
        dtype: null
      },
      {
        name: 'x',
        what: 'tensor',
        size: 1000,
        gradients: 0,
        devices: ['cuda:0'],
        shape: [2, 5],
        dtype: 'float32'
      }
    ],
    more: 3,
    outputs: [{ key: 7, size: 40 }],
    outputsSize: 40,
    failed: [{ key: 'hidden', size: 60 }],
    failedSize: 60,
    allocated: 5000,
    isComplete: true
  });
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
