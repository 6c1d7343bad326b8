import { define, type ValuesOf } from '../../define';
import { messageOrLog } from '../../signs';
import { check, pip } from '../../fix';
import { failedLine, isNameUnknown, passedThrough } from '../../predicates';
import { LINKS } from '../shared/links';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { detachedWords, noneWords } from './reasons';
import { detachedBy, unasked, withoutGradient } from './visible';
import type { IReading } from '../../../incident/types';
import {
  lastValue,
  ownCall,
  ownLine,
  visibleCode
} from '../../shared/ran-code';
import { receiverWith } from '../../shared/edits/values';
import { onesForGrad } from '../../shared/edits/losses';

/** Whether `torch.autograd.grad()` was called, not `backward()`. */
function gradientAsked({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) =>
    frames.some(
      ({ file, func }) =>
        func === 'grad' && /\btorch[\\/]autograd[\\/]__init__\.py$/.test(file)
    )
  );
}

function history(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Look where the history ends'),
    code: 'print(loss.requires_grad, loss.grad_fn)\nprint([n for n, p in model.named_parameters() if p.requires_grad])'
  };
}

/**
 * Whether the visible code goes backward itself, or says why there is no
 * history: a trainer's call alone leaves open too much.
 */
function isOwnBackward(_: Values, reading: IReading): boolean {
  return (
    /\.backward\(/.test(`${ownLine(reading)} ${visibleCode(reading).text}`) ||
    gradientAsked(reading) ||
    isOfAdapter(reading) ||
    detachedBy(reading).why !== undefined
  );
}

/**
 * Whether a trainer went backward for an adapter (LoRA): its base is frozen, and
 * what is wrong is mostly that no gradient reaches the adapter.
 */
function isOfAdapter(reading: IReading): boolean {
  return (
    passedThrough(reading, /[\\/]transformers[\\/]trainer\.py$/) &&
    (passedThrough(reading, /q?lora|[\\/]peft[\\/]/i) ||
      /\b(?:LoraConfig|get_peft_model|PeftModel)\b/.test(
        visibleCode(reading).text
      ))
  );
}

/** What goes backward, where it is no loss by its name: a result of tensors. */
function resultOf(reading: IReading): ValuesOf<'result'> {
  const { result } =
    /^(?<result>[a-z_]\w{0,30})\.backward\(/i.exec(ownLine(reading))?.groups ??
    {};
  return result === undefined || /loss|err|cost|crit|^l$/i.test(result)
    ? {}
    : { result };
}

/** torch.lstsq(), of which its successor torch.linalg.lstsq() has a derivative. */
function isOfLeastSquares(func: string | undefined): boolean {
  return func === 'lstsq' || func === 'linalg_lstsq';
}

/** How to get the gradient of a gradient of `func` all the same. */
function twiceFix(trans: ITranslate, func: string | undefined): IFix {
  if (func?.includes('attention')) {
    return check(
      trans.__('Compute attention from plain operations'),
      'from torch.nn.attention import SDPBackend, sdpa_kernel\nwith sdpa_kernel(SDPBackend.MATH):\n    y = model(x)'
    );
  }
  if (func?.includes('cudnn')) {
    return check(
      trans.__('Run this part without cuDNN'),
      'with torch.backends.cudnn.flags(enabled=False):\n    y = model(x)'
    );
  }
  if (func?.includes('cdist')) {
    return check(
      trans.__('Compute the distances from plain operations'),
      'd = (a[:, None] - b[None]).pow(2).sum(-1).add(1e-12).sqrt()'
    );
  }
  return check(
    trans.__('Compute the same from plain operations'),
    'y = (x * x).sum()  # sums, products, exp() … have derivatives of any order'
  );
}

/** Whether the line that took the first derivative kept its graph. */
function isKept(reading: IReading): boolean {
  const first = ownCall(/(?:^|\.)grad$/, reading)?.args[0] ?? '';
  const made = /^[a-z_]\w{0,40}/i.exec(first)?.[0];
  return (
    made !== undefined &&
    /\bcreate_graph ?= ?True\b/.test(lastValue(made, reading)?.value ?? '')
  );
}

export default define({
  id: 'tensor/no-grad',
  answers: [
    'element 0 of tensors does not require grad and does not have a grad_fn',
    'grad can be implicitly created only for scalar outputs',
    'One of the differentiated Tensors appears to not have been used in the graph',
    "'NoneType' object has no attribute 'zero_'",
    "unsupported operand type(s) for *: 'float' and 'NoneType'",
    'No inf checks were recorded for this optimizer.',
    'element 0 of variables tuple is volatile',
    "can't retain_grad on Tensor that has requires_grad=False",
    "cannot register a hook on a tensor that doesn't require gradient",
    "the derivative for 'target' is not implemented",
    "nn criterions don't compute the gradient w.r.t. targets - please mark these tensors as not requiring gradients",
    'derivative for aten::_scaled_dot_product_efficient_attention_backward is not implemented'
  ],
  beside: /Often it comes out of a model, too/,
  values: ['func', 'why', 'at', 'name', 'from', 'result'],
  signs: [
    ...messageOrLog(
      /element \d{1,6} of (?:tensors|variables)(?: tuple)? (?:does not require grad|is volatile)|there are no graph nodes that require computing gradients|differentiated Tensors? does not require grad/,
      {
        tells: isOwnBackward,
        read: (_, reading) =>
          gradientAsked(reading)
            ? isKept(reading)
              ? { kind: 'constant' }
              : { kind: 'second', ...unasked(reading) }
            : {
                kind: 'detached',
                ...(isOfAdapter(reading) ? { why: 'adapter' } : {}),
                ...detachedBy(reading),
                ...resultOf(reading)
              }
      }
    ),
    ...messageOrLog(
      /grad can be implicitly created only for (?:real )?scal[ae]r outputs|backward should be called only on a scalar/,
      {
        read: (_, reading) => ({
          kind: gradientAsked(reading) ? 'outputs' : 'scalar'
        })
      }
    ),
    ...messageOrLog(
      /\bderivative for (?:aten::|["'])(?!(?:\w{1,60}: )?(?:target|weight|log_target|other)["'])(?<func>\w{1,80})(?:: \w{1,40})?["']? is not implemented/,
      {
        read: ({ func }) => ({
          kind: func?.includes('_backward') ? 'twice' : 'derivative'
        })
      }
    )
  ],
  kinds: {
    detached: {
      signs: [
        // torch/utils/checkpoint.py: a warning, and often all that is printed.
        {
          where: 'log',
          pattern:
            /None of the inputs have requires_grad=True\. Gradients will be None/,
          when: isNameUnknown,
          confidence: 'likely',
          read: (_, reading) => detachedBy(reading)
        }
      ],
      words: (trans, reason) => ({
        title: trans.__('The loss does not depend on anything trainable'),
        cause:
          detachedWords(trans, reason)?.cause ??
          trans.__(
            'Either no tensor behind the loss has requires_grad=True, or the graph was cut: by no_grad(), detach(), item(), numpy(), argmax() or a new torch.tensor(…). With all weights frozen it is the same.'
          ),
        fixes: [
          ...(detachedWords(trans, reason)?.fixes ?? [
            ...(reason.result
              ? [
                  check(
                    trans.__(
                      'Ask for gradients where the inputs are made, then compute %1 anew',
                      reason.result
                    ),
                    'x = torch.ones(2, 2, requires_grad=True)'
                  )
                ]
              : []),
            {
              safety: 'check',
              title: trans.__(
                'Compute the loss from the output, without a detour'
              ),
              detail: trans.__(
                'torch.tensor(loss) or float(loss) make a new number without history; argmax() and comparisons have no gradient.'
              ),
              code: 'loss = criterion(model(x), y)\nloss.backward()'
            },
            {
              safety: 'check',
              title: trans.__('All weights frozen: let the last layer learn'),
              detail: trans.__(
                'Freeze first, then put the new layer in. PEFT: load an adapter with is_trainable=True to train it.'
              ),
              code: 'for p in model.fc.parameters():\n    p.requires_grad = True'
            }
          ]),
          history(trans)
        ]
      })
    },
    constant: {
      words: trans => ({
        title: trans.__('The first derivative has no graph: is it constant?'),
        cause: trans.__(
          'The first derivative was taken with create_graph=True. If it still has no graph, it usually depends on nothing: that of a sum or of a linear function is constant, and its derivative 0.'
        ),
        fixes: [
          check(
            trans.__('Take 0 where the first derivative is constant'),
            'ddy = torch.autograd.grad(dy.sum(), x)[0] if dy.requires_grad else torch.zeros_like(x)'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See whether it has a graph'),
            code: 'print(dy.grad_fn, dy.requires_grad)'
          }
        ]
      })
    },
    second: {
      words: (trans, { name }) => ({
        title: trans.__(
          'autograd.grad() was asked of a result without a graph'
        ),
        cause: name
          ? trans.__(
              'The derivative by %1 is wanted, and no line that can be seen asks for its gradient before the result is computed from it.',
              name
            )
          : trans.__(
              'Either nothing behind the result has requires_grad=True, or the graph was cut by no_grad(), detach() or item(). A second derivative needs create_graph=True where the first was taken.'
            ),
        fixes: [
          ...(name
            ? [
                check(
                  trans.__('Ask for the gradient of %1, then compute', name),
                  `${name}.requires_grad_(True)  # before the result is computed`
                )
              ]
            : []),
          {
            safety: 'check',
            title: trans.__('Keep the graph of the first derivative'),
            code: 'x.requires_grad_()\ny = f(x)\ndy = torch.autograd.grad(y.sum(), x, create_graph=True)[0]\nddy = torch.autograd.grad(dy.sum(), x)[0]'
          }
        ]
      })
    },
    outputs: {
      words: trans => ({
        title: trans.__('autograd.grad() was asked about more than one number'),
        cause: trans.__(
          'A gradient is that of one number, and this tensor has several. For a column of independent values the gradient of their sum is the column of derivatives.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Weight every output with 1: the sum of all'),
            code: 'dy = torch.autograd.grad(y, x, grad_outputs=torch.ones_like(y), create_graph=True)[0]',
            edit: onesForGrad
          }
        ]
      })
    },
    scalar: {
      signs: [
        // What it said is cut off; few other things are checked there.
        {
          where: 'log',
          pattern: /\bgrad_tensors_? = _make_grads\(/,
          when: isNameUnknown,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('backward() was called on more than one number'),
        cause: trans.__(
          'Without an argument backward() starts from a single number, and this tensor has several. Usually the mean over the batch is missing, or reduction is “none”.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Reduce the loss to one number'),
            code: 'loss = loss.mean()\nloss.backward()',
            edit: receiverWith('backward', 'mean')
          }
        ]
      })
    },
    transform: {
      // torch/_functorch/eager_transforms.py
      signs: messageOrLog(/Expected f\(\*args\) to return a scalar tensor/i),
      words: trans => ({
        title: trans.__(
          'torch.func.grad() needs a function that gives a number'
        ),
        cause: trans.__(
          'The gradient is that of one number, and the function returns several. Usually the mean over the batch is missing.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Reduce what the function returns to one number'),
            detail: trans.__(
              'For the derivative of every output there is torch.func.jacrev().'
            ),
            code: 'grads = torch.func.grad(lambda p: loss_of(p).mean())(params)'
          }
        ]
      })
    },
    unused: {
      signs: messageOrLog(
        /differentiated (?:Tensors?|Variables?)(?: at index \d{1,6})? appears? to not have been used in the graph/
      ),
      words: trans => ({
        title: trans.__('A tensor took no part in the computation'),
        cause: trans.__(
          'autograd.grad() was asked for the gradient of a tensor that the result does not depend on. Often it was replaced, cloned or detached on the way.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('If that is meant, allow it: the gradient is None'),
            code: 'grads = torch.autograd.grad(loss, inputs, allow_unused=True)'
          },
          history(trans)
        ]
      })
    },
    none: {
      signs: [
        {
          where: 'message',
          pattern: /["']NoneType["'] object has no attribute ["']zero_["']/,
          read: (_, reading) => withoutGradient(reading)
        },
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: /["']NoneType["'] object is not (?:subscriptable|iterable)/,
          when: reading =>
            /\.grad\)?\[|\bin [\w.]{1,60}\.grad\b/.test(failedLine(reading)),
          confidence: 'likely',
          read: (_, reading) => withoutGradient(reading)
        },
        {
          where: 'message',
          pattern:
            /["']NoneType["'] object has no attribute ["'](?:data|norm|clone|abs|mean|add_|detach_?|shape|sum|numpy|max|min|item|cpu|view|size|std|pow)["']/,
          when: ({ code }) => /\.grad\./.test(code),
          confidence: 'likely',
          read: (_, reading) => withoutGradient(reading)
        },
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /unsupported operand type\(s\) for (?:[-+*/]|\*\*)=?: .{0,60}["']NoneType["']/,
          when: reading => /\.grad\b/.test(failedLine(reading)),
          confidence: 'likely',
          read: (_, reading) => withoutGradient(reading)
        }
      ],
      words: (trans, reason) => ({
        title: trans.__('There is no gradient yet: grad is None'),
        cause:
          noneWords(trans, reason)?.cause ??
          trans.__(
            'A tensor has .grad only after backward(), and only if it is a leaf with requires_grad=True. An assignment such as w = w - lr * w.grad makes a new tensor, which is no leaf.'
          ),
        fixes: [
          ...(noneWords(trans, reason)?.fixes ?? [
            check(
              trans.__('Update in place under no_grad'),
              'with torch.no_grad():\n    w -= lr * w.grad\nw.grad = None'
            )
          ]),
          history(trans)
        ]
      })
    },
    scaler: {
      signs: messageOrLog(/No inf checks were recorded for this optimizer/),
      words: trans => ({
        title: trans.__('No parameter of the optimizer got a gradient'),
        cause: trans.__(
          'GradScaler found no gradient to look at: either backward() was not called on the scaled loss, or the optimizer holds other parameters than the loss depends on.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Scale, go backward, then step'),
            code: 'scaler.scale(loss).backward()\nscaler.step(optimizer)\nscaler.update()'
          },
          history(trans)
        ]
      })
    },
    hook: {
      signs: messageOrLog(
        /can["']t retain_grad on (?:Tensor|Variable) that has requires_grad=False|cannot register a hook on a (?:tensor|variable) that doesn["']t require gradient/
      ),
      words: trans => ({
        title: trans.__('This tensor gets no gradient to keep or to watch'),
        cause: trans.__(
          'retain_grad() and register_hook() need a tensor that gradients flow to. This one has requires_grad=False: either it is plain data, or it was computed under no_grad() or from detach().'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Ask for its gradient before it is used'),
            detail: trans.__(
              'For the result of a computation: make it outside no_grad(), then call retain_grad().'
            ),
            code: 'x.requires_grad_()\ny = model(x)'
          },
          history(trans)
        ]
      })
    },
    target: {
      // Up to 1.x a loss had no derivative for its target.
      signs: messageOrLog(
        /nn criterions don["']t compute the gradient w\.r\.t\. targets|\bderivative for ["'](?:\w{1,60}: )?(?:target|weight|log_target|other)["'] is not implemented|\bis not differentiable with respect to argument ["']\w{1,40}["']\. This input cannot have requires_grad True/
      ),
      words: trans => ({
        title: trans.__('No gradient exists for this argument'),
        cause: trans.__(
          'Losses and layers are differentiated by some of their arguments only, and one of the others, such as the target or the class weights, has requires_grad=True. Often it comes out of a model, too.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Cut it off'),
            detail: trans.__(
              'Where its gradient is wanted, exchange the two arguments or write the loss by hand.'
            ),
            code: 'loss = criterion(output, target.detach())'
          }
        ]
      })
    },
    derivative: {
      words: (trans, { func }) => ({
        title:
          func && func.length <= 28
            ? trans.__('This PyTorch has no derivative of %1', func)
            : trans.__('This PyTorch has no derivative of an operation'),
        cause: isOfLeastSquares(func)
          ? trans.__(
              'The installed PyTorch is older than 1.12, the first in which torch.linalg.lstsq has a derivative.'
            )
          : trans.__(
              'backward() came to an operation for which the installed PyTorch has no derivative. Either it is a step, a count or an order of values, which have no useful one, or a later release brought it.'
            ),
        fixes: isOfLeastSquares(func)
          ? [
              pip({
                title: trans.__('Update PyTorch, and what goes with it'),
                line: '%pip install --upgrade torch torchvision',
                isInUse: true
              }),
              check(
                trans.__('Or by the pseudo-inverse, which has a derivative'),
                'X = torch.linalg.pinv(A) @ B'
              )
            ]
          : [
              func === 'heaviside'
                ? check(
                    trans.__('Keep it out of the graph, or replace it'),
                    'step = torch.sigmoid(10 * x)  # smooth, in place of heaviside(x, …)'
                  )
                : check(
                    trans.__(
                      'Its gradient is not needed: keep it out of the graph'
                    ),
                    'y = f(x.detach())  # f: the operation without a derivative'
                  ),
              {
                safety: 'check',
                title: trans.__(
                  'It is needed: give the operation a derivative'
                ),
                detail: trans.__(
                  'Compute it from operations that have one, or write a torch.autograd.Function with a backward() of your own.'
                )
              }
            ]
      })
    },
    twice: {
      signs: messageOrLog(
        /trying to differentiate twice a function that was marked with @once_differentiable/
      ),
      words: (trans, { func }) => ({
        title: trans.__('This operation has no second derivative'),
        cause: func
          ? trans.__(
              'A gradient of a gradient was asked for (create_graph=True, double backward, a gradient penalty). %1 gives the first one, and PyTorch has no derivative of it.',
              func
            )
          : trans.__(
              'A gradient of a gradient was asked for (create_graph=True, double backward, a gradient penalty), and the backward() of this torch.autograd.Function may run once only.'
            ),
        fixes: [
          twiceFix(trans, func),
          check(
            trans.__('Or do without the second derivative'),
            'grad = torch.autograd.grad(y.sum(), x)[0]  # without create_graph=True'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'In an evaluation loop backward() is not wanted at all: then remove it instead of the no_grad().'
      )
    ],
    links: [
      LINKS.autograd(trans),
      {
        title: trans.__('PyTorch: backward'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html'
      }
    ]
  })
});
