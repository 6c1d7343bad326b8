import { catalogue } from '..';
import { diagnose } from '../../diagnosis/diagnose';
import { english } from '../../diagnosis/english';
import type { IEntry, IExample, Values } from '../../diagnosis/types';

/** What a person reads of an entry, as plain text. */
function rendered(entry: IEntry, values: Values): string {
  const page = entry.page(english, values);
  return [
    page.title,
    page.cause,
    ...page.fixes.flatMap(({ safety, title, detail, code }) => [
      `[${safety}] ${title}`,
      ...(detail ? [`  ${detail}`] : []),
      ...(code ? code.split('\n').map(line => `  | ${line}`) : [])
    ]),
    ...page.notThis.map(sentence => `not this: ${sentence}`),
    ...page.links.map(({ title, url }) => `${title} <${url}>`)
  ].join('\n');
}

function valuesOf(entry: IEntry, example: IExample): Values {
  const { ename = '', evalue = '', traceback = '' } = example;
  const { stdout = '', stderr = '', source = '' } = example;
  const findings = diagnose(
    {
      kind: example.kind ?? 'cell',
      ename,
      evalue,
      traceback,
      stdout,
      stderr,
      source
    },
    catalogue
  );
  return findings.find(finding => finding.id === entry.id)?.values ?? {};
}

/** The texts as lines, so that the golden file reads like one. */
expect.addSnapshotSerializer({
  test: value => typeof value === 'string',
  print: value => String(value)
});

/**
 * The golden text of every entry, without values and with each example's. A
 * change of words is seen in review; `npx jest golden -u` writes it anew.
 */
it.each(catalogue.map(entry => [entry.id, entry] as const))(
  '%s',
  (_, entry) => {
    const texts = [
      rendered(entry, {}),
      ...entry.examples.map(example =>
        rendered(entry, valuesOf(entry, example))
      )
    ];
    const distinct = [...new Set(texts)];
    expect(distinct.join('\n\n---\n\n')).toMatchSnapshot();
  }
);
