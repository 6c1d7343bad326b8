import type { Edit } from '../../../code/types';
import { callRenamed } from '../../shared/edits/calls';
import { attributeRenamed } from '../../shared/edits/names';
import { fitting } from '../../shared/fitting';
import { define } from '../../define';
import { onlyWarned } from '../../shared/remark';
import { stopsNoCell, updateTheLibrary } from '../../shared/warnings';

/** torch/nn/functional.py (sigmoid and tanh until 1.13) and torch/nn/init.py. */
const RENAMED =
  /`?nn\.(?<module>functional|init)\.(?<old>\w{1,40})`? is (?:now )?deprecated(?:\. Use| in favor of) `?(?<instead>[A-Za-z_][\w.]{0,58}\w)`?/;

/** `F.interpolate` for `F.upsample`, `torch.tanh` for `F.tanh`. */
function byNewName(old: string, instead: string): Edit {
  return /^(?:nn\.)?(?:functional|init)\.|^nn\./.test(instead)
    ? attributeRenamed(old, instead.slice(instead.lastIndexOf('.') + 1))
    : callRenamed([`functional.${old}`, `F.${old}`], instead);
}

export default define({
  id: 'version/sigmoid-deprecated',
  answers: [
    'nn.functional.sigmoid is deprecated. Use torch.sigmoid instead.',
    'nn.functional.tanh is deprecated. Use torch.tanh instead.',
    'nn.functional.upsample is deprecated. Use nn.functional.interpolate instead.',
    'nn.init.xavier_uniform is now deprecated in favor of nn.init.xavier_uniform_.'
  ],
  values: ['module', 'old', 'instead'],
  signs: [
    { where: 'message', pattern: RENAMED },
    { where: 'log', pattern: RENAMED, when: onlyWarned }
  ],
  words: (trans, { module, old, instead }) => {
    const name =
      instead && !instead.startsWith('torch.') ? `torch.${instead}` : instead;
    const short = name && name.length > 30 ? name.split('.').pop() : name;
    return {
      title:
        fitting(old, 20) && fitting(short, 30)
          ? trans.__('%1 is now called %2', old, short)
          : trans.__('The function has a new name'),
      cause: trans.__(
        'The code uses the name of an older PyTorch. The result is the same; only the warning, and later the name, goes away.'
      ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Call it by its new name'),
          ...(old && name && old !== 'sigmoid'
            ? {
                code: `${name}(x)  # was nn.${module ?? 'functional'}.${old}(x)`
              }
            : { code: 'y = torch.sigmoid(x)  # was F.sigmoid(x)' }),
          ...(old && instead ? { edit: byNewName(old, instead) } : {})
        },
        {
          safety: 'check',
          title: trans.__('In a model: use the layer'),
          detail: trans.__(
            'torch.nn.Sigmoid() makes a layer, which is called afterwards; torch.sigmoid(x) computes at once.'
          ),
          code: 'self.activation = torch.nn.Sigmoid()'
        },
        updateTheLibrary(trans)
      ]
    };
  },
  common: trans => ({
    notThis: [stopsNoCell(trans)],
    links: [
      {
        title: trans.__('PyTorch: torch.sigmoid'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.sigmoid.html'
      },
      {
        title: trans.__('PyTorch: interpolate, in place of upsample'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.interpolate.html'
      },
      {
        title: trans.__('PyTorch: nn.init, names ending in “_”'),
        url: 'https://docs.pytorch.org/docs/stable/nn.init.html'
      }
    ]
  })
});
