import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** The title of `compile/no-compiler`. */
export function compilerTitle(trans: ITranslate, { kind }: Values): string {
  switch (kind) {
    case 'headers':
      return trans.__('torch.compile’s C compiler lacks what it needs');
    case 'extension':
      return trans.__('No C++ compiler is found for the extension');
    default:
      return trans.__('torch.compile finds no C++ compiler');
  }
}

/** Its cause. */
export function compilerCause(
  trans: ITranslate,
  { kind, compiler, header }: Values
): string {
  switch (kind) {
    case 'headers':
      return trans.__(
        'torch.compile builds small C programs while it runs. The compiler is there, but %1 is not.',
        header ?? trans.__('a header or library it needs')
      );
    case 'extension':
      return trans.__(
        'A C++ or CUDA extension is being built, and PyTorch asked the system for the compiler %1 without success. It is not installed, or not on the PATH of this process.',
        compiler ?? ''
      );
    default:
      return compiler
        ? trans.__(
            'torch.compile turns the model into C++ or GPU code and calls a compiler of the system for it. It tried %1, which is not installed or does not work.',
            compiler
          )
        : trans.__(
            'torch.compile turns the model into C++ or GPU code and calls a compiler of the system for it. It found none that works.'
          );
  }
}

/** What is to be installed, by what is missing and how this Python came. */
export function compilerFix(
  trans: ITranslate,
  { kind, header, python }: Values
): IFix {
  if (header === 'omp.h') {
    return {
      safety: 'check',
      title: trans.__('Install OpenMP, which Apple’s compiler lacks'),
      detail: trans.__(
        'With conda the package is llvm-openmp. Set the variables where Jupyter starts.'
      ),
      code: '$ brew install libomp && export CPATH="$(brew --prefix libomp)/include" LIBRARY_PATH="$(brew --prefix libomp)/lib"'
    };
  }
  if (kind !== 'headers') {
    return {
      safety: 'check',
      title: trans.__('Install a C++ compiler, or name the one you have'),
      detail: trans.__(
        'Then restart the kernel. On Windows: Visual Studio’s “Desktop development with C++”, with Jupyter started from its x64 prompt. Without administrator rights: conda’s package cxx-compiler.'
      ),
      code: "# Linux, in a terminal: sudo apt-get install build-essential\nimport os\nos.environ['CXX'] = 'g++'  # before importing torch"
    };
  }
  if (python === 'embedded') {
    return {
      safety: 'check',
      title: trans.__('Give the embedded Python its include and libs folders'),
      detail: trans.__(
        'Copy both into its folder from an installed Python of the very same version.'
      )
    };
  }
  return {
    safety: 'check',
    title: trans.__('Install the headers of the running Python'),
    detail: trans.__(
      'For Python 3.11 of the system the package is called python3.11-dev. conda’s Python has them already.'
    ),
    code: '$ sudo apt-get install build-essential python3-dev'
  };
}
