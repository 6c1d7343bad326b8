import type { IFix, ITranslate } from '../../../diagnosis/types';

/** What NCCL’s kind of error means, see `readKind` of parallel/nccl. */
export function ncclWords(
  trans: ITranslate,
  kind: string | undefined
): { title: string; cause: string } {
  switch (kind) {
    case 'duplicate':
      return {
        title: trans.__('Two ranks use the same GPU'),
        cause: trans.__(
          'NCCL needs a GPU of its own for each process, and two of them chose one GPU. Usually torch.cuda.set_device(local_rank) is missing, or there are more processes than GPUs.'
        )
      };
    case 'shm':
      return {
        title: trans.__('The shared memory is too small for NCCL'),
        cause: trans.__(
          'NCCL connects the GPUs of one machine through files in /dev/shm and could not make one. A Docker container gets 64 MB of it unless one asks for more; files of dead runs may fill it too.'
        )
      };
    case 'missing':
      return {
        title: trans.__('The NCCL backend is not available here'),
        cause: trans.__(
          'This PyTorch has no NCCL (Windows, macOS and CPU-only builds have none), or no GPU is visible. NCCL connects NVIDIA GPUs under Linux only.'
        )
      };
    case 'peer':
      return {
        title: trans.__('Another process of the job is gone'),
        cause: trans.__(
          'The connection to another rank broke: that process failed first, or the network did. The other rank’s own error, earlier in the logs, is the cause.'
        )
      };
    case 'cuda':
      return {
        title: trans.__('A CUDA call inside NCCL failed'),
        cause: trans.__(
          'NCCL met a CUDA error. Often an earlier error on the same GPU (an assertion, memory used up), else a driver that is too old for this NCCL.'
        )
      };
    case 'usage':
      return {
        title: trans.__('NCCL was called in a way it refuses'),
        cause: trans.__(
          'NCCL found the call itself wrong: often two processes on one GPU, tensors on the CPU, or ranks that call different operations.'
        )
      };
    case 'internal':
      return {
        title: trans.__('NCCL failed inside (internal error)'),
        cause: trans.__(
          'A check inside NCCL failed. Often the topology or network of the machine is not what it expects (container, virtual machine, mixed NCCL versions).'
        )
      };
    case 'system':
      return {
        title: trans.__('A system call inside NCCL failed'),
        cause: trans.__(
          'A socket, shared memory or another service of the system failed while NCCL set up its connections. Often a full /dev/shm in a container, or a network interface that the other ranks cannot reach.'
        )
      };
    default:
      return {
        title: trans.__('NCCL, which connects the GPUs, failed'),
        cause: trans.__(
          'The communication between the GPUs or processes failed. Its own log names the call that did.'
        )
      };
  }
}

/** What to change for it, best first. */
export function ncclFixes(trans: ITranslate, kind: string | undefined): IFix[] {
  const log: IFix = {
    safety: 'diagnostic',
    title: trans.__('Let NCCL say what failed'),
    detail: trans.__(
      'In a notebook set it before torch is imported. Look for lines with WARN; the first one counts.'
    ),
    code: '$ NCCL_DEBUG=INFO torchrun --nproc_per_node=2 train.py'
  };
  const ownGpu: IFix = {
    safety: 'safe',
    title: trans.__('Give each process its own GPU'),
    detail: trans.__('Start no more processes than there are GPUs.'),
    code: "local_rank = int(os.environ['LOCAL_RANK'])\ntorch.cuda.set_device(local_rank)"
  };
  const gloo: IFix = {
    safety: 'safe',
    title: trans.__('Use gloo, which runs everywhere'),
    code: "dist.init_process_group('gloo')"
  };
  const shm: IFix = {
    safety: 'check',
    title: trans.__('In a container: more shared memory'),
    code: '$ docker run --gpus all --shm-size=8g --ulimit memlock=-1 …'
  };
  const space: IFix = {
    safety: 'diagnostic',
    title: trans.__('See how large the shared memory is, and who fills it'),
    code: '$ df -h /dev/shm; ls -lh /dev/shm'
  };
  const network: IFix = {
    safety: 'check',
    title: trans.__('Name the network interface'),
    detail: trans.__(
      'The one by which the machines reach each other (ip addr).'
    ),
    code: '$ export NCCL_SOCKET_IFNAME=eth0'
  };
  const first: IFix = {
    safety: 'diagnostic',
    title: trans.__('Find the rank that failed first'),
    detail: trans.__('Its log holds the real error; the others only lost it.'),
    code: '$ torchrun --nproc_per_node=2 --log-dir=logs --redirects=3 train.py'
  };
  switch (kind) {
    case 'missing':
      return [gloo];
    case 'shm':
      return [space, shm, log];
    case 'duplicate':
    case 'usage':
      return [ownGpu, log];
    case 'peer':
      return [first, log];
    case 'cuda':
      return [first, ownGpu, log];
    default:
      return [log, shm, network, ownGpu];
  }
}
