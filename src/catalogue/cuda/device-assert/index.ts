import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import {
  LINKS,
  rerunBlocking,
  restartKernel,
  runOnCpu,
  isAnEcho
} from '../shared/advice';
import { cudaErrorSigns } from '../shared/cuda-error';
import { DEVICE_ASSERT } from '../shared/device-assert';

/** Names of what models of texts are given. */
const TEXT =
  /\bmodel\((?:\*\*)?(?<ids>(?:\w{0,20}_)?(?:text|texts|tokens?|input_ids|ids|src|sentences?|words?|seqs?|sequences?)(?:_\w{1,20})?)\b/i;

const CALLED = /\bmodel\([^\n()]{1,80}\)/g;

/** The ids that the line gives to a model, where no loss is on the way. */
function textIn(reading: IReading): ValuesOf<'ids'> {
  const frames = reading.exceptions.flatMap(one => one.frames);
  const line = frames
    .filter(({ place }) => place !== 'library')
    .map(({ code }) => code)
    .reverse()
    .find(code => code !== '');
  // A log that was cut has no whole frame.
  const printed = line ?? [...reading.log.matchAll(CALLED)].pop()?.[0] ?? '';
  return { ids: TEXT.exec(printed)?.groups?.ids };
}

/** Ids that are out of range, looked at and kept out. */
function idFixes(trans: ITranslate, ids: string): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Compare the ids with the rows of the embedding'),
      detail: trans.__(
        'Before they go to the GPU. Ids must be 0 … num_embeddings - 1, and the text no longer than the positions.'
      ),
      code: `print(${ids}.min(), ${ids}.max(), ${ids}.shape)\nprint([m for m in model.modules() if isinstance(m, nn.Embedding)])`
    },
    check(
      trans.__('Leave out what is unknown, and cut what is too long'),
      'ids = [vocab[c] for c in text if c in vocab][:max_len]  # find() and get() give -1 or None',
      trans.__('Then restart the kernel: after the assertion it is lost.')
    )
  ];
}

/** Any failed assertion of a GPU kernel whose condition is not known to us. */
export default define({
  id: 'cuda/device-assert',
  answers: [
    'CUDA error: device-side assert triggered',
    'CUDA error: device-side assert triggered / CUDA kernel errors might be asynchronously reported at some other API call',
    'cuda runtime error (59) : device-side assert triggered at THCStorage.cpp:36',
    'cuda runtime error (710) : device-side assert triggered',
    'RuntimeError: copy_if failed to synchronize: device-side assert triggered',
    'THCudaCheck FAIL file=... line=296 error=59 : device-side assert triggered',
    'Triton Error [CUDA]: device-side assert triggered',
    "Search for `cudaErrorAssert' in the CUDA documentation"
  ],
  sticky: true,
  late: true,
  values: ['expression', 'ids'],
  known: textIn,
  signs: [
    ...cudaErrorSigns(DEVICE_ASSERT),
    {
      where: 'assertion',
      pattern: /^(?<expression>.{1,120})/,
      when: ({ assertions }) =>
        assertions.some(assertion => /block: ?\[/.test(assertion.text)),
      file: /\.(?:cuh?|hip)$|^$/
    }
  ],
  words: (trans, { expression, ids }) => ({
    title: trans.__('A check inside a GPU kernel failed'),
    cause: expression
      ? trans.__(
          'The GPU code checked “%1” and it did not hold, so a value given to it is out of range. The line shown is where this was noticed, usually not where it happened.',
          expression
        )
      : ids
        ? trans.__(
            'A value given to the GPU was out of range. The line runs the model on %1: probably an id is negative, or not below the rows of the embedding (an unknown character or word, another vocabulary), or the text is longer than its table of positions.',
            ids
          )
        : trans.__(
            'A value given to the GPU was out of range: a class label, an embedding id or an index, say. The text does not tell which, and the line shown is where it was noticed, usually not where it happened.'
          ),
    fixes: [
      ...(ids && !expression ? idFixes(trans, ids) : []),
      rerunBlocking(trans),
      {
        safety: 'diagnostic',
        title: trans.__('Compare labels and ids with what the model allows'),
        detail: trans.__(
          'Labels must be 0 … outputs - 1, ids 0 … num_embeddings - 1. Print them from the CPU copy of the batch.'
        ),
        code: 'print(labels.min(), labels.max(), outputs.shape)\nprint(ids.min(), ids.max(), embedding.num_embeddings)'
      },
      runOnCpu(trans),
      restartKernel(trans)
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'The sentence “Compile with TORCH_USE_CUDA_DSA” alone says nothing: torch 2.0 to 2.12 add it to every CUDA error.'
      ),
      isAnEcho(trans)
    ],
    links: [LINKS.asynchronous(trans), LINKS.assertion(trans)]
  })
});
