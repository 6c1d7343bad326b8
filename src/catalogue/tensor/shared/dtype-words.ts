import type { ITranslate, Values } from '../../../diagnosis/types';

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
    case 'bits':
      return trans.__('~, & and | need truth values or whole numbers');
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
    case 'bits':
      return trans.__(
        'The mask holds floating-point numbers, and ~, & and | work on bool and integer tensors. A comparison, such as x > 0.5, gives a bool mask at once.'
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
    case 'probabilities':
      return trans.__(
        'The target has the shape of the output, so the loss takes it for probabilities of the classes, which are floating-point numbers; it is %1. Class numbers have the shape [N].',
        given ?? 'Long'
      );
    case 'target':
      return trans.__(
        'This loss compares value by value and needs a target of %2; it is %1. PyTorch does not convert it.',
        given ?? 'Long',
        wanted ?? 'Float'
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
