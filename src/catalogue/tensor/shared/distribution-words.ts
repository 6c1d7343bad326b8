import type {
  IExample,
  IFix,
  ISign,
  ITranslate,
  Values
} from '../../../diagnosis/types';
import { said } from '../../said';

/** Checked as a matrix elsewhere: another cause. */
const MATRIX = String.raw`(?:Positive(?:Semi)?[Dd]efinite|LowerCholesky|CorrCholesky|Symmetric|Square)\b`;

const nan = { read: (): Values => ({ kind: 'distribution' }) };

/** torch/distributions/distribution.py, since 1.8; before it names less. */
export const DISTRIBUTION_SIGNS: readonly ISign[] = [
  // What is no real number is nan, also where the values are cut off.
  ...said(
    /to (?:satisfy the constraint|be within the support) \(?(?:IndependentConstraint\()?Real\(/,
    nan
  ),
  ...said(
    new RegExp(
      String.raw`xpected parameter (?<parameter>\w{1,40}) \((?:Tensor|Parameter) of shape \([\d, ]{0,60}\)\) of distribution (?<name>\w{1,40})\(.{0,600}?to satisfy the constraint (?:IndependentConstraint\()?(?!Real|${MATRIX})(?<constraint>\w{2,30})\(`
    ),
    { read: values => ({ ...values, kind: 'parameter' }) }
  ),
  ...said(
    /xpected value argument \(Tensor of shape \([\d, ]{0,60}\)\) to be within the support \((?!(?:IndependentConstraint\()?Real).{1,200}?\) of the distribution (?<name>\w{1,40})/,
    { read: values => ({ ...values, kind: 'support' }) }
  ),
  ...said(/The value argument must be within the support/, {
    read: () => ({ kind: 'support' })
  })
];

/** The title for a parameter or a value that is out of range. */
export function distributionTitle(
  trans: ITranslate,
  { kind, parameter, name }: Values
): string {
  return kind === 'support'
    ? trans.__('log_prob() of a value that cannot occur')
    : parameter && name && parameter.length + name.length < 30
      ? trans.__('%1 of %2 is outside its range, or nan', parameter, name)
      : trans.__('A parameter is outside its range, or nan');
}

/** Its cause. */
export function distributionCause(
  trans: ITranslate,
  { kind, constraint }: Values
): string {
  if (kind === 'support') {
    return trans.__(
      'The value is outside the range of the distribution: a class number that is not below the number of classes, an action on the edge that tanh or sigmoid cannot reach, or nan. The lines of the message show the value.'
    );
  }
  switch (constraint) {
    case 'Simplex':
      return trans.__(
        'Probabilities must be at least 0 and add up to 1. Here they hold nan, since the network gives nan, or negative numbers, since its raw outputs were given as probs.'
      );
    case 'Interval':
    case 'UnitInterval':
      return trans.__(
        'Probabilities must be between 0 and 1. Here they hold nan, since the network gives nan, or other numbers, since its raw outputs were given as probs.'
      );
    case 'GreaterThan':
    case 'GreaterThanEq':
    case 'Positive':
      return trans.__(
        'The parameter, such as a standard deviation, must be above 0. Here it holds nan, since the network gives nan, or 0 and negative numbers, since nothing keeps its output positive.'
      );
    default:
      return trans.__(
        'The message names the range of the parameter and shows the values. Numbers outside come from an output that nothing keeps in range; nan means that the network itself gives nan.'
      );
  }
}

/** What keeps the values in range. */
export function distributionFix(
  trans: ITranslate,
  { kind, constraint }: Values
): IFix {
  if (kind === 'support') {
    return {
      safety: 'check',
      title: trans.__('Keep the value inside the range'),
      code: 'action = action.clamp(-1 + 1e-6, 1 - 1e-6)'
    };
  }
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

/** Texts of torch.distributions that `tensor/nan` must recognise. */
export const DISTRIBUTION_EXAMPLES: readonly IExample[] = [
  {
    ename: 'ValueError',
    evalue:
      'Expected parameter loc (Tensor of shape (64, 2)) of distribution Normal(loc: torch.Size([64, 2]), scale: torch.Size([64, 2])) to satisfy the constraint Real(), but found invalid values:',
    torch: '1.13',
    origin: 'reference',
    values: { kind: 'distribution' }
  },
  {
    ename: 'ValueError',
    evalue:
      'Expected parameter logits (Tensor of shape (2,)) of distribution Categorical(logits: torch.Size([2])) to satisfy the constraint IndependentConstraint(Real(), 1), but found invalid values:\ntensor([nan, nan])',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'distribution' }
  },
  {
    ename: 'ValueError',
    evalue:
      'Expected parameter probs (Tensor of shape (1, 2)) of distribution Categorical(probs: torch.Size([1, 2])) to satisfy the constraint Simplex(), but found invalid values:\ntensor([[-0.3333,  1.3333]])',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'parameter', constraint: 'Simplex', name: 'Categorical' }
  },
  {
    ename: 'ValueError',
    evalue:
      'Expected parameter scale (Tensor of shape (2,)) of distribution Normal(loc: torch.Size([2]), scale: torch.Size([2])) to satisfy the constraint GreaterThan(lower_bound=0.0), but found invalid values:\ntensor([-1.,  1.])',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'parameter', parameter: 'scale', constraint: 'GreaterThan' }
  },
  {
    ename: 'ValueError',
    evalue:
      'Expected parameter probs (Tensor of shape (1,)) of distribution Bernoulli(probs: tensor([1.4000])) to satisfy the constraint Interval(lower_bound=0.0, upper_bound=1.0), but found invalid values:\ntensor([1.4000])',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'parameter', constraint: 'Interval' }
  },
  {
    ename: 'ValueError',
    evalue:
      'Expected parameter probs (Tensor of shape (1, 4)) of distribution Categorical(probs: torch.Size([1, 4])) to satisfy the constraint Simplex(), but found invalid values:\ntensor([[nan, nan, nan, nan]])',
    torch: '2.1',
    origin: 'reference',
    values: { kind: 'distribution' }
  },
  {
    ename: 'ValueError',
    evalue:
      'Expected value argument (Tensor of shape ()) to be within the support (IntegerInterval(lower_bound=0, upper_bound=1)) of the distribution Categorical(probs: torch.Size([2])), but found invalid values:\n5',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'support', name: 'Categorical' }
  },
  {
    ename: 'ValueError',
    evalue: 'The value argument must be within the support',
    torch: '1.7',
    origin: 'reference',
    values: { kind: 'support' }
  }
];
