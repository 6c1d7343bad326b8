import { parseToldFacts } from '../live-facts';

const CLASH = {
  kind: 'versions',
  state: 'clash',
  package: 'torchvision',
  version: '0.19.0',
  other: 'torch',
  needs: '==2.4.0',
  has: '2.5.0',
  direction: 'newer'
};

const UPGRADE = {
  kind: 'versions',
  state: 'upgraded',
  package: 'timm',
  used: '0.9.2',
  version: '1.0.9'
};

it('reads what the kernel tells of packages that do not fit', () => {
  expect(parseToldFacts({ ...CLASH, proven: true, torch: true })).toEqual({
    ...CLASH,
    isProven: true,
    hasTorch: true
  });
});

it('takes no other word for a direction', () => {
  const told = parseToldFacts({ ...CLASH, direction: 'sideways' });
  expect(told).toMatchObject({ state: 'clash', direction: null });
});

it('reads what the kernel tells of a package that was replaced', () => {
  expect(parseToldFacts({ ...UPGRADE, torch: true })).toEqual({
    ...UPGRADE,
    isProven: false,
    hasTorch: true
  });
});

it.each([
  { ...CLASH, needs: 3 },
  { ...CLASH, has: null },
  { ...CLASH, package: null },
  { ...UPGRADE, used: undefined },
  { ...UPGRADE, state: 'other' }
])('takes %j for nothing', told => {
  expect(parseToldFacts(told)).toBeNull();
});
