/** How a loader makes batches of samples, and what samples it gets. */
import { childrenOf, type SyntaxNode } from '../../../code/tree';
import type { Edit, ICall, IChange } from '../../../code/types';
import { argumentAt, keywordOf, withKeyword } from './arguments';
import { assignedTo, callsNamed, hasName, only } from './find';
import { failingLoader } from './loader';
import { lineBreakOf, lineStart } from './statements';

const COLLATE = 'collate';

const JOIN: readonly string[] = [
  'from torch.nn.utils.rnn import pad_sequence',
  'from torch.utils.data import default_collate, default_convert',
  '',
  `def ${COLLATE}(batch):`,
  '    def join(part):',
  '        rows = default_convert(part)',
  '        is_row = hasattr(rows[0], "dim") and rows[0].dim() > 0',
  '        return pad_sequence(rows, batch_first=True) if is_row else default_collate(part)'
];

/** Pads what differs in length, and makes batches of the rest as usual. */
export const PADDED: readonly string[] = [
  ...JOIN,
  '    if isinstance(batch[0], (tuple, list)):',
  '        return [join(part) for part in zip(*batch)]',
  '    return join(batch)',
  ''
];

/** The same of samples that are dictionaries. */
export const PADDED_BY_KEY: readonly string[] = [
  ...JOIN,
  '    return {key: join([sample[key] for sample in batch]) for key in batch[0]}',
  ''
];

/** Only the keys that all samples of the batch have. */
export const SHARED_KEYS: readonly string[] = [
  'from torch.utils.data import default_collate',
  '',
  `def ${COLLATE}(batch):`,
  '    keys = set.intersection(*(set(sample) for sample in batch))',
  '    return default_collate([{k: s[k] for k in keys} for s in batch])',
  ''
];

/** Only the samples that are there. */
export const PRESENT: readonly string[] = [
  'from torch.utils.data import default_collate',
  '',
  `def ${COLLATE}(batch):`,
  '    return default_collate([sample for sample in batch if sample is not None])',
  ''
];

/** The parts of the samples side by side, as they are. */
export const LISTED: readonly string[] = [
  `def ${COLLATE}(batch):`,
  '    return tuple(zip(*batch))',
  ''
];

/** Lines before the statement of a call, with its indentation. */
function linesAbove(
  { code, from: at }: ICall,
  lines: readonly string[]
): readonly IChange[] | null {
  const statement = code.statementAt(code.lineOf(at));
  if (!statement) {
    return null;
  }
  const { from } = statement;
  const indent = code.text.slice(lineStart(code, from), from);
  const end = lineBreakOf(code);
  const insert = lines
    .map((line, index) =>
      line === '' ? end : `${index === 0 ? '' : indent}${line}${end}`
    )
    .join('');
  return indent.trim() === ''
    ? [{ code, from, to: from, insert: `${insert}${indent}` }]
    : null;
}

/**
 * A function that makes batches, before the loader that takes it.
 *
 * @param lines - that define `collate`
 */
export function collatedBy(lines: readonly string[]): Edit {
  return failed => {
    const call = failingLoader(failed);
    const isTaken =
      !call ||
      keywordOf(call, 'collate_fn') !== null ||
      hasName(failed, COLLATE);
    const above = isTaken ? null : linesAbove(call, lines);
    const given = isTaken ? null : withKeyword(call, 'collate_fn', COLLATE);
    return above && given && [...above, ...given];
  };
}

/** One worker, with one batch ahead, where there are several. */
export const fewerWorkers: Edit = failed => {
  const call = failingLoader(failed);
  const workers = call && keywordOf(call, 'num_workers')?.value;
  if (!call || !workers || Number(call.code.textOf(workers)) <= 1) {
    return null;
  }
  const one = withKeyword(call, 'num_workers', '1');
  const ahead = withKeyword(call, 'prefetch_factor', '1');
  return one && ahead && [...one, ...ahead];
};

/** `data = Images(root),` without the comma that makes a tuple of it. */
export const commaTaken: Edit = failed => {
  const call = failingLoader(failed);
  const data = call && argumentAt(call, 0, 'dataset');
  if (!call || data?.name !== 'VariableName') {
    return null;
  }
  const name = call.code.textOf(data);
  const found = failed.cells.flatMap(code =>
    code.nodes.flatMap(node => {
      const parts = node.name === 'AssignStatement' ? childrenOf(node) : [];
      const [target, equals, , comma] = parts;
      return parts.length === 4 &&
        code.textOf(target) === name &&
        equals.name === 'AssignOp' &&
        comma.name === ','
        ? [{ code, from: comma.from, to: comma.to, insert: '' }]
        : [];
    })
  );
  const change = only(found);
  return change && [change];
};

/** A key for those samples of a list that lack it, before the loader gets them. */
export function samplesFilled(key: string): Edit {
  return failed => {
    const call = failingLoader(failed);
    const data = call && argumentAt(call, 0, 'dataset');
    const name = data?.name === 'VariableName' ? call?.code.textOf(data) : null;
    const made = name ? assignedTo(failed, name) : null;
    const isList =
      made !== null &&
      /^Array/.test(made.value.name) &&
      made.code.textOf(made.value).includes('{');
    const line = `sample.setdefault(${JSON.stringify(key)}, 0)`;
    const isThere = failed.cells.some(({ text }) => text.includes(line));
    return call && name && isList && !isThere
      ? linesAbove(call, [`for sample in ${name}:`, `    ${line}`])
      : null;
  };
}

/** One transform, of several in a list, before another one. */
export function transformBefore(first: string, second: string): Edit {
  return failed => {
    const later = only(callsNamed(failed, second));
    const list = later?.node.parent;
    if (!later || !list || !/^Array/.test(list.name)) {
      return null;
    }
    const { code, func } = later;
    const elements = childrenOf(list).filter(isElement);
    const at = elements.findIndex(({ from }) => from === later.from);
    const other = callsNamed(failed, first.split('(')[0]).filter(
      call =>
        call.code === code && elements.some(({ from }) => from === call.from)
    );
    const [given] = other;
    if (!given) {
      const module = code.textOf(func).slice(0, -second.length);
      return [
        {
          code,
          from: later.from,
          to: later.from,
          insert: `${module}${first}, `
        }
      ];
    }
    const isBehind =
      elements[at + 1]?.from === given.from && other.length === 1;
    return isBehind
      ? [
          { code, from: later.from, to: later.to, insert: code.textOf(given) },
          { code, from: given.from, to: given.to, insert: code.textOf(later) }
        ]
      : null;
  };
}

function isElement({ name }: SyntaxNode): boolean {
  return !['[', ']', ',', 'Comment'].includes(name);
}
