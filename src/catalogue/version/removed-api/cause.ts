import type { ITranslate, Values } from '../../../diagnosis/types';
import { NAMES_OF, type Spelling } from '../shared/torch-names';
import { replacement, spelling } from './replacements';

/** What the names of the release that is known tell of it. */
function knownCause(
  trans: ITranslate,
  known: Spelling,
  { module, name, what }: Values & { what: string }
): string {
  if (known.is === 'near') {
    return trans.__(
      'PyTorch %1 has no %2 in %3 either, but it has “%4”: usually a slip in writing.',
      NAMES_OF,
      name,
      module,
      known.name
    );
  }
  return known.is === 'there'
    ? trans.__(
        'PyTorch %1 has %2 in %3. Either the installed %4 is older than the code, or it is not whole.',
        NAMES_OF,
        name,
        module,
        what
      )
    : trans.__(
        'PyTorch %1 has no %2 in %3 either, and nothing spelt like it. Either the code was written for another library, or for an old release.',
        NAMES_OF,
        name,
        module
      );
}

/** What the message leaves open of a name that torch does not have. */
export function causeOf(
  trans: ITranslate,
  { module, name, version, meant, installed }: Values
): string {
  const from = module?.split('.')[0] ?? 'torch';
  if (replacement(name, module).since) {
    return installed
      ? trans.__(
          'The code was written for a newer release than the installed %1 %2, which does not have this name yet.',
          from,
          installed
        )
      : trans.__(
          'The code was written for a newer release than the installed one, which does not have this name yet.'
        );
  }
  if (version) {
    return trans.__(
      'The function was deprecated in PyTorch %1 and is gone. The message names what to use in its place; arguments and results may be ordered differently.',
      version
    );
  }
  const what = installed ? `${from} ${installed}` : from;
  const known = spelling(module, name);
  if (!meant && known) {
    return knownCause(trans, known, { module, name, what });
  }
  return meant
    ? trans.__(
        'The installed %1 has no such name, but it has “%2”: usually a slip in writing.',
        what,
        meant
      )
    : replacement(name, module).code && installed
      ? trans.__(
          'The installed %1 does not have this name: the code was written for an older release.',
          what
        )
      : trans.__(
          'The installed %1 does not have this name. Either it was removed or moved, does not exist yet, or is misspelt.',
          what
        );
}
