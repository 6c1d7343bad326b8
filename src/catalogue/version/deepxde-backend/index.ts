import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define, type Sign } from '../../define';
import { check } from '../../fix';
import { passedThrough } from '../../predicates';

/** What it is asked for, and lacks under another backend. */
const LACKS: readonly RegExp[] = [
  /^No module named ["']deepxde\.nn\.(?:pytorch|tensorflow\w{0,20}|jax|paddle)\b/,
  /^module ["']deepxde\.nn(?:\.(?<used>\w{1,40}))?["'] has no attribute ["']\w{1,40}["']/
];

function setFirst(trans: ITranslate): IFix {
  return check(
    trans.__('Set it before the import, and restart the kernel'),
    "import os\nos.environ['DDEBACKEND'] = 'pytorch'\nimport deepxde as dde",
    trans.__(
      '!export has no effect beyond its own line, and quotes in the value count as a part of it.'
    )
  );
}

function setForGood(trans: ITranslate): IFix {
  return check(
    trans.__('Or for good, in ~/.deepxde/config.json'),
    '$ python -m deepxde.backend.set_default_backend pytorch'
  );
}

export default define({
  id: 'version/deepxde-backend',
  answers: [
    "ModuleNotFoundError: No module named 'deepxde.nn.pytorch'",
    "AttributeError: module 'deepxde.nn.tensorflow_compat_v1' has no attribute 'pytorch'",
    'NotImplementedError: Unsupported backend (DeepXDE)'
  ],
  refines: ['python/failed-import', 'python/missing-attribute'],
  values: ['used'],
  kinds: {
    other: {
      signs: LACKS.map((pattern): Sign<'used'> => ({
        where: 'message',
        pattern,
        confidence: 'likely'
      })),
      words: (trans, { used }) => ({
        title: trans.__('DeepXDE did not start with the backend PyTorch'),
        cause: used
          ? trans.__(
              'DeepXDE chooses its backend once, when it is imported, and dde.nn then has the networks of that alone: here %1.',
              used
            )
          : trans.__(
              'DeepXDE chooses its backend once, when it is imported, and dde.nn then has the networks of that alone: here another than the one asked for.'
            ),
        fixes: [
          setFirst(trans),
          setForGood(trans),
          check(
            trans.__('Then write the networks without the backend’s name'),
            "net = dde.nn.FNN([2] + [32] * 3 + [1], 'tanh', 'Glorot normal')"
          )
        ]
      })
    },
    unknown: {
      signs: [
        {
          where: 'message',
          ename: /^NotImplementedError$/,
          pattern: /^/,
          when: reading =>
            passedThrough(
              reading,
              /[\\/]deepxde[\\/]backend[\\/]\w{1,20}\.py$/
            ),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('DeepXDE does not know the backend that is set'),
        cause: trans.__(
          'The variable DDEBACKEND or the file ~/.deepxde/config.json names a backend that this DeepXDE does not have.'
        ),
        fixes: [
          setFirst(trans),
          setForGood(trans),
          {
            safety: 'diagnostic',
            title: trans.__('See what the two say'),
            code: '$ echo $DDEBACKEND; cat ~/.deepxde/config.json'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__('Where deepxde itself is not found, it is not installed.')
    ],
    links: [
      {
        title: trans.__('DeepXDE: working with different backends'),
        url: 'https://deepxde.readthedocs.io/en/latest/user/installation.html'
      }
    ]
  })
});
