import { define } from '../../define';

export default define({
  id: 'topic/data-parallel',
  answers: [
    'how DataParallel works over several GPUs',
    'DataParallel or DistributedDataParallel',
    'several GPUs, multi-GPU training',
    'the first GPU is fuller than the others'
  ],
  words: trans => ({
    title: trans.__('How DataParallel splits the work, and why not to use it'),
    cause: trans.__(
      'DataParallel is one process that copies the model to all GPUs anew in every forward pass. DistributedDataParallel runs one process for each GPU and only exchanges gradients: it is faster, also on one machine, and PyTorch advises it.'
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('DataParallel’s four steps, in each iteration'),
        detail: trans.__(
          '1. The batch is split over the GPUs, along its first dimension. 2. The model is copied from the first GPU to the others. 3. Each copy computes its part; the outputs are gathered on the first GPU, where the loss is computed. 4. Backward adds up the gradients in the first GPU’s model, and the optimizer changes that one.'
        ),
        code: "model = nn.DataParallel(Model().to('cuda:0'))\noutput = model(x.to('cuda:0'))"
      },
      {
        safety: 'check',
        title: trans.__('What follows from it'),
        detail: trans.__(
          'Model and input must be on the first GPU. It is fuller than the others. What forward stores in self is lost with the copies. The batch must have at least as many elements as there are GPUs.'
        )
      },
      {
        safety: 'check',
        title: trans.__('DistributedDataParallel instead'),
        detail: trans.__(
          'Each process has its model, its GPU and its share of the data; after backward all have the same gradients. It is started as a script, not in a notebook cell.'
        ),
        code: "# train.py, started with: torchrun --nproc-per-node=gpu train.py\ntorch.distributed.init_process_group('nccl')\nrank = int(os.environ['LOCAL_RANK'])\ntorch.cuda.set_device(rank)\nmodel = nn.parallel.DistributedDataParallel(Model().to(rank), device_ids=[rank])\nloader = DataLoader(dataset, sampler=DistributedSampler(dataset))"
      },
      {
        safety: 'check',
        title: trans.__('Save the model inside the wrapper'),
        code: "torch.save(model.module.state_dict(), 'model.pt')"
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A model too large for one GPU needs another way (FSDP, pipeline): both of these copy it whole.'
      )
    ],
    links: [
      {
        title: trans.__(
          'PyTorch: use DistributedDataParallel, not DataParallel'
        ),
        url: 'https://docs.pytorch.org/docs/stable/notes/cuda.html#use-nn-parallel-distributeddataparallel-instead-of-multiprocessing-or-nn-dataparallel'
      },
      {
        title: trans.__('PyTorch: DataParallel'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.DataParallel.html'
      },
      {
        title: trans.__('PyTorch: how DistributedDataParallel works'),
        url: 'https://docs.pytorch.org/docs/stable/notes/ddp.html'
      }
    ]
  })
});
