/** An operation that torch does not have for a number type. */
import type { IKind } from '../../define';
import { messageOrLog } from '../../signs';
import { typed } from '../shared/types';
import { conversionFixes, isShort, printTypes } from './conversion';

export const OPERATION: IKind<'given' | 'wanted'> = {
  signs: [
    ...messageOrLog(
      /["']nll_loss\w*["'] not implemented for ["'](?<given>\w+)["']/,
      typed({ wanted: 'Long' })
    ),
    ...messageOrLog(
      /["'](?!repeat_interleave|convert_indices)[\w.: -]+(?:<>)?["'] not implemented for ["'](?<given>\w+|torch\.(?:\w{1,8}\.)?\w+)["']/,
      typed()
    ),
    // The name of a kernel, and a quote or two lost on the way.
    ...messageOrLog(
      /\b(?!repeat_interleave|convert_indices)(?=\w{0,60}(?:_(?:cpu|cuda|mps|impl|kernel|stub|out|forward|backward)|Impl|Kernel))\w{1,80}["'`]? not implemented for ["'`]?(?<given>(?:Byte|Char|Short|Int|Long|U?Int\d{1,2}|Half|Float|Double|BFloat16|Bool|Complex\w{4,6}|Float8_\w{1,12})\b)/,
      typed()
    ),
    ...messageOrLog(
      /\b\w{1,80}["'`]? not implemented for ["'`](?<given>(?:Half|BFloat16|Float8_\w{1,12}|Complex(?:Half|Float|Double))\b)/,
      typed()
    ),
    ...messageOrLog(
      /\b\w{2,80} (?:is )?not (?:implemented|supported) (?:for(?: type)? ["']?(?=torch\.)|on \w+Type for )(?<given>[\w.]+)/,
      typed()
    ),
    ...messageOrLog(
      /(?:Unsupported dtype|Low precision dtypes not supported\. Got|only supports? floating-point dtypes,[\w ]+got:) (?<given>(?:Half|BFloat16|Long|Int|Short|Byte|Char|Bool|Float8\w*)\b)/,
      typed()
    ),
    ...messageOrLog(
      /\b(?:Boolean|Bool) inputs not supported for (?:relu|hardtanh)|\b(?:topk|sort) does not support bool dtypes on|\barg(?:min|max)\(\): does not support bool input/,
      { read: () => ({ given: 'Bool' }) }
    ),
    ...messageOrLog(
      /\b[a-z]\w{1,12} (?:is not (?:yet )?(?:supported|implemented) for complex (?:types|tensors|inputs)\b|not implemented for complex tensors)|\barg(?:min|max)\(\): does not support complex input|\b(?:sort|topk|Sort) does not support complex dtypes on|\b(?:isneginf|isposinf|nansum on CPU|max\(\):|min\(\):) (?:does|do) not support complex inputs?\b|\bkl_div: Complex inputs not supported|\br?i?h?fftn? expects a real(?:-valued)? input tensor, but got Complex/,
      { read: () => ({ given: 'Complex' }) }
    ),
    ...messageOrLog(
      /\blinalg\.pinv\((?<given>Half|BFloat16)\{\[[\d, ]{0,60}\]\}\): expected a tensor/,
      typed()
    ),
    ...messageOrLog(
      /\baminmax not implemented for (?<given>Complex\w{4,6})/,
      typed()
    ),
    ...messageOrLog(
      /MPS does not support \w{1,30} op with (?<given>\w{3,10}) input/,
      typed()
    ),
    ...messageOrLog(
      /MPS device does not support \w{1,20} for non-float inputs/,
      typed()
    )
  ],
  words: (trans, { given, wanted }) => ({
    title: given
      ? trans.__('This operation does not exist for %1 numbers', given)
      : trans.__('This operation does not exist for this number type'),
    cause: isShort(given)
      ? trans.__(
          'PyTorch has no version of this operation for %1 on this device. On a CPU half precision is often missing, above all in older versions.',
          given
        )
      : trans.__(
          'PyTorch has no version of this operation for the number type of the tensor. Losses and softmax need floating-point numbers; class labels need int64.'
        ),
    fixes: [...conversionFixes(trans, { given, wanted }), printTypes(trans)]
  })
};
