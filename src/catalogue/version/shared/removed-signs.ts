import type { IReading, ISign, Values } from '../../../diagnosis/types';
import { nothingRaised, ofKind, said } from '../../said';
import { keywordSigns } from './keywords';
import { asksTorch, importedFrom, PACKAGES } from './names';
import { onlyWarned } from './remark';

/**
 * A name that a module of torch does not have. Names of `torch._C` that exist
 * in a CUDA build only, and modules half imported, are other causes.
 */
const ATTRIBUTE = new RegExp(
  String.raw`(?<!initialized )module '?(?<module>(?:${PACKAGES})(?:\.\w{1,40}){0,6})'? has no attribute '(?!_cud|_nccl|_CUDA|extension')(?<name>\w{1,60})(?:'|$)`
);

const IMPORT = new RegExp(
  String.raw`cannot import name '?(?!_C')(?<name>\w{1,60})'? from '(?<module>(?:${PACKAGES})(?:\.\w{1,40}){0,6})'(?! \(unknown location)`
);

const NO_MODULE = new RegExp(
  String.raw`No module named '?(?<module>(?:${PACKAGES})(?!\._C')(?:\.\w{1,40}){1,6})'?`
);

/** torch/_linalg_utils.py and others. */
const TOLD =
  /This function was deprecated since version (?<version>[\d.]{1,6}\d) and is now removed|torch\.utils\.ffi is deprecated\. Please use cpp extensions instead|'weights_only' is an invalid keyword argument for Unpickler/;

/** torch/csrc/autograd/python_function.cpp, since 1.5; a warning before. */
const LEGACY =
  /Legacy autograd function with non-static forward method is deprecated(?! and will be)/;

/** Methods and attributes of tensors and iterators that older torch had. */
const METHOD =
  /'Tensor' object has no attribute '(?<name>rfft|irfft|fft|ifft|symeig|eig|lstsq|gels|solve|gesv)'|'_\w{1,20}DataLoaderIter' object has no attribute '(?<method>next|_send_idx|_rcvd_idx|_put_indices)'/;

/** Headers of the old C++ backend, removed in torch 1.11. */
const HEADER =
  /(?:fatal error(?: C1083)?: |Cannot open include file: ['"])(?:Cannot open include file: ['"])?(?<name>THC?\/THC?[\w/]{0,40}\.(?:cu)?h)/;

/** The function that such a message is about, where it is one of these. */
function toldName(_: Values, { exceptions }: IReading): Values {
  const found = exceptions
    .map(one =>
      /torch\.(?:linalg\.)?(?<name>solve|lstsq|symeig|eig|matrix_rank)\b/.exec(
        one.message
      )
    )
    .find(match => match !== null);
  return { ...found?.groups };
}

function calls(pattern: RegExp): (reading: IReading) => boolean {
  return ({ code }) => pattern.test(code);
}

/** A keyword of Python since 3.7. */
const ASYNC = /\.cuda\([^)\n]{0,60}\basync ?=/;

/** torch.functional: complex numbers since 1.8, and nothing else since 2.0. */
const COMPLEX =
  /\b(?<name>i?stft) requires (?:the return_complex parameter be given for real inputs|a complex-valued input tensor matching the output from stft)/;

/** The signs of `version/removed-api`. */
export const REMOVED_SIGNS: readonly ISign[] = [
  { where: 'message', pattern: ATTRIBUTE },
  { where: 'message', pattern: IMPORT },
  {
    where: 'message',
    pattern: NO_MODULE,
    read: ({ module }) => ({ module, name: module })
  },
  { where: 'message', pattern: TOLD, read: toldName },
  { where: 'message', pattern: LEGACY, ...ofKind('legacy') },
  {
    where: 'message',
    pattern: METHOD,
    read: ({ name, method }) => ({ name: name ?? method })
  },
  ...said(COMPLEX, { read: ({ name }) => ({ name, kind: 'complex' }) }),
  ...said(HEADER, ofKind('header')),
  // Variable(x, volatile=True): only a warning, since 0.4.
  ...said(/\b(?<name>volatile) was removed and now has no effect/, {
    when: onlyWarned,
    confidence: 'likely'
  }),
  ...keywordSigns(),
  {
    where: 'message',
    pattern: /'module' object has no attribute '(?<name>\w{1,60})'/,
    when: asksTorch
  },
  // Python 2 does not name the module; nobody else has these.
  {
    where: 'message',
    pattern:
      /^'module' object has no attribute '(?<name>no_grad|enable_grad|set_grad_enabled|inference_mode)'$/,
    confidence: 'likely'
  },
  {
    where: 'message',
    pattern: /cannot import name '?\w{1,60}'?$/,
    when: reading => importedFrom(reading).module !== undefined,
    read: (_, reading) => importedFrom(reading)
  },
  ...[ATTRIBUTE, IMPORT, NO_MODULE, TOLD].map((pattern): ISign => ({
    where: 'log',
    pattern,
    when: nothingRaised,
    confidence: 'likely'
  })),
  {
    where: 'message',
    pattern: /'module' object is not callable/,
    when: calls(/\btorch\.fft\(/),
    confidence: 'likely',
    read: () => ({ name: 'fft' })
  },
  {
    where: 'message',
    pattern: /invalid syntax/,
    ename: /^SyntaxError$/,
    when: ({ code, log }) => ASYNC.test(code) || ASYNC.test(log),
    read: () => ({ name: 'async' })
  }
];
