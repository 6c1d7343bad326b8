/** What is said where the visible code tells why there is no gradient. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IWords } from '../../define';
import { check } from '../../fix';
import type { Reason } from './visible';

type Told = Pick<IWords, 'cause' | 'fixes'>;

/** Why a result has no history; null where the code does not tell. */
export function detachedWords(
  trans: ITranslate,
  { why, at, name = 'x', from }: Reason
): Told | null {
  switch (why) {
    case 'off':
      return {
        cause: at
          ? trans.__(
              'The line “%1” turned the gradient of %2 off, so what is computed from it has no history.',
              at,
              name
            )
          : trans.__(
              'A line above turned the gradient of %1 off, so what is computed from it has no history.',
              name
            ),
        fixes: [
          check(
            trans.__('Turn it on again, then compute the result anew'),
            `${name}.requires_grad_(True)`
          )
        ]
      };
    case 'checkpoint':
      return {
        cause: trans.__(
          'Gradient checkpointing computes a block anew in the backward pass. In its older, reentrant form the output of the block has a gradient only if an input has one: below frozen weights (LoRA, a frozen encoder) none has, and what is to learn inside gets none.'
        ),
        fixes: [
          ...(name === 'model'
            ? [
                check(
                  trans.__('Let the inputs of the first block have one'),
                  'model.enable_input_require_grads()  # before get_peft_model() and the Trainer'
                )
              ]
            : []),
          check(
            trans.__('Take the form that does not need it'),
            name === 'model'
              ? "TrainingArguments(..., gradient_checkpointing=True, gradient_checkpointing_kwargs={'use_reentrant': False})"
              : 'torch.utils.checkpoint.checkpoint(block, x, use_reentrant=False)'
          )
        ]
      };
    case 'adapter':
      return {
        cause: trans.__(
          'With an adapter (LoRA) all other weights are frozen. Usually gradient checkpointing is on and the inputs of the first block have no gradient, or the adapter was loaded for inference.'
        ),
        fixes: [
          check(
            trans.__('Let the inputs of the first block have one'),
            'model.enable_input_require_grads()  # before get_peft_model() and the Trainer'
          ),
          check(
            trans.__('A loaded adapter: ask for one that learns'),
            'model = PeftModel.from_pretrained(base, path, is_trainable=True)\nmodel.print_trainable_parameters()'
          )
        ]
      };
    case 'switched':
      return {
        cause: trans.__(
          'torch.set_grad_enabled(False) holds for all cells that run after it, until it is turned on again: nothing since then records a history.'
        ),
        fixes: [
          check(
            trans.__('Turn it on again, then compute the loss anew'),
            'torch.set_grad_enabled(True)'
          )
        ]
      };
    case 'forward':
      return {
        cause: at
          ? trans.__(
              'The line “%1” of forward() cuts the history of its result: probably that of this loss.',
              at
            )
          : trans.__(
              'forward() cuts the history of its result: probably that of this loss.'
            ),
        fixes: [
          check(
            trans.__('Return the result as it is'),
            at?.trimStart().startsWith('return')
              ? at.replace(
                  /\.(?:detach\(\)|item\(\)|data|argmax\([\w=, -]{0,20}\))$/,
                  ''
                )
              : 'def forward(self, x):  # without the decorator above'
          )
        ]
      };
    case 'compared':
      return {
        cause: at
          ? trans.__(
              'The line “%1” compares: true or false has no gradient, also as 1.0 and 0.0. Probably the history ends there.',
              at
            )
          : trans.__(
              'A line above compares: true or false has no gradient, also as 1.0 and 0.0. Probably the history ends there.'
            ),
        fixes: [
          check(
            trans.__('Take the output itself into a loss; count hits apart'),
            'loss = nn.BCEWithLogitsLoss()(output, y.float())  # classes: nn.CrossEntropyLoss()(output, y)\nloss.backward()'
          )
        ]
      };
    case 'no-grad':
      return {
        cause: trans.__(
          'The visible code computes %1 below torch.no_grad(), which records no history.',
          name
        ),
        fixes: [
          check(
            trans.__('Compute it outside of no_grad()'),
            at || 'loss = criterion(model(x), y)'
          )
        ]
      };
    case 'copy':
      return {
        cause: trans.__(
          'The parameters of %1 were frozen, and %2 is a deep copy of it: a copy keeps requires_grad=False.',
          from,
          name
        ),
        fixes: [
          check(
            trans.__('Let the copy learn, before its optimizer is made'),
            `for p in ${name}.parameters():\n    p.requires_grad_(True)`
          )
        ]
      };
    case 'cut':
      return {
        cause: at
          ? trans.__(
              'The line “%1” makes a value without history: detach(), item(), numpy(), data, argmax(), round() and torch.tensor(…) cut it.',
              at
            )
          : trans.__(
              'A line above makes a value without history: detach(), item(), numpy(), data, argmax(), round() and torch.tensor(…) cut it.'
            ),
        fixes: [
          check(
            trans.__('Compute the loss from the output, without that step'),
            from ?? 'loss = criterion(model(x), y)\nloss.backward()'
          )
        ]
      };
    case 'plain':
      return {
        cause: at
          ? trans.__(
              'No tensor behind the result asks for a gradient: the line “%1” makes %2 without requires_grad=True.',
              at,
              name
            )
          : trans.__(
              'No tensor behind the result asks for a gradient: %1 was made without requires_grad=True.',
              name
            ),
        fixes: [
          check(
            trans.__('Ask for its gradient, then compute the result anew'),
            `${name}.requires_grad_(True)  # floating-point numbers only`
          )
        ]
      };
    case 'frozen':
      return {
        cause: trans.__(
          'The visible code freezes the parameters of %1 (requires_grad False), and probably nothing else in the loss can learn.',
          name
        ),
        fixes: [
          check(
            trans.__('Let the part learn that is to be trained'),
            `for p in ${name}.parameters():  # or of its last layer alone\n    p.requires_grad = True`
          )
        ]
      };
    default:
      return null;
  }
}

/** Why `.grad` is None; null where the code does not tell. */
export function noneWords(
  trans: ITranslate,
  { why, at, name = 'w', from }: Reason
): Told | null {
  switch (why) {
    case 'zeroed':
      return {
        cause: trans.__(
          'zero_grad() ran after the last backward(). Since PyTorch 2.0 it sets each .grad to None and leaves no zeros.'
        ),
        fixes: [
          check(
            trans.__('Look at .grad between backward() and zero_grad()'),
            `loss.backward()\nprint(${name}.grad)\noptimizer.zero_grad()`
          ),
          check(
            trans.__('Or keep zeros in its place'),
            'optimizer.zero_grad(set_to_none=False)'
          )
        ]
      };
    case 'no-leaf':
      return {
        cause: at
          ? trans.__(
              'The line “%1” computes on from the tensor that asked for a gradient. What it keeps is a result, no leaf, and only leaves get .grad.',
              at
            )
          : trans.__(
              '%1 is the result of a computation, no leaf, and only leaves get .grad.',
              name
            ),
        fixes: [
          check(
            trans.__('Ask for the gradient last'),
            `${name} = (0.01 * torch.randn(n, m, device=device)).requires_grad_()`
          ),
          check(
            trans.__('Or keep the gradient of the result, too'),
            `${name}.retain_grad()  # before backward()`
          )
        ]
      };
    case 'default':
      return {
        cause: trans.__(
          'The update is right, but the loss does not depend on this tensor. “%1” keeps, as its default values, the tensors that there were when it was defined: after the cell that makes them has run again, these are others.',
          at
        ),
        fixes: [
          check(
            trans.__('Give the tensors of now in the call'),
            from ?? 'y_hat = net(X, w, b)'
          ),
          {
            safety: 'safe',
            title: trans.__(
              'Or run again, in their order: parameters, net, training loop'
            )
          }
        ]
      };
    case 'apart':
      return {
        cause: trans.__(
          'The update itself is right, but backward() gave %1 no gradient: the loss does not depend on it, or on another tensor of that name, made before its cell ran again.',
          name
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__(
              'Run the cells again in their order: parameters, model, loop'
            )
          },
          {
            safety: 'diagnostic',
            title: trans.__('See which tensors get a gradient'),
            code: 'loss.backward()\nprint([(p.requires_grad, p.is_leaf, p.grad is None) for p in params])'
          }
        ]
      };
    case 'never':
      return {
        cause: trans.__(
          'No visible line calls backward(), and before that no tensor has a gradient.'
        ),
        fixes: [
          check(
            trans.__('Go backward first'),
            `loss.backward()\nprint(${name}.grad)`
          )
        ]
      };
    default:
      return null;
  }
}
