import { define } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { isTorchInPlay } from '../../shared/torch-in-play';

export default define({
  id: 'python/empty-file',
  answers: [
    'json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
    'EOFError: Ran out of input',
    'json.decoder.JSONDecodeError: Extra data: line 2 column 1 (char 120)'
  ],
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
