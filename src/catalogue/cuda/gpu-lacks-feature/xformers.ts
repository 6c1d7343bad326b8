import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';

/** Why no kernel of xFormers takes the tensors, the surest reason first. */
const REFUSALS: readonly (readonly [string, RegExp])[] = [
  [
    'build',
    /xFormers wasn't build with CUDA support|xFormers was built for: PyTorch|xFormers can't load C\+\+\/CUDA extensions/
  ],
  ['cpu', /device=cpu \(supported: /],
  [
    'gpu',
    /requires (?:a GPU|device) with (?:compute )?capability|your GPU has capability|not supported on this GPU/
  ],
  ['type', /dtype=torch\.(?:float32|float64|bfloat16) \(supported: /]
];

/** The reason that the message gives; undefined where it was cut off. */
export function refusal({ exceptions, ...rest }: IReading): string | undefined {
  const text = `${exceptions.map(one => one.message).join(' ')} ${printedText({ exceptions, ...rest })}`;
  return REFUSALS.find(([, pattern]) =>
    pattern.test(text.replace(/\s+/g, ' '))
  )?.[0];
}

function ownAttention(trans: ITranslate): IFix {
  return check(
    trans.__('Take the attention of PyTorch itself'),
    'y = F.scaled_dot_product_attention(q, k, v)  # diffusers: do not enable xformers',
    trans.__('It runs on every device, with every floating-point type.')
  );
}

/** What xFormers’ “No operator found” means, by the reason that it lists. */
export function operatorWords(
  trans: ITranslate,
  { feature }: ValuesOf<'feature'>
): IWords {
  switch (feature) {
    case 'build':
      return {
        title: trans.__('xFormers’ compiled part does not fit this PyTorch'),
        cause: trans.__(
          'xFormers was built for another PyTorch, CUDA or Python than the installed ones, so its kernels are not there. Each release of it fits one release of PyTorch.'
        ),
        fixes: [
          check(
            trans.__('Install the xFormers that goes with this PyTorch'),
            '%pip install --force-reinstall xformers --index-url https://download.pytorch.org/whl/cuXXX',
            trans.__(
              'It brings its own torch along: read what pip is to change. In place of cuXXX stands the CUDA of torch.version.cuda, as cu126.'
            )
          ),
          ownAttention(trans)
        ]
      };
    case 'cpu':
      return {
        title: trans.__('xFormers has attention for the GPU only'),
        cause: trans.__(
          'Query, key and value lie on the CPU, and the kernels of xFormers work on CUDA.'
        ),
        fixes: [
          ownAttention(trans),
          check(
            trans.__('There is a GPU: move model and input'),
            "model.to('cuda')\nx = x.to('cuda')"
          )
        ]
      };
    case 'gpu':
      return {
        title: trans.__('No attention of xFormers runs on this GPU'),
        cause: trans.__(
          'Each of its kernels asks for a GPU of certain capabilities, which the message lists, and this one has others.'
        ),
        fixes: [
          ownAttention(trans),
          check(
            trans.__('A new GPU: the xFormers of today, then restart'),
            '%pip install --upgrade xformers'
          )
        ]
      };
    default:
      return {
        title: trans.__('No kernel of xFormers takes these tensors'),
        cause: trans.__(
          'Below the name of each kernel the message lists why it refuses them. Usual: a number type, a size of the heads or a layout that it does not take.'
        ),
        fixes: [
          ownAttention(trans),
          check(
            trans.__('Give them in half precision'),
            'q, k, v = q.half(), k.half(), v.half()'
          )
        ]
      };
  }
}
