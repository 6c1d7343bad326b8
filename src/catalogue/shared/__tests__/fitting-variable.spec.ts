import { diagnose } from '../../../diagnosis/diagnose';
import { english } from '../../../diagnosis/english';
import { cellIncident } from '../../../incident/incident';
import { parseTensors } from '../../../incident/tensors';
import { catalogue } from '../..';

const WIDTHS = 'mat1 and mat2 shapes cannot be multiplied (20x1 and 11x13)';
const CHANNELS =
  'Given groups=1, weight of size [6, 3, 5, 5], expected input[4, 1, 32, 32] to have 3 channels, but got 1 channels instead';

/** What is said first of a line that fails, where the kernel tells these tensors. */
function said(evalue: string, source: string, tensors: object) {
  const incident = cellIncident({
    ename: 'RuntimeError',
    evalue,
    traceback: [],
    source
  });
  const [{ entry, values }] = diagnose(
    { ...incident, tensors: parseTensors(tensors)! },
    catalogue
  );
  return entry.page(english, values);
}

function given(name: string, shape: number[], more: object = {}) {
  return {
    names: [
      { name: 'input', own: false, function: 'forward' },
      { name, own: true, function: '' }
    ],
    operand: true,
    shape,
    dtype: 'float32',
    device: 'cpu',
    ...more
  };
}

describe('the variable that would fit', () => {
  it.each([
    [
      WIDTHS,
      'guess = net(targets)',
      {
        tensors: [given('targets', [20, 1])],
        others: [
          { name: 'features', shape: [20, 11] },
          { name: 'more', shape: [20, 12] }
        ]
      },
      'guess = net(features)'
    ],
    [
      CHANNELS,
      'net(grey)',
      {
        tensors: [given('grey', [4, 1, 32, 32])],
        others: [{ name: 'colour', shape: [4, 3, 32, 32] }]
      },
      'net(colour)'
    ]
  ])('%s: is put into the line', (evalue, source, tensors, anew) => {
    const { cause, fixes } = said(evalue, source, tensors);
    expect(fixes[0].code).toBe(anew);
    expect(cause).toContain('probably that was meant');
  });

  it.each([
    [
      'two that fit',
      'guess = net(targets)',
      [
        { name: 'features', shape: [20, 11] },
        { name: 'held_out', shape: [20, 11] }
      ]
    ],
    ['none', 'guess = net(targets)', [{ name: 'long', shape: [21, 11] }]],
    [
      'a line without the name',
      'guess = net(rows[1])',
      [{ name: 'features', shape: [20, 11] }]
    ]
  ])('is not guessed: %s', (_, source, others) => {
    const tensors = { tensors: [given('targets', [20, 1])], others };
    const { fixes } = said(WIDTHS, source, tensors);
    expect(fixes.map(({ code }) => code).join()).not.toMatch(
      /features|held_out|long/
    );
  });
});
