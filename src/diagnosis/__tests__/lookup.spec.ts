import { catalogue } from '../../catalogue';
import { english } from '../english';
import { lookUp } from '../lookup';
import type { IEntry } from '../types';

async function ids(query: string): Promise<string[]> {
  const results = await lookUp(query, english, catalogue);
  return results.map(({ entry }) => entry.id);
}

describe('words', () => {
  it.each([
    ['out of memory', 'cuda/out-of-memory'],
    ['device side assert', 'cuda/device-assert'],
    ['CUDA_LAUNCH_BLOCKING', 'topic/launch-blocking'],
    ['launch blocking', 'topic/launch-blocking'],
    ['loss is nan', 'tensor/nan'],
    ['num_batches_tracked', 'model/batches-tracked'],
    ['reproducibility', 'topic/reproducibility'],
    ['weight decay', 'topic/weight-decay'],
    ['cublas alloc failed', 'cuda/cublas-alloc-failed'],
    ['bus error in worker', 'dataloader/bus-error-shm']
  ])('%s', async (query, id) => {
    expect((await ids(query))[0]).toBe(id);
  });

  it.each([
    ['reproducability', 'topic/reproducibility'],
    ['devise side asert', 'cuda/device-assert'],
    ['contigous', 'tensor/view-contiguous'],
    ['CUBLAS_STATUS_ALOC_FAILED', 'cuda/cublas-alloc-failed'],
    ['num_batches_traked', 'model/batches-tracked'],
    ['shaped memory bus eror', 'dataloader/bus-error-shm']
  ])('with a typing error: %s', async (query, id) => {
    expect((await ids(query)).slice(0, 3)).toContain(id);
  });

  it.each([
    ['reprod', 'topic/reproducibility'],
    ['contig', 'tensor/view-contiguous'],
    ['launch block', 'topic/launch-blocking'],
    ['dataloader pickle', 'dataloader/pickle']
  ])('as far as typed: %s', async (query, id) => {
    expect((await ids(query)).slice(0, 3)).toContain(id);
  });
});

describe('ids', () => {
  it.each(catalogue.map(entry => [entry.id]))('%s', async id => {
    expect((await ids(id))[0]).toBe(id);
  });

  it('lists a family', async () => {
    const found = await ids('kernel/');
    expect(found[0]).toMatch(/^kernel\//);
    expect(found.filter(id => id.startsWith('kernel/'))).toHaveLength(
      catalogue.filter(entry => entry.id.startsWith('kernel/')).length
    );
  });
});

it.each(catalogue.map(entry => [entry.id, entry.answers[0]] as const))(
  '%s is near the top for its best known words',
  async (id, words) => {
    expect((await ids(words)).slice(0, 5)).toContain(id);
  }
);

describe('an error text', () => {
  it('is diagnosed, with its values', async () => {
    const [first] = await lookUp(
      'Traceback (most recent call last):\n  File "x.py", line 3, in f\n    g()\nRuntimeError: mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)',
      english,
      catalogue
    );
    expect(first.entry.id).toBe('tensor/matmul-shape');
    expect(first.finding?.values).toMatchObject({
      given: '784',
      wanted: '512'
    });
  });

  it('is diagnosed without its class, too', async () => {
    const [first] = await lookUp(
      'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)',
      english,
      catalogue
    );
    expect(first.finding?.values).toMatchObject({ given: '784' });
  });

  it('may have any size', async () => {
    const log = `${'step 1 loss 0.2\n'.repeat(3_000_000)}torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.`;
    expect((await ids(log))[0]).toBe('cuda/out-of-memory');
  });

  it('that nobody knows is searched for by its own words', async () => {
    const found = await ids(
      'Traceback (most recent call last):\n  File "embedding.py", line 3, in dataloader\n    f()\nSomeError: the batchnorm is unhappy'
    );
    expect(found.slice(0, 3)).toContain('tensor/batchnorm-single');
  });
});

it('names each entry once, and nothing where there is nothing', async () => {
  const found = await ids(
    'RuntimeError: CUDA error: device-side assert triggered'
  );
  expect(new Set(found).size).toBe(found.length);
  expect(await ids('zzzz qqqq xxxx')).toEqual([]);
});

it.each(['', ' ', '/', '%1', '(((', '\u0000', 'zzzzqqqq', '🙂'])(
  'takes %j',
  async query => {
    await expect(lookUp(query, english, catalogue)).resolves.toBeDefined();
  }
);

it('leaves out an entry whose page throws', async () => {
  const broken: IEntry = {
    ...catalogue[0],
    id: 'x/broken',
    page: () => {
      throw new Error('broken');
    }
  };
  const found = await lookUp('memory', english, [broken, ...catalogue]);
  expect(found.length).toBeGreaterThan(0);
  expect(found.map(({ entry }) => entry.id)).not.toContain('x/broken');
});
