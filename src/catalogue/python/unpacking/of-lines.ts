/** Kinds that the line, and the cells around it, tell without the values. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import type { Value } from './values';

type Named = ValuesOf<Value>;

/** The names of what a `return` lists, where each is a name. */
function namesOf(type: string | undefined): string | undefined {
  const parts = type?.split(/, ?/) ?? [];
  return parts.length > 0 &&
    new Set(parts).size === parts.length &&
    parts.every(one => /^[a-z_]\w{0,40}$/i.test(one))
    ? parts.join(', ')
    : undefined;
}

/** The first names of the line, where there are fewer values than names. */
function fewerNames(
  names: string | undefined,
  count: number
): string | undefined {
  const all = names?.split(/, ?/) ?? [];
  return all.length > count && count > 1
    ? all.slice(0, count).join(', ')
    : undefined;
}

/** As many of the names as there are values, or more of them. */
function namesFor(names: string | undefined, got: number): string {
  const all = names?.split(/, ?/) ?? ['train', 'test'];
  return [
    ...all.slice(0, got),
    ...Array.from({ length: Math.max(got - all.length, 0) }, () => '_')
  ].join(', ');
}

export const ofLines = {
  parameters: {
    words: (trans: ITranslate, { source = 'model', names }: Named): IWords => ({
      title: trans.__('parameters() gives tensors without names'),
      cause: trans.__(
        '%1.parameters() gives one tensor in each round, and the loop splits it into two. Names and tensors come from named_parameters().',
        source
      ),
      fixes: [
        check(
          trans.__('Go over the names and the tensors'),
          `for ${names ?? 'name, parameter'} in ${source}.named_parameters():`
        )
      ]
    })
  },
  loader: {
    words: (
      trans: ITranslate,
      { source = 'loader', type = 'x, y', got = '2', expected = '3' }: Named
    ): IWords => ({
      title: trans.__('A batch has %1 parts here, not %2', got, expected),
      cause: trans.__(
        'The data set behind %1 gives “%2” for a sample, and the loop splits a batch into %3 names.',
        source,
        type,
        expected
      ),
      fixes: [
        check(
          trans.__('Take what a batch has'),
          `for ${type.endsWith(',') ? '(x,)' : got === '1' ? 'x' : (namesOf(type) ?? 'batch')} in ${source}:`
        ),
        check(
          trans.__('Or let the data set give what the loop wants'),
          'return image, label  # at the end of __getitem__'
        )
      ]
    })
  },
  dimensions: {
    words: (
      trans: ITranslate,
      { source = 'x', names = 'n, c, h, w', got, expected = '4' }: Named
    ): IWords => ({
      title:
        got === undefined
          ? fitting(source, 24)
            ? trans.__('%1 has more than %2 dimensions', source, expected)
            : trans.__('The tensor has more than %1 dimensions', expected)
          : fitting(source, 24)
            ? trans.__('%1 has %2 dimensions, not %3', source, got, expected)
            : trans.__('The tensor has %1 dimensions, not %2', got, expected),
      cause:
        got !== undefined && Number(got) === Number(expected) - 1
          ? trans.__(
              'The line takes %1 sizes out of its shape. One is missing: mostly that of the batch, or the channel of a grey image.',
              expected
            )
          : trans.__(
              'The line takes %1 sizes out of its shape, which has another number of them. Mostly a dimension of the batch is too much or missing.',
              expected
            ),
      fixes: [
        got !== undefined && Number(got) < Number(expected)
          ? check(
              trans.__('Add the dimension of the batch'),
              `${source} = ${source}.unsqueeze(0)\n${names} = ${source}.shape`
            )
          : check(
              trans.__('Take the last sizes, whatever stands before'),
              `*_, ${names} = ${source}.shape`
            ),
        {
          safety: 'diagnostic',
          title: trans.__('See the shape'),
          code: `print(${source}.shape)`
        }
      ]
    })
  },
  tuple: {
    words: (
      trans: ITranslate,
      { source = 'f', type = 'a, b', got = '2', expected = '3', names }: Named
    ): IWords => ({
      title: fitting(source, 26)
        ? trans.__('%1() returns %2 values, not %3', source, got, expected)
        : trans.__('The function returns %1 values, not %2', got, expected),
      cause: trans.__(
        'Its last line is “return %1”, and the call takes that apart into %2 names.',
        type,
        expected
      ),
      fixes: [
        check(
          trans.__('Write as many names as it returns'),
          `${namesOf(type) ?? fewerNames(names, Number(got)) ?? Array.from({ length: Number(got) || 2 }, (_, at) => `part_${at + 1}`).join(', ')} = ${source}(…)`
        ),
        check(
          trans.__('Or return what the line wants'),
          `return ${type}, …`,
          trans.__(
            'If its cell was changed since it ran, run that cell again first.'
          )
        )
      ]
    })
  },
  divided: {
    words: (
      trans: ITranslate,
      { source = 'line', type = '" "', names, expected = '2', got }: Named
    ): IWords => ({
      title: trans.__('A text does not split into %1 parts', expected),
      cause: trans.__(
        'split(%1) cuts %2 wherever the sign stands, and this text has it more or less often than the line expects: an empty line, a heading, or a value that holds the sign itself.',
        type,
        source
      ),
      fixes: [
        // Of too few parts a limit to the cuts makes no more.
        ...(got === undefined
          ? [
              check(
                trans.__('Cut so often only, the rest stays whole'),
                `${names ?? 'key, value'} = ${source}.split(${type || 'None'}, ${Math.max(Number(expected) - 1, 1)})`
              )
            ]
          : []),
        {
          safety: 'diagnostic',
          title: trans.__('See the text that does not fit'),
          code: `print(repr(${source}))`
        }
      ]
    })
  },
  sets: {
    words: (
      trans: ITranslate,
      { got = '3', expected = '2', names, source = 'random_split' }: Named
    ): IWords => ({
      title: trans.__(
        'random_split() makes %1 sets here, not %2',
        got,
        expected
      ),
      cause: trans.__(
        'It gives one set for each length, and the list has %1; the line takes %2.',
        got,
        expected
      ),
      fixes: [
        check(
          trans.__('Write a name for each set'),
          `${namesFor(names, Number(got))} = ${source}(…)`
        )
      ]
    })
  },
  contours: {
    words: (trans: ITranslate): IWords => ({
      title: trans.__('findContours() gives two values since OpenCV 4'),
      cause: trans.__(
        'OpenCV 3 gave the image back as well. The line was written for that, and the installed one gives contours and hierarchy alone.'
      ),
      fixes: [
        check(
          trans.__('Take two values'),
          'contours, hierarchy = cv2.findContours(image, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)'
        ),
        check(
          trans.__('Or the last two, in every version'),
          'contours, hierarchy = cv2.findContours(image, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)[-2:]'
        )
      ]
    })
  },
  split: {
    words: (trans: ITranslate): IWords => ({
      title: trans.__('train_test_split() gives two parts for each array'),
      cause: trans.__(
        'Four names want two arrays, the data and the labels, and the call was given one.'
      ),
      fixes: [
        check(
          trans.__('Give it the data and the labels'),
          'X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2)'
        ),
        check(
          trans.__('Or take the two parts of one'),
          'train, test = train_test_split(data, test_size=0.2)'
        )
      ]
    })
  },
  lstm: {
    words: (trans: ITranslate, { source = 'lstm' }: Named): IWords => ({
      title: trans.__('An LSTM gives its output and a pair of states'),
      cause: trans.__(
        'The second value is a tuple of hidden and cell state, so that two values come back, not three.'
      ),
      fixes: [
        check(
          trans.__('Put the two states in parentheses'),
          `output, (hidden, cell) = ${source.startsWith('self.') ? source : `self.${source.replace(/^.*\./, '')}`}(x)`
        )
      ]
    })
  },
  gru: {
    words: (
      trans: ITranslate,
      { source = 'gru', type = 'GRU' }: Named
    ): IWords => ({
      title: trans.__('%1 gives one state, not two', type),
      cause: trans.__(
        '%1 gives its output and one hidden state. The pair of two states is that of an LSTM, for which the line was written.',
        type
      ),
      fixes: [
        check(trans.__('Take two values'), `output, hidden = ${source}(x)`),
        check(
          trans.__('Or make an LSTM, which has a cell state, too'),
          `${source} = nn.LSTM(…)`
        )
      ]
    })
  },
  sample: {
    words: (
      trans: ITranslate,
      { source = 'loader', type = "'x', 'y'", names }: Named
    ): IWords => {
      const keys = type.split(', ');
      const parts = names?.split(/, ?/) ?? ['x', 'y'];
      return {
        title: trans.__('A batch is a dictionary here'),
        cause: trans.__(
          'The data set behind %1 gives a dictionary with %2, and a dictionary that is taken apart gives its keys.',
          source,
          type
        ),
        fixes: [
          check(
            trans.__('Take its parts by their keys'),
            `for batch in ${source}:\n    ${parts
              .map(
                (name, at) =>
                  `${name} = batch[${keys.find(key => key === `'${name}'`) ?? keys[at] ?? keys[0]}]`
              )
              .join('\n    ')}`
          )
        ]
      };
    }
  },
  one: {
    words: (
      trans: ITranslate,
      { source = 'model', type = 'nn.Linear', names = 'a, b' }: Named
    ): IWords => ({
      title: fitting(source, 30)
        ? trans.__('%1() gives one value', source)
        : trans.__('The call gives one value'),
      cause: type.startsWith('return ')
        ? trans.__(
            'Its last line is “%1”, one value, and the line takes that apart into %2: of a tensor these would be its rows, of a text its letters.',
            type,
            names
          )
        : trans.__(
            'It is made by %1, which gives one tensor, and the line takes that apart into %2: these would be the samples of the batch.',
            type,
            names
          ),
      fixes: [
        check(
          trans.__('Keep it under one name'),
          `${names.split(',')[0].trim()} = ${source}(…)`
        ),
        type.startsWith('return ')
          ? check(
              trans.__('Or return all that the line wants'),
              `${type}, …`,
              trans.__(
                'If its cell was changed since it ran, run that cell again first, and make the object anew.'
              )
            )
          : {
              safety: 'diagnostic',
              title: trans.__('See what it gives'),
              code: `out = ${source}(…)\nprint(type(out), getattr(out, 'shape', None))`
            }
      ]
    })
  },
  release: {
    words: (
      trans: ITranslate,
      { source = 'f', got, expected = '2', names = 'a, b' }: Named
    ): IWords => ({
      title: fitting(source, 24)
        ? trans.__('%1() does not give %2 values', source, expected)
        : trans.__('The call does not give %1 values', expected),
      cause: got
        ? trans.__(
            '%1() of the installed package gave %2, and the line takes %3. Releases and forks of a package give other values from the same call, and some arguments add one.',
            source,
            got,
            expected
          )
        : trans.__(
            '%1() of the installed package gave more, and the line takes %2. Releases and forks of a package give other values from the same call, and some arguments add one.',
            source,
            expected
          ),
      fixes: [
        check(
          trans.__('See what it gives, then take that apart'),
          `out = ${source}(…)  # was ${names} = …\nprint(type(out), len(out), [type(one) for one in out])`
        ),
        {
          safety: 'check',
          title: trans.__('Code of a project: install the release it names'),
          detail: trans.__(
            'An extension that is built from a submodule is to be built anew after the code was updated.'
          )
        }
      ]
    })
  }
};
