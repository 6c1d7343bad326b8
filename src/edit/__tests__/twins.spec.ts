import { english } from '../../diagnosis/english';
import { catalogue } from '../../catalogue';
import { changed, changesOf } from '../../code/changes';
import type { Values } from '../../diagnosis/types';

/** The cells after all of a kind were mended; null where that is not offered. */
function mended(
  id: string,
  values: Values,
  cells: readonly string[],
  line = 1
): readonly string[] | null {
  const entry = catalogue.find(one => one.id === id);
  const fix = entry
    ?.page(english, values)
    .fixes.find(({ editAll }) => editAll !== undefined);
  if (!fix?.editAll) {
    throw new Error(`${id} has no fix for all of a kind.`);
  }
  const changes = changesOf(fix.editAll, {
    sources: cells,
    places: [{ cell: 0, line }]
  });
  return (
    changes &&
    cells.map((source, cell) =>
      changed(
        source,
        changes.filter(change => change.cell === cell)
      )
    )
  );
}

const NUMPY = { kind: 'removed', name: 'float' };
const VERBOSE = { kind: 'scheduler', name: 'verbose' };
const SOFTMAX = {
  kind: 'name',
  module: 'torch.nn',
  name: 'Sofmax',
  meant: 'Softmax'
};

it('writes the name of today in every cell', () => {
  expect(
    mended('version/numpy-dtype', NUMPY, [
      'a = np.zeros(3, dtype=np.float)',
      '"np.float"  # np.float',
      'b = a.astype(np.float); c = np.float64(1)'
    ])
  ).toEqual([
    'a = np.zeros(3, dtype=float)',
    '"np.float"  # np.float',
    'b = a.astype(float); c = np.float64(1)'
  ]);
});

it('leaves an argument out of every call of that name, and of no other', () => {
  expect(
    mended('version/removed-api', VERBOSE, [
      's = lr_scheduler.StepLR(o, 1, verbose=True)',
      'if x:\n    t = StepLR(o, 2,\n      verbose=x)  # verbose=\ntrainer(verbose=True)',
      '!train --verbose=1 StepLR(o, verbose=1)',
      'def f(verbose):\n    return StepLR(verbose, 1)'
    ])
  ).toEqual([
    's = lr_scheduler.StepLR(o, 1)',
    'if x:\n    t = StepLR(o, 2)  # verbose=\ntrainer(verbose=True)',
    '!train --verbose=1 StepLR(o, verbose=1)',
    'def f(verbose):\n    return StepLR(verbose, 1)'
  ]);
});

it('takes a part of a module, not of something else', () => {
  expect(
    mended('version/removed-api', SOFTMAX, [
      'a = nn.Sofmax(1)',
      'b = nn.Sofmax(dim=0)\nc = mine.Sofmax(), nn.Softmax(1)'
    ])
  ).toEqual([
    'a = nn.Softmax(1)',
    'b = nn.Softmax(dim=0)\nc = mine.Sofmax(), nn.Softmax(1)'
  ]);
});

it('leaves alone a line in which it is not sure', () => {
  expect(
    mended('version/removed-api', VERBOSE, [
      's = StepLR(o, 1, verbose=True)',
      't = StepLR(o, verbose=1), StepLR(p, verbose=1)',
      'u = StepLR(o, verbose=1)'
    ])
  ).toEqual([
    's = StepLR(o, 1)',
    't = StepLR(o, verbose=1), StepLR(p, verbose=1)',
    'u = StepLR(o)'
  ]);
});

it('is not offered where the failing line has nothing of the kind', () => {
  expect(
    mended('version/numpy-dtype', NUMPY, ['a = 1', 'b = np.float(1)'])
  ).toBeNull();
});
