/** Errors that were typed, not printed: capital letters are lost or won. */
import { cellIncident } from '../../incident/incident';
import { diagnose } from '../diagnose';
import { entry } from './entry';

const ENTRIES = [
  entry('bus', [{ where: 'message', pattern: /Unexpected bus error/ }]),
  entry('possible', [
    { where: 'message', pattern: /perhaps this/, confidence: 'possible' }
  ]),
  entry('parts', [
    { where: 'message', pattern: /Boom (?:One|Two)|[|(]Bang|\(Crash\||^Slam$/ }
  ]),
  entry('blanks', [
    { where: 'message', pattern: /worker (?:\(pid[\d ]{1,9}\) )?exited/ }
  ]),
  entry('endless', [{ where: 'message', pattern: /^a \w+$/ }]),
  entry('quoted', [{ where: 'message', pattern: /no ["']0-dim["'] tensor/ }]),
  entry('colon', [{ where: 'message', pattern: /wrong kind: x of y/ }]),
  entry('listed', [{ where: 'message', pattern: /sizes \(a, b\)$/ }]),
  entry('repeated', [{ where: 'message', pattern: /^twice a{2,3}$/ }]),
  entry('ahead', [{ where: 'message', pattern: /^run '(?!ssh )/ }]),
  entry('begins', [{ where: 'message', pattern: /'\w' is no kernel/ }]),
  entry('name', [{ where: 'message', pattern: /^set '[^']{1,9}', one of/ }]),
  entry('assertion', [{ where: 'assertion', pattern: /^T < n$/ }])
];

function found(evalue: string): string[] {
  return diagnose(cellIncident({ ename: 'RuntimeError', evalue }), ENTRIES).map(
    ({ id, confidence }) => `${id} ${confidence}`
  );
}

it('are recognised, and are no more than likely', () => {
  expect(found('Unexpected bus error')).toEqual(['bus certain']);
  expect(found('unexpected BUS error')).toEqual(['bus likely']);
  expect(found('Perhaps This')).toEqual(['possible possible']);
});

it.each(['boom two', '|bang', '(crash|', 'slam'])(
  '“%s” is one of the ways in which a pattern may match',
  evalue => expect(found(evalue)).toEqual(['parts likely'])
);

it('may lack blanks between words, never beside an endless repetition', () => {
  expect(found('Unexpectedbus error')).toEqual(['bus likely']);
  expect(found('worker (pid 4)exited')).toEqual(['blanks likely']);
  expect(found('a b')).toEqual(['endless certain']);
  expect(found('ab')).toEqual([]);
});

it('may lack quotes, have a blank before a colon, be bold or code', () => {
  expect(found('no 0-dim tensor')).toEqual(['quoted likely']);
  expect(found("no '0-dim' tensor")).toEqual(['quoted certain']);
  expect(found('wrong kind : x of y')).toEqual(['colon likely']);
  expect(found('wrong kind x of y')).toEqual(['colon likely']);
  expect(found('`Slam`')).toEqual(['parts likely']);
  expect(found('**slam**')).toEqual(['parts likely']);
  expect(found('Slam it')).toEqual([]);
  expect(found('Slam!')).toEqual([]);
});

it('may lack commas and brackets, never the sign of a repetition', () => {
  expect(found('got 2 sizes (a, b)')).toEqual(['listed certain']);
  expect(found('got 2 sizes a b')).toEqual(['listed likely']);
  expect(found('Crash')).toEqual([]);
  expect(found('(Crash|')).toEqual(['parts certain']);
  expect(found('twice aa')).toEqual(['repeated certain']);
  expect(found('twice a')).toEqual([]);
});

it('keep a quote that begins, that a look ahead sees, or that ends a name', () => {
  expect(found('run x')).toEqual([]);
  expect(found('x is no kernel')).toEqual([]);
  expect(found("'x is no kernel")).toEqual(['begins likely']);
  expect(found('set a, one of b')).toEqual([]);
  expect(found("SET 'a', one of b")).toEqual(['name likely']);
  expect(found("run 'ssh a'")).toEqual([]);
  expect(found("run 'x'")).toEqual(['ahead certain']);
});

it('do not stand beside what was recognised as printed', () => {
  expect(found('Unexpected bus error; Perhaps This')).toEqual(['bus certain']);
});

it('are never an assertion line', () => {
  const line =
    'x/Loss.cu:250: f: block: [0,0,0], thread: [1,0,0] Assertion `t < n` failed.';
  expect(found(line)).toEqual([]);
});
