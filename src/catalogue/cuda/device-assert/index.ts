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
import { classesIn, DEVICE_ASSERT } from '../shared/device-assert';
import { visibleCode } from '../../shared/ran-code';

/** Names of what models of texts are given. */
const TEXT =
  /\bmodel\((?:\*\*)?(?<ids>(?:\w{0,20}_)?(?:text|texts|tokens?|input_ids|ids|src|sentences?|words?|seqs?|sequences?)(?:_\w{1,20})?)\b/i;

const CALLED = /\bmodel\([^\n()]{1,80}\)/g;

/** The loss functions at hand, by what they ask of labels. */
const CLASS_LOSS =
  /\b(?:CrossEntropyLoss|NLLLoss|cross_entropy|nll_loss|FocalLoss)\b/;
const BINARY_LOSS = /\b(?:BCELoss|binary_cross_entropy)\b/;
const TAKES_LOSS =
  /\b\w{0,20}(?:loss|criterion|cross_entropy)\w{0,20}\(|\.backward\(|\.item\(\)/i;
const MASKS =
  /\bmasks?(?:_\w{1,20})?\b|\bU-?Net\b|\bsegment|\bdeeplab|\bfcn_resnet/i;
const TRAINER = /\btrainer\.(?:train|evaluate)\(|\.fit\w{0,12}\(|\.fine_tune\(/;

/** A number of classes that a model is made with. */
const CLASSES_GIVEN =
  /[(,]\s{0,20}(?:num_classes|n_classes|num_labels|classes) ?= ?\d|\bLinear\([^,()]{1,80}, ?\d/;

/** transformers gives a head two outputs unless told otherwise. */
const WITHOUT_LABELS =
  /ForSequenceClassification\.from_pretrained\((?![^)]{0,300}num_labels)/;

/** A line that checks no value itself: what was lost shows in it. */
const INNOCENT =
  /^(?:\w{1,40} ?= ?)?(?:torch\.(?:zeros|ones|rand\w{0,4}|tensor|manual_seed|cuda\.\w{1,30}|save|load)\(|(?:print|del)\b|\w{1,40}\.(?:to|cuda|cpu)\([^()]{0,30}\)$)/;

type Shown = ValuesOf<'ids' | 'scene' | 'classes'>;

/** What the line that noticed it, and the code at hand, tell of the value. */
function shownBy(reading: IReading): Shown {
  const frames = reading.exceptions.flatMap(one => one.frames);
  const line =
    frames
      .filter(({ place }) => place !== 'library')
      .map(({ code }) => code.trim())
      .reverse()
      .find(code => code !== '') ?? '';
  const { text } = visibleCode(reading);
  const classes = CLASSES_GIVEN.test(text)
    ? classesIn(text)
    : WITHOUT_LABELS.test(text)
      ? '2'
      : undefined;
  // In a loop the round before may have been refused: the line only noticed it.
  const isLoop = /^[ \t]{0,40}for\b/m.test(reading.incident.source);
  const isLoss =
    TAKES_LOSS.test(line) ||
    TRAINER.test(line) ||
    (isLoop && TAKES_LOSS.test(reading.incident.source));
  if (!isLoss && INNOCENT.test(line)) {
    return { scene: 'echo' };
  }
  if (isLoss && BINARY_LOSS.test(text) && !CLASS_LOSS.test(text)) {
    return { scene: 'binary' };
  }
  if (isLoss && (CLASS_LOSS.test(text) || /\bnum_labels\b/.test(text))) {
    return { scene: MASKS.test(text) ? 'masks' : 'labels', classes };
  }
  return textIn(reading, line);
}

/** The ids that the line gives to a model, where no loss is on the way. */
function textIn(reading: IReading, line: string): Shown {
  // A log that was cut has no whole frame.
  const printed = line || ([...reading.log.matchAll(CALLED)].pop()?.[0] ?? '');
  return { ids: TEXT.exec(printed)?.groups?.ids };
}

/** What is probably wrong, where the line and the code tell; undefined where not. */
function sceneCause(
  trans: ITranslate,
  { scene, classes }: Shown
): string | undefined {
  switch (scene) {
    case 'echo':
      return trans.__(
        'The line shown checks no value itself: an earlier call on the GPU failed, in this cell or one above, and since then every call of this process does.'
      );
    case 'binary':
      return trans.__(
        'The code computes BCELoss, which takes outputs from 0 to 1 and targets of 0 to 1 only: probably the outputs have had no sigmoid(), or are NaN.'
      );
    case 'labels':
      return classes
        ? trans.__(
            'The code trains with a loss of classes, for %1 of them: probably a label is not one of 0 … %2 (labels that begin at 1, -1, or a class more in the data).',
            classes,
            Number(classes) - 1
          )
        : trans.__(
            'The code trains with a loss of classes: probably a label is negative, or not below the number of outputs (labels that begin at 1, -1, or a class more in the data).'
          );
    case 'masks':
      return trans.__(
        'The code trains on masks with a loss of classes: probably a mask holds values that are no class numbers, such as 255 for what is white, for a border or for “ignore”.'
      );
    default:
      return undefined;
  }
}

function sceneFixes(trans: ITranslate, { scene, classes }: Shown): IFix[] {
  const restart = restartKernel(trans);
  const look: IFix = {
    safety: 'diagnostic',
    title: trans.__('See which labels there are, before the GPU'),
    detail: trans.__(
      'In a fresh kernel: after the assertion nothing runs on the GPU.'
    ),
    code:
      scene === 'masks'
        ? 'image, mask = dataset[0]\nprint(mask.unique())'
        : 'labels = torch.cat([torch.as_tensor(y).flatten() for _, y in loader])\nprint(labels.unique())'
  };
  switch (scene) {
    case 'echo':
      return [restart];
    case 'binary':
      return [
        check(
          trans.__('Let the loss apply the sigmoid'),
          'criterion = nn.BCEWithLogitsLoss()  # and no sigmoid in the model',
          trans.__('Targets from 0 to 1, as floats.')
        ),
        restart
      ];
    case 'labels':
      return [
        look,
        check(
          trans.__('Labels begin at 1: subtract 1'),
          'loss = criterion(output, y - 1)'
        ),
        check(
          trans.__('There are more classes: make the last layer as wide'),
          `model.fc = nn.Linear(model.fc.in_features, ${classes ? String(Number(classes) + 1) : 'num_classes'})  # transformers: num_labels=…`,
          trans.__(
            'ImageFolder counts every folder, .ipynb_checkpoints too: print(dataset.classes).'
          )
        ),
        restart
      ];
    case 'masks':
      return [
        look,
        check(
          trans.__('Two classes, saved as 0 and 255: make them 0 and 1'),
          'mask = (mask > 127).long()',
          trans.__(
            'Scale masks with nearest neighbours: other ways mix values.'
          )
        ),
        check(
          trans.__('255 marks what does not count: tell the loss'),
          'criterion = nn.CrossEntropyLoss(ignore_index=255)'
        ),
        restart
      ];
    default:
      return [];
  }
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
  values: ['expression', 'ids', 'scene', 'classes'],
  known: shownBy,
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
  words: (trans, { expression, ids, ...seen }) => ({
    title: trans.__('A check inside a GPU kernel failed'),
    cause: expression
      ? trans.__(
          'The GPU code checked “%1” and it did not hold, so a value given to it is out of range. The line shown is where this was noticed, usually not where it happened.',
          expression
        )
      : (sceneCause(trans, seen) ??
        (ids
          ? trans.__(
              'A value given to the GPU was out of range. The line runs the model on %1: probably an id is negative, or not below the rows of the embedding (an unknown character or word, another vocabulary), or the text is longer than its table of positions.',
              ids
            )
          : trans.__(
              'A value given to the GPU was out of range: a class label, an embedding id or an index, say. The text does not tell which, and the line shown is where it was noticed, usually not where it happened.'
            ))),
    fixes: [
      ...(expression ? [] : sceneFixes(trans, seen)),
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
      ...(seen.scene && !expression ? [] : [restartKernel(trans)])
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
