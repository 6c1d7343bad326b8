import { Signal, type ISignal } from '@lumino/signaling';

import { isWorthOpening } from '../diagnosis/failure-traits';
import type { Diagnoser, IDiagnosis } from '../diagnoser/diagnoser';
import type { IFailure, Notebooks } from '../notebooks';
import type { ICellIncident } from '../notebook/types';
import type { IDiagnosed, IGroup } from './echoes';
import type { IPlace } from '../notebook/failure-location';
import type { IOwnLine, OwnLines } from '../notebook/own-line';
import { Stretches } from '../shared/stretches';

/** When the panel opens by itself. */
export type OpenOn = 'recognised' | 'every' | 'never';

/** What the panel shows of one failure. */
export interface ICard extends IGroup {
  readonly place: IPlace;
  /** The innermost line of the user's own, where it is another than the place. */
  readonly own: IOwnLine | null;
  /** `[7]`: the prompt number, or the cell's position where it has none. */
  readonly label: string;
}

/** So many failures are read unasked, the newest first. */
const READ_UNASKED = 200;

/** While failures are being read, the cards known so far appear so often, in ms. */
const SHOW_MS = 500;

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
    _notebooks.learned.connect((_, failure) => void this._onLearned(failure));
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

  /** Newest first; null until the first is known. */
  get cards(): readonly ICard[] | null {
    return this._cards;
  }

  /** So many failures are being read and will have cards. */
  get unread(): number {
    return this._unread;
  }

  /** So many older failures are read only when somebody asks. */
  get older(): number {
    return this._older;
  }

  /** Read the next of the older failures. */
  readOlder(): void {
    this._limit += READ_UNASKED;
    void this._refresh();
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
  labelOf({
    cellId,
    executionCount
  }: Pick<ICellIncident, 'cellId' | 'executionCount'>): string {
    return `[${executionCount ?? this._indexOf(cellId) + 1}]`;
  }

  /** As in the cards' `label`, of any cell of the notebook in front. */
  nameOf(cellId: string): string {
    const cell = this._notebooks.current
      ?.codeCells()
      .find(({ id }) => id === cellId);
    return this.labelOf({
      cellId,
      executionCount: cell?.executionCount ?? null
    });
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
    const { findings } = await this._diagnoser.diagnose(incident.incident);
    const isFront = watcher === this._notebooks.current;
    const isAsked =
      this.openOn === 'every' ||
      (this.openOn === 'recognised' && isWorthOpening(findings));
    if (isFront && isAsked) {
      this._wanted.emit();
    }
    if (findings.length === 0) {
      void this._notebooks.lookAtLine({ watcher, incident });
    }
    this._unannounced = isFront ? incident.cellId : null;
    await this._refresh();
  }

  /** Facts of the machine stand beside a finding, live ones make a new one. */
  private async _onLearned(failure: IFailure): Promise<void> {
    if (failure.incident.incident.live) {
      await this._onFailed(failure);
    }
  }

  /** Read the failures of the notebook in front, and show what is known. */
  private async _refresh(): Promise<void> {
    const turn = ++this._turn;
    this._isStale = false;
    const { incidents } = this._notebooks;
    const wanted = incidents.slice(0, this._limit);
    const older = incidents.length - wanted.length;
    const diagnosed: IDiagnosed[] = [];
    const stretches = new Stretches();
    let shown = -Infinity;
    for (const incident of wanted) {
      const diagnosis = await this._diagnoser.diagnose(incident.incident);
      diagnosed.push({ incident, ...diagnosis });
      if (performance.now() - shown > SHOW_MS) {
        const unread = wanted.length - diagnosed.length;
        await this._show(turn, diagnosed, unread, older);
        shown = performance.now();
      }
      await stretches.pause();
      if (turn !== this._turn) {
        return;
      }
    }
    await this._show(turn, diagnosed, 0, older);
  }

  /** Show the cards of `diagnosed`, unless a later turn has begun. */
  private async _show(
    turn: number,
    diagnosed: readonly IDiagnosed[],
    unread: number,
    older: number
  ): Promise<void> {
    // Of no use before the first failure.
    const { groupEchoes } = await import('./echoes');
    const groups = groupEchoes(diagnosed);
    const { OwnLines } = await import('../notebook/own-line');
    const owns = new OwnLines(() => this._notebooks.current?.codeCells() ?? []);
    const cards = await Promise.all(
      groups.map(group => this._cardFor(group, owns))
    );
    if (turn !== this._turn) {
      return;
    }
    this._cards = cards;
    this._unread = unread;
    this._older = older;
    this._changed.emit();
    // Until all are read, an echo may stand alone.
    const card =
      this._unannounced === null || unread > 0
        ? null
        : this.cardOf(this._unannounced);
    if (card) {
      this._unannounced = null;
      if (this._isVisible) {
        this._announced.emit(card);
      }
    }
  }

  /**
   * Assertion lines are printed at the next synchronisation, so an echo may
   * hold those of the first failure: then they count as its evidence.
   */
  private async _cardFor(group: IGroup, owns: OwnLines): Promise<ICard> {
    const { incident, echoes } = group;
    const late = echoes
      .map(echo => echo.incident.stderr)
      .filter(stderr => stderr.includes('Assertion'));
    const { findings }: IDiagnosis =
      late.length > 0 && !incident.incident.stderr.includes('Assertion')
        ? await this._diagnoser.diagnose({
            ...incident.incident,
            stderr: [incident.incident.stderr, ...late].join('\n')
          })
        : group;
    // Its part that reads deaths is of no use before the first failure.
    const { placeOf } = await import('../notebook/failure-location');
    const place = placeOf(incident, group.frames);
    const own = owns.find(place.innermost);
    const isPlace = own?.cellId === incident.cellId && own.line === place.line;
    return this._same({
      ...group,
      findings,
      place,
      own: isPlace ? null : own,
      label: this.labelOf(incident)
    });
  }

  /** The card that is shown already, where nothing of it has changed. */
  private _same(card: ICard): ICard {
    const known = this._byIncident.get(card.incident);
    const isSame =
      known !== undefined &&
      known.findings === card.findings &&
      known.label === card.label &&
      known.own?.cellId === card.own?.cellId &&
      known.own?.line === card.own?.line &&
      known.echoes.length === card.echoes.length &&
      known.echoes.every((echo, at) => echo === card.echoes[at]);
    const shown = isSame ? known : card;
    this._byIncident.set(card.incident, shown);
    return shown;
  }

  private readonly _changed = new Signal<this, void>(this);
  private readonly _wanted = new Signal<this, void>(this);
  private readonly _announced = new Signal<this, ICard>(this);
  private _cards: readonly ICard[] | null = null;
  private readonly _byIncident = new WeakMap<ICellIncident, ICard>();
  private _unread = 0;
  private _older = 0;
  private _limit = READ_UNASKED;
  private _unannounced: string | null = null;
  private _isVisible = false;
  private _isStale = true;
  private _turn = 0;
}
