import { catalogue } from '../../catalogue';
import { diagnose } from '../../diagnosis/diagnose';
import { failureOf } from '../cell-outputs';
import { LAUNCHED, PROGRAM, printed } from './program';

const MESSAGE = 'mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)';

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
    // Which of them failed is not told.
    ['!python train.py\n!echo done', printed(`${PROGRAM}done\r\n`), null]
  ])('has failed: %j', (source, output, line) => {
    expect(toldOf(source, output)).toMatchObject({
      line,
      ename: 'RuntimeError',
      evalue: expect.stringContaining(MESSAGE)
    });
  });

  it('is found below a launcher’s report, with its first cause', () => {
    const incident = failureOf([printed(LAUNCHED)], [], '!torchrun dist.py');
    expect(incident?.program?.ename).toBe('ChildFailedError');
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
      'one that is not there',
      '!python a.py',
      "python: can't open file 'a.py': [Errno 2] No such file or directory\r\n"
    ]
  ])('is not seen to have failed: %s', (_, source, text) => {
    expect(failureOf([printed(text)], [], source)).toBeNull();
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
