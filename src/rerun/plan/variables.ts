import { ownValue } from '../../shared/own-value';

/** What a blocking re-run puts into the new process. */
export const BLOCKING: Readonly<Record<string, string>> = {
  CUDA_LAUNCH_BLOCKING: '1'
};

/**
 * Why a variable is not set:
 *
 * - `start`: it is read when a process starts, before we can set it;
 * - `build`: it is a switch for building PyTorch;
 * - `fixed`: the re-run sets it itself;
 * - `name`: it is no name of a variable.
 */
export type Refusal = 'start' | 'build' | 'fixed' | 'name';

/**
 * Read by the dynamic linker, the C library or the interpreter at its start:
 * ld.so(8), mallopt(3), dyld(1), and "Environment variables" in Python's
 * command line documentation.
 */
const AT_START =
  /^(?:LD_\w+|DYLD_\w+|MALLOC_\w+|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|PYTHON\w+)$/;

/** Variables that are put into the process, and those that are not. */
export interface IVariables {
  readonly accepted: Readonly<Record<string, string>>;
  /** Name and reason. */
  readonly refused: readonly (readonly [string, Refusal])[];
}

function refusalOf(name: string): Refusal | null {
  if (!/^[A-Z_]\w{0,200}$/i.test(name)) {
    return 'name';
  }
  if (ownValue(BLOCKING, name) !== undefined) {
    return 'fixed';
  }
  if (name === 'TORCH_USE_CUDA_DSA') {
    return 'build';
  }
  return AT_START.test(name) ? 'start' : null;
}

/**
 * Sort the user's further variables into those that a live process still
 * honours before its first user code, and those that come too late.
 *
 * @param wanted - from the settings; anything may stand there
 */
export function variablesOf(
  wanted: Readonly<Record<string, unknown>>
): IVariables {
  const accepted = Object.entries(BLOCKING);
  const refused: (readonly [string, Refusal])[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    const refusal = refusalOf(name);
    if (refusal === 'fixed' && value === ownValue(BLOCKING, name)) {
      continue;
    }
    if (refusal) {
      refused.push([name, refusal]);
    } else {
      accepted.push([name, String(value)]);
    }
  }
  return { accepted: Object.fromEntries(accepted), refused };
}
