/** Numbers that the optimizers check when they are made. */
import type { ITranslate, Values } from '../../../diagnosis/types';
import { ownValue } from '../../../shared/own-value';
import type { IKind } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { listParameters } from './list';

/** How each is written, by the name in the message. */
const WRITTEN: Readonly<Record<string, string>> = {
  lr: 'torch.optim.AdamW(model.parameters(), lr=1e-3)',
  momentum: 'torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)',
  weight_decay: 'torch.optim.AdamW(model.parameters(), weight_decay=0.01)',
  eps: 'torch.optim.AdamW(model.parameters(), eps=1e-8)',
  betas: 'torch.optim.AdamW(model.parameters(), betas=(0.9, 0.999))',
  alpha: 'torch.optim.RMSprop(model.parameters(), alpha=0.99)',
  rho: 'torch.optim.Adadelta(model.parameters(), rho=0.9)',
  lr_decay: 'torch.optim.Adagrad(model.parameters(), lr_decay=0.0)',
  initial_accumulator_value:
    'torch.optim.Adagrad(model.parameters(), initial_accumulator_value=0.0)',
  momentum_decay: 'torch.optim.NAdam(model.parameters(), momentum_decay=0.004)',
  etas: 'torch.optim.Rprop(model.parameters(), etas=(0.5, 1.2))',
  beta2_decay: 'torch.optim.Adafactor(model.parameters(), beta2_decay=-0.8)',
  d: 'torch.optim.Adafactor(model.parameters(), d=1.0)'
};

/** The argument that a message calls by another name. */
function argumentOf(name: string | undefined): string | undefined {
  const bare = name?.replace(/ values?$/, '').toLowerCase();
  return bare === undefined
    ? undefined
    : bare === 'learning rate'
      ? 'lr'
      : /^epsilon/.test(bare)
        ? 'eps'
        : /^beta parameter/.test(bare)
          ? 'betas'
          : bare === 'eta'
            ? 'etas'
            : /threshold d$/.test(bare)
              ? 'd'
              : bare;
}

/** What the argument may be. */
function allowed(trans: ITranslate, name: string | undefined): string {
  switch (name) {
    case 'betas':
      return trans.__(
        'Each beta is the share of the old average that is kept: 0 or more and below 1.'
      );
    case 'rho':
      return trans.__(
        'rho is the share of the old average that is kept: from 0 to 1.'
      );
    case 'etas':
      return trans.__(
        'The first eta shrinks a step and lies between 0 and 1, the second lets it grow and is above 1: (0.5, 1.2).'
      );
    case 'd':
      return trans.__('The threshold d of Adafactor is 1 or more.');
    case 'beta2_decay':
      return trans.__(
        'beta2_decay of Adafactor is an exponent, 0 or below: -0.8 is usual.'
      );
    case 'lr':
      return trans.__(
        'A learning rate is 0 or more. The optimizer goes down the gradient by itself; to go up, give it maximize=True.'
      );
    default:
      return trans.__(
        'This option is 0 or more. Usually it was computed, or two arguments were exchanged.'
      );
  }
}

function option({ name, other, given }: Values): Values {
  return { name: argumentOf(name ?? other), given };
}

export const OPTION_KINDS = {
  option: {
    signs: [
      // torch/optim: each optimizer checks its numbers alike.
      ...messageOrLog(
        /Invalid (?<name>learning rate|momentum value|weight_decay value|epsilon value|alpha value|lr_decay value|rho value|momentum_decay value|initial_accumulator_value value|beta parameter at index \d): (?!\S{1,20} alpha must be)(?<given>-?(?:\d[\d.]{0,20}(?:e-?\d{1,4})?|inf|nan))/,
        { read: option }
      ),
      ...messageOrLog(
        /Invalid (?<name>eta values): (?<given>-?[\d.e-]{1,24}, -?[\d.e-]{1,24})/,
        { read: option }
      ),
      // Adafactor and Muon.
      ...messageOrLog(
        /\b(?<name>Learning rate|epsilon[12]|Clipping threshold d|beta2_decay|momentum|weight_decay) should be [<>]= [01] but is: (?<given>-?[\d.e-]{1,24})/,
        { read: option }
      )
    ],
    words: (trans, { name, given }) => ({
      title:
        name && given
          ? trans.__('The optimizer refuses %1=%2', name, given)
          : trans.__('An option of the optimizer is out of range'),
      cause: allowed(trans, name),
      fixes: [
        check(
          trans.__('Give a number in range, and by its name'),
          `optimizer = ${ownValue(WRITTEN, name) ?? WRITTEN.lr}`,
          trans.__(
            'Read from a file or the command line it may be text: float(lr).'
          )
        ),
        listParameters(trans)
      ]
    })
  },
  nesterov: {
    signs: messageOrLog(
      /Nesterov momentum requires a momentum and zero dampening/
    ),
    words: trans => ({
      title: trans.__('nesterov=True needs a momentum'),
      cause: trans.__(
        'Nesterov’s method is a form of momentum: momentum must be above 0 (it is 0 when left out), and dampening 0.'
      ),
      fixes: [
        check(
          trans.__('Give the momentum as well'),
          'optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, nesterov=True)'
        )
      ]
    })
  },
  tensor: {
    signs: messageOrLog(
      /\bTensor (?<name>lr|betas\[\d\]) must be 1-element|\b(?<option>lr|beta\d|betas\[\d\]) as a Tensor is not supported for capturable=False and foreach=True|\b(?<both>betas) must be either both floats or both Tensors/,
      {
        read: ({ name, option: foreach, both }) => ({
          name: name ?? foreach ?? both,
          given: foreach ? 'foreach' : both ? 'both' : 'several'
        })
      }
    ),
    words: (trans, { name = 'lr', given }) => ({
      title: trans.__('%1 is given as a tensor', name),
      cause:
        given === 'foreach'
          ? trans.__(
              'With foreach=True the optimizer updates all parameters at once, and then takes %1 as a tensor only together with capturable=True (for CUDA graphs).',
              name
            )
          : given === 'both'
            ? trans.__(
                'One of the two betas is a tensor, the other a number. Both must be of one kind.'
              )
            : trans.__(
                '%1 is one number for all parameters of a group, and the tensor does not hold exactly one. Rates of their own need groups of their own.',
                name
              ),
      fixes: [
        check(
          trans.__('Give it as a plain number'),
          name === 'lr'
            ? 'optimizer = torch.optim.Adam(model.parameters(), lr=float(lr))'
            : 'optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, 0.999))'
        ),
        given === 'several'
          ? check(
              trans.__('A rate for each part of the model: groups'),
              "optimizer = torch.optim.Adam([\n    {'params': model.body.parameters(), 'lr': 1e-4},\n    {'params': model.head.parameters(), 'lr': 1e-3},\n])"
            )
          : check(
              trans.__('A tensor that a graph or compiler changes'),
              'optimizer = torch.optim.Adam(model.parameters(), lr=torch.tensor(1e-3), foreach=False)'
            )
      ]
    })
  }
} satisfies Record<string, IKind<'name' | 'given'>>;
