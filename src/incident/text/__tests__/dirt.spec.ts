import { clean, cleanLines, cleanText } from '../clean';
import { parseAssertions } from '../../traceback/assertions';

const ASSERTION =
  '../aten/src/ATen/native/cuda/Loss.cu:250: nll_loss_forward_reduce_cuda_kernel_2d: block: [0,0,0], thread: [18,0,0] Assertion `t >= 0 && t < n_classes` failed.';

/** Cut as a terminal of that width cuts, also inside words. */
function cut(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap(line => line.match(new RegExp(`.{1,${width}}`, 'g')) ?? [''])
    .join('\n');
}

describe('clean', () => {
  it.each([
    [
      'colours',
      '\u001b[0;31mRuntimeError\u001b[0m: boom',
      'RuntimeError: boom'
    ],
    [
      'colours that lost their escape',
      '[0;31mRuntimeError[0m: boom',
      'RuntimeError: boom'
    ],
    [
      'spelled colours',
      '\\x1b[31mRuntimeError\\x1b[0m: boom',
      'RuntimeError: boom'
    ],
    ['spelled colours in JSON', '\\u001b[31mboom\\u001b[0m', 'boom'],
    ['Windows line ends', 'a\r\nb\r\n', 'a\nb\n'],
    ['quoting', '> a\n>\n> b\n> > c', 'a\n\nb\n> c'],
    ['quoting twice', '> > a\n> > b', 'a\nb'],
    ['a comparison in brackets, no bar', '3 x[y<5]=0', '3 x[y<5]=0'],
    [
      'a bar without a time',
      '0/2 [00:00<?, ?it/s]Killed',
      '0/2 [00:00<?, ?it/s]\nKilled'
    ],
    [
      'the rest of a line, which is no quoting',
      "got <class 'X'\n>",
      "got <class 'X'\n>"
    ],
    [
      'the rest of a Windows path',
      'rch\\__init__.py", line 81',
      'rch\\__init__.py", line 81'
    ],
    ['a comparison, which is no quoting', 'a\n> b\nc', 'a\n> b\nc'],
    ['a mark of code at one end', '`x = 1\nKeyError: x`', 'x = 1\nKeyError: x'],
    ['a mark of code inside', 'calling `f(x)', 'calling `f(x)'],
    [
      'a progress bar',
      '\r 10%|█ | 1/10\r 20%|██ | 2/10',
      '\n 10%|█ | 1/10\n 20%|██ | 2/10'
    ],
    ['NUL bytes', 'worker.\0\n', 'worker.\n'],
    ['backspaces', 'abc\b\b\bd', 'abcd'],
    ['invisible characters', '\ufeffRuntime\u200bError', 'RuntimeError'],
    ['no-break spaces', 'CUDA\u00a0error', 'CUDA error'],
    ['quotes', '‘a’ “b” ´c´', "'a' \"b\" 'c'"],
    ['wide signs', 'RuntimeError：（a，b）', 'RuntimeError:(a,b)'],
    ['entities', 't &gt;= 0 &amp;&amp; t &lt; n', 't >= 0 && t < n'],
    ['spelled line ends', 'a\\nb\\nc', 'a\nb\nc'],
    ['spelled Windows line ends', 'a\\r\\nb', 'a\nb'],
    ['a Windows path', 'C:\\new\\nets\\x.py', 'C:\\new\\nets\\x.py'],
    [
      'code that spells a line end',
      "print('a\\n')\nx = 1",
      "print('a\\n')\nx = 1"
    ],
    ['tensors', '[0, 1]\n[1; 2m]', '[0, 1]\n[1; 2m]']
  ])('%s', (_, text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it.each([
    [
      '[2023-11-29 22:29:33,093] torch._dynamo.convert_frame: [WARNING] boom',
      'boom'
    ],
    ['2024-01-01T00:00:00.0000000Z boom', 'boom'],
    ['2024-01-01 10:00:00,000 - ERROR - root - boom', 'boom'],
    ['2024-01-01 10:00:00,000 - root - ERROR - boom', 'boom'],
    ['2024-01-01 10:00:00.000 | ERROR    | train:main:12 - boom', 'boom'],
    ['10/24/2023 10:00:00 - ERROR - __main__ - boom', 'boom'],
    [
      'E0424 17:43:09.047000 1403 torch/x.py:527] [0/0] [__graph_breaks] boom',
      'boom'
    ],
    ['(RayTrainWorker pid=7, ip=1.2.3.4) boom', 'boom'],
    ['trainer-1  | boom', 'boom'],
    ['ERROR:root:boom', 'boom'],
    ['[rank0]: [2024-01-01 10:00:00] boom', 'boom'],
    ['2024-01-01 10:00:00 RuntimeError: boom', 'RuntimeError: boom'],
    ['ERROR: Unexpected bus error', 'ERROR: Unexpected bus error'],
    ['loss: nan', 'loss: nan'],
    ['(a) boom', '(a) boom']
  ])('the prefix of %s', (line, expected) => {
    expect(clean(line)).toBe(expected);
  });

  it('gives a bar, and what is glued behind it, the rank of its label', () => {
    expect(
      cleanLines('[rank1]: \r 50%|█ | 1/2 [00:01<00:01]KeyError: 3')
    ).toEqual([
      { text: '', rank: '1' },
      { text: ' 50%|█ | 1/2 [00:01<00:01]', rank: '1' },
      { text: 'KeyError: 3', rank: '1' }
    ]);
    expect(cleanLines('[rank1]: \nlauncher says <3')).toEqual([
      { text: '', rank: '1' },
      { text: 'launcher says <3' }
    ]);
  });

  it('leaves lone surrogates where they are', () => {
    expect(clean('a\ud800b')).toBe('a\ud800b');
  });
});

describe('unwrapping', () => {
  it('puts a line together that a terminal cut inside words', () => {
    const text = [
      'Some earlier output that is longer than eighty columns of a terminal, so it is cut as well, is it not?',
      ASSERTION,
      'RuntimeError: CUDA error: device-side assert triggered and some words to make it long enough to be cut'
    ].join('\n');
    const { unwrapped } = cleanText(cut(text, 80));
    expect(unwrapped?.map(line => line.text).join('\n')).toBe(text);
  });

  it('knows a cut assertion line by itself', () => {
    const { unwrapped } = cleanText(cut(ASSERTION, 80));
    expect(unwrapped?.map(line => line.text)).toEqual([ASSERTION]);
  });

  it('leaves a line that fills the width by itself', () => {
    const stamp = '2026-01-01 10:00:00,123 - ERROR - train - ';
    const lines = ['x'.repeat(80 - stamp.length), 'cut '.repeat(30), 'the end'];
    const text = lines.map(line => stamp + line).join('\n');
    const { unwrapped } = cleanText(cut(text, 80));
    expect(unwrapped?.map(line => line.text)).toEqual(lines);
  });

  it.each([
    ['short lines', 'a\nb\nc'],
    ['one line', ASSERTION],
    [
      'threads that say the same',
      [18, 19, 20].map(n => ASSERTION.replace('18', String(n))).join('\n')
    ],
    ['rules', `${'-'.repeat(75)}\nx\n${'='.repeat(75)}\ny`]
  ])('leaves %s alone', (_, text) => {
    expect(cleanText(text).unwrapped).toBeNull();
  });
});

describe('assertions', () => {
  it.each([
    [ASSERTION, 't >= 0 && t < n_classes', 'Loss.cu', 250],
    [
      'C:\\actions-runner\\_work\\pytorch\\aten\\src\\ATen\\native\\cuda\\NLLLoss2d.cu:106: block: [3,0,0], thread: [353,0,0] Assertion `t >= 0 && t < n_classes` failed.',
      't >= 0 && t < n_classes',
      'NLLLoss2d.cu',
      106
    ],
    [
      "/pytorch/aten/src/THC/THCTensorIndex.cu:321: void indexSelectLargeIndex(TensorInfo<T, IndexType>) [with T = float]: block: [49,0,0], thread: [0,0,0] Assertion `srcIndex < srcSelectDimSize' failed.",
      'srcIndex < srcSelectDimSize',
      'THCTensorIndex.cu',
      321
    ],
    [
      '/pytorch/aten/src/ATen/native/cuda/TensorCompare.cu:112: _assert_async_cuda_kernel: block: [0,0,0], thread: [0,0,0] Assertion `probability tensor contains either `inf`, `nan` or element < 0` failed.',
      'probability tensor contains either `inf`, `nan` or element < 0',
      'TensorCompare.cu',
      112
    ],
    [
      '../aten/src/ATen/native/cuda/IndexKernel.cu:93: operator(): block: [1,0,0], thread: [2,0,0] Assertion `-sizes[i] <= index && index < sizes[i] && "index out of bounds"` failed.',
      '-sizes[i] <= index && index < sizes[i] && "index out of bounds"',
      'IndexKernel.cu',
      93
    ],
    [
      '[CUDA_KERNEL_ASSERT] IndexKernelUtils.cu:16: f: block: [0,0,0], thread: [1,0,0]: Assertion failed: `ind >=0 && ind < ind_dim_size && "out of bounds"`: Expected 0 <= index < ind_dim_size(10), but got index = 12',
      'ind >=0 && ind < ind_dim_size && "out of bounds" && "Expected 0 <= index < ind_dim_size(10), but got index = 12"',
      'IndexKernelUtils.cu',
      16
    ],
    [
      "RuntimeError: Assertion `cur_target >= 0 && cur_target < n_classes' failed.  at /pytorch/ClassNLLCriterion.c:93",
      'cur_target >= 0 && cur_target < n_classes',
      '',
      0
    ],
    [
      ' 10%|█         | 1/10 [00:01<00:09]../aten/Loss.cu:250: f: block: [0,0,0], thread: [1,0,0] Assertion `t < n_classes` failed.',
      't < n_classes',
      'Loss.cu',
      250
    ]
  ])('%s', (line, expression, file, number) => {
    expect(parseAssertions(cleanLines(line))).toMatchObject([
      { expression, file, line: number, count: 1 }
    ]);
  });

  it('is read where a page has taken its marks for those of code', () => {
    const bare = ASSERTION.replace(/`/g, '');
    expect(parseAssertions(cleanLines(bare))).toMatchObject([
      { expression: 't >= 0 && t < n_classes', file: 'Loss.cu', line: 250 }
    ]);
    expect(
      parseAssertions(cleanLines('train.py:3: Assertion x failed'))
    ).toEqual([]);
  });

  it('counts the threads that say the same', () => {
    const lines = Array.from({ length: 32 }, (_, thread) =>
      ASSERTION.replace('[18,', `[${thread},`)
    );
    expect(parseAssertions(cleanLines(lines.join('\n')))).toMatchObject([
      {
        count: 32,
        func: 'nll_loss_forward_reduce_cuda_kernel_2d',
        text: lines[0]
      }
    ]);
  });

  it('puts a line together that was folded at a blank', () => {
    const [head, tail] = ASSERTION.split(' Assertion ');
    expect(
      parseAssertions(cleanLines(`${head}\nAssertion ${tail}`))
    ).toMatchObject([
      { file: 'Loss.cu', expression: 't >= 0 && t < n_classes' }
    ]);
  });

  it.each([
    'AssertionError: Torch not compiled with CUDA enabled',
    'Assertion that never ends `t < n',
    'assert x, "Assertion"'
  ])('is not: %s', line => {
    expect(parseAssertions(cleanLines(line))).toEqual([]);
  });

  it('names the rank', () => {
    expect(parseAssertions(cleanLines(`[rank3]: ${ASSERTION}`))).toMatchObject([
      { rank: '3' }
    ]);
  });
});
