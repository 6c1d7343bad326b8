import { cellFrame } from '../incident/traceback/own-frame';
import { english } from '../diagnosis/english';
import { read } from '../incident/traceback/reading';
import type { IFinding } from '../diagnosis/types';
import { lastException } from '../incident/incident';
import { nameOf } from './input';
import type { Line } from './output';
import type { IFileIncident } from './read';

const SAFETY = { safe: 'green', check: 'yellow', diagnostic: 'cyan' } as const;

/** The lines of a text, each behind `by`. */
function indented(text: string, by: string): Line[] {
  return text.split('\n').map(line => [{ text: `${by}${line}` }]);
}

/** One line of JSON for a failure, as `design.md` has it. */
export function jsonLine(
  { file, cell, cellId }: IFileIncident,
  findings: readonly IFinding[]
): Line {
  const text = JSON.stringify({
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
  return [{ text }];
}

function headOf({
  file,
  cell,
  executionCount,
  incident
}: IFileIncident): string {
  if (cell === null) {
    return nameOf(file);
  }
  const line = incident.program
    ? incident.program.line
    : cellFrame(read(incident))?.line;
  return [
    `${nameOf(file)}, cell ${cell + 1}`,
    executionCount === null ? '' : ` [${executionCount}]`,
    line ? `, line ${line}` : ''
  ].join('');
}

function findingLines(finding: IFinding): Line[] {
  const page = finding.entry.page(english, finding.values);
  return [
    [
      { text: '  ' },
      { text: page.title, format: 'bold' },
      { text: '  ' },
      { text: finding.id, format: 'dim' }
    ],
    ...indented(page.cause, '  '),
    [{ text: '  Evidence', format: 'dim' }],
    ...finding.evidence.flatMap(({ where, text, count }) =>
      indented(`${where}${count ? ` ×${count}` : ''}: ${text}`, '    ')
    ),
    [{ text: '  What to do', format: 'dim' }],
    ...page.fixes.flatMap(({ safety, title, detail, code }): Line[] => [
      [
        { text: '    ' },
        { text: safety.padEnd(10), format: SAFETY[safety] },
        { text: ` ${title}` }
      ],
      ...(detail ? indented(detail, '               ') : []),
      ...(code ? indented(code, '               ') : [])
    ])
  ];
}

/** A failure and its best finding for a person to read. */
export function readable(
  found: IFileIncident,
  findings: readonly IFinding[]
): Line[] {
  const [best, ...others] = findings;
  const { ename, evalue } = lastException(found.incident);
  const message = `${ename}: ${evalue}`.split('\n')[0].slice(0, 300);
  return [
    [{ text: headOf(found), format: 'red' }],
    ...(best
      ? findingLines(best)
      : [
          [{ text: '  ' }, { text: 'Not recognised', format: 'bold' } as const],
          ...(ename ? indented(message, '  ') : [])
        ]),
    ...others.map(({ id, entry, values }): Line => {
      const { title } = entry.page(english, values);
      return [{ text: `  Also: ${title}  ${id}`, format: 'dim' }];
    })
  ];
}
