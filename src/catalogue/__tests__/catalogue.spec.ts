import * as fs from 'node:fs';
import * as path from 'node:path';

import { catalogue } from '..';
import { CATALOGUE_FOLDER, proofOf } from './cases';
import {
  declarationProblems,
  isTopic,
  nearMissProblems,
  partProblems,
  recognisedProblems,
  wordProblems
} from './rules';

describe('the index', () => {
  it('lists every folder once, under the id that its path gives', () => {
    const files = fs
      .readdirSync(CATALOGUE_FOLDER, { recursive: true, encoding: 'utf8' })
      .map(file => file.split(path.sep).join('/'))
      .filter(file => /^[a-z]+\/[a-z0-9-]+\/index\.ts$/.test(file))
      .map(file => file.replace(/\/index\.ts$/, ''));
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
    const proof = proofOf(id);

    it('has what an entry needs', () => {
      expect(partProblems(entry, proof)).toEqual([]);
    });

    it('speaks plainly, with values and without', () => {
      expect(wordProblems(entry, proof, catalogue)).toEqual([]);
    });

    if (isTopic(entry)) {
      return;
    }

    it('shows what it declares, and reads nothing else', () => {
      expect(declarationProblems(entry, proof)).toEqual([]);
    });

    it.each(proof.recognised.map((one, at) => [at + 1, one] as const))(
      'recognises its case %i',
      (_, one) => {
        expect(recognisedProblems(entry, one, catalogue)).toEqual([]);
      }
    );

    it.each(proof.nearMisses.map((one, at) => [at + 1, one] as const))(
      'leaves its near miss %i alone',
      (_, one) => {
        expect(nearMissProblems(entry, one, catalogue)).toEqual([]);
      }
    );
  }
);
