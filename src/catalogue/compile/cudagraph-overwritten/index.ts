import { define } from '../../define';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { keywordsTaken } from '../../shared/edits/calls';
import { madeCallThen } from '../../shared/edits/expressions';

function eitherWay(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Say where a new step begins'),
      detail: trans.__(
        'Before each call of the model. Results of the step before are then given up.'
      ),
      code: 'torch.compiler.cudagraph_mark_step_begin()\ny = compiled(x)'
    },
    {
      safety: 'safe',
      title: trans.__('Or compile without CUDA graphs'),
      edit: keywordsTaken(['torch.compile'], ['mode']),
      code: 'compiled = torch.compile(model)  # without mode="reduce-overhead"'
    }
  ];
}

export default define({
  id: 'compile/cudagraph-overwritten',
  answers: [
    'Error: accessing tensor output of CUDAGraphs that has been overwritten by a subsequent run.',
    'clone the tensor outside of torch.compile() or call torch.compiler.cudagraph_mark_step_begin() before each model invocation'
  ],
  // torch/_inductor/cudagraph_trees.py.
  signs: messageOrLog(
    /accessing (?<gradient>gradient )?tensor output of CUDAGraphs that has been overwritten/,
    { read: ({ gradient }) => ({ kind: gradient ? 'gradient' : 'result' }) }
  ),
  kinds: {
    result: {
      words: trans => ({
        title: trans.__('A later run wrote over this result'),
        cause: trans.__(
          'With mode="reduce-overhead" or "max-autotune" each run writes its results to the same memory of the GPU. This tensor is from an earlier run, and the next run has begun.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Keep a copy of what you need later'),
            edit: madeCallThen(['compile'], '.clone()'),
            code: 'y = compiled(x).clone()'
          },
          ...eitherWay(trans)
        ]
      })
    },
    gradient: {
      words: trans => ({
        title: trans.__('A later run wrote over the gradients'),
        cause: trans.__(
          'With mode="reduce-overhead" or "max-autotune" each run writes its results to the same memory of the GPU, also gradients first made in a compiled backward().'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Set gradients to None before each backward()'),
            code: 'optimizer.zero_grad(set_to_none=True)\nloss.backward()'
          },
          ...eitherWay(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'An error while a graph is captured (cudaErrorStreamCapture…) is about what the code does during capture.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: cudagraph_mark_step_begin'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.compiler.cudagraph_mark_step_begin.html'
      },
      {
        title: trans.__('PyTorch: torch.compile and its modes'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.compile.html'
      }
    ]
  })
});
