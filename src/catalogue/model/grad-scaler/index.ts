import { define } from '../../define';
import type { IWords } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { passedThrough } from '../../predicates';
import type { Edit } from '../../../code/types';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { lineBehind } from '../../shared/edits/lines';
import { lossScaled } from '../../shared/edits/training';

function inOrder(trans: ITranslate, edit?: Edit): IFix {
  return {
    ...check(
      trans.__('Make these calls, in this order, once per step'),
      'optimizer.zero_grad()\nwith torch.autocast(device_type):\n    loss = criterion(model(x), y)\nscaler.scale(loss).backward()\nscaler.unscale_(optimizer)  # only where gradients are clipped\ntorch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\nscaler.step(optimizer)\nscaler.update()'
    ),
    edit
  };
}

function updateOnce(trans: ITranslate): IFix {
  return check(
    trans.__('Two optimizers: step both, then update once'),
    'scaler.step(optimizer_g)\nscaler.step(optimizer_d)\nscaler.update()'
  );
}

/** Without a failure, and where the message was cut off before it is clear. */
function anyOrder(trans: ITranslate): IWords {
  return {
    title: trans.__('The calls of GradScaler are in the wrong order'),
    cause: trans.__(
      'Each round needs scale(), backward(), step() and update(), in this order and once each.'
    ),
    fixes: [inOrder(trans), updateOnce(trans)]
  };
}

// All messages: torch/amp/grad_scaler.py, since 1.6.
export default define({
  id: 'model/grad-scaler',
  answers: [
    'unscale_() has already been called on this optimizer since the last update().',
    'unscale_() is being called after step().',
    'step() has already been called since the last update().',
    'Attempted step but _scale is None.  This may indicate your script did not use scaler.scale(loss or outputs) earlier in the iteration.',
    'No inf checks were recorded prior to update.'
  ],
  values: ['call'],
  kinds: {
    unscaled: {
      signs: messageOrLog(
        /Attempted (?<call>step|unscale_|update) but _scale is None/
      ),
      words: (trans, { call }) =>
        call === undefined
          ? anyOrder(trans)
          : {
              title: trans.__('The loss was not scaled before this step'),
              cause: trans.__(
                'scaler.%1 was called before any loss went through scaler.scale(). Usually loss.backward() stands there in place of scaler.scale(loss).backward().',
                `${call}()`
              ),
              fixes: [inOrder(trans, lossScaled), updateOnce(trans)]
            }
    },
    twice: {
      signs: messageOrLog(
        /unscale_\(\) has already been called on this optimizer since the last update\(\)/
      ),
      words: trans => ({
        title: trans.__('The gradients were unscaled a second time'),
        cause: trans.__(
          'unscale_() divides the gradients by the scale, and may do so once between two calls of update(). Usual: clipping in each part of an accumulated batch, or a trainer that unscales already.'
        ),
        fixes: [
          inOrder(trans),
          check(
            trans.__('Accumulating: unscale only where you step'),
            'if (i + 1) % accumulate == 0:\n    scaler.unscale_(optimizer)\n    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n    scaler.step(optimizer)\n    scaler.update()'
          ),
          updateOnce(trans)
        ]
      })
    },
    late: {
      signs: messageOrLog(
        /unscale_\(\) is being called after step\(\)|\bstep\(\) has already been called since the last update\(\)/
      ),
      words: trans => ({
        title: trans.__('GradScaler was not updated after its step'),
        cause: trans.__(
          'After scaler.step(optimizer) the scaler waits for scaler.update(). Either it is missing, or it stands outside of the loop, or unscale_() comes after step().'
        ),
        fixes: [
          inOrder(
            trans,
            lineBehind(['scaler.step'], scaler => `${scaler}.update()`)
          ),
          updateOnce(trans)
        ]
      })
    },
    callback: {
      // The callback of fastai makes these calls itself, and in the right order.
      signs: [
        {
          where: 'message',
          pattern: /No inf checks were recorded prior to update/,
          when: reading =>
            passedThrough(reading, /fastai[\\/]callback[\\/]fp16\.py$/)
        }
      ],
      words: trans => ({
        title: trans.__('No trained weight got a gradient in this step'),
        cause: trans.__(
          'The callback for mixed precision looks at the gradients of the weights, and there was none: the loss does not reach a layer that is trained.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See which layers are trained, and the loss'),
            code: 'learn.summary()\nprint(learn.loss_func)'
          },
          check(
            trans.__('Train once without it: the error is plainer there'),
            'learn = learn.to_fp32()\nlearn.fit_one_cycle(1)'
          )
        ]
      })
    },
    nothing: {
      signs: messageOrLog(/No inf checks were recorded prior to update/),
      words: trans => ({
        title: trans.__('GradScaler has no step to update from'),
        cause: trans.__(
          'scaler.update() looks at what scaler.step() or unscale_() found, and none of them was called since the last update. Usual: optimizer.step() in its place, or update() called twice.'
        ),
        fixes: [inOrder(trans), updateOnce(trans)]
      })
    },
    closure: {
      signs: messageOrLog(
        /Closure use is not currently supported if GradScaler is enabled/
      ),
      words: trans => ({
        title: trans.__('GradScaler takes no closure'),
        cause: trans.__(
          'An optimizer that calls a closure (LBFGS) computes the loss several times in one step, and GradScaler handles one backward() for each step only.'
        ),
        fixes: [
          check(
            trans.__('Take bfloat16, which needs no scaler'),
            "with torch.autocast('cuda', dtype=torch.bfloat16):\n    loss = criterion(model(x), y)"
          ),
          check(
            trans.__('Or an optimizer without a closure'),
            'optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)'
          )
        ]
      })
    },
    /** scale() was given something that is no tensor. */
    outputs: {
      signs: messageOrLog(/outputs must be a Tensor or an iterable of Tensors/),
      words: trans => ({
        title: trans.__('What was given to scaler.scale() is no tensor'),
        cause: trans.__(
          'scale() multiplies the loss, and was given None or a plain number. Usually the model returned no loss (no labels were passed), or loss.item() was taken before.'
        ),
        fixes: [
          check(
            trans.__('Scale the loss tensor itself'),
            'loss = criterion(model(x), y)  # a tensor, without .item()\nscaler.scale(loss).backward()'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“No inf checks were recorded for this optimizer”: the order is right, and none of its parameters has a gradient.'
      ),
      trans.__(
        '“Attempting to unscale FP16 gradients”: the weights themselves are float16, and must stay float32 under autocast.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: examples of mixed precision'),
        url: 'https://docs.pytorch.org/docs/stable/notes/amp_examples.html'
      },
      {
        title: trans.__('PyTorch: GradScaler'),
        url: 'https://docs.pytorch.org/docs/stable/amp.html#gradient-scaling'
      }
    ]
  })
});
