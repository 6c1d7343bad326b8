import { parseToldFacts } from '../live-facts';

const NONE = {
  module: null,
  type: null,
  package: null,
  version: null,
  near: null,
  place: null,
  parts: [],
  held: null,
  made: null,
  code: null,
  line: null,
  input: null
};

it('reads what the kernel tells of a missing attribute', () => {
  const told = {
    kind: 'attribute',
    name: 'classifier',
    state: 'parts',
    type: 'ResNet',
    package: 'torchvision',
    version: '0.28.0',
    near: 'fc'
  };
  const layers = ['conv1', 'fc'];
  expect(
    parseToldFacts({ ...told, parts: [...layers, 3, null], torch: true })
  ).toEqual({ ...NONE, ...told, parts: layers, isSure: false, hasTorch: true });
});

it('reads which line made something None', () => {
  const told = {
    kind: 'attribute',
    name: 'sum',
    state: 'returns',
    held: 'out',
    made: 'Net.forward',
    code: 'out = model(x)',
    line: 4,
    input: 7
  };
  expect(parseToldFacts({ ...told, sure: true, torch: false })).toEqual({
    ...NONE,
    ...told,
    isSure: true,
    hasTorch: false
  });
});

it('reads what the kernel tells of a class that was defined again', () => {
  const told = {
    kind: 'twice',
    state: 'super',
    name: 'Net',
    module: '__main__',
    input: 9
  };
  expect(parseToldFacts({ ...told, torch: true })).toEqual({
    ...told,
    hasTorch: true
  });
});

it.each([
  { kind: 'attribute', name: 'x' },
  { kind: 'attribute', name: 3, state: 'near' },
  { kind: 'attribute', name: 'x', state: 'other' },
  { kind: 'twice', state: 'super', name: 'Net' },
  { kind: 'twice', state: 'super', module: '__main__' },
  { kind: 'twice', state: 'near', name: 'Net', module: '__main__' }
])('takes %j for nothing', told => {
  expect(parseToldFacts(told)).toBeNull();
});
