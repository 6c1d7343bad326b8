import { diagnose } from '../../diagnosis/diagnose';
import { cellIncident } from '../../incident/incident';
import { catalogue } from '../../catalogue';
import { pictureOf } from '../memory/segments';

const GIB = 1024 ** 3;

function picture(evalue: string) {
  const [finding] = diagnose(
    cellIncident({ ename: 'OutOfMemoryError', evalue }),
    catalogue
  );
  return pictureOf(finding.values);
}

/** Sizes in GiB, to one digit. */
function sizes(evalue: string): Record<string, number> {
  return Object.fromEntries(
    (picture(evalue)?.segments ?? []).map(({ holder, size }) => [
      holder,
      Math.round((10 * size) / GIB) / 10
    ])
  );
}

describe('the parts of a GPU’s memory', () => {
  // torch 2.13, CUDACachingAllocator.cpp.
  const FULL =
    'CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.65 GiB of which 1.12 GiB is free. Including non-PyTorch memory, this process has 22.51 GiB memory in use. Of the allocated memory 19.02 GiB is allocated by PyTorch, and 3.02 GiB is reserved by PyTorch but unallocated.';

  it('are those of the message, and fill the whole', () => {
    expect(sizes(FULL)).toEqual({
      tensors: 19,
      unused: 3,
      outside: 0.5,
      free: 1.1
    });
    const { total, asked, segments } = picture(FULL)!;
    expect(asked).toBe(2 * GIB);
    const sum = segments.reduce((all, { size }) => all + size, 0);
    expect(Math.abs(sum - total)).toBeLessThan(0.02 * total);
  });

  it('tell other processes', () => {
    expect(
      sizes(
        'CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.65 GiB of which 1.12 GiB is free. Process 4242 has 20.00 GiB memory in use. Including non-PyTorch memory, this process has 2.50 GiB memory in use. Of the allocated memory 2.02 GiB is allocated by PyTorch, and 0 bytes is reserved by PyTorch but unallocated.'
      )
    ).toEqual({ tensors: 2, outside: 0.5, others: 20, free: 1.1 });
  });

  it('say where an older message does not tell whose it is', () => {
    expect(
      sizes(
        'CUDA out of memory. Tried to allocate 1.00 GiB (GPU 0; 10.00 GiB total capacity; 3.00 GiB already allocated; 500.00 MiB free; 3.50 GiB reserved in total by PyTorch)'
      )
    ).toEqual({ tensors: 3, unused: 0.5, rest: 6, free: 0.5 });
  });

  it('are not drawn without the whole', () => {
    expect(picture('CUDA out of memory.')).toBeNull();
    expect(picture('CUDA error: out of memory')).toBeNull();
  });
});
