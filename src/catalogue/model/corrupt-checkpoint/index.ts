import { define } from '../../define';
import type { Sign } from '../../define';
import { check } from '../../fix';
import { passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import {
  inLoad,
  NOT_A_PICKLE,
  perhapsLoad,
  placeUnknown,
  readsPickle
} from '../../shared/loading';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { callRenamed } from '../../shared/edits/calls';

type OfByte = 'page' | 'pointer' | 'json' | 'packed' | 'other';

/** The first byte; clients that escape twice double its backslash. */
const KEY = /invalid load key, ["'](?<key>\\{1,2}x[0-9a-f]{2}|\\.|.)["']/;

/** What a first byte says about a file that is no checkpoint. */
function kindOfByte(first: string): OfByte {
  switch (first) {
    case '<':
    case '\n':
      return 'page';
    case 'v':
      return 'pointer';
    case '{':
      return 'json';
    case '\x1f':
      return 'packed';
    default:
      return 'other';
  }
}

function readKey({ key = '' }: Values): { kind: OfByte } {
  // Python writes what it cannot show as `\x1f`.
  const code = /^\\{1,2}x(?<code>[0-9a-f]{2})$/.exec(key)?.groups?.code;
  return {
    kind: kindOfByte(
      code === undefined ? key : String.fromCharCode(parseInt(code, 16))
    )
  };
}

function readOperand({ operand }: Values): { kind: OfByte } {
  return { kind: kindOfByte(String.fromCharCode(Number(operand))) };
}

/** Texts of pickle itself: ours inside torch.load, perhaps ours elsewhere. */
function pickled(
  pattern: RegExp,
  more: Pick<Sign<never>, 'ename'> = {}
): Sign<never>[] {
  return [
    { where: 'message', pattern, when: inLoad, ...more },
    {
      where: 'message',
      pattern,
      when: reading => placeUnknown(reading) && !readsPickle(reading),
      confidence: 'possible',
      ...more
    }
  ];
}

function look(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Look at the size and the first bytes'),
    code: "import os\nprint(os.path.getsize(path), open(path, 'rb').read(80))"
  };
}

function downloadAgain(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Delete the file and download it again'),
    detail: trans.__(
      'Weights of torch.hub and torchvision lie in ~/.cache/torch/hub/checkpoints, those of Hugging Face in ~/.cache/huggingface.'
    ),
    code: 'os.remove(path)'
  };
}

function saveBeside(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('When saving: write beside, then rename'),
    detail: trans.__('So an interruption never leaves half a file.'),
    code: "torch.save(state, path + '.tmp')\nos.replace(path + '.tmp', path)"
  };
}

function loadWeights(title: string): IFix {
  return {
    safety: 'check',
    title,
    code: "state = torch.load(path, map_location='cpu')"
  };
}

function updateTorch(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Update torch where the file is read'),
    code: '$ pip install --upgrade torch'
  };
}

function saveOldFormat(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Or save again in the old format'),
    code: 'torch.save(state, path, _use_new_zipfile_serialization=False)'
  };
}

export default define({
  id: 'model/corrupt-checkpoint',
  answers: [
    'PytorchStreamReader failed reading zip archive: failed finding central directory',
    "invalid load key, '<'.",
    "invalid load key, 'v'.",
    'unexpected EOF, expected 877244 more bytes. The file might be corrupted.',
    'Invalid magic number; corrupt file?',
    'Ran out of input',
    'WeightsUnpickler error: Unsupported operand 60',
    'Error while deserializing header: HeaderTooLarge',
    'A load persistent id instruction was encountered, but no persistent_load function was specified.',
    'is a zip archive (did you mean to use torch.jit.load()?)'
  ],
  signs: [
    // Other signs may say what the file is, so these name no kind.
    ...messageOrLog(
      /PytorchStreamReader failed|failed finding central directory|file in archive is not in a subdirectory|inline_container\.cc:\d{1,6}\] ?\.? file not found|Expected hasRecord\(["']version["']\) to be true/
    ),
    // transformers takes what torch.load() refuses for a pointer of Git LFS.
    {
      where: 'message',
      ename: /^UnicodeDecodeError$/,
      pattern: /codec can.t decode byte 0x[0-9a-f]{2} in position \d{1,9}:/,
      when: reading =>
        passedThrough(
          reading,
          /[\\/]transformers[\\/](?:modeling_utils|modeling_tf_pytorch_utils)\.py$/
        ),
      confidence: 'likely'
    },
    {
      where: 'message',
      pattern: /Unable to load weights from pytorch checkpoint file/,
      confidence: 'possible'
    },
    {
      where: 'message',
      pattern: KEY,
      when: perhapsLoad,
      read: readKey
    },
    {
      where: 'log',
      pattern: KEY,
      when: perhapsLoad,
      read: readKey
    },
    ...messageOrLog(NOT_A_PICKLE, { read: readOperand })
  ],
  kinds: {
    damaged: {
      signs: [
        ...messageOrLog(
          /unexpected EOF, expected \d+ more bytes|storage has wrong (?:byte )?size ?: ?ex(?:pec|cep)ted (?:-?\d|%ld)|unexpected EOF\. The file might be corrupted/
        ),
        ...messageOrLog(/Invalid magic number; corrupt file/),
        ...pickled(/pickle data was truncated/),
        ...messageOrLog(
          /Error while deserializing header|while deserializing: (?:incomplete metadata|invalid header)|(?:HeaderTooLarge|InvalidHeaderDeserialization|MetadataIncompleteBuffer|HeaderTooSmall)\b/
        ),
        // safetensors: the header promises more than the file holds.
        ...messageOrLog(
          /must be divisible by \d{1,2} to view Byte as \w{1,12}/,
          {
            when: reading => reading.mentions('safetensors')
          }
        ),
        // torch up to 1.7, of an archive that was cut short.
        {
          where: 'message',
          ename: /^OSError$/,
          pattern: /^\[Errno 22\] Invalid argument$/,
          when: reading => reading.mentions('torch._C.PyTorchFileReader('),
          confidence: 'likely'
        },
        ...messageOrLog(/invalid hash value \(expected ["'][0-9a-f]+["']/)
      ],
      words: trans => ({
        title: trans.__('The checkpoint file is damaged or incomplete'),
        cause: trans.__(
          'The file is not as long, or not as it was, when it was saved. Usually a download or torch.save() was interrupted, the disk was full, or two processes wrote the same file.'
        ),
        fixes: [downloadAgain(trans), look(trans), saveBeside(trans)]
      })
    },
    page: {
      words: trans => ({
        title: trans.__('The file is a web page, not a checkpoint'),
        cause: trans.__(
          'The first character is “<”, as in HTML: the download gave a page (a login, a warning, “not found”) instead of the weights.'
        ),
        fixes: [look(trans), downloadAgain(trans)]
      })
    },
    pointer: {
      words: trans => ({
        title: trans.__('The file is a git-lfs pointer, not the checkpoint'),
        cause: trans.__(
          'The first character is “v”, as in “version https://git-lfs…”: the repository was cloned without git-lfs, so a note stands where the weights belong.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Fetch the real files with git-lfs'),
            code: '$ git lfs install && git lfs pull'
          },
          look(trans)
        ]
      })
    },
    json: {
      words: trans => ({
        title: trans.__('The file is not a checkpoint of torch'),
        cause: trans.__(
          'The first character is “{”, as in JSON: this is a configuration or an answer of a web server, not the weights.'
        ),
        fixes: [look(trans), downloadAgain(trans)]
      })
    },
    packed: {
      words: trans => ({
        title: trans.__('The file is packed with gzip'),
        cause: trans.__(
          'It begins with \\x1f, as what gzip packs does, mostly a .tar.gz: the checkpoint lies inside.'
        ),
        fixes: [
          check(
            trans.__('Unpack it, then load what was inside'),
            "import tarfile\nwith tarfile.open(path) as archive:\n    print(archive.getnames())\n    archive.extractall('unpacked')"
          ),
          check(
            trans.__('No archive, a single file: read it through gzip'),
            "import gzip\nwith gzip.open(path) as file:\n    state = torch.load(file, map_location='cpu')"
          )
        ]
      })
    },
    other: {
      signs: [
        // Cut behind its first words.
        {
          where: 'message',
          pattern: /^invalid load key[.,]?$/,
          when: perhapsLoad,
          confidence: 'possible'
        },
        ...pickled(
          /^(?:could not find MARK|unpickling stack underflow|pickle exhausted before end of frame)$/,
          { ename: /^UnpicklingError$/ }
        ),
        // torch.load() of 0.1's format, a tar, on an archive that is another one.
        {
          where: 'message',
          ename: /^KeyError$/,
          pattern: /filename ["'](?:storages|tensors|pickle)["'] not found/
        },
        {
          where: 'message',
          // What pickle says of bytes that are no pickle differs from file to file.
          pattern: /^(?!Weights only)/,
          ename: /^UnpicklingError$/,
          when: inLoad,
          confidence: 'possible'
        }
      ],
      words: trans => ({
        title: trans.__('The file is not a checkpoint of torch'),
        cause: trans.__(
          'What stands at the beginning of the file is not what torch.save() writes. It may be another format (safetensors, NumPy, HDF5, a zip of something else) or an error text that was saved.'
        ),
        fixes: [look(trans), downloadAgain(trans)]
      })
    },
    empty: {
      signs: [
        ...pickled(/^(?:EOFError: )?Ran out of input$/),
        {
          where: 'message',
          pattern: /^$/,
          ename: /^EOFError$/,
          when: inLoad
        }
      ],
      words: trans => ({
        title: trans.__('The checkpoint file is empty or cut off'),
        cause: trans.__(
          'The file ends before the data begins. A download or torch.save() was interrupted, or the disk was full.'
        ),
        fixes: [downloadAgain(trans), look(trans), saveBeside(trans)]
      })
    },
    newer: {
      signs: messageOrLog(
        /is a zip archive \(did you mean to use torch\.jit\.load\(\)\?\)|Only one file ?\(not dir\) is allowed in the zipfile|Attempted to read a PyTorch file with version \d{1,4}, but the maximum supported|version_? <= kMaxSupportedFileFormatVersion/
      ),
      words: trans => ({
        title: trans.__('The file was saved by a newer torch'),
        cause: trans.__(
          'torch.save() changed its format in 1.6, and later versions add to it. The torch that reads is older than the one that wrote.'
        ),
        fixes: [updateTorch(trans), saveOldFormat(trans)]
      })
    },
    pickle: {
      // torch.save() writes such instructions; only torch.load() knows them.
      signs: messageOrLog(
        /A load persistent id instruction was encountered, ?but no persistent_load function was specified/,
        { confidence: 'likely' }
      ),
      words: trans => ({
        title: trans.__('A checkpoint of torch was read as a plain pickle'),
        cause: trans.__(
          'The file holds tensors in the form of torch.save(), which only torch.load() can read. Either pickle.load() was used, or a torch older than 1.6 reads a file of a newer one.'
        ),
        fixes: [
          {
            ...loadWeights(trans.__('Read it with torch.load()')),
            edit: callRenamed(['pickle.load'], 'torch.load')
          },
          updateTorch(trans),
          saveOldFormat(trans)
        ]
      })
    },
    script: {
      signs: messageOrLog(
        /PytorchStreamReader failed locating file constants\.pkl/
      ),
      words: trans => ({
        title: trans.__('The file is no TorchScript program'),
        cause: trans.__(
          'torch.jit.load() reads programs made with torch.jit.save(). Either this file was made with torch.save(), or it is damaged.'
        ),
        fixes: [
          {
            ...loadWeights(trans.__('Weights: load them with torch.load()')),
            edit: callRenamed(['torch.jit.load'], 'torch.load')
          },
          look(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'weights_only=False is no answer here: it only changes the message.'
      ),
      trans.__(
        '“Ran out of input” from a DataLoader on Windows or macOS means a worker process that could not start.'
      )
    ],
    links: [
      LINKS.serialization(trans),
      {
        title: trans.__('PyTorch: torch.save'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.save.html'
      },
      {
        title: trans.__('Python: pickle'),
        url: 'https://docs.python.org/3/library/pickle.html'
      }
    ]
  })
});
