/** Primary sources that several entries of this family cite. */
export const LINKS = {
  ddp: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.parallel.DistributedDataParallel.html',
  dataParallel:
    'https://docs.pytorch.org/docs/stable/generated/torch.nn.DataParallel.html',
  distributed: 'https://docs.pytorch.org/docs/stable/distributed.html',
  torchrun: 'https://docs.pytorch.org/docs/stable/elastic/run.html',
  elasticErrors: 'https://docs.pytorch.org/docs/stable/elastic/errors.html',
  multiprocessing: 'https://docs.pytorch.org/docs/stable/multiprocessing.html',
  poisonFork: 'https://docs.pytorch.org/docs/stable/notes/multiprocessing.html',
  ncclTrouble:
    'https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html',
  ncclEnv: 'https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html',
  dockerRun: 'https://docs.docker.com/reference/cli/docker/container/run/'
} as const;
