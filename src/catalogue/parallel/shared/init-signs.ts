import type { IReading, ISign, Values } from '../../../diagnosis/types';

import { textFrom } from '../../dataloader/shared/text-from';
import { nothingRaised, ofKind, said } from '../../said';
import { failedAt } from '../../shown';

/** Plain sockets say the same: torch must be at hand. */
function isDistributed(reading: IReading): boolean {
  return (
    reading.mentions('init_process_group') ||
    reading.mentions('torch.distributed') ||
    reading.mentions('torch/distributed') ||
    reading.mentions('TCPStore') ||
    reading.mentions('/process_group/') ||
    reading.mentions('rendezvous') ||
    reading.mentions('torchrun')
  );
}

function readPort(_: Values, reading: IReading): Values {
  const text = textFrom(reading, 'server socket has failed');
  return {
    kind: 'port',
    port: /\bport: (\d+)/.exec(text)?.[1] ?? /:(\d+) \(errno/.exec(text)?.[1]
  };
}

function readAddress(_: Values, reading: IReading): Values {
  const text = textFrom(reading, 'client socket has');
  return {
    address: /connect to (?:any network address of )?\(?([^(),\s]+)/.exec(
      text
    )?.[1]
  };
}

/** `world_size=2, worker_count=4`: too many come as well as too few. */
function readBarrier(groups: Values): Values {
  return Number(groups.joined) > Number(groups.wanted)
    ? { ...groups, kind: 'crowd' }
    : groups;
}

/** gloo's own sockets, which connect each rank with every other. */
const GLOO =
  /Gloo connectFullMesh failed|gloo\/transport\/\w{1,10}\/\w{1,20}\.cc:\d{1,5}\] (?:connect \[|timed out connecting|.{0,60}(?:SO_ERROR|Unable to find (?:address|interface)|Unable to resolve))|makeDeviceFor(?:Hostname|Interface)\(\): unsupported gloo device/;

/** What ranks print that do not find each other, and which kind it is. */
export const INIT_SIGNS: readonly ISign[] = [
  ...said(
    /\bprocess group (?:has not been|is not(?: being)?) initialized/,
    ofKind('missing')
  ),
  ...said(
    /rendezvous: environment variable (?<variable>\w+) expected, but not set/,
    ofKind('variable')
  ),
  ...said(
    /(?<variable>rank|world_size) is not set but it is required for env:\/\/ init|Could not find '(?<other>\w{1,30})' in the torch environment/,
    {
      read: ({ variable, other }) => ({
        kind: 'variable',
        variable: (variable ?? other)?.toUpperCase()
      })
    }
  ),
  {
    where: 'message',
    ename: /^KeyError$/,
    pattern:
      /^["']?(?<variable>(?:LOCAL_)?RANK|(?:LOCAL_)?WORLD_SIZE|MASTER_(?:ADDR|PORT))["']?$/,
    when: reading => reading.mentions('environ'),
    confidence: 'likely',
    ...ofKind('variable')
  },
  ...said(
    /trying to initialize the default process group twice/,
    ofKind('twice')
  ),
  ...said(/server socket has failed to (?:listen|bind)/, { read: readPort }),
  // argparse, of a script that a launcher started.
  ...said(
    /error: unrecognized arguments: .{0,200}?--local[-_]rank=\d/,
    ofKind('argument')
  ),
  ...said(
    /No rendezvous handler for (?<scheme>\w{1,12}):\/\//,
    ofKind('handler')
  ),
  // torch.distributed, and THD before it.
  ...said(
    /package doesn't have MPI built in|\bMPI backend is not available; try to recompile/,
    ofKind('mpi')
  ),
  ...said(/use_libuv was requested but PyTorch was buil[dt] without libuv/, {
    ...ofKind('libuv')
  }),
  // Windows: the true reason, in its own language, cannot be printed.
  {
    where: 'message',
    ename: /^RuntimeError$/,
    pattern: /^unmatched '\}' in format string$/,
    confidence: 'likely'
  },
  {
    where: 'message',
    ename: /^(?:RuntimeError|Dist(?:Network|Store)?Error)$/,
    pattern: /^/,
    // The store at which the ranks meet was being opened.
    when: reading => failedAt(/^\s*(?:return )?TCPStore\(/, reading),
    confidence: 'likely'
  },
  // gloo, which checks what it was given.
  ...said(/(?:^|[\s\]])rank ?< ?size\. (?<rank>\d{1,6}) vs (?<size>\d{1,6})/, {
    read: groups => ({ ...groups, kind: 'rank' })
  }),
  {
    where: 'message',
    ename: /^(?:RuntimeError|DistNetworkError)?$/,
    pattern: /^Address already in use\.?$/,
    ...ofKind('port')
  },
  {
    where: 'message',
    pattern: /[Aa]ddress already in use/,
    when: isDistributed,
    ...ofKind('port')
  },
  // accelerate's launcher, which looks before it starts.
  ...said(
    /Tried to launch distributed communication on port `?(?<port>\d{1,5})`?, but another process is utilizing it/,
    { read: ({ port }) => ({ kind: 'port', port }) }
  ),
  // Gloo's file store: not all processes came.
  {
    where: 'message',
    pattern: /^Wait timeout$/,
    when: reading => reading.mentions('init_process_group'),
    ...ofKind('mesh')
  },
  // c10d's sockets; Python's own say [Errno 111] before the same words.
  {
    where: 'message',
    ename: /^(?:RuntimeError|Dist(?:Network|Store|Backend)?Error)$/,
    pattern:
      /^(?:Connection (?:refused|timed out|reset by peer)|Socket Timeout|Broken pipe)$/,
    confidence: 'likely'
  },
  ...said(
    /Timed out after \d+ seconds waiting for clients\. (?<joined>\d+)\/(?<wanted>\d+) clients joined/
  ),
  ...said(
    /Timed out initializing process group in store based barrier on rank:? \d{1,6}(?:, for key: [\w:]{1,60} \(world_size=(?<wanted>\d{1,6}), (?:num_workers_joined|worker_count)=(?<joined>\d{1,6}))?/,
    { read: readBarrier }
  ),
  ...said(GLOO, ofKind('mesh')),
  // c10d's sockets: MASTER_ADDR is a name that nobody knows here.
  {
    where: 'message',
    pattern: /^host not found: /,
    when: isDistributed
  },
  ...said(/client socket has (?:timed out|failed)/, { read: readAddress }),
  {
    where: 'log',
    pattern: /\[c10d\] waitForInput: socket .{1,160} timed out after \d/,
    when: nothingRaised,
    confidence: 'possible'
  },
  // Only a warning, but often the last thing that is printed.
  {
    where: 'log',
    pattern:
      /\[c10d\] The (?:hostname of the client socket cannot be retrieved|IPv[46] network addresses of \S{1,80} cannot be retrieved|(?:server|client) socket cannot be initialized (?:on|to connect to))/,
    when: nothingRaised,
    confidence: 'possible',
    ...ofKind('warned')
  },
  ...said(
    /RendezvousConnectionError|RendezvousTimeoutError|connection to the C10d store has failed|connect\(\) timed out\./
  )
];
