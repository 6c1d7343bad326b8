import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { fitting } from '../../shared/fitting';

/** Games of the Atari 2600, which ale-py brings. */
const ATARI = /NoFrameskip|Deterministic|-ram$|^ALE\b/;

export default define({
  id: 'model/gym-environment',
  answers: [
    'Namespace ALE not found. Have you installed the proper package for ALE?',
    "Environment `PongNoFrameskip` doesn't exist.",
    'Environment version v2 for `LunarLander` is deprecated. Please use `LunarLander-v3` instead.',
    "tensor(1) (<class 'torch.Tensor'>) invalid",
    "'TimeLimit' object has no attribute 'seed'"
  ],
  values: ['name', 'instead', 'action', 'type', 'shape', 'wanted', 'method'],
  kinds: {
    // gymnasium/envs/registration.py, and that of gym since 0.22.
    name: {
      signs: [
        ...messageOrLog(
          /Environment `(?<name>[\w./:-]{1,80})` doesn['’]t exist(?: in namespace [\w.-]{1,60})?\.(?: Did you mean: `(?<instead>[\w./-]{1,80})`\?)?|No registered env with id: (?<older>[\w./:-]{1,80})/,
          {
            confidence: 'likely',
            read: ({ name, instead, older }) => ({
              name: name ?? older,
              instead
            })
          }
        ),
        ...messageOrLog(
          /Namespace (?<name>[\w.-]{1,60}) not found\. Have you installed the proper package/,
          { confidence: 'likely' }
        )
      ],
      words: (trans, { name, instead }) => ({
        title: fitting(name, 24)
          ? trans.__('No environment “%1” is registered', name)
          : trans.__('No environment of this name is registered'),
        cause: trans.__(
          'make() finds an environment once the package that brings it was imported and has registered it, in gymnasium or in the older gym: each has a list of its own. Either the package is not there, or the name is another.'
        ),
        fixes: [
          ...(ATARI.test(name ?? '')
            ? [
                check(
                  trans.__('Atari: install ale-py, and register its games'),
                  '%pip install "gymnasium[atari]"\nimport ale_py\nimport gymnasium as gym\n\ngym.register_envs(ale_py)\nenv = gym.make(\'ALE/Pong-v5\')'
                )
              ]
            : [
                ...(instead
                  ? [
                      check(
                        trans.__('Take the name that is proposed'),
                        `env = gym.make('${instead}')`
                      )
                    ]
                  : []),
                check(
                  trans.__('Import the package that brings it, before make()'),
                  "import gymnasium as gym\nimport gymnasium_robotics  # the package of your environment\n\ngym.register_envs(gymnasium_robotics)\nenv = gym.make('FetchReach-v4')",
                  trans.__(
                    'Your own class: gym.register(id=…, entry_point=…) in the same kernel.'
                  )
                )
              ]),
          {
            safety: 'diagnostic',
            title: trans.__('See the names there are'),
            code: 'import gymnasium as gym\ngym.pprint_registry()'
          }
        ]
      })
    },
    version: {
      signs: [
        ...messageOrLog(
          /Environment version `?v\d{1,3}`? for (?:environment )?`(?<name>[\w./-]{1,80})` (?:is deprecated|doesn['’]t exist)\.(?: Please use `(?<instead>[\w./-]{1,80})` instead| Did you mean `(?<meant>[\w./-]{1,80})`\?)?/,
          {
            confidence: 'likely',
            read: ({ name, instead, meant }) => ({
              name,
              instead: instead ?? meant
            })
          }
        ),
        // gym up to 0.21, which lists what it has.
        {
          where: 'message',
          pattern:
            /Env (?<name>[\w./:-]{1,80}) not found \(valid versions include \[(?:["'][\w./:-]{1,80}["'], ){0,8}["'](?<instead>[\w./:-]{1,80})["']\]\)/,
          confidence: 'likely'
        }
      ],
      words: (trans, { name, instead }) => ({
        title: fitting(name, 20)
          ? trans.__('This version of “%1” is not here', name)
          : trans.__('This version of the environment is not here'),
        cause: trans.__(
          'An environment gets a new number whenever its rewards or rules change, and the installed release has other numbers than this name asks for.'
        ),
        fixes: [
          check(
            trans.__('Take the version that is here'),
            `env = gym.make('${instead ?? 'LunarLander-v3'}')`
          ),
          check(
            trans.__('To repeat older results: the release of then'),
            '%pip install "gymnasium<1.0"  # or the gym that the project names'
          )
        ]
      })
    },
    // The same file: an id is a name and a number.
    unnumbered: {
      signs: messageOrLog(
        /(?:Attempted to look up malformed|Malformed) environment ID: (?:b?["'])?(?<name>[\w./:-]{1,80})["']?\. ?\(Currently all IDs must be of the form/,
        { confidence: 'likely' }
      ),
      words: (trans, { name = 'Walker2d' }) => ({
        title: fitting(name, 22)
          ? trans.__('“%1” lacks the number of its version', name)
          : trans.__('The id lacks the number of its version'),
        cause: trans.__(
          'make() was given %1. The id of an environment ends in the version of its rules, as in -v4.',
          name
        ),
        fixes: [
          check(
            trans.__('Write the id with its number'),
            `env = gym.make('${name}-v4')  # one of those that it has, see below`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which numbers there are'),
            code: `print([one for one in gym.envs.registry if '${name}' in str(one)])  # gym up to 0.25: gym.envs.registry.all()`
          }
        ]
      })
    },
    action: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^(?<action>[\w([\]).,= -]{1,80}) \(<class '(?<type>[\w.]{1,40})'>\) invalid$/,
          ename: /^AssertionError$/
        }
      ],
      words: (trans, { action, type }) => ({
        title: trans.__('The environment refuses this action'),
        cause: /\b(?:torch\.Tensor|numpy\.ndarray)$/.test(type ?? '')
          ? trans.__(
              'step() wants an action out of env.action_space, a plain integer for a Discrete one, and got a %1.',
              type?.endsWith('Tensor') ? 'tensor' : 'NumPy array'
            )
          : trans.__(
              'step() got the action %1, which is not in env.action_space: often the network has more outputs than the environment has actions, or the space begins at another number.',
              action ?? ''
            ),
        fixes: /\b(?:torch\.Tensor|numpy\.ndarray)$/.test(type ?? '')
          ? [
              check(
                trans.__('Hand over the number in it'),
                'state, reward, terminated, truncated, info = env.step(action.item())',
                trans.__(
                  'Continuous actions: action.detach().cpu().numpy(), of the shape of env.action_space.'
                )
              )
            ]
          : [
              check(
                trans.__('As many outputs as there are actions'),
                'n_actions = env.action_space.n\nself.head = nn.Linear(hidden, n_actions)'
              ),
              {
                safety: 'diagnostic',
                title: trans.__('See the space'),
                code: 'print(env.action_space, env.action_space.sample())'
              }
            ]
      })
    },
    observation: {
      // stable_baselines3/common/utils.py and env_checker.py.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^(?:Error: )?Unexpected observation shape (?<shape>\([\d, ]{0,60}\)) for \w{1,30} environment(?:, please use (?<wanted>\([\d, ]{0,60}\)))?/
        },
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^(?:Error while checking key=\w{1,60}: )?The observation returned by the `?(?<method>reset|step)\(\)`? method (?:does not match the|must be a|should not be)\b/
        }
      ],
      words: (trans, { shape, wanted, method }) => ({
        title: trans.__('The observation does not fit its space'),
        cause: shape
          ? wanted
            ? trans.__(
                'The model was made for the observation space of its environment, %1, and got an observation of the shape %2.',
                wanted,
                shape
              )
            : trans.__(
                'The model was made for the observation space of its environment, and got an observation of the shape %1.',
                shape
              )
          : trans.__(
              '%1() gives back an observation that env.observation_space does not describe: its shape, its number type or its kind is another.',
              method ?? 'reset'
            ),
        fixes: [
          check(
            trans.__('Describe what the environment gives, as it is'),
            'self.observation_space = gym.spaces.Box(-np.inf, np.inf, shape=(4,), dtype=np.float32)\n\ndef _observe(self):\n    return np.asarray(self.state, dtype=np.float32)  # this shape, this type'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('Compare the two'),
            code: 'obs, info = env.reset()\nprint(env.observation_space, getattr(obs, "shape", type(obs)), getattr(obs, "dtype", ""))'
          }
        ]
      })
    },
    method: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^'(?:TimeLimit|OrderEnforcing|PassiveEnvChecker|\w{1,40}Env)' object has no attribute '(?<method>seed)'/,
          ename: /^AttributeError$/
        }
      ],
      words: trans => ({
        title: trans.__('Environments have no seed() any more'),
        cause: trans.__(
          'Since gym 0.26, and in gymnasium, the seed is given to reset(). reset() then also gives two values back, and step() five.'
        ),
        fixes: [
          check(
            trans.__('Give the seed to reset()'),
            'state, info = env.reset(seed=0)\nenv.action_space.seed(0)'
          ),
          check(
            trans.__('Old code as it is: gym of then'),
            '%pip install "gym==0.21.0"',
            trans.__('It needs Python 3.10 or older, and setuptools before 66.')
          )
        ]
      })
    },
    reset: {
      signs: [
        ...messageOrLog(
          /Cannot call `?env\.(?<method>step|render)\(\)`? before calling `?env\.reset\(\)/,
          { confidence: 'likely' }
        )
      ],
      words: trans => ({
        title: trans.__('The environment was not reset before'),
        cause: trans.__(
          'An episode begins with reset(), and each new one again: after make(), and once step() has said terminated or truncated.'
        ),
        fixes: [
          check(
            trans.__('Reset before the first step of each episode'),
            'state, info = env.reset()\ndone = False\nwhile not done:\n    state, reward, terminated, truncated, info = env.step(env.action_space.sample())\n    done = terminated or truncated'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'An observation of the right shape that a layer refuses is a matter of the network, as is a nan in its output.'
      )
    ],
    links: [
      {
        title: trans.__('Gymnasium: environments and their registry'),
        url: 'https://gymnasium.farama.org/api/registry/'
      },
      {
        title: trans.__('Stable-Baselines3: custom environments'),
        url: 'https://stable-baselines3.readthedocs.io/en/master/guide/custom_env.html'
      }
    ]
  })
});
