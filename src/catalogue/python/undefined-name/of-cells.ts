/** Kinds in which a cell of the notebook gives the name its value. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { packageOf } from '../../../shared/package-names';
import type { IWords, ValuesOf } from '../../define';
import { pip } from '../../fix';
import { runAbove, runFirst, runOne } from './running';
import type { Value } from './values';

type Named = ValuesOf<Value>;

/** A package that is not there. */
const NO_MODULE = /No module named ["'](?<module>\w{1,60})/;

/** The package whose lack made the other cell fail. */
function installing(trans: ITranslate, failure: string | undefined): IFix[] {
  const module = NO_MODULE.exec(failure ?? '')?.groups?.module;
  return module === undefined
    ? []
    : [
        pip({
          title: trans.__('Install %1, then run that cell again', module),
          line: `%pip install ${packageOf(module)}`
        })
      ];
}

export const ofCells = {
  unrun: {
    words: (
      trans: ITranslate,
      { name = '', cell = '', line = '' }: Named
    ): IWords =>
      runFirst(
        trans,
        { name, cell },
        trans.__(
          'Line %1 of cell %2 gives %3 its value. The kernel’s present process has not run that cell as it stands now.',
          line,
          cell,
          name
        )
      )
  },
  restarted: {
    words: (
      trans: ITranslate,
      { name = '', cell = '', line = '' }: Named
    ): IWords => ({
      title: trans.__('%1 was lost when the kernel restarted', name),
      cause: trans.__(
        'Line %1 of cell %2 gives %3 its value. It ran in an earlier process of the kernel, and a new one starts without variables.',
        line,
        cell,
        name
      ),
      fixes: [runAbove(trans), runOne(trans, cell)]
    })
  },
  edited: {
    words: (
      trans: ITranslate,
      { name = '', cell = '', line = '' }: Named
    ): IWords => ({
      title: trans.__('Cell %1 ran before it was changed', cell),
      cause: trans.__(
        'Line %1 of cell %2 gives %3 its value, but what the kernel ran of that cell is another text.',
        line,
        cell,
        name
      ),
      fixes: [runOne(trans, cell)]
    })
  },
  failed: {
    words: (
      trans: ITranslate,
      { name = '', cell = '', line = '', failure }: Named
    ): IWords => ({
      title: trans.__('Cell %1 failed before it gave %2', cell, name),
      cause: failure
        ? trans.__(
            'Line %1 of cell %2 gives %3 its value, but that cell ended in an error of its own: %4.',
            line,
            cell,
            name,
            failure
          )
        : trans.__(
            'Line %1 of cell %2 gives %3 its value, but that cell ended in an error, and the name is not there.',
            line,
            cell,
            name
          ),
      fixes: [
        ...installing(trans, failure),
        {
          safety: 'check',
          title: trans.__('Mend cell %1 first, then run both', cell),
          detail: trans.__(
            'Its own error comes first: this one only follows from it.'
          )
        }
      ]
    })
  },
  gone: {
    words: (
      trans: ITranslate,
      { name = '', cell = '', line = '' }: Named
    ): IWords => ({
      title: trans.__('%1 is gone, though cell %2 ran', name, cell),
      cause: trans.__(
        'Line %1 of cell %2 gives %3 its value, and the cell ran without an error. Something has removed the name since, such as del or %reset.',
        line,
        cell,
        name
      ),
      fixes: [runOne(trans, cell)]
    })
  },
  below: {
    words: (
      trans: ITranslate,
      { name = '', cell = '', line = '' }: Named
    ): IWords => ({
      title: trans.__('%1 gets its value only in cell %2', name, cell),
      cause: trans.__(
        'Line %1 of cell %2 defines it, and that cell stands below this one. From top to bottom the name is not there yet.',
        line,
        cell
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Move cell %1 above this one', cell),
          detail: trans.__('It is counted from the top of the notebook.')
        },
        runOne(trans, cell)
      ]
    })
  },
  later: {
    words: (trans: ITranslate, { name = '', line = '' }: Named): IWords => ({
      title: trans.__('%1 is used before it is defined', name),
      cause: trans.__(
        'This cell gives %1 its value on line %2, and stopped before it came there.',
        name,
        line
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Move line %1 above the line that failed', line)
        }
      ]
    })
  }
};
