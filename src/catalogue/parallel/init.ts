import type { IEntry, IReading, Values } from '../../diagnosis/types';

import { textFrom } from '../dataloader/shared/text-from';
import { said } from '../said';
import { initFixes, initWords } from './shared/init-words';
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
    'The client socket has timed out after 60s while trying to connect',
    'Timed out initializing process group in store based barrier on rank: 0',
    'Gloo connectFullMesh failed with'
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
    ...said(
      /Timed out initializing process group in store based barrier on rank:? \d{1,6}(?:, for key: [\w:]{1,60} \(world_size=(?<wanted>\d{1,6}), (?:num_workers_joined|worker_count)=(?<joined>\d{1,6}))?/,
      { read: readBarrier }
    ),
    ...said(/Gloo connectFullMesh failed/, kindOf('mesh')),
    ...said(/client socket has (?:timed out|failed)/, { read: readAddress }),
    // Only a warning, but often the last thing that is printed.
    {
      where: 'log',
      pattern:
        /\[c10d\] The (?:hostname of the client socket cannot be retrieved|IPv[46] network addresses of \S{1,80} cannot be retrieved)/,
      when: ({ exceptions }) => exceptions.length === 0,
      confidence: 'possible'
    },
    ...said(
      /RendezvousConnectionError|RendezvousTimeoutError|connection to the C10d store has failed|connect\(\) timed out\./
    )
  ],
  page(trans, values) {
    return {
      ...initWords(trans, values),
      fixes: initFixes(trans, values),
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
      kind: 'text',
      stderr:
        '[W522 06:29:34.248915854 socket.cpp:204] [c10d] The hostname of the client socket cannot be retrieved. err=-3\n',
      torch: '2.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Timed out initializing process group in store based barrier on rank: 1, for key: store_based_barrier_key:1 (world_size=2, worker_count=4, timeout=0:30:00)',
      torch: '1.10',
      origin: 'reference',
      values: { kind: 'crowd', joined: '4', wanted: '2' }
    },
    {
      ename: 'DistStoreError',
      evalue:
        'Timed out initializing process group in store based barrier on rank 0, for key: store_based_barrier_key:1 (world_size=4, num_workers_joined=3, timeout=0:30:00 error: )',
      torch: '2.1',
      origin: 'reference',
      values: { joined: '3', wanted: '4' }
    },
    {
      kind: 'text',
      stderr:
        '[rank1]:[E101 10:00:00.000000000 ProcessGroupGloo.cpp:145] Gloo connectFullMesh failed with [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:144] no error\n',
      torch: '2.6',
      origin: 'reference',
      values: { kind: 'mesh' }
    },
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
    {
      ename: 'RuntimeError',
      evalue:
        '[../third_party/gloo/gloo/transport/tcp/pair.cc:598] Connection closed by peer [10.0.0.2]:28048'
    },
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
