import { diagnose } from '../../../../diagnosis/diagnose';
import { cellIncident } from '../../../../incident/incident';
import nan from '..';

/** The line that the entry names, of a backward pass that ended in nan. */
function lineIn(source: string): string | undefined {
  const [{ values }] = diagnose(
    cellIncident({
      ename: 'RuntimeError',
      evalue: "Function 'MulBackward0' returned nan values in its 0th output.",
      source: `${source}\nloss.backward()`
    }),
    [nan]
  );
  return values.line;
}

it.each([
  'total = torch.empty_like(rows)\ntotal = total + rows',
  'x = torch.empty(3, 4)\nprint(x[0] == y)'
])('memory that no line writes: %s', source => {
  expect(lineIn(source)).toBe(source.split('\n')[0]);
});

it.each([
  'w = torch.empty(3, 4)\nnn.init.xavier_uniform_(w)',
  'w = torch.empty(3, 4).normal_()',
  'w = torch.empty(3, 4)\nw.uniform_(-1, 1)',
  'out = torch.empty(3)\nfor i in range(3):\n    out[i] = i',
  'out = torch.empty(3)\ntorch.add(a, b, out=out)',
  'self.weight = nn.Parameter(torch.empty(3, 4))'
])('none where a line does: %s', source => {
  expect(lineIn(source)).toBeUndefined();
});
