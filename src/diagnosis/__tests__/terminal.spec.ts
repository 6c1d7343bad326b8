import { cellIncident, textIncident } from '../../incident/incident';
import { read } from '../../incident/traceback/reading';
import { isInTerminal, terminalFixes } from '../terminal';
import type { IFix } from '../types';

function trace(file: string): string {
  return `Traceback (most recent call last):\n  File "${file}", line 3, in <module>\n    run()\nRuntimeError: it failed\n`;
}

describe('a text of a terminal', () => {
  it.each([
    trace('/home/me/train.py'),
    'train.py: error: unrecognized arguments: --fast',
    "python: can't open file 'train.py': [Errno 2] No such file or directory",
    'me@box:~$ python train.py\nKilled'
  ])('is told by its frames and commands: %j', text => {
    expect(isInTerminal(read(textIncident(text)))).toBe(true);
  });

  it.each([
    'RuntimeError: it failed',
    'Cell In[3], line 1\n----> 1 run()\n\nRuntimeError: it failed',
    trace('/tmp/ipykernel_12/33.py'),
    trace('<ipython-input-3-1>')
  ])('is not any other: %j', text => {
    expect(isInTerminal(read(textIncident(text)))).toBe(false);
  });

  it('is no cell, whatever program it ran', () => {
    const cell = cellIncident({
      ename: '',
      evalue: '',
      source: '!python train.py',
      stderr: trace('/home/me/train.py')
    });
    expect(isInTerminal(read(cell))).toBe(false);
  });
});

function after(code: string, safety: IFix['safety'] = 'check'): string {
  return terminalFixes([{ safety, title: 'Do it', code }])[0].code ?? '';
}

describe('a fix for a terminal', () => {
  it.each([
    ['%pip install timm', '$ python -m pip install timm'],
    ['%cd birds\n!python train.py', '$ cd birds\n$ python train.py'],
    [
      '%pip install timm  # then restart the kernel',
      '$ python -m pip install timm'
    ],
    [
      "%pip install timm  # or: %pip install 'timm<1'",
      "$ python -m pip install timm  # or: python -m pip install 'timm<1'"
    ],
    ['x = x.float()', 'x = x.float()'],
    ['%debug', '%debug']
  ])('has the commands of one: %j', (code, expected) => {
    expect(after(code)).toBe(expected);
  });

  it('asks Python in a command where the lines need nothing else', () => {
    expect(after('import sys\nprint(sys.executable)', 'diagnostic')).toBe(
      '$ python -c "import sys; print(sys.executable)"'
    );
    expect(after('print(len(values))', 'diagnostic')).toBe(
      'print(len(values))'
    );
    expect(after('import os\nprint(os.path.getsize(path))', 'diagnostic')).toBe(
      'import os\nprint(os.path.getsize(path))'
    );
  });

  it('has no button that would run in a kernel', () => {
    const [fix] = terminalFixes([
      {
        safety: 'check',
        title: 'Do it',
        code: '%pip install timm',
        action: { kind: 'install', line: '%pip install timm', isInUse: false }
      }
    ]);
    expect(fix.action).toBeUndefined();
  });
});
