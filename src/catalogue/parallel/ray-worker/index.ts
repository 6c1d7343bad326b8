import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type IWords } from '../../define';
import { messageOrLog } from '../../signs';

/** ray/exceptions.py of Ray 2.60. */
const WORKER = /The worker died unexpectedly while executing this task\./;
const ACTOR =
  /The actor died unexpectedly before finishing this task\.(?: class_name: (?<name>\w{1,80})\b)?/;

/** What Ray adds of an actor that left by `sys.exit()`. */
const LEFT =
  /Worker exit detail: Worker exits unexpectedly\. Worker exits with an exit code (?<code>\d{1,3})\b/;

/** A process is gone, and with it the reason. */
const words = (trans: ITranslate, title: string): IWords => ({
  title,
  cause: trans.__(
    'It ended without an exception of Python, so the error is not here: either it crashed in native code, left through os._exit(), or was ended, as the system does for want of memory. Its own log says which.'
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

/** What Ray says of an actor's end, where that is no crash. */
function kindOf(reading: IReading) {
  if (reading.mentions('because it was killed by `ray.kill`')) {
    return { kind: 'ordered', call: 'ray.kill()' } as const;
  }
  if (reading.mentions('exit_actor() is called.')) {
    return { kind: 'ordered', call: 'exit_actor()' } as const;
  }
  return reading.mentions('because all references to the actor were removed')
    ? ({ kind: 'dropped' } as const)
    : ({ kind: 'actor' } as const);
}

export default define({
  id: 'parallel/ray-worker',
  answers: [
    'The worker died unexpectedly while executing this task. Check python-core-worker-*.log files for more information.',
    'ActorDiedError: The actor died unexpectedly before finishing this task.'
  ],
  values: ['name', 'call', 'code'],
  signs: [
    ...messageOrLog(LEFT, {
      read: groups => ({ ...groups, kind: 'left' as const })
    }),
    ...messageOrLog(ACTOR, {
      read: (groups, reading) => ({ ...groups, ...kindOf(reading) })
    })
  ],
  kinds: {
    worker: {
      signs: messageOrLog(WORKER),
      words: trans => words(trans, trans.__('The process of a Ray task died'))
    },
    actor: {
      words: (trans, { name }) =>
        words(
          trans,
          name
            ? trans.__('The process of the Ray actor %1 died', name)
            : trans.__('The process of a Ray actor died')
        )
    },
    left: {
      words: (trans, { code = '1' }) => ({
        title: trans.__('A Ray actor ended itself with status %1', code),
        cause: trans.__(
          'No crash and no want of memory: code in the actor, or in a library that it uses, called sys.exit(). Ray lets that end the process.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('To stop a call, raise an error instead'),
            detail: trans.__('Ray hands it on with its traceback.'),
            code: "raise RuntimeError('stop here')  # not sys.exit(1)"
          },
          {
            safety: 'diagnostic',
            title: trans.__(
              'Search the code and what it imports for exit calls'
            ),
            code: '$ grep -rnE "sys\\.exit|quit\\(|exit\\(" --include=*.py .'
          }
        ]
      })
    },
    ordered: {
      words: (trans, { name, call = 'ray.kill()' }) => ({
        title: name
          ? trans.__('The Ray actor %1 has been ended by %2', name, call)
          : trans.__('The Ray actor has been ended by %1', call),
        cause: trans.__(
          'Nothing crashed: the program itself called %1. What an actor had not answered by then fails like this, and so does every later call.',
          call
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Wait for its last result before you end it'),
            code: 'result = ray.get(actor.step.remote())\nray.kill(actor)'
          },
          {
            safety: 'check',
            title: trans.__('To go on, make a new actor'),
            code: 'actor = Trainer.remote()'
          },
          {
            safety: 'diagnostic',
            title: trans.__('Find who ends it'),
            code: "$ grep -rnE 'ray\\.kill|exit_actor' --include=*.py ."
          }
        ]
      })
    },
    dropped: {
      words: (trans, { name }) => ({
        title: name
          ? trans.__('Nothing held the Ray actor %1 any more', name)
          : trans.__('Nothing held the Ray actor any more'),
        cause: trans.__(
          'Nothing crashed: Ray ends an actor when the last variable that holds it is gone. A handle of ray.get_actor() does not count.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Keep the first handle while the actor is needed'),
            code: 'actor = Trainer.remote()  # in a variable that stays'
          },
          {
            safety: 'check',
            title: trans.__('Or detach it: it then lives until ray.kill()'),
            code: "actor = Trainer.options(name='trainer', lifetime='detached').remote()"
          }
        ]
      })
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
