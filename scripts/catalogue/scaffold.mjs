/** A new entry's folder, to be filled in. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { stringify } from 'yaml';

import { ROOT } from '../core.mjs';

const INDEX = (id, answer) => `import { define } from '../../define';
import { messageOrLog } from '../../signs';

export default define({
  id: '${id}',
  // The texts that people meet, best known first.
  answers: [${JSON.stringify(answer)}],
  // Names of the groups and of what \`read\` gives, as the words use them.
  values: ['given'],
  signs: messageOrLog(/the words that only torch says: (?<given>\\d{1,9})/),
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
`;

const RAISES = `import torch

# %% raises
x = torch.ones(2) @ torch.ones(3)

# %% fixed
x = torch.ones(3) @ torch.ones(3)
`;

/** The class and the message of a text's last line that names an exception. */
function errorOf(text) {
  const found = [
    ...text.matchAll(/^(?:[\w.]*\.)?(\w*(?:Error|Exception)): ?(.*)$/gm)
  ].pop();
  return found
    ? { ename: found[1], evalue: found[2] }
    : { ename: 'RuntimeError', evalue: text.trim() || 'the message' };
}

/** Where an entry lies. */
export function folderOf(id) {
  return path.join(ROOT, 'src', 'catalogue', ...id.split('/'));
}

/**
 * Make the folder of a new entry with its three files.
 *
 * @param {string} id - `family/name`
 * @param {string} text - an error text to start from, or `''`
 */
export function scaffold(id, text) {
  const folder = folderOf(id);
  if (existsSync(folder)) {
    throw new Error(`${id} is there already.`);
  }
  const { ename, evalue } = errorOf(text);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'index.ts'), INDEX(id, evalue));
  writeFileSync(
    path.join(folder, 'cases.yaml'),
    stringify(
      {
        recognised: [{ ename, evalue, torch: '2.13', origin: 'run' }],
        nearMisses: [{ ename, evalue: 'a text of something else' }]
      },
      { lineWidth: 0, blockQuote: 'literal', singleQuote: true }
    )
  );
  writeFileSync(path.join(folder, 'raises.py'), RAISES);
}
