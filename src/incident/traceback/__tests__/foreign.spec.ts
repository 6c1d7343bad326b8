import { cellIncident } from '../../incident';
import { read } from '../reading';

const TRACEBACK = [
  'ValueError                                Traceback (most recent call last)',
  'Cell In[2], line 1',
  '----> 1 acc = accuracy_score(y, scores)',
  '',
  'File /usr/lib/python3.11/site-packages/sklearn/metrics/_classification.py:134, in _check_targets(y_true, y_pred)',
  '    133 if len(y_type) > 1:',
  '--> 134     raise ValueError("a mix of targets")',
  '',
  'ValueError: a mix of targets'
].join('\n');

function countedOf(source: string, imports = ''): readonly string[] {
  return read(
    cellIncident({
      ename: 'ValueError',
      evalue: 'a mix of targets',
      traceback: TRACEBACK,
      source,
      imports
    })
  ).exceptions.map(({ name }) => name);
}

describe('an exception of scikit-learn', () => {
  it('is that of another framework in a program without torch', () => {
    expect(countedOf('acc = accuracy_score(y, scores)')).toEqual([]);
  });

  it('counts in a program on torch', () => {
    expect(countedOf('acc = accuracy_score(y, torch.sigmoid(x))')).toEqual([
      'ValueError'
    ]);
    expect(countedOf('acc = accuracy_score(y, x)', 'import torch')).toEqual([
      'ValueError'
    ]);
  });
});
