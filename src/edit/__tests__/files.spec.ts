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
import type { IIncident } from '../../incident/types';
import { EditFinder } from '../find-edit';
import { patchOf } from '../patch';
import { diagnosed } from './diagnosed';

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

/** What the first fix of a failure changes; `id` is to be its entry. */
function firstEdits(bare: IIncident, files: unknown, id: string) {
  const told = parseOwnFiles(files);
  const incident = told ? { ...bare, files: told } : bare;
  const failure = diagnosed(incident, 3);
  const [best] = failure.findings;
  expect(best.id).toBe(id);
  const { source } = bare;
  const cells = [{ id: 'cell', source, executionCount: 3, position: 1 }];
  const [fix] = best.entry.page(english, best.values).fixes;
  return new EditFinder(cells, failure).find(fix.edit);
}

function found(files: unknown) {
  const bare = cellIncident({
    ename: 'RuntimeError',
    evalue: TRACEBACK.slice(TRACEBACK.lastIndexOf('RuntimeError: ') + 14),
    traceback: TRACEBACK,
    source: CELL
  });
  return firstEdits(bare, files, 'tensor/view-contiguous');
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

/** `%run` in a new kernel, in the folder of the script; the third cell that runs. */
const RUN = `
import json, queue, sys, tempfile
sys.path.insert(0, sys.argv[1])
from companion_kernel import FILES, CompanionKernel
kernel = CompanionKernel(tempfile.mkdtemp()).start(cwd=sys.argv[2])
try:
    kernel.run('import torch')
    kernel.run('1')
    ran = kernel.run('%run train.py')
    streams = {'stdout': '', 'stderr': ''}
    failed = {'ename': '', 'evalue': '', 'traceback': []}
    # What the worker writes may come after the reply.
    try:
        while message := kernel.client.get_iopub_msg(timeout=5):
            if message['msg_type'] == 'stream':
                streams[message['content']['name']] += message['content']['text']
            if message['msg_type'] == 'error':
                failed = message['content']
    except queue.Empty:
        pass
    named = {each: failed[each] for each in ('ename', 'evalue')}
    told = kernel.ask(FILES, **named, number=ran['execution_count'], packages={})
    traceback = '\\n'.join(failed['traceback'])
    print(json.dumps({**named, **streams, 'traceback': traceback, 'told': told}))
finally:
    kernel.stop()
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

  slow(
    'fails in a kernel that runs it, and its patch mends it',
    () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'run-'));
      const script = path.join(folder, 'train.py');
      const run = (text: string) => {
        writeFileSync(script, text);
        const args = ['-c', RUN, path.join(ROOT, 'scripts'), folder];
        const { stdout } = spawnSync(PYTHON, args, { encoding: 'utf8' });
        return JSON.parse(stdout);
      };
      try {
        const { told, ...before } = run(SCRIPT);
        const source = '%run train.py';
        const failed = cellIncident({ ...before, source });
        const edits = firstEdits(failed, told, 'dataloader/main-guard');
        expect(edits).toEqual([
          expect.objectContaining({ file: script, after: GUARDED })
        ]);
        const after = run(edits![0].after);
        expect([after.ename, after.stdout]).toEqual([
          '',
          expect.stringMatching(/done/)
        ]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    120_000
  );
});
