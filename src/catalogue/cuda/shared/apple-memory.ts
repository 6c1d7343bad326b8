import type { IFix, ILink, ITranslate, Values } from '../../../diagnosis/types';
import { smallerBatch } from './advice';
import { accumulate, withoutGraph } from './memory-fixes';

/** The title and the cause where a Mac's GPU got no memory. */
export function appleWords(
  trans: ITranslate,
  { tried, total, allocated, other }: Values
): { title: string; cause: string } {
  return {
    title:
      tried !== undefined
        ? trans.__('The Mac’s GPU got no memory: %1 asked', tried)
        : trans.__('The Mac’s GPU got no memory'),
    cause:
      tried !== undefined && total !== undefined && allocated && other
        ? trans.__(
            'The GPU of a Mac takes its memory from the computer’s own. Of the %1 that PyTorch may take, its tensors hold %2 and Metal %3 more; %4 were asked.',
            total,
            allocated,
            other,
            tried
          )
        : trans.__(
            'The GPU of a Mac takes its memory from the computer’s own, and PyTorch takes only a part of it. That part is used up.'
          )
  };
}

/** What to do there, best first. */
export function appleFixes(trans: ITranslate): IFix[] {
  return [
    smallerBatch(trans),
    withoutGraph(trans),
    {
      safety: 'check',
      title: trans.__('Give back what is no longer used'),
      code: 'import gc\ngc.collect()\ntorch.mps.empty_cache()'
    },
    accumulate(trans),
    {
      safety: 'diagnostic',
      title: trans.__('See what PyTorch and Metal hold'),
      code: 'print(torch.mps.current_allocated_memory(), torch.mps.driver_allocated_memory())'
    },
    {
      safety: 'check',
      title: trans.__('Lift the limit, with nothing else open'),
      detail: trans.__(
        'PyTorch warns that the system may fail then: save your work first. It must be set before torch is imported.'
      ),
      code: 'import os\nos.environ["PYTORCH_MPS_HIGH_WATERMARK_RATIO"] = "0.0"  # first cell of a fresh kernel'
    }
  ];
}

/** PyTorch's own words on it. */
export function appleLinks(trans: ITranslate): ILink[] {
  return [
    {
      title: trans.__('PyTorch: the MPS back end'),
      url: 'https://docs.pytorch.org/docs/stable/notes/mps.html'
    },
    {
      title: trans.__('PyTorch: environment variables of MPS'),
      url: 'https://docs.pytorch.org/docs/stable/mps_environment_variables.html'
    }
  ];
}
