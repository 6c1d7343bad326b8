import { parseTensors } from '../tensors';

const TENSOR = {
  names: [{ name: 'y', own: true, function: 'step' }, { name: 3 }],
  operand: true,
  shape: [4],
  dtype: 'int64',
  device: 'cpu',
  gradient: false,
  values: [1, 10],
  parts: [2, 2],
  given: true,
  origin: { name: 'y', line: 7, input: null, code: 'y = f(x)' }
};

describe('tensors as the kernel tells them', () => {
  it('are read with what is said of them', () => {
    expect(
      parseTensors({
        tensors: [TENSOR],
        more: 2,
        numbers: [{ name: 'size', value: 4 }, { name: 'odd' }]
      })
    ).toEqual({
      tensors: [
        {
          names: [{ name: 'y', isOwn: true, function: 'step' }],
          isOperand: true,
          shape: [4],
          dtype: 'int64',
          device: 'cpu',
          requiresGrad: false,
          values: [1, 10],
          parts: [2, 2],
          isGiven: true,
          origin: { name: 'y', line: 7, input: null, code: 'y = f(x)' }
        }
      ],
      more: 2,
      numbers: [{ name: 'size', value: 4 }],
      others: [],
      layers: null
    });
  });

  it('are left out where they are none', () => {
    const odd = [
      null,
      7,
      { ...TENSOR, names: [] },
      { ...TENSOR, shape: ['4'] },
      { ...TENSOR, device: null }
    ];
    expect(parseTensors({ tensors: odd })).toBeNull();
    const [one] = parseTensors({
      tensors: [
        ...odd,
        { ...TENSOR, values: [1], parts: ['2'], given: 1, origin: 'y' }
      ]
    })!.tensors;
    expect(one).toMatchObject({
      values: null,
      parts: null,
      isGiven: false,
      origin: null
    });
    expect(parseTensors(null)).toBeNull();
    expect(parseTensors('tensors')).toBeNull();
  });

  it('are only so many', () => {
    const many = Array.from({ length: 1000 }, () => TENSOR);
    expect(parseTensors({ tensors: many })!.tensors).toHaveLength(30);
  });

  it('has the layers that are whole, and none without a name', () => {
    const row = { name: '0', kind: 'Linear', gets: '[2, 3]', gives: '[2, 4]' };
    const failed = { ...row, name: '1', gives: null };
    const of = (layers: unknown) =>
      parseTensors({ tensors: [TENSOR], layers })!.layers;
    expect(
      of({ name: 'self.net', rows: [row, { name: 7 }, failed], more: 2 })
    ).toEqual({ name: 'self.net', rows: [row, failed], more: 2 });
    expect(of({ rows: [row] })).toBeNull();
    expect(of({ name: 'self.net', rows: [] })).toBeNull();
    expect(of({ name: 'x', rows: Array(99).fill(row) })!.rows).toHaveLength(60);
  });
});
