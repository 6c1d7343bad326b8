import type {
  IEntry,
  IReading,
  ITranslate,
  Values
} from '../../diagnosis/types';

import { textFrom } from '../dataloader/shared/text-from';
import { said } from '../said';
import { LINKS } from './shared/links';

const WATCHDOG = /[Cc]aught collective operation timeout/;

function seconds(milliseconds: string | undefined): string | undefined {
  return milliseconds === undefined
    ? undefined
    : String(Math.round(Number(milliseconds) / 1000));
}

/** `WorkNCCL(SeqNum=1580, OpType=ALLREDUCE, …, Timeout(ms)=600000)`. */
function readWork(_: Values, reading: IReading): Values {
  const work = textFrom(reading, 'aught collective operation timeout');
  return {
    sequence: /\bSeqNum=(\d+)/.exec(work)?.[1],
    operation: /\bOpType=(\w+)/.exec(work)?.[1],
    seconds: seconds(/\bTimeout\(ms\)=(\d+)/.exec(work)?.[1])
  };
}

function readSeconds({ milliseconds, ...others }: Values): Values {
  return { ...others, seconds: seconds(milliseconds) };
}

/** One rank, or several as `4, 5, 6`. */
function missingTitle(trans: ITranslate, missing: string): string {
  const count = missing.split(',').length;
  return count === 1
    ? trans.__('Rank %1 did not arrive in time', missing)
    : missing.length < 20
      ? trans.__('Ranks %1 did not arrive in time', missing)
      : trans.__('%1 ranks did not arrive in time', count);
}

const entry: IEntry = {
  id: 'parallel/nccl-timeout',
  answers: [
    'Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1580, OpType=ALLREDUCE, Timeout(ms)=600000) ran for 600060 milliseconds before timing out.',
    'Some NCCL operations have failed or timed out.',
    "ProcessGroupNCCL's watchdog got stuck for 480 seconds without making progress in monitoring enqueued collectives.",
    'Timed out waiting 1800000ms for recv operation to complete',
    'Rank 1 failed to pass monitoredBarrier in 1800000 ms'
  ],
  refines: ['kernel/aborted', 'parallel/nccl', 'parallel/spawn-wrapper'],
  signs: [
    { where: 'message', pattern: WATCHDOG, read: readWork },
    { where: 'log', fatal: true, pattern: WATCHDOG, read: readWork },
    // ProcessGroupNCCL's heartbeat: the watchdog itself stands still.
    ...said(
      /watchdog got stuck for (?<seconds>\d{1,6}) seconds without making progress|Heartbeat monitor timed out! Process will be terminated/,
      {
        confidence: 'likely',
        read: groups => ({ ...groups, stuck: 'yes' })
      }
    ),
    // What is left of the watchdog's lines in a log that was cut.
    ...said(
      /due to a collective timeout from rank \d|failure detected by watchdog at work sequence id|\) detected by watchdog at work: \d/,
      { confidence: 'likely' }
    ),
    ...said(/Some NCCL operations have failed or timed out/, {
      // Printed for a failed operation too: only without an error of its own.
      when: reading => !reading.mentions('NCCL error: '),
      confidence: 'likely'
    }),
    ...said(
      /Timed out waiting (?<milliseconds>\d+)ms for (?<operation>send|recv) operation to complete|unbound_buffer\.cc:\d{1,5}\] Timed out waiting \d/,
      { read: readSeconds }
    ),
    ...said(
      /Ranks? (?<missing>\d+(?:, ?\d+)*) failed to pass monitoredBarrier in (?<milliseconds>\d+) ms/,
      { read: readSeconds }
    )
  ],
  page(trans, { seconds, operation, missing, stuck }) {
    const waited =
      seconds === undefined
        ? trans.__('longer than the limit')
        : trans.__('%1 s', seconds);
    return {
      title:
        missing !== undefined
          ? missingTitle(trans, missing)
          : stuck !== undefined
            ? trans.__('A CUDA or NCCL call of this rank hangs')
            : trans.__('The ranks waited for one that did not come'),
      cause:
        stuck === undefined
          ? trans.__(
              'An operation that all ranks must call (%1) waited %2. One of them did something else in the meantime: it failed, still loads or saves, skipped the call, or had fewer batches.',
              operation ?? trans.__('a collective'),
              waited
            )
          : trans.__(
              'The thread that watches the collectives stood still %1, so the process was ended. A CUDA or NCCL call hangs: often another rank failed or waits elsewhere, more rarely a thread holds Python’s lock inside a CUDA call.',
              waited
            ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Find the rank that failed or hangs'),
          detail: trans.__(
            'Read all ranks’ logs for an error that came before the timeout; py-spy dump --pid shows where a living one stands.'
          ),
          code: '$ TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1 torchrun --nproc_per_node=2 --log-dir=logs --redirects=3 train.py'
        },
        {
          safety: 'check',
          title: trans.__('Let all ranks make the same number of steps'),
          detail: trans.__(
            'A DistributedSampler gives equal shares; with drop_last the last batch is equal too. Otherwise use the Join context.'
          ),
          code: 'DataLoader(dataset, sampler=DistributedSampler(dataset, drop_last=True))'
        },
        {
          safety: 'check',
          title: trans.__(
            'Work of rank 0 alone: let the others wait for it rightly'
          ),
          detail: trans.__(
            'No collective inside “if rank == 0”. Long downloads and evaluations belong before or between barriers.'
          ),
          code: 'if rank == 0:\n    prepare()\ndist.barrier()'
        },
        {
          safety: 'check',
          title: trans.__('The work is just long: wait longer'),
          code: "from datetime import timedelta\n\ndist.init_process_group('nccl', timeout=timedelta(hours=2))"
        },
        {
          safety: 'diagnostic',
          title: trans.__('Check what the ranks call, against each other'),
          code: '$ TORCH_DISTRIBUTED_DEBUG=DETAIL torchrun --nproc_per_node=2 train.py'
        }
      ],
      notThis: [
        trans.__(
          'A rank raised an error first (a CUDA assertion, out of memory): then that is the cause, and the timeout what the others saw.'
        ),
        trans.__(
          'It happens in the very first operation: then the network or NCCL’s connection between the GPUs may not work at all.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: environment variables of ProcessGroupNCCL'),
          url: 'https://docs.pytorch.org/docs/stable/torch_nccl_environment_variables.html'
        },
        {
          title: trans.__('PyTorch: debugging distributed programs'),
          url: `${LINKS.distributed}#debugging-torch-distributed-applications`
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        '[Rank 0]: Ranks 2, 3 failed to pass monitoredBarrier in 1800000 ms',
      torch: '1.9',
      origin: 'reference',
      values: { missing: '2, 3', seconds: '1800' }
    },
    {
      kind: 'text',
      stderr:
        "[rank1]:[E101 10:00:00.000000000 ProcessGroupNCCL.cpp:1743] [PG ID 0 PG GUID 0(default_pg) Rank 1] ProcessGroupNCCL's watchdog got stuck for 480 seconds without making progress in monitoring enqueued collectives. This typically indicates a NCCL/CUDA API (e.g., CudaEventDestroy) hang blocking the watchdog, and could be triggered by another thread holding the GIL inside a CUDA api\n",
      torch: '2.7',
      origin: 'reference',
      values: { stuck: 'yes', seconds: '480' }
    },
    {
      kind: 'text',
      stderr:
        '[rank0]:[E101 10:00:00.000000000 ProcessGroupNCCL.cpp:2268] [PG ID 1 PG GUID 1 Rank 0]  failure detected by watchdog at work sequence id: 31 PG status: last enqueued work: 40, last completed work: 30\n',
      torch: '2.7',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        '[rank3]:[E ProcessGroupNCCL.cpp:563] [Rank 3] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1580, OpType=ALLREDUCE, NumelIn=466119168, NumelOut=466119168, Timeout(ms)=600000) ran for 600060 milliseconds before timing out.\n',
      torch: '2.2',
      origin: 'reference',
      values: { operation: 'ALLREDUCE', seconds: '600', sequence: '1580' }
    },
    {
      kind: 'text',
      stderr:
        "terminate called after throwing an instance of 'std::runtime_error'\n  what():  [Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=8, OpType=BROADCAST, Timeout(ms)=1800000) ran for 1802212 milliseconds before timing out.\n",
      torch: '1.13',
      origin: 'reference',
      values: { operation: 'BROADCAST', seconds: '1800' }
    },
    {
      ename: 'ProcessRaisedException',
      evalue:
        '\n\n-- Process 0 terminated with the following error:\nTraceback (most recent call last):\n  File "/env/lib/python3.11/site-packages/torch/multiprocessing/spawn.py", line 87, in _wrap\n    fn(i, *args)\n  File "<ipython-input-1-cd2eead8a550>", line 6, in work\n    dist.monitored_barrier(timeout=datetime.timedelta(seconds=1))\nRuntimeError: [Rank 0]: Rank 1 failed to pass monitoredBarrier in 1000 ms\n',
      torch: '2.13',
      origin: 'run',
      values: { missing: '1', seconds: '1' }
    }
  ],
  nearMisses: [
    { ename: 'TimeoutError', evalue: 'Ranks 1, 2 failed to pass the test' },
    {
      kind: 'text',
      stderr: 'kernel: watchdog: BUG: soft lockup - CPU#3 stuck for 22s!'
    },
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader timed out after 5 seconds'
    },
    {
      ename: 'DistBackendError',
      evalue:
        'NCCL error in: ProcessGroupNCCL.cpp:1691, internal error, NCCL version 2.19.3'
    }
  ],
  reproduction: {
    raises: [
      'import datetime, tempfile, time',
      'import torch.distributed as dist',
      'import torch.multiprocessing as mp',
      'def work(rank, folder):',
      "    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=rank, world_size=2)",
      '    if rank == 0:',
      '        dist.monitored_barrier(timeout=datetime.timedelta(seconds=1))',
      '    time.sleep(60)  # rank 1 is busy elsewhere, until it is ended with rank 0',
      'with tempfile.TemporaryDirectory() as folder:',
      "    mp.start_processes(work, args=(folder,), nprocs=2, start_method='fork')"
    ].join('\n'),
    fixed: [
      'import datetime, tempfile',
      'import torch.distributed as dist',
      'import torch.multiprocessing as mp',
      'def work(rank, folder):',
      "    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=rank, world_size=2)",
      '    dist.monitored_barrier(timeout=datetime.timedelta(seconds=20))',
      '    dist.destroy_process_group()',
      'with tempfile.TemporaryDirectory() as folder:',
      "    mp.start_processes(work, args=(folder,), nprocs=2, start_method='fork')"
    ].join('\n')
  }
};

export default entry;
