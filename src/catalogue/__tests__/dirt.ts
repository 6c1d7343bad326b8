/** What happens to a text on its way from the program to us. */
import { textIncident } from '../../incident/incident';
import type { IIncident } from '../../incident/types';
import { incidentOf } from './cases';
import { PROOFS } from './proofs';

/** The same change to every printed text; the class name stays. */
function everywhere(change: (text: string) => string) {
  return (incident: IIncident): IIncident => ({
    ...incident,
    evalue: change(incident.evalue),
    traceback: change(incident.traceback),
    stdout: change(incident.stdout),
    stderr: change(incident.stderr)
  });
}

function eachLine(change: (line: string, at: number) => string) {
  return everywhere(text =>
    text === '' ? '' : text.split('\n').map(change).join('\n')
  );
}

/** The line by which a traceback or a log names the error. */
function headOf({ ename, evalue }: IIncident): string {
  return ename === '' ? evalue : `${ename}: ${evalue}`;
}

/** A step of a training; a log of them too long to be kept whole. */
const STEP = 'Epoch 1 step 100: loss 0.2513, 53.2 it/s\n';
const LONG = STEP.repeat(3000);

const SITE = '/usr/lib/python3.11/site-packages';

/** Calls that any failure may have passed through. */
const MODULE_FRAMES = [
  `File ${SITE}/torch/nn/modules/module.py:1778, in Module._wrapped_call_impl(self, *args, **kwargs)`,
  '   1776     return self._compiled_call_impl(*args, **kwargs)  # type: ignore[misc]',
  '   1777 else:',
  '-> 1778     return self._call_impl(*args, **kwargs)',
  ''
];

/** Calls that a DataLoader's failure passes through. */
const LOADER_FRAMES = [
  `File ${SITE}/torch/utils/data/dataloader.py:1146, in _MultiProcessingDataLoaderIter.__init__(self, loader)`,
  '   1145 w.daemon = True',
  '-> 1146 w.start()',
  '',
  'File /usr/lib/python3.11/multiprocessing/popen_spawn_posix.py:32, in Popen.__init__(self, process_obj)',
  '---> 32 super().__init__(process_obj)',
  ''
];

/** The cell of a traceback: its last line failed. */
function cellFrame(source: string): readonly string[] {
  const lines = source.trimEnd().split('\n');
  const numbered = lines.map((line, at) => `${at + 1} ${line}`);
  return [
    `Cell In[3], line ${lines.length}`,
    ...numbered.slice(0, -1).map(line => `      ${line}`),
    `----> ${numbered[lines.length - 1]}`,
    ''
  ];
}

/** With a traceback through a cell and libraries, where there was none. */
function calledThrough(frames: readonly string[]) {
  return (incident: IIncident): IIncident => ({
    ...incident,
    traceback:
      incident.traceback ||
      [
        '-'.repeat(75),
        `${incident.ename.padEnd(42)}Traceback (most recent call last)`,
        ...cellFrame(incident.source || 'for x, y in loader:\n    train(x, y)'),
        ...frames,
        ...frames,
        headOf(incident)
      ].join('\n')
  });
}

/** The whole failure as one text. */
export function asPasted(incident: IIncident): IIncident {
  const { stdout, stderr, traceback } = incident;
  return textIncident(
    [stdout, stderr, traceback || headOf(incident)]
      .filter(part => part !== '')
      .join('\n')
  );
}

/** A question in a forum, around the failure. */
function surrounded(before: string, after: string) {
  return (incident: IIncident): IIncident =>
    textIncident(`${before}\n${asPasted(incident).stderr}\n${after}`);
}

/** Cut as a terminal cuts, also inside words. */
function wrapped(width: number) {
  return everywhere(text =>
    text.replace(new RegExp(`(.{${width}})(?=.)`, 'g'), '$1\n')
  );
}

/** A failure, by the family of the entry whose case it is. */
export interface IFailure {
  readonly name: string;
  readonly family: string;
  readonly incident: IIncident;
}

/** Every case of the catalogue that must be recognised. */
export const CASES: readonly IFailure[] = PROOFS.flatMap(({ id, recognised }) =>
  recognised.map((one, at) => ({
    name: `${id} ${at}`,
    family: id.split('/')[0],
    incident: incidentOf(one)
  }))
);

/** A change that must not change what is recognised. */
export interface ILaw {
  readonly change: (incident: IIncident) => IIncident;
  /** Left out: it holds for every case. */
  readonly holdsFor?: (one: IFailure) => boolean;
}

function isRaised({ incident }: IFailure): boolean {
  return incident.ename !== '';
}

/** Words of Python's that count where no library raised them, or nobody shows who. */
function isToldByFrames({ name, family, incident }: IFailure): boolean {
  return (
    family === 'python' ||
    incident.ename === 'CalledProcessError' ||
    // Whose argument it is tells the frame, where there is one.
    name.startsWith('version/library-argument')
  );
}

/** A text holds what was printed, but neither the cell's source nor facts. */
function isPrinted({ incident }: IFailure): boolean {
  const { source, live, saved, around, imports } = incident;
  return source === '' && !live && !saved && !around && !imports;
}

/** Nothing but a stream tells of it, and no exception that began in it. */
function isLog({ incident }: IFailure): boolean {
  const { kind, ename, evalue, traceback, stderr } = incident;
  return (
    kind === 'cell' &&
    ename + evalue + traceback === '' &&
    stderr !== '' &&
    !/^ {2}File "/m.test(stderr)
  );
}

/** In the order in which a text goes through them. */
export const LAWS: Readonly<Record<string, ILaw>> = {
  'typographic quotes': {
    change: everywhere(text =>
      text.replace(/"([^"\n]*)"/g, '“$1”').replace(/'/g, '’')
    )
  },
  'spelled line ends': {
    change: incident => ({
      ...incident,
      evalue: incident.evalue.replace(/\n/g, '\\n')
    })
  },
  'repeated assertion lines': {
    change: eachLine(line =>
      /Assertion .* failed/.test(line) ? `${line}\n${line}\n${line}` : line
    )
  },
  'a long log before': {
    change: incident => ({
      ...incident,
      stderr: `${LONG}${incident.stderr}`
    })
  },
  'a long log after': {
    change: incident => ({
      ...incident,
      stderr: `${incident.stderr}\n${LONG}`
    })
  },
  'a glued progress bar': {
    change: incident => ({
      ...incident,
      stderr:
        incident.stderr &&
        `\r 10%|█         | 1/10 [00:01<00:09]${incident.stderr}`
    })
  },
  'logger prefixes': {
    change: eachLine(
      line => `2026-01-01 10:00:00,123 - ERROR - train - ${line}`
    )
  },
  'rank prefixes': { change: eachLine(line => `[rank0]: ${line}`) },
  'wrapped at 80': { change: wrapped(80) },
  colours: { change: eachLine(line => `\u001b[0;31m${line}\u001b[0m`) },
  'coloured words': {
    change: eachLine(line =>
      line.replace(/\w+/g, word => `\u001b[38;5;28m${word}\u001b[39m`)
    )
  },
  'colours that lost their escape': {
    change: eachLine(line => `[0;31m${line}[0m`)
  },
  'Windows line ends': {
    change: everywhere(text => text.replace(/\n/g, '\r\n'))
  },
  'calls through modules': {
    change: calledThrough(MODULE_FRAMES),
    holdsFor: one =>
      isRaised(one) && one.family !== 'dataloader' && !isToldByFrames(one)
  },
  // Too long to be kept whole: its middle is cut out.
  'a traceback without its middle': {
    change: calledThrough(
      Array.from({ length: 225 }, () => MODULE_FRAMES).flat()
    ),
    holdsFor: one =>
      isRaised(one) && one.family !== 'dataloader' && !isToldByFrames(one)
  },
  'calls through a DataLoader': {
    change: calledThrough(LOADER_FRAMES),
    // What an empty message means is told by the frames alone.
    holdsFor: one =>
      isRaised(one) &&
      one.family === 'dataloader' &&
      !/^(?:\[Errno \d+\].*)?$/.test(one.incident.evalue)
  },
  'a pasted text': { change: asPasted, holdsFor: isPrinted },
  // Where only one field is there to fill in.
  'printed lines given as the message': {
    change: incident => ({
      ...incident,
      evalue: incident.stderr,
      stderr: ''
    }),
    holdsFor: one => isPrinted(one) && isLog(one)
  },
  'Chinese around it': {
    change: surrounded('训练时报错，请问怎么解决：', '谢谢！'),
    holdsFor: isPrinted
  },
  'Japanese around it': {
    change: surrounded('学習中にエラーが出ました。', 'お願いします。'),
    holdsFor: isPrinted
  },
  'Korean around it': {
    change: surrounded('학습 중 오류가 발생합니다.', '도와주세요.'),
    holdsFor: isPrinted
  },
  // In a path of Windows, and in source, a backslash is what it is.
  'Markdown’s backslashes': {
    change: eachLine(line => line.replace(/[*_[\]`]/g, '\\$&')),
    holdsFor: ({ incident: { evalue, traceback, stdout, stderr } }) =>
      traceback === '' &&
      ![evalue, stdout, stderr].some(text => /\\|File "|^ {4}/m.test(text))
  },
  'quoted in a mail': { change: eachLine(line => `> ${line}`) }
};

/** The failure changed by the laws of those names, one after the other. */
export function changedBy(names: readonly string[], one: IFailure): IIncident {
  return names.reduce(
    (incident, name) => LAWS[name].change(incident),
    one.incident
  );
}
