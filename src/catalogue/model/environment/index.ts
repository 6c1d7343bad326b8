import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check, pip } from '../../fix';
import { failedLine, printedText } from '../../predicates';
import { messageOrLog } from '../../signs';
import { fitting } from '../../shared/fitting';

/** stable_baselines3/common/env_checker.py. */
const NO_ENV =
  /Your environment must inherit from the (?<library>gym|gymnasium)\.Env class/;

/** stable_baselines3/common/base_class.py. */
const ACTIONS =
  /The algorithm only supports (?<supported>.{1,400}?) as action spaces but (?<space>\w{1,40}\([^\n]{0,120}\)) was provided/;

/** stable_baselines3/common/base_class.py and vec_env/patch_gym.py. */
const OLD_GYM =
  /The environment is of type <class ["'](?<type>[\w.]{1,100})["']>, not a Gymnasium environment/;

/** What step() and reset() give is unpacked, or used, otherwise. */
const UNPACKED =
  /^(?:too many values to unpack \(expected (?<room>[1-9])\)?|not enough values to unpack \(expected (?<wanted>[1-9]), got (?<got>[1-9])\))/;

/** The observation of an old reset() is used as it was. */
const TUPLE =
  /expected np\.ndarray \(got tuple\)|["']tuple["'] object has no attribute ["'](?:shape|reshape|astype|copy|flatten|size|dim|unsqueeze|to)["']|setting an array element with a sequence|float\(\) argument must be a string or a (?:real )?number, not ["'](?:dict|tuple)["']/;

const STEP = /=\s*[\w.[\]]{0,40}\.step\(/;

function unpacks(reading: IReading): 'step' | 'reset' | undefined {
  const line = failedLine(reading);
  const isEnv = /\b(?:env|environment|game|gym)\w{0,12}\b/i.test(line);
  return !isEnv
    ? undefined
    : STEP.test(line)
      ? 'step'
      : /,.{0,60}=.{0,60}\.reset\(/.test(line)
        ? 'reset'
        : undefined;
}

/** `state = env.reset()`, and no part of it. */
const KEPT =
  /\b(?:state|obs|observation|s)\w{0,8} ?= ?[\w.]{0,20}\benv\w{0,10}\.reset\([\w=]{0,20}\)(?!\[)/i;

/** Whether the code keeps all that reset() gives as the state. */
function keepsTuple(reading: IReading): boolean {
  return KEPT.test(printedText(reading));
}

export default define({
  id: 'model/environment',
  answers: [
    'ValueError: too many values to unpack (expected 4): env.step()',
    'TypeError: expected np.ndarray (got tuple): env.reset()',
    'AssertionError: Your environment must inherit from the gymnasium.Env class',
    'AssertionError: The algorithm only supports Discrete as action spaces but Box was provided'
  ],
  refines: [
    'python/assertion',
    'python/unpacking',
    'tensor/already-array',
    'tensor/numpy-object',
    'tensor/not-a-tensor',
    'python/missing-attribute'
  ],
  values: ['library', 'space', 'type', 'room', 'wanted', 'got'],
  signs: [
    {
      where: 'message',
      ename: /^ValueError$/,
      pattern: UNPACKED,
      when: reading => unpacks(reading) !== undefined,
      confidence: 'likely',
      read: (groups, reading) => ({
        ...groups,
        kind:
          unpacks(reading) === 'step'
            ? groups.room
              ? ('step' as const)
              : ('four' as const)
            : ('bare' as const)
      })
    }
  ],
  kinds: {
    step: {
      words: (trans, { room = '4' }) => ({
        title: trans.__('step() gives five values, the line takes %1', room),
        cause: trans.__(
          'Since gym 0.26, and in Gymnasium, step() gives observation, reward, terminated, truncated and info. The code was written for the older one, which gave a single done.'
        ),
        fixes: [
          check(
            trans.__('Take all five'),
            'state, reward, terminated, truncated, info = env.step(action)\ndone = terminated or truncated'
          ),
          check(
            trans.__('And let reset() give observation and info'),
            'state, info = env.reset()',
            trans.__(
              'A vectorised environment of stable-baselines3 keeps the old four, and reset() its observation alone.'
            )
          )
        ]
      })
    },
    four: {
      words: (trans, { wanted = '5', got = '4' }) => ({
        title: trans.__(
          'step() gives %1 values, the line takes %2',
          got,
          wanted
        ),
        cause: trans.__(
          'gym before 0.26, and the vectorised environments of stable-baselines3, give observation, reward, done and info. The line was written for Gymnasium, which parts done into terminated and truncated.'
        ),
        fixes: [
          check(
            trans.__('Take the four'),
            'state, reward, done, info = env.step(action)'
          ),
          pip({
            title: trans.__('Or use Gymnasium'),
            line: '%pip install gymnasium',
            detail: trans.__('Then import gymnasium as gym.')
          })
        ]
      })
    },
    bare: {
      words: trans => ({
        title: trans.__('reset() gives something else than the line takes'),
        cause: trans.__(
          'Gymnasium, and gym since 0.26, give observation and info. Older ones, and the vectorised environments of stable-baselines3, give the observation alone.'
        ),
        fixes: [
          check(trans.__('Take the observation alone'), 'state = env.reset()'),
          check(
            trans.__('See what it gives'),
            'print(type(env), type(env.reset()))'
          )
        ]
      })
    },
    tuple: {
      signs: [
        {
          where: 'message',
          pattern: TUPLE,
          when: keepsTuple,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('reset() gives a tuple: observation and info'),
        cause: trans.__(
          'Since gym 0.26, and in Gymnasium, reset() gives the observation and a dictionary. The code keeps both as the state and hands them on as one array.'
        ),
        fixes: [
          check(trans.__('Part the two'), 'state, info = env.reset()'),
          check(
            trans.__('And take the five values of step()'),
            'state, reward, terminated, truncated, info = env.step(action)'
          )
        ]
      })
    },
    checked: {
      signs: messageOrLog(NO_ENV, { confidence: 'likely' }),
      words: (trans, { library = 'gymnasium' }) => ({
        title: trans.__('check_env() was not given a %1.Env', library),
        cause: trans.__(
          'check_env() looks at one plain environment, whose class builds on %1.Env. Usually it was given a wrapped one (make_vec_env, DummyVecEnv, SubprocVecEnv), or one that builds on the other of gym and Gymnasium.',
          library
        ),
        fixes: [
          check(
            trans.__('Check the environment before it is wrapped'),
            'env = MyEnv()\ncheck_env(env)\nvec_env = DummyVecEnv([lambda: env])'
          ),
          check(
            trans.__('A class of yours: build it on this Env'),
            `import ${library} as gym\n\nclass MyEnv(gym.Env):\n    ...`
          )
        ]
      })
    },
    actions: {
      signs: messageOrLog(ACTIONS),
      words: (trans, { space = 'Box(-1.0, 1.0, (2,), float32)' }) => {
        const isBox = space.startsWith('Box');
        return {
          title: trans.__(
            'This algorithm does not take %1 actions',
            space.split('(')[0]
          ),
          cause: trans.__(
            'The actions of the environment are %1, and the algorithm was made for another kind.',
            fitting(space, 80) ?? space.split('(')[0]
          ),
          fixes: [
            check(
              isBox
                ? trans.__('Take one for continuous actions')
                : trans.__('Take one for discrete actions'),
              isBox
                ? "from stable_baselines3 import SAC  # or PPO, TD3, DDPG, A2C\nmodel = SAC('MlpPolicy', env)"
                : "from stable_baselines3 import DQN  # or PPO, A2C\nmodel = DQN('MlpPolicy', env)"
            ),
            check(
              trans.__('Or let a wrapper give other actions'),
              'import gymnasium as gym\n\nclass Actions(gym.ActionWrapper):\n    def action(self, action):\n        ...'
            )
          ]
        };
      }
    },
    old: {
      signs: messageOrLog(OLD_GYM),
      words: (trans, { type = 'gym.core.Env' }) => ({
        title: trans.__('The environment is of gym, not of Gymnasium'),
        cause: trans.__(
          'stable-baselines3 since 2.0 works on Gymnasium, and the environment is a %1. gym has ended.',
          type
        ),
        fixes: [
          check(
            trans.__('Make the environment with Gymnasium'),
            "import gymnasium as gym\nenv = gym.make('CartPole-v1')"
          ),
          pip({
            title: trans.__('Or let shimmy translate'),
            line: '%pip install "shimmy>=2.0"'
          })
        ]
      })
    }
  },
  common: trans => ({
    links: [
      {
        title: trans.__('Gymnasium: from gym to Gymnasium'),
        url: 'https://gymnasium.farama.org/introduction/migration_guide/'
      },
      {
        title: trans.__('stable-baselines3: environments of one’s own'),
        url: 'https://stable-baselines3.readthedocs.io/en/master/guide/custom_env.html'
      }
    ]
  })
});
