import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { fold } from '../../../incident/text/clean';
import { messageOrLog } from '../../signs';
import { isNameUnknown, passedThrough } from '../../predicates';
import { fitting } from '../../shared/fitting';
import { LINKS } from '../shared/links';

/** misc/socket.cc and bootstrap.cc: no way to another rank. */
const NETWORK =
  /socketStartConnect: Connect to \S{1,60} failed|Connect to \S{1,60} failed : |Call to connect (?:to \S{1,60} )?(?:returned|failed)|no socket interface found/;

/** The address that did not answer: `10.0.0.1<45567>`. */
const ADDRESS = /[Cc]onnect to (?<address>[\w.:]{3,45})</;

/** What CUDA answered to a call of NCCL. */
const CUDA_FAILURE = /Cuda failure (?:\d{1,3} )?'(?<failure>[^']{3,80})'/;

/** NCCL's own words for what went wrong last, since 2.13. */
const LAST_ERROR =
  /Last error: (?<last>[^\n]{4,160}?)(?= Traceback| Exception raised|$)/;

/** NCCL's result codes (nccl.h), in the words of each era. */
const KINDS = [
  ['duplicate', /Duplicate GPU detected/],
  [
    'denied',
    /shm_open failed ?: Permission denied|shared memory segment .{1,80}Permission denied/
  ],
  ['shm', /shared memory segment|\/dev\/shm\/nccl-|posix_fallocate failed/],
  ['network', NETWORK],
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
] as const;

/** The kinds of ncclResult_t, by its numbers (nccl.h). */
const RESULTS = [
  undefined,
  'cuda',
  'system',
  'internal',
  'usage',
  'usage',
  'peer'
] as const;

/** What NCCL's own log names, where the exception only says that a call failed. */
const WARNED: readonly string[] = ['denied', 'shm', 'network'];

/** The kind in the words of the exception, or in a warning that says more. */
function kindOf(text: string, { log }: IReading) {
  const kind = KINDS.find(([, pattern]) => pattern.test(text))?.[0];
  return kind === 'system' && log.includes('NCCL WARN')
    ? (KINDS.find(
        ([each, pattern]) => WARNED.includes(each) && pattern.test(log)
      )?.[0] ?? kind)
    : kind;
}

/** DataParallel, whose one process copies the model to all GPUs. */
const DATA_PARALLEL =
  /torch[\\/](?:nn[\\/]parallel[\\/](?:data_parallel|replicate|comm|_functions)|cuda[\\/](?:comm|nccl))\.py$/;

/** The kind of error that NCCL names, if it names one. */
function readKind(_: Values, reading: IReading) {
  const { exceptions, log } = reading;
  const said = [...exceptions.map(one => one.message), log].find(text =>
    /nccl|unhandled/i.test(text)
  );
  const text = fold(said ?? '');
  return {
    kind: kindOf(text, reading),
    replicas: passedThrough(reading, DATA_PARALLEL) ? 'yes' : undefined,
    ...ADDRESS.exec(text)?.groups,
    ...CUDA_FAILURE.exec(text)?.groups,
    ...LAST_ERROR.exec(text)?.groups
  };
}

function nameInterface(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Name the network interface'),
    detail: trans.__(
      'The one by which the machines reach each other (ip addr), on every machine.'
    ),
    code: '$ export NCCL_SOCKET_IFNAME=eth0'
  };
}

function ncclLog(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Let NCCL say what failed'),
    detail: trans.__(
      'In a notebook set it before torch is imported. Look for lines with WARN; the first one counts.'
    ),
    code: '$ NCCL_DEBUG=INFO torchrun --nproc_per_node=2 train.py'
  };
}

function ownGpu(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Give each process its own GPU'),
    detail: trans.__('Start no more processes than there are GPUs.'),
    code: "local_rank = int(os.environ['LOCAL_RANK'])\ntorch.cuda.set_device(local_rank)"
  };
}

function moreShared(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('In a container: more shared memory'),
    code: '$ docker run --gpus all --shm-size=8g --ulimit memlock=-1 …'
  };
}

function firstRank(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Find the rank that failed first'),
    detail: trans.__('Its log holds the real error; the others only lost it.'),
    code: '$ torchrun --nproc_per_node=2 --log-dir=logs --redirects=3 train.py'
  };
}

/** DataParallel has no ranks, and no launcher. */
function replicaFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'safe',
      title: trans.__('Use one GPU'),
      detail: trans.__('First cell of a fresh kernel.'),
      code: "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '0'  # before import torch"
    },
    moreShared(trans),
    {
      safety: 'check',
      title: trans.__('Try without direct copies between the GPUs'),
      code: '$ NCCL_P2P_DISABLE=1 python train.py'
    },
    {
      safety: 'diagnostic',
      title: trans.__('Let NCCL say what failed'),
      detail: trans.__('Look for lines with WARN; the first one counts.'),
      code: '$ NCCL_DEBUG=INFO python train.py'
    }
  ];
}

/** Where NCCL does not say enough to tell more. */
function generalFixes(trans: ITranslate, replicas?: string): IFix[] {
  if (replicas !== undefined) {
    return replicaFixes(trans);
  }
  return [
    ncclLog(trans),
    moreShared(trans),
    nameInterface(trans),
    ownGpu(trans)
  ];
}

export default define({
  id: 'parallel/nccl',
  answers: [
    'NCCL error in: ProcessGroupNCCL.cpp:825, unhandled system error, NCCL version 2.7.8',
    'NCCL Error 2: unhandled system error',
    'ncclInternalError: Internal check failed.',
    'ncclUnhandledCudaError: Call to CUDA function failed.',
    'ncclInvalidUsage: Duplicate GPU detected',
    "Distributed package doesn't have NCCL built in"
  ],
  refines: ['parallel/spawn-wrapper'],
  values: ['last', 'address', 'failure', 'replicas'],
  signs: [
    ...messageOrLog(/NCCL (?:[Ee]rror|failure)\b|\bNCCL_ERROR_[A-Z_]{3,30}/, {
      read: readKind
    }),
    ...messageOrLog(
      /nccl(?:System|Internal|UnhandledCuda|Remote)Error|ncclInvalid(?:Usage|Argument)/,
      { read: readKind }
    ),
    {
      where: 'log',
      // NCCL's own warnings of a call that failed.
      pattern:
        /\bNCCL WARN .{0,200}?(?:failed|[Ee]rror|refused|timed out|unreachable|Invalid rank requested|no socket interface found)/,
      when: isNameUnknown,
      confidence: 'likely',
      read: readKind
    },
    // How NCCL's own calls return an error, the innermost first (checks.h).
    {
      where: 'log',
      pattern: /NCCL INFO [\w/]{1,40}\.cc:\d{1,5} -> (?<result>[1-7])\b/,
      // It may fall back on another transport, and go on.
      when: reading =>
        isNameUnknown(reading) && !reading.mentions('Init COMPLETE'),
      confidence: 'possible',
      read: ({ result }) => ({ kind: RESULTS[Number(result)] })
    },
    // Only NCCL calls CUDA's and the system's errors unhandled.
    ...messageOrLog(/\bunhandled (?:cuda|system) error\b/i, {
      confidence: 'likely',
      read: readKind
    })
  ],
  kinds: {
    failed: {
      words: (trans, { replicas }) => ({
        title: trans.__('NCCL, which connects the GPUs, failed'),
        cause: trans.__(
          'The communication between the GPUs or processes failed. Its own log names the call that did.'
        ),
        fixes: generalFixes(trans, replicas)
      })
    },
    duplicate: {
      signs: messageOrLog(/Duplicate GPU detected/),
      words: trans => ({
        title: trans.__('Two ranks use the same GPU'),
        cause: trans.__(
          'NCCL needs a GPU of its own for each process, and two of them chose one GPU. Usually torch.cuda.set_device(local_rank) is missing, or there are more processes than GPUs.'
        ),
        fixes: [ownGpu(trans), ncclLog(trans)]
      })
    },
    shm: {
      signs: messageOrLog(
        /shared memory segment \/dev\/shm\/nccl-|NCCL WARN Call to posix_fallocate failed|unable to allocate shared memory.{0,20}nccl-/
      ),
      words: trans => ({
        title: trans.__('The shared memory is too small for NCCL'),
        cause: trans.__(
          'NCCL connects the GPUs of one machine through files in /dev/shm and could not make one. A Docker container gets 64 MB of it unless one asks for more; files of dead runs may fill it too.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__(
              'See how large the shared memory is, and who fills it'
            ),
            code: '$ df -h /dev/shm; ls -lh /dev/shm'
          },
          moreShared(trans),
          ncclLog(trans)
        ]
      })
    },
    denied: {
      words: trans => ({
        title: trans.__('NCCL may not write to /dev/shm'),
        cause: trans.__(
          'NCCL connects the GPUs of one machine through files in /dev/shm, and the system denied it one: “Permission denied”.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Let every user write there again'),
            detail: trans.__(
              'That is how Linux sets it up. A file that another user left there is to be deleted by that one.'
            ),
            code: '$ ls -ld /dev/shm; ls -l /dev/shm; sudo chmod 1777 /dev/shm'
          },
          {
            safety: 'check',
            title: trans.__('Or do without shared memory'),
            code: '$ NCCL_SHM_DISABLE=1 torchrun --nproc_per_node=2 train.py'
          }
        ]
      })
    },
    missing: {
      signs: messageOrLog(
        /package doesn't have NCCL built in|ProcessGroupNCCL is only supported with GPUs, no GPUs found|NCCL support is not (?:compiled|available)|distributed NCCL backend is not available/
      ),
      words: trans => ({
        title: trans.__('The NCCL backend is not available here'),
        cause: trans.__(
          'Either this PyTorch has no NCCL (Windows, macOS and CPU-only builds have none), or no GPU is visible. NCCL connects NVIDIA GPUs under Linux only.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Use gloo, which runs everywhere'),
            code: "dist.init_process_group('gloo')"
          }
        ]
      })
    },
    peer: {
      signs: [
        ...messageOrLog(
          /NCCL communicator was aborted|setting up NCCL communicator and retr\w{3,6} ncclUniqueId|may indicate a possible application crash on rank \d/
        ),
        ...messageOrLog(/Connection (?:closed|reset) by peer/, {
          when: reading => reading.mentions('gloo/transport')
        })
      ],
      words: trans => ({
        title: trans.__('Another process of the job is gone'),
        cause: trans.__(
          'The connection to another rank broke: either that process failed first, or the network did. An error of the other rank stands earlier in the logs.'
        ),
        fixes: [firstRank(trans), ncclLog(trans)]
      })
    },
    cuda: {
      words: (trans, { failure }) => ({
        title: trans.__('A CUDA call inside NCCL failed'),
        cause: failure
          ? trans.__(
              'CUDA answered “%1” to a call of NCCL. Often that is an earlier error on the same GPU, else a driver that does not go with this NCCL.',
              failure
            )
          : trans.__(
              'NCCL met a CUDA error. Often an earlier error on the same GPU (an assertion, memory used up), else a driver that is too old for this NCCL.'
            ),
        fixes: [firstRank(trans), ownGpu(trans), ncclLog(trans)]
      })
    },
    usage: {
      words: trans => ({
        title: trans.__('NCCL was called in a way it refuses'),
        cause: trans.__(
          'NCCL found the call itself wrong: often two processes on one GPU, tensors on the CPU, or ranks that call different operations.'
        ),
        fixes: [ownGpu(trans), ncclLog(trans)]
      })
    },
    internal: {
      words: (trans, { last, replicas }) => ({
        title: trans.__('NCCL failed inside (internal error)'),
        cause: last
          ? trans.__(
              'A check inside NCCL failed: “%1”. Often the topology or network of the machine is not what it expects (container, virtual machine, mixed NCCL versions).',
              last
            )
          : trans.__(
              'A check inside NCCL failed. Often the topology or network of the machine is not what it expects (container, virtual machine, mixed NCCL versions).'
            ),
        fixes: generalFixes(trans, replicas)
      })
    },
    network: {
      signs: [
        {
          where: 'log',
          // NCCL itself, while the other side does not answer (misc/socket.cc).
          pattern:
            /NCCL (?:INFO|WARN) (?:Call to connect returned (?:Connection refused|No route to host|Connection timed out)|(?:\w{1,30}: )?Connect to (?<address>[\w.:]{3,45})\S{0,20} failed)/,
          confidence: 'likely'
        }
      ],
      words: (trans, { address }) => ({
        title: address
          ? trans.__(
              'NCCL does not reach the rank at %1',
              fitting(address, 26) ?? trans.__('its address')
            )
          : trans.__('NCCL finds no way to another rank'),
        cause: trans.__(
          'The ranks know each other, and then connect by the network interface that NCCL chose. Usually it chose one that the others cannot reach (docker0, virbr0, a VPN), or a firewall stands between them.'
        ),
        fixes: [nameInterface(trans), ncclLog(trans), firstRank(trans)]
      })
    },
    system: {
      words: (trans, { last, replicas }) => ({
        title: trans.__('A system call inside NCCL failed'),
        cause: last
          ? trans.__(
              'A service of the system failed NCCL: “%1”. Often that comes of a full /dev/shm in a container, or of a network interface that the other ranks cannot reach.',
              last
            )
          : trans.__(
              'A socket, shared memory or another service of the system failed while NCCL set up its connections. Often a full /dev/shm in a container, or a network interface that the other ranks cannot reach.'
            ),
        fixes: generalFixes(trans, replicas)
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A device-side assertion or “out of memory” stands above it: then that is the cause, and NCCL only its first victim.'
      ),
      trans.__(
        'The message speaks of a timeout: then a rank did not arrive; nothing failed in NCCL itself.'
      )
    ],
    links: [
      {
        title: trans.__('NVIDIA: NCCL troubleshooting, what the errors mean'),
        url: LINKS.ncclTrouble
      },
      {
        title: trans.__('NVIDIA: NCCL environment variables'),
        url: LINKS.ncclEnv
      },
      {
        title: trans.__('PyTorch: which backend to use'),
        url: LINKS.distributed
      }
    ]
  })
});
