/**
 * Forms that cannot be recorded here: other front ends, old IPythons, other
 * launchers. Written after their sources and documentation.
 */
import { cellIncident } from '../../incident';
import { cleanLines } from '../../text/clean';
import { parseFrameBody, parseFrameHead } from '../frames';
import { parseRaisedByRank } from '../ranks';
import { read } from '../reading';
import type { IRaised } from '../../types';

function raisedIn(text: string): IRaised[] {
  return parseRaisedByRank(cleanLines(text));
}

function told(text: string): string[] {
  return raisedIn(text).map(({ name, message }) => `${name}: ${message}`);
}

describe('a frame head', () => {
  it.each([
    ['<ipython-input-4-3d8a992c81ab> in <module>()', 'cell', 0, ''],
    ['<ipython-input-4-3d8a992c81ab> in f(x)', 'cell', 0, 'f'],
    ['Input In [3], in <cell line: 12>()', 'cell', 12, ''],
    ['Input In [3], in <module>', 'cell', 0, ''],
    ['Cell In [3], line 5', 'cell', 5, ''],
    ['Cell In[3], line 5, in f(x)', 'cell', 5, 'f'],
    ['/tmp/ipykernel_17/2563.py in <module>', 'cell', 0, ''],
    [
      '  File "/tmp/ipykernel_17/2563.py", line 9, in __getitem__',
      'cell',
      9,
      '__getitem__'
    ],
    ['/tmp/ipython-input-3-1264.py in <cell line: 0>()', 'cell', 0, ''],
    ['/tmp/ipython-input-1264.py in f(x)', 'cell', 0, 'f'],
    ['File <command-1234567890123456>:2', 'cell', 2, ''],
    ['/home/u/train.ipynb Cell 5 line 3', 'cell', 3, ''],
    ["/home/u/train.ipynb Cell 5' in <module>", 'cell', 0, ''],
    ['File ~/project/data.py:12, in Data.__getitem__(self, i)', 'user', 12, ''],
    ['~/project/data.py in __getitem__(self, i)', 'user', 0, '__getitem__'],
    ['C:\\Users\\me\\train.py in main()', 'user', 0, 'main'],
    ['  File "C:\\Users\\me\\train.py", line 3, in <module>', 'user', 3, ''],
    [
      '  File "C:\\Python311\\Lib\\threading.py", line 3, in run',
      'library',
      3,
      'run'
    ],
    [
      '/usr/local/lib/python3.6/dist-packages/torch/nn/modules/module.py in __call__(self, *input)',
      'library',
      0,
      '__call__'
    ],
    [
      'File ~/miniconda3/envs/x/lib/python3.10/site-packages/torch/_ops.py:5, in f',
      'library',
      5,
      'f'
    ],
    [
      '  File "<frozen importlib._bootstrap>", line 9, in _find',
      'library',
      9,
      '_find'
    ],
    [
      'pandas/_libs/index.pyx in pandas._libs.index.get_loc()',
      'library',
      0,
      ''
    ],
    ['<__array_function__ internals> in concatenate(*args)', 'library', 0, ''],
    ['tests/test_net.py:8: in test_forward', 'user', 8, 'test_forward'],
    ['tests/test_net.py:8: AssertionError', 'user', 8, ''],
    ['/home/u/net.py:12 in forward', 'user', 12, 'forward']
  ])('%s', (line, place, number, func) => {
    const frame = parseFrameHead(line);
    expect(frame).toMatchObject({ place, line: number });
    if (func !== '') {
      expect(frame?.func).toBe(func);
    }
  });

  it.each([
    'Epoch 1/10: loss 0.3 in 12 s',
    'The values in the list are wrong, line 3',
    'CUDA error: device-side assert triggered',
    'loss = criterion(logits, y)  # in f',
    'train.py: error: unrecognized arguments',
    'http://example.org:80/x in y'
  ])('is not: %s', line => {
    expect(parseFrameHead(line)).toBeNull();
  });
});

describe('what stands for code that is left out', () => {
  it.each([
    '    [... 3 skipped frames]',
    '    [... skipping similar frames: r at line 2 (2970 times)]',
    '  [Previous line repeated 996 more times]',
    '  ... 12 frames hidden ...',
    "  'Could not get source, probably due dynamically evaluated source code.'"
  ])('is no code: %s', line => {
    expect(parseFrameBody(line, false)).toEqual({});
    expect(parseFrameBody('    return f(x)', false)).toEqual({
      code: 'return f(x)'
    });
  });

  it('is none at the arrow either', () => {
    const note =
      "'Could not get source, probably due dynamically evaluated source code.'";
    expect(parseFrameBody(`----> 1 ${note}`, false)).toEqual({
      line: 1,
      code: ''
    });
  });
});

describe('an exception line', () => {
  it.each([
    ['RuntimeError: boom', 'RuntimeError: boom'],
    [
      'torch.AcceleratorError: CUDA error: x',
      'AcceleratorError: CUDA error: x'
    ],
    [
      '_pickle.UnpicklingError: invalid load key',
      'UnpicklingError: invalid load key'
    ],
    [
      'ExceptionGroup: two (2 sub-exceptions)',
      'ExceptionGroup: two (2 sub-exceptions)'
    ],
    ['E       ValueError: bad', 'ValueError: bad'],
    [
      'Epoch 3:  10%|█         | 1/10 [00:01<00:09]RuntimeError: boom',
      'RuntimeError: boom'
    ],
    ['报错：RuntimeError：显存不足', 'RuntimeError: 显存不足'],
    ['エラーが出ました。RuntimeError: boom', 'RuntimeError: boom'],
    ['오류 RuntimeError: boom', 'RuntimeError: boom'],
    [
      "worker died: RuntimeError('CUDA error: x')",
      'RuntimeError: CUDA error: x'
    ],
    ['ERROR:root:ValueError: bad', 'ValueError: bad'],
    ['2024-05-01 10:00:00,123 - ERROR - train - KeyError: 3', 'KeyError: 3']
  ])('%s', (line, expected) => {
    expect(told(line)).toEqual([expected]);
  });

  it.each([
    'except RuntimeError: pass',
    '    raise ValueError: never',
    'We saw a RuntimeError: it was late',
    'isinstance(error, RuntimeError)',
    'UserWarning: nn.functional.sigmoid is deprecated.',
    'x.py:3: FutureWarning: use bool',
    'lr: 0.1',
    'RuntimeError'
  ])('is not: %s', line => {
    expect(told(line)).toEqual([]);
  });

  it('may have any class after frames', () => {
    expect(
      told(
        'Traceback (most recent call last):\n  File "x.py", line 1, in <module>\n    f()\nmylib.Trouble: deep'
      )
    ).toEqual(['Trouble: deep']);
  });
});

it("reads IPython 5's form", () => {
  const [raised] = raisedIn(
    [
      '---------------------------------------------------------------------------',
      'RuntimeErrorTraceback (most recent call last)',
      '<ipython-input-4-3d8a992c81ab> in <module>()',
      '      1 for x, y in loader:',
      '----> 2     train(x, y)',
      '',
      '/home/u/train.pyc in train(x, y)',
      '      7     out = model(x)',
      '----> 8     loss = criterion(out, y)',
      '',
      'RuntimeError: cuda runtime error (59) : device-side assert triggered at /pytorch/THCStorage.cpp:36'
    ].join('\n')
  );
  expect(raised.name).toBe('RuntimeError');
  expect(raised.frames).toMatchObject([
    { place: 'cell', executionCount: 4, line: 2, code: 'train(x, y)' },
    { place: 'user', line: 8, code: 'loss = criterion(out, y)' }
  ]);
});

it('reads VS Code’s form', () => {
  const [raised] = raisedIn(
    [
      'RuntimeError                              Traceback (most recent call last)',
      '\u001b[1;32m/home/u/train.ipynb Cell 5\u001b[0m line \u001b[0;36m3',
      '\u001b[0;32m      1\u001b[0m x = 1',
      '\u001b[0;32m----> 3\u001b[0m f(x)',
      '',
      'RuntimeError: boom'
    ].join('\n')
  );
  expect(raised.frames).toMatchObject([
    { place: 'cell', line: 3, code: 'f(x)' }
  ]);
});

it('reads VS Code’s line numbers, which are links', () => {
  const linked = (line: number): string =>
    `<a href='vscode-notebook-cell:/c%3A/train.ipynb#X60sZmlsZQ%3D%3D?line=${line - 1}'>${line}</a>`;
  const [raised] = raisedIn(
    [
      'RuntimeError                              Traceback (most recent call last)',
      'c:\\work\\train.ipynb Cell 5\u001b[0m line \u001b[0;36m1',
      `\u001b[0;32m      ${linked(1)}\u001b[0m x = 1`,
      `\u001b[1;32m---> ${linked(12)}\u001b[0m f(x)`,
      '',
      'RuntimeError: boom'
    ].join('\n')
  );
  expect(raised.frames).toMatchObject([
    { place: 'cell', line: 12, code: 'f(x)' }
  ]);
});

it("reads Ray's form", () => {
  const raised = raisedIn(
    [
      '(TorchTrainer pid=7) Starting',
      'Traceback (most recent call last):',
      '  File "run.py", line 9, in <module>',
      '    ray.get(train.remote())',
      'ray.exceptions.RayTaskError(RuntimeError): \u001b[36mray::train()\u001b[39m (pid=7, ip=1.2.3.4)',
      '  File "/home/u/train.py", line 4, in train',
      '    loss.backward()',
      'RuntimeError: CUDA error: device-side assert triggered'
    ].join('\n')
  );
  expect(raised.map(one => one.name)).toEqual([
    'RuntimeError',
    'RayTaskError(RuntimeError)'
  ]);
  expect(raised[0].frames).toMatchObject([
    { place: 'user', line: 4, code: 'loss.backward()' }
  ]);
});

it("keeps what ipyparallel's engines raised apart", () => {
  expect(
    told(
      [
        '[0:apply]:',
        'Traceback (most recent call last):',
        '  File "net.py", line 2, in f',
        '    return x / y',
        'ZeroDivisionError: division by zero',
        '',
        '[1:apply]:',
        'Traceback (most recent call last):',
        '  File "net.py", line 3, in f',
        '    return z',
        "NameError: name 'z' is not defined"
      ].join('\n')
    )
  ).toEqual([
    'ZeroDivisionError: division by zero',
    "NameError: name 'z' is not defined"
  ]);
});

it('reads the stack of a process that dumps its one thread, as Ray does', () => {
  const [raised] = raisedIn(
    [
      '(dies pid=4537) Fatal Python error: Segmentation fault',
      '(dies pid=4537) ',
      '(dies pid=4537) Stack (most recent call first):',
      '(dies pid=4537)   File "/usr/lib/python3.11/ctypes/__init__.py", line 519 in string_at',
      '(dies pid=4537)   File "/home/u/train.py", line 15 in dies',
      '(dies pid=4537)   File "/usr/lib/python3.11/site-packages/ray/_private/worker.py", line 1069 in main_loop'
    ].join('\n')
  );
  expect(raised.frames.map(({ func }) => func)).toEqual([
    'main_loop',
    'dies',
    'string_at'
  ]);
});

it('reads the inner error of a compile backend, and its user code', () => {
  const raised = raisedIn(
    [
      'Traceback (most recent call last):',
      '  File "x.py", line 9, in <module>',
      '    f(x)',
      "torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised:",
      'RuntimeError: Failed to find C compiler. Please specify via CC environment variable.',
      '',
      'from user code:',
      '   File "/home/u/net.py", line 5, in forward',
      '    return x + 1',
      '',
      'Set TORCH_LOGS="+dynamo" for more information'
    ].join('\n')
  );
  expect(raised.map(one => one.name)).toEqual([
    'RuntimeError',
    'BackendCompilerFailed'
  ]);
  expect(raised[0].frames).toMatchObject([{ place: 'user', line: 5 }]);
});

it('leaves out what Python ignores in destructors', () => {
  expect(
    told(
      [
        'Exception ignored in: <function _MultiProcessingDataLoaderIter.__del__ at 0x7f>',
        'Traceback (most recent call last):',
        '  File "dataloader.py", line 1, in __del__',
        '    self._shutdown_workers()',
        'AssertionError: can only test a child process',
        'Traceback (most recent call last):',
        '  File "train.py", line 3, in <module>',
        '    f()',
        'RuntimeError: boom'
      ].join('\n')
    )
  ).toEqual(['RuntimeError: boom']);
});

it('takes interleaved ranks apart, the first to fail first', () => {
  const raised = raisedIn(
    [
      '[rank0]: Traceback (most recent call last):',
      '[rank1]: Traceback (most recent call last):',
      '[rank1]:   File "/home/u/train.py", line 7, in main',
      '[rank0]:   File "/home/u/train.py", line 9, in main',
      '[rank1]:     loss.backward()',
      '[rank1]: torch.OutOfMemoryError: CUDA out of memory.',
      '[rank0]:     dist.barrier()',
      '[rank0]: torch.distributed.DistBackendError: NCCL error in: x'
    ].join('\n')
  );
  expect(raised).toMatchObject([
    { name: 'OutOfMemoryError', rank: '1', frames: [{ line: 7 }] },
    { name: 'DistBackendError', rank: '0', frames: [{ line: 9 }] }
  ]);
});

it.each([
  ['[rank: 3] ', '3'],
  ['[default2]:', '2'],
  ['rank1: ', '1'],
  ['[1,5]<stderr>:', '5'],
  ['4: [rank7]: ', '7']
])('knows the rank prefix %s', (prefix, rank) => {
  expect(raisedIn(`${prefix}RuntimeError: boom`)).toMatchObject([
    { name: 'RuntimeError', message: 'boom', rank }
  ]);
});

it('mends lines that were cut behind their prefix', () => {
  const message =
    "[Errno 2] No such file or directory: '/home/me/project/data/birds/train.csv'";
  const cut = (line: string): string =>
    `[rank0]: ${line}`.replace(/.{80}/g, '$&\n');
  const traceback = [
    'Traceback (most recent call last):',
    '  File "/home/me/project/train.py", line 4, in <module>',
    `FileNotFoundError: ${message}`
  ]
    .map(cut)
    .join('\n');
  const told = (printed: string): string[] =>
    read(
      cellIncident({
        ename: 'FileNotFoundError',
        evalue: cut(message),
        traceback: printed
      })
    ).exceptions.map(one => one.message);
  expect(told('')).toEqual([message]);
  expect(told(traceback)).toEqual([message]);
});

it('knows the labels of srun', () => {
  const lines = [
    '0: starting',
    '1: starting',
    '1: Traceback (most recent call last):',
    '0: step 1',
    '1:   File "train.py", line 3, in f',
    '1:     g()',
    '1: ValueError: bad'
  ];
  expect(raisedIn(lines.join('\n'))).toMatchObject([
    { name: 'ValueError', rank: '1', frames: [{ line: 3, code: 'g()' }] }
  ]);
});
