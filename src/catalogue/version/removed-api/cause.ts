import type { ITranslate, Values } from '../../../diagnosis/types';
import { namesOf, type Spelling } from '../../shared/torch-names';
import { foreignName } from './foreign';
import { replacement, spelling } from './replacements';

/** What the names of the release that is known tell of it. */
function knownCause(
  trans: ITranslate,
  known: Spelling,
  { module, name, what, to }: Values & { what: string }
): string {
  const release = namesOf(module);
  if (foreignName(module, name) !== undefined && known.is !== 'there') {
    return trans.__(
      '%1 has no %2 in %3: probably the name is that of another library (NumPy, Keras, TensorFlow), and PyTorch writes it otherwise.',
      release,
      name,
      module
    );
  }
  const [place = '', last = ''] =
    /^(.+)\.(\w+)$/.exec(to ?? '')?.slice(1) ?? [];
  if (place !== '' && place !== module) {
    return trans.__(
      '%1 has no %2 in %3. In %4 it has “%5”: probably that is meant.',
      release,
      name,
      module,
      place,
      last
    );
  }
  switch (known.is) {
    case 'near':
      return trans.__(
        '%1 has no %2 in %3 either, but it has “%4”: usually a slip in writing.',
        release,
        name,
        module,
        known.name
      );
    case 'elsewhere':
      return trans.__(
        '%1 has no %2 in %3. In %4 it has “%5”: probably that is meant.',
        release,
        name,
        module,
        known.module,
        known.name
      );
    case 'method':
      return known.of === 'tensor'
        ? trans.__(
            '%1 has no %2 in %3: it is a method of a tensor, and called on it.',
            release,
            name,
            module
          )
        : trans.__(
            '%1 has no %2 in %3: it is a method of a model, and called on it.',
            release,
            name,
            module
          );
    case 'like':
      return trans.__(
        '%1 has no %2 in %3 either: probably one of these is meant: %4.',
        release,
        name,
        module,
        known.names.join(', ')
      );
    case 'there':
      return trans.__(
        '%1 has %2 in %3. Either the installed %4 is older than the code, or it is not whole.',
        release,
        name,
        module,
        what
      );
    case 'nowhere':
      return trans.__(
        '%1 has no %2 in %3 either, and nothing spelt like it. Either it is a part of another library or of somebody’s own code, or of an old release.',
        release,
        name,
        module
      );
  }
}

/** What the message leaves open of a name that torch does not have. */
export function causeOf(
  trans: ITranslate,
  { module, name, version, meant, installed, to }: Values
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
  if (known && (!meant || known.is === 'elsewhere')) {
    return knownCause(trans, known, { module, name, what, to });
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
      : replacement(name, module).code
        ? trans.__(
            'The installed %1 does not have this name any more: the code was written for an older release.',
            what
          )
        : trans.__(
            'The installed %1 does not have this name. Either it was removed or moved, does not exist yet, or is misspelt.',
            what
          );
}
