import { fitting } from '../../shared/fitting';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { inLoad } from '../../shared/loading';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { loadedAlready, loadedFromMemory } from '../../shared/edits/load';

const DICTIONARIES = ['dict', 'OrderedDict', 'collections.OrderedDict'];

type Typed = 'none' | 'dictionary' | 'object';

function kindOf(type: string): Typed {
  if (type === 'NoneType') {
    return 'none';
  }
  return DICTIONARIES.includes(type) ? 'dictionary' : 'object';
}

function readType({ type }: Values): { type?: string; kind?: Typed } {
  return type === undefined ? {} : { type, kind: kindOf(type) };
}

function givePath(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Give it the path of the checkpoint'),
    code: "state = torch.load('checkpoint.pt', map_location='cpu')"
  };
}

function seeIt(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what is passed, and where it comes from'),
    code: 'print(type(path), path)'
  };
}

function givenTitle(trans: ITranslate, type: string): string {
  return fitting(type, 30)
    ? trans.__('torch.load() was given %1, not a file', type)
    : trans.__('torch.load() was given an object, not a file');
}

export default define({
  id: 'model/load-no-file',
  answers: [
    "'NoneType' object has no attribute 'seek'. You can only torch.load from a file that is seekable.",
    "'dict' object has no attribute 'seek'. You can only torch.load from a file that is seekable.",
    'Please pre-load the data into a buffer like io.BytesIO and try to load from it instead.'
  ],
  values: ['type'],
  signs: [
    // torch/serialization.py, `_check_seekable`.
    ...messageOrLog(
      /["'](?<type>[\w.]{1,60})["'] object has no attribute ["'](?:seek|tell|read)["']\. ?You can only torch\.load from a file that is seekable/,
      { read: readType }
    ),
    // Other lines may name the type, so this names no kind.
    ...messageOrLog(/You can only torch\.load from a file that is seekable/),
    {
      where: 'message',
      pattern:
        /^["'](?<type>[\w.]{1,60})["'] object has no attribute ["'](?:seek|tell|read)["']$/,
      when: inLoad,
      confidence: 'likely',
      read: readType
    }
  ],
  kinds: {
    stream: {
      words: trans => ({
        title: trans.__('torch.load() was not given a file it can read'),
        cause: trans.__(
          'torch.load() reads a file by jumping in it, and what it was given cannot do that. It wants a path or an open file, not a download, a stream or None.'
        ),
        fixes: [
          givePath(trans),
          {
            safety: 'safe',
            title: trans.__(
              'A download or a stream: read it into memory first'
            ),
            edit: loadedFromMemory,
            code: 'import io\nstate = torch.load(io.BytesIO(response.read()))'
          },
          seeIt(trans)
        ]
      })
    },
    none: {
      words: trans => ({
        title: trans.__('torch.load() was given None instead of a path'),
        cause: trans.__(
          'torch.load() was given None, so there was no path. Often an option of the command line was left out, or a search for the newest checkpoint found none.'
        ),
        fixes: [givePath(trans), seeIt(trans)]
      })
    },
    dictionary: {
      words: (trans, { type = 'dict' }) => ({
        title: givenTitle(trans, type),
        cause: trans.__(
          'torch.load() was given a dictionary: the file has been loaded already.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Use the dictionary as it is'),
            edit: loadedAlready,
            code: 'model.load_state_dict(state)'
          },
          seeIt(trans)
        ]
      })
    },
    object: {
      words: (trans, { type = 'object' }) => ({
        title: givenTitle(trans, type),
        cause: trans.__(
          'torch.load() was given %1. It wants a path (str or Path) or an open file.',
          type
        ),
        fixes: [givePath(trans), seeIt(trans)]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A path that does not exist gives FileNotFoundError, a file with other content UnpicklingError.'
      )
    ],
    links: [LINKS.load(trans), LINKS.saving(trans)]
  })
});
