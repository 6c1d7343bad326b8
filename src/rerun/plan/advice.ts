import type { IKernelFacts } from '../../companion/record';
import { shellLines } from '../../incident/shell-lines';
import type { IAttached } from '../run/types';
import type { IFailureTraits } from '../../diagnosis/failure-traits';
import { readPython } from './python';
import type { Way } from '../run/runner';

/**
 * What the facts say against a blocking re-run, or what it cannot tell:
 *
 * - `not-late`: the error was raised where it happened;
 * - `already-blocking`: the process that failed had blocking launches;
 * - `nccl`, `data-parallel`: blocking launches can hang with several GPUs
 *   (NVIDIA/nccl #750 and #774, pytorch #9163);
 * - `compiled`: one kernel stands for many lines, the compiled call is the
 *   precise answer;
 * - `graphs`: a replay is one launch, the replayed call is as precise as it gets;
 * - `gpu-full`: a second process may not find enough GPU memory.
 */
export type Advice =
  | 'not-late'
  | 'already-blocking'
  | 'nccl'
  | 'data-parallel'
  | 'compiled'
  | 'graphs'
  | 'gpu-full';

/** Names whose use in a cell tells of the same, by advice. */
const NAMES: readonly (readonly [Advice, ReadonlySet<string>])[] = [
  ['nccl', new Set(['init_process_group', 'init_device_mesh'])],
  [
    'data-parallel',
    new Set(['DataParallel', 'DistributedDataParallel', 'fully_shard'])
  ],
  [
    'graphs',
    new Set(['CUDAGraph', 'make_graphed_callables', 'cudagraph_trees'])
  ]
];

/** `mode=` of `torch.compile` that uses CUDA graphs (torch.compile's page). */
const GRAPH_MODE = /reduce-overhead|max-autotune(?!-no-cudagraphs)/;

/** Commands that start several processes, which NCCL connects on GPUs. */
const LAUNCHER =
  /\b(?:torchrun|torch\.distributed|accelerate launch|deepspeed)\b/;

/** Whether a cell runs such a command. */
function launches(source: string): boolean {
  const lines = source.split('\n');
  return shellLines(source).some(line => LAUNCHER.test(lines[line - 1]));
}

/** A GPU is full when less than this share of it is free. */
const FREE_SHARE = 0.15;

/** What the cells' own text says. */
export function adviceOfSources(sources: readonly string[]): Set<Advice> {
  const found = new Set<Advice>();
  if (sources.some(launches)) {
    found.add('nccl');
  }
  for (const reading of sources.map(readPython)) {
    for (const [advice, names] of NAMES) {
      if ([...names].some(name => reading.names.has(name))) {
        found.add(advice);
      }
    }
    const compiling = reading.calls.filter(call =>
      /^torch\.(?:compile|_dynamo\.optimize)$/.test(call.name)
    );
    if (compiling.length > 0) {
      found.add('compiled');
    }
    if (compiling.some(call => GRAPH_MODE.test(call.args))) {
      found.add('graphs');
    }
  }
  return found;
}

/** The GPUs of which too little is free for a second process. */
export function fullGpus(
  memory: IKernelFacts['memory']
): IKernelFacts['memory'] {
  return memory.filter(
    ([, used, total]) => total > 0 && (total - used) / total < FREE_SHARE
  );
}

/** What a re-run's way is chosen by. */
export interface IRerunEvidence {
  readonly nature: IFailureTraits;
  /** The process that failed is gone already. */
  readonly isGone: boolean;
  /** Inputs that the notebook's present process has run. */
  readonly executed: number;
  readonly attached: IAttached;
}

/**
 * The way the evidence speaks for: in the notebook when its variables are lost
 * anyway, beside it when there is something to keep, be it another notebook's.
 */
export function wayOf({
  nature,
  isGone,
  executed,
  attached
}: IRerunEvidence): Way {
  const isLost = isGone ? executed === 0 : nature.isSticky;
  return isLost && attached.sharedWith.length === 0 ? 'notebook' : 'beside';
}

/** What the process in the place of the one that failed still tells. */
export function factsWhenGone({ memory }: IKernelFacts): IKernelFacts {
  return {
    memory,
    blocking: false,
    compiled: false,
    dataParallel: false,
    graphs: false,
    nccl: false
  };
}

/**
 * What to say before the user decides, most important first.
 *
 * @param facts - of the process that failed, null when it is gone
 * @param sources - the texts that will run
 */
export function adviceOf(
  nature: IFailureTraits,
  facts: IKernelFacts | null,
  sources: readonly string[]
): Advice[] {
  const found = adviceOfSources(sources);
  const add = (advice: Advice, isTrue: boolean | undefined) =>
    isTrue && found.add(advice);
  add('not-late', !nature.isLate);
  add('already-blocking', facts?.blocking);
  add('nccl', facts?.nccl);
  add('data-parallel', facts?.dataParallel);
  add('compiled', facts?.compiled);
  add('graphs', facts?.graphs);
  add('gpu-full', fullGpus(facts?.memory ?? []).length > 0);
  const order: Advice[] = [
    'not-late',
    'already-blocking',
    'nccl',
    'data-parallel',
    'graphs',
    'compiled',
    'gpu-full'
  ];
  return order.filter(advice => found.has(advice));
}
