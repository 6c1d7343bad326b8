import { packageOf } from '../../shared/package-names';
import type { IReading } from '../../incident/types';
import { printedText } from '../predicates';

/** The version of a package that the kernel has, by its module. */
export function versionOf(
  { incident: { stack } }: IReading,
  module: string | undefined
): string | undefined {
  const top = module?.split('.')[0] ?? '';
  const versions = new Map(Object.entries(stack?.packages ?? {}));
  return versions.get(top) ?? versions.get(packageOf(top));
}

/** The version of torch in the kernel, which tells its build: `2.13.0+cu130`. */
export function torchOf({ incident: { stack } }: IReading): string | undefined {
  return stack?.torch ?? undefined;
}

/** The CUDA that torch was built with. */
export function cudaOf({ incident: { stack } }: IReading): string | undefined {
  return stack?.cuda ?? undefined;
}

/** A build of torch, as pip and setup.py files print it: `2.5.1+cu121`. */
const BUILD = /\b\d\.\d{1,2}\.\d{1,2}\+cu(?<major>\d{2})(?<minor>\d)\b/;

/** The CUDA that torch was built with, as the kernel or the text tells it. */
export function cudaPrinted(reading: IReading): string | undefined {
  const printed = BUILD.exec(printedText(reading))?.groups;
  return (
    cudaOf(reading) ??
    (printed ? `${printed.major}.${printed.minor}` : undefined)
  );
}

/** The version of a torch that was built for neither CUDA nor ROCm. */
export function cpuBuild({
  incident: { stack }
}: IReading): string | undefined {
  return stack?.torch && !stack.cuda && !stack.hip ? stack.torch : undefined;
}
