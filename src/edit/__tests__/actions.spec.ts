import { spawnSync } from 'node:child_process';
import * as path from 'node:path';

import { catalogue } from '../../catalogue';
import { ROOT } from '../../catalogue/__tests__/cases';
import { english } from '../../diagnosis/english';
import type { Action, IFix } from '../../diagnosis/types';
import type { INotebookCell } from '../../notebook/types';
import { newCell } from '../new-cell';
import { hasPipFailed } from '../pip';

const PYTHON = path.join(
  ROOT,
  process.platform === 'win32' ? '.venv/Scripts/python.exe' : '.venv/bin/python'
);

function python(...args: string[]) {
  const { stdout, stderr } = spawnSync(PYTHON, args, { encoding: 'utf8' });
  return { stdout, printed: `${stdout}\n${stderr}` };
}

/** A notebook with a text before its first cell of code. */
const CELLS: readonly INotebookCell[] = [
  { id: 'first', source: 'import torch', executionCount: 1, position: 2 },
  { id: 'failed', source: 'import timm', executionCount: 2, position: 4 }
];

function cellOf(action: Action, cells = CELLS) {
  return newCell(action, cells, 'failed');
}

/** Every fix with an action, as each kind says it without values. */
const fixes = catalogue.flatMap(({ id, kinds, page }) =>
  [{}, ...kinds.map(kind => ({ kind }))].flatMap(values =>
    page(english, values).fixes.flatMap(fix =>
      fix.action ? [{ id, fix: fix as IFix & { action: Action } }] : []
    )
  )
);

function ofKind<K extends Action['kind']>(kind: K) {
  return fixes.flatMap(({ id, fix }) =>
    fix.action.kind === kind
      ? [{ id, fix, action: fix.action as Extract<Action, { kind: K }> }]
      : []
  );
}

it('has actions of each kind', () => {
  expect(ofKind('install').length).toBeGreaterThan(0);
  expect(ofKind('environment').length).toBeGreaterThan(0);
  expect(ofKind('restart').length).toBeGreaterThan(0);
});

it('installs what the fix says, and nothing without a name of its own', () => {
  for (const { fix, action } of ofKind('install')) {
    expect(fix.code).toBe(action.line);
    expect(action.line).not.toMatch(/PACKAGE|VERSION|LIBRARY|undefined/);
    expect(cellOf(action)).toMatchObject({ after: action.line, newAt: 3 });
  }
});

it('sets what the fix says, in Python, before the first cell', () => {
  const found = ofKind('environment');
  const programs = found.map(({ fix, action }) => {
    for (const [name, value] of Object.entries(action.variables)) {
      expect(fix.code).toContain(name);
      expect(fix.code).toContain(value);
    }
    const cell = cellOf(action);
    expect(cell).toMatchObject({ newAt: 1 });
    return (cell as { after: string }).after;
  });
  const { stdout } = python(
    '-c',
    'import json, os, sys\nall = []\nfor text in json.loads(sys.argv[1]):\n    before = dict(os.environ)\n    exec(text)\n    all.append({k: v for k, v in os.environ.items() if before.get(k) != v})\n    os.environ.clear(); os.environ.update(before)\nprint(json.dumps(all))',
    JSON.stringify(programs)
  );
  expect(JSON.parse(stdout)).toEqual(
    found.map(({ action }) => action.variables)
  );
});

it('quotes a value as Python reads it', () => {
  const variables = { A: "it's \\n" };
  const cell = cellOf({ kind: 'environment', variables });
  const { stdout } = python(
    '-c',
    'import sys, os, json; exec(sys.argv[1]); print(json.dumps(os.environ["A"]))',
    (cell as { after: string }).after
  );
  expect(JSON.parse(stdout)).toBe(variables.A);
});

it.each([
  '%pip install x; rm -rf ~',
  '%pip install x && y',
  '%pip install $(x)',
  '%pip install `x`',
  '%pip install x\n!y',
  '%pip install --index-url https://example.org x',
  '%pip install git+https://example.org/x',
  '%pip install ../x',
  '%pip install -r x',
  '%pip install',
  '!pip install x',
  '%pip uninstall -y x'
])('does not run %s', line => {
  expect(cellOf({ kind: 'install', line })).toBeNull();
});

it('does not say twice what a cell says already', () => {
  const action = { kind: 'install', line: '%pip install timm' } as const;
  const there = { ...CELLS[0], source: `${action.line}\n` };
  expect(cellOf(action, [there, CELLS[1]])).toBe('there');
  expect(cellOf(action, [CELLS[0]])).toBeNull();
});

describe('pip itself', () => {
  const pip = (...args: string[]) =>
    python('-m', 'pip', '--disable-pip-version-check', ...args).printed;

  it('says when it cannot reach an index', () => {
    const printed = pip(
      ...['install', '--retries', '0', '--index-url', 'http://127.0.0.1:9/'],
      'torch-triage-none'
    );
    expect(hasPipFailed(printed)).toBe(true);
  });

  it('says when all is there', () => {
    expect(hasPipFailed(pip('install', 'pip'))).toBe(false);
  });

  it('may find a conflict and install', () => {
    expect(
      hasPipFailed(
        "\u001b[31mERROR: pip's dependency resolver does not currently take into account all the packages that are installed.\u001b[0m\nSuccessfully installed numpy-1.26.4"
      )
    ).toBe(false);
  });
});
