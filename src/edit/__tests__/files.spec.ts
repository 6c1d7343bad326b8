import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

import { catalogue } from '../../catalogue';
import { ROOT } from '../../catalogue/__tests__/cases';
import { mainGuarded } from '../../catalogue/shared/edits/lines';
import { changed, changesOf } from '../../code/changes';
import { examine } from '../../diagnoser/examine';
import { english } from '../../diagnosis/english';
import { cellIncident } from '../../incident/incident';
import { parseOwnFiles } from '../../incident/own-files';
import { EditFinder } from '../find-edit';
import { patchOf } from '../patch';

const PYTHON = path.join(
  ROOT,
  process.platform === 'win32' ? '.venv/Scripts/python.exe' : '.venv/bin/python'
);

const CELL = 'import nets\ny = nets.flat(x)';

const FILE = `import torch


def flat(x):
    """Rows."""
    return x.view(2, -1)


def other(x):
    return x.view(-1)
`;

const TRACEBACK = `---------------------------------------------------------------------------
RuntimeError                              Traceback (most recent call last)
Cell In[3], line 2
      1 import nets
----> 2 y = nets.flat(x)

File ~/work/nets.py:6, in flat(x)
      4 def flat(x):
      5     """Rows."""
----> 6     return x.view(2, -1)

RuntimeError: view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.`;

function found(files: unknown) {
  const bare = cellIncident({
    ename: 'RuntimeError',
    evalue: TRACEBACK.slice(TRACEBACK.lastIndexOf('RuntimeError: ') + 14),
    traceback: TRACEBACK,
    source: CELL
  });
  const told = parseOwnFiles(files);
  const incident = told ? { ...bare, files: told } : bare;
  const examined = examine(incident, catalogue);
  const findings = examined.findings.map(each => ({
    ...each,
    entry: catalogue.find(({ id }) => id === each.id)!
  }));
  const [best] = findings;
  expect(best.id).toBe('tensor/view-contiguous');
  const cells = [{ id: 'cell', source: CELL, executionCount: 3, position: 1 }];
  const failure = {
    ...examined,
    findings,
    incident: {
      key: '',
      incident,
      cellId: 'cell',
      executionCount: 3,
      time: null,
      kernelRun: 0
    }
  };
  const [fix] = best.entry.page(english, best.values).fixes;
  return new EditFinder(cells, failure).find(fix.edit);
}

it('finds the change in a file of the user’s, and writes it as a patch', () => {
  const edits = found([{ path: '/home/me/work/nets.py', text: FILE }]);
  expect(edits).toHaveLength(1);
  const [edit] = edits!;
  expect(edit.file).toBe('/home/me/work/nets.py');
  expect(edit.after).toBe(FILE.replace('view(2', 'reshape(2'));
  expect(patchOf(edit)).toBe(`--- a/home/me/work/nets.py
+++ b/home/me/work/nets.py
@@ -3,7 +3,7 @@
 
 def flat(x):
     """Rows."""
-    return x.view(2, -1)
+    return x.reshape(2, -1)
 
 
 def other(x):
`);
});

it('finds none in a file that reads otherwise, or is not told of', () => {
  expect(found(null)).toBeNull();
  expect(
    found([{ path: '/home/me/work/nets.py', text: `# new\n${FILE}` }])
  ).toBeNull();
  expect(found([{ path: '/home/me/other.py', text: FILE }])).toBeNull();
  expect(found([{ path: 7, text: FILE }])).toBeNull();
});

const SCRIPT = `import torch
from torch.utils.data import DataLoader
data = list(range(4))

loader = DataLoader(data, 2, num_workers=1,
                    multiprocessing_context='spawn')
for batch in loader:  # go
    print(batch)

print('done')
`;

const GUARDED = `import torch
from torch.utils.data import DataLoader
data = list(range(4))

loader = DataLoader(data, 2, num_workers=1,
                    multiprocessing_context='spawn')
if __name__ == '__main__':
    for batch in loader:  # go
        print(batch)

    print('done')
`;

describe('a script without a main guard', () => {
  const texts = {
    sources: ['%run train.py', SCRIPT],
    places: [
      { cell: 1, line: 7 },
      { cell: 0, line: 1 }
    ],
    filesFrom: 1
  };

  it('gets one, from the line on that started the workers', () => {
    const changes = changesOf(mainGuarded, texts)!;
    expect(changed(SCRIPT, changes)).toBe(GUARDED);
    expect(changes.every(({ cell }) => cell === 1)).toBe(true);
  });

  it('gets no second one, and a cell gets none', () => {
    const again = { ...texts, sources: ['%run train.py', GUARDED] };
    const places = [
      { cell: 1, line: 8 },
      { cell: 0, line: 1 }
    ];
    expect(changesOf(mainGuarded, { ...again, places })).toBeNull();
    expect(changesOf(mainGuarded, { ...texts, filesFrom: 2 })).toBeNull();
  });

  // Three starts of torch.
  const slow = process.env.ALL_CASES === '1' ? it : it.skip;
  slow(
    'fails before, and runs after',
    () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'guard-'));
      const script = path.join(folder, 'train.py');
      const run = (text: string) => {
        writeFileSync(script, text);
        return spawnSync(PYTHON, [script], { encoding: 'utf8' });
      };
      try {
        const before = run(SCRIPT);
        const log = cellIncident({
          ename: '',
          evalue: '',
          traceback: '',
          stderr: before.stderr,
          source: ''
        });
        expect(before.status).not.toBe(0);
        expect(examine(log, catalogue).findings[0].id).toBe(
          'dataloader/main-guard'
        );
        const after = run(GUARDED);
        expect([after.status, after.stdout]).toEqual([
          0,
          expect.stringMatching(/done/)
        ]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    120_000
  );
});
