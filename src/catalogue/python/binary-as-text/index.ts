import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import { define, type Sign } from '../../define';
import { check } from '../../fix';
import { isAloneOnTorch, isTorchInPlay } from '../../shared/torch-in-play';
import { sourcesAbove } from '../../shared/visible-code';
import { keywordsTaken } from '../../shared/edits/calls';
import { allOf } from '../../shared/edits/find';
import { optionSet } from '../../shared/edits/options';
import { readWithTorch } from '../../shared/edits/rewritten';

/** Python's own words; the first byte tells what the file is. */
const BYTE =
  /^["'][\w-]{1,20}["'] codec can["']t decode byte 0x(?<byte>80|1f|8b|89|ff|93)\b[^\n]{0,20} in position (?<position>[01]):/;

/** A pickle begins so; gzip, PNG, JPEG and NumPy have signatures, too. */
const FORMATS: Readonly<Record<string, string>> = {
  '80': 'pickle',
  '1f': 'gzip',
  '8b': 'gzip',
  '89': 'PNG',
  ff: 'JPEG',
  '93': 'NumPy'
};

/** Where the first byte counts, and where the second does. */
function formatOf(byte = '', position = '0'): string | undefined {
  return position === '1' && byte !== '8b'
    ? undefined
    : ownValue(FORMATS, byte);
}

function isBinary({ exceptions }: IReading): boolean {
  return exceptions.some(({ message }) => {
    const { byte, position } = BYTE.exec(message)?.groups ?? {};
    return formatOf(byte, position) !== undefined;
  });
}

/** A file that is opened in one of these modes. */
function opened(modes: string): RegExp {
  return new RegExp(
    String.raw`\bopen\([^()\n]{1,80}(?:\([^()\n]{0,40}\)[^()\n]{0,40})?,\s?(?:mode ?= ?)?["'](?<mode>${modes})["']`
  );
}

const FOR_BYTES = opened(String.raw`[rwax]\+?b\+?|b[rwax]`);
const FOR_TEXT = opened(String.raw`[wax]\+?t?`);

/** How the code at hand opens the file; undefined where no line does so. */
function openedIn(form: RegExp, reading: IReading): string | undefined {
  const text = [
    ...sourcesAbove(reading),
    ...(reading.exceptions[0]?.frames.map(({ code }) => code) ?? [])
  ].find(one => form.test(one));
  return form.exec(text ?? '')?.groups?.mode;
}

/** What Python says of a file that visible code opens for the other kind. */
function ofMode(pattern: RegExp, form: RegExp): Sign<'mode'> {
  return {
    where: 'message',
    ename: /^TypeError$/,
    pattern,
    when: reading =>
      isAloneOnTorch(reading) && openedIn(form, reading) !== undefined,
    confidence: 'likely',
    read: (_, reading) => ({ mode: openedIn(form, reading) })
  };
}

export default define({
  id: 'python/binary-as-text',
  answers: [
    "UnicodeDecodeError: 'utf-8' codec can't decode byte 0x80 in position 0: invalid start byte",
    "UnicodeDecodeError: 'utf-8' codec can't decode byte 0x8b in position 1: invalid start byte",
    "TypeError: a bytes-like object is required, not 'str'",
    'TypeError: write() argument must be str, not bytes'
  ],
  values: ['byte', 'position', 'mode'],
  signs: [
    {
      where: 'message',
      ename: /^UnicodeDecodeError$/,
      pattern: BYTE,
      when: reading => isBinary(reading) && isTorchInPlay(reading),
      confidence: 'likely',
      read: ({ byte, position }) => ({
        byte,
        position,
        kind: formatOf(byte, position) === 'pickle' ? 'pickle' : 'other'
      })
    }
  ],
  kinds: {
    pickle: {
      words: trans => ({
        title: trans.__('A binary file was opened as text'),
        cause: trans.__(
          'The first byte is 0x80, with which pickles begin: checkpoints of older PyTorch and .pkl files are such. As text they cannot be read.'
        ),
        fixes: [
          {
            ...check(
              trans.__('A checkpoint: load it with torch'),
              "state = torch.load(path, map_location='cpu')"
            ),
            edit: readWithTorch
          },
          {
            ...check(
              trans.__('Another pickle: open it as bytes'),
              "with open(path, 'rb') as file:\n    data = pickle.load(file)",
              trans.__('Only files that you trust: a pickle can run code.')
            ),
            edit: allOf(
              keywordsTaken(['open'], ['encoding']),
              optionSet(['open'], [1, 'mode'], "'rb'")
            )
          },
          check(trans.__('A text is expected: look at the path'), 'print(path)')
        ]
      })
    },
    bytes: {
      signs: [
        ofMode(/^a bytes-like object is required, not ["']str["']$/, FOR_BYTES)
      ],
      words: (trans, { mode = 'wb' }) => ({
        title: trans.__('The file is open for bytes, and gets a text'),
        cause: trans.__(
          'The mode “%1” opens a file for bytes. Texts, which csv, json and print write, and split() takes, go with a file that is opened for text.',
          mode
        ),
        fixes: [
          check(
            trans.__('Open it for text: leave out the b'),
            mode.includes('r')
              ? "with open(path, 'r', encoding='utf-8') as file:"
              : `with open(path, '${mode.replace('b', '')}', newline='') as file:`,
            trans.__('newline="" is for csv, which ends its lines itself.')
          ),
          check(
            trans.__('Bytes are meant: turn the text into bytes'),
            "file.write(text.encode('utf-8'))"
          )
        ]
      })
    },
    text: {
      signs: [ofMode(/^write\(\) argument must be str, not bytes$/, FOR_TEXT)],
      words: (trans, { mode = 'w' }) => ({
        title: trans.__('The file is open for text, and gets bytes'),
        cause: trans.__(
          'The mode “%1” opens a file for text. pickle, torch.save() and numpy write bytes.',
          mode
        ),
        fixes: [
          check(
            trans.__('Open it for bytes'),
            `with open(path, '${mode.replace('t', '')}b') as file:`
          ),
          check(
            trans.__('Or hand over the path alone'),
            'torch.save(state, path)'
          )
        ]
      })
    },
    other: {
      words: (trans, { byte = '1f', position = '0' }) => ({
        title: trans.__(
          'A %1 file was opened as text',
          formatOf(byte, position) ?? trans.__('binary')
        ),
        cause: trans.__(
          'The byte 0x%1 at place %2 is of the signature with which such files begin. As text they cannot be read.',
          byte,
          position
        ),
        fixes: [
          formatOf(byte, position) === 'gzip'
            ? check(
                trans.__('Unpack it while reading'),
                "import gzip\nwith gzip.open(path, 'rt') as file:\n    text = file.read()"
              )
            : check(
                trans.__('Open it as bytes, with the reader for its format'),
                'image = Image.open(path)  # an array of NumPy: np.load(path)'
              ),
          check(trans.__('A text is expected: look at the path'), 'print(path)')
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Another byte, or one further on, is a text in another encoding: open(path, encoding="latin-1") or the one that its page names.'
      )
    ],
    links: [
      {
        title: trans.__('Python: reading and writing files'),
        url: 'https://docs.python.org/3/tutorial/inputoutput.html#reading-and-writing-files'
      }
    ]
  })
});
