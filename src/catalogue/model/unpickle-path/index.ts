import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { inLoad } from '../../shared/loading';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { linesBefore } from '../../shared/edits/lines';

/** pathlib, as pickle asks it for a path of the other kind of system. */
const OTHER_SYSTEM =
  /cannot instantiate ["'](?<saved>PosixPath|WindowsPath)["'] on your system/;

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

function saveAsText(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Next time save paths as text'),
    detail: trans.__('Then the file can be read everywhere.'),
    code: "torch.save({'model': model.state_dict(), 'data': str(folder)}, path)"
  };
}

function updateYolo(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('YOLOv5: update the repository and its cache'),
    detail: trans.__('Newer releases save no such paths.'),
    code: "model = torch.hub.load('ultralytics/yolov5', 'custom', path, force_reload=True)"
  };
}

export default define({
  id: 'model/unpickle-path',
  answers: [
    "NotImplementedError: cannot instantiate 'PosixPath' on your system",
    "pathlib.UnsupportedOperation: cannot instantiate 'WindowsPath' on your system",
    "ModuleNotFoundError: No module named 'pathlib._local'; 'pathlib' is not a package"
  ],
  refines: ['model/unpickle-class'],
  values: ['saved'],
  kinds: {
    system: {
      signs: [
        {
          where: 'message',
          pattern: OTHER_SYSTEM,
          when: reading => inLoad(reading) && !asksItself(reading)
        },
        ...messageOrLog(OTHER_SYSTEM, {
          when: reading => !asksItself(reading),
          confidence: 'likely'
        })
      ],
      words: (trans, { saved }) => {
        const [there, here, theirs, ours] =
          saved === 'WindowsPath'
            ? ['Windows', 'Linux / macOS', 'WindowsPath', 'PosixPath']
            : ['Linux / macOS', 'Windows', 'PosixPath', 'WindowsPath'];
        return {
          title: trans.__('The file holds a path of another system'),
          cause: trans.__(
            'Beside the weights a pathlib.Path was saved, on %1. Python cannot make such a path here, on %2, so the whole file is not read.',
            there,
            here
          ),
          fixes: [
            {
              safety: 'check',
              title: trans.__('Let Python make a path of its own instead'),
              detail: trans.__(
                'For this one call, and only for a file that you trust.'
              ),
              code: `import pathlib\nplace = getattr(pathlib, '_local', pathlib)  # Python 3.13\nkept = place.${theirs}\nplace.${theirs} = place.${ours}\ntry:\n    checkpoint = torch.load(path, weights_only=False)\nfinally:\n    place.${theirs} = kept`
            },
            saveAsText(trans),
            updateYolo(trans)
          ]
        };
      }
    },
    python: {
      signs: [
        { where: 'message', pattern: OTHER_PYTHON, when: inLoad },
        ...messageOrLog(OTHER_PYTHON, { confidence: 'likely' })
      ],
      words: trans => ({
        title: trans.__('The file holds a path of Python 3.13'),
        cause: trans.__(
          'Beside the weights a pathlib.Path was saved, under the name that this class has in Python 3.13. The Python here is older and does not know the name.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give the old module the new name, then load'),
            edit: linesBefore([
              'import pathlib, sys',
              "sys.modules['pathlib._local'] = pathlib"
            ]),
            detail: trans.__('Only for a file that you trust.'),
            code: "import pathlib, sys\nsys.modules['pathlib._local'] = pathlib\ncheckpoint = torch.load(path, weights_only=False)"
          },
          saveAsText(trans),
          updateYolo(trans)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
