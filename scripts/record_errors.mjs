/**
 * Raises every error of the catalogue that this machine can raise, each in a
 * process of its own, and records the texts: `npm run record`. They are what
 * `npm run accuracy` and the tests measure where the collected reports of other
 * people are not at hand. Each line holds the versions it was raised under.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { loadCore, ROOT } from './core.mjs';
import { RECORDED } from './reports.mjs';
import { venvProgram } from './setup/tools.mjs';

/** Errors that are none of ours: the product must stay silent. */
const FOREIGN = [
  "{}['price']",
  '[1, 2][3]',
  'import numpy as np\nnp.zeros((2, 3)) + np.zeros((4,))',
  'import numpy as np\nnp.zeros(6).reshape(4, 2)',
  'import numpy as np\nnp.zeros(3)[5]',
  'import numpy as np\nnp.zeros((2, 3)) @ np.zeros((2, 3))',
  'import numpy as np\nnp.linalg.inv(np.zeros((2, 2)))',
  'import numpy as np\nbool(np.zeros(3) > 0 if False else (np.zeros(3) == 0) and True)',
  "int('abc')",
  'undefined_name',
  "'a' + 1",
  'None.train()',
  "open('/no/such/file')",
  'import no_such_module',
  'from collections import Mapping',
  'def f(x, y): pass\nf(1)',
  '1 / 0',
  'def f(): return f()\nf()',
  "import json\njson.loads('')",
  'raise RuntimeError("the dataset is empty")',
  'assert 1 == 2',
  'import asyncio\nasync def f(): asyncio.run(f())\nasyncio.run(f())',
  "import pickle\nclass A:\n    def __reduce__(self): raise ValueError('no')\npickle.dumps(A())",
  'x = = 3'
];

const VERSIONS =
  "import json, platform, torch\nprint(json.dumps({'torch': torch.__version__, 'cuda': torch.version.cuda, 'gpu': torch.cuda.get_device_name() if torch.cuda.is_available() else None, 'python': platform.python_version(), 'purelib': __import__('sysconfig').get_path('purelib'), 'stdlib': __import__('sysconfig').get_path('stdlib'), 'home': __import__('os').path.expanduser('~'), 'tmp': __import__('tempfile').gettempdir()}))";

function python(args, input) {
  const { stdout, stderr, status } = spawnSync(venvProgram('python'), args, {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28
  });
  if (status !== 0) {
    throw new Error(stderr.slice(-2000));
  }
  return JSON.parse(stdout);
}

const { catalogue } = await loadCore();
const { purelib, stdlib, home, tmp, ...versions } = python(['-c', VERSIONS]);

const snippets = [
  ...catalogue
    .filter(entry => entry.reproduction)
    .map(({ id, reproduction }) => ({ id, code: reproduction.raises })),
  ...FOREIGN.map((code, at) => ({ id: `negative ${at + 1}`, code }))
];
console.log(`${snippets.length} snippets under torch ${versions.torch} …`);
const runs = python(
  [path.join(ROOT, 'scripts/raise_errors.py')],
  JSON.stringify(snippets)
);

/** The usual paths for those of this machine. */
function withoutPaths(text) {
  return [
    [purelib, '/usr/lib/python3/site-packages'],
    [stdlib, '/usr/lib/python3'],
    [ROOT, '/home/user/project'],
    [`${home}/`, '/home/user/'],
    [tmp, '/tmp']
  ].reduce(
    (result, [from, to]) =>
      result
        .replaceAll(from, to)
        .replaceAll(from.replace(home, '~'), to.replace('/home/user', '~')),
    text
  );
}

const lines = runs.map(({ id, ename, evalue, traceback, stdout, stderr }) => {
  const label = id.startsWith('negative') ? 'negative' : id;
  return JSON.stringify({
    id,
    label,
    accept: [label],
    ename,
    evalue: withoutPaths(evalue),
    traceback: withoutPaths(traceback),
    stdout: withoutPaths(stdout),
    stderr: withoutPaths(stderr),
    source: snippets.find(snippet => snippet.id === id).code,
    ...versions
  });
});
writeFileSync(RECORDED, `${lines.join('\n')}\n`);
console.log(`${lines.length} recordings in ${path.relative(ROOT, RECORDED)}`);
