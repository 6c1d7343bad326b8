import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { sizeWords } from './loss-shapes';

/** The cause of `tensor/loss-shape`. */
export function lossCause(trans: ITranslate, values: Values): string {
  const { kind, input, target, classes } = values;
  switch (kind) {
    case 'metric':
      return input && target
        ? trans.__(
            'The predictions have %1, the target %2. A metric takes both in one shape, or for each target a row of scores, one for each class.',
            input,
            target
          )
        : trans.__(
            'A metric takes predictions and target in one shape, or for each target a row of scores, one for each class. Class numbers with a dimension of size 1 (keepdim=True) are neither.'
          );
    case 'tokens':
      return trans.__(
        'The loss wants the classes in dimension 1 of the output, [N, C, T], and then a target %1; it got %2. Often the output is [N, T, C].',
        input,
        target
      );
    case 'indices':
      return trans.__(
        'CrossEntropyLoss and NLLLoss want one class number per sample: shape [N], not [N, 1] and not one-hot. The target has a dimension too many.'
      );
    case 'pixels':
      return trans.__(
        'For an output [N, C, H, W] the target holds one class number per pixel: [N, H, W]. A channel dimension, or another size, does not fit.'
      );
    case 'weights':
      return classes
        ? trans.__(
            'The loss needs one weight for each of the %1 outputs of the model.',
            classes
          )
        : trans.__('The loss needs one weight for each output of the model.');
    case 'lengths':
      return trans.__(
        'CTCLoss takes log-probabilities [T, N, C] with one length per sample, each at most T. Often the time and the batch dimension are swapped.'
      );
    case 'pairs':
      return trans.__(
        'This loss compares tensors pair by pair: the inputs need the same number of dimensions, and the target one number (1 or -1) for each pair, without a dimension of size 1.'
      );
    case 'margin':
      return input
        ? trans.__(
            'This loss takes an output [N, C], one row of scores per sample, and the output is [%1]. MultiMarginLoss wants one class number per sample, MultiLabelMarginLoss one row of them.',
            input
          )
        : trans.__(
            'This loss takes an output [N, C], one row of scores per sample. MultiMarginLoss wants one class number per sample, MultiLabelMarginLoss one row of them.'
          );
    case 'variance':
      return trans.__(
        'GaussianNLLLoss takes a variance of the shape of the input, or one with a last dimension of size 1, or without it.'
      );
    default:
      return (
        sizeWords(trans, values)?.cause ??
        (input && target
          ? trans.__(
              'The output has %1, the target %2. Often a view() or reshape() mixed the batch into another dimension, or the model has not as many outputs as the target has values.',
              input,
              target
            )
          : trans.__(
              'Output and target must agree, for classes in the batch, for BCE and MSE in every dimension. Often a view() mixed the batch into another dimension, or a dimension of size 1 is too many.'
            ))
      );
  }
}

/** Its fixes, best first. */
export function lossFixes(trans: ITranslate, values: Values): IFix[] {
  const { kind, classes } = values;
  const shapes: IFix = {
    safety: 'diagnostic',
    title: trans.__('Print both shapes just before the loss'),
    code: 'print(output.shape, target.shape)'
  };
  switch (kind) {
    case 'metric':
      return [
        {
          safety: 'check',
          title: trans.__('Take the dimension of size 1 away'),
          code: values.target?.endsWith(', 1]')
            ? 'target = target.squeeze(-1)'
            : 'preds = preds.squeeze(-1)'
        },
        {
          safety: 'check',
          title: trans.__('Scores for each class: give them as they are'),
          code: 'metric.update(output, target)  # output [N, C], target [N]'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Print both shapes just before the line'),
          code: 'print(preds.shape, preds.dtype, target.shape)'
        }
      ];
    case 'indices':
      return [
        {
          safety: 'check',
          title: trans.__('A target [N, 1]: take the dimension away'),
          code: 'target = target.squeeze(1)'
        },
        {
          safety: 'check',
          title: trans.__('A one-hot target [N, C]: take the class numbers'),
          code: 'target = target.argmax(dim=1)'
        },
        shapes
      ];
    case 'tokens':
      return [
        {
          safety: 'check',
          title: trans.__('Bring the classes to dimension 1'),
          code: 'loss = criterion(output.transpose(1, 2), target)'
        },
        {
          safety: 'check',
          title: trans.__('Or make one row of each word'),
          code: 'loss = criterion(output.flatten(0, 1), target.flatten())'
        },
        shapes
      ];
    case 'pixels':
      return [
        {
          safety: 'check',
          title: trans.__('A mask [N, 1, H, W]: take the channel away'),
          code: 'target = target.squeeze(1).long()'
        },
        {
          safety: 'check',
          title: trans.__(
            'Another size: resize the output, or the mask by nearest'
          ),
          code: "output = F.interpolate(output, size=target.shape[-2:], mode='bilinear')"
        },
        shapes
      ];
    case 'weights':
      return [
        {
          safety: 'check',
          title: trans.__('Give as many weights as classes'),
          code: `weight = torch.ones(${classes ?? 'num_classes'})`
        },
        shapes
      ];
    case 'lengths':
      return [
        {
          safety: 'check',
          title: trans.__('Bring the time dimension first'),
          code: 'log_probs = log_probs.permute(1, 0, 2)  # [T, N, C]'
        },
        shapes
      ];
    default: {
      const known = sizeWords(trans, values);
      return known
        ? [...known.fixes, shapes]
        : [
            {
              safety: 'check',
              title: trans.__('One of them is [N, 1]: take the dimension away'),
              code: /, 1\]$/.test(values.target ?? '')
                ? 'target = target.squeeze(-1)'
                : 'output = output.squeeze(-1)'
            },
            {
              safety: 'check',
              title: trans.__('Keep the batch when flattening'),
              code: 'x = torch.flatten(x, 1)'
            },
            shapes
          ];
    }
  }
}
