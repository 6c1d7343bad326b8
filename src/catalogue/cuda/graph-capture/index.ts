import { define } from '../../define';
import { LINKS } from '../shared/advice';
import { cudaErrorSigns } from '../shared/cuda-error';

/** cudaErrorStreamCapture…: 900 to 908. */
export default define({
  id: 'cuda/graph-capture',
  answers: [
    'CUDA error: operation not permitted when stream is capturing',
    'CUDA error: operation failed due to a previous error during capture'
  ],
  signs: cudaErrorSigns({
    text: 'operation not permitted when stream is capturing|Offset increment outside graph capture encountered|operation failed due to a previous error during capture',
    unmistakable: true,
    name: '(?:cuda|hip)ErrorStreamCapture(?:Unsupported|Invalidated)',
    numbers: [900, 901]
  }),
  words: trans => ({
    title: trans.__('A CUDA graph was recorded over a forbidden call'),
    cause: trans.__(
      'While a CUDA graph is recorded, nothing may wait for the GPU or run on another stream. Something in the block did, for instance .item(), .cpu(), print(tensor), or a kernel that is set up on first use.'
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Move what reads values out of the captured block'),
        detail: trans.__(
          '.item(), .cpu(), .numpy(), print, torch.cuda.synchronize, and an if on a tensor all wait for the GPU.'
        )
      },
      {
        safety: 'check',
        title: trans.__('Run the block a few times before the capture'),
        detail: trans.__(
          'On a side stream: then libraries are set up and memory is allocated.'
        ),
        code: 's = torch.cuda.Stream()\ns.wait_stream(torch.cuda.current_stream())\nwith torch.cuda.stream(s):\n    for _ in range(3):\n        step()\ntorch.cuda.current_stream().wait_stream(s)'
      },
      {
        safety: 'check',
        title: trans.__('torch.compile: use a mode without CUDA graphs'),
        detail: trans.__('“reduce-overhead” and “max-autotune” record graphs.'),
        code: 'model = torch.compile(model)  # default mode'
      },
      {
        safety: 'check',
        title: trans.__('Load data and save checkpoints outside of it'),
        detail: trans.__(
          'Another thread that uses CUDA, such as pin_memory of a DataLoader, can break a capture too.'
        )
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        '“… previous error during capture” is the echo: the first error inside the block is the cause.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: CUDA graphs, what may not be captured'),
        url: 'https://docs.pytorch.org/docs/stable/notes/cuda.html#cuda-graphs'
      },
      LINKS.errors(trans)
    ]
  })
});
