/**
 * Which errors the kernel is asked about: it knows more of them than their text,
 * of those of Python itself and of torch's calls. Apart from `failure-traits.ts`, since only a failure needs it.
 */
import type { IIncident } from '../incident/types';

/** Errors of Python itself of which the kernel knows more than their text. */
const ASKED_OF_KERNEL =
  /^(?:NameError|ImportError|ModuleNotFoundError|TypeError|KeyError|IndexError|ValueError|AttributeError|AssertionError|PicklingError|FileNotFoundError|NotADirectoryError|IsADirectoryError)$/;

/** Errors that torch raises in a call that it was given tensors for. */
const OF_TORCH =
  /^(?:RuntimeError|IndexError|ValueError|TypeError|NotImplementedError|AcceleratorError|OperandError)$/;

/** Names of torch and of what is built on it. */
const TORCH =
  /torch|lightning|transformers|\b(?:timm|accelerate|diffusers|peft|fastai|ultralytics)\b/;

/** Whether a text of the user's names torch or what is built on it. */
export function speaksOfTorch(text: string): boolean {
  return TORCH.test(text);
}

/** Whether the kernel that raised it is asked what it still knows of it. */
export function isAskedOfKernel({ kind, ename, program }: IIncident): boolean {
  return kind === 'cell' && !program && ASKED_OF_KERNEL.test(ename);
}

/** Whether the kernel is asked for the tensors of the call that raised it. */
export function isAskedForTensors({
  kind,
  ename,
  program
}: IIncident): boolean {
  return kind === 'cell' && !program && OF_TORCH.test(ename);
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
