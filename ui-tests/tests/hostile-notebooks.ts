import * as fc from 'fast-check';

import { catalogueAnswers } from './catalogue-answers';
import { errorOutput, streamOutput } from './support';

/** What means something to a parser, to a page or to a file's reader. */
const PIECES = fc.constantFrom(
  ...[
    'Traceback (most recent call last):\n',
    '  File "t.py", line 1, in <module>\n    f()\n',
    'RuntimeError: CUDA error: device-side assert triggered\n',
    'During handling of the above exception, another exception occurred:\n\n',
    'Loss.cu:250: f: block: [0,0,0], thread: [3,0,0] Assertion `t >= 0` failed.\n',
    '[rank0]: ',
    '[rank7]: E1Error: x\n',
    'Cell In[1], line 1\n----> 1 f()\n',
    '╭─ Traceback (most recent call last) ─╮\n│ ',
    ' 37%|███▋      | 1/2 [00:01<00:02, 3.1it/s]\r'
  ],
  ...['\n', '\r', '\0', '\\n', '\u001b[31m', '\u001b]8;;', '🙂'],
  ...['<img src=x onerror="window.pwned=true">', '&lt;', '`', '"', '((((', ' '],
  ...['a b ', 'q\n', '0', '__proto__', 'constructor', 'javascript:alert(1)'],
  ...catalogueAnswers().filter((_, at) => at % 40 === 0)
);

const TEXT = fc
  .array(
    fc
      .tuple(PIECES, fc.constantFrom(1, 1, 1, 2, 20, 300, 5000))
      .map(([piece, times]) => piece.repeat(times)),
    { maxLength: 12 }
  )
  .map(pieces => pieces.join('').slice(0, 400_000));

/** A text as nbformat has it, or as a broken program writes it. */
const FIELD = fc.oneof(
  { weight: 6, arbitrary: TEXT },
  { weight: 2, arbitrary: TEXT.map(text => text.split(/(?<=\n)/)) }
);

const OUTPUT = fc.oneof(
  fc
    .tuple(TEXT, TEXT, TEXT)
    .map(([name, value, traceback]) =>
      errorOutput(name.slice(0, 80), value, traceback.split('\n\n'))
    ),
  fc
    .tuple(fc.constantFrom('stdout' as const, 'stderr' as const), FIELD)
    .map(([name, text]) => ({ ...streamOutput(name, ''), text })),
  fc.record({
    output_type: fc.constant('display_data'),
    metadata: fc.constant({}),
    data: fc.record({ 'text/plain': TEXT })
  })
);

const SOURCE = fc.oneof(
  fc.constantFrom(
    ...['!python t.py', '%%bash\npython t.py', 'f()', '', '!!!', '%%']
  ),
  TEXT.map(text => text.slice(0, 20_000))
);

const ID = fc.oneof(
  { weight: 8, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.constantFrom('same', 'constructor', '') }
);

const METADATA = fc.constantFrom<Record<string, unknown>>(
  {},
  { tags: ['raises-exception'] },
  { tags: 'raises-exception' },
  { tags: [null, {}, 1] },
  { editable: false, deletable: false },
  { execution: { 'iopub.execute_input': 'never', 'shell.execute_reply': 7 } }
);

const CELL = fc.record({
  id: ID,
  cell_type: fc.constantFrom('code', 'code', 'code', 'markdown', 'raw'),
  source: SOURCE,
  metadata: METADATA,
  execution_count: fc.option(fc.nat(30)),
  outputs: fc.array(OUTPUT, { maxLength: 4 })
});

/** Its failure stands first in the panel: then the notebook has been looked at. */
export const LAST = 'the last cell';
const LAST_CELL = {
  id: 'last-cell',
  cell_type: 'code',
  source: 'f()',
  metadata: {},
  execution_count: 1_000_000,
  outputs: [errorOutput('ValueError', LAST)]
};

/** The text of a notebook that somebody made to do harm, or that got broken. */
const NOTEBOOK = fc
  .record({
    cells: fc.array(CELL, { minLength: 1, maxLength: 30 }),
    language: fc.constantFrom('python', '')
  })
  .map(({ cells, language }) =>
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {
        kernelspec: { name: 'python3', display_name: 'Python 3', language }
      },
      cells: [
        ...cells.map(({ outputs, execution_count, ...cell }) =>
          cell.cell_type === 'code'
            ? { ...cell, outputs, execution_count }
            : cell
        ),
        LAST_CELL
      ]
    })
  );

/** Half of a character, as JSON spells it: the server refuses such a file. */
const HALF = /\\ud[89a-f][\da-f]{2}/g;

/** `count` notebooks, the same for the same seed. */
export function hostileNotebooks(count: number, seed: number): string[] {
  return fc
    .sample(NOTEBOOK, { numRuns: count, seed })
    .map(text => text.replace(HALF, '?'));
}
