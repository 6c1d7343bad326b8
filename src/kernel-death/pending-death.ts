import type { IBlackBox } from '../incident/death/death';
import type { ISeenDeath } from './deaths';

/** A single process that dies at its start is the server's to try again. */
export const TOO_MANY_STARTS = 2;

let nextKey = 0;

/**
 * A kernel's newest death, until what can be known of it is known: the server
 * tells the exit status, the next process reads the black box. It is reported once,
 * and once more when the box comes after that.
 */
export class PendingDeath {
  /** @param _tell - takes the death, and whether it is to be announced. */
  constructor(
    private readonly _tell: (seen: ISeenDeath, isNews: boolean) => void
  ) {}

  /** What is known so far; null when nothing waits. */
  get seen(): ISeenDeath | null {
    return this._seen;
  }

  /** A death was seen; the last one, if it still waits, is reported first. */
  begin(seen: Omit<ISeenDeath, 'key'>): void {
    this.tell();
    this._seen = { ...seen, key: `death-${nextKey++}` };
  }

  /** More is known of the one that waits, if one does. */
  add(facts: Partial<Omit<ISeenDeath, 'key'>>): void {
    this._seen &&= { ...this._seen, ...facts };
  }

  /**
   * A box was read after its death was reported: the next process took long to
   * start, or was busy.
   *
   * @returns whether there is such a death; it is reported again, not announced.
   */
  addLate(box: IBlackBox): boolean {
    if (!this._boxless) {
      return false;
    }
    this._seen = { ...this._boxless, box };
    this.tell(false);
    return true;
  }

  /** Report it when so many milliseconds have brought nothing more. */
  tellIn(delay: number): void {
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this.tell(), delay);
  }

  /** Report it now, if one waits and a user should know of it. */
  tell(isNews = true): void {
    clearTimeout(this._timer);
    const seen = this._seen;
    this._seen = null;
    if (seen && !isHarmless(seen)) {
      this._boxless = seen.box ? null : seen;
      this._tell(seen, isNews);
    }
  }

  /** Forget it without reporting it. */
  clear(): void {
    clearTimeout(this._timer);
    this._seen = null;
    this._boxless = null;
  }

  private _seen: ISeenDeath | null = null;
  /** The one that was reported without a box. */
  private _boxless: ISeenDeath | null = null;
  private _timer: ReturnType<typeof setTimeout> | undefined;
}

/** A start that failed, nothing lost, and the next one may succeed. */
function isHarmless({ failedStarts, queue, shown }: ISeenDeath): boolean {
  return (
    failedStarts > 0 &&
    failedStarts < TOO_MANY_STARTS &&
    queue.waiting.length === 0 &&
    shown.length === 0
  );
}
