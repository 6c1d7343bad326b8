import type { IReading } from '../../../incident/types';
import { isStart, printedText } from '../../predicates';
import { isKnownProgram, programName } from './programs';

/** Files of packages that start a program, by the program. */
const STARTERS: readonly (readonly [file: RegExp, program: string])[] = [
  [
    /[\\/](?:whisper\w{0,12}|ffmpeg|pydub|audioread|moviepy|imageio_ffmpeg|audiocraft|demucs)[\\/]/,
    'ffmpeg'
  ],
  [/[\\/](?:graphviz|pydot|pydotplus|torchviz)\b/, 'dot'],
  [/[\\/]git[\\/]cmd\.py/, 'git'],
  [/[\\/]huggingface_hub[\\/]repository\.py/, 'git'],
  [/[\\/]pytesseract\b/, 'tesseract'],
  [/[\\/](?:phonemizer|pyttsx3)\b/, 'espeak'],
  [/[\\/](?:sox|torchaudio[\\/]sox_\w{1,20})\b/, 'sox'],
  [/[\\/](?:rarfile|patoolib)\b/, 'unrar'],
  [/[\\/]pdf2image\b/, 'pdftoppm'],
  [/[\\/](?:pyspark|konlpy|jpype|tabula|language_tool_python)\b/, 'java']
];

/** A line that starts a program by its name, or makes the command first. */
const STARTS =
  /(?:\b(?:subprocess|sp)\.\w{2,20}|\bPopen|\bsystem|\brun)\( ?\[? ?[rf]{0,2}["'](?<program>[\w.+-]{1,40})["' ]/;

/** The program that was to be started, by what the traceback shows. */
export function programOf(reading: IReading): string | undefined {
  const frames = reading.exceptions.flatMap(one => one.frames);
  const named = frames
    .map(({ code }) => STARTS.exec(code)?.groups?.program)
    .filter(name => name !== undefined)
    .pop();
  if (named !== undefined) {
    return programName(named);
  }
  const files = frames.map(({ file }) => file);
  const starter = STARTERS.find(([file]) =>
    files.some(one => file.test(one))
  )?.[1];
  return (
    starter ?? (/ffmpeg/i.test(printedText(reading)) ? 'ffmpeg' : undefined)
  );
}

/** The folder in which a program is to work: Python names it in the same words. */
const WORKS_IN = /\bcwd ?= ?[rf]{0,2}["'](?<folder>[^"'\n]{1,100})["']/;

/** Whether a path without a folder names a program that is known. */
export function isProgram(path: string, reading: IReading): boolean {
  return (
    !/[\\/]/.test(path) &&
    !reading.exceptions.some(({ frames }) =>
      frames.some(({ code }) => WORKS_IN.exec(code)?.groups?.folder === path)
    ) &&
    (isStart(reading) || (isKnownProgram(programName(path)) && path !== 'git'))
  );
}
