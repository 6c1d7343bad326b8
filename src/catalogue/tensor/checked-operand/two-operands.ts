/** Two operands that do not go together: by width, type or device. */
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import type { IKind } from '../../define';

type Value = 'op' | 'first' | 'one' | 'other' | 'size' | 'gets' | 'operand';

const WIDTH: IKind<Value> = {
  signs: messageOrLog(
    /\b(?<op>linear): input is \[(?<one>[\d, ]{1,80})\], weight is \[(?<other>[\d, ]{1,80})\]; the layer takes (?<size>\d{1,12}) in the last dimension and gets (?<gets>\d{1,12})/
  ),
  words: (trans, { one, other, size, gets }) => ({
    title:
      size && gets
        ? trans.__('The layer takes %1 values and gets %2', size, gets)
        : trans.__('The layer takes another number of values'),
    cause:
      size && gets
        ? trans.__(
            'The input is [%1], its last dimension is %2. The weight is [%3]: the layer takes %4.',
            one,
            gets,
            other,
            size
          )
        : trans.__(
            'The last dimension of the input is not what the layer was made for.'
          ),
    fixes: [
      check(
        trans.__('Make the layer as wide as what it gets'),
        `layer = nn.Linear(${gets ?? 'x.shape[-1]'}, out_features)`
      ),
      check(
        trans.__('Flatten all but the batch before the layer'),
        'x = x.flatten(start_dim=1)'
      )
    ]
  })
};

const INNER: IKind<Value> = {
  signs: messageOrLog(
    /\b(?<op>matmul|mm|bmm|mv|dot|addmm|baddbmm): \w{1,20} is \[(?<one>[\d, ]{1,80})\], \w{1,20} is \[(?<other>[\d, ]{1,80})\]; the inner sizes are the same, and here they are (?<size>\d{1,12}) and (?<gets>\d{1,12})/
  ),
  words: (trans, { one, other, size, gets }) => ({
    title:
      size && gets
        ? trans.__('The inner sizes are %1 and %2', size, gets)
        : trans.__('The inner sizes of a product differ'),
    cause:
      size && gets
        ? trans.__(
            'The product is of [%1] and [%2]: the last size of the one is %3, and it meets %4 in the other.',
            one,
            other,
            size,
            gets
          )
        : trans.__(
            'The last size of the first has to be the last but one of the second.'
          ),
    fixes: [
      check(
        trans.__('Transpose the second, where its rows are meant'),
        'y = a @ b.transpose(-2, -1)'
      ),
      {
        safety: 'diagnostic',
        ofLine: true,
        title: trans.__('Print both shapes just before the line'),
        code: 'print(a.shape, b.shape)'
      }
    ]
  })
};

const DTYPE: IKind<Value> = {
  signs: messageOrLog(
    /\b(?<op>linear|matmul|mm|bmm|mv|dot|addmm|baddbmm|conv(?:_transpose)?[123]d): (?<first>\w{1,20}) is (?<one>\w{1,20}), (?<operand>\w{1,20}) is (?<other>\w{1,20}); both have one dtype/
  ),
  words: (trans, { first, one, other, operand }) => ({
    title:
      one && other
        ? trans.__('One operand is %1, the other %2', one, other)
        : trans.__('The operands have two types'),
    cause:
      one && other
        ? trans.__(
            '%1 is %2 and %3 is %4. The call takes tensors of one type.',
            first,
            one,
            operand,
            other
          )
        : trans.__('The call takes tensors of one type.'),
    fixes: [
      check(
        trans.__('Bring the input to the type of the model'),
        `x = x.to(${other ? `torch.${other}` : 'weight.dtype'})`
      )
    ]
  })
};

const DEVICE: IKind<Value> = {
  signs: messageOrLog(
    /\b(?<op>linear|matmul|mm|bmm|mv|dot|addmm|baddbmm|conv(?:_transpose)?[123]d): (?<first>\w{1,20}) is on (?<one>[\w:]{1,20}), (?<operand>\w{1,20}) on (?<other>[\w:]{1,20}); both are on one device/
  ),
  words: (trans, { first, one, other, operand }) => ({
    title:
      one && other
        ? trans.__('One operand is on %1, the other on %2', one, other)
        : trans.__('The operands are on two devices'),
    cause:
      one && other
        ? trans.__(
            '%1 is on %2 and %3 is on %4. The call takes tensors on one device.',
            first,
            one,
            operand,
            other
          )
        : trans.__('The call takes tensors on one device.'),
    fixes: [
      check(
        trans.__('Move the input to the device of the model'),
        `x = x.to(${other ? `"${other}"` : 'weight.device'})`
      )
    ]
  })
};

export const KINDS_OF_TWO = {
  width: WIDTH,
  inner: INNER,
  dtype: DTYPE,
  device: DEVICE
};
