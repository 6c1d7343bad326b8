/** The lines that are told of the cells which scripts/record_cells.py recorded. */
import { examine } from '../../diagnoser/examine';
import { failureOf } from '../../incident/program-incident';
import { read } from '../../incident/traceback/reading';
import type { IIncident } from '../../incident/types';
import { placeOf, type IPlace } from '../failure-location';
import { OwnLines } from '../own-line';
import cells from './cells.json';

interface IRecorded {
  readonly earlier: readonly string[];
  readonly source: string;
  readonly executionCount: number;
  readonly outputs: { output_type: string }[];
}

function incidentIn({ outputs, source }: IRecorded): IIncident {
  const incident = failureOf(outputs, [], source);
  if (!incident) {
    throw new Error('The cell shows no failure.');
  }
  return incident;
}

function placeIn(recorded: IRecorded): IPlace {
  const { executionCount } = recorded;
  const incident = incidentIn(recorded);
  const one = { key: 'a', cellId: 'a', executionCount, time: 0, kernelRun: 1 };
  return placeOf({ ...one, incident }, examine(incident, []).frames);
}

/** Where the user's own code ended: `function:line code`. */
function told({ line, code, innermost }: IPlace): string {
  const { func = '', line: at = 0, code: own = '' } = innermost ?? {};
  return `${line} ${code.trim()} | ${func}:${at} ${own}`;
}

const IN_F = 'f:3 return x / y';
const IN_G = 'main:3 return a / 0';

/** What is told, by the name of the recorded cell. */
const EXPECTED: Record<string, string> = {
  plain: `3 f(a) | ${IN_F}`,
  syntax: '2 x = = 3 | :2 x = = 3',
  'blank lines': `5 f(a) | ${IN_F}`,
  continued: `5 f(a) | ${IN_F}`,
  '%%time': `4 f(a) | ${IN_F}`,
  '%%time, blank lines': `7 f(a) | ${IN_F}`,
  '%%time, one expression': `2 f(1) | ${IN_F}`,
  '%%time, own function': '3 g(a) | :3 g(a)',
  '%time': `2 %time f(a) | ${IN_F}`,
  '%time, own error': '2 %time a / 0 | :2 %time a / 0',
  '%%timeit': `4 f(a) | ${IN_F}`,
  '%timeit': `2 %timeit -n 1 -r 1 f(a) | ${IN_F}`,
  '%%capture': `4 f(a) | ${IN_F}`,
  '%%prun': `4 f(a) | ${IN_F}`,
  '%prun': `2 %prun -q f(a) | ${IN_F}`,
  '%%capture %%time': `6 f(a) | ${IN_F}`,
  '%%time %%timeit': `6 f(a) | ${IN_F}`,
  '%%time, syntax': '3 x = = 3 | :3 x = = 3',
  '%%px': '3 a / 0 | :3 a / 0',
  '%%python': '1 %%python | :1 %%python',
  '%run': `2 %run script.py | ${IN_G}`,
  '%run -i': `3 %run -i ./script | ${IN_G}`,
  '%run of a notebook': '2 %run book.ipynb | :2 a / 0',
  rich: `3 f(a) | ${IN_F}`,
  'rich, locals': `3 f(a) | ${IN_F}`,
  'rich, %%time': `4 f(a) | ${IN_F}`,
  'rich, %%timeit': `4 f(a) | ${IN_F}`,
  'rich, %%prun': `4 f(a) | ${IN_F}`,
  'rich, %run': `2 %run script.py | ${IN_G}`,
  import: `2 import script | ${IN_G}`,
  exec: "2 exec('b = 2\\n1 / 0') | :2 exec('b = 2\\n1 / 0')",
  '%xmode Docs, plain': '3 f(a) | :3 f(a)',
  '%xmode Docs, %%time': 'null  | :0 ',
  '%xmode Docs, %%timeit': 'null  | :0 ',
  '%xmode Docs, %%capture': '4 f(a) | :4 f(a)',
  '%xmode Docs, %%prun': 'null  | :0 ',
  '%xmode Docs, %run': '2 %run script.py | :5 main()',
  recursion: '2 return r(n - 1) | r:2 return r(n - 1)'
};

const IN_MODES = ['%%time', '%%timeit', '%%capture', '%%prun', '%run'];

for (const name of ['plain', ...IN_MODES]) {
  for (const mode of ['Context', 'Verbose', 'Plain']) {
    EXPECTED[`%xmode ${mode}, ${name}`] = EXPECTED[name];
  }
  EXPECTED[`%xmode Minimal, ${name}`] = 'null  | :0 ';
}

// IPython 7 prints no number where it has no source.
const UNNUMBERED = `null  | ${IN_F}`;

/** What is told otherwise of one kernel's cells. */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'python3, IPython 7.34.0': {
    '%%capture %%time': UNNUMBERED,
    '%%prun': UNNUMBERED,
    '%%time': UNNUMBERED,
    '%%time %%timeit': UNNUMBERED,
    '%%time, blank lines': UNNUMBERED,
    '%%time, one expression': UNNUMBERED,
    '%%time, own function': 'null  | :0 ',
    '%%timeit': UNNUMBERED,
    '%xmode Context, %%time': UNNUMBERED,
    '%xmode Context, %%timeit': UNNUMBERED,
    '%xmode Context, %%prun': UNNUMBERED,
    '%xmode Verbose, %%time': UNNUMBERED,
    '%xmode Verbose, %%timeit': UNNUMBERED,
    '%xmode Verbose, %%prun': UNNUMBERED,
    '%xmode Docs, plain': EXPECTED.plain,
    '%xmode Docs, %%time': UNNUMBERED,
    '%xmode Docs, %%timeit': UNNUMBERED,
    '%xmode Docs, %%capture': EXPECTED['%%capture'],
    '%xmode Docs, %%prun': UNNUMBERED,
    '%xmode Docs, %run': EXPECTED['%run']
  },
  'python3, IPython 8.12.3': {
    '%xmode Docs, plain': EXPECTED.plain,
    '%xmode Docs, %%time': EXPECTED['%%time'],
    '%xmode Docs, %%timeit': EXPECTED['%%timeit'],
    '%xmode Docs, %%capture': EXPECTED['%%capture'],
    '%xmode Docs, %%prun': EXPECTED['%%prun'],
    '%xmode Docs, %run': EXPECTED['%run']
  },
  'xpython, IPython 9.18.1': {
    // It has no `%%capture`: the magic itself fails.
    '%%capture': '1 %%capture out | :1 %%capture out',
    '%%capture %%time': '1 %%capture | :1 %%capture'
  },
  'xpython-raw, IPython 9.18.1': {
    plain: '3 f(a) | :3 ',
    syntax: 'null  | :0 '
  }
};

describe.each(Object.entries(cells))('%s', (kernel, recorded) => {
  const known = Object.entries(recorded as Record<string, IRecorded>);
  it.each(known.filter(([name]) => name in EXPECTED))('%s', (name, cell) => {
    expect(told(placeIn(cell))).toBe(
      OTHERWISE[kernel]?.[name] ?? EXPECTED[name]
    );
  });
});

const LEFT_OUT =
  /skipped frames|skipping similar|Could not get source|line repeated|frames hidden/;

it.each(Object.entries(cells))('takes no note for code: %s', (_, recorded) => {
  const all: IRecorded[] = Object.values(recorded);
  const failed = all.flatMap(
    ({ outputs, source }) => failureOf(outputs, [], source) ?? []
  );
  const codes = failed.flatMap(incident =>
    read(incident).exceptions.flatMap(({ frames }) =>
      frames.map(({ code }) => code)
    )
  );
  expect(codes.length).toBeGreaterThan(2);
  expect(codes.filter(code => LEFT_OUT.test(code))).toEqual([]);
});

// What rich draws under `%%capture` is captured.
it.each([
  'rich, caught',
  'rich, interrupted',
  'rich, syntax',
  'rich, %%capture'
])('says nothing of: %s', name => {
  const known: Record<string, IRecorded> = cells['python3, IPython 9.18.1'];
  const { outputs, source } = known[name];
  expect(failureOf(outputs, [], source)).toBeNull();
});

/** Where the user's own code failed: `cell:line code`, cells counted from 1. */
function ownIn(recorded: IRecorded): string | null {
  const { earlier, source, executionCount } = recorded;
  const texts = [...earlier, source].map((text, at) => ({
    id: `${at + 1}`,
    source: text,
    executionCount: at < earlier.length ? at + 1 : executionCount,
    position: at + 1
  }));
  const own = new OwnLines(() => texts).find(placeIn(recorded).innermost);
  return own && `${own.cellId}:${own.line} ${own.code.trim()}`;
}

const known: Record<string, Record<string, IRecorded>> = cells;

it.each([
  ['lightning', '2:8 return self.net(batch["x"][:, :1] @ batch["x"])["loss"]'],
  ['transformers', '1:19 return {"loss": self.fc(x).sum()}'],
  ['accelerate', '1:19 return {"loss": self.fc(x).sum()}'],
  ['ipyparallel', '2:3 return x / y'],
  ['workers', '1:12 return torch.zeros(2, 3) @ torch.zeros(2, 3)']
])('finds the line that a library called: %s', (name, line) => {
  expect(ownIn(known['python3, IPython 9.18.1'][name])).toBe(line);
});

it.each(Object.keys(cells).filter(name => !name.includes('raw')))(
  'finds the function of another cell: %s',
  kernel => {
    expect(ownIn(known[kernel].plain)).toBe('1:3 return x / y');
  }
);

it('finds the function of another cell in what rich draws', () => {
  const { rich } = known['python3, IPython 9.18.1'];
  expect(ownIn(rich)).toBe('2:3 return x / y');
});

it('finds no line in a cell that was edited, nor in one of two alike', () => {
  const { workers } = known['python3, IPython 9.18.1'];
  const [net] = workers.earlier;
  expect(ownIn({ ...workers, earlier: [`# later\n${net}`] })).toBeNull();
  expect(ownIn({ ...workers, earlier: [net, net] })).toBeNull();
  const { plain } = known['python3, IPython 9.18.1'];
  expect(ownIn({ ...plain, earlier: ['def f(x):\n    1 / 0'] })).toBeNull();
});

it('takes no line of another cell for that of the failed one', () => {
  const { ipyparallel } = known['python3, IPython 9.18.1'];
  expect(placeIn(ipyparallel).line).toBeNull();
});

it.each([
  ['%%px', ['1']],
  ['ipyparallel', ['0', '1']]
])('knows the engines of ipyparallel that failed: %s', (name, numbers) => {
  const recorded = known['python3, IPython 9.18.1'][name];
  expect(examine(incidentIn(recorded), []).onEngines).toEqual({
    ename: 'ZeroDivisionError',
    numbers
  });
});

it('knows apart what each engine raised', () => {
  const { ipyparallel } = known['python3, IPython 9.18.1'];
  const incident = incidentIn(ipyparallel);
  /** Another message behind the second engine's mark. */
  const changed = (text: string): string => {
    const [first, second] = text.split('[1:apply]');
    return `${first}[1:apply]${second.replace('division', 'modulo')}`;
  };
  const other = {
    ...incident,
    evalue: changed(incident.evalue),
    traceback: changed(incident.traceback)
  };
  expect(examine(other, []).onEngines).toEqual({
    ename: 'ZeroDivisionError',
    numbers: ['0']
  });
});

it('names no engine where none is at work', () => {
  const { plain } = known['python3, IPython 9.18.1'];
  expect(examine(incidentIn(plain), []).onEngines).toBeNull();
});
