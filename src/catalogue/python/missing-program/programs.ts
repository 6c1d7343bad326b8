import type { ITranslate } from '../../../diagnosis/types';
import { ownValue } from '../../../shared/own-value';

/** Where a program comes from: the package of each system that brings it. */
interface IProgram {
  /** Its project, where that is called otherwise. */
  readonly name?: string;
  readonly debian?: string;
  readonly conda?: string;
  readonly brew?: string;
  readonly winget?: string;
  /** The package of Python that has its name, or brings only what calls it. */
  readonly caller?: string;
}

const FFMPEG: IProgram = {
  name: 'FFmpeg',
  debian: 'ffmpeg',
  conda: 'ffmpeg',
  brew: 'ffmpeg',
  winget: 'Gyan.FFmpeg',
  caller: 'ffmpeg-python'
};

const GRAPHVIZ: IProgram = {
  name: 'Graphviz',
  debian: 'graphviz',
  conda: 'graphviz',
  brew: 'graphviz',
  winget: 'Graphviz.Graphviz',
  caller: 'graphviz'
};

const ESPEAK: IProgram = {
  name: 'eSpeak NG',
  debian: 'espeak-ng',
  conda: 'espeak-ng',
  brew: 'espeak-ng',
  winget: 'eSpeak-NG.eSpeak-NG',
  caller: 'phonemizer'
};

const JAVA: IProgram = {
  name: 'Java',
  debian: 'default-jre',
  conda: 'openjdk',
  brew: 'openjdk',
  winget: 'EclipseAdoptium.Temurin.21.JRE'
};

const POPPLER: IProgram = {
  name: 'Poppler',
  debian: 'poppler-utils',
  conda: 'poppler',
  brew: 'poppler',
  caller: 'pdf2image'
};

/** Programs that packages around torch start. */
const PROGRAMS: Readonly<Record<string, IProgram>> = {
  ffmpeg: FFMPEG,
  ffprobe: FFMPEG,
  avconv: FFMPEG,
  dot: GRAPHVIZ,
  neato: GRAPHVIZ,
  espeak: ESPEAK,
  'espeak-ng': ESPEAK,
  java: JAVA,
  javac: JAVA,
  sox: {
    name: 'SoX',
    debian: 'sox',
    conda: 'sox',
    brew: 'sox',
    winget: 'ChrisBagwell.SoX',
    caller: 'sox'
  },
  git: { debian: 'git', conda: 'git', brew: 'git', winget: 'Git.Git' },
  'git-lfs': {
    debian: 'git-lfs',
    conda: 'git-lfs',
    brew: 'git-lfs',
    winget: 'GitHub.GitLFS'
  },
  tesseract: {
    debian: 'tesseract-ocr',
    conda: 'tesseract',
    brew: 'tesseract',
    winget: 'UB-Mannheim.TesseractOCR',
    caller: 'pytesseract'
  },
  unrar: {
    debian: 'unrar',
    conda: 'unrar',
    brew: 'rar',
    winget: 'RARLab.WinRAR',
    caller: 'rarfile'
  },
  wget: {
    debian: 'wget',
    conda: 'wget',
    brew: 'wget',
    winget: 'JernejSimoncic.Wget'
  },
  curl: { debian: 'curl', conda: 'curl', brew: 'curl', winget: 'cURL.cURL' },
  unzip: { debian: 'unzip', conda: 'unzip', brew: 'unzip' },
  aria2c: {
    debian: 'aria2',
    conda: 'aria2',
    brew: 'aria2',
    winget: 'aria2.aria2'
  },
  pdftoppm: POPPLER,
  pdfinfo: POPPLER,
  cmake: {
    debian: 'cmake',
    conda: 'cmake',
    brew: 'cmake',
    winget: 'Kitware.CMake'
  },
  make: { debian: 'build-essential', conda: 'make', brew: 'make' },
  ninja: { debian: 'ninja-build', conda: 'ninja', brew: 'ninja' },
  swig: { debian: 'swig', conda: 'swig', brew: 'swig' },
  Xvfb: { debian: 'xvfb' },
  'xvfb-run': { debian: 'xvfb' },
  colmap: { debian: 'colmap', conda: 'colmap', brew: 'colmap' },
  pandoc: {
    debian: 'pandoc',
    conda: 'pandoc',
    brew: 'pandoc',
    winget: 'JohnMacFarlane.Pandoc'
  }
};

/** `C:\tools\FFMPEG.exe` → `ffmpeg`. */
export function programName(path: string): string {
  const name = (path.split(/[\\/]/).pop() ?? path).replace(/\.exe$/i, '');
  return (
    Object.keys(PROGRAMS).find(
      known => known.toLowerCase() === name.toLowerCase()
    ) ?? name
  );
}

export function isKnownProgram(name: string): boolean {
  return ownValue(PROGRAMS, name) !== undefined;
}

/** What brings the program; nothing is known of most. */
export function packagesOf(name: string): IProgram {
  return ownValue(PROGRAMS, name) ?? {};
}

/** `ffmpeg`, or what a program without a name is called in a sentence. */
export function called(trans: ITranslate, name: string | undefined): string {
  return name ?? trans.__('the program');
}
