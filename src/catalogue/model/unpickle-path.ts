import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';
import { inLoad } from './shared/loading';

/** pathlib, as pickle asks it for a path of the other kind of system. */
const OTHER_SYSTEM =
  /cannot instantiate ["'](?<kind>PosixPath|WindowsPath)["'] on your system/;

/** Where paths live in Python 3.13, as a pickle names them. */
const OTHER_PYTHON = /No module named ["']?pathlib\._local\b/;

const PATHLIB = /[\\/]pathlib(?:[\\/]\w{1,20})?\.py$/;

/** The code that calls pathlib asks for such a path: no file is to blame. */
function asksItself({ exceptions, code }: IReading): boolean {
  return exceptions.some(({ frames }) => {
    const callers = frames.filter(({ file }) => !PATHLIB.test(file));
    const asked = callers[callers.length - 1]?.code ?? code;
    return /\b(?:Posix|Windows)Path\(/.test(asked);
  });
}

const ofPython = (): Values => ({ kind: 'python' });

const entry: IEntry = {
  id: 'model/unpickle-path',
  answers: [
    "NotImplementedError: cannot instantiate 'PosixPath' on your system",
    "pathlib.UnsupportedOperation: cannot instantiate 'WindowsPath' on your system",
    "ModuleNotFoundError: No module named 'pathlib._local'; 'pathlib' is not a package"
  ],
  refines: ['model/unpickle-class'],
  signs: [
    {
      where: 'message',
      pattern: OTHER_SYSTEM,
      when: reading => inLoad(reading) && !asksItself(reading)
    },
    ...said(OTHER_SYSTEM, {
      when: reading => !asksItself(reading),
      confidence: 'likely'
    }),
    { where: 'message', pattern: OTHER_PYTHON, when: inLoad, read: ofPython },
    ...said(OTHER_PYTHON, { confidence: 'likely', read: ofPython })
  ],
  page(trans, { kind }) {
    const isPython = kind === 'python';
    const [saved, here, theirs, ours] =
      kind === 'WindowsPath'
        ? ['Windows', 'Linux / macOS', 'WindowsPath', 'PosixPath']
        : ['Linux / macOS', 'Windows', 'PosixPath', 'WindowsPath'];
    return {
      title: isPython
        ? trans.__('The file holds a path of Python 3.13')
        : trans.__('The file holds a path of another system'),
      cause: isPython
        ? trans.__(
            'Beside the weights a pathlib.Path was saved, under the name that this class has in Python 3.13. The Python here is older and does not know the name.'
          )
        : trans.__(
            'Beside the weights a pathlib.Path was saved, on %1. Python cannot make such a path here, on %2, so the whole file is not read.',
            saved,
            here
          ),
      fixes: [
        isPython
          ? {
              safety: 'check' as const,
              title: trans.__('Give the old module the new name, then load'),
              detail: trans.__('Only for a file that you trust.'),
              code: "import pathlib, sys\nsys.modules['pathlib._local'] = pathlib\ncheckpoint = torch.load(path, weights_only=False)"
            }
          : {
              safety: 'check' as const,
              title: trans.__('Let Python make a path of its own instead'),
              detail: trans.__(
                'For this one call, and only for a file that you trust.'
              ),
              code: `import pathlib\nplace = getattr(pathlib, '_local', pathlib)  # Python 3.13\nkept = place.${theirs}\nplace.${theirs} = place.${ours}\ntry:\n    checkpoint = torch.load(path, weights_only=False)\nfinally:\n    place.${theirs} = kept`
            },
        {
          safety: 'safe',
          title: trans.__('Next time save paths as text'),
          detail: trans.__('Then the file can be read everywhere.'),
          code: "torch.save({'model': model.state_dict(), 'data': str(folder)}, path)"
        },
        {
          safety: 'check',
          title: trans.__('YOLOv5: update the repository and its cache'),
          detail: trans.__('Newer releases save no such paths.'),
          code: "model = torch.hub.load('ultralytics/yolov5', 'custom', path, force_reload=True)"
        }
      ],
      notThis: [
        trans.__(
          'The line that fails calls PosixPath() or WindowsPath() itself: write Path() there.'
        )
      ],
      links: [
        LINKS.load(trans),
        {
          title: trans.__('Python: concrete paths of each system'),
          url: 'https://docs.python.org/3/library/pathlib.html#concrete-paths'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'NotImplementedError',
      evalue: "cannot instantiate 'WindowsPath' on your system",
      source: 'checkpoint = torch.load(path, weights_only=False)',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'WindowsPath' }
    },
    {
      ename: 'NotImplementedError',
      evalue: "cannot instantiate 'PosixPath' on your system",
      torch: '1.9',
      origin: 'reference',
      values: { kind: 'PosixPath' }
    },
    {
      kind: 'text',
      stderr:
        "Exception: cannot instantiate 'PosixPath' on your system. Cache may be out of date, try `force_reload=True`\n",
      torch: '1.12',
      origin: 'reference',
      values: { kind: 'PosixPath' }
    },
    {
      ename: 'ModuleNotFoundError',
      evalue: "No module named 'pathlib._local'; 'pathlib' is not a package",
      source: 'checkpoint = torch.load(path, weights_only=False)',
      torch: '2.6',
      origin: 'reference',
      values: { kind: 'python' }
    }
  ],
  nearMisses: [
    {
      ename: 'NotImplementedError',
      evalue: "cannot instantiate 'WindowsPath' on your system",
      traceback:
        'Traceback (most recent call last):\n  File "names.py", line 3, in <module>\n    path = WindowsPath("data")\n  File "/usr/lib/python3.11/pathlib.py", line 873, in __new__\n    raise NotImplementedError("cannot instantiate %r on your system"\nNotImplementedError: cannot instantiate \'WindowsPath\' on your system'
    },
    {
      ename: 'ModuleNotFoundError',
      evalue: "No module named 'pathlib2'"
    }
  ],
  reproduction: {
    raises: [
      'import io, pathlib, torch',
      'class Saved:',
      '    def __reduce__(self): return pathlib.WindowsPath, ("data",)',
      'file = io.BytesIO()',
      "torch.save({'data': Saved()}, file)",
      'file.seek(0)',
      'checkpoint = torch.load(file, weights_only=False)'
    ].join('\n'),
    fixed: [
      'import io, pathlib, torch',
      'class Saved:',
      '    def __reduce__(self): return pathlib.WindowsPath, ("data",)',
      'file = io.BytesIO()',
      "torch.save({'data': Saved()}, file)",
      'file.seek(0)',
      "place = getattr(pathlib, '_local', pathlib)  # Python 3.13",
      'kept = place.WindowsPath',
      'place.WindowsPath = place.PosixPath',
      'try:',
      '    checkpoint = torch.load(file, weights_only=False)',
      'finally:',
      '    place.WindowsPath = kept'
    ].join('\n')
  }
};

export default entry;
