import type { ICleanLine } from '../text/clean';
import type { IIncident, IRaised } from '../types';

/** Frameworks whose errors look like ours and are not. */
const NAMES =
  'tensorflow|keras|tf2onnx|jax|jaxlib|flax|cupy|mxnet|xgboost|lightgbm|catboost|pyspark|joblib|loky|paddle|numba|sklearn|theano|chainer|mindspore|julia|CUDAdrv|GpuDnn\\w{1,30}|GpuContiguous';

const FOREIGN = new RegExp(
  String.raw`(?:\b|_)(?:${NAMES})(?:\b|_(?!stub))|\bcaffe\b|org\.apache\.|\[\[node |\[Op:__|\bTF-TRT\b|stream_executor|\bxla[:/_.]|\bXLA Runtime\b|\bXlaModule\b|\.jl:\d`,
  'i'
);

/** Words that only torch and its libraries print. */
const OURS =
  /torch|\baten\b|\bc10\b|DataLoader|state_dict|lightning|accelerate|transformers|nn\.Module/i;

const FOREIGN_PACKAGE = new RegExp(`^(?:${NAMES})$`, 'i');
const OUR_PACKAGE =
  /^(?:torch\w*|pytorch\w*|functorch|lightning\w*|accelerate|transformers|timm|fastai)$/i;

/** Of these, what programs on torch use beside it, for scores and for data. */
const BESIDE_NAMES = 'sklearn|joblib|loky|numba|xgboost|lightgbm|catboost';
const BESIDE = new RegExp(`^(?:${BESIDE_NAMES})$`, 'i');
const BESIDE_WORD = new RegExp(String.raw`\b(?:${BESIDE_NAMES})\b`, 'gi');

const PACKAGE = /(?:site|dist)-packages[\\/](\w+)/;

/** Whether `text` speaks of another framework and not of torch. */
export function isForeign(text: string): boolean {
  return FOREIGN.test(text) && !OURS.test(text);
}

/** A download fails for everybody alike, whichever framework asked for it. */
const OF_NETWORK = /^(?:HTTP|URL|SSL|Proxy)Error$/;

/** Whether the code at hand, or the notebook around it, is a program on torch. */
export function isOnTorch({ imports = '', source }: IIncident): boolean {
  return OURS.test(`${imports}\n${source}`);
}

/** Whether a library on torch, or a line that speaks of it, led there. */
function passedOurs({ frames }: IRaised): boolean {
  return frames.some(
    ({ file, code }) =>
      OUR_PACKAGE.test(PACKAGE.exec(file)?.[1] ?? '') || OURS.test(code)
  );
}

/**
 * Whether another framework raised it: the package of the innermost call
 * decides where it is known, else the words.
 *
 * @param onTorch - the program is one on torch: scikit-learn is then a part of it
 */
export function isForeignException(raised: IRaised, onTorch: boolean): boolean {
  if (OF_NETWORK.test(raised.name)) {
    return false;
  }
  for (let at = raised.frames.length - 1; at >= 0; at--) {
    const name = PACKAGE.exec(raised.frames[at].file)?.[1] ?? '';
    if (OUR_PACKAGE.test(name)) {
      return false;
    }
    if (FOREIGN_PACKAGE.test(name)) {
      return !(BESIDE.test(name) && (onTorch || passedOurs(raised)));
    }
  }
  const words = `${raised.module ?? ''} ${raised.name} ${raised.message}`;
  // What is not installed raises nothing itself.
  return (
    !/^No module named /.test(raised.message) &&
    isForeign(onTorch ? words.replace(BESIDE_WORD, '') : words)
  );
}

/** What torch raises for anything: the class alone excludes nothing. */
const COMMON = /^(?:RuntimeError|AssertionError|OSError|ImportError)?$/;

/** Whether torch or one of its libraries may have raised it. */
export function isOurException(raised: IRaised): boolean {
  const files = raised.frames.map(frame => frame.file).join('\n');
  return (
    OURS.test(`${raised.module ?? ''} ${raised.message} ${files}`) ||
    (COMMON.test(raised.name) && !PACKAGE.test(files))
  );
}

/** How other frameworks mark what made them fail: loggers, native frames. */
const FAILED = /\b[EF] |error|fatal|exception|@ {1,20}0x[\da-f]/i;

/** Whether another framework's failure is all that a log tells of. */
export function isForeignLog(lines: readonly ICleanLine[]): boolean {
  return (
    lines.some(({ text }) => FAILED.test(text) && isForeign(text)) &&
    !lines.some(({ text }) => OURS.test(text))
  );
}

/** The lines that do not come from another framework. */
export function ownLines(lines: readonly ICleanLine[]): readonly ICleanLine[] {
  return lines.filter(line => !isForeign(line.text));
}
