/** What is missing, and why, by the message and the lines that are at hand. */
import { isForFastai07 } from '../../shared/old-fastai';
import { speaksOfTorch } from '../../../diagnosis/python-words';
import type { IReading } from '../../../incident/types';
import { callingPackage, isRaisedInLibrary } from '../../shared/code-owner';
import { passedThrough, printedText } from '../../predicates';
import { clashOf } from '../../shared/clashes';
import { cellsAbove } from '../../shared/visible-code';
import { SOURCES } from './fixes';
import { bringerOf } from './from-cells';
import { askedOf, moveOf } from './moved';
import type { LayoutKind } from './more-kinds';
import { isAlone, isTorchInPlay } from '../../shared/torch-in-play';
import {
  isKnownPackage,
  isOfModels,
  isOfProject,
  isOfTorch,
  mistypedPackage,
  topOf
} from '../shared/modules';

/** What Python says of a module that it does not find. */
export const MISSING = /^No module named '?(?<module>[\w.]{1,200})'?/;

/** The module that a message names, `''` where it names none. */
export function moduleIn({ exceptions }: IReading): string {
  return MISSING.exec(exceptions[0]?.message ?? '')?.groups?.module ?? '';
}

/** The module without files of its own that a message names. */
export function bareModule({ exceptions }: IReading): string {
  return (
    /from ["'](?<module>[\w.]{1,100})["'] \(unknown location\)/.exec(
      exceptions[0]?.message ?? ''
    )?.groups?.module ?? ''
  );
}

/** Modules that only older releases of a library have, by those releases. */
const OLDER: readonly (readonly [module: RegExp, spec: string])[] = [
  [
    /^fastai\.(?:conv_learner|dataset|transforms|sgdr|plots|structured|model|column_data)\b/,
    'fastai==0.7.0'
  ],
  [
    /^fastai\.(?:basic_train|basic_data|callbacks|train|widgets|datasets|utils\.mem|gen_doc)\b/,
    'fastai<2'
  ],
  [/^mmcv\.(?:runner|parallel)\b/, 'mmcv-full<2'],
  [/^mmdet\.core\b/, 'mmdet<3'],
  [/^mmseg\.core\b/, 'mmsegmentation<1']
];

/** The release to take for a module, or for what the line imports of it. */
export function olderOf(module: string, reading: IReading): string | undefined {
  const { code } = reading;
  if (module === 'fastai.learner') {
    return isForFastai07(reading) ? 'fastai==0.7.0' : undefined;
  }
  const asked =
    new RegExp(String.raw`\b(?:from|import) (${module}[\w.]{0,80})`).exec(
      code
    )?.[1] ?? module;
  return OLDER.find(([pattern]) => pattern.test(asked))?.[1];
}

/** Files of projects on models, where the message is all that is at hand. */
const OF_MODEL_PROJECTS =
  /^(?:models?|ops?|nets?|networks?|layers|loss(?:es)?|backbones?|generators?|discriminators?|datasets?|data_?loaders?|train(?:er|ing)?|infer(?:ence)?|hparams|engine|(?:models?|nets?|networks?)_\w{1,40})$/;

/** Parts that projects on torch compile for themselves. */
const COMPILED = /\.(?:_ext|_C|ext|_cuda)$|\w_(?:ext|cuda|cpp)$/;

/** What files of projects on models import. */
const MODEL_CODE =
  /\b(?:from|import) [^\n]{0,80}(?:\b(?:backbone|networks?|losses|data_?loaders?|trainer|unet|resnet\w{0,10}|diffusion|cfg|transforms|augment\w{0,10}|tokenizers?|criterion|optimizers?)\b|\bmodels?\.\w{0,40}(?:net|resnet|encoder|decoder|model|loss|vit|gan)|\b[A-Z]\w{0,30}(?:Net|Model2?d?|GAN|CNN|Former|Encoder|Decoder)\b)/;
const OF_OTHERS =
  /\b(?:tensorflow|keras|paddle|mxnet|jax|flax|django|flask|caffe)\b/i;

/** Whether a program of a terminal imports what only models need. */
function isModelCode(reading: IReading): boolean {
  const text = printedText(reading);
  return (
    reading.incident.kind === 'text' &&
    MODEL_CODE.test(text) &&
    !OF_OTHERS.test(text)
  );
}

/** Whether torch is in play, or what is missing tells of a program on models. */
export function isOurs(reading: IReading, module: string): boolean {
  return (
    isTorchInPlay(reading) ||
    isOfModels(module) ||
    COMPILED.test(module) ||
    isModelCode(reading) ||
    (reading.code === '' && OF_MODEL_PROJECTS.test(module)) ||
    speaksOfTorch(module) ||
    askedOf(module) !== undefined ||
    olderOf(module, reading) !== undefined
  );
}

/** Whether the message alone says something, and no other entry says it. */
export function isToldByText(reading: IReading): boolean {
  const module = moduleIn(reading);
  return (
    isAlone(reading) &&
    isOurs(reading, module) &&
    (!isOfTorch(module) ||
      mistypedPackage(module) !== undefined ||
      moveOf(module) !== undefined)
  );
}

/** google.colab is missing as `google`, too, where nothing else of Google's is. */
function isColab(module: string, reading: IReading): boolean {
  return (
    /^google(?:\.colab)?$/.test(module) && reading.mentions('google.colab')
  );
}

/** Whether the line imports from its own folder: `from .layers import Block`. */
function isRelative({ exceptions }: IReading): boolean {
  const frames = exceptions[0]?.frames ?? [];
  return /^from \.+\w/.test(frames[frames.length - 1]?.code ?? '');
}

/** The names of compiled parts that a package builds when it is first used. */
const EXTENSION = /(?:_ext|_cuda|_cpp|_kernels?|_ops|_C)$/;

/** Python says of a plain file that it has no modules in it. */
const NO_PACKAGE = /; ["']?(?<plain>[\w.]{1,100})["']? is not a package/;

/** Files that a project's setup.py writes. */
const GENERATED = /\.(?:_?version|_version_info|git_version)$/;

/**
 * The folder that holds a started program, where its project is called as the
 * module is: `inference/demo.py` of the clone `BasicSR`, and no `basicsr`.
 */
function projectOf(
  module: string,
  reading: IReading
): { readonly place: string; readonly script: string } | undefined {
  const parts = startedFile(reading)?.split(/[\\/]/) ?? [];
  const bare = (name: string) => name.toLowerCase().replace(/[-_.]/g, '');
  const at = parts.findIndex(
    (part, index) =>
      index < parts.length - 1 &&
      new RegExp(`^${bare(topOf(module))}(?:master|main|pytorch)?$`).test(
        bare(part)
      )
  );
  return at > 0
    ? {
        place: parts.slice(0, at + 1).join('/'),
        script: parts.slice(at + 1).join('/')
      }
    : undefined;
}

/**
 * The folder of a clone that is imported from outside, as `import detr.models`
 * does: its files search their own modules there.
 */
function rootOf({ exceptions }: IReading): string | undefined {
  const [first, ...inner] = exceptions[0]?.frames ?? [];
  const outer = /^(?:from|import) (?<outer>[A-Za-z_]\w{0,60})\b/.exec(
    first?.code ?? ''
  )?.groups?.outer;
  if (outer === undefined) {
    return undefined;
  }
  const asker = inner.filter(({ place }) => place === 'user').pop();
  const parts = asker?.file.split(/[\\/]/) ?? [];
  const at = parts.indexOf(outer);
  return at > 0 && at < parts.length - 1
    ? parts.slice(0, at + 1).join('/')
    : undefined;
}

/** Folders of a repository that hold its programs. */
const SCRIPTS =
  /^(?<place>.{0,200}?)[\\/]?\b(?<script>(?:scripts?|tools?|inference|infer|demos?|examples?|src|train(?:ing)?|eval(?:uation)?|tests?|bin|apps?|runs?)[\\/][\w-]{1,60}\.py)$/;

/** A program that was started by a path from the root of its project on. */
const RELATIVE =
  /^(?:\.[\\/])?(?<script>(?:[\w-]{1,60}[\\/]){1,3}[\w-]{1,60}\.py)$/;

/** Whether the program was started by `python -m`, which searches the folder one is in. */
function isStartedByName(reading: IReading): boolean {
  return passedThrough(reading, /\brunpy\b/);
}

/** The file that was started, by its frame. */
function startedFile({ exceptions }: IReading): string | undefined {
  const own = exceptions[0]?.frames.find(({ place }) => place === 'user');
  return own?.func === '' ? own.file : undefined;
}

/**
 * The program, from the folder of its repository on, where it lies in a folder
 * of that: Python searches only the program's own.
 */
function belowRoot(
  reading: IReading
): { readonly place: string; readonly script: string } | undefined {
  const file = startedFile(reading) ?? '';
  const { place, script } =
    RELATIVE.exec(file)?.groups ?? SCRIPTS.exec(file)?.groups ?? {};
  return script === undefined
    ? undefined
    : { place: place ?? '', script: script.replace(/\\/g, '/') };
}

/** The folder of a clone whose program `python -m` started. */
function rootOfNamed(reading: IReading): string | undefined {
  const { place } = SCRIPTS.exec(startedFile(reading) ?? '')?.groups ?? {};
  return place;
}

/** Parts of Stable Diffusion that a web UI keeps in its folder repositories. */
const OF_WEB_UI = /^(?:ldm|sgm|k_diffusion|taming|midas|repositories)(?:\.|$)/;
const WEB_UI =
  /stable-diffusion-webui|sd-webui|[\\/]modules[\\/]sd_\w{2,20}\.py/;

/** A shell's line: the environment that is switched on, and python3 on Windows. */
const PYTHON3 =
  /\((?<env>[\w.-]{1,60})\) (?:PS )?[A-Z]:\\[^>\n]{0,200}> ?python3(?:\.exe)? (?<script>\S{1,100}\.py)/;

/** The Python that torchrun and its like started. */
const BINARY = /\bof binary: (?<binary>\S{1,200})/;

function python3In(
  reading: IReading
): { readonly place: string; readonly script: string } | undefined {
  const { env, script } = PYTHON3.exec(printedText(reading))?.groups ?? {};
  return env && script ? { place: env, script } : undefined;
}

/** The launcher's own file, of the environment that it belongs to. */
const LAUNCHER =
  /["\s](?<bin>[^"\s]{1,200})[\\/](?:torchrun|accelerate|deepspeed)\b/;

/** Whether a launcher reports a process of its own that failed. */
export function isLaunched(reading: IReading): boolean {
  return BINARY.test(printedText(reading));
}

/** The Python of a launcher that lies beside another Python. */
export function launcherOf(reading: IReading): string | undefined {
  const text = printedText(reading);
  const binary = BINARY.exec(text)?.groups?.binary;
  const bin = LAUNCHER.exec(text)?.groups?.bin;
  return binary !== undefined && bin !== undefined && !binary.startsWith(bin)
    ? binary
    : undefined;
}

/** The folder that a cell puts on Python's path. */
const PUT_ON_PATH =
  /\bsys\.path\.(?:insert\( ?\d{1,3}, ?|append\( ?)(?:str\( ?)?["'](?<folder>[^"'\n]{1,200})["']/;

function folderOnPath(reading: IReading): string | undefined {
  return [reading.incident, ...cellsAbove(reading)]
    .map(({ source }) => PUT_ON_PATH.exec(source)?.groups?.folder)
    .find(folder => folder !== undefined);
}

/** A file of the project's own folder of a name that was already run. */
function fileBelow(top: string, { exceptions }: IReading): string | undefined {
  return exceptions
    .flatMap(({ frames }) => frames)
    .find(
      ({ place, file }) =>
        place === 'user' && file.split(/[\\/]/).slice(0, -1).includes(top)
    )?.file;
}

/** Names under which several packages install their parts. */
const SPREAD = /^pyannote\./;

/** The folder that holds the project's folder of a name. */
function rootOfClone(top: string, reading: IReading): string {
  const parts = fileBelow(top, reading)?.split(/[\\/]/) ?? [];
  return parts.slice(0, parts.indexOf(top)).join('/');
}

/** How a module is missing, as far as texts tell. */
type MissingKind =
  | Exclude<LayoutKind, 'namespace' | 'started'>
  | 'hiding'
  | 'generated'
  | 'repository'
  | 'extension'
  | 'mistyped'
  | 'colab'
  | 'compiled'
  | 'part'
  | 'own'
  | 'missing';

function kindOf(module: string, reading: IReading): MissingKind {
  if (isColab(module, reading)) {
    return 'colab';
  }
  if (NO_PACKAGE.test(reading.exceptions[0]?.message ?? '')) {
    return 'hiding';
  }
  if (GENERATED.test(module)) {
    return 'generated';
  }
  if (moveOf(module)) {
    return 'moved';
  }
  if (askedOf(module)) {
    return 'asked';
  }
  if (OF_WEB_UI.test(module) && WEB_UI.test(printedText(reading))) {
    return 'webui';
  }
  if (launcherOf(reading) !== undefined) {
    return 'launcher';
  }
  if (!isOfProject(module) && python3In(reading)) {
    return 'python3';
  }
  if (!module.includes('.') && !isRaisedInLibrary(reading)) {
    const isOpen = !isKnownPackage(module);
    if (isOpen && !SOURCES.has(module) && isStartedByName(reading)) {
      return rootOfNamed(reading) === undefined ? 'own' : 'incomplete';
    }
    if (projectOf(module, reading)) {
      return 'repository';
    }
    if (isOpen && belowRoot(reading)) {
      return 'root';
    }
    if (
      isOpen &&
      !SOURCES.has(module) &&
      !isOfTorch(module) &&
      mistypedPackage(module) === undefined &&
      folderOnPath(reading) !== undefined
    ) {
      return 'searched';
    }
  }
  if (module.includes('.')) {
    const isHere = fileBelow(topOf(module), reading) !== undefined;
    if (isHere && COMPILED.test(module)) {
      return 'unbuilt';
    }
    if (isHere) {
      return SPREAD.test(module) ? 'part-of-name' : 'own';
    }
    if (clashOf(topOf(module), reading.code)) {
      return 'clash';
    }
    if (folderOnPath(reading) !== undefined) {
      return 'fork';
    }
  }
  // What a package imports is not the user's to mistype.
  const asker = callingPackage(reading);
  return asker !== undefined && EXTENSION.test(module)
    ? 'extension'
    : mistypedPackage(module) !== undefined && !isRaisedInLibrary(reading)
      ? 'mistyped'
      : /\._\w+$/.test(module)
        ? 'compiled'
        : isOfProject(module) ||
            isRelative(reading) ||
            (module.includes('.') &&
              !isKnownPackage(module) &&
              !speaksOfTorch(module))
          ? 'own'
          : module.includes('.')
            ? 'part'
            : 'missing';
}

/** Programs that bring a Python of their own, and how that is called. */
const HOMES: readonly (readonly [RegExp, string])[] = [
  [
    /\bpython_embed(?:d?ed)?\b|ComfyUI_windows_portable/,
    String.raw`.\python_embeded\python.exe`
  ],
  [/\\Documents\\ComfyUI\\/, String.raw`.venv\Scripts\python.exe`],
  [
    /stable-diffusion-webui[^\n]{0,80}\\|\\stable-diffusion-webui\b/,
    String.raw`venv\Scripts\python.exe`
  ]
];

/** The Python of the program, where it is not the one that pip would serve. */
export function homeOf(reading: IReading): { readonly home?: string } {
  const text = printedText(reading);
  return { home: HOMES.find(([sign]) => sign.test(text))?.[1] };
}

/** Parts of the package lightning, which holds PyTorch Lightning as one of them. */
const OF_LIGHTNING =
  /^lightning\.(?=(?:callbacks|loggers|strategies|profilers|plugins|trainer|tuner|loops|core)\b)/;

/** The kind, and the package whose compiled part is missing. */
export function kindAndAsker(module: string, reading: IReading) {
  const kind = kindOf(module, reading);
  const bringer = ['missing', 'own', 'part', 'searched'].includes(kind)
    ? bringerOf(module, reading)
    : null;
  if (bringer) {
    return bringer;
  }
  switch (kind) {
    case 'extension':
      return { kind, package: callingPackage(reading) };
    case 'repository':
      return { kind, ...projectOf(module, reading) };
    case 'own':
      return {
        kind,
        place: rootOf(reading),
        here: fileBelow(topOf(module), reading) ? 'yes' : undefined
      };
    case 'root':
      return { kind, ...belowRoot(reading) };
    case 'incomplete':
      return { kind, place: rootOfNamed(reading) };
    case 'fork':
    case 'searched':
      return { kind, place: folderOnPath(reading) };
    case 'launcher':
      return { kind, executable: launcherOf(reading) };
    case 'python3':
      return { kind, ...python3In(reading) };
    case 'part-of-name':
    case 'unbuilt':
      return { kind, place: rootOfClone(topOf(module), reading) };
    case 'clash':
      return {
        kind,
        package: clashOf(topOf(module), reading.code)?.meant
      };
    case 'part':
      return OF_LIGHTNING.test(module)
        ? { kind, near: module.replace(OF_LIGHTNING, 'lightning.pytorch.') }
        : { kind };
    case 'hiding':
      return {
        kind,
        package: NO_PACKAGE.exec(reading.exceptions[0].message)?.groups?.plain
      };
    default:
      return {
        kind,
        ...homeOf(reading),
        pasted: reading.incident.kind === 'text' ? 'yes' : undefined
      };
  }
}
