import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { replacement } from './replacements';

/** The title of `version/removed-api`. */
export function apiTitle(
  trans: ITranslate,
  { module, name, kind }: Values
): string {
  if (kind === 'complex') {
    return trans.__('%1 works with complex numbers now', name ?? 'stft');
  }
  if (kind === 'legacy') {
    return trans.__('forward() of an autograd Function must be static');
  }
  const { since } = replacement(name);
  const full =
    module && name && module !== name ? `${module}.${name}` : (name ?? '');
  const shown = full.length > 30 ? name?.slice(0, 30) : full;
  return since && shown
    ? trans.__('%1 needs PyTorch %2 or later', shown, since)
    : shown
      ? trans.__('This version has no “%1”', shown)
      : trans.__('The code is for another version of PyTorch');
}

/** Its cause. */
export function apiCause(
  trans: ITranslate,
  { module, name, version, kind }: Values
): string {
  if (kind === 'complex') {
    return trans.__(
      'The code is from before PyTorch 1.8, when real and imaginary parts stood in a last dimension of size 2. Today stft must be told which form is wanted, and istft takes complex numbers only.'
    );
  }
  if (kind === 'legacy') {
    return trans.__(
      'The code is from before PyTorch 1.5: the Function was made like an object and called. Today forward() and backward() are static, keep what they need in ctx, and apply() runs them.'
    );
  }
  if (kind === 'header') {
    return trans.__(
      'The header belongs to PyTorch’s old C++ backend (TH, THC), which is gone since 1.11. The extension that is being built was written for an older PyTorch.'
    );
  }
  return replacement(name).since
    ? trans.__(
        'The code was written for a newer release than the installed one, which does not have this name yet.'
      )
    : version
      ? trans.__(
          'The function was deprecated in PyTorch %1 and is gone. The message names what to use in its place; arguments and results may be ordered differently.',
          version
        )
      : trans.__(
          'The code and the installed %1 are of different times: the name was removed or moved, or does not exist yet.',
          module?.split('.')[0] ?? 'torch'
        );
}

/** Its fixes, best first. */
export function apiFixes(trans: ITranslate, { name, kind }: Values): IFix[] {
  const { code, since } = replacement(name);
  const legacy: IFix = {
    safety: 'check',
    title: trans.__('Make both static, and call apply()'),
    code: 'class Reverse(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x, scale):\n        ctx.scale = scale\n        return x.view_as(x)\n\n    @staticmethod\n    def backward(ctx, grad):\n        return -ctx.scale * grad, None  # one for each input\n\ny = Reverse.apply(x, 1.0)'
  };
  return [
    ...(kind === 'legacy' ? [legacy] : []),
    ...(code || name === 'async'
      ? [
          {
            safety: 'check' as const,
            title: trans.__('Use what took its place'),
            code: code ?? 'x = x.cuda(non_blocking=True)  # was async=True'
          }
        ]
      : []),
    ...(since
      ? [
          {
            safety: 'check' as const,
            title: trans.__('Update PyTorch, and what goes with it'),
            code: '%pip install --upgrade torch torchvision'
          }
        ]
      : []),
    kind === 'header'
      ? {
          safety: 'check',
          title: trans.__('Take a newer version of the extension, or a fork'),
          detail: trans.__(
            'One whose sources include <ATen/…> in place of <THC/…>. Otherwise build it with PyTorch 1.10 or older, in an environment of its own.'
          )
        }
      : {
          safety: 'check',
          title: trans.__(
            'The line is in a library: bring it and torch together'
          ),
          detail: trans.__(
            'Update the library named in the last frames; if it is no longer maintained, install the torch it was written for in an environment of its own.'
          )
        },
    {
      safety: 'diagnostic',
      title: trans.__('See what is installed, then read that version’s docs'),
      code: 'import torch\nprint(torch.__version__, torch.__file__)'
    }
  ];
}
