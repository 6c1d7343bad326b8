import type { ITranslate } from '../../../diagnosis/types';
import { define, type IWords } from '../../define';
import { messageOrLog } from '../../signs';

/** ray/exceptions.py of Ray 2.60. */
const WORKER = /The worker died unexpectedly while executing this task\./;
const ACTOR =
  /The actor died unexpectedly before finishing this task\.(?: class_name: (?<name>\w{1,80})\b)?/;

/** A process is gone, and with it the reason. */
const words = (trans: ITranslate, title: string): IWords => ({
  title,
  cause: trans.__(
    'It ended without an exception of Python, so the error is not here: it crashed in native code, or it was ended, as the system does for want of memory. Its own log says which.'
  ),
  fixes: [
    {
      safety: 'diagnostic',
      title: trans.__('Read the end of the process’s log'),
      detail: trans.__(
        'On the machine that ran it. A stack after “Fatal Python error” or SIGSEGV is a crash; “low on memory” in raylet.out is Ray’s own doing.'
      ),
      code: '$ tail -n 40 /tmp/ray/session_latest/logs/python-core-worker-*.log'
    },
    {
      safety: 'diagnostic',
      title: trans.__('See whether the system ended it for want of memory'),
      code: "$ sudo dmesg -T | grep -i 'killed process' | tail -n 5"
    },
    {
      safety: 'diagnostic',
      title: trans.__('Run the same work once without Ray'),
      detail: trans.__(
        'A crash then ends this kernel, and its black box names the line.'
      ),
      code: 'train(config)  # the plain function, without @ray.remote and .remote()'
    }
  ]
});

export default define({
  id: 'parallel/ray-worker',
  answers: [
    'The worker died unexpectedly while executing this task. Check python-core-worker-*.log files for more information.',
    'ActorDiedError: The actor died unexpectedly before finishing this task.'
  ],
  values: ['name'],
  kinds: {
    worker: {
      signs: messageOrLog(WORKER),
      words: trans => words(trans, trans.__('The process of a Ray task died'))
    },
    actor: {
      signs: messageOrLog(ACTOR),
      words: (trans, { name }) =>
        words(
          trans,
          name
            ? trans.__('The process of the Ray actor %1 died', name)
            : trans.__('The process of a Ray actor died')
        )
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A task that raised an exception: Ray then shows RayTaskError with the traceback of that process.'
      )
    ],
    links: [
      {
        title: trans.__('Ray: where its logs lie'),
        url: 'https://docs.ray.io/en/latest/ray-observability/user-guides/configure-logging.html'
      },
      {
        title: trans.__('Ray: when the memory runs out'),
        url: 'https://docs.ray.io/en/latest/ray-core/scheduling/ray-oom-prevention.html'
      }
    ]
  })
});
