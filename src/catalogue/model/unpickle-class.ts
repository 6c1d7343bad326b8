import type { IEntry, IReading } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';
import { inLoad } from './shared/loading';
import { libraryOf, otherVersion } from './shared/other-version';

/** Packages whose own pickles fail in this way, without torch. */
const OTHERS = String.raw`(?:pandas|sklearn|scipy|numpy|joblib|xgboost|lightgbm|catboost|keras|tensorflow|gensim|spacy|pyspark|flask|builtins)\b`;

/** A started process has no classes of the notebook: another entry's case. */
const STARTED = String.raw`(?:__mp_main__|multiprocessing)\b`;

const notStarted = ({ exceptions, log }: IReading): boolean =>
  !/spawn_main|popen_spawn|forkserver/.test(log) &&
  !exceptions.some(({ frames }) =>
    frames.some(({ file, func }) =>
      /multiprocessing[\\/]|spawn_main/.test(`${file} ${func}`)
    )
  );

/** A web server's own program, which may load a pickle of any library. */
const isServed = (reading: IReading): boolean =>
  ['bin/gunicorn', 'bin/uwsgi', 'bin/uvicorn', 'bin/flask'].some(program =>
    reading.mentions(program)
  ) && !reading.mentions('torch');

const entry: IEntry = {
  id: 'model/unpickle-class',
  answers: [
    "Can't get attribute 'Net' on <module '__main__'>",
    "Can't get attribute 'SPPF' on <module 'models.common' from …>",
    "ModuleNotFoundError: No module named 'models' in torch.load",
    "No module named 'numpy._core' in torch.load",
    "Can't get attribute '_rebuild_tensor_v2' on <module 'torch._utils' from …>"
  ],
  signs: [
    {
      where: 'message',
      pattern:
        /Can["']?t get attribute ["'](?<name>\w+)["'] on <module ["'](?<module>[\w.]+)["']/,
      when: inLoad
    },
    {
      where: 'message',
      pattern: new RegExp(
        String.raw`Can["']?t get attribute ["'](?<name>\w+)["'] on <module ["'](?<module>(?!__main__["'](?: \(built-in\)| from)|${OTHERS}|${STARTED})[\w.]+)["']`
      ),
      when: notStarted,
      confidence: 'likely'
    },
    // What only torch gives to pickle; the rest of the line may be cut off. The
    // second in Python 2's words.
    ...said(
      /(?:Can["']?t get attribute|'module' object has no attribute) ["'](?<name>_rebuild_(?:\w{0,40}tensor\w{0,40}|parameter\w{0,20}|from_type_v2|wrapper_subclass))["']/,
      { read: ({ name }) => ({ name, module: 'torch._utils' }) }
    ),
    // A script's own class; with a small letter it may be a worker's function.
    {
      where: 'message',
      pattern:
        /Can["']?t get attribute ["'](?<name>[A-Z]\w*)["'] on <module ["'](?<module>__main__)["'] from/,
      when: reading => notStarted(reading) && !isServed(reading),
      confidence: 'likely'
    },
    {
      where: 'message',
      pattern:
        /Can["']?t get attribute ["']__main__["'] on <module ["'](?<module>builtins)["']/,
      confidence: 'likely'
    },
    // torch 0.x compares the class's source with that of the file.
    {
      where: 'message',
      pattern: /^<module ["'](?<module>__main__)["']> is a built-in class/,
      when: inLoad
    },
    {
      where: 'message',
      // Python 2 printed no quotes.
      pattern: /No module named ["']?(?<module>[\w.]+)/,
      when: inLoad
    }
  ],
  page(trans, values) {
    const { name, module } = values;
    const library = libraryOf(values);
    if (library) {
      return otherVersion(trans, library, name ?? module ?? '');
    }
    const numpy = module?.startsWith('numpy._core') ?? false;
    return {
      title: numpy
        ? trans.__('The file was saved with NumPy 2, here is NumPy 1')
        : name && name.length <= 24
          ? trans.__('The file needs a class that is not here: %1', name)
          : trans.__('The file needs a class or module that is not here'),
      cause: numpy
        ? trans.__(
            'torch.save() stored NumPy values, and NumPy 2 calls their module numpy._core. NumPy 1 does not know that name.'
          )
        : name && module
          ? trans.__(
              'torch.save(model) stores the weights and only the name of the class, here %1 in module %2. When loading, the class must be found under that very name.',
              name,
              module
            )
          : module
            ? trans.__(
                'torch.save(model) stores the weights and only the name of the class, here in module %1. When loading, that module must be importable.',
                module
              )
            : trans.__(
                'torch.save(model) stores the weights and only the name of the class. When loading, the class must be found under that very name.'
              ),
      fixes: [
        ...(numpy
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Update NumPy'),
                code: '$ pip install --upgrade "numpy>=2"'
              }
            ]
          : [
              {
                safety: 'check' as const,
                title: trans.__('Define or import the class before loading'),
                code:
                  module && module !== '__main__' && name
                    ? `import sys\nsys.path.append('path/to/the/code')  # the folder that holds ${module.split('.')[0]}\nfrom ${module} import ${name}`
                    : `class ${name ?? 'Net'}(nn.Module):  # as it was when it was saved\n    ...`
              }
            ]),
        {
          safety: 'safe',
          title: trans.__('Next time save the weights only'),
          detail: trans.__('They fit wherever the class can be built.'),
          code: 'torch.save(model.state_dict(), path)'
        }
      ],
      notThis: [
        trans.__(
          'From a DataLoader or a process that was just started: then the class stands in the notebook, where the new process cannot see it.'
        )
      ],
      links: [
        LINKS.saving(trans),
        {
          title: trans.__('Python: what can be pickled'),
          url: 'https://docs.python.org/3/library/pickle.html#what-can-be-pickled-and-unpickled'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'AttributeError',
      evalue: "'module' object has no attribute '_rebuild_tensor_v2'",
      torch: '0.1',
      origin: 'reference',
      values: { name: '_rebuild_tensor_v2', module: 'torch._utils' }
    },
    {
      kind: 'text',
      stderr:
        "Can't get attribute '_rebuild_tensor_v2' on <module 'torch._utils' from '/env/lib/python3.6/site-packages/torch/_utils.py'>\n",
      torch: '0.3',
      origin: 'reference',
      values: { name: '_rebuild_tensor_v2', module: 'torch._utils' }
    },
    {
      ename: 'AttributeError',
      evalue:
        "Can't get attribute '_rebuild_tensor_v2' on <module 'torch._utils' from '/usr/lib/python3.6/site-packages/torch/_utils.py'>",
      source: "state = torch.load('net.pth')",
      torch: '0.3',
      origin: 'reference',
      values: { name: '_rebuild_tensor_v2', module: 'torch._utils' }
    },
    {
      ename: 'AttributeError',
      evalue: "Can't get attribute '_rebuild_parameter'",
      torch: '0.3',
      origin: 'reference',
      values: { module: 'torch._utils' }
    },
    {
      kind: 'text',
      stderr:
        "    return super().find_class(mod_name, name)\nModuleNotFoundError: No module named 'mymodels'\n",
      torch: '2.13',
      origin: 'reference',
      values: { module: 'mymodels' }
    },
    {
      kind: 'text',
      stderr:
        "----> 3 net = torch.load('net.model')\n\nModuleNotFoundError: No module named 'networks.parts'\n",
      torch: '1.0',
      origin: 'reference',
      values: { module: 'networks.parts' }
    },
    {
      ename: 'AttributeError',
      evalue: "Can't get attribute 'Net' on <module '__main__'>",
      torch: '2.13',
      origin: 'run',
      values: { name: 'Net', module: '__main__' }
    },
    {
      ename: 'ModuleNotFoundError',
      evalue: "No module named 'mymodels'",
      source: 'model = torch.load(path, weights_only=False)',
      torch: '2.13',
      origin: 'run',
      values: { module: 'mymodels' }
    },
    {
      ename: 'ImportError',
      evalue: 'No module named networks',
      source: "net = torch.load('net.pkl')",
      torch: '0.4',
      origin: 'reference',
      values: { module: 'networks' }
    },
    {
      ename: 'AttributeError',
      evalue:
        "Can't get attribute 'SPPF' on <module 'models.common' from 'yolov5/models/common.py'>",
      torch: '1.9',
      origin: 'reference',
      values: { name: 'SPPF', module: 'models.common' }
    }
  ],
  nearMisses: [
    {
      ename: 'AttributeError',
      evalue:
        "Can't get attribute 'ColumnCleaner' on <module '__main__' from '/env/bin/gunicorn'>"
    },
    {
      ename: 'AttributeError',
      evalue:
        "Can't get attribute 'make_model' on <module 'flask.__main__' from '/env/lib/python3.6/site-packages/flask/__main__.py'>",
      stderr: 'model = pickle.loads(open(path, "rb").read())'
    },
    { ename: 'AttributeError', evalue: "Can't get attribute '_rebuild_exc'" },
    {
      ename: 'ModuleNotFoundError',
      evalue: "No module named 'models'",
      stderr: '    return super().find_class(module, name)\n'
    },
    {
      ename: 'AttributeError',
      evalue:
        "Can't get attribute 'ImageDataset' on <module '__main__' (built-in)>"
    },
    {
      ename: 'AttributeError',
      evalue:
        "Can't get attribute 'new_block' on <module 'pandas.core.internals.blocks' from '/opt/lib/python3.8/site-packages/pandas/core/internals/blocks.py'>"
    },
    { ename: 'ModuleNotFoundError', evalue: "No module named 'models'" }
  ],
  reproduction: {
    raises: [
      'import io',
      'import torch',
      'class Net(torch.nn.Linear): pass',
      'file = io.BytesIO()',
      'torch.save(Net(2, 1), file)',
      'del Net  # as in another notebook',
      'file.seek(0)',
      'model = torch.load(file, weights_only=False)'
    ].join('\n'),
    fixed: [
      'import io',
      'import torch',
      'class Net(torch.nn.Linear): pass',
      'file = io.BytesIO()',
      'torch.save(Net(2, 1), file)',
      'del Net  # as in another notebook',
      'file.seek(0)',
      'class Net(torch.nn.Linear): pass',
      'model = torch.load(file, weights_only=False)'
    ].join('\n')
  }
};

export default entry;
