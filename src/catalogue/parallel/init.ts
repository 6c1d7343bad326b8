import type { IEntry } from '../../diagnosis/types';

import { INIT_SIGNS } from './shared/init-signs';
import { initFixes, initWords } from './shared/init-words';
import { LINKS } from './shared/links';

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
  signs: INIT_SIGNS,
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
      ename: 'RuntimeError',
      evalue:
        "Distributed package doesn't have MPI built in. MPI is only included if you build PyTorch from source on a host that has MPI installed.",
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'mpi' }
    },
    {
      ename: 'ValueError',
      evalue: 'host not found: Name or service not known',
      traceback:
        'Traceback (most recent call last):\n  File "/env/lib/python3.7/site-packages/torch/distributed/rendezvous.py", line 143, in _env_rendezvous_handler\n    store = TCPStore(master_addr, master_port, start_daemon)\nValueError: host not found: Name or service not known',
      torch: '1.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'usage: train.py [-h] [--epochs EPOCHS]\ntrain.py: error: unrecognized arguments: --local_rank=0\n',
      torch: '1.8',
      origin: 'reference',
      values: { kind: 'argument' }
    },
    {
      kind: 'text',
      stderr:
        '[rank0]:[W710 16:58:50.906560343 socket.cpp:489] [c10d] waitForInput: socket SocketImpl(fd=58, addr=[localhost]:42412, remote=[localhost]:51216) timed out after 300000ms\n',
      torch: '2.9',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: '',
      traceback:
        'Traceback (most recent call last):\n  File "train.py", line 40, in <module>\n    dist.init_process_group("gloo")\n  File "site-packages/torch/distributed/rendezvous.py", line 176, in _create_c10d_store\n    return TCPStore(\nRuntimeError',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: "unmatched '}' in format string",
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'use_libuv was requested but PyTorch was build without libuv support',
      torch: '2.4',
      origin: 'reference',
      values: { kind: 'libuv' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'No rendezvous handler for tcp://',
      torch: '1.5',
      origin: 'reference',
      values: { kind: 'handler', scheme: 'tcp' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        '[enforce fail at /pytorch/third_party/gloo/gloo/context.cc:27] rank < size. 2 vs 2',
      torch: '1.13',
      origin: 'reference',
      values: { kind: 'rank', rank: '2', size: '2' }
    },
    {
      kind: 'text',
      stderr:
        '[W socket.cpp:401] [c10d] The server socket cannot be initialized on [::]:29500 (errno: 97 - Address family not supported by protocol).\n',
      torch: '1.12',
      origin: 'reference',
      values: { kind: 'warned' }
    },
    {
      ename: 'KeyError',
      evalue: "'RANK'",
      traceback:
        'Traceback (most recent call last):\n  File "train.py", line 8, in <module>\n    rank = int(os.environ[\'RANK\'])\n  File "/usr/lib/python3.11/os.py", line 679, in __getitem__\n    raise KeyError(key) from None\nKeyError: \'RANK\'',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'variable', variable: 'RANK' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        '[/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:799] connect [10.0.0.2]:13195: Connection refused',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'mesh' }
    },
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
    { ename: 'KeyError', evalue: "'RANK'" },
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
