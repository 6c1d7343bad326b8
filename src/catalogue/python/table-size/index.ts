import { define } from '../../define';
import { check } from '../../fix';
import { isAloneOnTorch } from '../../shared/torch-in-play';

export default define({
  id: 'python/table-size',
  answers: [
    'ValueError: Length of values (3) does not match length of index (1)',
    'ValueError: All arrays must be of the same length',
    'ValueError: Length mismatch: Expected axis has 2 elements, new values have 1 elements',
    'ValueError: Shape of passed values is (2, 1), indices imply (2, 2)'
  ],
  values: ['values', 'rows', 'columns', 'names'],
  kinds: {
    column: {
      signs: [
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern:
            /^Length of values \((?<values>\d{1,12})\) does not match length of index \((?<rows>\d{1,12})\)/,
          when: isAloneOnTorch,
          confidence: 'certain',
          read: ({ values, rows }) => ({ values, rows })
        }
      ],
      words: (trans, { values = '3', rows = '1' }) => ({
        title: trans.__('%1 values for a table of %2 rows', values, rows),
        cause: trans.__(
          'A new column needs one value for each row: here %1 meet %2.',
          values,
          rows
        ),
        fixes:
          Number(values) < Number(rows)
            ? [
                check(
                  trans.__('Gather the values of all batches first'),
                  'predictions = torch.cat(all_predictions).cpu().numpy()  # drop_last=False, shuffle=False'
                ),
                check(
                  trans.__('Or fill the rows that they belong to'),
                  "df.loc[index, 'prediction'] = predictions"
                )
              ]
            : [
                check(
                  trans.__(
                    'A list that outlived an earlier run: empty it first'
                  ),
                  'predictions = []'
                ),
                check(
                  trans.__('Or make a table of the values by themselves'),
                  "result = pd.DataFrame({'prediction': predictions})"
                )
              ]
      })
    },
    arrays: {
      signs: [
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern:
            /^(?:All arrays|arrays) must (?:all )?be (?:of the )?same length/,
          when: isAloneOnTorch,
          confidence: 'certain'
        }
      ],
      words: trans => ({
        title: trans.__('The columns of the table differ in length'),
        cause: trans.__(
          'Each list becomes a column, and all need the same number of values. Often one is kept for each epoch and another for each batch, or one still holds an earlier run.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how long each is'),
            code: 'print({name: len(values) for name, values in columns.items()})'
          },
          check(
            trans.__('Empty all lists before the loop, fill all at one place'),
            "history['loss'].append(loss)\nhistory['accuracy'].append(accuracy)"
          ),
          check(
            trans.__('Meant as they are: fill the shorter ones up'),
            'df = pd.DataFrame({name: pd.Series(values) for name, values in columns.items()})'
          )
        ]
      })
    },
    names: {
      signs: [
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern:
            /^Length mismatch: Expected axis has (?<columns>\d{1,9}) elements, new values have (?<names>\d{1,9}) elements/,
          when: isAloneOnTorch,
          confidence: 'certain',
          read: ({ columns, names }) => ({ columns, names })
        },
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern:
            /^(?:Shape of passed values is \(\d{1,12}, (?<columns>\d{1,9})\), indices imply \(\d{1,12}, (?<names>\d{1,9})\)|(?<given>\d{1,9}) columns passed, passed data had (?<had>\d{1,9}) columns)/,
          when: isAloneOnTorch,
          confidence: 'likely',
          read: ({ columns, names, given, had }) => ({
            columns: columns ?? had,
            names: names ?? given
          })
        }
      ],
      words: (trans, { columns = '2', names = '1' }) => ({
        title:
          columns === names
            ? trans.__('Rows and their names differ in number')
            : trans.__('%1 names for %2 columns', names, columns),
        cause: trans.__(
          'Each column (or row) takes one name. An index column that was saved with the table counts, too.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See the shape and the names that are there'),
            code: 'print(df.shape, df.columns.tolist())'
          },
          check(
            trans.__('Give as many names, or rename some alone'),
            "df = df.rename(columns={'old': 'new'})"
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__('Arrays of NumPy that are joined say “array dimensions”.')
    ],
    links: [
      {
        title: trans.__('pandas: DataFrame'),
        url: 'https://pandas.pydata.org/docs/reference/api/pandas.DataFrame.html'
      }
    ]
  })
});
