/** torch/distributions/distribution.py, since 1.8; before it names less. */
import { messageOrLog } from '../../signs';
import { find } from './fixes';
import type { IKind } from '../../define';
import type { IFix, ITranslate } from '../../../diagnosis/types';

/** Checked as a matrix elsewhere: another cause. */
const MATRIX = String.raw`(?:Positive(?:Semi)?[Dd]efinite|LowerCholesky|CorrCholesky|Symmetric|Square)\b`;

function causeOf(trans: ITranslate, constraint: string | undefined): string {
  switch (constraint) {
    case 'Simplex':
      return trans.__(
        'Probabilities must be at least 0 and add up to 1. Here they hold either nan, since the network gives nan, or negative numbers, since its raw outputs were given as probs.'
      );
    case 'Interval':
    case 'UnitInterval':
      return trans.__(
        'Probabilities must be between 0 and 1. Here they hold either nan, since the network gives nan, or other numbers, since its raw outputs were given as probs.'
      );
    case 'GreaterThan':
    case 'GreaterThanEq':
    case 'Positive':
      return trans.__(
        'The parameter, such as a standard deviation, must be above 0. Here it holds either nan, since the network gives nan, or 0 and negative numbers, since nothing keeps its output positive.'
      );
    default:
      return trans.__(
        'The message names the range of the parameter and shows the values. Numbers outside come from an output that nothing keeps in range; nan means that the network itself gives nan.'
      );
  }
}

function keepInRange(trans: ITranslate, constraint: string | undefined): IFix {
  return constraint === 'Simplex' || /Interval$/.test(constraint ?? '')
    ? {
        safety: 'check',
        title: trans.__('Raw outputs: give them as logits'),
        code: 'dist = torch.distributions.Categorical(logits=output)'
      }
    : {
        safety: 'check',
        title: trans.__('Keep it above 0'),
        code: 'std = F.softplus(output) + 1e-6'
      };
}

/** A parameter of a distribution outside its range. */
export const parameter: IKind<'parameter' | 'name' | 'constraint'> = {
  signs: messageOrLog(
    new RegExp(
      String.raw`xpected parameter (?<parameter>\w{1,40}) \((?:Tensor|Parameter) of shape \([\d, ]{0,60}\)\) of distribution (?<name>\w{1,40})\(.{0,600}?to satisfy the constraint (?:IndependentConstraint\()?(?!Real|${MATRIX})(?<constraint>\w{2,30})\(`
    )
  ),
  words: (trans, { parameter: given, name, constraint }) => ({
    title:
      given && name && given.length + name.length < 30
        ? trans.__('%1 of %2 is outside its range, or nan', given, name)
        : trans.__('A parameter is outside its range, or nan'),
    cause: causeOf(trans, constraint),
    fixes: [keepInRange(trans, constraint), find(trans)]
  })
};

/** A value, such as a class number, that a distribution cannot give. */
export const support: IKind<never> = {
  signs: [
    ...messageOrLog(
      /xpected value argument \(Tensor of shape \([\d, ]{0,60}\)\) to be within the support \((?!(?:IndependentConstraint\()?Real).{1,200}?\) of the distribution \w{1,40}/
    ),
    ...messageOrLog(/The value argument must be within the support/)
  ],
  words: trans => ({
    title: trans.__('log_prob() of a value that cannot occur'),
    cause: trans.__(
      'The value is outside the range of the distribution; usual: a class number that is not below the number of classes, an action on the edge that tanh or sigmoid cannot reach, or nan. The lines of the message show the value.'
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Keep the value inside the range'),
        code: 'action = action.clamp(-1 + 1e-6, 1 - 1e-6)'
      },
      find(trans)
    ]
  })
};
