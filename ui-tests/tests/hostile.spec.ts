/**
 * Notebooks from strangers: none may hold the page. Each of these did so for
 * seconds or minutes before it came here.
 */
import { catalogueAnswers } from './catalogue-answers';
import { longestTask, type ILongest } from './longest-task';
import {
  execute,
  expect,
  errorOutput,
  notebookOf,
  openNotebook,
  panelOf,
  runCell,
  streamOutput,
  test,
  type ITestCell
} from './support';

test.use({ rare: true });

/**
 * The goal is 50 ms, which `npm run fuzz:notebooks` prints beside what it
 * measures; a busy machine and the profiler take their share.
 */
const LIMIT_MS = 250;

/** 60 exceptions with long messages, then lines that end none: 118 KB. */
const MANY_EXCEPTIONS =
  Array.from({ length: 60 }, (_, at) =>
    traceback(`E${at}Error`, 'a b '.repeat(220))
  ).join('') + 'q\n'.repeat(30_000);

/** 28 KB. */
const TRACEBACKS = Array.from({ length: 320 }, (_, at) =>
  traceback('RuntimeError', `x ${at}`)
).join('');

function traceback(name: string, message: string): string {
  return `Traceback (most recent call last):\n  File "t.py", line 1, in <module>\n    f()\n${name}: ${message}\n`;
}

function failing(count: number, evalue: (at: number) => string): ITestCell[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `cell-${at}`,
    source: 'f()',
    executionCount: at + 1,
    outputs: [errorOutput('RuntimeError', evalue(at))]
  }));
}

function expectShort({ ms, functions }: ILongest): void {
  console.log(
    `longest task of ours: ${ms.toFixed(0)} ms (${functions.join(', ')})`
  );
  // Else the profile has not seen our code at all.
  expect(ms).toBeGreaterThan(0);
  expect(ms, functions.join(', ')).toBeLessThan(LIMIT_MS);
}

const cardsOf = (page: Parameters<typeof panelOf>[0]) =>
  panelOf(page).locator('.jp-TorchTriage-card');

const SAVED: Record<string, ITestCell[]> = {
  'a program with many exceptions': [
    {
      id: 'program',
      source: '!python t.py',
      executionCount: 1,
      outputs: [streamOutput('stdout', MANY_EXCEPTIONS)]
    },
    ...failing(1, () => 'ours')
  ],
  'a program with many tracebacks': [
    {
      id: 'program',
      source: '!python t.py',
      executionCount: 1,
      outputs: [streamOutput('stderr', TRACEBACKS)]
    },
    ...failing(1, () => 'ours')
  ],
  'a failure that quotes the whole catalogue': [
    {
      id: 'quotes',
      source: 'f()',
      executionCount: 1,
      outputs: [
        streamOutput('stderr', catalogueAnswers().join('\n')),
        errorOutput('RuntimeError', catalogueAnswers().join('\n'))
      ]
    }
  ]
};

for (const [name, cells] of Object.entries(SAVED)) {
  test(`opening ${name} does not hold the page`, async ({ page, tmpPath }) => {
    await execute(page, 'torch-triage:open');
    expectShort(
      await longestTask(page, async () => {
        await openNotebook(page, tmpPath, 'saved.ipynb', notebookOf(cells));
        await expect(cardsOf(page)).toHaveCount(1);
      })
    );
    expect(page.workers()).toHaveLength(1);
  });
}

test('a program that prints them does not hold the page', async ({
  page,
  tmpPath
}) => {
  const program = `print(${JSON.stringify(MANY_EXCEPTIONS)}.encode().decode())`;
  await page.contents.uploadContent(program, 'text', `${tmpPath}/prints.py`);
  await openNotebook(
    page,
    tmpPath,
    'live.ipynb',
    notebookOf([
      { id: 'program', source: '!python prints.py' },
      { id: 'fails', source: 'raise ValueError("ours")' }
    ])
  );
  await execute(page, 'torch-triage:open');
  expectShort(
    await longestTask(page, async () => {
      await runCell(page, 'program');
      await runCell(page, 'fails');
      await expect(cardsOf(page)).toHaveCount(1);
    })
  );
});

test('of thousands of failures the newest are read first, the rest when asked', async ({
  page,
  tmpPath
}) => {
  await execute(page, 'torch-triage:open');
  expectShort(
    await longestTask(page, async () => {
      await openNotebook(
        page,
        tmpPath,
        'thousands.ipynb',
        notebookOf(failing(2000, at => `nobody knows ${at} this`))
      );
      await expect(cardsOf(page)).toHaveCount(200);
    })
  );
  await expect(cardsOf(page).first()).toContainText('Cell [2000]');
  await panelOf(page)
    .getByRole('button', { name: 'Read 1800 older failures' })
    .click();
  await expect(cardsOf(page)).toHaveCount(400);
});
