import type { IFix, ISign, ITranslate, Values } from '../../../diagnosis/types';
import { ofKind, said } from '../../said';

/** Gradients that autograd does not have. */
export const DERIVATIVE_SIGNS: readonly ISign[] = [
  // Up to 1.x a loss had none for its target.
  ...said(
    /nn criterions don["']t compute the gradient w\.r\.t\. targets|\bderivative for ["'](?:\w{1,60}: )?(?:target|weight|log_target|other)["'] is not implemented|\bis not differentiable with respect to argument ["']\w{1,40}["']\. This input cannot have requires_grad True/,
    ofKind('target')
  ),
  ...said(
    /\bderivative for (?:aten::|["'])(?!(?:\w{1,60}: )?(?:target|weight|log_target|other)["'])(?<func>\w{1,80})(?:: \w{1,40})?["']? is not implemented/,
    { read: ({ func }) => ({ kind: 'derivative', func }) }
  ),
  ...said(
    /trying to differentiate twice a function that was marked with @once_differentiable/,
    ofKind('derivative')
  )
];

/** Per kind: title, cause and first fix. */
type Words = readonly [title: string, cause: string, fix: IFix];

/** The words of `tensor/no-grad`, by what was asked for. */
export function noGradWords(trans: ITranslate, { kind, func }: Values): Words {
  switch (kind) {
    case 'hook':
      return [
        trans.__('This tensor gets no gradient to keep or to watch'),
        trans.__(
          'retain_grad() and register_hook() need a tensor that gradients flow to. This one has requires_grad=False: it is plain data, or was computed under no_grad() or from detach().'
        ),
        {
          safety: 'check',
          title: trans.__('Ask for its gradient before it is used'),
          detail: trans.__(
            'For the result of a computation: make it outside no_grad(), then call retain_grad().'
          ),
          code: 'x.requires_grad_()\ny = model(x)'
        }
      ];
    case 'target':
      return [
        trans.__('No gradient exists for this argument'),
        trans.__(
          'Losses and layers are differentiated by some of their arguments only, and one of the others, such as the target or the class weights, has requires_grad=True. Often it comes out of a model, too.'
        ),
        {
          safety: 'check',
          title: trans.__('Cut it off'),
          detail: trans.__(
            'Where its gradient is wanted, exchange the two arguments or write the loss by hand.'
          ),
          code: 'loss = criterion(output, target.detach())'
        }
      ];
    case 'derivative':
      return [
        func && func.length <= 28
          ? trans.__('%1 has no derivative in PyTorch', func)
          : trans.__('An operation has no derivative in PyTorch'),
        /_backward$|attention/.test(func ?? '')
          ? trans.__(
              'A gradient of a gradient was asked for (create_graph=True, double backward, a gradient penalty), and the fast kernels of attention have only the first one.'
            )
          : trans.__(
              'backward() came to an operation that PyTorch cannot differentiate, or not a second time. Steps, counts and sorting of values have no useful derivative.'
            ),
        /attention/.test(func ?? '')
          ? {
              safety: 'check',
              title: trans.__('Compute attention from plain operations'),
              code: 'from torch.nn.attention import SDPBackend, sdpa_kernel\nwith sdpa_kernel(SDPBackend.MATH):\n    y = model(x)'
            }
          : {
              safety: 'check',
              title: trans.__('Keep it out of the graph, or replace it'),
              code: 'step = torch.sigmoid(10 * x)  # smooth, in place of heaviside(x, …)'
            }
      ];
    case 'scalar':
      return [
        trans.__('backward() was called on more than one number'),
        trans.__(
          'Without an argument backward() starts from a single number, and this tensor has several. Usually the mean over the batch is missing, or reduction is “none”.'
        ),
        {
          safety: 'check',
          title: trans.__('Reduce the loss to one number'),
          code: 'loss = loss.mean()\nloss.backward()'
        }
      ];
    case 'outputs':
      return [
        trans.__('autograd.grad() was asked about more than one number'),
        trans.__(
          'A gradient is that of one number, and this tensor has several. For a column of independent values the gradient of their sum is the column of derivatives.'
        ),
        {
          safety: 'check',
          title: trans.__('Weigh every output with 1, which is their sum'),
          code: 'dy = torch.autograd.grad(y, x, grad_outputs=torch.ones_like(y), create_graph=True)[0]'
        }
      ];
    case 'second':
      return [
        trans.__('autograd.grad() was asked of a result without a graph'),
        trans.__(
          'Nothing behind the result has requires_grad=True, or the graph was cut by no_grad(), detach() or item(). A second derivative needs create_graph=True where the first was taken.'
        ),
        {
          safety: 'check',
          title: trans.__('Keep the graph of the first derivative'),
          code: 'x.requires_grad_()\ny = f(x)\ndy = torch.autograd.grad(y.sum(), x, create_graph=True)[0]\nddy = torch.autograd.grad(dy.sum(), x)[0]'
        }
      ];
    case 'transform':
      return [
        trans.__('torch.func.grad() needs a function that gives a number'),
        trans.__(
          'The gradient is that of one number, and the function returns several. Usually the mean over the batch is missing.'
        ),
        {
          safety: 'check',
          title: trans.__('Reduce what the function returns to one number'),
          detail: trans.__(
            'For the derivative of every output there is torch.func.jacrev().'
          ),
          code: 'grads = torch.func.grad(lambda p: loss_of(p).mean())(params)'
        }
      ];
    case 'unused':
      return [
        trans.__('A tensor took no part in the computation'),
        trans.__(
          'autograd.grad() was asked for the gradient of a tensor that the result does not depend on. Often it was replaced, cloned or detached on the way.'
        ),
        {
          safety: 'check',
          title: trans.__('If that is meant, allow it: the gradient is None'),
          code: 'grads = torch.autograd.grad(loss, inputs, allow_unused=True)'
        }
      ];
    case 'none':
      return [
        trans.__('There is no gradient yet: grad is None'),
        trans.__(
          'A tensor has .grad only after backward(), and only if it is a leaf with requires_grad=True. An assignment such as w = w - lr * w.grad makes a new tensor, which is no leaf.'
        ),
        {
          safety: 'check',
          title: trans.__('Update in place under no_grad'),
          code: 'with torch.no_grad():\n    w -= lr * w.grad\nw.grad = None'
        }
      ];
    case 'scaler':
      return [
        trans.__('No parameter of the optimizer got a gradient'),
        trans.__(
          'GradScaler found no gradient to look at: backward() was not called on the scaled loss, or the optimizer holds other parameters than the loss depends on.'
        ),
        {
          safety: 'check',
          title: trans.__('Scale, go backward, then step'),
          code: 'scaler.scale(loss).backward()\nscaler.step(optimizer)\nscaler.update()'
        }
      ];
    default:
      return [
        trans.__('The loss does not depend on anything trainable'),
        trans.__(
          'No tensor behind the loss has requires_grad=True, or the graph was cut: by no_grad(), detach(), item(), numpy(), argmax() or a new torch.tensor(…). With all weights frozen it is the same.'
        ),
        {
          safety: 'check',
          title: trans.__('Compute the loss from the output, without a detour'),
          detail: trans.__(
            'torch.tensor(loss) or float(loss) make a new number without history; argmax() and comparisons have no gradient.'
          ),
          code: 'loss = criterion(model(x), y)\nloss.backward()'
        }
      ];
  }
}
