import { read } from '../../../../incident/traceback/reading';
import { readable, readMemory } from '../memory-figures';

function valuesOf(evalue: string) {
  const reading = read({
    kind: 'cell',
    ename: 'OutOfMemoryError',
    evalue,
    traceback: '',
    stdout: '',
    stderr: '',
    source: ''
  });
  return readMemory({}, reading);
}

/** The text of torch 2.2 to 2.14 with the parts that differ. */
function modern(parts: {
  tried: string;
  free: string;
  who: string;
  allocated: string;
  unused: string;
}): string {
  const { tried, free, who, allocated, unused } = parts;
  return `CUDA out of memory. Tried to allocate ${tried}. GPU 0 has a total capacity of 15.75 GiB of which ${free} is free. ${who}Of the allocated memory ${allocated} is allocated by PyTorch, and ${unused} is reserved by PyTorch but unallocated.`;
}

const FULL = {
  tried: '400.00 MiB',
  free: '120.00 MiB',
  who: 'Including non-PyTorch memory, this process has 15.60 GiB memory in use. ',
  allocated: '15.10 GiB',
  unused: '90.00 MiB'
};

describe('readMemory', () => {
  it.each([
    ['full', FULL],
    ['impossible', { ...FULL, tried: '372.53 GiB' }],
    ['fragmented', { ...FULL, allocated: '12.00 GiB', unused: '3.00 GiB' }],
    ['outside', { ...FULL, allocated: '4.00 GiB' }],
    [
      'others',
      {
        ...FULL,
        who: 'Process 7 has 12.10 GiB memory in use. Including non-PyTorch memory, this process has 3.50 GiB memory in use. ',
        allocated: '3.00 GiB'
      }
    ],
    ['limit', { ...FULL, who: '4.00 GiB allowed; ', allocated: '3.80 GiB' }]
  ])('finds the kind: %s', (kind, parts) => {
    expect(valuesOf(modern(parts)).kind).toBe(kind);
  });

  it('knows its own process under another pid, as containers show it', () => {
    const values = valuesOf(
      modern({ ...FULL, who: 'Process 4021 has 15.60 GiB memory in use. ' })
    );
    expect(values.kind).toBe('full');
    expect(values.others).toBeUndefined();
  });

  it('ignores the number that Windows prints for an unknown size', () => {
    const values = valuesOf(
      modern({
        ...FULL,
        who: 'Process 8 has 17179869184.00 GiB memory in use. '
      })
    );
    expect(values.kind).toBe('full');
    expect(values.others).toBeUndefined();
  });

  it('tells cached (torch 1.0) from reserved in total (1.4)', () => {
    const head =
      'CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 15.75 GiB total capacity; 9.00 GiB already allocated; 512.00 MiB free;';
    expect(valuesOf(`${head} 5.00 GiB cached)`)).toMatchObject({
      unused: '5 GiB',
      kind: 'fragmented'
    });
    expect(
      valuesOf(`${head} 14.00 GiB reserved in total by PyTorch)`)
    ).toMatchObject({ unused: '5 GiB', kind: 'fragmented' });
  });

  it('gives no kind without figures', () => {
    expect(valuesOf('CUDA error: out of memory').kind).toBeUndefined();
  });
});

describe('readable', () => {
  it.each([
    [0, '0 bytes'],
    [20 / 1024, '20 MiB'],
    [15.7512, '15.8 GiB'],
    [372.53, '373 GiB'],
    [3 / 1024 / 1024, '3 KiB']
  ])('prints %d GiB as %s', (size, text) => {
    expect(readable(size)).toBe(text);
  });
});
