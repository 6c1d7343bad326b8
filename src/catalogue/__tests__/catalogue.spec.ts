import * as fs from 'node:fs';
import * as path from 'node:path';

import { catalogue } from '..';
import { diagnose } from '../../diagnosis/diagnose';
import { english } from '../../diagnosis/english';
import type { IExample } from '../../diagnosis/types';
import type { IIncident } from '../../incident/types';

const ROOT = path.join(__dirname, '..');

function incidentOf(example: IExample): IIncident {
  return {
    kind: example.kind ?? 'cell',
    ename: example.ename ?? '',
    evalue: example.evalue ?? '',
    traceback: example.traceback ?? '',
    stdout: example.stdout ?? '',
    stderr: example.stderr ?? '',
    source: example.source ?? ''
  };
}

function idsOf(example: IExample): string[] {
  const errors: unknown[] = [];
  const findings = diagnose(incidentOf(example), catalogue, (id, error) =>
    errors.push([id, error])
  );
  expect(errors).toEqual([]);
  return findings.map(finding => finding.id);
}

/** Sentences, for the limits on length; `…`, versions and `e.g.` end none. */
function sentences(text: string): number {
  return text.split(/[.!?](?=\s+[A-Z`“"]|\s*$)/).filter(part => part.trim())
    .length;
}

describe('the index', () => {
  it('lists every file once, under the id that its path gives', () => {
    const files = fs
      .readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
      .map(file => file.split(path.sep).join('/'))
      .filter(file => /^[a-z]+\/[a-z0-9-]+\.ts$/.test(file))
      .filter(file => !file.endsWith('/index.ts'))
      .map(file => file.replace(/\.ts$/, ''));
    expect(catalogue.map(entry => entry.id).sort()).toEqual(files.sort());
  });

  it('refines only entries that exist', () => {
    const ids = new Set(catalogue.map(entry => entry.id));
    const unknown = catalogue.flatMap(entry =>
      (entry.refines ?? []).filter(id => !ids.has(id))
    );
    expect(unknown).toEqual([]);
  });
});

describe.each(catalogue.map(entry => [entry.id, entry] as const))(
  '%s',
  (id, entry) => {
    const isTopic = id.startsWith('topic/');
    const page = entry.page(english, {});

    it('has what an entry needs', () => {
      expect(entry.answers.length).toBeGreaterThan(0);
      expect(page.links.length).toBeGreaterThan(0);
      expect(page.fixes.length).toBeGreaterThan(0);
      if (isTopic) {
        expect(entry.signs).toEqual([]);
      } else {
        expect(entry.signs.length).toBeGreaterThan(0);
        expect(entry.examples.length).toBeGreaterThan(0);
        expect(entry.nearMisses.length).toBeGreaterThan(0);
        expect(page.notThis.length).toBeGreaterThan(0);
      }
    });

    it('speaks plainly, with values and without', () => {
      const pages = entry.examples.map(example => {
        const finding = diagnose(incidentOf(example), catalogue).find(
          one => one.id === id
        );
        return entry.page(english, finding?.values ?? {});
      });
      for (const { title, cause, fixes, notThis, links } of [page, ...pages]) {
        expect(title.length).toBeLessThanOrEqual(60);
        expect(title).not.toMatch(/[.]$/);
        expect(sentences(cause)).toBeLessThanOrEqual(2);
        const words = [
          title,
          cause,
          ...fixes.flatMap(fix => [
            fix.title,
            fix.detail ?? '',
            fix.code ?? ''
          ]),
          ...notThis,
          ...links.map(link => link.title)
        ].join('\n');
        expect(words).not.toMatch(/undefined|NaN\b(?=%)|\[object|%\d/);
        for (const { url } of links) {
          expect(new URL(url).protocol).toBe('https:');
        }
      }
    });

    // A topic is looked up; no failure announces it.
    if (isTopic) {
      return;
    }

    it.each(entry.examples.map((example, at) => [at, example] as const))(
      'recognises its example %i',
      (_, example) => {
        expect(idsOf(example)[0]).toBe(id);
        const [finding] = diagnose(incidentOf(example), catalogue);
        expect(finding.values).toMatchObject(example.values ?? {});
        expect(finding.evidence.length).toBeGreaterThan(0);
      }
    );

    it.each(entry.nearMisses.map((example, at) => [at, example] as const))(
      'leaves its near miss %i alone',
      (_, example) => {
        expect(idsOf(example)[0]).not.toBe(id);
      }
    );
  }
);
