import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { textFrom } from '../../shared/text-from';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';

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

function timeoutFixes(trans: ITranslate): IFix[] {
  return [
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
  ];
}

/** How long it waited. */
function waited(trans: ITranslate, seconds: string | undefined): string {
  return seconds === undefined
    ? trans.__('longer than the limit')
    : trans.__('%1 s', seconds);
}

export default define({
  id: 'parallel/nccl-timeout',
  answers: [
    'Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1580, OpType=ALLREDUCE, Timeout(ms)=600000) ran for 600060 milliseconds before timing out.',
    'Some NCCL operations have failed or timed out.',
    "ProcessGroupNCCL's watchdog got stuck for 480 seconds without making progress in monitoring enqueued collectives.",
    'Timed out waiting 1800000ms for recv operation to complete',
    'Rank 1 failed to pass monitoredBarrier in 1800000 ms'
  ],
  refines: ['kernel/aborted', 'parallel/nccl', 'parallel/spawn-wrapper'],
  values: ['seconds', 'operation', 'missing'],
  // Of no kind: a rank that hangs prints such lines as well.
  signs: [
    { where: 'message', pattern: WATCHDOG, read: readWork },
    { where: 'log', fatal: true, pattern: WATCHDOG, read: readWork },
    // What is left of the watchdog's lines in a log that was cut.
    ...messageOrLog(
      /due to a collective timeout from rank \d|failure detected by watchdog at work sequence id|\) detected by watchdog at work: \d/,
      { confidence: 'likely' }
    ),
    ...messageOrLog(/Some NCCL operations have failed or timed out/, {
      // Printed for a failed operation too: only without an error of its own.
      when: reading => !reading.mentions('NCCL error: '),
      confidence: 'likely'
    }),
    ...messageOrLog(
      /Timed out waiting (?<milliseconds>\d+)ms for (?<operation>send|recv) operation to complete|unbound_buffer\.cc:\d{1,5}\] Timed out waiting \d/,
      { read: readSeconds }
    ),
    ...messageOrLog(
      /Ranks? (?<missing>\d+(?:, ?\d+)*) failed to pass monitoredBarrier in (?<milliseconds>\d+) ms/,
      { read: readSeconds }
    )
  ],
  kinds: {
    waited: {
      words: (trans, { seconds, operation, missing }) => ({
        title:
          missing === undefined
            ? trans.__('The ranks waited for one that did not come')
            : missingTitle(trans, missing),
        cause: trans.__(
          'An operation that all ranks must call (%1) waited %2, and one of them did something else in the meantime. Usual: it failed, still loads or saves, skipped the call, or had fewer batches.',
          operation ?? trans.__('a collective'),
          waited(trans, seconds)
        ),
        fixes: timeoutFixes(trans)
      })
    },
    stuck: {
      // ProcessGroupNCCL's heartbeat: the watchdog itself stands still.
      signs: messageOrLog(
        /watchdog got stuck for (?<seconds>\d{1,6}) seconds without making progress|Heartbeat monitor timed out! Process will be terminated/,
        { confidence: 'likely' }
      ),
      words: (trans, { seconds, missing }) => ({
        title:
          missing === undefined
            ? trans.__('A CUDA or NCCL call of this rank hangs')
            : missingTitle(trans, missing),
        cause: trans.__(
          'The thread that watches the collectives stood still %1, so the process was ended. A CUDA or NCCL call hangs: often another rank failed or waits elsewhere, more rarely a thread holds Python’s lock inside a CUDA call.',
          waited(trans, seconds)
        ),
        fixes: timeoutFixes(trans)
      })
    }
  },
  common: trans => ({
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
  })
});
