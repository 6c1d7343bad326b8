import { FAMILY_NAMES, loadFamily } from '../catalogue/families';
import type { ILookUpResult } from '../diagnosis/lookup';
import type {
  FindingData,
  IEntry,
  IFinding,
  ITranslate
} from '../diagnosis/types';
import type { IIncident } from '../incident/types';
import { Stretches } from '../shared/stretches';
import { NOTHING_EXAMINED, type IExamined } from './examined';
import { TooLong, type Reader } from './reader';

/** What is known of a failure. */
export interface IDiagnosis extends IExamined<IFinding> {
  /** Reading it took too long and was ended: nothing is known. */
  readonly isUnread: boolean;
}

/**
 * Diagnoses incidents, each once. Reading happens in a worker; the page itself
 * fetches the words of a family when a finding of it is to be shown.
 */
export class Diagnoser {
  constructor(private readonly _reader: Reader) {}

  /**
   * What is known of an incident.
   *
   * @throws when the page cannot load its own files (the server went away)
   */
  async diagnose(incident: IIncident): Promise<IDiagnosis> {
    const known = this._known.get(incident);
    if (known) {
      return known;
    }
    const diagnosis = await this._diagnosed(incident);
    this._known.set(incident, diagnosis);
    return diagnosis;
  }

  /**
   * The incident of a program that a cell ran; null where none failed.
   *
   * @param incident - of the cell, which did not fail itself
   */
  async program(incident: IIncident): Promise<IIncident | null> {
    try {
      return await this._reader.run('program', incident);
    } catch (error) {
      console.warn('torch-triage: the output was not read.', error);
      return null;
    }
  }

  /**
   * Entries that answer a query, as `lookUp` has it.
   *
   * @throws when the page cannot load its own files (the server went away)
   */
  async lookUp(query: string, trans: ITranslate): Promise<ILookUpResult[]> {
    const { lookUp } = await import('../diagnosis/lookup');
    const entries = await this._catalogue();
    const reading = await this._reader.run('query', query).catch(error => {
      if (error instanceof TooLong) {
        return { findings: [], words: query };
      }
      throw error;
    });
    return lookUp(query, trans, entries, reading);
  }

  private async _diagnosed(incident: IIncident): Promise<IDiagnosis> {
    try {
      const examined = await this._reader.run('examine', incident);
      const findings: IFinding[] = [];
      const stretches = new Stretches();
      for (const finding of examined.findings) {
        findings.push(await this._withEntry(finding));
        await stretches.pause();
      }
      return { ...examined, findings, isUnread: false };
    } catch (error) {
      if (error instanceof TooLong) {
        return { ...NOTHING_EXAMINED, isUnread: true };
      }
      throw error;
    }
  }

  private async _withEntry(finding: FindingData): Promise<IFinding> {
    const { id } = finding;
    const family = await loadFamily(id.slice(0, id.indexOf('/')));
    const entry = family.find(one => one.id === id);
    if (!entry) {
      throw new Error(`The page has no entry ${id}.`);
    }
    return { ...finding, entry };
  }

  /** All families, fetched one after the other: together they hold the page. */
  private _catalogue(): Promise<readonly IEntry[]> {
    this._all ??= loadOneByOne();
    this._all.catch(() => (this._all = null));
    return this._all;
  }

  private _all: Promise<readonly IEntry[]> | null = null;
  private readonly _known = new WeakMap<IIncident, IDiagnosis>();
}

async function loadOneByOne(): Promise<readonly IEntry[]> {
  const stretches = new Stretches();
  const entries: IEntry[] = [];
  for (const name of FAMILY_NAMES) {
    entries.push(...(await loadFamily(name)));
    await stretches.pause();
  }
  return entries;
}
