import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** The title of `export/torchscript`. */
export function scriptTitle(trans: ITranslate, { kind }: Values): string {
  switch (kind) {
    case 'traced':
      return trans.__('torch.jit.trace takes and gives tensors only');
    case 'sanity':
      return trans.__('The second run of the trace went another way');
    default:
      return trans.__('TorchScript does not know this part of Python');
  }
}

/** Its cause. */
export function scriptCause(trans: ITranslate, { kind, name }: Values): string {
  switch (kind) {
    case 'traced':
      return trans.__(
        'A trace records what happens to tensors. Here something else goes in or comes out: a text, None, an object of a class.'
      );
    case 'sanity':
      return trans.__(
        'torch.jit.trace runs the model again and compares. The two runs differ: random numbers or dropout in training mode, a state that the first run changed, or tensors made anew inside forward().'
      );
    default:
      return name
        ? trans.__(
            'torch.jit.script translates the code, and knows only a part of Python with fixed types. Here it met “%1”.',
            name
          )
        : trans.__(
            'torch.jit.script translates the code, and knows only a part of Python with fixed types: no *args, try, lambdas, NumPy or other packages. The line is marked “<--- HERE”.'
          );
  }
}

function firstFixes(trans: ITranslate, kind: string | undefined): IFix[] {
  switch (kind) {
    case 'traced':
      return [
        {
          safety: 'check',
          title: trans.__('Let forward() take and return tensors'),
          code: 'class Wrapped(nn.Module):\n    def __init__(self, model):\n        super().__init__()\n        self.model = model\n    def forward(self, x):\n        return self.model(x)[0]  # the tensor alone\ntraced = torch.jit.trace(Wrapped(model), x)'
        }
      ];
    case 'sanity':
      return [
        {
          safety: 'safe',
          title: trans.__('Trace in evaluation mode'),
          code: 'model.eval()\ntraced = torch.jit.trace(model, example)'
        },
        {
          safety: 'check',
          title: trans.__('If the difference is meant: leave the check out'),
          detail: trans.__('Then compare the outputs of the two yourself.'),
          code: 'traced = torch.jit.trace(model, example, check_trace=False)'
        }
      ];
    default:
      return [
        {
          safety: 'check',
          title: trans.__('Record one run instead of translating'),
          detail: trans.__(
            'What “if” chose for this input stays chosen for all inputs.'
          ),
          code: 'traced = torch.jit.trace(model, example)'
        },
        {
          safety: 'check',
          title: trans.__('Keep a part that is not needed out of it'),
          code: '@torch.jit.ignore\ndef report(self, x):\n    ...'
        }
      ];
  }
}

/** Its fixes, best first. */
export function scriptFixes(trans: ITranslate, { kind }: Values): IFix[] {
  return [
    ...firstFixes(trans, kind),
    {
      safety: 'check',
      title: trans.__('New code: use torch.export in place of TorchScript'),
      detail: trans.__(
        'TorchScript is no longer developed; for speed alone there is torch.compile.'
      ),
      code: 'program = torch.export.export(model, (example,))'
    }
  ];
}
