import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

/** Where our code comes from; all that it calls counts as ours, too. */
const OURS = '/extensions/jupyterlab-torch-triage/';

/** How often the browser looks at the stack, in µs. */
const INTERVAL_US = 1000;

/** The part of a `Profiler.Profile` (Chrome DevTools Protocol) that counts. */
interface IProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
    };
    readonly children?: readonly number[];
  }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** The longest time that the page's thread was at work for us without a break. */
export interface ILongest {
  readonly ms: number;
  /** Our functions that were seen most in it. */
  readonly functions: readonly string[];
}

/**
 * Do something, and tell how long our code held the page's thread at a stretch:
 * samples of the stack that hold a function of ours, one after the other, until
 * one that holds none. A processor that others use makes it longer.
 */
export async function longestTask(
  page: IJupyterLabPageFixture,
  action: () => Promise<void>
): Promise<ILongest> {
  // Galata wraps the page; the protocol wants Playwright's own.
  const [own] = page.context().pages();
  const session = await page.context().newCDPSession(own);
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  await session.send('Profiler.start');
  await action();
  const { profile } = await session.send('Profiler.stop');
  await session.detach();
  return longestOf(profile as IProfile);
}

function longestOf({
  nodes,
  samples = [],
  timeDeltas = []
}: IProfile): ILongest {
  const byId = new Map(nodes.map(node => [node.id, node]));
  const parents = new Map(
    nodes.flatMap(node => (node.children ?? []).map(id => [id, node.id]))
  );
  /** The innermost function of ours under a sample, null where there is none. */
  const ownOf = new Map<number, string | null>();
  const own = (id: number): string | null => {
    const known = ownOf.get(id);
    if (known !== undefined) {
      return known;
    }
    const frame = byId.get(id)?.callFrame;
    const parent = parents.get(id);
    const found = frame?.url.includes(OURS)
      ? frame.functionName || '(anonymous)'
      : parent === undefined
        ? null
        : own(parent);
    ownOf.set(id, found);
    return found;
  };
  const isCollecting = (id: number) =>
    byId.get(id)?.callFrame.functionName === '(garbage collector)';

  let longest: ILongest = { ms: 0, functions: [] };
  let ms = 0;
  let seen: string[] = [];
  samples.forEach((id, at) => {
    const name = own(id);
    if (name === null && !(isCollecting(id) && ms > 0)) {
      ms = 0;
      seen = [];
      return;
    }
    // The time between this sample and the next.
    ms += (timeDeltas[at + 1] ?? 0) / 1000;
    seen.push(name ?? '(garbage collector)');
    if (ms > longest.ms) {
      longest = { ms, functions: mostSeen(seen) };
    }
  });
  return longest;
}

function mostSeen(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  names.forEach(name => counts.set(name, (counts.get(name) ?? 0) + 1));
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 3)
    .map(([name, count]) => `${name} ×${count}`);
}
