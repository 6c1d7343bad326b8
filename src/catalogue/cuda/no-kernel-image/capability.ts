import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';

/**
 * What torch/cuda/__init__.py warns about a GPU it has no code for:
 * `_check_cubins` since 1.8, `_warn_unsupported_code` of 2.13, and the words
 * before both.
 */
const COMPATIBLE =
  /(?:(?<gpu>(?:NVIDIA|GeForce|Quadro|Tesla|TITAN|RTX|GTX|GRID)[\w +.()/-]{0,60}?) )?with CUDA capability sm_(?<sm>\d{2,3})\b/i;
const FOUND =
  /Found GPU ?\d{1,3} (?<gpu>[\w +.()/-]{1,80}?) which is of (?:cuda|compute) capability (?:\(CC\) )?(?<cc>\d{1,2}\.\d)/i;

/** The build's architectures, in a warning or printed by `get_arch_list()`. */
const ARCHITECTURES = /\b(?:sm|compute)_(\d{2,3})(?!\d| is not compatible)/g;

/** The same in 2.13's list: `- 7.5 which supports hardware CC …`. */
const BUILT_FOR = /- (\d{1,2}\.\d) which supports hardware CC/g;

/** The remedy that torch 2.13 prints; put together again from its parts. */
const REMEDY =
  /pip install torch==(?<release>\d{1,2}\.\d{1,3}\.\d{1,3}) --index-url https:\/\/download\.pytorch\.org\/whl\/(?<build>cu\d{2,3})\b/;

/** `86` → `8.6`, `120` → `12.0`. */
function decimal(sm: string): string {
  return `${sm.slice(0, -1)}.${sm.slice(-1)}`;
}

/** What the kernel knows of its GPU and its build, where all GPUs are alike. */
function toldByKernel({ incident: { stack } }: IReading): {
  readonly gpu?: string;
  readonly capability?: string;
  readonly built: readonly number[];
} {
  const gpus = stack?.gpus ?? [];
  const [first] = gpus;
  const isOne =
    stack?.isSeen === true &&
    gpus.length > 0 &&
    gpus.every(({ capability }) => capability === first.capability);
  return {
    built:
      stack?.architectures.map(each => Math.round(Number(each) * 10)) ?? [],
    ...(isOne && first.capability !== null
      ? { gpu: first.name, capability: first.capability }
      : {})
  };
}

/** Whether code for one of the architectures runs on a GPU: of one major number. */
function covers(built: readonly number[], sm: number): boolean {
  return built.some(
    each => Math.floor(each / 10) === Math.floor(sm / 10) && each <= sm
  );
}

/**
 * The GPU and the build as the warnings describe them: `gpu` (its name),
 * `capability` (`8.6`), `oldest` and `newest` (of the build), `age` (`newer`
 * or `older` than all of them), `release` and `build` (torch's own remedy). What
 * no warning tells is the kernel's; `covered` where its build has code for the GPU.
 */
export function readCapability(reading: IReading): Values {
  const text = [
    reading.log,
    ...reading.exceptions.map(one => one.message)
  ].join(' ');
  const compatible = COMPATIBLE.exec(text)?.groups;
  const found = FOUND.exec(text)?.groups;
  const told = toldByKernel(reading);
  const capability = compatible
    ? decimal(compatible.sm)
    : (found?.cc ?? told.capability);
  const printed = [
    ...[...text.matchAll(ARCHITECTURES)]
      .map(match => Number(match[1]))
      .filter(sm => !compatible || sm !== Number(compatible.sm)),
    ...[...text.matchAll(BUILT_FOR)].map(match =>
      Math.round(Number(match[1]) * 10)
    )
  ];
  const built = [...(printed.length > 0 ? printed : told.built)].sort(
    (a, b) => a - b
  );
  const values = {
    gpu: compatible?.gpu ?? found?.gpu ?? told.gpu,
    capability,
    ...REMEDY.exec(text)?.groups
  };
  if (!capability || built.length === 0) {
    return /because it is too old/.test(text)
      ? { ...values, age: 'older' }
      : values;
  }
  const oldest = built[0];
  const newest = built[built.length - 1];
  const sm = Math.round(Number(capability) * 10);
  return {
    ...values,
    oldest: decimal(String(oldest)),
    newest: decimal(String(newest)),
    age: sm > newest ? 'newer' : sm < oldest ? 'older' : undefined,
    covered: covers(told.built, sm) ? 'yes' : undefined
  };
}
