/** docs/setups.md, from what was tried. */
import { PROBES } from './probes.mjs';

const HEAD = `# Setups

What was tried, by \`npm run matrix\`, in environments of its own: real servers, real kernels, a real browser. Each has the extension of this checkout, and a kernel from another environment, which has PyTorch.

In every one: a cell that fails; a worker of a DataLoader that is killed; a kernel that is killed, and one that crashes, while a cell waits behind; the re-run in the notebook and beside it. "Works" means that the panel tells the cause, the cell, the line, the exit status and the cells that were lost. What a cell of the table names is not known there; why stands below.
`;

const UNTRIED = `
What was not tried had no run yet: \`npm run matrix -- NAME\` gives it one, and writes it here.`;

/** A row for each setup, and its reasons below. */
export function pageOf(rows) {
  const table = [
    ['setup', 'with', ...PROBES.map(({ name }) => name)],
    ['---', '---', ...PROBES.map(() => '---')],
    ...rows.map(({ setup, versions, missing }) => [
      setup.title,
      versions?.join(', ') ?? '',
      ...PROBES.map(({ name }) =>
        words(missing?.[name], setup.sometimes?.[name])
      )
    ])
  ];
  const lines = table.map(cells => `| ${cells.join(' | ')} |`);
  const reasons = rows.flatMap(reasonsOf);
  return [
    HEAD,
    lines.join('\n'),
    ...(rows.every(({ missing }) => missing) ? [] : [UNTRIED]),
    ...(reasons.length > 0 ? [`\n${reasons.join('\n')}`] : []),
    ''
  ].join('\n');
}

/** A line for each reason, with all that it explains. */
function reasonsOf({ setup, missing }) {
  const absent = new Set(Object.values(missing ?? {}).flat());
  const hidden = Object.entries(setup.hidden ?? {}).filter(([what]) =>
    absent.has(what)
  );
  const byReason = new Map();
  for (const [what, why] of [
    ...hidden,
    ...Object.entries(setup.sometimes ?? {})
  ]) {
    byReason.set(why, [...(byReason.get(why) ?? []), what]);
  }
  return [...byReason].map(
    ([why, what]) => `- **${setup.title}**, ${what.join(', ')}: ${why}`
  );
}

function words(missing, sometimes) {
  if (!missing) {
    return 'not tried';
  }
  if (sometimes) {
    return 'works at times';
  }
  return missing.length === 0 ? 'works' : `no ${missing.join(', no ')}`;
}

/** Whether the setup says why, of all that is missing. */
export function isExplained({ setup, missing }) {
  return Object.entries(missing).every(
    ([probe, absent]) =>
      Object.hasOwn(setup.sometimes ?? {}, probe) ||
      absent.every(what => Object.hasOwn(setup.hidden ?? {}, what))
  );
}
