import { cellHash, hashIn } from '../cell-hash';

// As ipykernel computes it; the last was seen in a file of xeus-python.
it.each([
  ['', 3990065800],
  ['a', 2167009006],
  ['ab', 2805137849],
  ['abc', 3350977461],
  ['abcd', 804720481],
  ['größe = 1\n# 损失', 2777530914],
  [
    'import traceback,sys\ntry:\n    1/0\nexcept Exception:\n    traceback.print_exc()',
    3375352304
  ]
])('names the file of the cell %j', (source, hash) => {
  expect(cellHash(source)).toBe(hash);
  expect(hashIn(`/tmp/ipykernel_17/${hash}.py`)).toBe(hash);
  expect(hashIn(`C:\\Temp\\xpython_17\\${hash}.py`)).toBe(hash);
});

it('stands in the name of no other file', () => {
  expect(hashIn('/home/u/17.py')).toBeNull();
  expect(hashIn('In[3]')).toBeNull();
});
