/** Changes of the DataLoader that a failure came from. */
import { childrenOf, type SyntaxNode } from '../../../code/tree';
import type {
  Edit,
  ICall,
  ICode,
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
import { lineBreakOf } from './statements';

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
  // `loader = DataLoader(…)` names it, too.
  return [...new Set([...written, ...named])];
}

/**
 * The DataLoader that was read when it failed: that of the loop around the
 * failing line, else the only one there is.
 */
export function failingLoader(failed: IFailedCode): ICall | null {
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

/** What the loader refuses beside its other arguments. */
export function withoutOptions(...names: readonly string[]): Edit {
  return failed => {
    const call = failingLoader(failed);
    const isGiven = names.some(name => call && keywordOf(call, name));
    return call && isGiven
      ? withoutArguments(call, ({ keyword }) => names.includes(keyword ?? ''))
      : null;
  };
}

/** Options of the loader with other values. */
export function withOption(name: string, value: string): Edit {
  return failed => {
    const call = failingLoader(failed);
    return call && withKeyword(call, name, value);
  };
}

/** In the main process, and its batches where they are. */
export const withoutPinning: Edit = failed => {
  const call = failingLoader(failed);
  const pinned = call && keywordOf(call, 'pin_memory')?.value;
  const rest = withoutWorkers(failed) ?? [];
  const isPinned = pinned && call.code.textOf(pinned) !== 'False';
  const unpinned = isPinned ? withKeyword(call, 'pin_memory', 'False') : [];
  return unpinned && [...unpinned, ...rest];
};

/** So small that it is worth a try. */
const SMALL = 8;

/** A smaller batch, where the loader, or a name that it uses, says a number. */
export const smallBatch: Edit = failed => {
  const call = failingLoader(failed);
  const written =
    call && (keywordOf(call, 'batch_size') ?? call.args[1])?.value;
  if (!call || !written) {
    return null;
  }
  const known =
    written.name === 'VariableName'
      ? assignedTo(failed, call.code.textOf(written))
      : { code: call.code, value: written };
  const size = known && Number(known.code.textOf(known.value));
  return known?.value.name === 'Number' && size && size > SMALL
    ? [
        {
          code: known.code,
          from: known.value.from,
          to: known.value.to,
          insert: String(SMALL)
        }
      ]
    : null;
};

/** The first batch of a loader that is asked for one as nothing else is. */
export const firstBatch: Edit = ({ places: [place] }) => {
  const statement = place?.code.statementAt(place.line);
  if (!place || !statement) {
    return null;
  }
  const { code } = place;
  const found = code.nodes.flatMap(node => {
    const loader = isWithin(node, statement) ? loaderAsked(code, node) : null;
    return loader
      ? [
          {
            code,
            from: node.from,
            to: node.to,
            insert: `next(iter(${loader}))`
          }
        ]
      : [];
  });
  const change = only(found);
  return change && [change];
};

/** `loader` of `loader[0]`, `next(loader)` and `loader.next()`. */
function loaderAsked(code: ICode, node: SyntaxNode): string | null {
  if (node.name === 'MemberExpression') {
    const [owner, bracket, index, end] = childrenOf(node);
    return owner.name === 'VariableName' &&
      bracket.name === '[' &&
      index.name === 'Number' &&
      code.textOf(index) === '0' &&
      end?.name === ']'
      ? code.textOf(owner)
      : null;
  }
  const call = code.calls.find(
    each => each.node.from === node.from && each.to === node.to
  );
  if (node.name !== 'CallExpression' || !call) {
    return null;
  }
  const [argument] = call.args;
  if (call.name === 'next' && call.args.length === 1) {
    return argument.value?.name === 'VariableName'
      ? code.textOf(argument.value)
      : null;
  }
  const owner = call.func.firstChild;
  return /\.(?:next|__next__)$/.test(call.name ?? '') &&
    call.args.length === 0 &&
    owner?.name === 'VariableName'
    ? code.textOf(owner)
    : null;
}

/** Share tensors through files, in the cell that makes the loader. */
export const sharedByFiles: Edit = failed => {
  const code = failingLoader(failed)?.code;
  const first = code?.root.firstChild;
  const isThere = failed.cells.some(({ text }) =>
    text.includes('set_sharing_strategy')
  );
  if (!code || !first || isThere || code.textOf(first).includes('__future__')) {
    return null;
  }
  const end = lineBreakOf(code);
  const { from } = first;
  const lines = [
    'import torch.multiprocessing',
    "torch.multiprocessing.set_sharing_strategy('file_system')",
    ''
  ];
  return [{ code, from, to: from, insert: lines.join(end) }];
};
