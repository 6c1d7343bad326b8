/**
 * Numbers and names are those of the failure: each that a title, a cause or a fix
 * puts into its words stands in the evidence, or follows from it by a rule. Those
 * of numbers are below, those of names in `names.ts`.
 */
import type { IIncident } from '../../incident/types';
import { incidentOf } from './cases';
import { inventedNames, KNOWN_NAMES } from './names';
import { PROOFS } from './proofs';
import { filled, printed, shown } from './rendered';

const NUMBER = /(?<![\w.])-?\d+(?:\.\d+)?(?!\w|\.\d)/g;

function numbersIn(text: string): number[] {
  return [...new Set(text.match(/\d+(?:\.\d+)?/g) ?? [])].map(Number);
}

/** Lists of sizes, `[4, 3, 8, 8]`, `(2x3)`. */
function shapesOf({ evalue, traceback, stderr }: IIncident): number[][] {
  const lists =
    `${evalue} ${traceback} ${stderr}`.match(
      /\d+(?:(?:, ?| ?[x*] ?)-?\d+)+/g
    ) ?? [];
  return lists.map(list => (list.match(/\d+/g) ?? []).map(Number));
}

interface IEvidence {
  readonly shown: readonly number[];
  readonly printed: readonly number[];
  readonly shapes: readonly (readonly number[])[];
}

/** How a number follows from those of the evidence. */
const RULES: Readonly<
  Record<string, (n: number, evidence: IEvidence) => boolean>
> = {
  'it stands there': (n, { shown }) => shown.includes(n),
  'one less or one more, as counting from 0 has it': (n, { printed }) =>
    printed.includes(n + 1) || printed.includes(n - 1),
  'a sum, a difference, a product or a quotient of two': (n, { printed }) =>
    printed.some(
      a =>
        printed.includes(n - a) ||
        printed.includes(n + a) ||
        (a !== 0 && printed.includes(n / a)) ||
        printed.includes(n * a)
    ),
  'the values of a shape': (n, { shapes }) =>
    shapes.some(shape => shape.reduce((a, b) => a * b, 1) === n),
  'the number or the sum of its sizes': (n, { shapes }) =>
    shapes.some(
      shape => shape.length === n || shape.reduce((a, b) => a + b, 0) === n
    ),
  'the side of a square of patches, which with one for the class are the tokens':
    (n, { printed }) => printed.includes(n * n + 1),
  'a size of memory, in another unit or with three digits': (n, { shown }) =>
    [2 ** -30, 2 ** -20, 2 ** -10, 1, 2 ** 10, 2 ** 20, 2 ** 30].some(unit =>
      shown.some(a => Math.abs((a * unit) / n - 1) < 0.01)
    ),
  'milliseconds as seconds': (n, { printed }) => printed.includes(1000 * n)
};

/** Numbers that an entry knows, and that the evidence only chooses. */
const KNOWN: Readonly<Record<string, RegExp>> = {
  // What cu118 and compute_90 stand for; the last g++ that an old nvcc takes.
  'compile/extension-build': /^(?:10|\d{1,2}\.\d)$/,
  // The last of the classes that the code makes.
  'cuda/device-assert': /^\d{1,3}$/,
  // The CUDA that a driver of this number supports.
  'cuda/driver-too-old': /^\d{1,2}\.\d$/,
  // The compute capability that sm_120 or the name of the card stands for.
  'cuda/no-kernel-image': /^\d{1,2}\.\d$/,
  // The side of a window whose positions are counted.
  'model/state-dict-size': /^\d{1,2}$/,
  // The dimensions of a batch of images.
  'tensor/dimension-count': /^4$/,
  // MacOS_13_2 of the message, as Apple writes it.
  'cuda/operator-missing': /^\d{1,2}\.\d$/,
  // Where the number types end.
  'tensor/dtype-mismatch': /^(?:65504|3\.4e38|0|255|-128|127|-2⁶³|2⁶³ - 1)$/,
  // The release that removed, changed or brought a name.
  'version/library-changed': /^\d{1,2}\.\d{1,2}(?:\.\d{1,2})?$/,
  // And the releases whose names are known.
  'model/unpickle-class': /^\d{1,2}\.\d{1,3}$/,
  'version/removed-api': /^(?:(?:PyTorch|torchvision) )?\d\.\d{1,2}$/,
  'version/library-name': /^\d{1,2}\.\d{1,2}$/,
  'version/python-name': /^\d{1,2}\.\d{1,2}(?:\.\d{1,2})?$/,
  // The release that dropped an argument.
  'version/package-argument': /^\d\.\d{1,2}$/,
  // The Pythons that the wheels of a release are built for.
  'version/pip-install': /^3\.\d{1,2}$/,
  'version/trainer-override': /^\d\.\d{1,2}$/,
  'python/failed-import': /^[\w-]{1,20}(?:==|<)[\d.]{1,6}$/,
  // The first Python that reads a line.
  'python/syntax': /^3(?:\.\d{1,2})?$/,
  // How many places and values the failed line has.
  'python/text-format': /^\d$/,
  'python/undefined-name': /^[12]$/
};

function follows(number: string, incident: IIncident): boolean {
  const evidence = {
    shown: numbersIn(shown(incident)),
    printed: numbersIn(printed(incident)),
    shapes: shapesOf(incident)
  };
  return Object.values(RULES).some(rule =>
    rule(Math.abs(Number(number)), evidence)
  );
}

/** The numbers that `args` hold and nothing at hand gives. */
function inventedNumbers(
  args: readonly string[],
  incident: IIncident
): string[] {
  return args.filter(arg =>
    (arg.match(NUMBER) ?? []).some(text => !follows(text, incident))
  );
}

interface IInvented {
  readonly id: string;
  readonly text: string;
}

/** Of each case what its words hold beyond the evidence, numbers and names. */
const FOUND = PROOFS.flatMap(({ recognised }) =>
  recognised.map(one => {
    const incident = incidentOf(one);
    const { id = '', args = [] } = filled(incident) ?? {};
    const found = (texts: string[]): IInvented[] =>
      texts.map(text => ({ id, text }));
    return {
      numbers: found(inventedNumbers(args, incident)),
      names: found(inventedNames(args, incident))
    };
  })
);

describe.each([
  ['number', FOUND.flatMap(({ numbers }) => numbers), KNOWN],
  ['name', FOUND.flatMap(({ names }) => names), KNOWN_NAMES]
])('of each %s', (_, invented, known) => {
  it('the evidence holds it, or a rule', () => {
    expect(invented.filter(({ id, text }) => !known[id]?.test(text))).toEqual(
      []
    );
  });

  it('no knowledge is listed that no entry shows', () => {
    const shown = new Set(invented.map(({ id }) => id));
    expect(Object.keys(known).filter(id => !shown.has(id))).toEqual([]);
  });
});

it('tells a name that was made up from one that follows', () => {
  const incident = incidentOf({
    ename: 'AttributeError',
    evalue: "module 'torch' has no attribute 'rfft'"
  });
  expect(
    inventedNames(['torch.rfft', 'RFFT', '2 GiB', 'torch.fft.rfft2'], incident)
  ).toEqual(['torch.fft.rfft2']);
});

it('tells a number that was made up from one that follows', () => {
  const incident = incidentOf({
    ename: 'RuntimeError',
    evalue: 'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)'
  });
  expect(
    ['784', '511', '272', '25088', '555', '77'].map(number =>
      follows(number, incident)
    )
  ).toEqual([true, true, true, true, false, false]);
});
