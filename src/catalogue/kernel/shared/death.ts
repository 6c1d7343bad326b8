import { memoize } from '../../../shared/memoize';
import type { ISign } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { isOurs } from '../../shared/ours';
import { isTorchInPlay } from '../../shared/torch-in-play';

/**
 * How front ends and runners announce that a kernel is gone: Jupyter,
 * VS Code, Colab, papermill and nbclient, Spyder, and two Chinese versions.
 */
export const DIED =
  /appears to have died|[Kk]ernel Restarting|Kernel crashed while executing code|' (?:has )?died\. Click|Canceled future for execute_request|session has been disposed|kernel process died|Kernel died\b|DeadKernelError|[Ss]ession (?:is |has |was )?crash(?:ed|es|ing)\b.{1,60}\bunknown reason|KernelRestarter: restarting kernel|\bkernel [\da-f]{8}-[\da-f-]{27} restarted|WARNING:root:kernel [\da-f]{8}-|Raw kernel process exited|kernel_died|[Ss]ession crashed\. Automatically restarting|Kernel is dead\b|Kernel 崩溃|服务似乎挂掉了/;

/** Words beside the announcement that may name the cause. */
const TELLING =
  /CUDA error|cuda runtime error|device-side assert|CUBLAS_|CUDNN_|out of memory|Fatal Python error|what\(\):|Assertion|(?:Error|Exception): \S/;

/** The announcement as an exception: its class name tells nothing. */
const DIED_ERROR =
  /\b\w{0,20}Error: (?=Kernel (?:died|is dead)|Canceled future)/g;

/** Whether the streams hold nothing that may name the cause. */
export function namesNothing(reading: IReading): boolean {
  return !TELLING.test(reading.log.replace(DIED_ERROR, ''));
}

/** Whether a front end or a runner says that the kernel is gone. */
export function saysDied(reading: IReading): boolean {
  return (
    DIED.test(reading.log) ||
    reading.exceptions.some(one => DIED.test(`${one.name} ${one.message}`))
  );
}

/** Of a notebook whose imports are known, and none has to do with torch. */
function isOfOthers(reading: IReading): boolean {
  return Boolean(reading.incident.imports) && !isTorchInPlay(reading);
}

/** Whether the announcement is all that a notebook with torch tells. */
function isAllThereIs(reading: IReading): boolean {
  return namesNothing(reading) && !isOfOthers(reading);
}

/**
 * The announcement, ranked behind whatever the streams tell.
 */
export const DIED_SIGNS: readonly ISign[] = [
  { where: 'message', pattern: DIED, when: isAllThereIs },
  // nbconvert up to 5, whose wait for the reply ended.
  {
    where: 'message',
    ename: /^(?:queue\.)?Empty$/,
    pattern: /^/,
    when: reading => DIED.test(reading.log) && isAllThereIs(reading)
  },
  { where: 'log', pattern: DIED, when: isAllThereIs },
  {
    where: 'log',
    pattern: DIED,
    confidence: 'possible',
    when: reading => !namesNothing(reading)
  },
  {
    where: 'log',
    pattern: TELLING,
    confidence: 'possible',
    when: reading => saysDied(reading) && !DIED.test(reading.log)
  }
];

/** A command line of something that is no Python program. */
const OTHER_PROGRAM =
  /(?:^|[ $#])(?:npm (?:run|ci|install|start)|(?:gcc|g\+\+|clang) [\w.-]|javac? -|cargo (?:run|build|test)|go (?:run|build|test)|make: \*\*\*)/;

/** Logs of cluster managers, builds and other programs on the GPU. */
export const isElsewhere = memoize(
  (reading: IReading): boolean =>
    !isOurs(reading) ||
    ((OTHER_PROGRAM.test(reading.log) ||
      /HDF5-DIAG|netcdf-c|libnetcdf/.test(reading.log)) &&
      !reading.mentions('torch')) ||
    /\b(?:[Yy]arn|YARN|[Ss]park|Container killed on request|[Hh]adoop|npm ERR|node::|JavaScript heap|webpack|gradle|ray::|caffe::|CPU-only Caffe|boost::compute|\.jl:\d)|signal \(11[.\d]*\): |(?<!Terminating )\bProcess: (?![^[]{0,40}[Pp]ython)[^[]{1,60} \[\d{1,8}\]/.test(
      reading.log
    )
);

/** A line that a dying process, its shell or its parent prints. */
export function dying(
  pattern: RegExp,
  rest: Omit<ISign, 'where' | 'pattern' | 'ename' | 'file' | 'when'> = {}
): readonly ISign[] {
  const when = (reading: IReading): boolean => !isElsewhere(reading);
  return [
    { where: 'message', pattern, when, ...rest },
    { where: 'log', fatal: true, pattern, when, ...rest }
  ];
}

/**
 * How zsh tells what ended a program: `zsh: abort  python a.py`, and of a job
 * `[1]  + 14957 segmentation fault (core dumped)  python a.py`.
 *
 * @param words - its words for the signal, the source of a pattern
 */
export function zsh(words: string): RegExp {
  return new RegExp(
    String.raw`(?:zsh: |\[\d{1,3}\] (?:[+-] )?\d{2,8} )(?:${words})\b|\b\d{2,8} (?:${words}) \(core dumped\)`
  );
}

/**
 * An exit status as Popen, shells, VS Code, PyCharm and the event log of Windows
 * print it. torchrun's
 * `(exitcode: -9)` is `parallel/spawn-wrapper`.
 *
 * @param codes - its spellings: `-11`, `139`, `3221225477`, `0xC0000005`
 */
export function exitStatus(...codes: readonly string[]): RegExp {
  return new RegExp(
    `(?<!\\((?=[Ee]xitcode))(?:[Ee]xit(?:ed)?(?: with)?(?: status)?[ _]?(?:[Cc]ode|status)"?:?|[Cc]ompleted with code:?|[Rr]eturn ?code:?|Exception code:)(?: =)? ?\\(?(?<status>${codes.join('|')})\\b`
  );
}
