import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** The title of `model/save-failed`. */
export function saveTitle(trans: ITranslate, { kind }: Values): string {
  switch (kind) {
    case 'folder':
      return trans.__('The folder for the checkpoint does not exist');
    case 'pickle':
      return trans.__('torch.save() cannot store a part of this object');
    case 'parametrized':
      return trans.__('A model with parametrizations cannot be saved whole');
    case 'arguments':
      return trans.__('torch.save() was not told where to write');
    default:
      return trans.__('The checkpoint could not be written to the end');
  }
}

/** Its cause. */
export function saveCause(
  trans: ITranslate,
  { kind, folder, object }: Values
): string {
  switch (kind) {
    case 'folder':
      return trans.__(
        'torch.save() makes no folders, and %1 is not there.',
        folder ?? trans.__('the one named')
      );
    case 'pickle':
      return object
        ? trans.__(
            'torch.save(model) pickles the whole object, and %1 in it cannot be pickled. Lambdas, classes made inside a function, locks and open files cannot; weights always can.',
            object
          )
        : trans.__(
            'torch.save(model) pickles the whole object, and a part of it cannot be pickled. Lambdas, classes made inside a function, locks and open files cannot; weights always can.'
          );
    case 'parametrized':
      return trans.__(
        'weight_norm, spectral_norm and the like (torch.nn.utils.parametrizations) give a layer a class made on the spot, which cannot be pickled. Its weights can.'
      );
    case 'arguments':
      return trans.__(
        'What to save comes first, the path second. Here the second is neither a path nor a file.'
      );
    default:
      return trans.__(
        'Writing stopped in the middle: usually the disk or the quota is full, or the network drive went away. What lies there now is not a whole checkpoint.'
      );
  }
}

/** Its fixes, best first. */
export function saveFixes(trans: ITranslate, { kind }: Values): IFix[] {
  switch (kind) {
    case 'folder':
      return [
        {
          safety: 'safe',
          title: trans.__('Make the folder first'),
          code: 'import os\nos.makedirs(os.path.dirname(path), exist_ok=True)\ntorch.save(state, path)'
        }
      ];
    case 'pickle':
      return [
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
      ];
    case 'parametrized':
      return [
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
      ];
    case 'arguments':
      return [
        {
          safety: 'safe',
          title: trans.__('First what to save, then the path'),
          code: "torch.save(model.state_dict(), 'model.pt')"
        }
      ];
    default:
      return [
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
      ];
  }
}
