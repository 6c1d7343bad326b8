import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';

/** torch/_inductor/cudagraph_trees.py. */
const OVERWRITTEN =
  /accessing (?<kind>gradient )?tensor output of CUDAGraphs that has been overwritten/;

const entry: IEntry = {
  id: 'compile/cudagraph-overwritten',
  answers: [
    'Error: accessing tensor output of CUDAGraphs that has been overwritten by a subsequent run.',
    'clone the tensor outside of torch.compile() or call torch.compiler.cudagraph_mark_step_begin() before each model invocation'
  ],
  signs: said(OVERWRITTEN),
  page(trans, { kind }) {
    return {
      title: kind
        ? trans.__('A later run wrote over the gradients')
        : trans.__('A later run wrote over this result'),
      cause: kind
        ? trans.__(
            'With mode="reduce-overhead" or "max-autotune" each run writes its results to the same memory of the GPU, also gradients first made in a compiled backward().'
          )
        : trans.__(
            'With mode="reduce-overhead" or "max-autotune" each run writes its results to the same memory of the GPU. This tensor is from an earlier run, and the next run has begun.'
          ),
      fixes: [
        ...(kind
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Set gradients to None before each backward()'),
                code: 'optimizer.zero_grad(set_to_none=True)\nloss.backward()'
              }
            ]
          : [
              {
                safety: 'safe' as const,
                title: trans.__('Keep a copy of what you need later'),
                code: 'y = compiled(x).clone()'
              }
            ]),
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
          code: 'compiled = torch.compile(model)  # without mode="reduce-overhead"'
        }
      ],
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
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'Error: accessing tensor output of CUDAGraphs that has been overwritten by a subsequent run. Stack trace: [Could not find stack trace]. To prevent overwriting, clone the tensor outside of torch.compile() or call torch.compiler.cudagraph_mark_step_begin() before each model invocation.',
      torch: '2.13',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Error: accessing gradient tensor output of CUDAGraphs that has been overwritten by a subsequent run. Stack trace: [Could not find stack trace]. This can happen with torch.compile(mode='reduce-overhead') and gradient accumulation",
      torch: '2.13',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue: 'CUDA error: operation not permitted when stream is capturing'
    }
  ]
};

export default entry;
