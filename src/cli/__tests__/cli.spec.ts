import { cell, error, notebook, Program } from './program';

const MATMUL = 'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)';

const program = new Program();

beforeAll(() => program.build());

afterAll(() => program.remove());

const run = program.run.bind(program);
const write = program.write.bind(program);

describe('torch-triage --json', () => {
  it('prints an object a line for each failed cell, in order', () => {
    const file = write(
      'run.ipynb',
      notebook([
        { cell_type: 'markdown', id: 'text', source: '# A', metadata: {} },
        cell('shapes', [error('RuntimeError', MATMUL)]),
        cell('fine', [{ output_type: 'stream', name: 'stdout', text: ['1'] }]),
        cell('stopped', [error('KeyboardInterrupt', '')]),
        cell('meant', [error('RuntimeError', MATMUL)], {
          tags: ['raises-exception']
        }),
        cell('unknown', [error('ValueError', 'ours')])
      ])
    );
    const { status, stdout, stderr } = run(['--json', file]);
    expect([status, stderr]).toEqual([0, '']);
    const lines = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(lines.map(({ file, cell, cellId }) => [file, cell, cellId])).toEqual(
      [
        ['run.ipynb', 1, 'shapes'],
        ['run.ipynb', 5, 'unknown']
      ]
    );
    expect(lines[0].findings[0]).toMatchObject({
      id: 'tensor/matmul-shape',
      title: 'The input is 784 wide, the layer takes 512',
      // Which of the two is to blame, sizes alone do not prove.
      confidence: 'likely',
      evidence: [{ where: 'message', text: `RuntimeError: ${MATMUL}` }]
    });
    expect(Object.keys(lines[0].findings[0].fixes[0]).sort()).toEqual([
      'safety',
      'title'
    ]);
    expect(lines[1].findings).toEqual([]);
  });

  it('finds in the other cells what a name is', () => {
    const file = write(
      'names.ipynb',
      notebook([
        { ...cell('imports', []), source: 'import torch' },
        {
          ...cell('model', []),
          source: 'model = torch.nn.Linear(2, 3)',
          execution_count: 9
        },
        {
          ...cell('uses', [error('NameError', "name 'model' is not defined")]),
          source: 'model.eval()'
        }
      ])
    );
    const [finding] = JSON.parse(run(['--json', file]).stdout).findings;
    expect(finding).toMatchObject({
      id: 'python/undefined-name',
      title: 'Run cell 2, counted from the top: it defines model',
      confidence: 'likely'
    });
  });

  it('reads a log, from a file and from standard input', () => {
    const log = `epoch 1\nTraceback (most recent call last):\n  File "t.py", line 3, in <module>\n    main()\nRuntimeError: ${MATMUL}\n`;
    const file = write('train.log', log);
    for (const { stdout, status } of [
      run(['--json', file]),
      run(['--json', '-'], log)
    ]) {
      const { cell, cellId, findings } = JSON.parse(stdout);
      expect([status, cell, cellId]).toEqual([0, null, null]);
      expect(findings[0].id).toBe('tensor/matmul-shape');
    }
    // PowerShell's `>` writes UTF-16.
    const wide = write('wide.log', Buffer.from(`\ufeff${log}`, 'utf16le'));
    expect(JSON.parse(run(['--json', wide]).stdout).findings[0].id).toBe(
      'tensor/matmul-shape'
    );
  });

  it('reads a notebook from standard input', () => {
    const piped = notebook([cell('shapes', [error('RuntimeError', MATMUL)])]);
    const { stdout } = run(['--json', '-'], piped);
    expect(JSON.parse(stdout)).toMatchObject({
      file: '-',
      cell: 0,
      cellId: 'shapes',
      findings: [{ id: 'tensor/matmul-shape' }]
    });
    expect(JSON.parse(run(['--json', '-'], '{ "cells": ').stdout).cell).toBe(
      null
    );
  });

  it('finds a failure that IPython could not print as an error output', () => {
    const file = write(
      'fallback.ipynb',
      notebook([
        cell('fallback', [
          {
            output_type: 'stream',
            name: 'stdout',
            text: 'Unexpected exception formatting exception. Falling back to standard exception\n'
          },
          {
            output_type: 'stream',
            name: 'stderr',
            text: `Traceback (most recent call last):\n  File "x.py", line 1, in f\nRuntimeError: ${MATMUL}\n`
          }
        ])
      ])
    );
    expect(JSON.parse(run(['--json', file]).stdout).findings[0].id).toBe(
      'tensor/matmul-shape'
    );
  });
});

describe('torch-triage for people', () => {
  it('says cause, evidence and what to do, without colours in a pipe', () => {
    const file = write('shapes.log', `RuntimeError: ${MATMUL}\n`);
    const { stdout, status } = run([file]);
    expect(status).toBe(0);
    expect(stdout).toContain('The input is 784 wide, the layer takes 512');
    expect(stdout).toContain(`RuntimeError: ${MATMUL}`);
    expect(stdout).toContain('What to do');
    // Why the first fix is one, and what to type.
    expect(stdout).toMatch(/^ {4}\w+ +\S.*\n {15}\S.*\.\n {15}\S/m);
    // eslint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/\u001b/);
  });

  it('says when nothing failed and when nothing is recognised', () => {
    const fine = write('fine.ipynb', notebook([cell('fine', [])]));
    expect(run([fine]).stdout).toBe('fine.ipynb: no cell has failed.\n');
    expect(run([write('odd.log', 'hello\n')]).stdout).toContain(
      'Not recognised'
    );
  });

  // Recorded: papermill 2.7 with a kernel that ended by SIGKILL, and killed.
  const BUSY = {
    'iopub.execute_input': '2026-11-23T16:45:04.923712Z',
    'iopub.status.busy': '2026-11-23T16:45:04.923236Z'
  };
  it.each([
    [
      'died.ipynb',
      { execution: BUSY, papermill: { status: 'completed', exception: false } },
      3,
      'cell 2 [3]'
    ],
    [
      'killed.ipynb',
      { papermill: { status: 'running', end_time: null } },
      null,
      'cell 2'
    ]
  ])(
    'names the cell without a result: %s',
    (name, metadata, count, cellName) => {
      const answered = {
        ...BUSY,
        'shell.execute_reply': '2026-11-23T16:45:05Z'
      };
      const file = write(
        name,
        notebook([
          { ...cell('fine', []), metadata: { execution: answered } },
          { ...cell('last', []), metadata, execution_count: count },
          {
            ...cell('next', []),
            metadata: { papermill: { status: 'pending' } }
          }
        ])
      );
      const { stdout, status } = run([file]);
      expect(status).toBe(0);
      expect(stdout).toContain(
        `${name}: ${cellName} has no result: it was started, and no answer of the kernel is noted. The kernel may have died`
      );
      expect(stdout.trim().split('\n')).toHaveLength(1);
      const asJson = run(['--json', file]);
      expect(asJson.stdout).toBe('');
      expect(asJson.stderr).toContain(`${cellName} has no result`);
    }
  );

  it('lets no text steer the terminal', () => {
    const file = write(
      'evil.log',
      `RuntimeError: ${MATMUL} \u001b]0;owned\u0007\u001b[2J\u009b31m\n`
    );
    // eslint-disable-next-line no-control-regex
    expect(run([file]).stdout).not.toMatch(/[\u0007\u001b\u009b]/);
  });

  it.each([
    ['nothing.log', null, 'there is no such file'],
    ['broken.ipynb', '{"cells": [', 'it is not a notebook'],
    ['old.ipynb', '{"worksheets": []}', 'no list of cells'],
    [
      'picture.log',
      Buffer.from('89504e470d0a1a0a'.repeat(200), 'hex'),
      'it is not a text'
    ]
  ])('refuses %s in one line, with status 2', (name, content, reason) => {
    if (content !== null) {
      write(name, content);
    }
    const { status, stdout, stderr } = run([name]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('reads the other files where one cannot be read', () => {
    const good = write('good.log', `RuntimeError: ${MATMUL}\n`);
    const { status, stdout } = run(['--json', 'gone.log', good]);
    expect(status).toBe(2);
    expect(JSON.parse(stdout).file).toBe('good.log');
  });

  it('knows --help and --version, and says what is wrong with the rest', () => {
    expect(run(['--help']).stdout).toContain('Usage: torch-triage');
    expect(run(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const args of [[], ['--jsom', 'x']]) {
      const { status, stderr } = run(args);
      expect(status).toBe(2);
      expect(stderr).toContain('--help');
    }
  });
});
