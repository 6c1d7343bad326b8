import type { IReading, ISign, Values } from '../../../diagnosis/types';
import { classUntold, ofKind, said } from '../../said';

/** NCCL's result codes (nccl.h), in the words of each era. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['duplicate', /Duplicate GPU detected/],
  ['shm', /shared memory segment|\/dev\/shm\/nccl-|posix_fallocate failed/],
  ['missing', /NCCL built in|NCCL support|no GPUs found/],
  [
    'peer',
    /ncclRemoteError|remote process|[Cc]onnection (?:closed|reset) by peer/
  ],
  ['cuda', /ncclUnhandledCudaError|unhandled cuda error|Call to CUDA function/],
  [
    'usage',
    /ncclInvalidUsage|ncclInvalidArgument|invalid usage|invalid argument|Invalid rank requested/
  ],
  ['internal', /ncclInternalError|internal error|Internal check failed/],
  [
    'system',
    /ncclSystemError|NCCL_ERROR_SYSTEM|unhandled system error|System call/
  ]
];

/** The kinds of ncclResult_t, by its numbers (nccl.h). */
const RESULTS: readonly (string | undefined)[] = [
  undefined,
  'cuda',
  'system',
  'internal',
  'usage',
  'usage',
  'peer'
];

function readKind(_: Values, { exceptions, log }: IReading): Values {
  const said = [...exceptions.map(one => one.message), log].find(text =>
    /nccl|unhandled/i.test(text)
  );
  return {
    kind: KINDS.find(([, pattern]) => pattern.test(said ?? ''))?.[0],
    version: /NCCL version ([\d.]+)/.exec(said ?? '')?.[1]
  };
}

/** The signs of `parallel/nccl`. */
export const NCCL_SIGNS: readonly ISign[] = [
  ...said(/NCCL (?:[Ee]rror|failure)\b|\bNCCL_ERROR_[A-Z_]{3,30}/, {
    read: readKind
  }),
  ...said(
    /nccl(?:System|Internal|UnhandledCuda|Remote)Error|ncclInvalid(?:Usage|Argument)/,
    { read: readKind }
  ),
  ...said(
    /package doesn't have NCCL built in|ProcessGroupNCCL is only supported with GPUs, no GPUs found|NCCL support is not (?:compiled|available)|distributed NCCL backend is not available/,
    ofKind('missing')
  ),
  ...said(
    /NCCL communicator was aborted|setting up NCCL communicator and retr\w{3,6} ncclUniqueId|may indicate a possible application crash on rank \d/,
    ofKind('peer')
  ),
  {
    where: 'log',
    // NCCL itself, while the other side does not answer (misc/socket.cc).
    pattern:
      /NCCL (?:INFO|WARN) (?:Call to connect returned (?:Connection refused|No route to host|Connection timed out)|(?:\w{1,30}: )?Connect to \S{1,60} failed)/,
    confidence: 'likely',
    ...ofKind('system')
  },
  ...said(
    /shared memory segment \/dev\/shm\/nccl-|NCCL WARN Call to posix_fallocate failed|unable to allocate shared memory.{0,20}nccl-/,
    ofKind('shm')
  ),
  {
    where: 'log',
    // NCCL's own warnings of a call that failed.
    pattern:
      /\bNCCL WARN .{0,200}?(?:failed|[Ee]rror|refused|timed out|unreachable|Invalid rank requested|no socket interface found)/,
    when: classUntold,
    confidence: 'likely',
    read: readKind
  },
  // How NCCL's own calls return an error, the innermost first (checks.h).
  {
    where: 'log',
    pattern: /NCCL INFO [\w/]{1,40}\.cc:\d{1,5} -> (?<result>[1-7])\b/,
    // It may fall back on another transport, and go on.
    when: reading => classUntold(reading) && !reading.mentions('Init COMPLETE'),
    confidence: 'possible',
    read: ({ result }) => ({ kind: RESULTS[Number(result)] })
  },
  // Only NCCL calls CUDA's and the system's errors unhandled.
  ...said(/\bunhandled (?:cuda|system) error\b/i, {
    confidence: 'likely',
    read: readKind
  }),
  ...said(/Duplicate GPU detected/, ofKind('duplicate')),
  ...said(/Connection (?:closed|reset) by peer/, {
    when: reading => reading.mentions('gloo/transport'),
    ...ofKind('peer')
  })
];
