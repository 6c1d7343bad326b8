import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { check } from '../../fix';

/** What the samples seem to be, by the shape of the first two. */
type Samples = 'images' | 'boxes' | 'sequences';

function samplesOf({ first, other }: Values): Samples {
  const sizes = first?.match(/\d+/g) ?? [];
  const last = other?.match(/\d+/g)?.pop();
  if (sizes.length === 3) {
    return 'images';
  }
  return sizes.length === 2 && sizes[1] === last && Number(last) <= 6
    ? 'boxes'
    : 'sequences';
}

/** What to do about samples of different size; best first. */
export function sizeFixes(trans: ITranslate, values: Values): IFix[] {
  const list: IFix = {
    safety: 'diagnostic',
    title: trans.__('List the shapes that occur'),
    code: 'from collections import Counter\n\nprint(Counter(tuple(dataset[i][0].shape) for i in range(len(dataset))))'
  };
  const pad: IFix = {
    safety: 'safe',
    title: trans.__('Sequences: pad them to the longest of the batch'),
    code: 'from torch.nn.utils.rnn import pad_sequence\n\ndef collate(batch):\n    xs, ys = zip(*batch)\n    return pad_sequence(xs, batch_first=True), torch.tensor(ys)\n\nDataLoader(dataset, batch_size=8, collate_fn=collate)'
  };
  const resize = check(
    trans.__('Images: bring all to one size and colour mode'),
    'image = Image.open(path).convert("RGB")\ntransform = transforms.Compose([\n    transforms.Resize((224, 224)),\n    transforms.ToTensor(),\n])',
    trans.__('Resize(224) alone only sets the shorter side: give both.')
  );
  const keep = check(
    trans.__('Boxes, graphs: keep the samples in a list'),
    'def collate(batch):\n    return tuple(zip(*batch))\n\nDataLoader(dataset, batch_size=8, collate_fn=collate)'
  );
  if (values.kind === 'own' && samplesOf(values) === 'images') {
    return [
      check(
        trans.__('Images: bring all to one size'),
        'images = [F.interpolate(x[None], size=(224, 224))[0] for x in images]\nbatch = torch.stack(images)'
      ),
      list
    ];
  }
  if (values.kind === 'own') {
    return [
      check(
        trans.__('Results of batches: join them, the last is shorter'),
        'all_outputs = torch.cat(outputs)  # not torch.stack(outputs)'
      ),
      check(
        trans.__('Rows of different length: pad them'),
        'x = nn.utils.rnn.pad_sequence(rows, batch_first=True)'
      ),
      {
        safety: 'diagnostic',
        title: trans.__('Print the shapes just before the line'),
        code: 'print([t.shape for t in tensors])'
      }
    ];
  }
  if (values.kind === 'fastai') {
    return [
      check(
        trans.__('fastai: resize each image before the batch is made'),
        'dls = ImageDataLoaders.from_folder(path, item_tfms=Resize(224), batch_tfms=aug_transforms())',
        trans.__('batch_tfms run on a batch that is made already.')
      ),
      resize
    ];
  }
  if (values.kind === 'dictionaries' && samplesOf(values) === 'sequences') {
    return [
      check(
        trans.__('Samples as dictionaries: pad each of their tensors'),
        'def collate(batch):\n    return {\n        key: pad_sequence([sample[key] for sample in batch], batch_first=True)\n        for key in batch[0]\n    }\n\nDataLoader(dataset, batch_size=8, collate_fn=collate)',
        trans.__('Single numbers are stacked instead: torch.stack().')
      ),
      check(
        trans.__('A tokenizer of transformers made them: its collator'),
        'DataLoader(dataset, batch_size=8, collate_fn=DataCollatorWithPadding(tokenizer))'
      ),
      list
    ];
  }
  switch (samplesOf(values)) {
    case 'images':
      return [resize, pad, list, keep];
    case 'boxes':
      return [keep, pad, list];
    default:
      return [pad, resize, list, keep];
  }
}
