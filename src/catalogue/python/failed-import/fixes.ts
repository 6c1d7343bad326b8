/** What to do about a module that is not there. */
import type { Edit } from '../../../code/types';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { check, pip } from '../../fix';
import { packageOf } from '../../../shared/package-names';
import { isKnownPackage, isOfProject, topOf } from '../shared/modules';
import { searchedFirst } from '../shared/searched-first';

/** Projects that PyPI does not have, or not under this name. */
export const SOURCES: ReadonlyMap<string, string> = new Map([
  ['clip', 'git+https://github.com/openai/CLIP.git'],
  ['detectron2', 'git+https://github.com/facebookresearch/detectron2.git'],
  [
    'segment_anything',
    'git+https://github.com/facebookresearch/segment-anything.git'
  ],
  ['sam2', 'git+https://github.com/facebookresearch/sam2.git'],
  ['groundingdino', 'git+https://github.com/IDEA-Research/GroundingDINO.git'],
  ['taming', 'git+https://github.com/CompVis/taming-transformers.git'],
  ['ldm', 'git+https://github.com/CompVis/stable-diffusion.git'],
  ['audiocraft', 'git+https://github.com/facebookresearch/audiocraft.git'],
  ['apex', 'git+https://github.com/NVIDIA/apex.git --no-build-isolation'],
  ['llava', 'git+https://github.com/haotian-liu/LLaVA.git'],
  ['nvdiffrast', 'git+https://github.com/NVlabs/nvdiffrast.git']
]);

export function install(trans: ITranslate, name: string): IFix {
  return {
    safety: 'check',
    title: trans.__('Install it from the notebook, with %pip'),
    detail: trans.__(
      '%pip installs for the Python that this kernel runs. Make sure that the package of this name is the one you mean.'
    ),
    code: `%pip install ${name}`
  };
}

/** The program has a Python of its own: pip of the system serves another. */
export function homeFixes(
  trans: ITranslate,
  module: string,
  home: string
): IFix[] {
  const isNode = /python_embeded|\.venv/.test(home);
  const one = check(
    trans.__('Install it with the program’s own Python, then restart'),
    `$ ${home} -m pip install ${SOURCES.get(topOf(module)) ?? packageOf(module)}`,
    topOf(module) === 'insightface'
      ? trans.__(
          'In the folder of the program. On Windows it is compiled: without the Build Tools for Visual Studio, install a ready wheel for this version of Python, and onnxruntime.'
        )
      : trans.__(
          'In the folder of the program. pip in another terminal installs for another Python.'
        )
  );
  const all = check(
    trans.__('Or all that the extension asks for'),
    `$ ${home} -m pip install -r ${isNode ? String.raw`ComfyUI\custom_nodes\NODE\requirements.txt` : String.raw`extensions\NAME\requirements.txt`}`
  );
  return isKnownPackage(module) || SOURCES.has(topOf(module))
    ? [one, all]
    : [all, one];
}

/** With a press where the package that brings the module is known. */
export function installFor(
  trans: ITranslate,
  module: string,
  name = packageOf(module)
): IFix {
  const fix = install(trans, name);
  return isKnownPackage(module) && name === packageOf(module)
    ? pip({
        title: fix.title,
        line: `%pip install ${name}`,
        detail: fix.detail
      })
    : fix;
}

/** For a program that was started in a terminal, or in a cell by a shell line. */
export function installByShell(trans: ITranslate, name: string): IFix[] {
  return [
    check(
      trans.__('Install it for the Python that runs the program'),
      `$ python -m pip install ${name}`,
      trans.__(
        'Type it where the program is started, in the same environment, with the same word for Python (python, python3, py). In a notebook: %pip install.'
      )
    ),
    check(
      trans.__('More is missing, too: install all that the project asks for'),
      '$ python -m pip install -r requirements.txt',
      trans.__(
        'In a notebook for Colab that is the cell with the requirements: each new session begins empty.'
      )
    )
  ];
}

export function whichPython(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See which Python the kernel runs'),
    code: 'import sys\nprint(sys.executable)'
  };
}

export function restart(trans: ITranslate, title: string): IFix {
  return {
    safety: 'check',
    title,
    detail: trans.__('A restart loses all variables: save what took long.')
  };
}

export function renamed(trans: ITranslate, near: string, edit: Edit): IFix {
  return {
    safety: 'check',
    title: trans.__('Write %1, if that is what you mean', near),
    code: near,
    edit
  };
}

/** Where Python found the package that lacks a part. */
export function whichFolder(trans: ITranslate, top: string): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See which %1 Python takes', top),
    detail: trans.__(
      'A path in site-packages is an installed package; a list that begins with _NamespacePath is a bare folder without __init__.py.'
    ),
    code: `import ${top}\nprint(${top}.__path__)`
  };
}

/** What to do where a part of a repository is missing, or hidden by a package. */
function partFixes(trans: ITranslate, top: string, isHere: boolean): IFix[] {
  const whole = check(
    trans.__('The folder is not whole: clone the project anew'),
    '$ git clone --recursive https://github.com/OWNER/PROJECT',
    trans.__(
      'An archive of sources or a copy of some files may lack folders; --recursive brings submodules.'
    )
  );
  const released = check(
    trans.__('Or take the released package, out of this folder'),
    `%pip install --upgrade ${packageOf(top)}`
  );
  const near: IFix = {
    safety: 'diagnostic',
    title: trans.__('See whether it is there under a near name'),
    code: `import os\nprint(os.listdir('${top}'))`
  };
  return isHere
    ? // A folder that every project has is no package to install.
      isOfProject(top)
      ? [near, whole]
      : [whole, released]
    : [
        whichFolder(trans, top),
        check(
          trans.__('In site-packages: that package hides the project’s folder'),
          `%pip uninstall -y ${packageOf(top)}`,
          trans.__(
            'Or give the project’s folder an __init__.py and put its root first, as PYTHONPATH=. does: a folder without __init__.py yields to any package.'
          )
        ),
        whole
      ];
}

/** What to do where a module is a file of a repository. */
export function ownFixes(
  trans: ITranslate,
  module: string,
  place: string | undefined,
  isHere: boolean
): IFix[] {
  const inFolder: IFix = {
    safety: 'check',
    title: trans.__('Start the program in the folder of its repository'),
    detail: trans.__(
      'Put in the path of your clone: the folder that holds %1.',
      `${topOf(module)}.py ${trans.__('or')} ${topOf(module)}/`
    ),
    code: '%cd path/to/repository'
  };
  if (module.includes('.')) {
    return [...partFixes(trans, topOf(module), isHere), inFolder];
  }
  const whole = check(
    trans.__('Only some of its files are here: clone all of it'),
    '$ git clone --recursive https://github.com/OWNER/PROJECT && cd PROJECT',
    trans.__(
      'The README says what else it needs; code that was copied out of a repository needs the files that it imports.'
    )
  );
  return place === undefined
    ? [inFolder, whole]
    : [
        check(
          trans.__('Have Python search that folder first'),
          searchedFirst(place).join('\n')
        ),
        inFolder
      ];
}

/**
 * What to do where it may be anybody's.
 *
 * @param isPasted - a program's output: its repository is the first guess, and
 * in a notebook the user's own file
 */
export function unknownFixes(
  trans: ITranslate,
  module: string,
  isPasted: boolean
): IFix[] {
  const ofProject = check(
    trans.__('A project of research: install it from its clone'),
    '%pip install -e path/to/repository',
    trans.__(
      'That is the folder with setup.py or pyproject.toml. Without one, start the program in the folder that holds %1.',
      topOf(module)
    )
  );
  const own: IFix = {
    safety: 'diagnostic',
    title: trans.__('Your own file? See whether it lies here'),
    detail: trans.__(
      'Python finds files beside the notebook and in the folders of sys.path. On Colab upload it; a repository is cloned, then entered with %cd.'
    ),
    code: 'import os\nprint(os.getcwd(), os.listdir())'
  };
  return [
    ...(isPasted ? [ofProject, own] : [own, ofProject]),
    {
      safety: 'check',
      title: trans.__('A package: see its page, then install it'),
      detail: trans.__(
        'We do not know a package of this module, and anybody can upload one of its name: look at its page on PyPI first, or at that of the project.'
      ),
      code: `%pip install ${packageOf(module)}`
    },
    whichPython(trans)
  ];
}

/** What to do where an installed package has not what is asked of it. */
export function lackFixes(
  trans: ITranslate,
  name: string,
  near: string | undefined,
  edit: (near: string) => Edit
): IFix[] {
  return near
    ? [renamed(trans, near, edit(near))]
    : [
        check(
          trans.__('The code is newer than the package: update it'),
          `%pip install --upgrade ${name}`,
          trans.__('Restart the kernel after it.')
        ),
        check(
          trans.__('The code is older: take the release of its time'),
          '%pip install -r requirements.txt  # of the project',
          trans.__('Its README or requirements name it.')
        )
      ];
}
