/** Changes of the DataLoader that a failure came from. */
import type {
  Edit,
  ICall,
  IFailedCode,
  IPlaceInCode
} from '../../../code/types';
import {
  hasStars,
  keywordOf,
  withKeyword,
  withoutArguments
} from './arguments';
import {
  assignedTo,
  calledName,
  callsNamed,
  isWithin,
  loopsAround,
  only
} from './find';

const LOADER = 'DataLoader';

/** Options that only workers take: without them torch refuses these. */
const FOR_WORKERS: ReadonlySet<string> = new Set([
  'persistent_workers',
  'prefetch_factor',
  'multiprocessing_context',
  'timeout'
]);

/** The loaders that stand in, or are named in, what a loop runs over. */
function loadersIn(
  failed: IFailedCode,
  { code }: IPlaceInCode,
  source: { readonly from: number; readonly to: number }
): readonly ICall[] {
  const isIn = (node: { readonly from: number; readonly to: number }) =>
    isWithin(node, source);
  const written = code.calls.filter(
    call => isIn(call) && calledName(call) === LOADER
  );
  const named = code.nodes.flatMap(node => {
    const value =
      node.name === 'VariableName' && isIn(node)
        ? assignedTo(failed, code.textOf(node))
        : null;
    return value
      ? value.code.calls.filter(
          call =>
            call.from === value.value.from &&
            call.to === value.value.to &&
            calledName(call) === LOADER
        )
      : [];
  });
  return [...written, ...named];
}

/**
 * The DataLoader that was read when it failed: that of the loop around the
 * failing line, else the only one there is.
 */
function failingLoader(failed: IFailedCode): ICall | null {
  for (const place of failed.places) {
    const sources = [
      ...loopsAround(place),
      place.code.statementAt(place.line)
    ].filter(source => source !== null);
    for (const source of sources) {
      const found = loadersIn(failed, place, source);
      if (found.length > 0) {
        return only(found);
      }
    }
  }
  return only(callsNamed(failed, LOADER));
}

/** Load in the main process, without the options that only workers take. */
export const withoutWorkers: Edit = failed => {
  const call = failingLoader(failed);
  const workers = call && keywordOf(call, 'num_workers')?.value;
  if (
    !call ||
    !workers ||
    hasStars(call) ||
    call.code.textOf(workers) === '0'
  ) {
    return null;
  }
  const zero = withKeyword(call, 'num_workers', '0');
  const rest = withoutArguments(
    call,
    ({ keyword }) => keyword !== null && FOR_WORKERS.has(keyword)
  );
  return zero && rest && [...zero, ...rest];
};

/** Leave out a last batch that is smaller. */
export const withDropLast: Edit = failed => {
  const call = failingLoader(failed);
  const size = call && (keywordOf(call, 'batch_size') ?? call.args[1])?.value;
  // A sampler of batches decides itself; batches of one would all be left out.
  const isUnfit =
    !call ||
    !size ||
    keywordOf(call, 'batch_sampler') !== null ||
    call.code.textOf(size) === '1';
  return isUnfit ? null : withKeyword(call, 'drop_last', 'True');
};
