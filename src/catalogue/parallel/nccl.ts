import type { IEntry } from '../../diagnosis/types';

import { LINKS } from './shared/links';
import { NCCL_SIGNS } from './shared/nccl-signs';
import { ncclFixes, ncclWords } from './shared/nccl-words';

const entry: IEntry = {
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
  signs: NCCL_SIGNS,
  page(trans, { kind }) {
    return {
      ...ncclWords(trans, kind),
      fixes: ncclFixes(trans, kind),
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
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'gpu03:8831:8831 [0] bootstrap.cc:40 NCCL WARN Bootstrap : no socket interface found\n',
      torch: '1.10',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        '5756b01ac223:4707:5232 [2] NCCL INFO transport/shm.cc:101 -> 2\n5756b01ac223:4707:5232 [2] NCCL INFO init.cc:813 -> 2\n5756b01ac223:4707:5232 [2] NCCL INFO group.cc:72 -> 2 [Async thread]\n',
      torch: '1.7',
      origin: 'reference',
      values: { kind: 'system' }
    },
    {
      kind: 'text',
      stderr:
        'u1:6861:6861 [7] init.cc:981 NCCL WARN Invalid rank requested : 7/4\nu1:6860:6860 [6] NCCL INFO NET/IB : No device found.\n',
      torch: '1.5',
      origin: 'reference',
      values: { kind: 'usage' }
    },
    {
      kind: 'text',
      stderr:
        '[rank5]:[E207 19:37:09.983540349 ProcessGroupNCCL.cpp:681] [Rank 5] Some NCCL operations have failed or timed out. Due to the asynchronous nature of CUDA kernels, subsequent GPU operations might run on corrupted/incomplete data.\n[rank5]:[E207 19:37:09.983600771 ProcessGroupNCCL.cpp:1895] [PG ID 0 PG GUID 0(default_pg) Rank 5] Process group watchdog thread terminated with exception: NCCL error: remote process exited or there was a network error, NCCL version 2.21.5\n',
      torch: '2.5',
      origin: 'reference',
      values: { kind: 'peer' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'the distributed NCCL backend is not available; try to recompile the THD package with CUDA and NCCL 2+ support at General.cpp:20',
      torch: '1.1',
      origin: 'reference',
      values: { kind: 'missing' }
    },
    {
      ename: 'NcclError',
      evalue: 'NCCL_ERROR_SYSTEM_ERROR: unhandled system error',
      torch: '2.1',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'NCCL communicator was aborted.',
      torch: '1.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'node-0:183006:183220 [1] misc/socket.cc:518 NCCL WARN Net : Call to recv from 10.0.0.2<58355> failed : Broken pipe\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'unhandled cuda error',
      torch: '1.0',
      origin: 'reference',
      values: { kind: 'cuda' }
    },
    {
      kind: 'text',
      stderr:
        'Error while creating shared memory segment /dev/shm/nccl-a1B2c3 (size 9637888)\n',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'shm' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'NCCL error in: /pytorch/torch/lib/c10d/ProcessGroupNCCL.cpp:825, unhandled system error, NCCL version 2.7.8\nncclSystemError: System call (socket, malloc, munmap, etc) failed.',
      torch: '1.8',
      origin: 'reference',
      values: { kind: 'system', version: '2.7.8' }
    },
    {
      ename: 'DistBackendError',
      evalue:
        'NCCL error in: ../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:1691, invalid usage (run with NCCL_DEBUG=WARN for details), NCCL version 2.19.3\nncclInvalidUsage: This usually reflects invalid usage of NCCL library.\nLast error:\nDuplicate GPU detected : rank 1 and rank 0 both on CUDA device 2000',
      torch: '2.4',
      origin: 'reference',
      values: { kind: 'duplicate' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'NCCL Error 1: unhandled cuda error',
      torch: '1.0',
      origin: 'reference',
      values: { kind: 'cuda' }
    },
    {
      kind: 'text',
      stderr:
        "torch.distributed.DistBackendError: [1] is setting up NCCL communicator and retrieving ncclUniqueId from [0] via c10d key-value store by key '0', but store->get('0') got error: Connection reset by peer. This may indicate a possible application crash on rank 0 or a network set up issue.\n",
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'peer' }
    },
    {
      ename: 'RuntimeError',
      evalue: "Distributed package doesn't have NCCL built in",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'missing' }
    },
    {
      kind: 'text',
      stderr:
        'node-0:16:63 [0] NCCL INFO Call to connect returned Connection refused, retrying\nnode-0:16:63 [0] NCCL INFO Call to connect returned Connection refused, retrying\n',
      torch: '1.2',
      origin: 'reference',
      values: { kind: 'system' }
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        'h:1:1 [0] NCCL INFO transport/net_ib.cc:120 -> 2\nh:1:1 [0] NCCL INFO Using network Socket\nh:1:1 [0] NCCL INFO comm 0x55 rank 0 nranks 2 - Init COMPLETE\n'
    },
    {
      kind: 'text',
      stderr:
        'u1:6860:6860 [6] NCCL INFO init.cc:813 -> 0\nu1:6860:6860 [6] NCCL INFO NET/Socket : Using [0]eth0:10.0.0.1<0>\n'
    },
    {
      kind: 'text',
      stderr:
        'Error while creating shared memory segment /dev/shm/psm_4a5b (size 4096)'
    },
    {
      kind: 'text',
      stderr: 'node-0:16:63 [0] NCCL INFO Connected all rings\n'
    },
    {
      kind: 'text',
      stderr: 'Health check: exit 3 may indicate a possible application crash'
    },
    {
      kind: 'text',
      stderr:
        '[rank0]:[E ProcessGroupNCCL.cpp:563] [Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=8, OpType=ALLREDUCE, Timeout(ms)=600000) ran for 600060 milliseconds before timing out.'
    },
    {
      ename: 'InternalError',
      evalue:
        'NCCL: unhandled system error. Set NCCL_DEBUG=WARN for detail. [[{{node Adam/NcclAllReduce}}]] [Op:__inference_train_function_91]'
    }
  ],
  reproduction: {
    raises: [
      'import tempfile',
      'import torch.distributed as dist',
      'with tempfile.TemporaryDirectory() as folder:',
      "    dist.init_process_group('nccl', init_method=f'file://{folder}/meet', rank=0, world_size=1)"
    ].join('\n'),
    fixed: [
      'import tempfile',
      'import torch.distributed as dist',
      'with tempfile.TemporaryDirectory() as folder:',
      "    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=0, world_size=1)",
      '    dist.destroy_process_group()'
    ].join('\n')
  }
};

export default entry;
