/** What is said of a key by what the cells show of its container. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';

type Named = ValuesOf<
  | 'key'
  | 'container'
  | 'keys'
  | 'count'
  | 'given'
  | 'index'
  | 'cell'
  | 'separator'
>;

export const ofCells = {
  vocabulary: {
    words: (
      trans: ITranslate,
      {
        key = "'zebra'",
        container = 'word2idx',
        index = 'word',
        given = ''
      }: Named
    ): IWords => ({
      title: fitting(`${container}${key}`, 40)
        ? trans.__('%1 does not know %2', container, key)
        : trans.__('%1 does not occur in what was counted', key),
      cause: trans.__(
        '%1 knows only what “%2” saw, and %3 was not in it: another text or split, another spelling (upper case, a blank), or a label that the training data lack.',
        container,
        given,
        key
      ),
      fixes: [
        check(
          trans.__('Give what is not known a number of its own'),
          `${container}.setdefault('<unk>', len(${container}))\n${container}.get(${index}, ${container}['<unk>'])`,
          trans.__(
            'The first line belongs where it is made, before the model is: an Embedding needs a row for it.'
          )
        ),
        check(
          trans.__(
            'Labels, or a text that is all at hand: make it from all of it'
          ),
          given
        )
      ]
    })
  },
  unstarted: {
    words: (
      trans: ITranslate,
      { key = "'acc'", container = 'history', keys = '' }: Named
    ): IWords => ({
      title: fitting(`${container}${key}`, 34)
        ? trans.__('%1 was made without %2', container, key)
        : trans.__('The key %1 was not begun', key),
      cause: trans.__(
        'The line adds to what is at %1, and %2 was made with these keys alone: %3.',
        key,
        container,
        keys
      ),
      fixes: [
        check(
          trans.__('Begin it where %1 is made', container),
          `${container}[${key}] = []`
        ),
        check(
          trans.__('Or let each key begin by itself'),
          `from collections import defaultdict\n${container} = defaultdict(list)`
        )
      ]
    })
  },
  layers: {
    words: (
      trans: ITranslate,
      { key = "'fc.weight'", keys = '' }: Named
    ): IWords => ({
      title: fitting(key, 30)
        ? trans.__('The model has no parameter %1', key)
        : trans.__('The model has no parameter of that name'),
      cause: trans.__(
        'A parameter is called like the attribute in __init__() that holds its layer. By the class there are: %1.',
        keys
      ),
      fixes: [
        check(trans.__('Take the name that is there'), keys.split(', ')[0]),
        {
          safety: 'diagnostic',
          title: trans.__('See all names'),
          code: 'print(list(model.state_dict()))'
        }
      ]
    })
  },
  lost: {
    words: (
      trans: ITranslate,
      { key = "'target'", container = 'df', given = '', cell }: Named
    ): IWords => ({
      title: fitting(key, 30)
        ? trans.__('%1 is no column any more', key)
        : trans.__('That is no column any more'),
      cause: cell
        ? trans.__(
            '“%1” in cell %2 takes %3 out of the columns of %4, or gives it another name.',
            given,
            cell,
            key,
            container
          )
        : trans.__(
            '“%1” takes %2 out of the columns of %3, or gives it another name.',
            given,
            key,
            container
          ),
      fixes: [
        check(
          trans.__('Take the column before that line, and keep it'),
          `kept = ${container}[${key}]  # before: ${given}`,
          /groupby/.test(given)
            ? trans.__(
                'After groupby() it is the index: .reset_index() makes a column of it.'
              )
            : undefined
        ),
        check(
          trans.__('Or keep the whole table under its own name'),
          given.replace(/^\w+ ?=/, `${container}_rest =`)
        )
      ]
    })
  },
  narrowed: {
    words: (
      trans: ITranslate,
      { key = "'source'", container = 'df', given = '', cell }: Named
    ): IWords => ({
      title: fitting(`${container}${key}`, 34)
        ? trans.__('%1 was made without %2', container, key)
        : trans.__('The table was made without %1', key),
      cause: cell
        ? trans.__(
            '“%1” in cell %2 makes %3: it has the columns that this line groups by, names or computes, and %4 is not among them.',
            given,
            cell,
            container,
            key
          )
        : trans.__(
            '“%1” makes %2: it has the columns that this line groups by, names or computes, and %3 is not among them.',
            given,
            container,
            key
          ),
      fixes: [
        check(
          trans.__('Keep %1 there: group by it, too, or name it', key),
          given
        ),
        check(
          trans.__('Or ask the table that it was made of'),
          `${/=\s*(?<from>\w+)/.exec(given)?.groups?.from ?? 'df'}[${key}]`
        )
      ]
    })
  },
  again: {
    words: (
      trans: ITranslate,
      { key = "'id'", given = '' }: Named
    ): IWords => ({
      title: fitting(key, 30)
        ? trans.__('%1 was taken out before', key)
        : trans.__('The column was taken out before'),
      cause: trans.__(
        '“%1” takes the column %2 away, and it is not there: a cell that does so fails when it is run a second time. Otherwise the name is spelt in another way.',
        given,
        key
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__(
            'Run the cell that reads the table, then this one once'
          )
        },
        ...(/\.drop\(/.test(given)
          ? [
              check(
                trans.__('Let drop() pass over what is not there'),
                given.replace(/\)\s*$/, ", errors='ignore')")
              )
            ]
          : [])
      ]
    })
  },
  unparted: {
    words: (
      trans: ITranslate,
      { key = "'label'", container = 'df', separator = ';', given = '' }: Named
    ): IWords => ({
      title: trans.__('The columns of the file are parted by “%1”', separator),
      cause: trans.__(
        'What was printed of %1 has “%2” in its heading: read_csv() parts at commas, and took the whole line for one column. So there is no %3.',
        container,
        separator,
        key
      ),
      fixes: [
        check(
          trans.__('Read it with its separator'),
          given.replace(/\)\s*$/, `, sep='${separator}')`)
        )
      ]
    })
  }
};
