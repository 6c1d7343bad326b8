import type {
  IEntry,
  IFix,
  IReading,
  ITranslate,
  Values
} from '../../diagnosis/types';

import { textFrom } from '../dataloader/shared/text-from';
import { said } from '../said';
import { LINKS } from './shared/links';

/** Plain sockets say the same: torch must be at hand. */
function isDistributed(reading: IReading): boolean {
  return (
    reading.mentions('init_process_group') ||
    reading.mentions('torch.distributed') ||
    reading.mentions('torch/distributed') ||
    reading.mentions('TCPStore') ||
    reading.mentions('rendezvous') ||
    reading.mentions('torchrun')
  );
}

function words(
  trans: ITranslate,
  { kind, variable, port, address, joined, wanted }: Values
): { title: string; cause: string } {
  switch (kind) {
    case 'port':
      return {
        title:
          port === undefined
            ? trans.__('The port for the ranks’ meeting is taken')
            : trans.__('Port %1 is taken already', port),
        cause: trans.__(
          'The first process opens a port at which the others meet it (29500 by default), and another program holds that port. Often an earlier run that did not end, or a second training on the machine.'
        )
      };
    case 'variable':
      return {
        title: trans.__('The environment variable %1 is not set', variable),
        cause: trans.__(
          'The script asks the environment who it is (RANK, WORLD_SIZE, MASTER_ADDR, MASTER_PORT), as torchrun sets it. It was started with plain python or in a notebook.'
        )
      };
    case 'twice':
      return {
        title: trans.__('The process group was set up twice'),
        cause: trans.__(
          'init_process_group may run once per process. In a notebook that happens when the cell is run again.'
        )
      };
    case 'missing':
      return {
        title: trans.__('The process group was not set up'),
        cause: trans.__(
          'A distributed operation (DistributedDataParallel, a DistributedSampler, SyncBatchNorm, dist.barrier …) ran before init_process_group. On one GPU it is often not needed at all.'
        )
      };
    default:
      return {
        title:
          joined === undefined
            ? trans.__('The ranks did not find each other')
            : trans.__('Only %1 of %2 processes came', joined, wanted),
        cause:
          address === undefined
            ? trans.__(
                'The processes meet at MASTER_ADDR:MASTER_PORT before the training, and not all came in time. One failed before, the address or port is wrong, or a firewall is between them.'
              )
            : trans.__(
                'The processes meet at %1 before the training, and it could not be reached in time. The first process failed before, the address or port is wrong, or a firewall is between them.',
                address
              )
      };
  }
}

function fixes(trans: ITranslate, { kind }: Values): IFix[] {
  const torchrun: IFix = {
    safety: 'safe',
    title: trans.__('Start the script with torchrun'),
    detail: trans.__('It sets the variables and the port, for one GPU too.'),
    code: '$ torchrun --standalone --nproc_per_node=2 train.py'
  };
  const alone: IFix = {
    safety: 'safe',
    title: trans.__('One process, as in a notebook: set it up alone'),
    code: "import torch.distributed as dist\n\ndist.init_process_group('gloo', init_method='tcp://127.0.0.1:0', rank=0, world_size=1)"
  };
  switch (kind) {
    case 'port':
      return [
        torchrun,
        {
          safety: 'safe',
          title: trans.__('Choose another port'),
          code: "os.environ['MASTER_PORT'] = '29511'  # before init_process_group"
        },
        {
          safety: 'diagnostic',
          title: trans.__('See who holds the port'),
          detail: trans.__(
            'End it only if it is a training of yours that should be over.'
          ),
          code: '$ lsof -i :29500'
        }
      ];
    case 'twice':
      return [
        {
          safety: 'safe',
          title: trans.__('Set it up only if it is not'),
          code: "if not dist.is_initialized():\n    dist.init_process_group('gloo')"
        },
        {
          safety: 'check',
          title: trans.__('End the old one first'),
          code: 'dist.destroy_process_group()'
        }
      ];
    case 'missing':
    case 'variable':
      return [
        alone,
        torchrun,
        {
          safety: 'check',
          title: trans.__('Not distributed at all: leave those parts out'),
          detail: trans.__(
            'Use the plain model in place of DistributedDataParallel, BatchNorm in place of SyncBatchNorm, no DistributedSampler.'
          )
        }
      ];
    default:
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

const kindOf = (kind: string) => ({ read: () => ({ kind }) });

const entry: IEntry = {
  id: 'parallel/init',
  answers: [
    'Default process group has not been initialized, please make sure to call init_process_group.',
    'Address already in use',
    'Error initializing torch.distributed using env:// rendezvous: environment variable RANK expected, but not set',
    'The server socket has failed to listen on any local network address.',
    'trying to initialize the default process group twice!',
    'Timed out after 1800 seconds waiting for clients. 1/2 clients joined.',
    'The client socket has timed out after 60s while trying to connect'
  ],
  refines: ['parallel/spawn-wrapper'],
  signs: [
    ...said(
      /[Dd]efault process group (?:has not been|is not) initialized/,
      kindOf('missing')
    ),
    ...said(
      /rendezvous: environment variable (?<variable>\w+) expected, but not set/,
      kindOf('variable')
    ),
    ...said(
      /trying to initialize the default process group twice/,
      kindOf('twice')
    ),
    ...said(/server socket has failed to (?:listen|bind)/, { read: readPort }),
    {
      where: 'message',
      ename: /^(?:RuntimeError|DistNetworkError)?$/,
      pattern: /^Address already in use$/,
      ...kindOf('port')
    },
    {
      where: 'message',
      pattern: /[Aa]ddress already in use/,
      when: isDistributed,
      ...kindOf('port')
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
    ...said(/client socket has (?:timed out|failed)/, { read: readAddress }),
    ...said(
      /RendezvousConnectionError|RendezvousTimeoutError|connection to the C10d store has failed|connect\(\) timed out\./
    )
  ],
  page(trans, values) {
    return {
      ...words(trans, values),
      fixes: fixes(trans, values),
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
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        'Default process group has not been initialized, please make sure to call init_process_group.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'missing' }
    },
    {
      ename: 'DistNetworkError',
      evalue:
        'The server socket has failed to listen on any local network address. port: 38273, useIpv6: false, code: -98, name: EADDRINUSE, message: address already in use',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'port', port: '38273' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Address already in use',
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'port' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Error initializing torch.distributed using env:// rendezvous: environment variable RANK expected, but not set',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'variable', variable: 'RANK' }
    },
    {
      ename: 'DistStoreError',
      evalue:
        'Timed out after 2 seconds waiting for clients. 1/2 clients joined.',
      torch: '2.13',
      origin: 'run',
      values: { joined: '1', wanted: '2' }
    }
  ],
  nearMisses: [
    { ename: 'OSError', evalue: '[Errno 98] Address already in use' },
    {
      ename: 'OperationalError',
      evalue:
        'could not connect to server: Connection refused Is the server running on host "localhost" and accepting TCP/IP connections on port 5432?'
    }
  ],
  reproduction: {
    raises: ['import torch.distributed as dist', 'dist.barrier()'].join('\n'),
    fixed: [
      'import torch.distributed as dist',
      "dist.init_process_group('gloo', init_method='tcp://127.0.0.1:0', rank=0, world_size=1)",
      'dist.barrier()',
      'dist.destroy_process_group()'
    ].join('\n')
  }
};

export default entry;
