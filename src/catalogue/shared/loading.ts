import type { IReading } from '../../incident/types';
import { printedText } from '../predicates';

/** A frame of `torch.load`, or the line that calls it, printed without more. */
const LOADING =
  /[\\/]torch[\\/]serialization\.py", line \d|--> \d{1,5} [^"]{0,100}\btorch\.load\(|super\(\)\.find_class\(mod_name, name\)/;

/** Whether pieces of the traceback are printed beside an error that has none. */
function besideLoad({ exceptions, log }: IReading): boolean {
  return (
    exceptions.every(({ frames }) => frames.length === 0) && LOADING.test(log)
  );
}

/** Whether something else than `torch.load` moves tensors to the GPU. */
export function movesElsewhere(reading: IReading): boolean {
  return /\.cuda\(/.test(reading.code) && !inLoad(reading);
}

/** Whether the error came out of `torch.load`, or the cell calls it. */
export function inLoad(reading: IReading): boolean {
  const { exceptions, code } = reading;
  // A cell may load a file further down than the line that failed.
  const lines = exceptions
    .flatMap(({ frames }) => frames.map(frame => frame.code))
    .filter(line => line !== '');
  return (
    besideLoad(reading) ||
    /\btorch\.load\(|load_from_checkpoint\(|\bjit\.load\(|load_state_dict_from_url\(/.test(
      lines.length > 0 ? lines.join('\n') : code
    ) ||
    exceptions.some(({ frames }) =>
      frames.some(({ file }) =>
        /[\\/]torch[\\/](?:serialization|_weights_only_unpickler|hub|jit[\\/]_serialization)\.py/.test(
          file
        )
      )
    )
  );
}

/** `checkpoint = torch.load(…)`, also `model, step = …`. */
const LOADED = /(?<name>\w{1,60}) ?= ?(?:torch|jit)\.load\(/g;

/** `torch.load(path).eval()`: what is asked of it at once. */
const AT_ONCE = /\btorch\.load\([^\n]{1,300}\)\.(?<method>\w{1,60})/g;

const LACKS = /has no attribute ["'](?<method>\w{1,60})["']/;

/**
 * Whether what `torch.load` gave is asked for the attribute that the error
 * names, or called: `torch.load(path).to(device)`, or later `checkpoint.eval()`.
 */
export function usesLoaded({ exceptions, code }: IReading): boolean {
  const names = [...code.matchAll(LOADED)].map(({ groups }) => groups?.name);
  const atOnce = [...code.matchAll(AT_ONCE)].map(
    ({ groups }) => groups?.method
  );
  return exceptions.some(({ message }) => {
    const method = LACKS.exec(message)?.groups?.method;
    const use = method === undefined ? '(' : `.${method}`;
    return (
      (method !== undefined && atOnce.includes(method)) ||
      names.some(name => code.includes(`${name}${use}`))
    );
  });
}

/** No frame and no code is there to say where it happened. */
export function placeUnknown({ exceptions, code }: IReading): boolean {
  return code.trim() === '' && exceptions.every(one => one.frames.length === 0);
}

/** A source line beside the error that reads a pickle without torch. */
export function readsPickle(reading: IReading): boolean {
  return /\b(?:pickle|pkl|cPickle|joblib)\.loads?\(/.test(printedText(reading));
}

/** Whether a pickle that fails may be torch's: not where the code says whose. */
export function perhapsLoad(reading: IReading): boolean {
  return (
    placeUnknown(reading) ||
    !/\b(?:pickle|pkl|joblib|np|numpy|pd)\.(?:load|read_pickle)/.test(
      reading.code
    ) ||
    reading.mentions('torch')
  );
}

/**
 * Pickle's opcodes (CPython, Lib/pickle.py), of which `weights_only` reads some,
 * more in later torch. Any other byte is no pickle: `<` of a web page, `v` of a
 * git-lfs pointer.
 */
const GARBAGE =
  /Unsupported operand (?!(?:4[016-9]|50|6[67]|7\d|8[0-68]|9[3789]|10[013-68]|11[1-7]|125|12[89]|1[34]\d|15[0-2])\b)(?<operand>\d{1,3})\b/;

/** The pattern of a `weights_only` error that means: this is no checkpoint. */
export const NOT_A_PICKLE = GARBAGE;

/** Whether a `weights_only` error means that the file is no checkpoint. */
export function isGarbage({ exceptions, log }: IReading): boolean {
  return (
    GARBAGE.test(log.slice(-20_000)) ||
    exceptions.some(one => GARBAGE.test(one.message.slice(0, 20_000)))
  );
}
