/** What is missing, and why, by the message and the lines that are at hand. */
import { speaksOfTorch } from '../../../diagnosis/python-words';
import type { IReading } from '../../../incident/types';
import { callingPackage, isRaisedInLibrary } from '../../shared/code-owner';
import { printedText } from '../../predicates';
import { isAlone, isTorchInPlay, mayBeTorch } from '../../shared/torch-in-play';
import {
  isKnownPackage,
  isOfProject,
  isOfTorch,
  mistypedPackage,
  topOf
} from '../shared/modules';

/** What Python says of a module that it does not find. */
export const MISSING = /^No module named '?(?<module>[\w.]{1,200})'?/;

/** The module that a message names, `''` where it names none. */
function moduleIn({ exceptions }: IReading): string {
  return MISSING.exec(exceptions[0]?.message ?? '')?.groups?.module ?? '';
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
export function olderOf(
  module: string,
  { code }: IReading
): string | undefined {
  const asked =
    new RegExp(String.raw`\b(?:from|import) (${module}[\w.]{0,80})`).exec(
      code
    )?.[1] ?? module;
  return OLDER.find(([pattern]) => pattern.test(asked))?.[1];
}

/** Packages whose lack tells nothing of torch. */
const OF_ANYBODY =
  /^(?:matplotlib|numpy|pandas|scipy|seaborn|sklearn|requests|flask|django)$/i;

/** Whether torch is in play, or its name in that of what is missing. */
export function isOurs(reading: IReading, module: string): boolean {
  return (
    isTorchInPlay(reading) ||
    (reading.incident.kind === 'text' &&
      !module.includes('.') &&
      !OF_ANYBODY.test(module) &&
      mayBeTorch(reading)) ||
    speaksOfTorch(module) ||
    olderOf(module, reading) !== undefined
  );
}

/** Whether the message alone says something, and no other entry says it. */
export function isToldByText(reading: IReading): boolean {
  const module = moduleIn(reading);
  return (
    isAlone(reading) &&
    isOurs(reading, module) &&
    (!isOfTorch(module) || mistypedPackage(module) !== undefined)
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
  { exceptions }: IReading
): { readonly place: string; readonly script: string } | undefined {
  const frames = exceptions[0]?.frames ?? [];
  const own = frames.find(({ place }) => place === 'user');
  const parts = own?.file.split(/[\\/]/) ?? [];
  const bare = (name: string) => name.toLowerCase().replace(/[-_.]/g, '');
  const at = parts.findIndex(
    (part, index) =>
      index < parts.length - 1 &&
      new RegExp(`^${bare(topOf(module))}(?:master|main|pytorch)?$`).test(
        bare(part)
      )
  );
  return own?.func === '' && at > 0
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

/** Packages share such a folder, each with a part of it. */
const SHARED = /^pyannote\.\w{1,40}$/;

/** How a module is missing, as far as texts tell. */
type MissingKind =
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
  if (SHARED.test(module)) {
    return 'missing';
  }
  if (!module.includes('.') && projectOf(module, reading)) {
    return 'repository';
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
  switch (kind) {
    case 'extension':
      return { kind, package: callingPackage(reading) };
    case 'repository':
      return { kind, ...projectOf(module, reading) };
    case 'own':
      return { kind, place: rootOf(reading) };
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
