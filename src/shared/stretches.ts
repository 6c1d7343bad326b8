/** So long work may hold the page's thread before others get their turn, in ms. */
const STRETCH_MS = 10;

/**
 * Cuts long work on the page's thread into stretches that nobody notices: typing
 * and scrolling go on between them.
 */
export class Stretches {
  /** Let others have their turn, if this stretch has lasted long enough. */
  async pause(): Promise<void> {
    if (performance.now() - this._since > STRETCH_MS) {
      await new Promise(resolve => setTimeout(resolve));
      this._since = performance.now();
    }
  }

  private _since = performance.now();
}
