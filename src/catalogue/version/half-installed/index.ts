import { define } from '../../define';
import { messageOrLog } from '../../signs';

export default define({
  id: 'version/half-installed',
  // The texts that people meet, best known first.
  answers: ["cannot import name 'get_session' from 'huggingface_hub' (unknown location)"],
  // Names of the groups and of what `read` gives, as the words use them.
  values: ['given'],
  signs: messageOrLog(/the words that only torch says: (?<given>\d{1,9})/),
  words: (trans, { given }) => ({
    title: given
      ? trans.__('What is wrong, with %1', given)
      : trans.__('What is wrong, in at most 60 characters'),
    cause: trans.__('What it means here, in one or two sentences.'),
    fixes: [
      {
        safety: 'check',
        title: trans.__('What to do, in one line'),
        code: 'x = x.float()'
      }
    ]
  }),
  common: trans => ({
    notThis: [trans.__('What looks like it and is something else.')],
    links: [
      {
        title: trans.__('PyTorch: the page that says so'),
        url: 'https://docs.pytorch.org/docs/stable/index.html'
      }
    ]
  })
});
