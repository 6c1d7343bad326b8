import { ReactWidget, UseSignal } from '@jupyterlab/ui-components';
import type { Message } from '@lumino/messaging';
import { Signal } from '@lumino/signaling';
import * as React from 'react';

import { AnnounceContext, PageContext } from './contexts';
import { triageIcon } from './icons';
import type { ICard } from './model';
import type { IPanelOptions } from './options';

/** Frames to wait for an element that is to get the focus. */
const FOCUS_FRAMES = 30;

/** After a press of the mouse others take the focus for so many frames. */
const HELD_FRAMES = 5;

/** Most pages never show a failure: what shows one comes with the first look. */
const loadBody = () => import('./body');
const Body = React.lazy(loadBody);

/** The panel in the right area: shows models and runs commands, no more. */
export class TriagePanel extends ReactWidget {
  constructor(private readonly _options: IPanelOptions) {
    super();
    const { trans, model } = _options;
    this.id = 'torch-triage-panel';
    this.addClass('jp-TorchTriage');
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', trans.__('Torch Triage'));
    this.title.icon = triageIcon;
    this.title.caption = trans.__('Torch Triage');
    model.announced.connect(
      (_, card) => this._announce(this._spoken(card)),
      this
    );
  }

  /** Put the keyboard focus where reading starts. */
  focusFirst(): void {
    this._focus('.jp-TorchTriage-card > summary', 'textarea');
  }

  /** Show a re-run or an edit, which take the keyboard focus by themselves. */
  showWork(): void {
    this._options.lookUp.query = '';
  }

  /** Fill the search field and put the keyboard focus there. */
  lookUp(query: string): void {
    this._options.lookUp.query = query;
    this._focus('textarea');
  }

  protected onAfterShow(msg: Message): void {
    super.onAfterShow(msg);
    this._show();
  }

  protected onAfterHide(msg: Message): void {
    super.onAfterHide(msg);
    this._options.model.isVisible = false;
  }

  protected onAfterAttach(msg: Message): void {
    super.onAfterAttach(msg);
    if (this.isVisible) {
      this._show();
    }
  }

  protected render(): JSX.Element {
    const { trans } = this._options;
    return (
      <AnnounceContext.Provider value={text => this._announce(text)}>
        <PageContext.Provider value={id => this.lookUp(id)}>
          {this._isWanted && (
            <React.Suspense
              fallback={
                <p className="jp-TorchTriage-empty">{trans.__('Reading …')}</p>
              }
            >
              <Body {...this._options} />
            </React.Suspense>
          )}
          <UseSignal signal={this._said} initialArgs="">
            {(_, text) => (
              <div
                className="jp-TorchTriage-status"
                role="status"
                aria-live="polite"
              >
                {text}
              </div>
            )}
          </UseSignal>
        </PageContext.Provider>
      </AnnounceContext.Provider>
    );
  }

  private _show(): void {
    this._options.model.isVisible = true;
    if (!this._isWanted) {
      this._isWanted = true;
      this.update();
    }
  }

  private _spoken(card: ICard): string {
    const { trans } = this._options;
    const best = card.findings[0];
    const title = best
      ? best.entry.page(trans, best.values).title
      : trans.__('Not recognised');
    const { kind, program } = card.incident.incident;
    return kind === 'kernel'
      ? trans.__('The kernel died: %1', title)
      : program
        ? trans.__('A program of cell %1 failed: %2', card.label, title)
        : trans.__('Cell %1 failed: %2', card.label, title);
  }

  private _announce(text: string): void {
    this._said.emit(text);
  }

  /**
   * Focus the first of `selectors` that is there, and see that it stays. What
   * was asked for may be rendered and shown a few frames later: React and the
   * shell take their time.
   */
  private _focus(...selectors: string[]): void {
    const isPressed = window.event?.type === 'mousedown';
    let held = 0;
    const attempt = (framesLeft: number) => {
      const found = selectors.map(selector =>
        this.node.querySelector<HTMLElement>(selector)
      );
      const isLast = framesLeft === 0;
      const target = isLast ? found.find(one => one !== null) : found[0];
      const hadIt = target === document.activeElement;
      target?.focus();
      // What is hidden does not take the focus.
      if (target && target === document.activeElement) {
        held = hadIt ? held + 1 : 1;
        if (held === 1 && target instanceof HTMLTextAreaElement) {
          target.select();
        }
      }
      if (!isLast && held < (isPressed ? HELD_FRAMES : 1)) {
        requestAnimationFrame(() => attempt(framesLeft - 1));
      }
    };
    const begin = () =>
      void loadBody().then(() =>
        requestAnimationFrame(() => attempt(FOCUS_FRAMES))
      );
    if (isPressed) {
      // A toolbar runs its command when the mouse goes down, and gives the
      // focus to the notebook when it comes up.
      window.addEventListener('mouseup', begin, { once: true, capture: true });
    } else {
      begin();
    }
  }

  private readonly _said = new Signal<this, string>(this);
  private _isWanted = false;
}
