import type { TranslationBundle } from '@jupyterlab/translation';
import { Debouncer } from '@lumino/polling';
import { Signal, type ISignal } from '@lumino/signaling';

import type { ILookUpResult } from '../diagnosis/lookup';
import type { Diagnoser } from '../diagnoser/diagnoser';

/** Typing pauses so long before the search starts, in ms. */
const PAUSE_MS = 120;

/** A text longer than this is kept beside the search field, not in it. */
export const MAX_FIELD = 4000;

/** What is being looked up and what was found. */
export class LookUpModel {
  constructor(
    private readonly _diagnoser: Diagnoser,
    private readonly _trans: TranslationBundle
  ) {
    this._search = new Debouncer(() => this._run(), PAUSE_MS);
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** What stands in the search field, or a long pasted text. */
  get query(): string {
    return this._query;
  }

  set query(query: string) {
    this._query = query;
    if (query.trim() === '') {
      this._results = null;
      this._turn += 1;
    } else {
      void this._search.invoke();
    }
    this._changed.emit();
  }

  /** Best first; null while there is nothing to look up, or before it is done. */
  get results(): readonly ILookUpResult[] | null {
    return this._results;
  }

  private async _run(): Promise<void> {
    const turn = ++this._turn;
    const query = this._query;
    const results = await this._diagnoser.lookUp(query, this._trans);
    if (turn === this._turn && query.trim() !== '') {
      this._results = results;
      this._changed.emit();
    }
  }

  private readonly _changed = new Signal<this, void>(this);
  private readonly _search: Debouncer;
  private _query = '';
  private _results: readonly ILookUpResult[] | null = null;
  private _turn = 0;
}
