import type { IFix, ITranslate } from '../../../diagnosis/types';
import { rerunBlocking, restartKernel } from './advice';

function timeoutFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Make each GPU operation smaller'),
      detail: trans.__(
        'Smaller batches or chunks keep every single kernel below the limit.'
      )
    },
    {
      safety: 'diagnostic',
      title: trans.__('See whether a screen is attached to this GPU'),
      detail: trans.__(
        'The limit holds for GPUs that drive a display; another GPU has none.'
      ),
      code: '$ nvidia-smi'
    },
    {
      safety: 'check',
      title: trans.__('Windows: raise the time-out of the driver (TDR)'),
      detail: trans.__(
        'It is the registry value TdrDelay, in seconds; the machine must be restarted.'
      )
    },
    restartKernel(trans)
  ];
}

function sizeFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Look for empty or huge dimensions'),
      detail: trans.__(
        'A dimension of 0 or of many millions makes a launch grid that CUDA refuses.'
      ),
      code: 'print({name: tuple(t.shape) for name, t in locals().items() if torch.is_tensor(t)})'
    },
    {
      safety: 'check',
      title: trans.__('Split the batch, or skip it when it is empty'),
      code: 'out = torch.cat([op(part) for part in x.split(4096)])'
    },
    rerunBlocking(trans),
    {
      safety: 'check',
      title: trans.__('Extensions: update them, they choose the size')
    }
  ];
}

function resourceFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Update torch or the extension that owns the kernel'),
      detail: trans.__(
        'Its threads per block were chosen for another GPU; small ones (Jetson, laptops) have fewer registers.'
      )
    },
    {
      safety: 'check',
      title: trans.__('Building it yourself: fewer threads per block'),
      detail: trans.__(
        'Mark the kernel with __launch_bounds__, or lower the number in its launch.'
      )
    },
    rerunBlocking(trans)
  ];
}

function tritonFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Your own kernel: smaller blocks or fewer stages'),
      code: 'triton.Config({"BLOCK_M": 64, "BLOCK_N": 64}, num_stages=2, num_warps=4)'
    },
    {
      safety: 'check',
      title: trans.__('torch.compile: leave out max-autotune'),
      code: 'model = torch.compile(model)  # default mode'
    },
    {
      safety: 'check',
      title: trans.__(
        'A library’s kernel: update it, or use a smaller head size'
      )
    }
  ];
}

/** What to do, by the kind of refusal. */
export function launchFixes(trans: ITranslate, kind?: string): IFix[] {
  switch (kind) {
    case 'timeout':
      return timeoutFixes(trans);
    case 'configuration':
      return sizeFixes(trans);
    case 'triton':
      return tritonFixes(trans);
    default:
      return resourceFixes(trans);
  }
}
