import { define } from '../../define';
import { check, pip } from '../../fix';
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

export default define({
  id: 'model/gym-step',
  answers: [
    'AssertionError: Your environment must inherit from the gymnasium.Env class',
    'AssertionError: The algorithm only supports Discrete as action spaces but Box was provided',
    'The environment is of type gym.core.Env, not a Gymnasium environment.'
  ],
  refines: ['python/assertion'],
  values: ['library', 'space', 'type'],
  kinds: {
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
    notThis: [
      trans.__(
        'A vectorised environment is no Env: model = PPO("MlpPolicy", vec_env) takes it all the same.'
      )
    ],
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
