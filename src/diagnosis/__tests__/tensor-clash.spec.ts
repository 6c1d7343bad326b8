import { catalogue } from '../../catalogue';
import { cellIncident } from '../../incident/incident';
import { parseTensors, type ITensorTable } from '../../incident/tensors';
import { diagnose } from '../diagnose';
import { clashOf, fittingOf, showsTensors, type Clash } from '../tensor-clash';

/** What is found first of an error. */
function findingOf(ename: string, evalue: string) {
  const source = evalue.startsWith('Sizes') ? 'torch.cat(parts)' : 'a + b';
  const incident = cellIncident({ ename, evalue, traceback: [], source });
  return diagnose(incident, catalogue)[0];
}

/** A tensor as the kernel tells it; a library's names have a function. */
function told(names: string, shape: number[], more: object = {}): object {
  return {
    names: names.split(' ').map(name => {
      const [text, func = ''] = name.split('@');
      return { name: text, own: func === '', function: func };
    }),
    operand: true,
    shape,
    dtype: 'float32',
    device: 'cpu',
    ...more
  };
}

function tableOf(...tensors: object[]): ITensorTable {
  return parseTensors({ tensors, numbers: [], more: 0 })!;
}

/** The kind of a clash, the tensors' first names and its numbers. */
function summary(clash: Clash | null): unknown {
  if (clash === null) {
    return null;
  }
  const { kind, one, other, ...rest } = clash;
  const from = 'from' in rest && rest.from ? [rest.from] : [];
  const names = [one, other, ...from].map(({ names: [{ name }] }) => name);
  const numbers = Object.values(rest).filter(each => typeof each === 'number');
  return [kind, ...names, ...numbers];
}

const TARGET = 'Target 10 is out of bounds.';
const WIDTHS =
  'mat1 and mat2 shapes cannot be multiplied (8x10816 and 3600x10)';
const CHANNELS =
  'Given groups=1, weight of size [16, 3, 3, 3], expected input[8, 1, 28, 28] to have 3 channels, but got 1 channels instead';
const DEVICES =
  'Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!';

const LABELS = { dtype: 'int64', values: [1, 10] };
const LOGITS = told('input@cross_entropy logits', [4, 10]);

describe('what does not go together', () => {
  it.each([
    [
      'IndexError',
      TARGET,
      [LOGITS, told('target@cross_entropy y', [4], LABELS)],
      ['classes', 'target', 'input', 10, 10]
    ],
    [
      'OperandError',
      'cross_entropy: target[1] is 10; with 10 classes labels are 0 … 9 (1 of 4 is out of range: 10)',
      [LOGITS, told('target@cross_entropy y', [4], LABELS)],
      ['classes', 'target', 'input', 10, 10]
    ],
    [
      'IndexError',
      'index out of range in self',
      [
        told('input@embedding ids', [4], { ...LABELS, values: [-1, 5] }),
        told('weight@embedding', [6, 3])
      ],
      ['rows', 'input', 'weight', -1, 6]
    ],
    [
      'RuntimeError',
      WIDTHS,
      [
        told('input@forward', [8, 10816]),
        told('self.fc.weight@forward', [10, 3600])
      ],
      ['layer', 'input', 'self.fc.weight', 10816, 3600]
    ],
    [
      'RuntimeError',
      'mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)',
      [told('a', [2, 3]), told('b', [4, 5])],
      ['sizes', 'a', 'b', 3, 4]
    ],
    [
      'RuntimeError',
      WIDTHS,
      [
        told('input@linear x@forward', [8, 10816], { parts: [16, 26, 26] }),
        told('self.fc.weight@forward', [10, 3600]),
        told('labels', [8], { operand: false }),
        told('images', [8, 3, 28, 28], { operand: false, given: true })
      ],
      ['layer', 'input', 'self.fc.weight', 'images', 10816, 3600]
    ],
    [
      'RuntimeError',
      CHANNELS,
      [
        told('input@_conv_forward images', [8, 1, 28, 28]),
        told('weight@_conv_forward self.conv.weight@forward', [16, 3, 3, 3]),
        told('bias@_conv_forward', [16])
      ],
      ['channels', 'input', 'weight', 1, 3]
    ],
    [
      'RuntimeError',
      'The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1',
      [told('a', [2, 3]), told('b', [4])],
      ['sizes', 'a', 'b', 3, 4]
    ],
    [
      'RuntimeError',
      'Sizes of tensors must match except in dimension 1. Expected size 2 but got size 4 for tensor number 2 in the list.',
      [told('a', [2, 3]), told('b', [2, 5]), told('c', [4, 5])],
      ['sizes', 'a', 'c', 2, 4]
    ],
    [
      'RuntimeError',
      DEVICES,
      [
        told('x', [3], { device: 'cuda:0' }),
        told('scale', []),
        told('mask', [3])
      ],
      ['device', 'x', 'mask']
    ]
  ])('%s: %s', (ename, evalue, tensors, expected) => {
    const finding = findingOf(ename, evalue);
    expect(showsTensors(finding)).toBe(true);
    expect(summary(clashOf(finding, tableOf(...tensors)))).toEqual(expected);
  });

  it.each([
    // Labels that were not read, and others than the one of the message.
    ['IndexError', TARGET, [LOGITS, told('target@cross_entropy y', [4])]],
    [
      'IndexError',
      TARGET,
      [LOGITS, told('target@loss', [4], { ...LABELS, values: [0, 9] })]
    ],
    // Other sizes than those of the message.
    ['RuntimeError', WIDTHS, [told('a', [2, 3]), told('b', [4, 5])]],
    // A message that was cut.
    [
      'RuntimeError',
      'mat1 and mat2 shapes cannot be multiplied',
      [told('a', [2, 3]), told('b', [4, 5])]
    ],
    // Other devices, more of them, and none that differ.
    [
      'RuntimeError',
      DEVICES,
      [told('x', [3], { device: 'cuda:1' }), told('mask', [3])]
    ],
    [
      'RuntimeError',
      DEVICES,
      [
        told('x', [3], { device: 'cuda:0' }),
        told('y', [3], { device: 'cuda:1' }),
        told('mask', [3])
      ]
    ],
    ['RuntimeError', DEVICES, [told('x', [3]), told('mask', [3])]],
    // A weight that is no layer's, and other channels.
    [
      'RuntimeError',
      CHANNELS,
      [
        told('input@conv2d', [8, 1, 28, 28]),
        told('weight@conv2d', [16, 3, 3, 3])
      ]
    ],
    [
      'RuntimeError',
      CHANNELS,
      [
        told('input@_conv_forward', [8, 4, 28, 28]),
        told('weight@_conv_forward self.conv.weight@forward', [16, 3, 3, 3])
      ]
    ],
    // Sizes that meet nowhere, and three of which two may.
    [
      'RuntimeError',
      'The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 0',
      [told('a', [3, 1]), told('b', [1, 4])]
    ],
    [
      'RuntimeError',
      'The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 0',
      [told('a', [3]), told('b', [4]), told('c', [4])]
    ]
  ])(
    'is not told where nothing proves it: %s: %s',
    (ename, evalue, tensors) => {
      const clash = clashOf(findingOf(ename, evalue), tableOf(...tensors));
      expect(clash).toBeNull();
    }
  );

  it.each([
    // The input has another width, the layer's own input was given.
    ['RuntimeError', WIDTHS, [told('x', [8, 10816])], ['wide']],
    // Another channel count, in what the user's call was given.
    [
      'RuntimeError',
      CHANNELS,
      [told('input@_conv_forward images', [8, 1, 28, 28])],
      ['colour']
    ],
    // What was given has no such size: it was computed on the way.
    [
      'RuntimeError',
      WIDTHS,
      [
        told('input@linear', [8, 10816]),
        told('rows', [8, 900], { operand: false, given: true })
      ],
      []
    ]
  ])(
    'tells what would fit: %s: %s',
    (ename, evalue, [given, ...more], expected) => {
      const weight =
        evalue === WIDTHS
          ? told('weight@linear self.fc.weight@forward', [10, 3600])
          : told(
              'weight@_conv_forward self.conv.weight@forward',
              [16, 3, 3, 3]
            );
      const others = [
        { name: 'wide', shape: [8, 3600] },
        { name: 'longer', shape: [9, 3600] },
        { name: 'colour', shape: [8, 3, 28, 28] },
        { name: 'small', shape: [8, 3, 14, 28] },
        { name: 'flat', shape: [8, 3] }
      ];
      const table = parseTensors({
        tensors: [given, weight, ...more],
        others
      })!;
      const clash = clashOf(findingOf(ename, evalue), table)!;
      expect(fittingOf(clash, table).map(({ name }) => name)).toEqual(expected);
    }
  );

  it('is nothing that memory has to do with', () => {
    const evalue =
      "[enforce fail at alloc_cpu.cpp:121] data. DefaultCPUAllocator: can't allocate memory: you tried to allocate 4503599627370496 bytes. Error code 12 (Cannot allocate memory)";
    expect(showsTensors(findingOf('RuntimeError', evalue))).toBe(false);
  });
});
