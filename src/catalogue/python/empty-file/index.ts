import { define } from '../../define';
import { check } from '../../fix';
import { failedAt, passedThrough, printedText } from '../../predicates';
import { isTorchInPlay } from '../../shared/torch-in-play';

export default define({
  id: 'python/empty-file',
  answers: [
    'json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
    'EOFError: Ran out of input',
    'json.decoder.JSONDecodeError: Extra data: line 2 column 1 (char 120)'
  ],
  refines: ['python/built-in'],
  values: ['type'],
  kinds: {
    json: {
      signs: [
        {
          where: 'message',
          pattern: /^Expecting value: line 1 column 1 \(char 0\)/,
          ename: /JSONDecodeError$/,
          when: isTorchInPlay,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('What was read as JSON is none, or empty'),
        cause: trans.__(
          'Already the first character is no JSON: the file or answer is empty, or a web page or another kind of file.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how it begins'),
            code: "import os\nprint(os.path.getsize(path), repr(open(path, 'rb').read(200)))"
          },
          check(
            trans.__('A download that went wrong: delete it, fetch it again'),
            'os.remove(path)'
          ),
          check(
            trans.__('An answer of a server: ask whether it went well'),
            'response = requests.get(url, timeout=30)\nresponse.raise_for_status()\ndata = response.json()'
          )
        ]
      })
    },
    settings: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^'(?:str|NoneType)' object does not support item assignment/,
          when: reading =>
            isTorchInPlay(reading) &&
            failedAt(
              /^(?:self\.)?(?:opts?|cfg|config|conf|options|settings|params|hparams|args)\[["'][\w.-]{1,60}["']\] ?=/,
              reading
            ),
          confidence: 'likely',
          read: (_, { exceptions }) => ({
            type: exceptions[0]?.message.includes('NoneType') ? 'None' : 'str'
          })
        }
      ],
      words: (trans, { type = 'str' }) => ({
        title: trans.__('The file of options holds no options'),
        cause:
          type === 'None'
            ? trans.__(
                'What was read from the file of settings is None: the file is empty, or all of it is a comment.'
              )
            : trans.__(
                'What was read from the file of settings is one text, and no names with values: the file is a web page, a pointer of Git LFS or only the name of another file, or was saved without its line ends.'
              ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how the file begins'),
            code: '$ head -c 300 options.yml',
            detail: trans.__(
              '“<!DOCTYPE html” is a web page, “version https://git-lfs” a pointer, a single path a link that was not followed (Git on Windows).'
            )
          },
          check(
            trans.__('Fetch the file itself anew'),
            '$ git lfs pull && git checkout -- options.yml',
            trans.__('From GitHub in the browser: “Raw”, not the page.')
          )
        ]
      })
    },
    table: {
      signs: [
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern: /^Expected object or value$/,
          when: reading =>
            isTorchInPlay(reading) &&
            passedThrough(reading, /[\\/]pandas[\\/]io[\\/]json[\\/]/),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('pandas was given no JSON, or a path that is none'),
        cause: trans.__(
          'Older releases of pandas take a path that does not exist for the JSON itself, and say only this. Else the file is empty, or has an object in each line.'
        ),
        fixes: [
          check(
            trans.__('See whether the file is there; on Colab upload it'),
            'import os\nprint(os.path.exists(path), os.getcwd(), os.listdir())'
          ),
          check(
            trans.__('It is there, with an object in each line'),
            'df = pd.read_json(path, lines=True)'
          )
        ]
      })
    },
    lines: {
      signs: [
        {
          where: 'message',
          pattern: /^Extra data: line \d{1,9} column 1 \(char \d{1,12}\)/,
          ename: /JSONDecodeError$/,
          when: isTorchInPlay,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The file has a JSON object in each line'),
        cause: trans.__(
          'json.load() reads one object, and behind it a new line begins with another: the file is JSON Lines.'
        ),
        fixes: [
          check(
            trans.__('Read it line by line'),
            'with open(path) as f:\n    rows = [json.loads(line) for line in f if line.strip()]'
          ),
          check(
            trans.__('Or as a table'),
            'df = pd.read_json(path, lines=True)'
          )
        ]
      })
    },
    pickle: {
      signs: [
        {
          where: 'message',
          pattern: /^Ran out of input$/,
          ename: /^EOFError$/,
          when: reading =>
            isTorchInPlay(reading) && /\bpickle\b/.test(printedText(reading)),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The pickled file is empty'),
        cause: trans.__(
          'pickle found nothing to read: the file has no bytes, was opened for writing before (which empties it), or was read to its end already.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See its size'),
            code: 'import os\nprint(os.path.getsize(path))'
          },
          check(
            trans.__('Open it to read, each time anew'),
            "with open(path, 'rb') as f:\n    data = pickle.load(f)"
          ),
          check(
            trans.__('Write it anew, and close it'),
            "with open(path, 'wb') as f:\n    pickle.dump(data, f)"
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__('A checkpoint that torch.load() refuses is told of by itself.')
    ],
    links: [
      {
        title: trans.__('Python: json'),
        url: 'https://docs.python.org/3/library/json.html'
      }
    ]
  })
});
