import { define } from '../../define';
import { messageOrLog } from '../../signs';
import type { IReading } from '../../../incident/types';

/** Files through which an object is sent to another process. */
const SENT =
  /dataloader\.py$|popen_\w{1,20}\.py$|spawn\.py$|reduction\.py$|joblib|cloudpickle/;

/** Whether the error came out of `torch.save`, or the cell calls just that. */
function inSave(reading: IReading): boolean {
  const frames = reading.exceptions.flatMap(one => one.frames);
  if (frames.some(({ file }) => SENT.test(file))) {
    return false;
  }
  return (
    frames.some(
      ({ file, func }) => /serialization\.py$/.test(file) && /save/.test(func)
    ) ||
    (/\btorch\.save\(/.test(reading.code) &&
      !reading.mentions('num_workers') &&
      !reading.mentions('multiprocessing'))
  );
}

export default define({
  id: 'model/save-failed',
  answers: [
    'Parent directory checkpoints does not exist.',
    '[enforce fail at inline_container.cc:672] . unexpected pos 704 vs 598',
    'PytorchStreamWriter failed writing file data/12: file write failed',
    "Can't pickle local object 'Net.__init__.<locals>.<lambda>' in torch.save",
    "expected 'f' to be string, path, or a file-like object with a 'write' attribute",
    'Serialization of parametrized modules is only supported through state_dict().'
  ],
  refines: ['python/no-write'],
  values: ['folder', 'object'],
  kinds: {
    unfinished: {
      signs: [
        ...messageOrLog(
          /inline_container\.cc:\d{1,6}\] ?\.? unexpected pos \d+ vs \d+|PytorchStreamWriter failed|\bwrite\(\): fd \d{1,6} failed with/
        ),
        {
          where: 'message',
          pattern:
            /No space left on device|Disk quota exceeded|basic_ios::clear: iostream error/,
          when: inSave
        }
      ],
      words: trans => ({
        title: trans.__('The checkpoint could not be written to the end'),
        cause: trans.__(
          'Writing stopped in the middle: usually the disk or the quota is full, or the network drive went away. What lies there now is not a whole checkpoint.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how much room is left'),
            code: '$ df -h .'
          },
          {
            safety: 'check',
            title: trans.__('Keep only the latest checkpoints'),
            code: 'import glob, os\nfor old in sorted(glob.glob("checkpoint_*.pt"), key=os.path.getmtime)[:-3]:\n    os.remove(old)'
          },
          {
            safety: 'safe',
            title: trans.__('Write beside, then rename'),
            detail: trans.__(
              'So the last good checkpoint stays until the new one is whole.'
            ),
            code: "torch.save(state, path + '.tmp')\nos.replace(path + '.tmp', path)"
          }
        ]
      })
    },
    folder: {
      signs: messageOrLog(
        /Parent directory (?<folder>\S{1,300}(?: \S{1,100})?) does not exist\./
      ),
      words: (trans, { folder }) => ({
        title: trans.__('The folder for the checkpoint does not exist'),
        cause: trans.__(
          'torch.save() makes no folders, and %1 is not there.',
          folder ?? trans.__('the one named')
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Make the folder first'),
            code: 'import os\nos.makedirs(os.path.dirname(path), exist_ok=True)\ntorch.save(state, path)'
          }
        ]
      })
    },
    pickle: {
      signs: [
        {
          where: 'message',
          // CPython's words for an object without a pickle; 3.13 says “get”.
          pattern:
            /an(?:["']?t|not) (?:pickle|get(?! attribute)) (?:local (?:object|variable) )?["'<]?(?:class |function |built-in function )?["']?(?<object>[\w.<>]{1,120})/,
          when: inSave
        }
      ],
      words: (trans, { object }) => ({
        title: trans.__('torch.save() cannot store a part of this object'),
        cause: object
          ? trans.__(
              'torch.save(model) pickles the whole object, and %1 in it cannot be pickled. Lambdas, classes made inside a function, locks and open files cannot; weights always can.',
              object
            )
          : trans.__(
              'torch.save(model) pickles the whole object, and a part of it cannot be pickled. Lambdas, classes made inside a function, locks and open files cannot; weights always can.'
            ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Save the weights, not the object'),
            detail: trans.__(
              'To load them, build the model and call load_state_dict().'
            ),
            code: 'torch.save(model.state_dict(), path)'
          },
          {
            safety: 'check',
            title: trans.__('Or give the part a name at the top of a module'),
            detail: trans.__(
              'A function defined with def in place of the lambda, a class outside of any function.'
            )
          },
          {
            safety: 'diagnostic',
            title: trans.__('Find the part that cannot be stored'),
            code: 'import pickle\nfor name, part in vars(model).items():\n    try:\n        pickle.dumps(part)\n    except Exception as error:\n        print(name, error)'
          }
        ]
      })
    },
    arguments: {
      signs: [
        ...messageOrLog(
          /expected ["']f["'] to be string, path, or a file-like object with a ["']write["'] attribute/
        ),
        {
          where: 'message',
          // pickle's own, of torch that did not look first.
          pattern: /must have (?:a )?["']write["'] attribute/,
          when: inSave
        }
      ],
      words: trans => ({
        title: trans.__('torch.save() was not told where to write'),
        cause: trans.__(
          'What to save comes first, the path second. Here the second is neither a path nor a file.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('First what to save, then the path'),
            code: "torch.save(model.state_dict(), 'model.pt')"
          }
        ]
      })
    },
    parametrized: {
      // torch/nn/utils/parametrize.py.
      signs: messageOrLog(
        /Serialization of parametrized modules is only supported through state_dict\(\)/
      ),
      words: trans => ({
        title: trans.__('A model with parametrizations cannot be saved whole'),
        cause: trans.__(
          'weight_norm, spectral_norm and the like (torch.nn.utils.parametrizations) give a layer a class made on the spot, which cannot be pickled. Its weights can.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Save the weights, not the object'),
            detail: trans.__(
              'To load them, build the model with its parametrizations and call load_state_dict().'
            ),
            code: 'torch.save(model.state_dict(), path)'
          },
          {
            safety: 'check',
            title: trans.__('Only to compute with it: make the weights plain'),
            code: "from torch.nn.utils import parametrize\nparametrize.remove_parametrizations(layer, 'weight')"
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“PytorchStreamReader” is about reading: then the file was damaged before.'
      ),
      trans.__(
        'The same words from a DataLoader or a process that was just started: then the dataset cannot be sent to the workers.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.save'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.save.html'
      },
      {
        title: trans.__('Python: what can be pickled'),
        url: 'https://docs.python.org/3/library/pickle.html#what-can-be-pickled-and-unpickled'
      },
      {
        title: trans.__('Python: os.makedirs'),
        url: 'https://docs.python.org/3/library/os.html#os.makedirs'
      }
    ]
  })
});
