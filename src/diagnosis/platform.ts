import { printedTraceback } from '../incident/traceback/printed';
import type { IReading } from '../incident/types';
import { memoize } from '../shared/memoize';
import { ownValue } from '../shared/own-value';
import type { IFix } from './types';

/** The system that the failed program ran under. */
export type Platform = 'windows' | 'mac' | 'linux';

/** Paths of files, as frames have them. */
const PATHS: readonly (readonly [Platform, RegExp])[] = [
  ['windows', /^[A-Za-z]:[\\/]|\\(?:site-packages|Anaconda3|torch)\\/],
  ['mac', /^\/(?:Users|opt\/homebrew|Applications|Library\/Frameworks)\//],
  [
    'linux',
    /^(?:\/home\/|\/root\/|\/content\/|\/kaggle\/|\/usr\/(?:local\/)?lib\d{0,2}\/|\/opt\/conda\/|\/mnt\/|\/workspace\/|\/tmp\/)/
  ]
];

/** The same in the text of a message or a log, and what only one system says. */
const WORDS: readonly (readonly [Platform, RegExp])[] = [
  [
    'windows',
    /\b[A-Za-z]:\\{1,2}[^\s"'\\]|\\site-packages\\|\bWinError \d|\bDLL load failed\b|\w\.dll\b|\bPS [A-Z]:\\|\bcl\.exe\b|\bWin32\b/
  ],
  [
    'mac',
    /(?<![\w:/.])\/(?:Users|opt\/homebrew|Applications|Library\/Frameworks)\/|\w\.dylib\b|\bmac ?OS\b|\b(?:on|the|to) MPS\b|\bMPS\w{1,12}Type\b|\bMPS (?:backend|device|framework|tensor)|\bmacosx_|\bdarwin\b/i
  ],
  [
    'linux',
    /(?<![\w:])\/(?:home|root|content|kaggle)\/\w|(?<![\w:])\/(?:usr|opt)\/(?:local\/)?(?:lib|conda|bin)|\blib[\w+-]{1,40}\.so\b|\blinux-gnu\b|\bmanylinux/
  ]
];

function platformIn(
  text: string,
  signs: readonly (readonly [Platform, RegExp])[]
): Platform | undefined {
  const found = signs.filter(([, sign]) => sign.test(text));
  return found.length === 1 ? found[0][0] : undefined;
}

/** Python's own files tell of this machine, a path in a message may be of another. */
function ofFrames({ exceptions }: IReading): Platform | undefined {
  const files = exceptions.flatMap(({ frames }) =>
    frames.map(({ file }) => file)
  );
  const found = new Set(files.map(file => platformIn(file, PATHS)));
  found.delete(undefined);
  return found.size === 1 ? [...found][0] : undefined;
}

/**
 * The system that the failed program ran under, where paths or words tell it,
 * and tell of one.
 */
export const platformOf = memoize((reading: IReading): Platform | undefined => {
  const { exceptions, log } = reading;
  const said = [
    log,
    printedTraceback(reading),
    ...exceptions.map(({ message }) => message)
  ].join('\n');
  return ofFrames(reading) ?? platformIn(said, WORDS);
});

/** Python's version in the paths of its own files. */
const PYTHON =
  /(?:python|Python|cpython-|\bpy)3\.?(?<minor>\d{1,2})(?!\d)[\w.-]{0,20}[\\/]/;

/** The minor version of Python 3 that ran, where a path tells it. */
export const pythonOf = memoize(({ exceptions }: IReading) => {
  const minors = exceptions
    .flatMap(({ frames }) => frames.map(({ file }) => file))
    .map(file => PYTHON.exec(file)?.groups?.minor)
    .filter(minor => minor !== undefined);
  return new Set(minors).size === 1 ? minors[0] : undefined;
});

/** Wheels of CUDA 11.8 and later are for Python 3.8 and later. */
const NEEDS_PYTHON_8 = /\/whl\/cu(?:118|1[2-9]\d)\b/;
const FIRST_MINOR = 8;

/** What belongs to another system, in a line of code or in what a fix is called. */
const FOREIGN: Readonly<Record<Platform, RegExp>> = {
  windows:
    /\bLD_LIBRARY_PATH\b|\bapt(?:-get)? \w|\bsudo\b|\bexport [A-Z]|\bldd |\bldconfig\b|\bulimit\b|\bdmesg\b|\/dev\/shm\b|\bbrew install\b|\bmacOS\b|\bDebian\b|_MPS_/,
  mac: /\bLD_LIBRARY_PATH\b|\bapt(?:-get)? \w|\bDebian\b|\/whl\/cu\d|\bnvidia-smi\b|\bnvcc\b|\bcuda-toolkit\b|\bCUDA_HOME=|\bwinget\b|\bdmesg\b|\/dev\/shm\b|\bwith CUDA\b/,
  linux:
    /\bwinget\b|\bchoco\b|\bbrew install\b|\bvcvars|\bVisual C\+\+|\bmacOS\b/
};

/** Whether a fix's title and the lines of its code may be of that system. */
function suits({ title, code = '' }: IFix, platform: Platform): boolean {
  return ![title, ...code.split('\n')].some(line =>
    FOREIGN[platform].test(line.split('#')[0])
  );
}

/** `fix` without lines that are remarks for another system. */
function withoutRemarks(fix: IFix, platform: Platform): IFix {
  const lines = fix.code?.split('\n') ?? [];
  const suiting = lines.filter(line => !FOREIGN[platform].test(line));
  return suiting.length < lines.length
    ? { ...fix, code: suiting.join('\n') }
    : fix;
}

/** The choice of a device as it is mostly written; a Mac has neither of them. */
const CUDA_OR_CPU =
  /(['"])cuda\1 if torch\.cuda\.is_available\(\) else (['"])cpu\2/g;

/** `fix` with the GPU of Apple’s chips in place of CUDA; an edit would write CUDA. */
function onMac(fix: IFix): IFix {
  const code = fix.code
    ?.replace(
      CUDA_OR_CPU,
      "'mps' if torch.backends.mps.is_available() else 'cpu'"
    )
    .replace(/\bautocast\((['"])cuda\1/, "autocast('mps'");
  if (code === fix.code) {
    return fix;
  }
  return { ...fix, code, edit: undefined, editAll: undefined };
}

/** The fixes that system and Python do not exclude, as they are written there. */
export function suitingFixes(
  fixes: readonly IFix[],
  platform: string | undefined,
  python: string | undefined
): readonly IFix[] {
  if (python !== undefined && Number(python) < FIRST_MINOR) {
    return suitingFixes(
      fixes.filter(({ code }) => !NEEDS_PYTHON_8.test(code ?? '')),
      platform,
      undefined
    );
  }
  if (!isPlatform(platform)) {
    return fixes;
  }
  const suiting = fixes
    .filter(fix => suits(fix, platform))
    .map(fix => withoutRemarks(fix, platform));
  return platform === 'mac' ? suiting.map(onMac) : suiting;
}

function isPlatform(text: string | undefined): text is Platform {
  return ownValue(FOREIGN, text) !== undefined;
}
