import { catalogue } from '../../catalogue';
import { english } from '../english';
import { lookUp } from '../lookup';

function ids(query: string): string[] {
  return lookUp(query, english, catalogue).map(({ entry }) => entry.id);
}

describe('lookUp', () => {
  it.each([
    [
      'words of the error',
      'shapes cannot be multiplied',
      'tensor/matmul-shape'
    ],
    ['misspelt words', 'shaped memory bus eror', 'dataloader/bus-error-shm'],
    ['an unfinished word', 'launch block', 'topic/launch-blocking'],
    ['a topic', 'weight decay', 'topic/weight-decay'],
    ['a family and a word', 'dataloader pickle', 'dataloader/pickle']
  ])('finds by %s', (_, query, id) => {
    expect(ids(query).slice(0, 3)).toContain(id);
  });

  it('gives every entry for its id, first', () => {
    const wrong = catalogue.filter(({ id }) => ids(id)[0] !== id);
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('diagnoses a query that is an error text, whatever stands around it', () => {
    const log = `${'step: fine\n'.repeat(20_000)}RuntimeError: mat1 and mat2 shapes cannot be multiplied (3x4 and 5x6)\n`;
    const [first] = lookUp(log, english, catalogue);
    expect(first.finding).toMatchObject({
      id: 'tensor/matmul-shape',
      values: { given: '4', wanted: '5' }
    });
  });

  it('names each entry once', () => {
    const found = ids('RuntimeError: CUDA error: device-side assert triggered');
    expect(new Set(found).size).toBe(found.length);
  });

  it('finds nothing where there is nothing', () => {
    expect(ids('zzzz qqqq xxxx')).toEqual([]);
    expect(ids('')).toEqual([]);
  });
});
