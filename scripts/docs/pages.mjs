/** The pages of the catalogue: one an entry, and two indexes. */
import { codeBlock, inline, list, plain, sections } from './markdown.mjs';

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
  python: 'Errors of Python itself',
  topic: 'Topics'
};

/** Of a message so much is quoted. */
const MAX_QUOTE = 160;

function fixText({ safety, title, detail, code }) {
  return sections([
    `**${plain(title)}** (${safety})`,
    detail ? plain(detail) : '',
    code ? codeBlock(code) : ''
  ]);
}

function proofText({ reproduction, recognised }) {
  if (reproduction) {
    return 'The error and its fix are run by the tests with the real PyTorch.';
  }
  const origins = new Set(recognised.map(one => one.origin));
  return origins.has('recorded') || origins.has('run')
    ? 'The texts were recorded from real failures.'
    : 'The texts are written down from the sources of PyTorch and CUDA; no run stands behind them yet.';
}

/** The line by which a case is known. */
function headOf({ ename, evalue, stderr, stdout, traceback, death }) {
  const printed = stderr || stdout || traceback || '';
  const [line] = (
    evalue !== undefined && evalue !== ''
      ? `${ename ? `${ename}: ` : ''}${evalue}`
      : printed.trim() || JSON.stringify(death?.exit ?? {})
  ).split('\n');
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)} …` : line;
}

/** Renders pages, with what `loadCore` gives for the catalogue and its proofs. */
export class Pages {
  constructor({ catalogue, diagnose, english, incidentOf, proofOf }) {
    this.catalogue = catalogue;
    this._diagnose = diagnose;
    this._english = english;
    this._incidentOf = incidentOf;
    this._proofOf = proofOf;
  }

  /** Every page, by its path below `docs`. */
  all() {
    return new Map([
      ...this.indexes(),
      ...this.catalogue.map(entry => [`${entry.id}.md`, this.pageOf(entry)])
    ]);
  }

  indexes() {
    return new Map([
      ['README.md', this._byFamily()],
      ['by-error-text.md', this._byErrorText()]
    ]);
  }

  pageOf(entry) {
    const proof = this._proofOf(entry.id);
    const page = entry.page(this._english, {});
    const isTopic = entry.signs.length === 0;
    return `${sections([
      `# ${plain(page.title)}`,
      inline(entry.id),
      '## What happened',
      plain(page.cause),
      '## Evidence',
      isTopic
        ? 'No error announces this; people look it up by:'
        : 'Told by texts such as:',
      list(entry.answers.map(inline)),
      isTopic ? '' : proofText(proof),
      '## Fix',
      ...page.fixes.map(fixText),
      ...this._examples(entry, page, proof),
      ...(page.notThis.length > 0
        ? ['## When this is not it', list(page.notThis.map(plain))]
        : []),
      '## Further reading',
      list(
        this._linksOf(entry, page, proof).map(
          ({ title, url }) => `[${plain(title)}](${url})`
        )
      )
    ])}\n`;
  }

  /** The pages of an entry's cases, with the case and its kind. */
  _shown(entry, { recognised }) {
    return recognised.flatMap(one =>
      this._diagnose(this._incidentOf(one), [entry]).map(({ values }) => ({
        head: headOf(one),
        kind: values.kind ?? '',
        page: entry.page(this._english, values)
      }))
    );
  }

  /** The links of all its kinds, each once. */
  _linksOf(entry, base, proof) {
    const all = [
      ...base.links,
      ...this._shown(entry, proof).flatMap(({ page }) => page.links)
    ];
    return [...new Map(all.map(link => [link.url, link])).values()];
  }

  /**
   * What the page says of each case, kind by kind: all words that it has. A
   * text that stands on the page already is not printed again, nor is a case
   * whose words are another's.
   */
  _examples(entry, base, proof) {
    const kinds = ['', ...(entry.kinds)];
    const shown = this._shown(entry, proof).sort(
      (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind)
    );
    const texts = new Set(textsOf(base));
    const parts = shown.flatMap(({ head, page }) => {
      const fresh = textsOf(page).filter(text => !texts.has(text));
      fresh.forEach(text => texts.add(text));
      const isFresh = text => fresh.includes(text);
      return fresh.length === 0
        ? []
        : [
            `### ${plain(page.title)}`,
            inline(head),
            isFresh(page.cause) ? plain(page.cause) : '',
            ...page.fixes
              .filter(fix => isFresh(fixText(fix)))
              .map(fix => fixText(fix)),
            list(page.notThis.filter(isFresh).map(plain))
          ];
    });
    return parts.length === 0 ? [] : ['## What it says of real failures', ...parts];
  }

  _byFamily() {
    const parts = Object.entries(FAMILIES).map(([family, title]) => {
      const entries = this.catalogue.filter(({ id }) =>
        id.startsWith(`${family}/`)
      );
      return sections([
        `## ${title}`,
        list(
          entries.map(
            entry =>
              `[${plain(entry.page(this._english, {}).title)}](${entry.id}.md) ${inline(entry.id)}`
          )
        )
      ]);
    });
    return `${sections([
      '# What Torch Triage knows',
      `${this.catalogue.length} entries, one page each. [By error text](by-error-text.md).`,
      ...parts
    ])}\n`;
  }

  _byErrorText() {
    const rows = this.catalogue
      .flatMap(({ id, answers }) => answers.map(answer => ({ id, answer })))
      .sort((a, b) =>
        a.answer.toLowerCase() < b.answer.toLowerCase() ? -1 : 1
      )
      .map(({ id, answer }) => `${inline(answer)}: [${id}](${id}.md)`);
    return `# By error text\n\n${list(rows)}\n`;
  }
}

/** The texts of a page that are told apart. */
function textsOf({ title, cause, fixes, notThis }) {
  return [title, cause, ...fixes.map(fixText), ...notThis];
}
