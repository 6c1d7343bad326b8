import { ownValue } from '../../../shared/own-value';
import { define } from '../../define';
import { check, pip } from '../../fix';
import { versionOf } from '../../shared/stack';
import { parameterAdded } from '../../shared/edits/functions';

/** What Trainer's methods take today, and since which transformers. */
interface IMethod {
  readonly since: string;
  readonly more: string;
  readonly code: string;
}

/** transformers 4.45 to 4.57, trainer.py: the signatures in the wheels on PyPI. */
const METHODS: Readonly<Record<string, IMethod>> = {
  training_step: {
    since: '4.46',
    more: 'num_items_in_batch',
    code: 'def training_step(self, model, inputs, num_items_in_batch=None):\n    return super().training_step(model, inputs, num_items_in_batch)'
  },
  log: {
    since: '4.47',
    more: 'start_time',
    code: 'def log(self, logs, start_time=None):\n    super().log(logs, start_time)'
  },
  get_batch_samples: {
    since: '4.50',
    more: 'device',
    code: 'def get_batch_samples(self, epoch_iterator, num_batches, device):\n    return super().get_batch_samples(epoch_iterator, num_batches, device)'
  },
  _get_train_sampler: {
    since: '4.52',
    more: 'train_dataset',
    code: 'def _get_train_sampler(self, train_dataset=None):\n    return super()._get_train_sampler(train_dataset)'
  }
};

/** Python names the class since 3.10; `log()` of others is not meant. */
const COUNT =
  /^(?:(?<owner>\w{0,60}Trainer\w{0,40})\.(?<method>training_step|log|get_batch_samples|_get_train_sampler)|(?<bare>training_step|get_batch_samples|_get_train_sampler))\(\) takes (?:from \d{1,2} to )?\d{1,2} positional arguments? but \d{1,2} (?:were|was) given/;

/** trl's own trainers, which override methods of Trainer. */
function isOfTrl(owner: string | undefined): boolean {
  return /^(?:GRPO|DPO|SFT|KTO|PPO|RLOO|ORPO|CPO|Reward|OnlineDPO|XPO|BCO)\w{0,10}Trainer$/.test(
    owner ?? ''
  );
}

/** A method of a subclass of transformers' Trainer, called by a newer one. */
export default define({
  id: 'version/trainer-override',
  answers: [
    'TypeError: GRPOTrainer._get_train_sampler() takes 1 positional argument but 2 were given',
    'TypeError: CustomTrainer.training_step() takes 3 positional arguments but 4 were given',
    'TypeError: MyTrainer.log() takes 2 positional arguments but 3 were given'
  ],
  refines: ['version/libraries-differ', 'python/call-arguments'],
  values: ['owner', 'method', 'transformers'],
  known: reading => ({ transformers: versionOf(reading, 'transformers') }),
  signs: [
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: COUNT,
      // Lightning's trainers call a training_step() of another form.
      when: reading => !reading.mentions('lightning'),
      confidence: 'likely',
      read: ({ owner, method, bare }) => ({
        kind: isOfTrl(owner) ? 'trl' : 'own',
        owner,
        method: method ?? bare
      })
    }
  ],
  kinds: {
    own: {
      words: (trans, { method = 'training_step', owner, transformers }) => {
        const { since, more, code } =
          ownValue(METHODS, method) ?? METHODS.training_step;
        return {
          title: trans.__('Trainer passes more to %1() now', method),
          cause: transformers
            ? trans.__(
                'Since transformers %1 (%2 is installed) Trainer also passes %3, and %4 overrides the method as it was before.',
                since,
                transformers,
                more,
                owner ?? trans.__('a subclass')
              )
            : trans.__(
                'Since transformers %1 Trainer also passes %2, and %3 overrides the method as it was before.',
                since,
                more,
                owner ?? trans.__('a subclass')
              ),
          fixes: [
            {
              ...check(
                trans.__('A class of yours: take it, and pass it on'),
                code
              ),
              edit: parameterAdded(method, more)
            },
            check(
              trans.__('A library’s class: update the library'),
              '%pip install --upgrade trl peft accelerate  # whichever has the class; then restart the kernel'
            ),
            check(
              trans.__('Or take an older transformers'),
              `%pip install "transformers<${since}"  # then restart the kernel`
            )
          ]
        };
      }
    },
    trl: {
      words: (
        trans,
        { method = '_get_train_sampler', owner = 'GRPOTrainer', transformers }
      ) => {
        const { since, more } =
          ownValue(METHODS, method) ?? METHODS._get_train_sampler;
        return {
          title: trans.__('transformers is newer than trl'),
          cause: transformers
            ? trans.__(
                'Since transformers %1 (%2 is installed) Trainer also passes %3 to %4(). %5 of the installed trl overrides the method as it was before.',
                since,
                transformers,
                more,
                method,
                owner
              )
            : trans.__(
                'Since transformers %1 Trainer also passes %2 to %3(). %4 of the installed trl overrides the method as it was before.',
                since,
                more,
                method,
                owner
              ),
          fixes: [
            pip({
              title: trans.__('Update trl, then restart the kernel'),
              line: '%pip install --upgrade trl',
              isInUse: true
            }),
            check(
              trans.__('Or keep it, with an older transformers'),
              `%pip install "transformers<${since}"  # then restart the kernel`
            )
          ]
        };
      }
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The Trainer of Lightning has another training_step(): look at what the class inherits.'
      )
    ],
    links: [
      {
        title: trans.__('Transformers: Trainer'),
        url: 'https://huggingface.co/docs/transformers/main_classes/trainer'
      }
    ]
  })
});
