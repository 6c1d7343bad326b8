import { packageOf } from '../../shared/package-names';
import type { IReading } from '../../incident/types';

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

/** The version of a torch that was built for neither CUDA nor ROCm. */
export function cpuBuild({
  incident: { stack }
}: IReading): string | undefined {
  return stack?.torch && !stack.cuda && !stack.hip ? stack.torch : undefined;
}
