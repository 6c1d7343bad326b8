import { textIncident } from '../../incident/incident';
import { read } from '../../incident/traceback/reading';
import { platformOf, pythonOf, suitingFixes } from '../platform';
import type { IFix } from '../types';

function reading(text: string) {
  return read(textIncident(text));
}

function trace(file: string, message = 'RuntimeError: it failed'): string {
  return `Traceback (most recent call last):\n  File "${file}", line 3, in <module>\n    run()\n${message}\n`;
}

function fix(code: string, title = 'Do it'): IFix {
  return { safety: 'check', title, code };
}

describe('the platform of a failure', () => {
  it.each([
    [trace('C:\\work\\train.py'), 'windows'],
    [trace('D:/work/train.py'), 'windows'],
    [
      'OSError: [WinError 126] Das angegebene Modul wurde nicht gefunden',
      'windows'
    ],
    ['ImportError: DLL load failed while importing _C: no', 'windows'],
    [trace('/Users/me/train.py'), 'mac'],
    [trace('/opt/homebrew/lib/python3.11/site-packages/torch/nn/x.py'), 'mac'],
    ['TypeError: BFloat16 is not supported on MPS', 'mac'],
    [
      'RuntimeError: Input type (MPSFloatType) and weight type (torch.FloatTensor) should be the same',
      'mac'
    ],
    [trace('/home/me/train.py'), 'linux'],
    [trace('/content/train.py'), 'linux'],
    [trace('/kaggle/working/train.py'), 'linux'],
    ['ImportError: libcudart.so.11.0: cannot open shared object file', 'linux']
  ])('is read from %j', (text, expected) => {
    expect(platformOf(reading(text))).toBe(expected);
  });

  it.each([
    'RuntimeError: CUDA error: invalid device ordinal',
    trace('train.py'),
    "RuntimeError: expected 'cpu' or 'mps'"
  ])('is unknown in %j', text => {
    expect(platformOf(reading(text))).toBeUndefined();
  });

  it('is that of the frames, where a message names a path of elsewhere', () => {
    const text = trace(
      'C:\\work\\train.py',
      "ValueError: '/opt/ros/lib/python2.7/dist-packages' is not in list"
    );
    expect(platformOf(reading(text))).toBe('windows');
  });

  it('is unknown where words speak for two', () => {
    expect(
      platformOf(reading('cp /home/me/a.so C:\\work\\a.dll'))
    ).toBeUndefined();
  });
});

describe('the version of Python', () => {
  it.each([
    ['/opt/conda/lib/python3.6/site-packages/torch/serialization.py', '6'],
    [
      'C:\\Users\\me\\AppData\\Local\\Programs\\Python\\Python310\\lib\\x.py',
      '10'
    ]
  ])('stands in %j', (file, minor) => {
    expect(pythonOf(reading(trace(file)))).toBe(minor);
  });

  it('is unknown without such a path', () => {
    expect(
      pythonOf(reading(trace('/home/me/python3/train.py')))
    ).toBeUndefined();
  });
});

describe('the fixes that suit a platform', () => {
  const debian = fix('$ sudo apt-get install -y ffmpeg');
  const winget = fix('$ winget install Gyan.FFmpeg');
  const brew = fix('$ brew install ffmpeg');
  const conda = fix('$ conda install -c conda-forge ffmpeg');
  const all = [debian, winget, brew, conda];

  it.each([
    ['windows', [winget, conda]],
    ['mac', [brew, conda]],
    ['linux', [debian, conda]],
    [undefined, all],
    ['constructor', all]
  ])('of %s leave out what others have', (platform, expected) => {
    expect(suitingFixes(all, platform, undefined)).toEqual(expected);
  });

  it('keep a fix and leave out its remark for another system', () => {
    const mixed = fix(
      "# Linux, in a terminal: sudo apt-get install g++\nos.environ['CXX'] = 'g++'"
    );
    expect(suitingFixes([mixed], 'windows', undefined)).toEqual([
      fix("os.environ['CXX'] = 'g++'")
    ]);
  });

  it('take the GPU of a Mac in place of CUDA, and no edit that writes CUDA', () => {
    const choice: IFix = {
      ...fix("device = 'cuda' if torch.cuda.is_available() else 'cpu'"),
      edit: () => null
    };
    expect(suitingFixes([choice], 'mac', undefined)).toEqual([
      fix("device = 'mps' if torch.backends.mps.is_available() else 'cpu'")
    ]);
    expect(suitingFixes([choice], 'linux', undefined)).toEqual([choice]);
  });

  it('name no wheel that an old Python cannot have', () => {
    const wheel = fix(
      '$ pip install torch --index-url https://download.pytorch.org/whl/cu118'
    );
    expect(suitingFixes([wheel, conda], undefined, '6')).toEqual([conda]);
    expect(suitingFixes([wheel, conda], undefined, '10')).toEqual([
      wheel,
      conda
    ]);
  });
});
