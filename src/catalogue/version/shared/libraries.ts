import { packageOf } from '../../../shared/package-names';
import { libraryFrames, printedPlace } from '../../shared/code-owner';
import type { IReading } from '../../../incident/types';

/** Built on torch, or shared by what is: releases of them must fit together. */
const LIBRARIES = new Set([
  'accelerate',
  'adapters',
  'auto_gptq',
  'awq',
  'datasets',
  'deepspeed',
  'diffusers',
  'fastai',
  'flair',
  'huggingface_hub',
  'kornia',
  'lightning',
  'monai',
  'open_clip',
  'optimum',
  'peft',
  'pytorch_lightning',
  'safetensors',
  'sentence_transformers',
  'setfit',
  'speechbrain',
  'stable_baselines3',
  'timm',
  'tokenizers',
  'torch_geometric',
  'torchmetrics',
  'transformers',
  'trl',
  'ultralytics',
  'unsloth',
  'unsloth_zoo',
  'vllm'
]);

/** transformers and diffusers, utils/import_utils.py: what a part wanted. */
const LAZY =
  /^Failed to import (?<asker>\w{1,60})[\w.]{0,200} because of the following error/;

const INSTALLED = /[\\/](?:site|dist)-packages[\\/](?<module>\w{1,60})[\\/]/;

/** One of the libraries whose releases must fit together. */
export function libraryIn(module: string | undefined): string | undefined {
  const top = module?.split('.')[0];
  return top !== undefined && LIBRARIES.has(top) ? top : undefined;
}

/** The library whose own line failed; code that it generates has no file. */
export function failedLibrary(reading: IReading): string | undefined {
  const modules = libraryFrames(reading)
    .map(({ file }) => INSTALLED.exec(file)?.groups?.module)
    .filter(module => module !== undefined);
  return libraryIn(modules.pop() ?? printedPlace(reading)?.module);
}

/** The library that could not be loaded, itself or one that it loads in turn. */
export function loadedLibrary({ exceptions }: IReading): string | undefined {
  return exceptions
    .map(({ message }) => libraryIn(LAZY.exec(message)?.groups?.asker))
    .find(asker => asker !== undefined);
}

/** The libraries that the kernel has of those in the traceback, with versions. */
export function installed({
  incident: { stack }
}: IReading): string | undefined {
  const found = Object.entries(stack?.packages ?? {}).filter(
    ([module]) => libraryIn(module) !== undefined
  );
  return found.length === 0
    ? undefined
    : found.map(([module, version]) => `${module} ${version}`).join(', ');
}

/** What to give to pip, each package once. */
export function packages(...modules: (string | undefined)[]): string {
  const named = modules.filter(module => module !== undefined);
  return [...new Set(named.map(packageOf))].join(' ');
}
