import { define } from '../../define';

export default define({
  id: 'topic/dataparallel-on-cpu',
  answers: [
    'DataParallel code on a CPU-only machine',
    'nn.DataParallel without a GPU',
    'WrappedModel with self.module on the CPU',
    'load a DataParallel checkpoint on the CPU'
  ],
  words: trans => ({
    title: trans.__('DataParallel code on a machine without a GPU'),
    cause: trans.__(
      'nn.DataParallel itself runs on a CPU: with no GPU it just calls the model inside. What fails is the rest: .cuda() calls, and checkpoints whose names begin with “module.”.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Unwrap the model instead of wrapping another'),
        detail: trans.__(
          'A class of your own with self.module only keeps the prefix alive.'
        ),
        code: 'model = model.module if isinstance(model, nn.DataParallel) else model'
      },
      {
        safety: 'check',
        title: trans.__('Wrap only where there are several GPUs'),
        code: 'model = Model().to(device)\nif torch.cuda.device_count() > 1:\n    model = nn.DataParallel(model)'
      },
      {
        safety: 'check',
        title: trans.__('Load a checkpoint that was saved wrapped'),
        code: "state = torch.load('model.pt', map_location='cpu')\nnn.modules.utils.consume_prefix_in_state_dict_if_present(state, 'module.')\nmodel.load_state_dict(state)"
      },
      {
        safety: 'check',
        title: trans.__('Save without the prefix from now on'),
        code: "torch.save(model.module.state_dict(), 'model.pt')"
      },
      {
        safety: 'safe',
        title: trans.__('Replace .cuda() by .to(device)'),
        code: "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')"
      }
    ]
  }),
  common: trans => ({
    notThis: [],
    links: [
      {
        title: trans.__('PyTorch: DataParallel'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.DataParallel.html'
      },
      {
        title: trans.__('PyTorch: saving and loading across devices'),
        url: 'https://docs.pytorch.org/tutorials/beginner/saving_loading_models.html'
      }
    ]
  })
});
