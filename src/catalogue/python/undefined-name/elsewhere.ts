/** Kinds in which no cell gives the name a value, and something else has it, or one near. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { importedFirst, linesFirst, renamed } from '../../shared/edits/names';
import type { Value } from './values';

type Named = ValuesOf<Value>;

/** The name near it, in its place. */
export function writeNear(trans: ITranslate, name: string, near: string): IFix {
  return {
    ...check(trans.__('Write %1 where it stands for the same', near), near),
    edit: renamed(name, near)
  };
}

export const ofOthers = {
  near: {
    words: (trans: ITranslate, { name = '', near = '' }: Named): IWords => ({
      title: trans.__('%1 is not defined, but %2 is', name, near),
      cause: trans.__(
        'No cell of this notebook gives %1 a value. %2 differs from it by a letter or two, and has one.',
        name,
        near
      ),
      fixes: [writeNear(trans, name, near)]
    })
  },
  wordwise: {
    words: (trans: ITranslate, { name = '', near = '' }: Named): IWords => ({
      title: fitting(`${name}${near}`, 36)
        ? trans.__('%1 is not defined, but %2 is', name, near)
        : trans.__('The name is not defined, but one near it is'),
      cause: trans.__(
        'No cell of this notebook gives %1 a value. %2 has one: one of the two was renamed, or the line that makes %1 is missing.',
        name,
        near
      ),
      fixes: [
        writeNear(trans, name, near),
        check(
          trans.__('Something else: write the line that gives it a value'),
          `${name} = …`
        )
      ]
    })
  },
  begun: {
    words: (trans: ITranslate, { name = '', near = '' }: Named): IWords => {
      const [first] = near.split(', ');
      return {
        title: fitting(`${name}${first}`, 32)
          ? trans.__('%1 may be %2, broken off', name, first)
          : trans.__('The name may be broken off'),
        cause: trans.__(
          'No cell of this notebook gives %1 a value, and a line ends with it. It is the beginning of %2.',
          name,
          near
        ),
        fixes: [check(trans.__('Write the name to its end'), first)]
      };
    }
  },
  stray: {
    words: (trans: ITranslate, { name = '' }: Named): IWords => ({
      title: trans.__('No cell defines %1, which stands alone', name),
      cause: trans.__(
        'No cell of this notebook gives %1 a value, above or below, and the line holds nothing else: a slip of the keyboard, or a name of another notebook.',
        name
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Take the line out, if it slipped in')
        },
        check(
          trans.__('It is meant: write the line that gives it a value'),
          `${name} = …`
        )
      ]
    })
  },
  member: {
    words: (trans: ITranslate, { name = '', near = '' }: Named): IWords => ({
      title: trans.__('%1 is written %2 here', name, near),
      cause: trans.__(
        'No cell of this notebook gives %1 a value. A module that is imported as a whole has it: %2.',
        name,
        near
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Write it with its module, if that is meant'),
          code: near,
          edit: renamed(name, near)
        }
      ]
    })
  },
  beside: {
    words: (trans: ITranslate, { name = '', file = '' }: Named): IWords => {
      const line = `from ${file.replace(/\.py$/, '')} import ${name}`;
      return {
        title: trans.__('%1 is in %2, and not imported', name, file),
        cause: trans.__(
          'No cell of this notebook gives %1 a value. The file %2 beside it does.',
          name,
          file
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Import it from there'),
            detail: trans.__('An import runs that file once.'),
            code: line,
            edit: importedFirst(line)
          }
        ]
      };
    }
  },
  local: {
    words: (trans: ITranslate, { name = '', local = '' }: Named): IWords => ({
      title: trans.__('%1 exists only inside %2()', name, local),
      cause: trans.__(
        'No cell of this notebook gives %1 a value that others see. %2() has a variable of that name, and it ends with the call.',
        name,
        local
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Have the function return it, and keep that'),
          code: `${name} = ${local}(…)  # with return ${name} at its end`
        }
      ]
    })
  },
  nowhere: {
    words: (trans: ITranslate, { name = '', code }: Named): IWords => ({
      title: trans.__('No cell defines %1', name),
      cause: trans.__(
        'No cell of this notebook gives %1 a value, above or below, so running them does not help. The line that does is missing, or calls it otherwise.',
        name
      ),
      fixes:
        code === undefined
          ? [
              {
                safety: 'check',
                title: trans.__('Write the line that defines it, or import it'),
                detail: trans.__(
                  'Code from elsewhere has it above the part that was taken over, or in a file of its own.'
                )
              }
            ]
          : [
              {
                safety: 'check',
                title: trans.__('Give it the usual value first'),
                code,
                edit: linesFirst([code])
              }
            ]
    })
  }
};
