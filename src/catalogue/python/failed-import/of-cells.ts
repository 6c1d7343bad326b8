/** What is said of a module that a cell of the notebook would have brought. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { packageOf } from '../../../shared/package-names';
import { searchedFirst } from '../shared/searched-first';
import { topOf } from '../shared/modules';
import { whichPython } from './fixes';
import { whereIsIt } from '../shared/where-is-it';

type Named = ValuesOf<'module' | 'cell' | 'state' | 'code' | 'place'>;

/** To run the cell, or to mend it first. */
function runCell(
  trans: ITranslate,
  { cell = '1', state, code = '' }: Named
): IFix {
  return check(
    state === 'failed'
      ? trans.__('Mend cell %1 by what it printed, run it, then this one', cell)
      : trans.__('Run cell %1, then this one again', cell),
    code
  );
}

/** Why what the cell brings is not there; undefined where the cell ran. */
function notRun(
  trans: ITranslate,
  { module = '', cell = '1', state, code = '' }: Named
): string | undefined {
  switch (state) {
    case 'failed':
      return trans.__(
        'Cell %1 was to bring %2 with “%3”, and its output shows that it failed.',
        cell,
        module,
        code
      );
    case 'below':
      return trans.__(
        '“%1” in cell %2, further down, brings %3. It has to run before.',
        code,
        cell,
        module
      );
    case 'unrun':
      return trans.__(
        '“%1” in cell %2 brings %3, and that cell shows no sign of having run in this session.',
        code,
        cell,
        module
      );
    default:
      return undefined;
  }
}

function titleOf(
  trans: ITranslate,
  { module = '', cell = '1' }: Named
): string {
  return fitting(module, 28)
    ? trans.__('%1 comes with cell %2', module, cell)
    : trans.__('The module comes with cell %1', cell);
}

export const ofCells = {
  installed: {
    words: (trans: ITranslate, values: Named): IWords => {
      const { module = 'einops', cell = '1', code = '' } = values;
      const cause = notRun(trans, values);
      return cause === undefined
        ? {
            title: fitting(module, 24)
              ? trans.__('This kernel does not see %1', module)
              : trans.__('This kernel does not see what was installed'),
            cause: code.startsWith('!')
              ? trans.__(
                  '“%1” in cell %2 installed for the pip that the shell finds first, which may be another Python’s, or for a session that has ended since.',
                  code,
                  cell
                )
              : trans.__(
                  '“%1” in cell %2 ran, in a session that has ended since, or the kernel was not restarted after it.',
                  code,
                  cell
                ),
            fixes: [
              check(
                trans.__('Install it with %pip, then restart the kernel'),
                code.startsWith('!')
                  ? code.replace(/^! ?(?:python3? -m )?pip3?/, '%pip')
                  : `%pip install ${packageOf(module)}`
              ),
              whichPython(trans)
            ]
          }
        : {
            title: titleOf(trans, values),
            cause,
            fixes: [runCell(trans, values)]
          };
    }
  },
  cloned: {
    words: (trans: ITranslate, values: Named): IWords => {
      const {
        module = 'models',
        cell = '1',
        code = '',
        place = 'PROJECT'
      } = values;
      const cause = notRun(trans, values);
      const isItself = topOf(module) === place;
      return {
        title:
          cause === undefined
            ? fitting(module, 24)
              ? trans.__('Python does not search %1 in the clone', module)
              : trans.__('Python does not search the clone')
            : titleOf(trans, values),
        cause:
          cause ??
          trans.__(
            '“%1” in cell %2 put the project into the folder %3, and no cell goes there or has Python search it. An import looks beside the notebook and among what is installed.',
            code,
            cell,
            place
          ),
        fixes: [
          ...(cause === undefined ? [] : [runCell(trans, values)]),
          check(
            trans.__('Have Python search the folder of the clone'),
            searchedFirst(place).join('\n'),
            isItself
              ? trans.__(
                  'If %1 itself is the package, search the folder that holds it instead.',
                  place
                )
              : undefined
          ),
          check(trans.__('Or work in that folder'), `%cd ${place}`)
        ]
      };
    }
  },
  written: {
    words: (trans: ITranslate, values: Named): IWords => {
      const { cell = '1', code = '', place } = values;
      const cause = notRun(trans, values);
      return {
        title: titleOf(trans, values),
        cause:
          cause ??
          trans.__(
            '“%1” in cell %2 writes the file, and Python does not search the folder in which that lies: a %cd since, or a folder of its own.',
            code,
            cell
          ),
        fixes: [
          ...(cause === undefined
            ? [
                check(
                  trans.__('Have Python search that folder'),
                  searchedFirst(place ?? '.').join('\n')
                )
              ]
            : [runCell(trans, values)]),
          whereIsIt(trans)
        ]
      };
    }
  }
};
