import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** Tensor methods that convert, by number type. */
const METHODS: Readonly<Record<string, string>> = {
  Float: 'float()',
  Double: 'double()',
  Half: 'half()',
  BFloat16: 'bfloat16()',
  Long: 'long()',
  Int: 'int()',
  Bool: 'bool()'
};

const SHORT = /^(?:Half|BFloat16|Float8\w*)$/;

function pairFixes(trans: ITranslate, { kind, given, wanted }: Values): IFix[] {
  const to = wanted === 'Double' ? 'Float' : (wanted ?? 'Float');
  const image = given === 'Byte' && to === 'Float';
  const method = METHODS[to];
  if (/^qu?int/i.test(given ?? '')) {
    return [
      {
        safety: 'check',
        title: trans.__('Go back from quantized to ordinary numbers'),
        code: 'x = x.dequantize()'
      }
    ];
  }
  if (/^Complex/.test(given ?? '') && to === 'Float') {
    return [
      {
        safety: 'check',
        title: trans.__('Take the size of the complex numbers, or a part'),
        code: 'x = x.abs()  # or x.real'
      }
    ];
  }
  const fixes: IFix[] = [
    {
      safety: 'check',
      title:
        to === 'Long'
          ? trans.__('Make labels and indices int64')
          : kind === 'floating'
            ? trans.__('Make floating-point numbers of it')
            : trans.__('Convert the tensor that differs to %1', to),
      code:
        to === 'Long'
          ? 'target = target.long()'
          : method
            ? `x = x.${method}${image ? ' / 255' : ''}`
            : 'x = x.to(next(model.parameters()).dtype)'
    }
  ];
  if (SHORT.test(given ?? '') || SHORT.test(wanted ?? '')) {
    fixes.push({
      safety: 'check',
      title: trans.__('Let autocast choose, instead of calling half()'),
      code: "with torch.autocast('cuda'):\n    output = model(x)"
    });
  }
  if ([given, wanted].includes('Double')) {
    fixes.push({
      safety: 'check',
      title: trans.__('Or compute everything in float64'),
      detail: trans.__('Twice the memory and much slower on most GPUs.'),
      code: 'model = model.double()'
    });
  }
  return fixes;
}

const OTHER_FIXES: Readonly<Record<string, (trans: ITranslate) => IFix[]>> = {
  overflow: trans => [
    {
      safety: 'safe',
      title: trans.__('Fill with the smallest number of the type'),
      code: 'scores = scores.masked_fill(mask, torch.finfo(scores.dtype).min)'
    }
  ],
  mps: trans => [
    {
      safety: 'check',
      title: trans.__('Convert to float32 before moving'),
      code: "x = x.to(torch.float32).to('mps')"
    },
    {
      safety: 'safe',
      title: trans.__('Complex numbers (FFT): compute this part on the CPU'),
      code: "y = torch.fft.fftn(x.cpu())\ny = y.real.to('mps')"
    }
  ],
  probabilities: trans => [
    {
      safety: 'check',
      title: trans.__('A one-hot target: take the class numbers'),
      code: 'target = target.argmax(dim=1)'
    },
    {
      safety: 'check',
      title: trans.__('Or make probabilities of it'),
      code: 'target = target.float()'
    }
  ],
  target: trans => [
    {
      safety: 'check',
      title: trans.__('Convert the target'),
      code: 'target = target.float()'
    }
  ],
  bits: trans => [
    {
      safety: 'check',
      title: trans.__('Make the mask a bool tensor'),
      code: 'mask = mask.bool()  # or mask > 0.5'
    }
  ],
  division: trans => [
    {
      safety: 'check',
      title: trans.__('For indices and positions: cut the fraction off'),
      code: 'row = index // width'
    },
    {
      safety: 'check',
      title: trans.__('For averages and ratios: keep the fraction'),
      code: 'accuracy = correct.float() / total'
    }
  ],
  module: trans => [
    {
      safety: 'check',
      title: trans.__('Convert the input instead of the model'),
      code: 'x = x.to(next(model.parameters()).dtype)'
    },
    {
      safety: 'check',
      title: trans.__('Name the device alone'),
      code: "model = model.to('cuda')"
    }
  ],
  numpy: trans => [
    {
      safety: 'safe',
      title: trans.__('Convert to float32 before NumPy'),
      code: 'array = x.float().cpu().numpy()'
    }
  ],
  unscale: trans => [
    {
      safety: 'check',
      title: trans.__('Keep the weights in float32 and train under autocast'),
      code: "model = model.float()\nwith torch.autocast('cuda'):\n    loss = criterion(model(x), y)"
    }
  ]
};

/** Its fixes, best first. */
export function dtypeFixes(trans: ITranslate, values: Values): IFix[] {
  const { kind } = values;
  const special = kind === undefined ? undefined : OTHER_FIXES[kind];
  if (special) {
    return special(trans);
  }
  return [
    ...pairFixes(
      trans,
      kind === 'operation' && values.wanted === undefined
        ? { ...values, wanted: 'Float' }
        : values
    ),
    {
      safety: 'diagnostic',
      title: trans.__('See the number types'),
      code: 'print(x.dtype, target.dtype, next(model.parameters()).dtype)'
    }
  ];
}
