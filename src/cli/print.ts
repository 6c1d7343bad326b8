import { cellFrame } from '../diagnosis/own-frame';
import { english } from '../diagnosis/english';
import { read } from '../diagnosis/reading';
import type { IFinding } from '../diagnosis/types';
import { lastException } from '../incident/incident';
import type { IFileIncident } from './read';

/** What a style does to a text; the identity where there are no colours. */
export type Style = (
  style: 'bold' | 'dim' | 'red' | 'cyan' | 'yellow' | 'green',
  text: string
) => string;

const SAFETY = { safe: 'green', check: 'yellow', diagnostic: 'cyan' } as const;

/** Text from a file must not steer the terminal: control characters go. */
export function harmless(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

function indented(text: string, by: string): string {
  return harmless(text)
    .split('\n')
    .map(line => `${by}${line}`)
    .join('\n');
}

/** One line of JSON for a failure, as `design.md` has it. */
export function jsonLine(
  { file, cell, cellId }: IFileIncident,
  findings: readonly IFinding[]
): string {
  return JSON.stringify({
    file,
    cell,
    cellId,
    findings: findings.map(finding => {
      const page = finding.entry.page(english, finding.values);
      return {
        id: finding.id,
        title: page.title,
        confidence: finding.confidence,
        evidence: finding.evidence.map(({ where, text }) => ({ where, text })),
        fixes: page.fixes.map(({ title, safety }) => ({ title, safety }))
      };
    })
  });
}

function headOf({
  file,
  cell,
  executionCount,
  incident
}: IFileIncident): string {
  if (cell === null) {
    return file === '-' ? 'standard input' : file;
  }
  const line = incident.program
    ? incident.program.line
    : cellFrame(read(incident))?.line;
  return [
    `${file}, cell ${cell + 1}`,
    executionCount === null ? '' : ` [${executionCount}]`,
    line ? `, line ${line}` : ''
  ].join('');
}

function findingLines(finding: IFinding, style: Style): string[] {
  const page = finding.entry.page(english, finding.values);
  return [
    `  ${style('bold', harmless(page.title))}  ${style('dim', finding.id)}`,
    indented(page.cause, '  '),
    style('dim', '  Evidence'),
    ...finding.evidence.map(({ where, text, count }) =>
      indented(`${where}${count ? ` ×${count}` : ''}: ${text}`, '    ')
    ),
    style('dim', '  What to do'),
    ...page.fixes.flatMap(({ safety, title, code }) => [
      `    ${style(SAFETY[safety], safety.padEnd(10))} ${harmless(title)}`,
      ...(code ? [indented(code, '               ')] : [])
    ])
  ];
}

/** A failure and its best finding for a person to read. */
export function readable(
  found: IFileIncident,
  findings: readonly IFinding[],
  style: Style
): string {
  const [best, ...others] = findings;
  const { ename, evalue } = lastException(found.incident);
  const message = `${ename}: ${evalue}`.split('\n')[0].slice(0, 300);
  return [
    style('red', harmless(headOf(found))),
    ...(best
      ? findingLines(best, style)
      : [
          `  ${style('bold', 'Not recognised')}`,
          ...(ename ? [indented(message, '  ')] : [])
        ]),
    ...others.map(({ id, entry, values }) =>
      style(
        'dim',
        `  Also: ${harmless(entry.page(english, values).title)}  ${id}`
      )
    )
  ].join('\n');
}
