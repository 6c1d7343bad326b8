import type { ISign } from '../../../diagnosis/types';
import { said } from '../../said';
import { typed } from './types';

const floating = typed({ kind: 'floating', wanted: 'Float' });
const operation = typed({ kind: 'operation' });
const bits = typed({ kind: 'bits', wanted: 'Bool' });

/** How C++ prints the types without a fraction. */
const WHOLE = 'Byte|Char|Short|Int|Long|Bool';

/** ~, & and | of numbers with a fraction: stands before the general signs. */
export const BIT_SIGNS: readonly ISign[] = [
  ...said(
    /["']bitwise_\w{2,20}["'] not implemented for ["'](?<given>Float|Half|Double|BFloat16)["']/,
    bits
  ),
  ...said(
    /operator\.invert\) is only implemented on integer and Boolean-type tensors/,
    bits
  )
];

/** Operations that are not defined for whole numbers or truth values. */
export const FLOATING_SIGNS: readonly ISign[] = [
  // kornia
  ...said(
    /Expected input of \[torch\.b?float[\w., ]{1,120}\]\. Got (?<given>torch\.(?:u?int\d{1,2}|bool))\b/,
    floating
  ),
  ...said(
    /could not infer output dtype\. (?:Input|Optional) dtype must be either a floating point or complex dtype\. Got: (?<given>\w+)|an only calculate the (?:mean|norm) of floating (?:types|point and complex dtypes)/,
    floating
  ),
  ...said(
    /nly Tensors of floating point (?:and complex )?dtype can require gradients/,
    floating
  ),
  // Linear algebra: norm, inv, svd, logdet …
  ...said(
    /xpected a (?:floating point or complex tensor as input\. Got|tensor of float, double, cfloat or cdouble types but got) (?<given>\w+)/,
    floating
  ),
  ...said(
    /\b\w{2,20}\(\): input dtype should be either floating point or complex(?: dtypes)?\. Got (?<given>\w+) instead|xpected (?:input to have floating point or complex dtype but got|common dtype to be floating point, yet common dtype is) (?<found>\w+)/,
    {
      read: ({ given, found }) => ({
        kind: 'floating',
        given: given ?? found,
        wanted: 'Float'
      })
    }
  ),
  ...said(
    /\b(?:std and var|std|var|norm|mean|std_mean|var_mean|pdist|torch\.frexp\(\)) only supports? floating[- ]point(?: and complex)? dtypes/,
    floating
  ),
  ...said(
    /kl_div: Integral inputs not supported|This function doesn["']t handle types other than float and double|quantile\(\) input tensor must be either float or double dtype|\bstft\(.{1,200}expected a tensor of floating point (?:or complex )?values/,
    floating
  ),
  ...said(
    /multinomial only supports floating-point dtypes for input, got: (?<given>\w+)/,
    floating
  ),
  ...said(
    /is a continuous probability distribution\. dtype must be a floating point but you specified (?<given>\w+(?: int)?)/,
    floating
  ),
  ...said(
    /xpected both inputs to be Half, Float or Double tensors but got (?<given>\w+) and|view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: (?<found>\w+)/,
    {
      read: ({ given, found }) => ({
        kind: 'floating',
        given: given ?? found,
        wanted: 'Float'
      })
    }
  ),
  ...said(
    /[Qq]uantize only works on Float Tensor(?:, got (?<given>\w+))?/,
    floating
  ),
  ...said(
    /nn\.Module\.to only accepts floating point (?:or complex )?dtypes, but got desired dtype=torch\.(?<given>\w+)/,
    typed({ kind: 'module' })
  ),
  // BinaryOps.cpp of torch 1.6; before it was cut off, since then it works.
  ...said(
    /Integer division of tensors using div or \/ is no longer supported/,
    typed({ kind: 'division' })
  ),
  ...said(/\b(?:input|target)_lengths must be integral/, {
    read: () => ({ wanted: 'Long' })
  }),
  ...said(
    /\b(?:Boolean|Bool) inputs not supported for (?:relu|hardtanh)|\b(?:topk|sort) does not support bool dtypes on|\barg(?:min|max)\(\): does not support bool input/,
    { read: () => ({ kind: 'operation', given: 'Bool' }) }
  ),
  ...said(
    /\b[a-z]\w{1,12} (?:is not (?:yet )?(?:supported|implemented) for complex (?:types|tensors|inputs)\b|not implemented for complex tensors)|\barg(?:min|max)\(\): does not support complex input|\b(?:sort|topk|Sort) does not support complex dtypes on|\b(?:isneginf|isposinf|nansum on CPU|max\(\):|min\(\):) (?:does|do) not support complex inputs?\b|\bkl_div: Complex inputs not supported|\br?i?h?fftn? expects a real(?:-valued)? input tensor, but got Complex/,
    { read: () => ({ kind: 'operation', given: 'Complex' }) }
  ),
  ...said(
    new RegExp(
      String.raw`\bUnknown Complex ScalarType for (?<given>${WHOLE})\b|\blinalg\.pinv\((?<found>${WHOLE})\{\[[\d, ]{0,60}\]\}\): expected a tensor with 2 or more dimensions of float`
    ),
    {
      read: ({ given, found }) => ({
        kind: 'floating',
        given: given ?? found,
        wanted: 'Float'
      })
    }
  ),
  ...said(
    /\blinalg\.pinv\((?<given>Half|BFloat16)\{\[[\d, ]{0,60}\]\}\): expected a tensor/,
    operation
  ),
  ...said(/\baminmax not implemented for (?<given>Complex\w{4,6})/, operation)
];
