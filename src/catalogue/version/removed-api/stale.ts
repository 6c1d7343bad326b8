/** A package that was installed anew while the kernel had the old one loaded. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { memoize } from '../../../shared/memoize';
import type { IWords } from '../../define';
import { check } from '../../fix';
import { callingPackage } from '../../shared/code-owner';
import { visibleCode } from '../../shared/ran-code';
import { replacement } from './replacements';

/** A line of a cell that installs packages. */
const INSTALLS =
  /^[ \t]{0,20}[!%] ?(?:pip3?|conda|mamba|uv pip) install\b(?<what>[^\n]{0,300})$/gm;

/** What the cells named to an installer: packages, and its own options. */
const installedIn = memoize((reading: IReading): ReadonlySet<string> => {
  const { incident, code, log } = reading;
  const text = `${visibleCode(reading).text}\n${incident.source}\n${code}\n${log}`;
  return new Set(
    [...text.matchAll(INSTALLS)].flatMap(({ groups }) =>
      (groups?.what ?? '').split(/[\s"'=<>~!;]+/)
    )
  );
});

/** A part that only its own package asks for anything. */
const OWN_PART = /^torch(?:vision|audio|text)\b.{0,80}\._/;

/**
 * Whether a cell installed the package of a module anew, and nothing is known
 * of the name: then modules of two releases may be mixed in the kernel.
 */
export function isStale(
  module: string | undefined,
  name: string | undefined,
  reading: IReading
): boolean {
  const { code, since } = replacement(name, module);
  const [root] = (module ?? '').split('.');
  return (
    root !== '' &&
    !code &&
    !since &&
    ((OWN_PART.test(module ?? '') &&
      (callingPackage(reading) ?? root) === root) ||
      installedIn(reading).has(root))
  );
}

export function staleWords(
  trans: ITranslate,
  { module = 'torch' }: { readonly module?: string }
): IWords {
  const [root] = module.split('.');
  return {
    title: OWN_PART.test(module)
      ? trans.__('Two releases of %1 are mixed: restart', root)
      : trans.__('%1 was installed anew: restart the kernel', root),
    cause: OWN_PART.test(module)
      ? trans.__(
          '%1 asks a part of its own for a name, and that part lacks it: modules of two releases are mixed, as after an installation while the kernel ran.',
          root
        )
      : trans.__(
          'A cell installed %1 while the kernel runs. What was imported before stays that of the old release, and the files on disk are the new one’s: the two do not know each other’s names.',
          root
        ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Restart the kernel, then run from the imports on'),
        detail: trans.__(
          'Leave out the cell that installs. A restart loses all variables.'
        )
      },
      check(
        trans.__('It stays: see whether the releases fit each other'),
        `%pip list  # torch, torchvision, torchaudio`
      )
    ]
  };
}
