import { catalogue } from '../../catalogue';
import { diagnose } from '../../diagnosis/diagnose';
import { failureOf } from '../program-incident';
import { LAUNCHED, PROGRAM, printed } from './program';

const MESSAGE = 'mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)';

const NO_TORCH = `ERROR: Could not find a version that satisfies the requirement torch==1.1.0 (from versions: 1.13.0, 1.13.1, 2.0.0)
ERROR: No matching distribution found for torch==1.1.0
`;

/** What is told of the program, null where none is seen to have failed. */
function toldOf(source: string, ...outputs: ReturnType<typeof printed>[]) {
  return failureOf(outputs, [], source)?.program ?? null;
}

describe('a program that a cell runs', () => {
  it.each([
    ['!python train.py', printed(PROGRAM), 1],
    ['import sys\n!{sys.executable} train.py', printed(PROGRAM), 2],
    ['if True:\n    !python train.py', printed(PROGRAM), 2],
    // Windows, and file descriptors that ipykernel watches.
    ["import os\nos.system('python train.py')", printed(PROGRAM, 'stderr'), 2],
    ["subprocess.run(['python', 'train.py'])", printed(PROGRAM, 'stderr'), 1],
    ['!pip install -q x\n!python train.py', printed(PROGRAM), 2],
    ['%%time\n!python train.py', printed(PROGRAM), 2],
    // Which of them failed is not told.
    ['!python prepare.py\n!python train.py', printed(PROGRAM), null]
  ])('has failed: %j', (source, output, line) => {
    expect(toldOf(source, output)).toMatchObject({
      line,
      ename: 'RuntimeError',
      evalue: expect.stringContaining(MESSAGE)
    });
  });

  it.each([
    ['!pip install torch==1.1.0', 1],
    ['%pip install -q torch==1.1.0', 1],
    ['import os\n!python3 -m pip install torch==1.1.0', 2],
    ['!uv pip install numpy\n!pip install torch==1.1.0', null]
  ])('found no torch to install: %j', (source, line) => {
    const incident = failureOf([printed(NO_TORCH)], [], source);
    expect(incident?.program).toEqual({
      line,
      ename: 'ERROR',
      evalue: 'No matching distribution found for torch==1.1.0'
    });
    const [first] = diagnose(incident!, catalogue);
    expect(first.id).toBe('version/pip-install');
    expect(first.values).toMatchObject({ version: '1.1.0', last: '3.7' });
  });

  it.each([
    ['another package', '!pip install x', NO_TORCH.replaceAll('torch', 'x')],
    ['a cell that only shows it', '!cat pip.log', NO_TORCH],
    ['a cell that installs nothing', 'install()', NO_TORCH]
  ])('is none: %s', (_, source, text) => {
    expect(failureOf([printed(text)], [], source)).toBeNull();
  });

  it('is found below a launcher’s report, with its first cause', () => {
    const incident = failureOf([printed(LAUNCHED)], [], '!torchrun dist.py');
    expect(incident?.program).toMatchObject({
      ename: 'RuntimeError',
      evalue: 'mat1 and mat2 shapes cannot be multiplied (2x4 and 3x5)'
    });
    const [first] = diagnose(incident!, catalogue);
    expect(first.id).toBe('tensor/matmul-shape');
    expect(first.values).toMatchObject({ rank: '1', given: '4', wanted: '3' });
  });

  it.each([
    ['a cell that runs none', 'train()', PROGRAM],
    ['a name that only looks like it', 'x != y', PROGRAM],
    [
      'a program that went on',
      '!python a.py',
      `${PROGRAM}${'step\n'.repeat(60)}`
    ],
    [
      'one that went on with lines that are all alike',
      '!python a.py',
      `${'x'.repeat(130_000)}\n${PROGRAM}${Array.from({ length: 60 }, (_, at) => `batch ${at}/60: 0.8\n`).join('')}${'y'.repeat(9)}`
    ],
    [
      'one that says indented that it went on',
      '!python a.py',
      `${PROGRAM}    epoch 3 finished, loss 0.2\n`
    ],
    [
      'one that the user stopped',
      '!python a.py',
      PROGRAM.replace('RuntimeError: ', 'KeyboardInterrupt\r\n')
    ],
    [
      'one that prints a message alone',
      '!python a.py',
      `RuntimeError: ${MESSAGE}`
    ],
    ['one that passed', '!python a.py', 'epoch 1\r\nloss 0.25\r\n'],
    [
      'one that handled it before its bar went on',
      '!python a.py',
      `${PROGRAM}${'\r  3%|█▌        | 3/600 [00:01<04:00,  2.49it/s]'.repeat(9)}`
    ],
    ['one that ended well', '!python a.py', `${PROGRAM}  step ok\nDone.\n`],
    [
      'a traceback without an exception, as NumPy warns',
      '!python a.py',
      `${PROGRAM.split('RuntimeError')[0]}\nA module that was compiled using NumPy 1.x cannot be run\n\n`
    ],
    [
      'another thread',
      '!python a.py',
      PROGRAM.replace('epoch 1', 'Exception in thread Thread-5:')
    ],
    ['a log that is shown', '!tail -100 train.log', PROGRAM],
    ['a program that is written', '%%writefile a.py\nos.system("x")', PROGRAM],
    ['a comment', '# !python a.py', PROGRAM],
    ['a picture in a text', '"""\n![plot](a.png)\n"""', PROGRAM],
    [
      'the cell itself, which prints what it caught',
      '!python a.py\ntraceback.print_exc()',
      'Traceback (most recent call last):\n  File "/tmp/ipykernel_7/1.py", line 3, in <module>\nValueError: x\n'
    ],
    [
      'a launcher that the user stopped',
      '!torchrun a.py',
      LAUNCHED.replace(
        /ChildFailedError: .*/s,
        'SignalException: Process 29264 got signal: 2\r\n'
      ).replace('ChildFailedError(', 'SignalException(')
    ],
    [
      'one that is not there',
      '!python a.py',
      "python: can't open file 'a.py': [Errno 2] No such file or directory\r\n"
    ]
  ])('is not seen to have failed: %s', (_, source, text) => {
    expect(failureOf([printed(text)], [], source)).toBeNull();
  });

  it('is not told of what it had handled long before', () => {
    const handled = PROGRAM.replace(MESSAGE, 'CUDA out of memory.');
    const chained = `${handled}\r\nDuring handling of the above exception, another exception occurred:\r\n\r\n${handled.slice(handled.indexOf('Traceback'))}`;
    const text = `${chained}${'epoch 2: 0.5\r\n'.repeat(50)}${PROGRAM}`;
    const incident = failureOf([printed(text)], [], '!python a.py');
    expect(incident?.program?.evalue).toBe(MESSAGE);
    expect(diagnose(incident!, catalogue).map(({ id }) => id)).toEqual([
      'tensor/matmul-shape'
    ]);
  });

  it.each([
    ['a logger’s farewell', 'wandb: run ended\r\n'.repeat(45)],
    ['warnings of ranks', '[W1122 a.cpp:3] Warning: x\r\n'.repeat(60)],
    ['bars that were open', `\r  0%|          | 0/9 [00:01<?, ?it/s]\r\n`],
    ['a hint', 'For debugging consider passing CUDA_LAUNCH_BLOCKING=1\r\n\r\n']
  ])('is found before %s', (_, after) => {
    const output = printed(`${PROGRAM}${after}`);
    expect(toldOf('!python a.py', output)?.evalue).toBe(MESSAGE);
  });

  it('is not asked where the cell itself has failed, or is meant to', () => {
    const error = {
      output_type: 'error',
      ename: 'CalledProcessError',
      evalue: ''
    };
    const outputs = [printed(PROGRAM, 'stderr'), error];
    const incident = failureOf(outputs, [], '%%bash\npython train.py');
    expect(incident).toMatchObject({ ename: 'CalledProcessError' });
    expect(incident?.program).toBeUndefined();
    expect(
      failureOf([printed(PROGRAM)], ['raises-exception'], '!python train.py')
    ).toBeNull();
  });
});
