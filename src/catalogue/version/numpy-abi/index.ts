import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { pip } from '../../fix';
import { printedText } from '../../predicates';
import { callingPackage } from '../../shared/code-owner';
import { importsTorch } from '../shared/imports-torch';
import { torchOf, versionOf } from '../../shared/stack';

/** NumPy's own words since 2.0. */
const CRASH =
  /A module that was compiled using NumPy 1\.x cannot be run in NumPy (?<numpy>\d+\.\d+(?:\.\d+)?)/;

/** torch/csrc/utils/tensor_numpy.cpp, and NumPy before 2.0. */
const COMPILED =
  /_ARRAY_API not found|Failed to initialize NumPy|module compiled against (?:API|ABI) version \S{1,12} but this version of numpy is|module was compiled against NumPy C-API version/i;

/** What follows in torch, since 1.9. */
const UNAVAILABLE =
  /^Numpy is not available$|RuntimeError: Numpy is not available/;

/** torch knows NumPy's numbers wherever it could load NumPy (run with 2.13). */
const SCALAR =
  /Could not infer dtype of numpy\.(?:float(?:16|32|64)|u?int(?:8|16|32|64)|bool_?)\b/;

/** Cython's words; other packages than torch's print them as well. */
const SIZE =
  /numpy\.(?<type>dtype|ndarray|ufunc) size changed, may indicate binary incompatibility/;

/** The sizes or versions of the two: what was compiled, and what is there. */
const COMPARED =
  /module compiled against (?:API|ABI) version 0x(?<asked>[0-9a-f]{1,8}) but this version of numpy is 0x(?<there>[0-9a-f]{1,8})|numpy\.(?<type>dtype|ndarray|ufunc) size changed[^E]{0,60}Expected (?<compiled>\d{1,4}) from C header, got (?<found>\d{1,4}) from PyObject/;

/**
 * Whether the loaded NumPy is older or newer than the one that was compiled
 * for. Arrays and ufuncs grew with the releases (80 bytes up to 1.19, 96 since
 * 1.22); a dtype shrank from 96 in NumPy 1 to 88 in NumPy 2 (measured).
 */
function ageOf({ exceptions, log }: IReading): 'old' | 'new' | undefined {
  const text = [...exceptions.map(one => one.message), log].join(' ');
  const { asked, there, type, compiled, found } =
    COMPARED.exec(text)?.groups ?? {};
  if (asked && there) {
    return parseInt(asked, 16) > parseInt(there, 16) ? 'old' : undefined;
  }
  const shrank = Number(compiled) > Number(found);
  return shrank ? (type === 'dtype' ? 'new' : 'old') : undefined;
}

/** A compiled part of NumPy itself that finds another NumPy loaded. */
const OWN_PART = /\binit numpy\.\w/;

function isMixed(reading: IReading): boolean {
  return (
    SIZE.test(reading.exceptions[0]?.message ?? '') &&
    OWN_PART.test(printedText(reading))
  );
}

function ofTorch(reading: IReading): boolean {
  return (
    reading.mentions('numpy.dtype size changed') ||
    /torch|Lightning/.test(
      reading.exceptions
        .flatMap(one => [one.message, ...one.frames.map(frame => frame.file)])
        .concat(reading.log, reading.code)
        .join(' ')
    )
  );
}

function causeOf(
  trans: ITranslate,
  { numpy, installed, torch, age, asker }: Values
): string {
  if (age === 'mixed') {
    return trans.__(
      'What fails here is a compiled file of NumPy itself, which belongs to another release than the NumPy in memory: pip changed NumPy while this kernel had the old one loaded.'
    );
  }
  if (age === 'new') {
    return trans.__(
      'A dtype has 96 bytes in NumPy 1 and 88 in NumPy 2: %1 was compiled for NumPy 1, and NumPy 2 is loaded.',
      asker ?? trans.__('the package that is imported')
    );
  }
  if (age === 'old') {
    return trans.__(
      'A package was compiled for a newer NumPy than the one that is loaded: the numbers in the message say so. Tensors cannot be turned into arrays or back until they fit.'
    );
  }
  if (installed && torch) {
    return trans.__(
      'NumPy %1 and torch %2 are installed, and either torch or another package was compiled for another release of NumPy. Tensors cannot be turned into arrays or back until they fit.',
      installed,
      torch
    );
  }
  return numpy
    ? trans.__(
        'NumPy %1 is installed, and a package (often an older torch) was compiled for NumPy 1. Tensors cannot be turned into arrays or back until they fit.',
        numpy
      )
    : trans.__(
        'A package, often torch itself, was compiled for another version of NumPy than the installed one. Tensors cannot be turned into arrays or back until they fit.'
      );
}

/** Back to NumPy 1, for what was compiled for it. */
function toNumpy1(title: string, detail: string): IFix {
  return pip({
    title,
    line: '%pip install "numpy<2"',
    detail,
    isInUse: true
  });
}

function fixesOf(
  trans: ITranslate,
  age: string | undefined,
  asker: string | undefined
): IFix[] {
  if (age === 'mixed') {
    return [
      {
        safety: 'check',
        title: trans.__('Restart the kernel, then run the imports first'),
        detail: trans.__('Run cells that install packages before any import.')
      },
      pip({
        title: trans.__('It comes again: install one NumPy anew'),
        line: '%pip install --force-reinstall "numpy<2"',
        detail: trans.__(
          'Without the "<2" where everything you import knows NumPy 2.'
        ),
        isInUse: true
      })
    ];
  }
  if (age === 'old') {
    return [
      pip({
        title: trans.__('Update NumPy, then restart the kernel'),
        line: '%pip install --upgrade numpy',
        detail: trans.__(
          'With a torch older than 2.3 only below 2: "numpy<2". Or install the package that complains anew, for the NumPy that is here.'
        ),
        isInUse: true
      })
    ];
  }
  return [
    toNumpy1(
      age === 'new'
        ? trans.__('Go back to NumPy 1, then restart the kernel')
        : trans.__('torch older than 2.3: go back to NumPy 1'),
      trans.__(
        'PyTorch works with NumPy 2 since 2.3, on Windows a little later. Restart the kernel afterwards.'
      )
    ),
    {
      safety: 'check',
      title: trans.__('Or update the package that complains'),
      detail: trans.__('The traceback under the warning ends in its import.'),
      code: `%pip install --upgrade ${asker && asker !== 'numpy' ? asker : 'torch torchvision numpy'}`
    }
  ];
}

export default define({
  id: 'version/numpy-abi',
  answers: [
    'A module that was compiled using NumPy 1.x cannot be run in NumPy 2.0.0 as it may crash',
    'UserWarning: Failed to initialize NumPy: _ARRAY_API not found',
    'RuntimeError: Numpy is not available',
    'module compiled against API version 0x10 but this version of numpy is 0xf',
    'numpy.dtype size changed, may indicate binary incompatibility'
  ],
  // Without NumPy's C interface torch does not know its types.
  refines: ['tensor/numpy-object'],
  values: ['numpy', 'installed', 'torch', 'age', 'asker'],
  known: reading => ({
    age: isMixed(reading) ? 'mixed' : ageOf(reading),
    asker: callingPackage(reading),
    installed: versionOf(reading, 'numpy'),
    torch: torchOf(reading)
  }),
  signs: [
    { where: 'message', pattern: CRASH },
    { where: 'log', pattern: CRASH },
    { where: 'message', pattern: COMPILED },
    { where: 'log', pattern: COMPILED },
    // NumPy's import_array, where torch starts.
    {
      where: 'message',
      pattern: /numpy\._?core\.multiarray failed to import/,
      when: importsTorch
    },
    { where: 'message', pattern: UNAVAILABLE },
    { where: 'message', pattern: SCALAR },
    { where: 'log', pattern: SCALAR, confidence: 'likely' },
    { where: 'message', pattern: SIZE, when: ofTorch },
    { where: 'log', pattern: SIZE, when: ofTorch, confidence: 'likely' }
  ],
  words: (trans, { numpy, installed, torch, age, asker }) => ({
    title:
      age === 'mixed'
        ? trans.__('Parts of two releases of NumPy are loaded')
        : age === 'new'
          ? trans.__('A package was compiled for NumPy 1, and 2 is there')
          : age === 'old'
            ? trans.__('NumPy is older than a compiled package needs')
            : trans.__('NumPy’s version does not fit the compiled package'),
    cause: causeOf(trans, { numpy, installed, torch, age, asker }),
    fixes: [
      ...fixesOf(trans, age, asker),
      {
        safety: 'diagnostic',
        title: trans.__('See which NumPy this kernel loads'),
        detail: trans.__(
          'Two of them (conda and pip, or one in your home folder) get in each other’s way.'
        ),
        code: 'import numpy, torch\nprint(numpy.__version__, numpy.__file__, torch.__version__)'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        '“module numpy has no attribute int” is another matter: old names that NumPy has removed.'
      ),
      trans.__(
        '“Numpy is not available” without such a warning: NumPy may simply not be installed in this environment.'
      )
    ],
    links: [
      {
        title: trans.__('NumPy: C-API incompatibility'),
        url: 'https://numpy.org/doc/stable/user/troubleshooting-importerror.html#c-api-incompatibility'
      },
      {
        title: trans.__('NumPy 2.0 and packages built for 1.x'),
        url: 'https://numpy.org/doc/stable/release/2.0.0-notes.html'
      },
      {
        title: trans.__('PyTorch: support for NumPy 2'),
        url: 'https://github.com/pytorch/pytorch/issues/107302'
      }
    ]
  })
});
