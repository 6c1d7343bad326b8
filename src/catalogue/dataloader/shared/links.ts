/** Primary sources that several entries of this family cite. */
export const LINKS = {
  data: 'https://docs.pytorch.org/docs/stable/data.html',
  dataWorkers:
    'https://docs.pytorch.org/docs/stable/data.html#single-and-multi-process-data-loading',
  collate:
    'https://docs.pytorch.org/docs/stable/data.html#working-with-collate-fn',
  platform:
    'https://docs.pytorch.org/docs/stable/data.html#platform-specific-behaviors',
  sharing:
    'https://docs.pytorch.org/docs/stable/multiprocessing.html#sharing-strategies',
  windows: 'https://docs.pytorch.org/docs/stable/notes/windows.html',
  faulthandler: 'https://docs.python.org/3/library/faulthandler.html',
  spawn:
    'https://docs.python.org/3/library/multiprocessing.html#the-spawn-and-forkserver-start-methods',
  pickle:
    'https://docs.python.org/3/library/pickle.html#what-can-be-pickled-and-unpickled',
  dockerRun: 'https://docs.docker.com/reference/cli/docker/container/run/',
  dockerMemory:
    'https://docs.docker.com/engine/containers/resource_constraints/'
} as const;
