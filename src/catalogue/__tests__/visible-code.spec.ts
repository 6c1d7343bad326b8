import { cellIncident } from '../../incident/incident';
import { read } from '../../incident/traceback/reading';
import type { IReading } from '../../incident/types';
import {
  argumentsOf,
  classBody,
  definitionOf,
  lastGiving,
  namesGiven,
  partsIn
} from '../shared/visible-code';

/** A failure in the last of some cells. */
function failedIn(...sources: string[]): IReading {
  const at = sources.length - 1;
  const cells = sources.map((source, index) => ({
    position: index + 1,
    executionCount: index + 1,
    hasFailed: index === at,
    source
  }));
  const incident = cellIncident({
    ename: 'TypeError',
    evalue: 'x',
    source: sources[at]
  });
  return read({ ...incident, around: { cells, at } });
}

it.each<[text: string, parts: readonly string[] | null]>([
  ['(a, b=[1, 2], *c)', ['a', 'b=[1, 2]', '*c']],
  ['(\'a,)\', "b(")', ["'a,)'", '"b("']],
  ['(a,  # the first, of all\n  b)', ['a', 'b']],
  ['()', []],
  ['(a, (b)', null]
])('parts %j as %j', (text, parts) => {
  expect(partsIn(text, 0)).toEqual(parts);
});

it('finds the arguments of the one call, and not those of a def', () => {
  expect(argumentsOf('y = net.f(x, 1)', 'net.f')).toEqual(['x', '1']);
  expect(argumentsOf('def f(a): pass\nf(2)', 'f')).toEqual(['2']);
  expect(argumentsOf('f(f(1))', 'f')).toBeUndefined();
});

it('reads a function with its class, parameters and returns', () => {
  const text = [
    'class Net(nn.Module):',
    '    def forward(self, x, scale=1, *, mask):',
    '        def inner():',
    '            return 0',
    '        if x:',
    '            return x, mask',
    '        return None'
  ].join('\n');
  const found = definitionOf('forward', failedIn(text, 'net(1)'), 'Net');
  expect(found).toMatchObject({
    owner: 'Net',
    position: 1,
    isStatic: false,
    returns: ['x, mask', 'None']
  });
  expect(found?.parameters.map(one => `${one.star}${one.name}`)).toEqual([
    'self',
    'x',
    'scale',
    '*',
    'mask'
  ]);
  expect(definitionOf('forward', failedIn('net(1)'))).toBeUndefined();
});

it('takes the nearest definition', () => {
  const reading = failedIn('def f(a): pass', 'def f(a, b): pass', 'f(1)');
  expect(definitionOf('f', reading)?.position).toBe(2);
});

it('finds the last line that gives a name its value', () => {
  const reading = failedIn('x = 1', 'x = load()\ny, x2 = 1, 2', 'print(x)');
  expect(lastGiving('x', reading)).toEqual({
    code: 'x = load()',
    line: 1,
    position: 2
  });
  expect(lastGiving('y', reading)?.line).toBe(2);
  expect(lastGiving('z', reading)).toBeUndefined();
});

it('knows the names that cells above give, and the lines of a class', () => {
  const reading = failedIn(
    'a, b = 1, 2\ndef f(): pass',
    'class C:\n    x = 1',
    'f'
  );
  expect([...namesGiven(reading)].sort()).toEqual(['C', 'a', 'b', 'f']);
  expect(classBody('C', reading)).toEqual(['    x = 1']);
  expect(classBody('D', reading)).toBeNull();
});
