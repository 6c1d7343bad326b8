import type { Edit } from '../../../code/types';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { textFrom } from '../../shared/text-from';
import { messageOrLog } from '../../signs';
import { failedAt, nothingRaised, passedThrough } from '../../predicates';
import { LINKS } from '../shared/links';
import { keywordGiven } from '../../shared/edits/calls';
import { allOf } from '../../shared/edits/find';
import { linesBefore, onlyWhere } from '../../shared/edits/lines';

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

/** The port that could not be opened. */
function portIn(reading: IReading): string | undefined {
  const text = textFrom(reading, 'server socket has failed');
  return /\bport: (\d+)/.exec(text)?.[1] ?? /:(\d+) \(errno/.exec(text)?.[1];
}

/** The address that could not be reached. */
function addressIn(reading: IReading): string | undefined {
  const text = textFrom(reading, 'client socket has');
  return /connect to (?:any network address of )?\(?([^(),\s]+)/.exec(
    text
  )?.[1];
}

/** SyncBatchNorm asks how many ranks there are, from the file of its layer. */
function asksForRanks(reading: IReading): boolean {
  return passedThrough(reading, /torch[\\/]nn[\\/]modules[\\/]batchnorm\.py$/);
}

/** gloo's own sockets, which connect each rank with every other. */
const GLOO =
  /Gloo connectFullMesh failed|gloo\/transport\/\w{1,10}\/\w{1,20}\.cc:\d{1,5}\] (?:connect \[|timed out connecting|.{0,60}(?:SO_ERROR|Unable to find (?:address|interface)|Unable to resolve))|makeDeviceFor(?:Hostname|Interface)\(\): unsupported gloo device/;

function byTorchrun(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Start the script with torchrun'),
    detail: trans.__('It sets the variables and the port, for one GPU too.'),
    code: '$ torchrun --standalone --nproc_per_node=2 train.py'
  };
}

const INIT = ['init_process_group'];

const SET_UP =
  "dist.init_process_group('gloo', init_method='tcp://127.0.0.1:0', rank=0, world_size=1)";

/** What the call lacks where it is made. */
const givenAlone = allOf(
  keywordGiven(INIT, 'init_method', "'tcp://127.0.0.1:0'"),
  keywordGiven(INIT, 'rank', '0'),
  keywordGiven(INIT, 'world_size', '1')
);

/** The call before the line that misses it. */
const setUpFirst = linesBefore(['import torch.distributed as dist', SET_UP]);

function alone(trans: ITranslate, edit?: Edit): IFix {
  return {
    safety: 'safe',
    title: trans.__('One process, as in a notebook: set it up alone'),
    code: `import torch.distributed as dist\n\n${SET_UP}`,
    edit
  };
}

/** Where the process does not know its rank. */
function setupFixes(trans: ITranslate, edit: Edit, isScript = false): IFix[] {
  const inNotebook = [alone(trans, edit), byTorchrun(trans)];
  return [
    // A script has a command line of its own.
    ...(isScript ? inNotebook.reverse() : inNotebook),
    {
      safety: 'check',
      title: trans.__('Not distributed at all: leave those parts out'),
      detail: trans.__(
        'Use the plain model in place of DistributedDataParallel, BatchNorm in place of SyncBatchNorm, no DistributedSampler.'
      )
    }
  ];
}

/** Where ranks do not reach each other. */
function meetingFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('See whether every process started, and its error'),
      code: '$ torchrun --nproc_per_node=2 --log-dir=logs --redirects=3 train.py'
    },
    {
      safety: 'diagnostic',
      title: trans.__('Several machines: try the port from the others'),
      code: '$ nc -vz $MASTER_ADDR $MASTER_PORT'
    },
    {
      safety: 'check',
      title: trans.__('Let WORLD_SIZE be the number of processes'),
      code: '$ torchrun --nnodes=2 --node-rank=0 --nproc_per_node=4 --master-addr=10.0.0.1 train.py'
    }
  ];
}

export default define({
  id: 'parallel/init',
  answers: [
    'Default process group has not been initialized, please make sure to call init_process_group.',
    'Address already in use',
    'Error initializing torch.distributed using env:// rendezvous: environment variable RANK expected, but not set',
    'The server socket has failed to listen on any local network address.',
    'trying to initialize the default process group twice!',
    'Timed out after 1800 seconds waiting for clients. 1/2 clients joined.',
    'The client socket has timed out after 60s while trying to connect',
    'Timed out initializing process group in store based barrier on rank: 0',
    'Gloo connectFullMesh failed with'
  ],
  beside: /often not needed at all/,
  refines: ['parallel/spawn-wrapper', 'python/script-start'],
  values: [
    'port',
    'variable',
    'address',
    'joined',
    'wanted',
    'rank',
    'size',
    'script'
  ],
  known: ({ incident }) => ({
    script: incident.kind === 'text' ? 'yes' : undefined
  }),
  signs: messageOrLog(
    /Timed out initializing process group in store based barrier on rank:? \d{1,6}(?:, for key: [\w:]{1,60} \(world_size=(?<wanted>\d{1,6}), (?:num_workers_joined|worker_count)=(?<joined>\d{1,6}))?/,
    {
      // Too many come as well as too few.
      read: ({ joined, wanted }) => ({
        kind: Number(joined) > Number(wanted) ? 'crowd' : 'apart',
        joined,
        wanted
      })
    }
  ),
  kinds: {
    apart: {
      signs: [
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
        // c10d's sockets; Python's own say [Errno 111] before the same words.
        {
          where: 'message',
          ename: /^(?:RuntimeError|Dist(?:Network|Store|Backend)?Error)$/,
          pattern:
            /^(?:Connection (?:refused|timed out|reset by peer)|Socket Timeout|Broken pipe)$/,
          confidence: 'likely'
        },
        ...messageOrLog(
          /Timed out after \d+ seconds waiting for clients\. (?<joined>\d+)\/(?<wanted>\d+) clients joined/
        ),
        // c10d's sockets: MASTER_ADDR is a name that nobody knows here.
        {
          where: 'message',
          pattern: /^host not found: /,
          when: isDistributed
        },
        ...messageOrLog(/client socket has (?:timed out|failed)/, {
          read: (_, reading) => ({ address: addressIn(reading) })
        }),
        {
          where: 'log',
          pattern: /\[c10d\] waitForInput: socket .{1,160} timed out after \d/,
          when: nothingRaised,
          confidence: 'possible'
        },
        ...messageOrLog(
          /RendezvousConnectionError|RendezvousTimeoutError|connection to the C10d store has failed|connect\(\) timed out\./
        )
      ],
      words: (trans, { address, joined, wanted }) => ({
        title:
          joined === undefined
            ? trans.__('The ranks did not find each other')
            : trans.__('Only %1 of %2 processes came', joined, wanted),
        cause:
          address === undefined
            ? trans.__(
                'The processes meet at MASTER_ADDR:MASTER_PORT before the training, and not all came in time. Usual: one failed before, the address or port is wrong, or a firewall is between them.'
              )
            : trans.__(
                'The processes meet at %1 before the training, and it could not be reached in time. Usual: the first process failed before, the address or port is wrong, or a firewall is between them.',
                address
              ),
        fixes: meetingFixes(trans)
      })
    },
    missing: {
      signs: messageOrLog(
        /\bprocess group (?:has not been|is not(?: being)?) initialized/,
        { when: reading => !asksForRanks(reading) }
      ),
      words: trans => ({
        title: trans.__('The process group was not set up'),
        cause: trans.__(
          'A distributed operation (DistributedDataParallel, a DistributedSampler, SyncBatchNorm, dist.barrier …) ran before init_process_group. On one GPU it is often not needed at all.'
        ),
        fixes: setupFixes(trans, setUpFirst)
      })
    },
    synchronised: {
      signs: messageOrLog(
        /\bprocess group (?:has not been|is not(?: being)?) initialized/,
        {
          when: asksForRanks
        }
      ),
      words: trans => ({
        title: trans.__('SyncBatchNorm runs without a process group'),
        cause: trans.__(
          'The model has SyncBatchNorm layers, which average over the processes of a distributed training, and this program is not one. A configuration made for several GPUs was started on one.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('One GPU: use BatchNorm in place of SyncBatchNorm'),
            detail: trans.__(
              'In a configuration of OpenMMLab, before the model is built; the weights are the same.'
            ),
            code: "norm_cfg = dict(type='BN', requires_grad=True)  # was SyncBN\n# own code: nn.BatchNorm2d, or no convert_sync_batchnorm()"
          },
          alone(trans, setUpFirst),
          byTorchrun(trans)
        ]
      })
    },
    variable: {
      signs: [
        ...messageOrLog(
          /rendezvous: environment variable (?<variable>\w+) expected, but not set/
        ),
        ...messageOrLog(
          /(?<variable>rank|world_size) is not set but it is required for env:\/\/ init|Could not find '(?<other>\w{1,30})' in the torch environment/,
          {
            read: ({ variable, other }) => ({
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
          confidence: 'likely'
        }
      ],
      words: (trans, { variable, script }) => ({
        title: trans.__('The environment variable %1 is not set', variable),
        cause: trans.__(
          'The script asks the environment who it is (RANK, WORLD_SIZE, MASTER_ADDR, MASTER_PORT), as torchrun sets it. Plain python, mpirun and a notebook do not.'
        ),
        fixes: setupFixes(trans, givenAlone, script !== undefined)
      })
    },
    rank: {
      // gloo, which checks what it was given.
      signs: messageOrLog(
        /(?:^|[\s\]])rank ?< ?size\. (?<rank>\d{1,6}) vs (?<size>\d{1,6})/
      ),
      words: (trans, { rank, size }) => ({
        title: trans.__('There is no rank %1 among %2 processes', rank, size),
        cause: trans.__(
          'Ranks count from 0 to one below the number of processes. RANK and WORLD_SIZE, or what was given for them, do not fit each other.'
        ),
        fixes: setupFixes(trans, givenAlone)
      })
    },
    twice: {
      signs: messageOrLog(
        /trying to initialize the default process group twice/
      ),
      words: trans => ({
        title: trans.__('The process group was set up twice'),
        cause: trans.__(
          'init_process_group may run once per process. In a notebook that happens when the cell is run again.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Set it up only if it is not'),
            code: "if not dist.is_initialized():\n    dist.init_process_group('gloo')",
            edit: onlyWhere(INIT, null, dist => `not ${dist}.is_initialized()`)
          },
          {
            safety: 'check',
            title: trans.__('End the old one first'),
            code: 'dist.destroy_process_group()'
          }
        ]
      })
    },
    port: {
      signs: [
        ...messageOrLog(/server socket has failed to (?:listen|bind)/, {
          read: (_, reading) => ({ port: portIn(reading) })
        }),
        {
          where: 'message',
          ename: /^(?:RuntimeError|DistNetworkError)?$/,
          pattern: /^Address already in use\.?$/
        },
        {
          where: 'message',
          pattern: /[Aa]ddress already in use/,
          when: isDistributed
        },
        // accelerate's launcher, which looks before it starts.
        ...messageOrLog(
          /Tried to launch distributed communication on port `?(?<port>\d{1,5})`?, but another process is utilizing it/
        )
      ],
      words: (trans, { port }) => ({
        title:
          port === undefined
            ? trans.__('The port for the ranks’ meeting is taken')
            : trans.__('Port %1 is taken already', port),
        cause: trans.__(
          'The first process opens a port at which the others meet it (29500 by default), and another program holds that port. Often an earlier run that did not end, or a second training on the machine.'
        ),
        fixes: [
          byTorchrun(trans),
          {
            safety: 'safe',
            title: trans.__('Choose another port'),
            code: "os.environ['MASTER_PORT'] = '29511'  # before init_process_group",
            action: { kind: 'environment', variables: { MASTER_PORT: '29511' } }
          },
          {
            safety: 'diagnostic',
            title: trans.__('See who holds the port'),
            detail: trans.__(
              'End it only if it is a training of yours that should be over.'
            ),
            code: '$ lsof -i :29500'
          }
        ]
      })
    },
    argument: {
      // argparse, of a script that a launcher started.
      signs: messageOrLog(
        /error: unrecognized arguments: .{0,200}?--local[-_]rank=\d/
      ),
      words: trans => ({
        title: trans.__('The script does not know --local_rank'),
        cause: trans.__(
          'torch.distributed.launch hands each process its number as an argument, --local_rank, or --local-rank since torch 2.0. The script’s own parser refuses it.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__(
              'Start it with torchrun, and read its number like this'
            ),
            code: "local_rank = int(os.environ['LOCAL_RANK'])"
          },
          {
            safety: 'check',
            title: trans.__('Or let the parser take it'),
            code: "parser.add_argument('--local_rank', '--local-rank', type=int, default=0)"
          }
        ]
      })
    },
    handler: {
      signs: messageOrLog(/No rendezvous handler for \w{1,12}:\/\//),
      words: trans => ({
        title: trans.__('This PyTorch cannot meet at such an address'),
        cause: trans.__(
          'The ranks were to meet in a way that this build does not know. On Windows torch before 1.8 knows only a file, and before 1.7 there is no torch.distributed.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Update PyTorch, or meet at a file'),
            code: "dist.init_process_group('gloo', init_method='file:///C:/temp/meeting', rank=0, world_size=1)"
          }
        ]
      })
    },
    mpi: {
      // torch.distributed, and THD before it.
      signs: messageOrLog(
        /package doesn't have MPI built in|\bMPI backend is not available; try to recompile/
      ),
      words: trans => ({
        title: trans.__('This PyTorch was built without MPI'),
        cause: trans.__(
          'The packages of PyTorch come without the backend MPI: only a build from source, on a machine that has MPI, brings it. gloo is built in, and NCCL in the CUDA builds for Linux.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Use NCCL for GPUs, gloo for the CPU'),
            detail: trans.__(
              'Start the processes with torchrun in place of mpirun.'
            ),
            code: "dist.init_process_group('nccl' if torch.cuda.is_available() else 'gloo')"
          },
          byTorchrun(trans)
        ]
      })
    },
    libuv: {
      signs: messageOrLog(
        /use_libuv was requested but PyTorch was buil[dt] without libuv/
      ),
      words: trans => ({
        title: trans.__('This PyTorch was built without libuv'),
        cause: trans.__(
          'Since 2.4 the process at which the ranks meet uses the library libuv unless told otherwise, and the builds for Windows come without it.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Do without libuv'),
            code: "import os\nos.environ['USE_LIBUV'] = '0'  # before init_process_group",
            action: { kind: 'environment', variables: { USE_LIBUV: '0' } }
          },
          alone(trans)
        ]
      })
    },
    mesh: {
      signs: [
        // Gloo's file store: not all processes came.
        {
          where: 'message',
          pattern: /^Wait timeout$/,
          when: reading => reading.mentions('init_process_group')
        },
        ...messageOrLog(GLOO)
      ],
      words: trans => ({
        title: trans.__('gloo could not connect the ranks'),
        cause: trans.__(
          'The ranks found the meeting point, but gloo then connects each with every other and that failed. Usually a machine offers the others an address they cannot reach, such as 127.0.0.1 for its own name.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Name the network interface on every machine'),
            detail: trans.__(
              'ip -brief address lists them; choose the one whose address the others reach.'
            ),
            code: '$ GLOO_SOCKET_IFNAME=eth0 torchrun --nnodes=2 --node-rank=0 --nproc_per_node=4 --master-addr=10.0.0.1 train.py'
          },
          {
            safety: 'diagnostic',
            title: trans.__(
              'See which address the machine has for its own name'
            ),
            code: '$ getent hosts "$(hostname)"'
          }
        ]
      })
    },
    warned: {
      signs: [
        // Only a warning, but often the last thing that is printed.
        {
          where: 'log',
          pattern:
            /\[c10d\] The (?:hostname of the client socket cannot be retrieved|IPv[46] network addresses of \S{1,80} cannot be retrieved|(?:server|client) socket cannot be initialized (?:on|to connect to))/,
          when: nothingRaised,
          confidence: 'possible'
        }
      ],
      words: trans => ({
        title: trans.__('torch.distributed warns of an address it cannot use'),
        cause: trans.__(
          'The line is a warning: the machine has no IPv6, or no name that leads to an address, and the next address is tried. Where the run goes on it means nothing; where it hangs here, the ranks do not reach each other.'
        ),
        fixes: meetingFixes(trans)
      })
    },
    crowd: {
      words: (trans, { joined, wanted }) => ({
        title: trans.__('%1 processes came, %2 were wanted', joined, wanted),
        cause: trans.__(
          'More processes use this meeting point than WORLD_SIZE says. Usually the script was started once per GPU and starts one process per GPU itself, or the file or port of an earlier run is used again.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Start the processes in one place only'),
            detail: trans.__(
              'Either srun or torchrun starts one per GPU, or mp.spawn inside the script does: not both.'
            ),
            code: '$ srun --nodes=1 --ntasks=1 --gpus-per-node=2 python train.py  # it calls mp.spawn itself'
          },
          {
            safety: 'check',
            title: trans.__('A file as meeting point: a new one for each run'),
            detail: trans.__(
              'Delete the old file, or give every run its own path.'
            )
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'OSError: [Errno 98] of a web server or of Jupyter is about that server’s own port.'
      ),
      trans.__(
        'A rank shows another error before it: then that is why it did not come.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: initialization of torch.distributed'),
        url: `${LINKS.distributed}#initialization`
      },
      { title: trans.__('PyTorch: torchrun'), url: LINKS.torchrun }
    ]
  })
});
