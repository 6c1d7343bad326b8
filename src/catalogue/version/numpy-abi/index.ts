import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { pip } from '../../fix';
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
  /module compiled against (?:API|ABI) version 0x(?<asked>[0-9a-f]{1,8}) but this version of numpy is 0x(?<there>[0-9a-f]{1,8})|Expected (?<larger>\d{1,4}) from C header, got (?<smaller>\d{1,4}) from PyObject/;

/** Whether the package was compiled for a newer NumPy than the one that is there. */
function isNumpyOld({ exceptions, log }: IReading): boolean {
  const text = [...exceptions.map(one => one.message), log].join(' ');
  const {
    asked,
    there,
    larger = '0',
    smaller = '0'
  } = COMPARED.exec(text)?.groups ?? {};
  return asked && there
    ? parseInt(asked, 16) > parseInt(there, 16)
    : Number(larger) > Number(smaller);
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
  values: ['numpy', 'installed', 'torch', 'age'],
  known: reading => ({
    age: isNumpyOld(reading) ? 'old' : undefined,
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
  words: (trans, { numpy, installed, torch, age }) => ({
    title: age
      ? trans.__('NumPy is older than a compiled package needs')
      : trans.__('NumPy’s version does not fit the compiled package'),
    cause: age
      ? trans.__(
          'A package was compiled for a newer NumPy than the one that is loaded: the numbers in the message say so. Tensors cannot be turned into arrays or back until they fit.'
        )
      : installed && torch
        ? trans.__(
            'NumPy %1 and torch %2 are installed, and either torch or another package was compiled for another release of NumPy. Tensors cannot be turned into arrays or back until they fit.',
            installed,
            torch
          )
        : numpy
          ? trans.__(
              'NumPy %1 is installed, and a package (often an older torch) was compiled for NumPy 1. Tensors cannot be turned into arrays or back until they fit.',
              numpy
            )
          : trans.__(
              'A package, often torch itself, was compiled for another version of NumPy than the installed one. Tensors cannot be turned into arrays or back until they fit.'
            ),
    fixes: [
      ...(age
        ? [
            pip({
              title: trans.__('Update NumPy, then restart the kernel'),
              line: '%pip install --upgrade numpy',
              detail: trans.__(
                'With a torch older than 2.3 only below 2: "numpy<2". Or install the package that complains anew, for the NumPy that is here.'
              ),
              isInUse: true
            })
          ]
        : [
            {
              safety: 'check' as const,
              title: trans.__('torch older than 2.3: go back to NumPy 1'),
              detail: trans.__(
                'PyTorch works with NumPy 2 since 2.3, on Windows a little later. Restart the kernel afterwards.'
              ),
              code: "%pip install 'numpy<2'",
              action: {
                kind: 'install',
                line: "%pip install 'numpy<2'",
                isInUse: true
              } as const
            },
            {
              safety: 'check' as const,
              title: trans.__('Or update the package that complains'),
              detail: trans.__(
                'The traceback under the warning ends in its import.'
              ),
              code: '%pip install --upgrade torch torchvision numpy'
            }
          ]),
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
