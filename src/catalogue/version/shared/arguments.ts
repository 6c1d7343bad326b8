import { memoize } from '../../../shared/memoize';
import table from './arguments.json';
import type { IStep } from '../../shared/history';
import { KNOWN_CHANGES } from './known-arguments';

/**
 * Between which releases arguments and members came and went, by library; read
 * from the wheels by scripts/library_arguments.py, which says how they are written.
 */
const TABLE: Readonly<
  Record<string, Readonly<Record<Change, Readonly<Record<string, string>>>>>
> = table;

type Change = 'since' | 'gone';

/** What a function takes (`argument`), or a class has (`member`), by its name. */
export interface IChange extends IStep {
  readonly change: Change;
  readonly what: 'argument' | 'member';
  /** As it is imported. */
  readonly library: string;
  /** `Trainer`, `resnet50`, `Trainer.fit`. */
  readonly owner: string;
  readonly name: string;
  /** What its owner took on in the release that dropped it. */
  readonly today?: string;
}

const MARK =
  /^(?<owner>.{1,100})(?<sign>[:.])(?<name>\w{1,80})(?:>(?<today>\w{1,80}))?$/;

function read(
  library: string,
  change: Change,
  span: string,
  mark: string
): IChange[] {
  const [before, after] = span.split(' ');
  const { owner, sign, name, today } = MARK.exec(mark)?.groups ?? {};
  return owner === undefined
    ? []
    : [
        {
          change,
          what: sign === ':' ? 'argument' : 'member',
          library,
          owner,
          name,
          today,
          before,
          after
        }
      ];
}

/** All of them by name, made when first asked for. */
const byName = memoize((rows: typeof TABLE) => {
  const found = new Map<string, IChange[]>();
  for (const one of KNOWN_CHANGES) {
    found.set(one.name, [...(found.get(one.name) ?? []), one]);
  }
  for (const [library, changes] of Object.entries(rows)) {
    for (const change of ['gone', 'since'] as const) {
      for (const [span, marks] of Object.entries(changes[change])) {
        for (const one of marks
          .split(' ')
          .flatMap(mark => read(library, change, span, mark))) {
          found.set(one.name, [...(found.get(one.name) ?? []), one]);
        }
      }
    }
  }
  return found;
});

/** What became of an argument, or a member, of that name, in all libraries. */
export function changesOf(
  what: IChange['what'],
  name: string
): readonly IChange[] {
  return (byName(TABLE).get(name) ?? []).filter(one => one.what === what);
}
