import type { ILink, ITranslate } from '../../../diagnosis/types';

/** Links to primary sources that several entries need. */
export const LINKS = {
  device: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: torch.device and torch.dtype'),
    url: 'https://docs.pytorch.org/docs/stable/tensor_attributes.html'
  }),
  to: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: Tensor.to returns a new tensor'),
    url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.to.html'
  }),
  broadcasting: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: broadcasting rules'),
    url: 'https://docs.pytorch.org/docs/stable/notes/broadcasting.html'
  }),
  crossEntropy: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: CrossEntropyLoss, shape and range of the target'),
    url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.CrossEntropyLoss.html'
  }),
  autograd: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: how autograd records operations'),
    url: 'https://docs.pytorch.org/docs/stable/notes/autograd.html'
  }),
  inPlace: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: in-place operations and autograd'),
    url: 'https://docs.pytorch.org/docs/stable/notes/autograd.html#in-place-operations-with-autograd'
  }),
  anomaly: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: anomaly detection'),
    url: 'https://docs.pytorch.org/docs/stable/autograd.html#anomaly-detection'
  }),
  item: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: Tensor.item'),
    url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.item.html'
  }),
  numpy: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: Tensor.numpy'),
    url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.numpy.html'
  }),
  fromNumpy: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: from_numpy and the types it takes'),
    url: 'https://docs.pytorch.org/docs/stable/generated/torch.from_numpy.html'
  }),
  dataLoader: (trans: ITranslate): ILink => ({
    title: trans.__('PyTorch: DataLoader, drop_last and collate_fn'),
    url: 'https://docs.pytorch.org/docs/stable/data.html'
  })
} as const;
