/** A class of a project or of a model's own code that is not as transformers has it. */
import type { IFix, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IKind, ValuesOf } from '../../define';
import { check } from '../../fix';
import { passedThrough } from '../../predicates';
import { askingFrames } from '../../shared/code-owner';
import { classBody } from '../../shared/visible-code';

/** generate() comes from a class of transformers that models had until 4.49. */
const GENERATES =
  /["'](?<module>\w{1,50}(?:For(?:CausalLM|ConditionalGeneration|Seq2SeqLM)|LMHeadModel))["'] object has no attribute ["'](?<name>generate)["']/;

/** What transformers/generation asks of a model, and PreTrainedModel brings. */
const OF_BASE =
  /["'](?<module>\w{1,60})["'] object has no attribute ["'](?<name>can_generate|base_model_prefix|main_input_name|_is_stateful|_supports_\w{1,40}|config|device|dtype)["']/;

/** Transformers 5, modeling_utils.py: post_init() sets it. */
const OF_POST_INIT =
  /["'](?<module>\w{1,60})["'] object has no attribute ["'](?<name>all_tied_weights_keys)["']/;

/** Whether generate() of transformers asks a class that lacks what a model has. */
function isMixedIn(reading: IReading): boolean {
  const asked = askingFrames(reading).at(-1)?.file ?? '';
  return (
    /[\\/]transformers[\\/]generation(?:[\\/]|_utils\.py$)/.test(asked) &&
    reading.exceptions.some(({ message }) => OF_BASE.test(message))
  );
}

/** A Python for which no transformers 4.50 was released: it asks for 3.9. */
function isTooOldFor450(reading: IReading): boolean {
  return passedThrough(reading, /[\\/]python3\.[5-8][\\/]/);
}

/** Whether one of these kinds tells it. */
export function isOfTransformers(reading: IReading): boolean {
  return (
    isMixedIn(reading) ||
    reading.exceptions.some(
      ({ message }) => GENERATES.test(message) || OF_POST_INIT.test(message)
    )
  );
}

/** Whether the class of the model is at hand: then it is the user's to change. */
function seen({ module }: Values, reading: IReading): ValuesOf<'visible'> {
  return {
    visible:
      module !== undefined && classBody(module, reading) !== null
        ? 'yes'
        : undefined
  };
}

/** A class that is a model of transformers, and writes. */
function inheritBoth(title: string, module: string): IFix {
  return check(
    title,
    `from transformers import GenerationMixin, PreTrainedModel\n\nclass ${module}(PreTrainedModel, GenerationMixin): ...`
  );
}

type Kind = IKind<'module' | 'name' | 'visible'>;

/** What transformers asks of a model, by the release that brought it. */
export const ofTransformers: Readonly<
  Record<'generate' | 'mixin' | 'tied', Kind>
> = {
  // transformers/modeling_utils.py, 4.50: PreTrainedModel no longer brings it.
  generate: {
    signs: [
      {
        where: 'message',
        pattern: GENERATES,
        when: reading => !isTooOldFor450(reading),
        read: seen,
        confidence: 'likely'
      }
    ],
    words: (trans, { module = 'MyModel', visible }) => {
      const inherit = inheritBoth(
        trans.__('Your own class: inherit it'),
        module
      );
      const older = check(
        trans.__('Take the last transformers that brought it'),
        "%pip install 'transformers<4.50'  # then restart the kernel",
        trans.__('Or update the project: most have added the class by now.')
      );
      return {
        title: trans.__('The class of the model lost generate()'),
        cause: trans.__(
          'Since transformers 4.50 PreTrainedModel does not bring generate() along: a class of a project or of a model’s own code has to inherit it from GenerationMixin, and this one does not.'
        ),
        fixes: visible ? [inherit, older] : [older, inherit]
      };
    }
  },
  // transformers/generation/utils.py, of a class that only mixes it in.
  mixin: {
    signs: [
      {
        where: 'message',
        pattern: OF_BASE,
        when: isMixedIn,
        read: seen,
        confidence: 'likely'
      }
    ],
    words: (trans, { module = 'MyModel', name = 'can_generate', visible }) => {
      const base = inheritBoth(
        trans.__('Your own class: build it on a model of transformers'),
        module
      );
      const older = check(
        trans.__('Install the transformers that the project names'),
        name === 'can_generate'
          ? "%pip install 'transformers<4.26'  # then restart the kernel"
          : '%pip install -r requirements.txt  # of the project',
        name === 'can_generate'
          ? trans.__('From 4.26 on generate() asks for it.')
          : trans.__('Then restart the kernel.')
      );
      return {
        title: trans.__('generate() asks for more than the class has'),
        cause: trans.__(
          'generate() of transformers asks its model for “%1”, which PreTrainedModel brings. %2 has generate() from GenerationMixin, without being such a model: it was written for an older transformers.',
          name,
          module
        ),
        fixes: visible ? [base, older] : [older, base]
      };
    }
  },
  tied: {
    signs: [
      {
        where: 'message',
        pattern: OF_POST_INIT,
        read: seen,
        confidence: 'likely'
      }
    ],
    words: (trans, { module = 'MyModel', visible }) => {
      const call = check(
        trans.__('Your own class: call post_init() at its end'),
        `class ${module}(PreTrainedModel):\n    def __init__(self, config):\n        super().__init__(config)\n        ...\n        self.post_init()`
      );
      const older = check(
        trans.__('Take the transformers that the class was written for'),
        "%pip install 'transformers<5'  # then restart the kernel"
      );
      return {
        title: trans.__('The model’s class is not of transformers 5'),
        cause: trans.__(
          'Transformers 5 asks a model for “all_tied_weights_keys”, which post_init() sets. The class %1, of a project or of a model’s own code, was written for an older one and does not call it.',
          module
        ),
        fixes: visible ? [call, older] : [older, call]
      };
    }
  }
};
