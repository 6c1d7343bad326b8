import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';

/** lightning/pytorch/core/module.py, since 1.5. */
const UNMANAGED =
  /You are trying to `self\.log\(\)` but it is not managed by(?: the `Trainer` control flow)?/;

const UNATTACHED =
  /You are trying to `self\.log\(\)` but the `self\.trainer` reference is not registered|is not attached to a `Trainer`/;

export default define({
  id: 'model/lightning-log',
  answers: [
    'MisconfigurationException: You are trying to `self.log()` but it is not managed by the `Trainer` control flow',
    'You are trying to `self.log()` but the `self.trainer` reference is not registered on the model yet.',
    'RuntimeError: LitModel is not attached to a `Trainer`.'
  ],
  kinds: {
    unmanaged: {
      signs: messageOrLog(UNMANAGED, { confidence: 'likely' }),
      words: trans => ({
        title: trans.__('self.log() is called where the Trainer does not log'),
        cause: trans.__(
          'Since 1.5 Lightning takes self.log() only while the Trainer runs a hook of this very module. Usually it is called from a thread, a callback of your own, or a hook that does not log; or the module is a part of the one that is trained; or the code was written for an older Lightning.'
        ),
        fixes: [
          check(
            trans.__('Log in a step or hook of the module that is trained'),
            "def training_step(self, batch, batch_idx):\n    loss = self.part(batch)\n    self.log('loss', loss)\n    return loss"
          ),
          check(
            trans.__('Code of others: the Lightning it was written for'),
            '%pip install "pytorch-lightning<1.6"',
            trans.__(
              'Its requirements name one. It wants an older torch, too: in an environment of its own.'
            )
          ),
          check(
            trans.__('Elsewhere write to the logger itself'),
            "self.logger.log_metrics({'loss': value}, step=self.global_step)"
          )
        ]
      })
    },
    unattached: {
      signs: messageOrLog(UNATTACHED, { confidence: 'likely' }),
      words: trans => ({
        title: trans.__('The module is not attached to a Trainer'),
        cause: trans.__(
          'self.log() and self.trainer work while a Trainer runs the module. Here a step is called by hand, outside fit(), validate() or test(), or the module is one of several and another is trained.'
        ),
        fixes: [
          check(
            trans.__('Let the Trainer run it'),
            'trainer = Trainer(max_epochs=1)\ntrainer.fit(model, train_loader)'
          ),
          check(
            trans.__('For a result alone: call the model, not its step'),
            'model.eval()\nwith torch.no_grad():\n    output = model(x)'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__('If trainer.fit() was never called, there is nothing to log to.')
    ],
    links: [
      {
        title: trans.__('Lightning: logging'),
        url: 'https://lightning.ai/docs/pytorch/stable/extensions/logging.html'
      }
    ]
  })
});
