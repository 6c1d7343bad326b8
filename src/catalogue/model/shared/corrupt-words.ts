import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** What a first byte says about a file that is no checkpoint. */
export function kindOfByte(first: string): string {
  switch (first) {
    case '<':
    case '\n':
      return 'page';
    case 'v':
      return 'pointer';
    case '{':
      return 'json';
    default:
      return 'other';
  }
}

/** The title of `model/corrupt-checkpoint`. */
export function corruptTitle(trans: ITranslate, { kind }: Values): string {
  switch (kind) {
    case 'page':
      return trans.__('The file is a web page, not a checkpoint');
    case 'pointer':
      return trans.__('The file is a git-lfs pointer, not the checkpoint');
    case 'empty':
      return trans.__('The checkpoint file is empty or cut off');
    case 'newer':
      return trans.__('The file was saved by a newer torch');
    case 'pickle':
      return trans.__('A checkpoint of torch was read as a plain pickle');
    case 'script':
      return trans.__('The file is no TorchScript program');
    case 'json':
    case 'other':
      return trans.__('The file is not a checkpoint of torch');
    default:
      return trans.__('The checkpoint file is damaged or incomplete');
  }
}

/** Its cause. */
export function corruptCause(trans: ITranslate, values: Values): string {
  switch (values.kind) {
    case 'page':
      return trans.__(
        'The first character is “<”, as in HTML: the download gave a page (a login, a warning, “not found”) instead of the weights.'
      );
    case 'pointer':
      return trans.__(
        'The first character is “v”, as in “version https://git-lfs…”: the repository was cloned without git-lfs, so a note stands where the weights belong.'
      );
    case 'json':
      return trans.__(
        'The first character is “{”, as in JSON: this is a configuration or an answer of a web server, not the weights.'
      );
    case 'other':
      return trans.__(
        'What stands at the beginning of the file is not what torch.save() writes. It may be another format (safetensors, NumPy, HDF5, a zip of something else) or an error text that was saved.'
      );
    case 'empty':
      return trans.__(
        'The file ends before the data begins. A download or torch.save() was interrupted, or the disk was full.'
      );
    case 'newer':
      return trans.__(
        'torch.save() changed its format in 1.6, and later versions add to it. The torch that reads is older than the one that wrote.'
      );
    case 'pickle':
      return trans.__(
        'The file holds tensors in the form of torch.save(), which only torch.load() can read. Either pickle.load() was used, or a torch older than 1.6 reads a file of a newer one.'
      );
    case 'script':
      return trans.__(
        'torch.jit.load() reads programs made with torch.jit.save(). This file was made with torch.save(), or is damaged.'
      );
    default:
      return trans.__(
        'The file is not as long, or not as it was, when it was saved. Usually a download or torch.save() was interrupted, the disk was full, or two processes wrote the same file.'
      );
  }
}

/** Its fixes, best first. */
export function corruptFixes(trans: ITranslate, { kind }: Values): IFix[] {
  const look: IFix = {
    safety: 'diagnostic',
    title: trans.__('Look at the size and the first bytes'),
    code: "import os\nprint(os.path.getsize(path), open(path, 'rb').read(80))"
  };
  const again: IFix = {
    safety: 'check',
    title: trans.__('Delete the file and download it again'),
    detail: trans.__(
      'Weights of torch.hub and torchvision lie in ~/.cache/torch/hub/checkpoints, those of Hugging Face in ~/.cache/huggingface.'
    ),
    code: 'os.remove(path)'
  };
  const whole: IFix = {
    safety: 'safe',
    title: trans.__('When saving: write beside, then rename'),
    detail: trans.__('So an interruption never leaves half a file.'),
    code: "torch.save(state, path + '.tmp')\nos.replace(path + '.tmp', path)"
  };
  switch (kind) {
    case 'pointer':
      return [
        {
          safety: 'safe',
          title: trans.__('Fetch the real files with git-lfs'),
          code: '$ git lfs install && git lfs pull'
        },
        look
      ];
    case 'pickle':
    case 'newer':
      return [
        ...(kind === 'pickle'
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Read it with torch.load()'),
                code: "state = torch.load(path, map_location='cpu')"
              }
            ]
          : []),
        {
          safety: 'check',
          title: trans.__('Update torch where the file is read'),
          code: '$ pip install --upgrade torch'
        },
        {
          safety: 'check',
          title: trans.__('Or save again in the old format'),
          code: 'torch.save(state, path, _use_new_zipfile_serialization=False)'
        }
      ];
    case 'script':
      return [
        {
          safety: 'check',
          title: trans.__('Weights: load them with torch.load()'),
          code: "state = torch.load(path, map_location='cpu')"
        },
        look
      ];
    case 'page':
    case 'json':
    case 'other':
      return [look, again];
    default:
      return [again, look, whole];
  }
}
