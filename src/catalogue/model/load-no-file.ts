import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';
import { inLoad } from './shared/loading';

/** torch/serialization.py, `_check_seekable`. */
const SEEKABLE = /You can only torch\.load from a file that is seekable/;

const TYPED =
  /["'](?<type>[\w.]{1,60})["'] object has no attribute ["'](?:seek|tell|read)["']\. ?You can only torch\.load from a file that is seekable/;

const LOADED = ['dict', 'OrderedDict', 'collections.OrderedDict'];

function cause(trans: ITranslate, type: string | undefined): string {
  if (type === 'NoneType') {
    return trans.__(
      'torch.load() was given None, so there was no path. Often an option of the command line was left out, or a search for the newest checkpoint found none.'
    );
  }
  if (type !== undefined && LOADED.includes(type)) {
    return trans.__(
      'torch.load() was given a dictionary: the file has been loaded already.'
    );
  }
  return type === undefined
    ? trans.__(
        'torch.load() reads a file by jumping in it, and what it was given cannot do that. It wants a path or an open file, not a download, a stream or None.'
      )
    : trans.__(
        'torch.load() was given %1. It wants a path (str or Path) or an open file.',
        type
      );
}

function fixes(trans: ITranslate, { type }: Values): IFix[] {
  const path: IFix = {
    safety: 'check',
    title: trans.__('Give it the path of the checkpoint'),
    code: "state = torch.load('checkpoint.pt', map_location='cpu')"
  };
  const see: IFix = {
    safety: 'diagnostic',
    title: trans.__('See what is passed, and where it comes from'),
    code: 'print(type(path), path)'
  };
  const buffer: IFix = {
    safety: 'safe',
    title: trans.__('A download or a stream: read it into memory first'),
    code: 'import io\nstate = torch.load(io.BytesIO(response.read()))'
  };
  const use: IFix = {
    safety: 'check',
    title: trans.__('Use the dictionary as it is'),
    code: 'model.load_state_dict(state)'
  };
  return type === undefined
    ? [path, buffer, see]
    : LOADED.includes(type)
      ? [use, see]
      : [path, see];
}

const entry: IEntry = {
  id: 'model/load-no-file',
  answers: [
    "'NoneType' object has no attribute 'seek'. You can only torch.load from a file that is seekable.",
    "'dict' object has no attribute 'seek'. You can only torch.load from a file that is seekable.",
    'Please pre-load the data into a buffer like io.BytesIO and try to load from it instead.'
  ],
  signs: [
    ...said(TYPED),
    ...said(SEEKABLE),
    {
      where: 'message',
      pattern:
        /^["'](?<type>[\w.]{1,60})["'] object has no attribute ["'](?:seek|tell|read)["']$/,
      when: inLoad,
      confidence: 'likely'
    }
  ],
  page(trans, values) {
    const { type } = values;
    return {
      title:
        type === 'NoneType'
          ? trans.__('torch.load() was given None instead of a path')
          : type
            ? trans.__(
                'torch.load() was given %1, not a file',
                type.slice(0, 25)
              )
            : trans.__('torch.load() was not given a file it can read'),
      cause: cause(trans, type),
      fixes: fixes(trans, values),
      notThis: [
        trans.__(
          'A path that does not exist gives FileNotFoundError, a file with other content UnpicklingError.'
        )
      ],
      links: [LINKS.load(trans), LINKS.saving(trans)]
    };
  },
  examples: [
    {
      ename: 'AttributeError',
      evalue:
        "'NoneType' object has no attribute 'seek'. You can only torch.load from a file that is seekable. Please pre-load the data into a buffer like io.BytesIO and try to load from it instead.",
      torch: '2.13',
      origin: 'run',
      values: { type: 'NoneType' }
    },
    {
      ename: 'AttributeError',
      evalue:
        "'dict' object has no attribute 'seek'. You can only torch.load from a file that is seekable. Please pre-load the data into a buffer like io.BytesIO and try to load from it instead.",
      torch: '2.13',
      origin: 'run',
      values: { type: 'dict' }
    },
    {
      ename: 'UnsupportedOperation',
      evalue:
        'seek. You can only torch.load from a file that is seekable. Please pre-load the data into a buffer like io.BytesIO and try to load from it instead.',
      torch: '1.13',
      origin: 'reference'
    },
    {
      ename: 'AttributeError',
      evalue: "'NoneType' object has no attribute 'seek'",
      source: 'state = torch.load(best_checkpoint)',
      torch: '1.12',
      origin: 'reference',
      values: { type: 'NoneType' }
    }
  ],
  nearMisses: [
    {
      ename: 'AttributeError',
      evalue: "'NoneType' object has no attribute 'seek'",
      source: 'image = Image.open(upload)'
    },
    {
      ename: 'FileNotFoundError',
      evalue: "[Errno 2] No such file or directory: 'checkpoint.pt'",
      source: "state = torch.load('checkpoint.pt')"
    }
  ],
  reproduction: {
    raises: [
      'import io, torch',
      'file = io.BytesIO()',
      "torch.save({'weight': torch.ones(2)}, file)",
      'file.seek(0)',
      'path = None',
      'torch.load(path)'
    ].join('\n'),
    fixed: [
      'import io, torch',
      'file = io.BytesIO()',
      "torch.save({'weight': torch.ones(2)}, file)",
      'file.seek(0)',
      'path = file',
      'torch.load(path)'
    ].join('\n')
  }
};

export default entry;
