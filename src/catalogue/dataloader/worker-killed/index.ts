import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { killedBy } from '../shared/killed-by';
import { LINKS } from '../shared/links';
import { fewerWorkers } from '../../shared/edits/collate';

export default define({
  id: 'dataloader/worker-killed',
  answers: [
    'DataLoader worker (pid 22358) is killed by signal: Killed.',
    'Task was killed due to the node running low on memory'
  ],
  refines: [
    'dataloader/worker-exited',
    'dataloader/worker-terminated',
    'kernel/killed',
    'kernel/oom-killed',
    'kernel/died-unknown'
  ],
  values: ['proof'],
  kinds: {
    killed: {
      signs: messageOrLog(killedBy('Kill'), {
        read: (_, reading) =>
          // The kernel's own line is the proof that memory ran out.
          /oom-kill|Out of memory: Kill|cgroup out of memory/i.test(reading.log)
            ? { proof: 'kernel' }
            : {}
      }),
      words: (trans, { proof }) => ({
        title: proof
          ? trans.__('A worker was killed: the memory ran out')
          : trans.__('A worker was killed, most likely for lack of memory'),
        cause: proof
          ? trans.__(
              'The main memory (RAM, not the GPU’s) ran out and the worker was killed; the log says so. Each worker holds a copy of what it touches of the dataset, and prefetched batches besides.'
            )
          : trans.__(
              'The system killed a DataLoader worker (SIGKILL). That is nearly always because the main memory (RAM, not the GPU’s) of the machine, the container or the job ran out.'
            ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Use fewer workers and a shorter queue'),
            edit: fewerWorkers,
            detail: trans.__(
              'num_workers × prefetch_factor batches wait in memory at any time. 0 workers need the least.'
            ),
            code: 'DataLoader(dataset, num_workers=1, prefetch_factor=1)'
          },
          {
            safety: 'check',
            title: trans.__(
              'Do not keep the whole data set in the Dataset object'
            ),
            detail: trans.__(
              'Read files in __getitem__. Large Python lists and dicts are copied in each worker little by little; numpy arrays and tensors are not.'
            ),
            code: 'self.paths = np.array(paths)  # instead of a list of many strings'
          },
          {
            safety: 'diagnostic',
            title: trans.__('See whether the memory limit was hit'),
            detail: trans.__(
              'oom_kill grows by one with each kill. free shows the machine, not the limit of a container or a Slurm job.'
            ),
            code: '$ cat /sys/fs/cgroup/memory.events; free -h'
          },
          {
            safety: 'check',
            title: trans.__('Give the container or the job more memory'),
            code: '$ docker run --memory=32g --shm-size=8g …'
          }
        ]
      })
    },
    // What Ray's raylet says: 2.60's program, and older ones that reports quote
    ray: {
      signs: messageOrLog(
        /(?:Task was killed due to the node running low on memory|\bworkers?(?:\(s\))? were killed due to the node running low on memory|Workers \(tasks \/ actors\) killed due to memory pressure)/
      ),
      words: trans => ({
        title: trans.__('Ray ended a worker: its machine ran out of memory'),
        cause: trans.__(
          'Ray watches the main memory (RAM, not the GPU’s) of each machine, and ends a task or an actor before the system does. Those that run at the same time share that memory.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Let fewer of them run at the same time'),
            detail: trans.__(
              'Ray starts as many as fit the resources that they ask for: one CPU each, and no memory, unless you say more.'
            ),
            code: '@ray.remote(num_cpus=4, memory=8 * 2**30)'
          },
          {
            safety: 'check',
            title: trans.__('Read data in the task, or put it once'),
            detail: trans.__(
              'What a function carries along from outside is copied into each task. ray.put() keeps one copy for a machine.'
            ),
            code: 'data = ray.put(data)'
          },
          {
            safety: 'diagnostic',
            title: trans.__('See which worker took the memory'),
            code: '$ ray memory; free -h'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Somebody or a job scheduler ended the worker with kill -9: then neither memory.events nor dmesg shows an out-of-memory kill.'
      ),
      trans.__(
        'CUDA out of memory is about the GPU’s memory and is raised as an error; nothing is killed.'
      )
    ],
    links: [
      {
        title: trans.__(
          'PyTorch: memory of workers, and copies of the dataset'
        ),
        url: LINKS.dataWorkers
      },
      {
        title: trans.__('Docker: memory limits of a container'),
        url: LINKS.dockerMemory
      }
    ]
  })
});
