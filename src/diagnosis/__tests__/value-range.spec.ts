import { catalogue } from '../../catalogue';
import { cellIncident } from '../../incident/incident';
import { diagnose } from '../diagnose';
import {
  mayFindNotFinite,
  mayNameValue,
  namedValueOf,
  sidesOf,
  valueRangeOf
} from '../value-range';

/** What is found first of an error. */
function findingOf(ename: string, evalue: string, source = '') {
  const incident = cellIncident({ ename, evalue, traceback: [], source });
  return diagnose(incident, catalogue)[0];
}

describe('the value and its range', () => {
  it('are those that the operand checks tell', () => {
    const finding = findingOf(
      'OperandError',
      'cross_entropy: target[17] is 10; with 10 classes labels are 0 … 9 (3 of 64 are out of range: 10, -1, 255)'
    );
    expect(namedValueOf(finding)).toBe('target[17] = 10');
    expect(valueRangeOf(finding)).toEqual({
      low: 0,
      high: 9,
      found: ['10', '-1', '255'],
      count: [3, 64]
    });
  });

  it('are those that torch tells on the CPU', () => {
    const finding = findingOf(
      'IndexError',
      'index 5 is out of bounds for dimension 0 with size 3',
      'x[i]'
    );
    expect(namedValueOf(finding)).toBeNull();
    expect(valueRangeOf(finding)).toEqual({
      low: 0,
      high: 2,
      found: ['5'],
      count: null
    });
  });

  it.each([
    ['OperandError', 'multinomial: input[1] sums to 0; each row has a weight'],
    ['IndexError', 'Target 9 is out of bounds.'],
    ['IndexError', 'index 0 is out of bounds for dimension 0 with size 0'],
    [
      'IndexError',
      'Dimension out of range (expected to be in range of [-1, 0], but got 1)'
    ],
    ['RuntimeError', 'CUDA error: device-side assert triggered']
  ])('are silent where one is missing: %s: %s', (ename, evalue) => {
    const finding = findingOf(ename, evalue, 'x[i]');
    expect([finding && valueRangeOf(finding)]).toEqual([null]);
    expect(namedValueOf(finding)).toBeNull();
  });

  it('stand on the side where they are, once and in order', () => {
    const range = { low: -3, high: 2, count: null };
    const found = ['9', '-5', '9', '3', '-100', '…', 'nan'];
    expect(sidesOf({ ...range, found })).toEqual({
      below: ['-100', '-5'],
      above: ['3', '9', '…', 'nan']
    });
  });

  it.each([
    ['IndexError', 'Target 10 is out of bounds.', true],
    ['IndexError', 'index out of range in self', true],
    ['RuntimeError', 'CUDA error: device-side assert triggered', true],
    // About a shape, and where the value is named already.
    ['IndexError', 'too many indices for tensor of dimension 1', false],
    [
      'OperandError',
      'embedding: input[3] is 7; with 6 rows ids are 0 … 5 (1 of 4 is out of range: 7)',
      false
    ]
  ])('may be named by a check: %s: %s', (ename, evalue, isOffered) => {
    expect(mayNameValue(findingOf(ename, evalue))).toBe(isOffered);
  });

  it.each([
    ['ValueError', 'loss is nan', true],
    [
      'RuntimeError',
      'probability tensor contains either `inf`, `nan` or element < 0',
      true
    ],
    [
      'OperandError',
      'bernoulli: input[1] is nan; values are 0 … 1 (1 of 2 is out of range: nan)',
      true
    ],
    // Neither is about NaN, and the last has found it.
    ['IndexError', 'Target 10 is out of bounds.', false],
    [
      'OperandError',
      'bernoulli: input[1] is 2; values are 0 … 1 (1 of 2 is out of range: 2)',
      false
    ],
    [
      'OperandError',
      'sqrt: result[0] is nan; what went in there is -1 (1 of 2 is not finite: nan)',
      false
    ]
  ])('may be NaN from before: %s: %s', (ename, evalue, isOffered) => {
    expect(mayFindNotFinite(findingOf(ename, evalue))).toBe(isOffered);
  });
});
