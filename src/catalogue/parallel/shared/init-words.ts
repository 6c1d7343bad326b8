import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** Title and cause, by what kept the ranks from meeting. */
export function initWords(
  trans: ITranslate,
  { kind, variable, port, address, joined, wanted, rank, size }: Values
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
    case 'mesh':
      return {
        title: trans.__('gloo could not connect the ranks'),
        cause: trans.__(
          'The ranks found the meeting point, but gloo then connects each with every other and that failed. Usually a machine offers the others an address they cannot reach, such as 127.0.0.1 for its own name.'
        )
      };
    case 'libuv':
      return {
        title: trans.__('This PyTorch was built without libuv'),
        cause: trans.__(
          'Since 2.4 the process at which the ranks meet uses the library libuv unless told otherwise, and the builds for Windows come without it.'
        )
      };
    case 'mpi':
      return {
        title: trans.__('This PyTorch was built without MPI'),
        cause: trans.__(
          'The packages of PyTorch come without the backend MPI: only a build from source, on a machine that has MPI, brings it. gloo is built in, and NCCL in the CUDA builds for Linux.'
        )
      };
    case 'handler':
      return {
        title: trans.__('This PyTorch cannot meet at such an address'),
        cause: trans.__(
          'The ranks were to meet in a way that this build does not know. On Windows torch before 1.8 knows only a file, and before 1.7 there is no torch.distributed.'
        )
      };
    case 'argument':
      return {
        title: trans.__('The script does not know --local_rank'),
        cause: trans.__(
          'torch.distributed.launch hands each process its number as an argument, --local_rank, or --local-rank since torch 2.0. The script’s own parser refuses it.'
        )
      };
    case 'rank':
      return {
        title: trans.__('There is no rank %1 among %2 processes', rank, size),
        cause: trans.__(
          'Ranks count from 0 to one below the number of processes. RANK and WORLD_SIZE, or what was given for them, do not fit each other.'
        )
      };
    case 'warned':
      return {
        title: trans.__('torch.distributed warns of an address it cannot use'),
        cause: trans.__(
          'The line is a warning: the machine has no IPv6, or no name that leads to an address, and the next address is tried. Where the run goes on it means nothing; where it hangs here, the ranks do not reach each other.'
        )
      };
    case 'crowd':
      return {
        title: trans.__('%1 processes came, %2 were wanted', joined, wanted),
        cause: trans.__(
          'More processes use this meeting point than WORLD_SIZE says. Usually the script was started once per GPU and starts one process per GPU itself, or the file or port of an earlier run is used again.'
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

/** What to do, by the same. */
export function initFixes(trans: ITranslate, { kind }: Values): IFix[] {
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
    case 'libuv':
      return [
        {
          safety: 'safe',
          title: trans.__('Do without libuv'),
          code: "import os\nos.environ['USE_LIBUV'] = '0'  # before init_process_group"
        },
        alone
      ];
    case 'mpi':
      return [
        {
          safety: 'safe',
          title: trans.__('Use NCCL for GPUs, gloo for the CPU'),
          detail: trans.__(
            'Start the processes with torchrun in place of mpirun.'
          ),
          code: "dist.init_process_group('nccl' if torch.cuda.is_available() else 'gloo')"
        },
        torchrun
      ];
    case 'handler':
      return [
        {
          safety: 'check',
          title: trans.__('Update PyTorch, or meet at a file'),
          code: "dist.init_process_group('gloo', init_method='file:///C:/temp/meeting', rank=0, world_size=1)"
        }
      ];
    case 'argument':
      return [
        {
          safety: 'safe',
          title: trans.__('Start it with torchrun, and read the number so'),
          code: "local_rank = int(os.environ['LOCAL_RANK'])"
        },
        {
          safety: 'check',
          title: trans.__('Or let the parser take it'),
          code: "parser.add_argument('--local_rank', '--local-rank', type=int, default=0)"
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
    case 'rank':
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
    case 'mesh':
      return [
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
          title: trans.__('See which address the machine has for its own name'),
          code: '$ getent hosts "$(hostname)"'
        }
      ];
    case 'crowd':
      return [
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
