import type { ILink, ITranslate } from '../../../diagnosis/types';

/** Links to primary sources that several entries need. */
export const LINKS = {
  loadStateDict: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: load_state_dict and strict'),
    url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.load_state_dict'
  }),
  saving: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: saving and loading models'),
    url: 'https://docs.pytorch.org/tutorials/beginner/saving_loading_models.html'
  }),
  load: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: torch.load'),
    url: 'https://docs.pytorch.org/docs/stable/generated/torch.load.html'
  }),
  serialization: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: serialization notes, weights_only'),
    url: 'https://docs.pytorch.org/docs/stable/notes/serialization.html'
  }),
  optim: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: optimizers and what they are given'),
    url: 'https://docs.pytorch.org/docs/stable/optim.html'
  })
} as const;
