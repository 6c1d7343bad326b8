import type { IPage, ITranslate, Values } from '../../../diagnosis/types';
import { LINKS } from './links';

/** DistributedDataParallel refused where the parameters of the model are. */
export function ddpPage(trans: ITranslate, { found, others }: Values): IPage {
  const spread = others !== undefined;
  return {
    title: spread
      ? trans.__('The model lies on several devices, DDP wants one')
      : found === undefined
        ? trans.__('DDP found the model on another device')
        : trans.__('DDP was given a GPU, but the model is on %1', found),
    cause: spread
      ? trans.__(
          'With device_ids, DistributedDataParallel takes a model whose parameters are all on that one GPU. This model is spread over several devices, as device_map="auto" or an earlier .to() of a part does.'
        )
      : trans.__(
          'With device_ids, DistributedDataParallel takes a model whose parameters are all on that one GPU. The model was not moved there before it was wrapped.'
        ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Move the whole model first, then wrap it'),
        code: "local_rank = int(os.environ['LOCAL_RANK'])\nmodel = model.to(local_rank)\nmodel = DistributedDataParallel(model, device_ids=[local_rank])"
      },
      {
        safety: 'check',
        title: trans.__('Loaded with device_map: name the rank’s own GPU'),
        detail: trans.__(
          '“auto” splits the model over all GPUs; a process of DDP needs a whole copy on its own.'
        ),
        code: "model = AutoModel.from_pretrained(name, device_map={'': local_rank})"
      },
      {
        safety: 'check',
        title: trans.__('A model too large for one GPU: no device_ids'),
        detail: trans.__(
          'Then DDP leaves the placing to you, with several GPUs for each process. FSDP shards the model instead.'
        ),
        code: 'model = DistributedDataParallel(model)'
      }
    ],
    notThis: [
      trans.__(
        '“Expected all tensors to be on the same device” comes later, in forward(): then the input is elsewhere.'
      )
    ],
    links: [
      { title: trans.__('PyTorch: DistributedDataParallel'), url: LINKS.ddp }
    ]
  };
}
