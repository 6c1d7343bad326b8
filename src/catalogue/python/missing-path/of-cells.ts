/** What is said of a path by what the cells and the outputs show. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { baseOf } from '../shared/base-of';
import { whereIsIt } from '../shared/where-is-it';

type Named = ValuesOf<'path' | 'better' | 'cell' | 'code' | 'names' | 'folder'>;

/** Print the nearest folder of the path that exists, and what lies in it. */
export function seeFolder(trans: ITranslate, path: string): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See how far the path is there, and what lies there'),
    code: `import os, pathlib\nthere = next(p for p in pathlib.Path(${JSON.stringify(path)}).parents if p.exists())\nprint(there.resolve(), os.listdir(there))`
  };
}

/** What stands behind the name’s first part: `_mask.png` of `a_mask.png`. */
function endOf(path: string): string {
  return /[_-][a-z]{2,20}\.\w{1,8}$|\.\w{1,8}$/i.exec(baseOf(path))?.[0] ?? '';
}

function titleOf(trans: ITranslate, path: string): string {
  return fitting(baseOf(path), 30)
    ? trans.__('There is no %1', baseOf(path))
    : trans.__('There is no file of that path');
}

export const ofCells = {
  called: {
    words: (
      trans: ITranslate,
      { path = 'a/model.pt', better = 'b/model.pt', cell = '1', code }: Named
    ): IWords => ({
      title: fitting(better, 30)
        ? trans.__('It was saved as %1', better)
        : trans.__('It was saved under another path'),
      cause: trans.__(
        'The line asks for %1, and cell %2 writes %3.',
        path,
        cell,
        better
      ),
      fixes: [
        check(trans.__('Ask for what is written'), JSON.stringify(better)),
        check(
          trans.__('Or write it where it is asked for'),
          code ?? JSON.stringify(path)
        )
      ]
    })
  },
  ending: {
    words: (
      trans: ITranslate,
      { path = 'model', better = 'model.pth', cell = '1', code }: Named
    ): IWords => ({
      title: fitting(better, 30)
        ? trans.__('The file is called %1', better)
        : trans.__('The ending of the file is missing'),
      cause: trans.__(
        'The path %1 has no ending, and cell %2 shows the file as %3. Nothing adds an ending to a path.',
        path,
        cell,
        baseOf(better)
      ),
      fixes: [
        code
          ? check(trans.__('Write the ending'), JSON.stringify(better))
          : check(
              trans.__('Add the ending where the path is put together'),
              `path = path + ${JSON.stringify(better.slice(path.length))}`,
              trans.__('Here it is %1.', better)
            ),
        seeFolder(trans, path)
      ]
    })
  },
  series: {
    words: (
      trans: ITranslate,
      { path = 'model3.pt', cell = '1', code = '' }: Named
    ): IWords => ({
      title: fitting(baseOf(path), 30)
        ? trans.__('%1 was not saved', baseOf(path))
        : trans.__('That file of the series was not saved'),
      cause: trans.__(
        'Cell %1 saves a file for each round, with a number or name in it, and none was this one: a loop from 0 ends one below its count, one that stopped early saves fewer, and a condition skips some.',
        cell
      ),
      fixes: [
        check(
          trans.__('See which were saved, and take one of these'),
          `import glob\nprint(sorted(glob.glob(${JSON.stringify(
            path.replace(/\d{1,9}(?=\D{0,80}$)/, '*')
          )})))`
        ),
        ...(code
          ? [
              check(
                trans.__('It should be there: see what this line writes'),
                code
              )
            ]
          : [])
      ]
    })
  },
  inside: {
    words: (
      trans: ITranslate,
      { path = 'data/train', better = 'data/set/train', cell = '1' }: Named
    ): IWords => ({
      title: fitting(better, 32)
        ? trans.__('It lies in %1', better)
        : trans.__('It lies in another folder'),
      cause: trans.__(
        'The output of cell %1 shows %2, and the line asks for %3.',
        cell,
        better,
        path
      ),
      fixes: [
        check(
          trans.__('Write the path that the output shows'),
          JSON.stringify(better)
        ),
        seeFolder(trans, better)
      ]
    })
  },
  listed: {
    words: (
      trans: ITranslate,
      { path = 'a.png', folder = 'folder', code = '' }: Named
    ): IWords => ({
      title: trans.__('listdir() gives names without their folder'),
      cause: trans.__(
        '%1 is a name out of “%2”, and is opened without the folder that was listed there.',
        baseOf(path),
        code
      ),
      fixes: [
        check(
          trans.__('Put that folder before the name'),
          `os.path.join(${folder}, name)`
        ),
        check(
          trans.__('Or list with the folder'),
          `import glob\nfiles = sorted(glob.glob(os.path.join(${folder}, '*')))`
        )
      ]
    })
  },
  paired: {
    words: (
      trans: ITranslate,
      { path = 'masks/a.png', folder = 'masks', code = '' }: Named
    ): IWords => ({
      title: fitting(baseOf(path), 30)
        ? trans.__('%2 has no %1', baseOf(path), folder)
        : trans.__('The other folder has no file of that name'),
      cause: trans.__(
        'The names come out of “%1”, and the file is looked for in another folder, %2. There it is called otherwise, or not every file has its partner.',
        code,
        folder
      ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('See how the files are called there'),
          code: `import os\nprint(sorted(os.listdir(${folder}))[:10])`
        },
        check(
          trans.__('Build the name as it is written there'),
          `partner = os.path.splitext(name)[0] + ${JSON.stringify(endOf(path))}  # or another ending`
        )
      ]
    })
  },
  unended: {
    words: (trans: ITranslate, { path = '', names = '' }: Named): IWords => ({
      title: fitting(names, 24)
        ? trans.__('%1 lacks the ending of a file', names)
        : trans.__('The path lacks the ending of a file'),
      cause: trans.__(
        'The name %1 comes from a table or a list, and such a list of images often holds the names without .jpg or .png. The path that was opened is %2.',
        names,
        path
      ),
      fixes: [
        check(trans.__('Add the ending that the files have'), `name + '.jpg'`),
        seeFolder(trans, path)
      ]
    })
  },
  branch: {
    words: (
      trans: ITranslate,
      { path = 'model.pt', cell = '1', names = 'if save:', code = '' }: Named
    ): IWords => ({
      title: fitting(baseOf(path), 22)
        ? trans.__('%1 was not saved: see cell %2', baseOf(path), cell)
        : trans.__('The line that saves it did not run: cell %1', cell),
      cause: trans.__(
        'Cell %1 writes %2 only inside “%3”. That did not come to pass, or the cell worked in another folder.',
        cell,
        path,
        names
      ),
      fixes: [
        check(trans.__('See that this line runs, then run both'), code),
        seeFolder(trans, path)
      ]
    })
  },
  onDrive: {
    words: (
      trans: ITranslate,
      { path = '/content/drive/MyDrive/train.csv', cell = '1' }: Named
    ): IWords => ({
      title: fitting(baseOf(path), 22)
        ? trans.__('Your Drive has no %1 there', baseOf(path))
        : trans.__('Your Drive has nothing under that path'),
      cause: trans.__(
        'Cell %1 has mounted Google Drive. So a folder of the path or the file itself is not there: it was not saved or copied to it, lies in another folder, or is spelt another way.',
        cell
      ),
      fixes: [
        seeFolder(trans, path),
        check(
          trans.__('Find it on your Drive, and write its whole path'),
          `!find ${/^\/content\/\w{1,20}/.exec(path)?.[0] ?? '/content/drive'} -name ${JSON.stringify(baseOf(path))}`
        )
      ]
    })
  },
  moved: {
    words: (
      trans: ITranslate,
      {
        path = 'model.pt',
        cell = '1',
        code = '%cd data',
        folder = 'data'
      }: Named
    ): IWords => ({
      title: titleOf(trans, path),
      cause: trans.__(
        'Since “%1” in cell %2 the kernel works in %3, and %4 is searched from there. Run twice, it goes one folder deeper, or fails.',
        code,
        cell,
        folder,
        path
      ),
      fixes: [
        whereIsIt(trans),
        check(
          trans.__(
            'It lies where you started: go back, or write the whole path'
          ),
          '%cd ..'
        )
      ]
    })
  },
  foreign: {
    words: (
      trans: ITranslate,
      { path = '', folder = 'alice' }: Named
    ): IWords => ({
      title: trans.__('The path is one of another machine'),
      cause:
        folder === '/content'
          ? trans.__(
              '%1 is a path of Google Colab, and the other paths at hand are of another machine.',
              path
            )
          : trans.__(
              '%1 lies in the home folder of %2, and no other path at hand does: somebody else wrote it for their machine.',
              path,
              folder
            ),
      fixes: [
        check(
          trans.__('Write where the file lies here'),
          JSON.stringify(path.split(/[\\/]/).slice(-2).join('/'))
        ),
        whereIsIt(trans)
      ]
    })
  }
};

/** Where a file comes from that no cell makes, by its kind. */
export function bringIt(trans: ITranslate, path: string): IFix {
  return /\.(?:ya?ml|cfg|ini|toml|py|pbtxt|prototxt)$|config[\w-]{0,20}\.json$/i.test(
    path
  )
    ? check(
        trans.__('It comes with a project: clone it, and go to its folder'),
        '!git clone https://github.com/OWNER/PROJECT\n%cd PROJECT'
      )
    : {
        safety: 'check',
        title: trans.__('Bring it there: run what makes it, or download it'),
        detail: trans.__(
          'The notebook before this one, a script of the project for its data, or a link in its README; a line that is a comment here may be the download.'
        )
      };
}

/** Where a file may lie in a notebook of Colab, or in the folder above. */
export function foundAt(
  trans: ITranslate,
  path: string,
  place: string | undefined
): IFix[] {
  const base = baseOf(path);
  switch (place) {
    case 'drive':
      return [
        check(
          trans.__('It lies on your Drive: find it, and write its whole path'),
          `!find /content/drive/MyDrive -name ${JSON.stringify(base)}`
        )
      ];
    case 'colab':
      return [
        check(
          trans.__('It lies on your own machine: upload it to this session'),
          'from google.colab import files\nfiles.upload()',
          trans.__('A session of Colab begins with an empty disk.')
        )
      ];
    default:
      return path.startsWith('..') ? [seeFolder(trans, path)] : [];
  }
}

/** The data that a program of a project reads. */
export const ofData = {
  data: {
    words: (trans: ITranslate, { path = 'data/train.txt' }: Named): IWords => ({
      title: fitting(baseOf(path), 26)
        ? trans.__('The data %1 are not there', baseOf(path))
        : trans.__('The data of the program are not there'),
      cause: trans.__(
        'The program reads %1, and counts it from the folder in which it was started. Repositories rarely hold their data: they are downloaded apart, and lists or features are often written by a script that prepares them.',
        path
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Download the data, and run what prepares them'),
          detail: trans.__(
            'The README has the link and the order of the steps; a step before this one that failed leaves out its files.'
          )
        },
        check(
          trans.__('They lie elsewhere: link them to that place'),
          `$ ln -s /path/to/${path.split(/[\\/]/).length > 1 ? path.split(/[\\/]/)[0] : 'data'} ${path.split(/[\\/]/)[0]}`
        ),
        check(
          trans.__('They are there: start the program in the project’s root'),
          '$ cd path/to/repository'
        )
      ]
    })
  }
};
