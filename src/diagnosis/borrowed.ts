import { memoize } from '../shared/memoize';
import type { IFrame, IReading } from '../incident/types';
import { english } from './english';
import type { IEntry, IFix, ITranslate, Values } from './types';

/** An installed package, or what a host program loads from its own folder. */
const BORROWED =
  /[\\/](?:(?:site|dist)-packages|custom_nodes|extensions)[\\/](?<owner>[\w.@+-]{1,80})/;

/** What runs the code of others: the line that called it counts. */
const NOT_ASKED =
  /[\\/](?:site|dist)-packages[\\/](?:torch|functorch|numpy|pandas|IPython|ipykernel|_\w{0,60})\b|[\\/]lib[\\/]python\d[\d.]*[\\/](?!(?:site|dist)-packages)/;

function isCaller({ file }: IFrame): boolean {
  return !NOT_ASKED.test(file) && !file.startsWith('<');
}

/**
 * The package or the plugin whose line failed; undefined where it is a line of
 * the user's, or of a project that they may change. torch and NumPy are not
 * asked: what called them is.
 */
export const borrowedFrom = memoize(
  ({ exceptions }: IReading): string | undefined => {
    const frame = exceptions[0]?.frames.filter(isCaller).at(-1);
    return BORROWED.exec(frame?.file ?? '')?.groups?.owner?.replace(
      /\.py$/,
      ''
    );
  }
);

/**
 * `fixes` for a line that is not the user's: nobody is told to print in an
 * installed file, or to rewrite it. Where that leaves none, the debugger shows
 * what the line was given.
 */
export function readdressed(
  fixes: readonly IFix[],
  owner: string | undefined,
  trans: ITranslate
): readonly IFix[] {
  const left = fixes.filter(({ ofLine }) => !ofLine);
  if (owner === undefined || left.length === fixes.length) {
    return fixes;
  }
  return left.length > 0
    ? left
    : [
        {
          safety: 'diagnostic',
          title: trans.__('See what the line of %1 was given', owner),
          detail: trans.__(
            'The line is in an installed file: what it gets comes from your own call, a few frames up (u).'
          ),
          code: '%debug'
        }
      ];
}

/**
 * Whether another fix stands first because the line is a package’s: then the
 * entry's own cause may not be the user's.
 */
export function isReaddressed(entry: IEntry, values: Values): boolean {
  const { borrowed, ...own } = values;
  return (
    borrowed !== undefined && entry.page(english, own).fixes[0]?.ofLine === true
  );
}
