import type { IFix, IPage, ITranslate, Values } from '../../../diagnosis/types';
import { LINKS } from './links';

/** Modules with which a pickle can run commands. */
const DANGEROUS =
  /^(?:posix|nt|os|sys|subprocess|builtins\.(?:eval|exec)|runpy|socket)\b/;

/** The title of `model/weights-only`. */
export function weightsTitle(
  trans: ITranslate,
  { global, script }: Values
): string {
  if (global && DANGEROUS.test(global)) {
    return trans.__('The file tries to run commands: do not load it');
  }
  return script
    ? trans.__('torch.load() refuses a TorchScript program')
    : trans.__('torch.load() refuses what is not weights');
}

/** Its cause. */
export function weightsCause(
  trans: ITranslate,
  { global, script }: Values
): string {
  if (script) {
    return trans.__(
      'The file is a TorchScript archive, made with torch.jit.save(). torch.load() reads weights only since torch 2.6, and this is a program.'
    );
  }
  if (global && DANGEROUS.test(global)) {
    return trans.__(
      'The file wants to call %1 while it is loaded, which can run any command on this computer. A checkpoint has no need of that.',
      global
    );
  }
  return global
    ? trans.__(
        'Since torch 2.6 torch.load() takes only tensors and plain values unless told otherwise, and the file also holds %1.',
        global
      )
    : trans.__(
        'Since torch 2.6 torch.load() takes only tensors and plain values unless told otherwise, and the file holds more: a whole model, a configuration, NumPy numbers.'
      );
}

/** Its fixes. */
export function weightsFixes(
  trans: ITranslate,
  { global, script }: Values
): IFix[] {
  if (script) {
    return [
      {
        safety: 'check',
        title: trans.__(
          'Load it with torch.jit, if you trust where it comes from'
        ),
        code: "model = torch.jit.load(path, map_location='cpu')"
      }
    ];
  }
  const trusted: IFix = {
    safety: 'check',
    title: trans.__('A file you made or trust: load everything in it'),
    detail: trans.__(
      'Loading runs code from the file: never do this with a file from somebody you do not know.'
    ),
    code: 'checkpoint = torch.load(path, weights_only=False)'
  };
  const weights: IFix = {
    safety: 'safe',
    title: trans.__('Next time save the weights only'),
    code: 'torch.save(model.state_dict(), path)'
  };
  if (global && DANGEROUS.test(global)) {
    return [
      {
        safety: 'safe',
        title: trans.__('Do not load this file'),
        detail: trans.__(
          'Get the weights as safetensors, or from their author.'
        )
      },
      weights
    ];
  }
  const name = global?.replace(/^__main__\./, '');
  return [
    ...(name && !/^torch\.nn\./.test(name)
      ? [
          {
            safety: 'check' as const,
            title: trans.__('Allow this one class, then load'),
            detail: trans.__(
              'Import it first; other classes may follow one by one.'
            ),
            code: `torch.serialization.add_safe_globals([${name}])\ncheckpoint = torch.load(path)`
          }
        ]
      : []),
    trusted,
    weights
  ];
}

/** The page of the warning of torch 2.4 and 2.5, which stops nothing. */
export function weightsWarning(trans: ITranslate): IPage {
  return {
    title: trans.__('torch.load() warns that its default will change'),
    cause: trans.__(
      'Since torch 2.6 it takes only tensors and plain values unless told otherwise, and this call does not say which it wants. It is a warning: nothing is wrong with what was loaded.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('The file holds weights only: say so'),
        code: 'state = torch.load(path, weights_only=True)'
      },
      {
        safety: 'check',
        title: trans.__('A file you made or trust that holds more: say that'),
        detail: trans.__(
          'Loading runs code from the file: never do this with a file from somebody you do not know.'
        ),
        code: 'checkpoint = torch.load(path, weights_only=False)'
      }
    ],
    notThis: [
      trans.__(
        'A warning never stops a cell: if it failed, look for the exception below.'
      )
    ],
    links: [LINKS.serialization(trans), LINKS.load(trans)]
  };
}
