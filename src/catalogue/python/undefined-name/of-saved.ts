/** Kinds that the cells of a saved notebook tell, whose kernel is gone. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { runAbove, runEither, runFirst, runOne } from './running';
import { fitting } from '../../shared/fitting';
import type { Value } from './values';

type Named = ValuesOf<Value>;

export const ofSaved = {
  skipped: {
    words: (
      trans: ITranslate,
      { name = '', cell = '', line = '', own }: Named
    ): IWords =>
      runFirst(
        trans,
        { name, cell, own },
        trans.__(
          'Line %1 of cell %2 gives %3 its value. That cell has no prompt number: it was not run.',
          line,
          cell,
          name
        )
      )
  },
  unnumbered: {
    words: (
      trans: ITranslate,
      { name = '', cell = '', line = '', own }: Named
    ): IWords =>
      runFirst(
        trans,
        { name, cell, own },
        trans.__(
          'Line %1 of cell %2 gives %3 its value, and this cell did not find it: that cell had not run in the same process of the kernel.',
          line,
          cell,
          name
        )
      )
  },
  after: {
    words: (
      trans: ITranslate,
      { name = '', cell = '', line = '', count = '', own }: Named
    ): IWords =>
      runFirst(
        trans,
        { name, cell, own },
        trans.__(
          'Line %1 of cell %2 gives %3 its value. By the prompt numbers this cell ran as [%4], and that one only as [%5].',
          line,
          cell,
          name,
          own ?? '',
          count
        )
      )
  },
  fresh: {
    words: (
      trans: ITranslate,
      { name = '', cell = '', line = '', own = '' }: Named
    ): IWords => ({
      title: trans.__('Cell %1 had not run yet: it defines %2', cell, name),
      cause: trans.__(
        'Line %1 of cell %2 gives %3 its value. By the prompt numbers this cell ran as [%4], before that one and others above, as after a restart of the kernel.',
        line,
        cell,
        name,
        own
      ),
      fixes: [runAbove(trans), runOne(trans, cell)]
    })
  },
  before: {
    words: (
      trans: ITranslate,
      { name = '', cell = '', line = '', own }: Named
    ): IWords => ({
      title: trans.__('Run cell %1 again: it defines %2', cell, name),
      cause: trans.__(
        'Line %1 of cell %2 gives %3 its value, and this cell did not find it. That cell ran before a restart of the kernel, or had another text.',
        line,
        cell,
        name
      ),
      fixes: runEither(trans, { cell, own })
    })
  },
  branch: {
    words: (
      trans: ITranslate,
      { name = '', cell = '', line = '', branch }: Named
    ): IWords => ({
      title: trans.__('Cell %1 ran without giving %2 a value', cell, name),
      cause: branch
        ? trans.__(
            'Line %1 of cell %2 gives %3 its value only where “%4” comes to it, and that cell ran without it.',
            line,
            cell,
            name,
            branch
          )
        : trans.__(
            'Line %1 of cell %2 gives %3 its value in a branch or a loop, and that cell ran without it.',
            line,
            cell,
            name
          ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Give it a value on every way through cell %1', cell),
          detail: trans.__(
            'Look why the branch was not taken: a condition that is false, an import that failed inside try, a loop over nothing.'
          ),
          code: `${name} = ...  # before the branch`
        },
        runOne(trans, cell)
      ]
    })
  },
  needs: {
    words: (
      trans: ITranslate,
      { name = '', near = '', cell = '', line = '' }: Named
    ): IWords => ({
      title: fitting(`${name}${near}`, 24)
        ? trans.__('%1 comes from cell %2, which needs %3', name, cell, near)
        : trans.__('The cell that defines the name lacks one itself'),
      cause: trans.__(
        'Line %1 of cell %2 gives %3 its value. That cell would fail as well: it uses %4, and no cell gives that a value for all.',
        line,
        cell,
        name,
        near
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__(
            'Give %1 a value first, then run cell %2',
            near,
            cell
          ),
          detail: trans.__(
            'An argument or a variable of a function is not there outside of it.'
          ),
          code: `${near} = ...  # what this notebook is to work on`
        },
        runOne(trans, cell)
      ]
    })
  },
  several: {
    words: (
      trans: ITranslate,
      { name = '', near = '', cell = '' }: Named
    ): IWords => ({
      title: fitting(`${name}${near}`, 34)
        ? trans.__('%1 has no value here, nor has %2', name, near)
        : trans.__('%1 and others have no value here', name),
      cause: trans.__(
        'This cell also uses %1, which no cell gives a value. Cell %2, further down, has a %3, but to run it would not be enough: what made these names was left out or deleted.',
        near,
        cell,
        name
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Give these names their values above this cell'),
          code: [name, ...near.split(', ')]
            .map(one => `${one} = ...`)
            .join('\n')
        }
      ]
    })
  },
  unmade: {
    words: (
      trans: ITranslate,
      { name = '', line = '', cell = '' }: Named
    ): IWords => ({
      title: trans.__('%1 is saved before anything has made it', name),
      cause: trans.__(
        'Line %1 of cell %2 gives %3 a value, from the file that the failed line was to write. No line before makes it.',
        line,
        cell,
        name
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Make %1 first, in a line above', name),
          code: `${name} = ...`
        },
        {
          safety: 'check',
          title: trans.__('Or, if the file is there already: only load it')
        }
      ]
    })
  },
  looped: {
    words: (
      trans: ITranslate,
      { name = '', line = '', code = '' }: Named
    ): IWords => ({
      title: trans.__('%1 has no value before its block begins', name),
      cause: trans.__(
        '“%1” asks for %2, and only line %3, inside of its block, gives it a value.',
        code,
        name,
        line
      ),
      fixes: [
        check(
          trans.__('Give it its first value above the line that failed'),
          `${name} = ${/^while not /.test(code) ? 'False' : /^while \w+:$/.test(code) ? 'True' : '...'}`
        )
      ]
    })
  },
  comment: {
    words: (
      trans: ITranslate,
      { name = '', cell = '', line = '', code }: Named
    ): IWords => ({
      title: trans.__('The line that gives %1 is a comment', name),
      cause: trans.__(
        'Line %1 of cell %2 would give %3 its value, but it begins with #, and no other line does.',
        line,
        cell,
        name
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Take the # away, then run cell %1', cell),
          ...(code === undefined ? {} : { code })
        }
      ]
    })
  },
  unstarred: {
    words: (trans: ITranslate, { name = '', cell = '' }: Named): IWords => ({
      title: trans.__('No cell defines %1, and no import * brought it', name),
      cause: trans.__(
        'No cell of this notebook gives %1 a value. Cell %2, which imports all names of a module, had run, so that this module lacks it: it is of another version, another module, or of code that is not here.',
        name,
        cell
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Write the line that defines it, or import it'),
          detail: trans.__(
            'To run the cells above again does not bring it. Look where the code was taken from: there it is defined or imported further up.'
          ),
          code: `${name} = ...  # or: from MODULE import ${name}`
        },
        {
          safety: 'diagnostic',
          title: trans.__('Look for near names that are there'),
          code: `import difflib\nprint(difflib.get_close_matches('${name}', dir(), n=8))`
        }
      ]
    })
  },
  parameter: {
    words: (
      trans: ITranslate,
      { name = '', local = 'train' }: Named
    ): IWords => ({
      title: fitting(`${name}${local}`, 32)
        ? trans.__('%1 is only a parameter of %2()', name, local)
        : trans.__('The name is only a parameter of a function'),
      cause: trans.__(
        'No cell of this notebook gives %1 a value that others see. %2() takes an argument of that name, and outside of it the name stands for nothing.',
        name,
        local
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Use the variable that the notebook has, or make it'),
          detail: trans.__(
            'What is handed to the function is mostly there under another name.'
          ),
          code: `${name} = ...  # what ${local}() is to work on`
        }
      ]
    })
  },
  starred: {
    words: (trans: ITranslate, { name = '', cell = '' }: Named): IWords => ({
      title: trans.__('Run cell %1 first: it may bring %2', cell, name),
      cause: trans.__(
        'No cell gives %1 a value by that name. Cell %2 imports all names of a module, and this may be one of them.',
        name,
        cell
      ),
      fixes: [runOne(trans, cell), runAbove(trans)]
    })
  }
};
