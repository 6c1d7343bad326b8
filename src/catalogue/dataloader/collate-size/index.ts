import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { usesWorkers } from '../shared/context';
import { LINKS } from '../shared/links';
import { isInCollator, readPadding, UNABLE } from './padding';
import {
  collatorPerToken,
  dropIncomplete,
  dropRawColumns,
  listShapes,
  paddingCollator,
  padTexts,
  resizeImages,
  samplesOf,
  seeColumns,
  sizeFixes
} from './fixes';
import { textFrom } from '../../shared/text-from';
import { callRenamed } from '../../shared/edits/calls';
import { PADDED_BY_KEY, collatedBy } from '../../shared/edits/collate';

/** torch up to 1.1 had default_collate in dataloader.py. */
function inCollate(reading: IReading): boolean {
  return (
    /, in default_collate\b/.test(reading.log) ||
    reading.exceptions.some(one =>
      one.frames.some(
        frame =>
          /_utils[\\/]collate\.py$/.test(frame.file) ||
          frame.func === 'default_collate'
      )
    )
  );
}

/** Collate functions of other libraries, and those that take `features`. */
function collates(reading: IReading): boolean {
  return (
    inCollate(reading) ||
    reading.mentions('collat') ||
    reading.mentions('for f in features')
  );
}

/** A function of the user's that puts a batch together, by its name. */
function ownCollate(reading: IReading): boolean {
  return reading.exceptions.some(one =>
    one.frames.some(frame => /collat/i.test(frame.func))
  );
}

/** A line of the user's that stacks, with no loader around it. */
function stacksItself({ exceptions }: IReading): boolean {
  const frames = exceptions.flatMap(one => one.frames);
  const last = frames[frames.length - 1];
  return (
    last !== undefined &&
    last.place !== 'library' &&
    /\bstack\(/.test(last.code) &&
    !/collat/i.test(last.func) &&
    frames.every(({ file }) => !/utils[\\/]data[\\/]/.test(file))
  );
}

/** `torch/utils/data/_utils/collate.py`, of samples that are dictionaries. */
const OF_DICTIONARIES = /\bkey: (?:default_)?collate\(/;

/** One dimension: of texts, or of their labels. */
const ROW = /^\[\d+\]$/;

/** The kind, where the frames tell more than that the sizes differ. */
function kindOf({ first = '', other = '' }: Values, reading: IReading) {
  if (stacksItself(reading)) {
    return 'own';
  }
  if (isInCollator(reading) && ROW.test(first) && ROW.test(other)) {
    return 'tokens';
  }
  return OF_DICTIONARIES.test(reading.code) ? 'dictionaries' : undefined;
}

/** Spectra of Whisper: 80 or 128 bands, under the name that transformers gives. */
function isSpeech({ first = '' }: Values, reading: IReading): boolean {
  return (
    /^\[(?:80|128), \d{2,4}\]$/.test(first) &&
    reading.mentions('input_features')
  );
}

/** Whisper takes windows of 30 seconds, which its extractor fills up by itself. */
function fullWindow(trans: ITranslate): IFix {
  return check(
    trans.__('Whisper takes 30 seconds each: leave padding=True out'),
    "features = feature_extractor(audio, sampling_rate=16000, return_tensors='np').input_features[0]  # [80, 3000]",
    trans.__(
      'The default fills up to 3000 frames; padding=True goes to the longest of one call only. Prepare the data set anew then.'
    )
  );
}

function makesBatch(reading: IReading): boolean {
  return inCollate(reading) || usesWorkers(reading);
}

/** CUDA's cat; a batch is put together on the CPU. */
function onCpu(reading: IReading): boolean {
  return !reading.mentions('/THC/');
}

/** `but got [2] at entry 0 and [3] at entry 1`. */
function readSizes(reading: IReading) {
  const text = textFrom(reading, 'stack expects each tensor');
  const [first, other] = [...text.matchAll(/(\[[\d, ]*\]) at entry (\d+)/g)];
  return { first: first?.[1], other: other?.[1], entry: other?.[2] };
}

/** `Got 1 and 3 in dimension 1`, `Expected size 1 but got size 3`. */
function readPair(_: Values, reading: IReading): Values {
  const text = textFrom(reading, 'Sizes of tensors must match');
  const [, a, b] =
    /(?:Got|Expected size) (\d+) (?:and|but got size) (\d+)/.exec(text) ?? [];
  return { a, b };
}

function sizeTitle(
  trans: ITranslate,
  { first, other }: ValuesOf<'first' | 'other'>
): string {
  return !first || !other || isTooLong(first, other)
    ? trans.__('The samples of one batch differ in size')
    : trans.__('Samples of a batch differ: %1 and %2', first, other);
}

/** Whether two shapes do not fit into a title. */
function isTooLong(first: string, other: string): boolean {
  return `${first}${other}`.length > 28;
}

function sizeCause(
  trans: ITranslate,
  {
    first,
    other,
    entry,
    a,
    b
  }: ValuesOf<'first' | 'other' | 'entry' | 'a' | 'b'>
): string {
  if (first !== undefined && other !== undefined) {
    return trans.__(
      'A batch is one tensor, so all its samples must have the same shape: entry 0 has %1, entry %2 has %3. Often images of different sizes, grey and colour images mixed, or texts of different lengths.',
      first,
      entry,
      other
    );
  }
  return a !== undefined && b !== undefined
    ? trans.__(
        'A batch is one tensor, so all its samples must have the same shape: here %1 meets %2. Often images of different sizes, grey and colour images mixed (1 and 3 channels), or texts of different lengths.',
        a,
        b
      )
    : trans.__(
        'A batch is one tensor, so all its samples must have the same shape, and these do not. Often images of different sizes, grey and colour images mixed, or texts of different lengths.'
      );
}

function textsCause(trans: ITranslate): string {
  return trans.__(
    'A tensor is a full block of numbers, and one text has more tokens than another. Nothing filled the short ones up to one length.'
  );
}

function columnTitle(trans: ITranslate, name: string | undefined): string {
  return name && name.length <= 20
    ? trans.__('The column “%1” cannot become a tensor', name)
    : trans.__('A column of the data cannot become a tensor');
}

/** What a column holds that is no full block of numbers, as a sentence. */
function contentOf(
  trans: ITranslate,
  { name, reason }: ValuesOf<'name' | 'reason'>
): string {
  switch (reason) {
    case 'text':
      return trans.__('A tensor holds numbers, and “%1” holds texts.', name);
    case 'missing':
      return trans.__(
        'A tensor holds numbers, and in “%1” a value is missing (None).',
        name
      );
    case 'ragged':
      return trans.__(
        'A tensor is a full block of numbers, and “%1” holds lists of different length.',
        name
      );
    default:
      return trans.__(
        'A tensor is a full block of numbers, and “%1” holds either lists of different length, or values that are no numbers.',
        name
      );
  }
}

function labelFixes(
  trans: ITranslate,
  { name = 'label', reason }: ValuesOf<'name' | 'reason'>
): IFix[] {
  switch (reason) {
    case 'missing':
      return [dropIncomplete(trans, name), dropRawColumns(trans)];
    case 'text':
      return [
        check(
          trans.__('Turn class names into class numbers'),
          `names = sorted(set(dataset['${name}']))\nlabel2id = {label: i for i, label in enumerate(names)}\ndataset = dataset.map(lambda row: {'labels': label2id[row['${name}']]})`
        ),
        dropRawColumns(trans)
      ];
    default:
      return [
        collatorPerToken(trans),
        check(
          trans.__('The labels are texts to be written: its own collator'),
          'collator = DataCollatorForSeq2Seq(tokenizer, model=model)'
        )
      ];
  }
}

export default define({
  id: 'dataloader/collate-size',
  answers: [
    'stack expects each tensor to be equal size, but got [3, 224, 224] at entry 0 and [3, 180, 224] at entry 1',
    'Trying to resize storage that is not resizable',
    'each element in list of batch should be of equal size',
    'invalid argument 0: Sizes of tensors must match except in dimension 0. Got 1 and 3 in dimension 1',
    "Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length."
  ],
  refines: [
    'dataloader/worker-exception',
    'tensor/cat-size',
    'tensor/numpy-object'
  ],
  values: ['first', 'other', 'entry', 'a', 'b', 'name', 'reason', 'speech'],
  // Several of them show in one failure: most are of no kind.
  signs: [
    ...messageOrLog(/stack expects each tensor to be equal size/, {
      read: (_, reading) => {
        const sizes = readSizes(reading);
        return {
          ...sizes,
          speech: isSpeech(sizes, reading) ? 'yes' : undefined,
          kind: kindOf(sizes, reading)
        };
      }
    }),
    ...messageOrLog(/each element in list of batch should be of equal size/),
    // fastai's, in words of its own.
    ...messageOrLog(
      /collate the data into batches with fa_collate, at least two tensors in the batch are not the same size(?<images>[^`]{1,60}`TensorImage)?/,
      { read: ({ images }) => ({ kind: images && 'fastai' }) }
    ),
    // From a worker: the batch's shared storage has the size of the first.
    {
      where: 'message',
      pattern: /Trying to resize storage that is not resizable/,
      when: makesBatch
    },
    ...messageOrLog(/Trying to resize storage that is not resizable/, {
      confidence: 'likely'
    }),
    // torch.stack(batch, 0) up to 1.4.
    ...messageOrLog(
      /invalid argument 0: Sizes of tensors must match except in dimension 0\. Got/,
      { when: onCpu, confidence: 'likely', read: readPair }
    ),
    {
      where: 'message',
      pattern: /Sizes of tensors must match except in dimension 0/,
      when: inCollate,
      read: readPair
    },
    {
      where: 'message',
      pattern:
        /Sizes of tensors must match except in dimension \d|Tensors must have same number of dimensions/,
      when: ownCollate,
      confidence: 'likely',
      read: readPair
    },
    {
      where: 'message',
      pattern: /inconsistent tensor sizes?|cannot unsqueeze empty tensor/,
      when: inCollate
    },
    // A collate function that makes one tensor of lists of numbers.
    ...messageOrLog(/xpected sequence of length \d+ at dim \d+ \(got \d+\)/, {
      when: collates,
      read: (groups, reading) =>
        reading.mentions('transformers') ? readPadding(groups, reading) : {}
    }),
    ...messageOrLog(UNABLE, { read: readPadding })
  ],
  kinds: {
    samples: {
      words: (trans, values) => ({
        title: sizeTitle(trans, values),
        cause: sizeCause(trans, values),
        fixes: [
          ...(values.speech ? [fullWindow(trans)] : []),
          ...sizeFixes(trans, samplesOf(values))
        ]
      })
    },
    dictionaries: {
      words: (trans, values) => {
        const samples = samplesOf(values);
        return {
          title: sizeTitle(trans, values),
          cause: sizeCause(trans, values),
          fixes:
            samples === 'sequences'
              ? [
                  {
                    ...check(
                      trans.__(
                        'Samples as dictionaries: pad each of their tensors'
                      ),
                      'def collate(batch):\n    return {\n        key: pad_sequence([sample[key] for sample in batch], batch_first=True)\n        for key in batch[0]\n    }\n\nDataLoader(dataset, batch_size=8, collate_fn=collate)',
                      trans.__(
                        'Single numbers are stacked instead: torch.stack().'
                      )
                    ),
                    edit: collatedBy(PADDED_BY_KEY)
                  },
                  check(
                    trans.__(
                      'A tokenizer of transformers made them: its collator'
                    ),
                    'DataLoader(dataset, batch_size=8, collate_fn=DataCollatorWithPadding(tokenizer))'
                  ),
                  listShapes(trans)
                ]
              : sizeFixes(trans, samples)
        };
      }
    },
    fastai: {
      words: (trans, values) => ({
        title: sizeTitle(trans, values),
        cause: sizeCause(trans, values),
        fixes: [
          check(
            trans.__('fastai: resize each image before the batch is made'),
            'dls = ImageDataLoaders.from_folder(path, item_tfms=Resize(224), batch_tfms=aug_transforms())',
            trans.__('batch_tfms run on a batch that is made already.')
          ),
          resizeImages(trans)
        ]
      })
    },
    // A line of the user's stacked, and no loader.
    own: {
      words: (trans, values) => {
        const { first, other, entry } = values;
        return {
          title:
            !first || !other || isTooLong(first, other)
              ? sizeTitle(trans, values)
              : trans.__('Stacked tensors differ: %1 and %2', first, other),
          cause:
            first === undefined || other === undefined
              ? sizeCause(trans, values)
              : trans.__(
                  'torch.stack() needs tensors of one and the same shape: entry 0 has %1, entry %2 has %3. Often they are the outputs of a loop over batches, and the last batch is shorter.',
                  first,
                  entry,
                  other
                ),
          fixes:
            samplesOf({ first, other }) === 'images'
              ? [
                  check(
                    trans.__('Images: bring all to one size'),
                    'images = [F.interpolate(x[None], size=(224, 224))[0] for x in images]\nbatch = torch.stack(images)'
                  ),
                  listShapes(trans)
                ]
              : [
                  {
                    ...check(
                      trans.__(
                        'Results of batches: join them, the last is shorter'
                      ),
                      'all_outputs = torch.cat(outputs)  # not torch.stack(outputs)'
                    ),
                    edit: callRenamed(['torch.stack'], 'torch.cat')
                  },
                  check(
                    trans.__('Rows of different length: pad them'),
                    'x = nn.utils.rnn.pad_sequence(rows, batch_first=True)'
                  ),
                  {
                    safety: 'diagnostic',
                    ofLine: true,
                    title: trans.__('Print the shapes just before the line'),
                    code: 'print([t.shape for t in tensors])'
                  }
                ]
        };
      }
    },
    // A collator of transformers that does not pad.
    tokens: {
      words: (trans, values) => ({
        title: values.first
          ? sizeTitle(trans, values)
          : trans.__('The texts of the batch differ in length'),
        cause: textsCause(trans),
        fixes: [
          paddingCollator(trans),
          collatorPerToken(trans),
          padTexts(trans),
          seeColumns(trans)
        ]
      })
    },
    tokenizer: {
      words: trans => ({
        title: trans.__('The texts of the batch differ in length'),
        cause: textsCause(trans),
        fixes: [padTexts(trans), paddingCollator(trans), seeColumns(trans)]
      })
    },
    labels: {
      words: (trans, { name, reason }) => ({
        title:
          reason === 'ragged'
            ? trans.__('The labels of the batch differ in length')
            : columnTitle(trans, name),
        cause:
          reason === 'text' || reason === 'missing'
            ? contentOf(trans, { name, reason })
            : `${contentOf(trans, { name, reason })} ${trans.__('The tokenizer and DataCollatorWithPadding pad the texts, and not their labels.')}`,
        fixes: [...labelFixes(trans, { name, reason }), seeColumns(trans)]
      })
    },
    column: {
      words: (trans, { name, reason }) => ({
        title: columnTitle(trans, name),
        cause: `${contentOf(trans, { name, reason })} ${trans.__('Columns of the raw data stay in it unless they are dropped.')}`,
        fixes: [
          ...(reason === 'missing'
            ? [dropIncomplete(trans, name), dropRawColumns(trans)]
            : [
                dropRawColumns(trans),
                check(
                  trans.__('Or drop this one'),
                  `dataset = dataset.remove_columns(['${name ?? 'text'}'])`
                )
              ]),
          seeColumns(trans)
        ]
      })
    },
    // Sounds and images.
    features: {
      words: (trans, { name }) => ({
        title: trans.__('The inputs of the batch differ in size'),
        cause: trans.__(
          'A tensor is a full block of numbers, and “%1” of one sample has another size than that of the next.',
          name
        ),
        fixes: [
          name === 'pixel_values'
            ? check(
                trans.__('Bring the images to one size'),
                "batch = image_processor(images, return_tensors='pt')"
              )
            : check(
                trans.__('Pad the sounds to the longest'),
                "batch = feature_extractor(sounds, sampling_rate=16000, padding=True, return_tensors='pt')"
              ),
          seeColumns(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The traceback ends in your own torch.stack or torch.cat, outside a DataLoader: then those tensors differ, not the samples.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: working with collate_fn'),
        url: LINKS.collate
      },
      {
        title: trans.__('PyTorch: stack, all tensors need the same size'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.stack.html'
      },
      {
        title: trans.__('PyTorch: pad_sequence'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pad_sequence.html'
      }
    ]
  })
});
