import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { trainedAgain } from '../../shared/edits/training';

export default define({
  id: 'cuda/cudnn-rnn-eval',
  answers: ['cudnn RNN backward can only be called in training mode'],
  signs: [
    ...messageOrLog(
      // aten/src/ATen/native/cudnn/RNN.cpp; torch 0.3 named its own function.
      /(?:cu[Dd][Nn][Nn] RNN backward|\b_?(?:cudnn_rnn_)?backward_input) can only be called in training mode/
    )
  ],
  words: trans => ({
    title: trans.__('An LSTM or GRU on the GPU has no backward in eval()'),
    cause: trans.__(
      'The model is in eval mode, where cuDNN keeps nothing for a backward pass of its recurrent layers. On the CPU the same code works.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Training: go back to train mode after validating'),
        edit: trainedAgain,
        code: 'model.train()\nloss.backward()'
      },
      {
        safety: 'check',
        title: trans.__('Gradients in eval mode: the recurrent layer alone'),
        detail: trans.__(
          'Dropout and BatchNorm elsewhere stay as in eval mode; dropout between the layers of the LSTM itself acts.'
        ),
        code: 'model.eval()\nmodel.lstm.train()'
      },
      {
        safety: 'check',
        title: trans.__('Or run that part without cuDNN'),
        detail: trans.__('Slower, and exact: no dropout at all.'),
        code: 'with torch.backends.cudnn.flags(enabled=False):\n    out = model(x)\nout.sum().backward()'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If no gradient was wanted, torch.no_grad() around the evaluation is missing.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: LSTM'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.LSTM.html'
      },
      {
        title: trans.__('PyTorch: Module.train'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.train'
      }
    ]
  })
});
