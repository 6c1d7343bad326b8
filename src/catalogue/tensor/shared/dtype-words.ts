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

/** The title of `tensor/dtype-mismatch`. */
export function dtypeTitle(
  trans: ITranslate,
  { kind, given, wanted }: Values
): string {
  switch (kind) {
    case 'operation':
      return given
        ? trans.__('This operation does not exist for %1 numbers', given)
        : trans.__('This operation does not exist for this number type');
    case 'floating':
      return trans.__('This needs floating-point numbers');
    case 'division':
      return trans.__('This torch does not divide whole numbers with /');
    case 'module':
      return trans.__('The weights of a model cannot be whole numbers');
    case 'unscale':
      return trans.__('The trained weights are float16: GradScaler refuses');
    case 'overflow':
      return trans.__('A number does not fit into %1', given ?? 'float16');
    case 'mps':
      return given && given !== 'Double'
        ? trans.__('Apple’s GPU (MPS) has no %1 numbers', given)
        : trans.__('Apple’s GPU (MPS) has no float64 numbers');
    case 'numpy':
      return trans.__('NumPy has no %1 numbers', given ?? 'bfloat16');
    default:
      return given && wanted
        ? trans.__('Number types differ: %1 and %2', given, wanted)
        : trans.__('Tensors of one operation have different number types');
  }
}

/** Its cause. */
export function dtypeCause(
  trans: ITranslate,
  { kind, given, wanted }: Values
): string {
  switch (kind) {
    case 'operation':
      return SHORT.test(given ?? '')
        ? trans.__(
            'PyTorch has no version of this operation for %1 on this device. On a CPU half precision is often missing, above all in older versions.',
            given
          )
        : trans.__(
            'PyTorch has no version of this operation for the number type of the tensor. Losses and softmax need floating-point numbers; class labels need int64.'
          );
    case 'floating':
      return trans.__(
        'Averages, norms, distributions and gradients are defined for floating-point and complex tensors only, this one holds whole numbers or truth values.'
      );
    case 'division':
      return trans.__(
        'Up to PyTorch 1.4 a / b of whole numbers cut the fraction off, since 1.7 it gives fractions, and the release between refuses. Say which of the two is meant.'
      );
    case 'module':
      return trans.__(
        'to() of a model converts its weights, and those can only be floating-point numbers. It is the input that is to be converted, or the device that was meant.'
      );
    case 'unscale':
      return trans.__(
        'Automatic mixed precision keeps the trained weights in float32 and only computes in float16. Here the weights themselves were loaded or converted to float16.'
      );
    case 'overflow':
      return trans.__(
        'Half precision ends at 65504, so a filler such as -1e9 for masked places overflows. Take the smallest number of the type at hand.'
      );
    case 'mps':
      return given && given !== 'Double'
        ? trans.__(
            'A tensor of type %1 was to be computed on the MPS device, which does not know this number type, or not in this macOS.',
            given
          )
        : trans.__(
            'A float64 tensor was to be moved to the MPS device, which does not know this number type. NumPy’s numbers are float64 unless told otherwise.'
          );
    case 'numpy':
      return trans.__(
        'The tensor holds a number type that NumPy does not know. It must become float32 first.'
      );
    default:
      return [given, wanted].includes('Double')
        ? trans.__(
            'One tensor is Double (float64), the other is not, and PyTorch does not convert here. NumPy numbers are float64 unless told otherwise, weights are float32.'
          )
        : given && wanted
          ? trans.__(
              'The operation got %1 where it needs %2, and PyTorch does not convert here.',
              given,
              wanted
            )
          : trans.__(
              'The input and the weights, or the output and the target, hold different number types, and PyTorch does not convert here.'
            );
  }
}

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
