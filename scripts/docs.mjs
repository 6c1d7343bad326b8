/**
 * One page an entry, and two indexes, generated from the catalogue:
 * `npm run docs`. With `--check` nothing is written; a page that differs from
 * what would be written is named and the exit status is 1.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs';
import path from 'node:path';

import { loadCore, ROOT } from './core.mjs';

const FOLDER = path.join(ROOT, 'docs');

/** Pages that people write, not this script. */
const BY_HAND = /^images\//;

const FAMILIES = {
  cuda: 'CUDA',
  dataloader: 'DataLoader',
  kernel: 'The kernel',
  tensor: 'Tensors and autograd',
  model: 'Models and checkpoints',
  parallel: 'Several GPUs and processes',
  compile: 'torch.compile',
  export: 'Export to ONNX',
  version: 'Versions and installation',
  topic: 'Topics'
};

const { catalogue, english } = await loadCore();

/** Text that Markdown would take for markup, as plain text. */
function plain(text) {
  return text
    .replace(/[\\`*_[\]<>|#]/g, character => `\\${character}`)
    .replace(/\s*\n\s*/g, ' ');
}

/** Code in a line, whatever quotes it holds. */
function inline(text) {
  const line = text.replace(/\s*\n\s*/g, ' ');
  const longest = Math.max(
    0,
    ...[...line.matchAll(/`+/g)].map(([run]) => run.length)
  );
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

function codeBlock(code) {
  const language = code.startsWith('$ ') ? 'shell' : 'python';
  return ['```' + language, code, '```'].join('\n');
}

function fixText({ safety, title, detail, code }) {
  return [
    `**${plain(title)}** (${safety})`,
    detail ? plain(detail) : '',
    code ? codeBlock(code) : ''
  ]
    .filter(part => part !== '')
    .join('\n\n');
}

function proofText({ reproduction, examples }) {
  if (reproduction) {
    return 'The error and its fix are run by the tests with the real PyTorch.';
  }
  const origins = new Set(examples.map(example => example.origin));
  return origins.has('recorded') || origins.has('run')
    ? 'The texts were recorded from real failures.'
    : 'The texts are written down from the sources of PyTorch and CUDA; no run stands behind them yet.';
}

function pageOf(entry) {
  const page = entry.page(english, {});
  const isTopic = entry.signs.length === 0;
  const sections = [
    `# ${plain(page.title)}`,
    inline(entry.id),
    '## What happened',
    plain(page.cause),
    '## Evidence',
    isTopic
      ? 'No error announces this; people look it up by:'
      : 'Told by texts such as:',
    entry.answers.map(answer => `- ${inline(answer)}`).join('\n'),
    ...(isTopic ? [] : [proofText(entry)]),
    '## Fix',
    page.fixes.map(fixText).join('\n\n'),
    ...(page.notThis.length > 0
      ? [
          '## When this is not it',
          page.notThis.map(text => `- ${plain(text)}`).join('\n')
        ]
      : []),
    '## Further reading',
    page.links.map(({ title, url }) => `- [${plain(title)}](${url})`).join('\n')
  ];
  return `${sections.join('\n\n')}\n`;
}

function byFamily() {
  const parts = Object.entries(FAMILIES).map(([family, title]) => {
    const entries = catalogue.filter(({ id }) => id.startsWith(`${family}/`));
    return [
      `## ${title}`,
      entries
        .map(
          entry =>
            `- [${plain(entry.page(english, {}).title)}](${entry.id}.md) ${inline(entry.id)}`
        )
        .join('\n')
    ].join('\n\n');
  });
  return `${[
    '# What Torch Triage knows',
    `${catalogue.length} entries, one page each. [By error text](by-error-text.md).`,
    ...parts
  ].join('\n\n')}\n`;
}

function byErrorText() {
  const rows = catalogue
    .flatMap(({ id, answers }) => answers.map(answer => ({ id, answer })))
    .sort((a, b) => (a.answer.toLowerCase() < b.answer.toLowerCase() ? -1 : 1))
    .map(({ id, answer }) => `- ${inline(answer)}: [${id}](${id}.md)`);
  return `# By error text\n\n${rows.join('\n')}\n`;
}

const wanted = new Map([
  ['README.md', byFamily()],
  ['by-error-text.md', byErrorText()],
  ...catalogue.map(entry => [`${entry.id}.md`, pageOf(entry)])
]);

const present = existsSync(FOLDER)
  ? readdirSync(FOLDER, { recursive: true })
      .map(file => file.split(path.sep).join('/'))
      .filter(file => file.endsWith('.md') && !BY_HAND.test(file))
  : [];

function isCurrent(file, content) {
  const target = path.join(FOLDER, file);
  return existsSync(target) && readFileSync(target, 'utf8') === content;
}

const stale = [...wanted].filter(
  ([file, content]) => !isCurrent(file, content)
);
const orphans = present.filter(file => !wanted.has(file));

if (process.argv.includes('--check')) {
  for (const file of [...stale.map(([name]) => name), ...orphans]) {
    console.error(`docs/${file} is stale: run \`npm run docs\`.`);
  }
  process.exitCode = stale.length + orphans.length > 0 ? 1 : 0;
} else {
  for (const [file, content] of stale) {
    const target = path.join(FOLDER, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  orphans.forEach(file => rmSync(path.join(FOLDER, file)));
  console.log(
    `docs/: ${wanted.size} pages, ${stale.length} written, ${orphans.length} removed.`
  );
}
