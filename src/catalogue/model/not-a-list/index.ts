import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { printedText } from '../../predicates';
import { callWithin } from '../../shared/edits/expressions';

/** Methods of a module that give their parts one after the other. */
const GIVES =
  /\.(?<method>parameters|named_parameters|children|named_children|modules|named_modules|buffers|named_buffers)\(\)/;

/** The method on the lines at hand, where a module's parts are meant. */
function methodIn(reading: IReading): string | undefined {
  return GIVES.exec(printedText(reading))?.groups?.method;
}

/** A state dict's views, or those of another OrderedDict. */
const VIEW =
  /^["'](?<type>o?dict_(?:keys|values|items))["'] object (?:is not subscriptable|does not support indexing)/;

function isOurs(reading: IReading): boolean {
  return (
    isTorchInPlay(reading) ||
    // torch's dictionaries of weights are ordered ones.
    /odict_/.test(reading.exceptions[0]?.message ?? '')
  );
}

/** The method that gives such a view: `keys` of `dict_keys`. */
function viewedBy(type: string): string {
  return type.slice(type.indexOf('_') + 1);
}

export default define({
  id: 'model/not-a-list',
  answers: [
    "TypeError: 'generator' object is not subscriptable",
    "TypeError: object of type 'generator' has no len()",
    "TypeError: 'odict_keys' object is not subscriptable",
    "TypeError: 'dict_values' object is not subscriptable"
  ],
  values: ['type', 'method'],
  kinds: {
    generator: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /^(?:["']generator["'] object (?:is not subscriptable|does not support indexing)|object of type ["']generator["'] has no len\(\))/,
          when: reading => methodIn(reading) !== undefined,
          read: (_, reading) => ({ method: methodIn(reading) })
        }
      ],
      words: (trans, { method = 'parameters' }) => ({
        title: trans.__('%1() gives no list', method),
        cause: trans.__(
          '%1() gives its parts one after the other (a generator): it has neither an index nor a length.',
          method
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Make a list of it'),
            edit:
              method === undefined
                ? undefined
                : callWithin(method, 'list(', ')'),
            code: `parts = list(model.${method}())\nprint(len(parts), parts[0])`
          },
          check(
            trans.__('How many numbers the model has'),
            'sum(p.numel() for p in model.parameters())'
          )
        ]
      })
    },
    view: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: VIEW,
          when: isOurs,
          confidence: 'likely'
        }
      ],
      words: (trans, { type = 'dict_keys' }) => ({
        title: trans.__('%1 is no list and has no index', type),
        cause: trans.__(
          'keys(), values() and items() of a dictionary, such as a state_dict(), give a view of it. In Python 3 a view can be looped over, but not indexed.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Make a list of it'),
            edit: callWithin(viewedBy(type), 'list(', ')'),
            code: 'first = list(state.keys())[0]'
          },
          check(
            trans.__('Or take the first alone'),
            'first = next(iter(state.keys()))'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A function of yours with yield is a generator, too: look at what the line calls.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: nn.Module'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html'
      },
      {
        title: trans.__('Python: dictionary view objects'),
        url: 'https://docs.python.org/3/library/stdtypes.html#dictionary-view-objects'
      }
    ]
  })
});
