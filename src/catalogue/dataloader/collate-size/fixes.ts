import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { check } from '../../fix';
import { keywordsForMade } from '../../shared/edits/options';
import { collatedBy, PADDED } from '../../shared/edits/collate';

/** What the samples seem to be, by the shapes of two that differ. */
export type Samples = 'images' | 'boxes' | 'columns' | 'sequences';

/** Of two sizes that meet, `1` and `3`, or of two shapes. */
export function samplesOf({ first = '', other = '', a, b }: Values): Samples {
  const [one, two] = [first, other].map(shape => shape.match(/\d+/g) ?? []);
  if (one.length === 3 || [a, b].sort().join() === '1,3') {
    return 'images';
  }
  if (one.length === 2 && two.length === 2) {
    // pad_sequence() pads the first dimension alone.
    return one[1] !== two[1]
      ? one[0] === two[0]
        ? 'columns'
        : 'images'
      : Number(one[1]) <= 6
        ? 'boxes'
        : 'sequences';
  }
  return 'sequences';
}

export function listShapes(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('List the shapes that occur'),
    code: 'from collections import Counter\n\nprint(Counter(tuple(dataset[i][0].shape) for i in range(len(dataset))))'
  };
}

function padSequences(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Sequences: pad them to the longest of the batch'),
    code: 'from torch.nn.utils.rnn import pad_sequence\n\ndef collate(batch):\n    xs, ys = zip(*batch)\n    return pad_sequence(xs, batch_first=True), torch.tensor(ys)\n\nDataLoader(dataset, batch_size=8, collate_fn=collate)'
  };
}

export function resizeImages(trans: ITranslate): IFix {
  return check(
    trans.__('Images: bring all to one size and colour mode'),
    'image = Image.open(path).convert("RGB")\ntransform = transforms.Compose([\n    transforms.Resize((224, 224)),\n    transforms.ToTensor(),\n])',
    trans.__('Resize(224) alone only sets the shorter side: give both.')
  );
}

function keepInList(trans: ITranslate): IFix {
  return check(
    trans.__('Boxes, graphs: keep the samples in a list'),
    'def collate(batch):\n    return tuple(zip(*batch))\n\nDataLoader(dataset, batch_size=8, collate_fn=collate)'
  );
}

/** Sounds: so many bands, and the times last. */
function padColumns(trans: ITranslate): IFix {
  return check(
    trans.__('Sounds, series: pad the last dimension'),
    'from torch.nn.utils.rnn import pad_sequence\n\ndef collate(batch):\n    xs, ys = zip(*batch)\n    x = pad_sequence([x.T for x in xs], batch_first=True).transpose(1, 2)\n    return x, torch.tensor(ys)\n\nDataLoader(dataset, batch_size=8, collate_fn=collate)',
    trans.__(
      'Whisper takes 30 seconds each: leave padding out of its feature extractor, which then fills up to that length.'
    )
  );
}

/** What to do about samples of different size, best first. */
export function sizeFixes(trans: ITranslate, samples: Samples): IFix[] {
  const list = listShapes(trans);
  const pad = padSequences(trans);
  const resize = resizeImages(trans);
  const keep = keepInList(trans);
  switch (samples) {
    case 'images':
      return [resize, list, keep];
    case 'columns':
      return [padColumns(trans), resize, list, keep];
    case 'boxes':
      return [keep, pad, list];
    default:
      return [{ ...pad, edit: collatedBy(PADDED) }, resize, list, keep];
  }
}

/** The collator of transformers that pads each batch. */
export function paddingCollator(trans: ITranslate): IFix {
  return check(
    trans.__('With a Trainer or a loader: let the collator pad each batch'),
    'collator = DataCollatorWithPadding(tokenizer)\nloader = DataLoader(tokenized, batch_size=16, collate_fn=collator)\ntrainer = Trainer(model=model, args=args, train_dataset=tokenized, data_collator=collator)',
    trans.__(
      'Then tokenize without return_tensors: it wraps each text in a further list.'
    )
  );
}

export function padTexts(trans: ITranslate): IFix {
  return {
    ...check(
      trans.__('Pad and cut where the texts are tokenized'),
      "batch = tokenizer(texts, padding=True, truncation=True, return_tensors='pt')"
    ),
    edit: keywordsForMade(call => /Tokenizer/.test(call), {
      padding: 'True',
      truncation: 'True'
    })
  };
}

export function collatorPerToken(trans: ITranslate): IFix {
  return check(
    trans.__('A label per token: its own collator'),
    'collator = DataCollatorForTokenClassification(tokenizer)'
  );
}

export function dropRawColumns(trans: ITranslate): IFix {
  return check(
    trans.__('Drop the columns of the raw data when you tokenize'),
    'tokenized = dataset.map(tokenize, batched=True, remove_columns=dataset.column_names)',
    trans.__('What the model needs, labels too, is returned by tokenize().')
  );
}

export function dropIncomplete(
  trans: ITranslate,
  name: string | undefined
): IFix {
  return check(
    trans.__('Leave out the samples without a value'),
    `dataset = dataset.filter(lambda row: row['${name ?? 'label'}'] is not None)`
  );
}

export function seeColumns(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See the columns of two samples'),
    code: 'for sample in (dataset[0], dataset[1]):\n    print({k: len(v) if hasattr(v, "__len__") else v for k, v in sample.items()})'
  };
}
