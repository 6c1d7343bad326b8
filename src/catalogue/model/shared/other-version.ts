import type { IPage, ITranslate, Values } from '../../../diagnosis/types';
import { LINKS } from './links';

/** A part of such a library is missing: it is another version of it. */
const LIBRARY = /^(?:torch|torchvision|torchaudio|timm|transformers)\b/;

/** The library whose version differs, if what is missing is a part of one. */
export function libraryOf({ name, module }: Values): string | undefined {
  const library = LIBRARY.exec(module ?? '')?.[0];
  return name === undefined && library === module ? undefined : library;
}

/**
 * The page of `model/unpickle-class` where a library's own part is missing.
 *
 * @param name - of the part: a class, a function or a module
 */
export function otherVersion(
  trans: ITranslate,
  library: string,
  name: string
): IPage {
  return {
    title: trans.__('The file was saved by another version of %1', library),
    cause: trans.__(
      'The file asks %1 for %2, which the installed version does not have. Usually a newer version saved it.',
      library,
      name
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Update %1, then restart the kernel', library),
        code: `%pip install --upgrade ${library}`
      },
      {
        safety: 'check',
        title: trans.__('Where the file was saved, save the weights only'),
        detail: trans.__(
          'Then load_state_dict() puts them into a model made here.'
        ),
        code: 'torch.save(model.state_dict(), path)'
      },
      {
        safety: 'diagnostic',
        title: trans.__('See which version is installed here'),
        code: `import ${library}\nprint(${library}.__version__, ${library}.__file__)`
      }
    ],
    notThis: [
      trans.__(
        'The class named is one of your own: then it must be defined or imported before loading.'
      )
    ],
    links: [LINKS.saving(trans), LINKS.serialization(trans)]
  };
}
