import type { IFix, ILink, ITranslate, Values } from '../../diagnosis/types';

/** `line 3 of train.py`, `line 3 of a cell`, or undefined. */
export function placeWords(
  trans: ITranslate,
  { file, line }: Values
): string | undefined {
  if (line === undefined) {
    return undefined;
  }
  return file === undefined
    ? trans.__('line %1 of a cell', line)
    : trans.__('line %1 of %2', line, file);
}

/** A crash without a stack: how to get one the next time. */
export function crashFileFix(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Let Python write down where it crashes'),
    detail: trans.__(
      'Run it in the first cell, then run the notebook again: the file names the lines under way. Without a file the text goes to the terminal of the server, not to the cell.'
    ),
    code: "import faulthandler\n\ncrash_file = open('crash.txt', 'w')\nfaulthandler.enable(crash_file)"
  };
}

/** Mixed builds of compiled packages are the usual reason of native crashes. */
export function freshEnvironmentFix(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Try a fresh environment with matching packages'),
    detail: trans.__(
      'Compiled packages of different sources or versions (conda beside pip, a torch upgrade without torchvision) crash rather than complain.'
    ),
    code: '$ python -m venv fresh && fresh/bin/pip install torch torchvision ipykernel'
  };
}

/** The pages that several entries of this family cite. */
export const LINKS = {
  faulthandler: 'https://docs.python.org/3/library/faulthandler.html',
  returncode:
    'https://docs.python.org/3/library/subprocess.html#subprocess.CompletedProcess.returncode',
  exitStatus: 'https://github.com/jupyter/jupyter_client/issues/957',
  dockerMemory:
    'https://docs.docker.com/engine/containers/resource_constraints/',
  dockerRun: 'https://docs.docker.com/reference/cli/docker/container/run/',
  data: 'https://docs.pytorch.org/docs/stable/data.html'
} as const;

/** Python's page on crash dumps. */
export function faulthandlerLink(trans: ITranslate): ILink {
  return {
    title: trans.__('Python: faulthandler, tracebacks of a crash'),
    url: LINKS.faulthandler
  };
}

/** Python's page on how a signal shows in an exit status. */
export function returncodeLink(trans: ITranslate): ILink {
  return {
    title: trans.__('Python: negative return codes are signals'),
    url: LINKS.returncode
  };
}

/** Why the notebook itself does not show the reason. */
export function exitStatusLink(trans: ITranslate): ILink {
  return {
    title: trans.__(
      'Jupyter: the exit status of a dead kernel is not passed on'
    ),
    url: LINKS.exitStatus
  };
}
