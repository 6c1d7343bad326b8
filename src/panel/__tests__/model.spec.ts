import { Signal } from '@lumino/signaling';

import type { Diagnoser } from '../../diagnoser/diagnoser';
import { NOTHING_EXAMINED, type IFrames } from '../../diagnoser/examined';
import type { IEntry } from '../../diagnosis/types';
import { cellIncident } from '../../incident/incident';
import type { LiveFacts } from '../../incident/live-facts';
import type { IFrame, IIncident } from '../../incident/types';
import type { ICellIncident, INotebookCell } from '../../notebook/types';
import type { IFailure, Notebooks } from '../../notebooks';
import { IncidentsModel, type ICard } from '../model';

const STICKY = 'CUDA error: device-side assert triggered';

/** The cell `c<number>`, failed at its prompt number. */
function failureAt(
  executionCount: number,
  evalue = 'x',
  more: Record<string, string> = {}
): ICellIncident {
  return {
    key: `of c${executionCount}`,
    incident: cellIncident({ ename: 'RuntimeError', evalue, ...more }),
    cellId: `c${executionCount}`,
    executionCount,
    time: executionCount * 1000,
    kernelRun: 1
  };
}

/** So many failures, newest first. */
function failures(count: number): ICellIncident[] {
  return Array.from({ length: count }, (_, at) => failureAt(count - at));
}

/** The notebook in front, whose failures a test says. */
class FakeNotebooks {
  readonly changed = new Signal<this, void>(this);
  readonly failed = new Signal<this, IFailure>(this);
  readonly learned = new Signal<this, IFailure>(this);
  readonly current = {
    indexOf: (id: string) => Number(id.slice(1)) - 1,
    codeCells: () => this.cells
  };
  cells: INotebookCell[] = [];
  incidents: readonly ICellIncident[] = [];
  /** The cells of whose failing line the kernel was asked. */
  readonly asked: string[] = [];

  async lookAtLine({ incident }: IFailure): Promise<void> {
    this.asked.push(incident.cellId);
  }

  set(...incidents: readonly ICellIncident[]): void {
    this.incidents = incidents;
    this.changed.emit();
  }

  /** A cell fails, of this notebook or of another. */
  fail(incident: ICellIncident, watcher: unknown = this.current): void {
    if (watcher === this.current) {
      this.set(incident, ...this.incidents);
    }
    this.failed.emit({ incident, watcher } as IFailure);
  }

  /** The kernel tells more of the one failure. */
  learn(incident: ICellIncident): void {
    this.set(incident);
    this.learned.emit({
      incident,
      watcher: this.current
    } as unknown as IFailure);
  }
}

/** Recognises CUDA's sticky errors, and matters of shape. */
class FakeDiagnoser {
  readonly read: IIncident[] = [];
  /** Where every failure was. */
  frames: IFrames = NOTHING_EXAMINED.frames;
  /** What each reading waits for. */
  reading: Promise<void> = Promise.resolve();

  async diagnose(incident: IIncident) {
    this.read.push(incident);
    await this.reading;
    const known = this._known.get(incident) ?? {
      ...NOTHING_EXAMINED,
      frames: this.frames,
      isUnread: false,
      findings: this._findings(incident)
    };
    this._known.set(incident, known);
    return known;
  }

  private _findings({ evalue, stderr, live }: IIncident) {
    const id =
      evalue === STICKY
        ? 'cuda/device-assert'
        : evalue === 'shape'
          ? 'tensor/matmul-shape'
          : evalue === 'name'
            ? 'python/undefined-name'
            : null;
    const entry = { id, sticky: evalue === STICKY } as IEntry;
    return id === null
      ? []
      : [
          {
            id,
            entry,
            confidence: evalue === 'name' && !live ? 'possible' : 'certain',
            evidence: [],
            values: { stderr }
          }
        ];
  }

  private readonly _known = new WeakMap<IIncident, object>();
}

function made() {
  const notebooks = new FakeNotebooks();
  const diagnoser = new FakeDiagnoser();
  const model = new IncidentsModel(
    notebooks as unknown as Notebooks,
    diagnoser as unknown as Diagnoser
  );
  const seen = { announced: [] as ICard[], wanted: 0, changed: 0 };
  model.announced.connect((_, card) => seen.announced.push(card));
  model.wanted.connect(() => (seen.wanted += 1));
  model.changed.connect(() => (seen.changed += 1));
  return { notebooks, diagnoser, model, seen };
}

/** Let the model read what it wants to read. */
const settle = () => jest.runAllTimersAsync();

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const cellsOf = (model: IncidentsModel) =>
  model.cards?.map(card => [
    card.incident.cellId,
    ...card.echoes.map(echo => echo.cellId)
  ]);

it('asks what was at hand at a line only where no entry knows the error', async () => {
  const { notebooks } = made();
  notebooks.fail(failureAt(1, 'x'));
  notebooks.fail(failureAt(2, 'shape'));
  notebooks.fail(failureAt(3, 'name'));
  await settle();
  expect(notebooks.asked).toEqual(['c1']);
});

describe('the cards', () => {
  it('are read only while somebody looks', async () => {
    const { notebooks, diagnoser, model } = made();
    notebooks.set(failureAt(1));
    await settle();
    expect(diagnoser.read).toEqual([]);
    expect(model.cards).toBeNull();
    model.isVisible = true;
    await settle();
    expect(cellsOf(model)).toEqual([['c1']]);
  });

  it('are not read again when somebody looks again and nothing has changed', async () => {
    const { notebooks, diagnoser, model } = made();
    notebooks.set(failureAt(1));
    model.isVisible = true;
    await settle();
    model.isVisible = false;
    model.isVisible = true;
    await settle();
    expect(diagnoser.read).toHaveLength(1);
  });

  it('stand newest first, with the labels of their cells', async () => {
    const { notebooks, model } = made();
    const unnumbered = { ...failureAt(2), executionCount: null };
    model.isVisible = true;
    notebooks.set(failureAt(3), unnumbered, failureAt(1));
    await settle();
    expect(cellsOf(model)).toEqual([['c3'], ['c2'], ['c1']]);
    expect(model.cards?.map(card => card.label)).toEqual(['[3]', '[2]', '[1]']);
  });

  it('name the line of another cell that was called, as long as it stands there', async () => {
    const { notebooks, diagnoser, model } = made();
    const at = {
      place: 'cell',
      file: 'In[1]',
      func: 'f',
      code: 'g()'
    } as const;
    const own = { ...at, line: 2, executionCount: 1 };
    diagnoser.frames = { cell: null, own, stack: [own] };
    const source = 'def f():\n    g()';
    const one = { id: 'c1', source, executionCount: 1, position: 1 };
    notebooks.cells = [one];
    model.isVisible = true;
    notebooks.set(failureAt(2));
    await settle();
    expect(model.cards?.[0].own).toMatchObject({
      cellId: 'c1',
      line: 2,
      code: '    g()'
    });
    notebooks.cells = [{ ...one, source: 'edited' }];
    notebooks.changed.emit();
    await settle();
    expect(model.cards?.[0].own).toBeNull();
  });

  it('name no other line where the failed cell’s is the innermost', async () => {
    const { notebooks, diagnoser, model } = made();
    const cell: IFrame = {
      place: 'cell',
      file: 'In[1]',
      line: 1,
      func: '',
      code: 'g()',
      executionCount: 1
    };
    diagnoser.frames = { cell, own: cell, stack: [cell] };
    notebooks.cells = [
      { id: 'c1', source: 'g()', executionCount: 1, position: 1 }
    ];
    model.isVisible = true;
    notebooks.set(failureAt(1));
    await settle();
    expect(model.cards?.[0].place.line).toBe(1);
    expect(model.cards?.[0].own).toBeNull();
  });

  it('are the newest 200, and the older ones on demand', async () => {
    const { notebooks, diagnoser, model } = made();
    model.isVisible = true;
    notebooks.set(...failures(450));
    await settle();
    expect(diagnoser.read).toHaveLength(200);
    expect(model.cards).toHaveLength(200);
    expect(model.cards?.[199].incident.cellId).toBe('c251');
    expect([model.older, model.unread]).toEqual([250, 0]);
    model.readOlder();
    await settle();
    expect(model.cards).toHaveLength(400);
    expect(model.older).toBe(50);
    model.readOlder();
    await settle();
    expect(model.cards).toHaveLength(450);
    expect(model.older).toBe(0);
  });

  it('appear while others are still being read', async () => {
    const { notebooks, diagnoser, model } = made();
    const shown: (number | undefined)[][] = [];
    model.changed.connect(() =>
      shown.push([model.cards?.length, model.unread])
    );
    model.isVisible = true;
    diagnoser.reading = new Promise(resolve => setTimeout(resolve, 600));
    notebooks.set(...failures(3));
    await settle();
    expect(shown).toEqual([
      [1, 2],
      [3, 0]
    ]);
  });

  it('are those of the last change, though an earlier reading takes longer', async () => {
    const { notebooks, diagnoser, model } = made();
    model.isVisible = true;
    diagnoser.reading = new Promise(resolve => setTimeout(resolve, 1000));
    notebooks.set(failureAt(1));
    diagnoser.reading = Promise.resolve();
    notebooks.set(failureAt(2));
    await settle();
    expect(cellsOf(model)).toEqual([['c2']]);
  });

  it('stay the same objects while nothing of them changes', async () => {
    const { notebooks, model } = made();
    model.isVisible = true;
    const first = failureAt(1, STICKY);
    const other = failureAt(2);
    notebooks.set(other, first);
    await settle();
    const known = model.cards;
    notebooks.set(failureAt(3, STICKY), other, first);
    await settle();
    expect(model.cards?.[0]).toBe(known?.[0]);
    expect(model.cards?.[1]).not.toBe(known?.[1]);
    expect(cellsOf(model)).toEqual([['c2'], ['c1', 'c3']]);
  });
});

describe('echoes', () => {
  it('stand in the card of the first failure, which is found by each', async () => {
    const { notebooks, model } = made();
    model.isVisible = true;
    notebooks.set(
      failureAt(4, STICKY),
      failureAt(3, 'shape'),
      failureAt(2, STICKY),
      failureAt(1, STICKY)
    );
    await settle();
    expect(cellsOf(model)).toEqual([['c3'], ['c1', 'c2', 'c4']]);
    expect(model.cardOf('c4')).toBe(model.cards?.[1]);
    expect(model.cardOf('c9')).toBeNull();
  });

  it.each([
    ['', '\nAssertion of an echo'],
    ['Assertion of its own', 'Assertion of its own']
  ])('lend their assertion to a first failure with %p', async (own, read) => {
    const { notebooks, model } = made();
    model.isVisible = true;
    notebooks.set(
      failureAt(2, STICKY, { stderr: 'Assertion of an echo' }),
      failureAt(1, STICKY, { stderr: own })
    );
    await settle();
    const card = model.cards?.[0];
    expect(card?.findings[0].values.stderr).toBe(read);
    expect(card?.incident.incident.stderr).toBe(own);
  });
});

describe('a fresh failure', () => {
  it('is announced once, with the card that shows it', async () => {
    const { notebooks, model, seen } = made();
    model.isVisible = true;
    notebooks.fail(failureAt(1, STICKY));
    await settle();
    notebooks.fail(failureAt(2, STICKY));
    await settle();
    notebooks.changed.emit();
    await settle();
    expect(
      seen.announced.map(card => [card.incident.cellId, card.echoes.length])
    ).toEqual([
      ['c1', 0],
      ['c1', 1]
    ]);
  });

  it('is not announced to those who do not look, now or later', async () => {
    const { notebooks, model, seen } = made();
    notebooks.fail(failureAt(1, 'shape'));
    await settle();
    model.isVisible = true;
    notebooks.changed.emit();
    await settle();
    expect(cellsOf(model)).toEqual([['c1']]);
    expect(seen.announced).toEqual([]);
  });

  it.each([
    ['recognised', 'shape', 1],
    ['recognised', 'x', 0],
    ['every', 'x', 1],
    ['never', 'shape', 0]
  ] as const)(
    'opens the panel on %s failures: %s, %d times',
    async (openOn, evalue, times) => {
      const { notebooks, model, seen } = made();
      model.openOn = openOn;
      notebooks.fail(failureAt(1, evalue));
      await settle();
      expect(seen.wanted).toBe(times);
    }
  );

  it('of another notebook than the one in front is left alone', async () => {
    const { notebooks, model, seen } = made();
    model.isVisible = true;
    model.openOn = 'every';
    notebooks.set(failureAt(1));
    await settle();
    notebooks.fail(failureAt(1, 'shape'), 'another');
    await settle();
    expect([seen.wanted, seen.announced]).toEqual([0, []]);
  });

  it('asks for the panel once the kernel has proven what to do', async () => {
    const { notebooks, model, seen } = made();
    model.isVisible = true;
    const failure = failureAt(1, 'name');
    notebooks.fail(failure);
    await settle();
    expect(seen.wanted).toBe(0);
    const live = { hasTorch: true } as LiveFacts;
    notebooks.learn({ ...failure, incident: { ...failure.incident, live } });
    await settle();
    expect(seen.wanted).toBe(1);
    expect(model.cards?.[0].findings[0].confidence).toBe('certain');
  });
});
