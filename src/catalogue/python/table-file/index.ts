import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { withArgument } from '../../shared/call-text';
import { fitting } from '../../shared/fitting';
import { ownCall, ownLine } from '../../shared/ran-code';
import { isAloneOnTorch } from '../../shared/torch-in-play';

const READS = /(?:^|\.)(?:read_csv|read_table|read_json|read_fwf)$/;

/** The call that reads a table, and what it reads. */
function readIn(reading: IReading) {
  const call = ownCall(READS, reading);
  return call && { call, path: call.args[0] };
}

/** The call with an argument that it has not. */
function readWith(reading: IReading, argument: string): string | undefined {
  const call = readIn(reading)?.call;
  const [name] = argument.split('=');
  return call === undefined || call.args.some(arg => arg.startsWith(name))
    ? undefined
    : withArgument(call, argument);
}

/** Whether a line of a program on torch reads a table. */
function isOwn(reading: IReading): boolean {
  return isAloneOnTorch(reading) && /\bread_\w{2,10}\(/.test(ownLine(reading));
}

/** The first lines of a file as they stand in it. */
function head(path = 'path'): string {
  return `with open(${path}, encoding='latin1') as file:\n    print([next(file, '') for _ in range(5)])`;
}

export default define({
  id: 'python/table-file',
  answers: [
    'pandas.errors.ParserError: Error tokenizing data. C error: Expected 2 fields in line 3, saw 3',
    'pandas.errors.EmptyDataError: No columns to parse from file',
    "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 0: invalid continuation byte",
    'ValueError: Excel file format cannot be determined, you must specify an engine manually.'
  ],
  values: ['path', 'fields', 'line', 'saw', 'byte', 'columns', 'fixed'],
  kinds: {
    fields: {
      signs: [
        {
          where: 'message',
          pattern:
            /^Error tokenizing data\. C error: Expected (?<fields>[2-9]|\d{2,6}) fields in line (?<line>\d{1,9}), saw (?<saw>\d{1,6})/,
          when: isOwn,
          confidence: 'likely',
          read: ({ fields, line, saw }, reading) => ({
            fields,
            line,
            saw,
            path: readIn(reading)?.path,
            fixed: readWith(reading, "on_bad_lines='skip'")
          })
        }
      ],
      words: (trans, { path, fields = '2', line = '3', saw = '3', fixed }) => ({
        title: trans.__('Line %1 of the table has %2 fields', line, saw),
        cause: trans.__(
          'The lines before it have %1. Mostly a text in it holds the separator and stands in no quotes, or the table is separated by another sign than a comma.',
          fields
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how the file is written'),
            code: head(path)
          },
          check(
            trans.__('Another separator: name it'),
            `df = pd.read_csv(${path ?? 'path'}, sep='\\t')  # or ';'`
          ),
          check(
            trans.__('A few bad lines: leave them out'),
            fixed ?? "df = pd.read_csv(path, on_bad_lines='skip')"
          )
        ]
      })
    },
    page: {
      signs: [
        {
          where: 'message',
          pattern:
            /^Error tokenizing data\. C error: Expected 1 fields in line (?<line>\d{1,9}), saw (?<saw>\d{1,6})/,
          when: isOwn,
          confidence: 'likely',
          read: ({ line, saw }, reading) => ({
            line,
            saw,
            path: readIn(reading)?.path
          })
        }
      ],
      words: (trans, { path, line = '3', saw = '3' }) => ({
        title: trans.__('The file does not look like a table'),
        cause: trans.__(
          'Its first lines have one field, and line %1 has %2: often it is a web page that was saved in place of the file, or a text stands above the table.',
          line,
          saw
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what it begins with'),
            code: head(path)
          },
          check(
            trans.__('From GitHub: download the raw file'),
            'df = pd.read_csv("https://raw.githubusercontent.com/OWNER/REPO/main/data.csv")'
          ),
          check(
            trans.__('A text above the table: skip its lines'),
            `df = pd.read_csv(${path ?? 'path'}, skiprows=${String(Number(line) - 1)})`
          )
        ]
      })
    },
    empty: {
      signs: [
        {
          where: 'message',
          ename: /EmptyDataError$/,
          pattern: /^No columns to parse from file/,
          when: isOwn,
          confidence: 'likely',
          read: (_, reading) => ({ path: readIn(reading)?.path })
        }
      ],
      words: (trans, { path }) => ({
        title: trans.__('The file of the table is empty'),
        cause: trans.__(
          'pandas found nothing in %1, not even the names of columns: a download or a program that writes it ended before it wrote.',
          path ?? trans.__('the file')
        ),
        fixes: [
          check(
            trans.__('See how long it is, then make or download it again'),
            `import os\nprint(os.path.getsize(${path ?? 'path'}))`
          )
        ]
      })
    },
    encoding: {
      signs: [
        {
          where: 'message',
          ename: /^UnicodeDecodeError$/,
          pattern:
            /^["']utf-8["'] codec can't decode byte (?<byte>0x[\da-f]{2}) in position \d{1,12}/,
          when: isOwn,
          confidence: 'likely',
          read: ({ byte }, reading) => ({
            byte,
            path: readIn(reading)?.path,
            fixed: readWith(reading, "encoding='latin1'")
          })
        }
      ],
      words: (trans, { byte, fixed }) => ({
        title: trans.__('The table is not written in UTF-8'),
        cause: byte
          ? trans.__(
              'UTF-8 has no byte %1 at that place. Tables saved by Excel or on Windows mostly have the encoding cp1252, which latin1 reads, too.',
              byte
            )
          : trans.__(
              'Tables saved by Excel or on Windows mostly have the encoding cp1252, which latin1 reads, too.'
            ),
        fixes: [
          check(
            trans.__('Name the encoding'),
            fixed ?? "df = pd.read_csv(path, encoding='latin1')",
            trans.__('Look at a few letters with accents in what you get.')
          )
        ]
      })
    },
    columns: {
      signs: [
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern:
            /^Usecols do not match columns, columns expected but not found: (?<columns>\[[^\]]{1,120}\])/,
          when: isOwn,
          confidence: 'likely',
          read: ({ columns }, reading) => ({
            columns,
            path: readIn(reading)?.path
          })
        }
      ],
      words: (trans, { columns = "['text']", path }) => ({
        title: fitting(columns, 30)
          ? trans.__('The file has no columns %1', columns)
          : trans.__('The file lacks columns of usecols'),
        cause: trans.__(
          'usecols names them, and the first line of the file has other names, or none.'
        ),
        fixes: [
          check(
            trans.__('See its names, and write those'),
            `print(pd.read_csv(${path ?? 'path'}, nrows=0).columns.tolist())`
          )
        ]
      })
    },
    excel: {
      signs: [
        {
          where: 'message',
          pattern:
            /^(?:Excel file format cannot be determined|Unsupported format, or corrupt file: Expected BOF record)/,
          when: isOwn,
          confidence: 'likely'
        },
        {
          where: 'message',
          pattern: /^Excel xlsx file; not supported/,
          when: isOwn,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The file is no Excel file that pandas can read'),
        cause: trans.__(
          'Its first bytes are not those of xls or xlsx: often it is a table in text with that ending or a saved web page, or an old xlrd meets xlsx.'
        ),
        fixes: [
          check(
            trans.__('A table in text: read it as one'),
            'df = pd.read_csv(path)'
          ),
          check(
            trans.__('A real xlsx: read it with openpyxl'),
            "%pip install openpyxl\ndf = pd.read_excel(path, engine='openpyxl')"
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__('A file that is missing gives “No such file or directory”.')
    ],
    links: [
      {
        title: trans.__('pandas: read_csv'),
        url: 'https://pandas.pydata.org/docs/reference/api/pandas.read_csv.html'
      }
    ]
  })
});
