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
  return parts.length > 0 && parts.every(one => /^[a-z_]\w{0,40}$/i.test(one))
    ? parts.join(', ')
    : undefined;
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
          `for ${got === '1' ? 'x' : (namesOf(type) ?? 'batch')} in ${source}:`
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
      { source = 'f', type = 'a, b', got = '2', expected = '3' }: Named
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
          `${namesOf(type) ?? Array.from({ length: Number(got) || 2 }, (_, at) => `part_${at + 1}`).join(', ')} = ${source}(…)`
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
      { source = 'line', type = '" "', names, expected = '2' }: Named
    ): IWords => ({
      title: trans.__('A text does not split into %1 parts', expected),
      cause: trans.__(
        'split(%1) cuts %2 wherever the sign stands, and this text has it more or less often than the line expects: an empty line, a heading, or a value that holds the sign itself.',
        type,
        source
      ),
      fixes: [
        check(
          trans.__('Cut so often only, the rest stays whole'),
          `${names ?? 'key, value'} = ${source}.split(${type || 'None'}, ${Math.max(Number(expected) - 1, 1)})`
        ),
        {
          safety: 'diagnostic',
          title: trans.__('See the text that does not fit'),
          code: `print(repr(${source}))`
        }
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
  }
};
