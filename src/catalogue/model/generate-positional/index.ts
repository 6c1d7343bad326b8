import { define } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';

export default define({
  id: 'model/generate-positional',
  answers: [
    'TypeError: generate() takes 1 positional argument but 2 were given',
    'TypeError: PeftModelForCausalLM.generate() takes 1 positional argument but 2 were given'
  ],
  refines: ['python/call-arguments'],
  signs: [
    {
      where: 'message',
      // peft/peft_model.py: def generate(self, *args, **kwargs), once only by name.
      pattern:
        /^(?:Peft\w{1,60}\.)?generate\(\) takes (?:1|from 1 to \d) positional arguments? but \d were given/,
      ename: /^TypeError$/,
      when: reading =>
        /\bpeft\b|Peft[A-Z]|\blora\b/i.test(
          printedText(reading) + (reading.exceptions[0]?.message ?? '')
        ),
      confidence: 'likely'
    }
  ],
  words: trans => ({
    title: trans.__('generate() of a PEFT model takes names only'),
    cause: trans.__(
      'The model with adapters hands its arguments on by their names, and the token ids were given without one.'
    ),
    fixes: [
      check(
        trans.__('Name the token ids'),
        'tokens = model.generate(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"], max_new_tokens=50)'
      ),
      check(
        trans.__('Or update peft, which takes both today'),
        '%pip install --upgrade peft'
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A function of your own that is called generate() is to be looked at there.'
      )
    ],
    links: [
      {
        title: trans.__('PEFT: models'),
        url: 'https://huggingface.co/docs/peft/package_reference/peft_model'
      }
    ]
  })
});
