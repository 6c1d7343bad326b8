import { parseToldFacts } from '../live-facts';
import { valueText } from '../told-values';

it('reads what the kernel tells of a name', () => {
  expect(
    parseToldFacts({
      kind: 'name',
      name: 'model',
      stopped: 2,
      cells: [{ cell: 0, line: 1, sure: true, ran: null }],
      near: null,
      member: 'math.sqrt',
      file: 'nets.py',
      local: 'train',
      torch: true
    })
  ).toEqual({
    kind: 'name',
    name: 'model',
    stopped: 2,
    cells: [{ cell: 0, line: 1, isSure: true, ran: null }],
    near: null,
    member: 'math.sqrt',
    file: 'nets.py',
    local: 'train',
    hasTorch: true
  });
});

it('reads what the kernel tells of an import', () => {
  expect(
    parseToldFacts({
      kind: 'import',
      module: 'cv2',
      state: 'missing',
      package: 'opencv-python',
      known: true,
      project: true,
      executable: '/bin/python',
      torch: false
    })
  ).toEqual({
    kind: 'import',
    module: 'cv2',
    state: 'missing',
    name: null,
    package: 'opencv-python',
    isKnown: true,
    version: null,
    used: null,
    isProven: false,
    place: null,
    near: null,
    isProject: true,
    executable: '/bin/python',
    hasTorch: false
  });
});

it('reads what the kernel tells of a call', () => {
  const told = {
    kind: 'call',
    state: 'misfit',
    function: 'Linear.__init__',
    keyword: 'bais',
    parameters: 'in_features, out_features, bias=True',
    near: 'bias',
    held: null,
    package: 'torch',
    version: '2.13.0',
    passedBy: null
  };
  expect(parseToldFacts({ ...told, torch: true })).toEqual({
    ...told,
    hasTorch: true
  });
  expect(
    parseToldFacts({ ...told, state: 'unmade', held: 'net' })
  ).toMatchObject({ state: 'unmade', held: 'net' });
  expect(parseToldFacts({ ...told, state: 'odd' })).toMatchObject({
    state: 'misfit'
  });
});

it.each([
  null,
  'text',
  { kind: 'other' },
  { kind: 'name', name: 3 },
  { kind: 'import', module: 'x', state: 'other' },
  { kind: 'import', state: 'missing' },
  { kind: 'call', function: 'f' },
  { kind: 'call', parameters: 'x' }
])('takes %j for nothing', told => {
  expect(parseToldFacts(told)).toBeNull();
});

it('takes odd cells of a name for none that can be read', () => {
  const told = parseToldFacts({ kind: 'name', name: 'x', cells: [null, 3] });
  expect(told).toMatchObject({
    cells: [
      { cell: -1, line: null, isSure: false },
      { cell: -1, line: null, isSure: false }
    ]
  });
});

it.each([
  {
    kind: 'key',
    state: 'near',
    key: "'lable'",
    container: 'batch',
    type: 'dict',
    count: 2,
    keys: ["'image'", "'label'"],
    near: "'label'"
  },
  {
    kind: 'index',
    container: 'labels',
    type: 'list',
    length: 3,
    index: 3,
    written: 'i + 1'
  },
  {
    kind: 'unpack',
    form: 'shape',
    expected: 4,
    got: 3,
    source: 'images',
    type: 'Tensor',
    shape: [3, 32, 48],
    names: '(n, c, h, w)'
  },
  {
    kind: 'path',
    state: 'near',
    path: 'data/trian',
    there: 'data',
    gone: 'trian',
    better: "'data/train'",
    expands: false,
    count: 2,
    names: ['train', 'valid'],
    folder: '/home/me/project',
    writes: false
  }
])('reads what the kernel tells of $kind', told => {
  expect(parseToldFacts({ ...told, torch: true })).toEqual({
    ...told,
    hasTorch: true
  });
});

it.each([
  { kind: 'key', state: 'other', type: 'dict' },
  { kind: 'key', state: 'near' },
  { kind: 'index', type: 'list' },
  { kind: 'unpack', form: 'shape' },
  { kind: 'unpack', form: 'other', expected: 2 },
  { kind: 'path', state: 'other', path: 'x', there: '.' },
  { kind: 'path', state: 'near', path: 'x' }
])('takes %j, which lacks a part, for nothing', told => {
  expect(parseToldFacts(told)).toBeNull();
});

it('keeps only the texts and numbers of lists', () => {
  expect(
    parseToldFacts({ kind: 'key', state: 'keys', type: 'dict', keys: [1, 'a'] })
  ).toMatchObject({ keys: ['a'] });
  expect(
    parseToldFacts({ kind: 'unpack', form: 'value', expected: 2, shape: ['3'] })
  ).toMatchObject({ shape: null });
});

const VALUE = {
  name: 'x',
  type: 'Tensor',
  shape: [2, 3],
  dtype: 'float32',
  device: 'cpu',
  length: null,
  value: null
};

it('reads what the kernel tells of an assertion', () => {
  const told = {
    kind: 'assertion',
    state: 'class',
    condition: 'isinstance(x, list)',
    values: [VALUE],
    near: null,
    wanted: 'list',
    code: null
  };
  expect(parseToldFacts({ ...told, torch: true })).toEqual({
    ...told,
    hasTorch: true
  });
  expect(parseToldFacts({ ...told, state: 'other' })).toBeNull();
  expect(parseToldFacts({ ...told, values: [{ name: 3 }] })).toBeNull();
  expect(parseToldFacts({ ...told, values: 'x' })).toBeNull();
});

it('writes a value in the words of Python', () => {
  expect(valueText(VALUE)).toBe('Tensor [2, 3] float32 cpu');
  expect(valueText({ ...VALUE, shape: null, length: 4, type: 'list' })).toBe(
    'list, len 4'
  );
  expect(valueText({ ...VALUE, value: '3' })).toBe('3');
  expect(valueText({ ...VALUE, shape: null, type: 'Net' })).toBe('Net');
});
