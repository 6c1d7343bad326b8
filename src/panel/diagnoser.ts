import type { IIncident } from '../incident/types';
import type { IFinding } from '../diagnosis/types';

/** The part of the pure core that is loaded when it is first needed. */
async function loadCore() {
  const [{ catalogue }, { diagnose }, { lookUp }] = await Promise.all([
    import('../catalogue'),
    import('../diagnosis/diagnose'),
    import('../diagnosis/lookup')
  ]);
  return { catalogue, diagnose, lookUp };
}

type Core = Awaited<ReturnType<typeof loadCore>>;

/**
 * Diagnoses incidents, each once. The catalogue is fetched with the first of
 * them, so that a page where nothing fails never loads it.
 */
export class Diagnoser {
  /**
   * @throws when the page cannot load its own files (the server went away)
   */
  async core(): Promise<Core> {
    this._core ??= loadCore();
    try {
      return await this._core;
    } catch (error) {
      this._core = null;
      throw error;
    }
  }

  /** The findings of an incident, best first. */
  async diagnose(incident: IIncident): Promise<readonly IFinding[]> {
    const known = this._known.get(incident);
    if (known) {
      return known;
    }
    const { catalogue, diagnose } = await this.core();
    const findings = diagnose(incident, catalogue, (id, error) =>
      console.error(`torch-triage: the entry ${id} failed.`, error)
    );
    this._known.set(incident, findings);
    return findings;
  }

  private _core: Promise<Core> | null = null;
  private readonly _known = new WeakMap<IIncident, readonly IFinding[]>();
}
