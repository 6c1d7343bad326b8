/**
 * Which errors the kernel is asked about: it knows more of them than their text,
 * of those of Python itself and of torch's calls. Apart from `failure-traits.ts`, since only a failure needs it.
 */
import { clean } from '../incident/text/clean';
import type { IIncident } from '../incident/types';

/** Errors of Python itself of which the kernel knows more than their text. */
const ASKED_OF_KERNEL =
  /^(?:NameError|ImportError|ModuleNotFoundError|TypeError|KeyError|IndexError|ValueError|AttributeError|AssertionError|PicklingError|FileNotFoundError|NotADirectoryError|IsADirectoryError)$/;

/** Errors that torch raises in a call that it was given tensors for. */
const OF_TORCH =
  /^(?:RuntimeError|IndexError|ValueError|TypeError|NotImplementedError|AcceleratorError|OperandError)$/;

/** What is built on torch, as imports and paths name it. */
export const BUILT_ON_TORCH =
  'fastai|fastbook|transformers|diffusers|accelerate|peft|trl|timm|ultralytics|mmcv|mmdet|mmengine|detectron2|bitsandbytes|unsloth|stable_baselines3|sentence_transformers|monai|kornia|open_clip|basicsr|gfpgan|realesrgan|easyocr|dgl|gsplat|nerfstudio|fairseq|espnet|speechbrain|nnunetv2|mmseg|mmpose|segmentation_models_pytorch|pytorch3d|groundingdino|segment_anything|setfit';

/** Names of torch and of what is built on it. */
const TORCH = new RegExp(
  String.raw`torch|lightning|transformers|\b(?:${BUILT_ON_TORCH})\b`
);

/** Words of what runs on a GPU or another device, and of what may be missing for it. */
const OF_GPU =
  /CUDA|cuDNN|cuBLAS|cuSOLVER|cuFFT|cuSPARSE|cuRAND|\bHIP\b|MIOpen|NVIDIA|nvrtc|NCCL|\bGPUs?\b|torch\._C|\bMPS\b|\bXPU\b|level_zero|Native API|\bdevice|accelerator|\bbackends?\b|sm_?\d\d|find an engine|Hardware limit/i;

/** torch's own code for such a device, in the frames of a traceback. */
const IN_GPU_CODE = /[\\/]torch[\\/](?:cuda|backends|xpu|mps)[\\/]/;

/** Errors of code that was written for another version of something. */
const OF_VERSIONS =
  /^(?:ImportError|ModuleNotFoundError|PackageNotFoundError|AttributeError|TypeError)$/;

/** A frame in an installed package. */
const OF_PACKAGE = /[\\/](?:site|dist)-packages[\\/]/;

/** The same where a library notices it itself, or one that it was built with. */
const MENTIONS_VERSION =
  /numpy|torchvision|torchaudio|operator |version|compiled|binary incompatib|INTERNAL ASSERT|deprecated|remov|no longer|only support|requir|install|import|must implement|BoolTensor|shared object|undefined symbol|\bDLL\b|dlopen|WinError 12[67]/i;

/** A frame in a library on torch: what it takes changes from release to release. */
const IN_LIBRARY = new RegExp(
  String.raw`[\\/](?:site|dist)-packages[\\/](?:pytorch_lightning|lightning|${BUILT_ON_TORCH})[\\/]`
);

/** Packages in the paths of a traceback, and in what Python says of an import. */
const PACKAGE_PLACES = [
  /[\\/](?:site|dist)-packages[\\/](?<module>\w{1,60})[\\/]/g,
  /(?:from|module|import|named) ["'](?<module>\w{1,60})/g
];

/** Those whose versions count whoever fails. */
const USUAL_PACKAGES = ['torch', 'torchvision', 'numpy'];

/** They run the cell. */
const OF_THE_KERNEL = /^(?:IPython|ipykernel|traitlets|tornado|_.*)$/;

/** So many packages are asked about. */
const MAX_PACKAGES = 16;

/** Whether a text of the user's names torch or what is built on it. */
export function speaksOfTorch(text: string): boolean {
  return TORCH.test(text);
}

/** A line that imports torch or what is built on it. */
const IMPORTS_TORCH = new RegExp(
  String.raw`^[ \t]{0,40}(?:import|from) [^\n#]{0,200}(?:${TORCH.source})`,
  'm'
);

/** Whether a cell imports torch, or what is built on it. */
export function importsTorch(source: string): boolean {
  return IMPORTS_TORCH.test(source);
}

/** A call of torch, which an `import *` may have brought. */
const CALLS_TORCH =
  /(?<![\w.'"#])torch\.(?:[a-z_]{1,30}\.){0,2}[a-z_]\w{0,40}\(/i;

/** Whether a cell calls torch, wherever it was imported. */
export function callsTorch(source: string): boolean {
  return CALLS_TORCH.test(source);
}

/** Whether the kernel that raised it is asked what it still knows of it. */
export function isAskedOfKernel({ kind, ename, program }: IIncident): boolean {
  return kind === 'cell' && !program && ASKED_OF_KERNEL.test(ename);
}

/** Whether the output leaves out what the failure went through: `%xmode` does so. */
export function isAskedForTraceback({
  kind,
  ename,
  traceback,
  program
}: IIncident): boolean {
  return (
    kind === 'cell' &&
    !program &&
    ename !== 'SyntaxError' &&
    (!traceback.includes('Traceback') || traceback.includes(' skipped frames]'))
  );
}

/**
 * Whether the kernel is asked what the program stands on: the build of torch, the
 * driver, the GPUs, the versions of packages.
 */
export function isAskedForStack({
  kind,
  ename,
  evalue,
  traceback,
  program
}: IIncident): boolean {
  return (
    kind === 'cell' &&
    !program &&
    (OF_VERSIONS.test(ename) ||
      // A name that a library imports only where another one is new enough.
      (ename === 'NameError' && OF_PACKAGE.test(traceback)) ||
      OF_GPU.test(evalue) ||
      IN_GPU_CODE.test(traceback) ||
      MENTIONS_VERSION.test(evalue) ||
      IN_LIBRARY.test(traceback))
  );
}

/** The modules whose versions may matter to a failure. */
export function modulesIn({ evalue, traceback }: IIncident): string[] {
  const named = PACKAGE_PLACES.flatMap(pattern =>
    [...`${traceback} ${evalue}`.matchAll(pattern)].map(
      ({ groups }) => groups?.module ?? ''
    )
  );
  const modules = [...new Set([...USUAL_PACKAGES, ...named])];
  return modules
    .filter(module => !OF_THE_KERNEL.test(module))
    .slice(0, MAX_PACKAGES);
}

/** Whether the kernel is asked for the keys of a model and of a checkpoint. */
export function isAskedForWeights({
  kind,
  ename,
  evalue,
  program
}: IIncident): boolean {
  return (
    kind === 'cell' &&
    !program &&
    ename === 'RuntimeError' &&
    /loading state_dict for/.test(evalue)
  );
}

/** Whether the kernel is asked for the tensors of the call that raised it. */
export function isAskedForTensors({
  kind,
  ename,
  program
}: IIncident): boolean {
  return kind === 'cell' && !program && OF_TORCH.test(ename);
}

/** A line of IPython's traceback that names a file: `File ~/project/nets.py:12, in f`. */
const IN_FILE = /^File (?<path>(?:~|\/|[A-Za-z]:\\)[^\n]{1,300}\.py):\d/;

/** Whose files are not the user's. */
const NOT_OWN =
  /[\\/](?:site|dist)-packages[\\/]|[\\/]lib[\\/]python3|[\\/]ipykernel_\d/;

/** Whether the kernel is asked for the user's own files that it went through. */
export function isAskedForFiles({
  kind,
  traceback,
  program
}: IIncident): boolean {
  return (
    kind === 'cell' &&
    !program &&
    clean(traceback)
      .split('\n')
      .some(line => {
        const path = IN_FILE.exec(line)?.groups?.path;
        return path !== undefined && !NOT_OWN.test(path);
      })
  );
}

/** torch's `ExceptionWrapper`, which hands on the text of a worker's error alone. */
const IN_WORKER = /^Caught \w{1,60} in DataLoader worker process \d/;

/** Whether it failed in a worker of a DataLoader, whose frames are gone. */
export function isInWorker({ kind, evalue }: IIncident): boolean {
  return kind === 'cell' && IN_WORKER.test(evalue);
}

/** torch's `Sequential`, and what runs the replicas of a model. */
const IN_LAYERS =
  /\bnn[\\/]modules[\\/]container\.py|\bCaught \w{1,60} in replica \d/;

/**
 * Whether a call failed in a layer of a `Sequential` or in a replica of
 * `DataParallel`: what those got is known of a checked run alone.
 */
export function isInLayers({
  kind,
  program,
  evalue,
  traceback
}: IIncident): boolean {
  return (
    kind === 'cell' &&
    !program &&
    (IN_LAYERS.test(traceback) || IN_LAYERS.test(evalue))
  );
}
