import { Signal, type ISignal } from '@lumino/signaling';

import type { IFinding } from '../diagnosis/types';
import type { IFailure, Notebooks } from '../notebook/notebooks';
import type { ICellIncident } from '../notebook/types';
import type { Diagnoser } from './diagnoser';
import { groupEchoes, type IDiagnosed, type IGroup } from './echoes';
import { placeOf, type IPlace } from '../notebook/place';

/** When the panel opens by itself. */
export type OpenOn = 'recognised' | 'every' | 'never';

/** What the panel shows of one failure. */
export interface ICard extends IGroup {
  readonly place: IPlace;
  /** `[7]`: the prompt number, or the cell's position where it has none. */
  readonly label: string;
}

/** Diagnosing may hold the page for so long at a stretch, in ms. */
const STRETCH_MS = 10;

/**
 * The incidents of the notebook in front with their findings. Works only
 * while somebody looks, or when a cell has just failed.
 */
export class IncidentsModel {
  constructor(
    private readonly _notebooks: Notebooks,
    private readonly _diagnoser: Diagnoser
  ) {
    _notebooks.changed.connect(() => this._invalidate());
    _notebooks.failed.connect((_, failure) => void this._onFailed(failure));
  }

  /** When to ask for the panel. */
  openOn: OpenOn = 'recognised';

  /** The cards, or the notebook in front, changed. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** A fresh failure should be shown. */
  get wanted(): ISignal<this, void> {
    return this._wanted;
  }

  /** What to say to those who cannot see the panel; changes with each failure. */
  get announced(): ISignal<this, ICard> {
    return this._announced;
  }

  /** Newest first; null until they are known. */
  get cards(): readonly ICard[] | null {
    return this._cards;
  }

  /** Whether a notebook is in front at all. */
  get hasNotebook(): boolean {
    return this._notebooks.current !== null;
  }

  get isVisible(): boolean {
    return this._isVisible;
  }

  set isVisible(isVisible: boolean) {
    this._isVisible = isVisible;
    if (isVisible && this._isStale) {
      void this._refresh();
    }
  }

  /** The card that shows the incident of a cell, as first failure or echo. */
  cardOf(cellId: string): ICard | null {
    return (
      this._cards?.find(
        card =>
          card.incident.cellId === cellId ||
          card.echoes.some(echo => echo.cellId === cellId)
      ) ?? null
    );
  }

  /** The incident of a cell of the notebook in front, diagnosed or not. */
  incidentOf(cellId: string): ICellIncident | null {
    return (
      this._notebooks.incidents.find(incident => incident.cellId === cellId) ??
      null
    );
  }

  /** Whether the notebook in front still has a cell. */
  hasCell(cellId: string): boolean {
    return this._notebooks.current !== null && this._indexOf(cellId) >= 0;
  }

  /** A cell's place in the notebook in front, from 1. */
  positionOf(cellId: string): number {
    return this._indexOf(cellId) + 1;
  }

  /** As in the cards' `label`. */
  labelOf({ cellId, executionCount }: ICellIncident): string {
    return `[${executionCount ?? this._indexOf(cellId) + 1}]`;
  }

  private _indexOf(cellId: string): number {
    return this._notebooks.current?.indexOf(cellId) ?? -1;
  }

  private _invalidate(): void {
    this._isStale = true;
    if (this._isVisible) {
      void this._refresh();
    }
  }

  private async _onFailed({ watcher, incident }: IFailure): Promise<void> {
    const findings = await this._diagnoser.diagnose(incident.incident);
    const isFront = watcher === this._notebooks.current;
    const isAsked =
      this.openOn === 'every' ||
      (this.openOn === 'recognised' && findings.length > 0);
    if (isFront && isAsked) {
      this._wanted.emit();
    }
    await this._refresh();
    const card = this.cardOf(incident.cellId);
    if (isFront && card && this._isVisible) {
      this._announced.emit(card);
    }
  }

  private async _diagnosed(): Promise<IDiagnosed[]> {
    const { incidents } = this._notebooks;
    const diagnosed: IDiagnosed[] = [];
    let since = performance.now();
    for (const incident of incidents) {
      const findings = await this._diagnoser.diagnose(incident.incident);
      diagnosed.push({ incident, findings });
      if (performance.now() - since > STRETCH_MS) {
        await new Promise(resolve => setTimeout(resolve));
        since = performance.now();
      }
    }
    return diagnosed;
  }

  private async _refresh(): Promise<void> {
    const turn = ++this._turn;
    this._isStale = false;
    const groups = groupEchoes(await this._diagnosed());
    const told = await Promise.all(groups.map(group => this._told(group)));
    if (turn === this._turn) {
      this._cards = told;
      this._changed.emit();
    }
  }

  /**
   * Assertion lines are printed at the next synchronisation, so an echo may
   * hold those of the first failure: then they count as its evidence.
   */
  private async _told(group: IGroup): Promise<ICard> {
    const { incident, echoes } = group;
    const late = echoes
      .map(echo => echo.incident.stderr)
      .filter(stderr => stderr.includes('Assertion'));
    const findings: readonly IFinding[] =
      late.length > 0 && !incident.incident.stderr.includes('Assertion')
        ? await this._diagnoser.diagnose({
            ...incident.incident,
            stderr: [incident.incident.stderr, ...late].join('\n')
          })
        : group.findings;
    return {
      ...group,
      findings,
      place: placeOf(incident),
      label: this.labelOf(incident)
    };
  }

  private readonly _changed = new Signal<this, void>(this);
  private readonly _wanted = new Signal<this, void>(this);
  private readonly _announced = new Signal<this, ICard>(this);
  private _cards: readonly ICard[] | null = null;
  private _isVisible = false;
  private _isStale = true;
  private _turn = 0;
}
