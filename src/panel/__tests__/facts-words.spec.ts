/** What the panel says of the tensors of a call, and of who holds the memory. */
import { nullTranslator } from '@jupyterlab/translation';

import type { Clash } from '../../diagnosis/tensor-clash';
import { fullDevice } from '../../diagnosis/failure-traits';
import { cellIncident } from '../../incident/incident';
import { parseHeld } from '../../incident/held';
import { parseTensors, type ITensor } from '../../incident/tensors';
import { causeWords } from '../memory/words';
import { neededOf } from '../memory/segments';
import { clashWords, fittingWords } from '../tensors/words';
import { showsWeights } from '../weights-view';

const trans = nullTranslator.load('');
const MIB = 1024 ** 2;

function tensor(name: string, shape: number[], parts?: number[]): ITensor {
  const names = [{ name, own: true, function: '' }];
  const told = { names, shape, dtype: 'float32', device: 'cpu', parts };
  return parseTensors({ tensors: [told] })!.tensors[0];
}

const X = tensor('x', [8, 2704], [16, 13, 13]);
const WEIGHT = tensor('self.fc.weight', [10, 3600]);
const IMAGES = tensor('images', [8, 3, 28, 28]);
const LAYER = { one: X, other: WEIGHT, gets: 2704, takes: 3600 };

describe('what does not go together', () => {
  it.each<[Clash, string]>([
    [
      { kind: 'layer', ...LAYER, from: IMAGES },
      'images is [8, 3, 28, 28]; self.fc expects 3600, it gets 16 × 13 × 13 = 2704.'
    ],
    [
      { kind: 'layer', ...LAYER, one: tensor('x', [8, 2704]), from: null },
      'x is [8, 2704]; self.fc expects 3600, it gets 2704.'
    ],
    [
      {
        kind: 'channels',
        one: IMAGES,
        other: tensor('self.conv.weight', [16, 1, 3, 3]),
        gets: 3,
        takes: 1,
        from: null
      },
      'images is [8, 3, 28, 28]; self.conv expects 1 channel, it gets 3.'
    ],
    [
      {
        kind: 'sizes',
        one: tensor('a', [2, 3]),
        other: tensor('b', [4]),
        gets: 3,
        takes: 4
      },
      'a is [2, 3] and b is [4]: 3 meets 4.'
    ]
  ])('is said with names and numbers', (clash, words) => {
    expect(clashWords(clash, trans)).toBe(words);
  });

  it('is said with the variables that would fit', () => {
    const others = ['data', 'held_out'].map(name => ({
      name,
      shape: [20, 11]
    }));
    expect(fittingWords(others.slice(1), trans)).toBe(
      'held_out [20, 11] would fit.'
    );
    expect(fittingWords(others, trans)).toBe(
      'Each of these would fit: data [20, 11], held_out [20, 11].'
    );
  });
});

describe('that the notebook itself holds what was missing', () => {
  const held = parseHeld({
    outputsSizes: { 'cuda:0': 300 * MIB, cpu: 50 * MIB },
    failedSizes: { 'cuda:0': 100 * MIB }
  })!;
  const said = 'The notebook itself holds what was missing';

  it.each([
    [{ tried: '400 MiB', free: '100 MiB' }, 'cuda', true],
    // What the failed calls hold was not missing.
    [{ tried: '450 MiB', free: '100 MiB' }, 'cuda', false],
    [{ tried: '40 MiB' }, 'cuda', true],
    [{ asked: '40960 B' }, 'cpu', true],
    [{ asked: '0.1 GiB' }, 'cpu', false],
    // Nothing was missing by the figures, or they are not told.
    [{ tried: '50 MiB', free: '100 MiB' }, 'cuda', false],
    [{}, 'cuda', false]
  ])('%j on %s: %s', (values, device, isSo) => {
    const words = causeWords(held, neededOf(values), device, trans);
    expect(words?.startsWith(said) ?? false).toBe(isSo);
  });

  it.each([
    ['CUDA out of memory. Tried to allocate 2.00 GiB.', 'cuda'],
    ['HIP out of memory. Tried to allocate 2.00 GiB.', 'cuda'],
    ['MPS backend out of memory (MPS allocated: 9.00 GB)', 'mps'],
    [
      "[enforce fail at alloc_cpu.cpp:121] data. DefaultCPUAllocator: can't allocate memory: you tried to allocate 4096 bytes. Error code 12",
      'cpu'
    ]
  ])('is about the device that is full: %s', (evalue, device) => {
    const incident = cellIncident({ ename: 'RuntimeError', evalue });
    expect(fullDevice(incident)).toBe(device);
  });

  it('has both figures', () => {
    expect(causeWords(held, 300 * MIB, 'cuda', trans)).toContain(
      '300 MiB in results of cells, which no variable of yours holds. 300 MiB more were needed'
    );
  });
});

it.each([
  ['model/state-dict-size', true],
  ['model/whole-checkpoint', true],
  ['parallel/sharded-parameter', true],
  ['model/state-dict-as-model', true],
  ['model/checkpoint-key', false],
  ['model/corrupt-checkpoint', false]
])('the keys of model and checkpoint stand beside %s: %s', (id, isShown) => {
  expect(showsWeights({ id } as Parameters<typeof showsWeights>[0])).toBe(
    isShown
  );
});
