/** What a program stands on: torch's build, the driver, the GPUs, its packages. */
import { asNumber } from './death/death';
import { asText, dataOf } from './live-data';

/** So many GPUs and packages are kept. */
const MAX_KEPT = 30;

/** A GPU, by its name. */
export interface IGpu {
  readonly name: string;
  /** Its compute capability, `8.6`; null where nobody has asked it. */
  readonly capability: string | null;
}

/** What a kernel tells of it; null where it is not known. */
export interface IStack {
  /** torch's version as it is imported, null where it is not. */
  readonly torch: string | null;
  /** The CUDA, or the ROCm, that it was built with; null for neither. */
  readonly cuda: string | null;
  readonly hip: string | null;
  /** The capabilities that the build holds code for, the oldest first. */
  readonly architectures: readonly string[];
  /** NVIDIA's driver, on Linux. */
  readonly driver: string | null;
  readonly gpus: readonly IGpu[];
  /** Whether the GPUs are those that this process sees, counted as torch does. */
  readonly isSeen: boolean;
  /** CUDA_VISIBLE_DEVICES, as it stands in the process now. */
  readonly visible: string | null;
  /** The versions of packages that have to do with it, by module. */
  readonly packages: Readonly<Record<string, string>>;
}

/** `86` → `8.6`, `120` → `12.0`; null for anything else. */
function capabilityOf(value: unknown): string | null {
  const number = asNumber(value);
  return number === null || number < 10
    ? null
    : `${Math.floor(number / 10)}.${number % 10}`;
}

function parseGpu(value: unknown): IGpu[] {
  const [first, capability] = Array.isArray(value) ? value : [];
  const name = asText(first);
  return name === null ? [] : [{ name, capability: capabilityOf(capability) }];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_KEPT) : [];
}

/** A stack as `stack.py` reports it. Never throws. */
export function parseStack(value: unknown): IStack {
  const from = dataOf(value);
  return {
    torch: asText(from.torch),
    cuda: asText(from.cuda),
    hip: asText(from.hip),
    architectures: listOf(from.architectures).flatMap(
      each => capabilityOf(each) ?? []
    ),
    driver: asText(from.driver),
    gpus: listOf(from.gpus).flatMap(parseGpu),
    isSeen: from.seen === true,
    visible: asText(from.visible),
    packages: Object.fromEntries(
      Object.entries(dataOf(from.packages))
        .filter((one): one is [string, string] => typeof one[1] === 'string')
        .slice(0, MAX_KEPT)
    )
  };
}
