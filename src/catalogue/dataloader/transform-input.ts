import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { transformWords } from './shared/transform-words';

/** torchvision/transforms/functional.py and its twins for PIL and tensors. */
const GOT = String.raw`(?:<(?:class|type) ['"](?<type>[\w.]{1,60})['"]>|(?<other>[\w.]{1,60}\w))`;

const TYPE = new RegExp(
  String.raw`\b(?:pic|img|image|tensor|Input tensor) should be (?:a |an )?(?<wanted>PIL Image or ndarray|Tensor or ndarray|PIL Image|Tensor Image|torch tensor)\. Got ${GOT}`
);

/** torchvision up to 0.2 said no more; its ToPILImage and resize. */
const BARE =
  /^(?:pic|img) should be (?<wanted>PIL Image)$|^Unexpected type <(?:class|type) ['"](?<type>numpy\.ndarray|torch\.Tensor)['"]>$/;

const DIMENSIONS =
  /\bpic should be 2\/3 dimensional\. Got (?<dimensions>\d{1,3}) dimensions/;

const DTYPE =
  /Input tensor should be a float tensor\. Got (?<dtype>[\w.]{1,40}\w)/;

const SHAPE =
  /xpected tensor to be a tensor image of size \([., CHW]{7,12}\)\. Got tensor\.size\(\) = torch\.Size\(\[(?<shape>[\d, ]{0,60})\]|\b[Tt]ensor is not a torch image\b/;

const CHANNELS =
  /Input image tensor permitted channel values are \[?[\d, or]{1,12}\]?, but found \d|\bpic should not have > 4 channels\. Got \d/;

const CROP =
  /Required crop size \((?<crop>\d{1,6}, ?\d{1,6})\) is larger than input image size \((?<size>\d{1,6}, ?\d{1,6})\)/;

const tensorSteps = (trans: ITranslate): IFix => ({
  safety: 'check',
  title: trans.__('One order that fits: image, tensor, numbers'),
  code: 'transform = transforms.Compose([\n    transforms.Resize(256), transforms.CenterCrop(224),  # PIL images\n    transforms.ToTensor(),                               # now a tensor\n    transforms.Normalize(mean, std)\n])'
});

/** The first fix, by what was wanted and what came. */
function firstFix(trans: ITranslate, values: Values): IFix {
  const { kind, wanted, type } = values;
  if (kind === 'crop') {
    return {
      safety: 'check',
      title: trans.__('Enlarge small images before the crop'),
      code: 'transforms.RandomCrop(224, pad_if_needed=True)  # or transforms.Resize(256) before it'
    };
  }
  if (kind === 'dtype') {
    return {
      safety: 'safe',
      title: trans.__('Scale to floats before Normalize'),
      code: 'transforms.ConvertImageDtype(torch.float32)  # v2: ToDtype(torch.float32, scale=True)'
    };
  }
  if (kind === 'channels') {
    return {
      safety: 'check',
      title: trans.__('Open every image in colour'),
      detail: trans.__(
        'A tensor [H, W, C]: bring the channels to the front with permute(2, 0, 1).'
      ),
      code: "image = Image.open(path).convert('RGB')"
    };
  }
  if (kind === 'shape') {
    return {
      safety: 'check',
      title: trans.__('Give it an image [C, H, W]'),
      code: 'image = image.reshape(1, 28, 28)  # of a flattened one'
    };
  }
  if (kind === 'dimensions') {
    return {
      safety: 'check',
      title: trans.__('Give one image, not a batch'),
      code: 'image = transforms.ToTensor()(batch[0])'
    };
  }
  if (type === 'torch.Tensor' && wanted?.includes('or ndarray')) {
    return {
      safety: 'safe',
      title: trans.__('Leave ToTensor() out: it is a tensor already'),
      detail: trans.__(
        'read_image(), a TensorDataset or an earlier ToTensor() gave one.'
      ),
      code: 'transform = transforms.ConvertImageDtype(torch.float32)'
    };
  }
  return wanted?.startsWith('PIL') === true
    ? {
        safety: 'safe',
        title: trans.__('Make a PIL image of it first'),
        code: type?.includes('ndarray')
          ? 'image = Image.fromarray(array)'
          : 'image = transforms.ToPILImage()(x)'
      }
    : {
        safety: 'safe',
        title: trans.__('Put ToTensor() before it'),
        code: 'transforms.Compose([transforms.ToTensor(), transforms.Normalize(mean, std)])'
      };
}

/** A transform of torchvision that got another thing than it works on. */
const entry: IEntry = {
  id: 'dataloader/transform-input',
  answers: [
    "pic should be PIL Image or ndarray. Got <class 'torch.Tensor'>",
    "img should be PIL Image. Got <class 'numpy.ndarray'>",
    "tensor should be a torch tensor. Got <class 'PIL.Image.Image'>",
    'Input tensor should be a float tensor. Got torch.uint8.',
    'Tensor is not a torch image.',
    'Expected tensor to be a tensor image of size (..., C, H, W). Got tensor.size() = torch.Size([28])',
    'Input image tensor permitted channel values are [1, 3], but found 4',
    'Required crop size (224, 224) is larger than input image size (200, 180)'
  ],
  refines: ['dataloader/worker-exception'],
  signs: [
    ...said(TYPE, {
      read: ({ type, other, wanted }) => ({ wanted, type: type ?? other })
    }),
    {
      where: 'message',
      ename: /^(?:AssertionError|TypeError)$/,
      pattern: BARE,
      confidence: 'likely',
      read: ({ wanted, type }) => ({ wanted: wanted ?? 'PIL Image', type })
    },
    ...said(DTYPE, { read: ({ dtype }) => ({ kind: 'dtype', dtype }) }),
    ...said(DIMENSIONS, {
      read: ({ dimensions }) => ({ kind: 'dimensions', dimensions })
    }),
    ...said(SHAPE, { read: ({ shape }) => ({ kind: 'shape', shape }) }),
    ...said(CHANNELS, ofKind('channels')),
    ...said(CROP, { read: ({ crop, size }) => ({ kind: 'crop', crop, size }) })
  ],
  page(trans, values) {
    return {
      ...transformWords(trans, values),
      fixes: [
        firstFix(trans, values),
        ...(values.kind === 'crop' ? [] : [tensorSteps(trans)]),
        {
          safety: 'diagnostic',
          title: trans.__('See what one sample is before the transforms'),
          code: 'dataset.transform = None\nprint(type(dataset[0][0]))'
        }
      ],
      notThis: [
        trans.__(
          'The words are those of torchvision; albumentations takes NumPy arrays only, and by name: transform(image=array).'
        )
      ],
      links: [
        {
          title: trans.__('torchvision: transforms'),
          url: 'https://docs.pytorch.org/vision/stable/transforms.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'TypeError',
      evalue: "Unexpected type <class 'numpy.ndarray'>",
      torch: '0.15',
      origin: 'reference',
      values: { wanted: 'PIL Image', type: 'numpy.ndarray' }
    },
    {
      ename: 'AssertionError',
      evalue: 'img should be PIL Image',
      torch: '0.2',
      origin: 'reference',
      values: { wanted: 'PIL Image' }
    },
    {
      ename: 'TypeError',
      evalue: "pic should be PIL Image or ndarray. Got <class 'torch.Tensor'>",
      torch: '2.1',
      origin: 'reference',
      values: { wanted: 'PIL Image or ndarray', type: 'torch.Tensor' }
    },
    {
      ename: 'TypeError',
      evalue: "img should be PIL Image. Got <class 'numpy.ndarray'>",
      torch: '1.4',
      origin: 'reference',
      values: { wanted: 'PIL Image', type: 'numpy.ndarray' }
    },
    {
      ename: 'TypeError',
      evalue: "tensor should be a torch tensor. Got <class 'PIL.Image.Image'>.",
      torch: '1.7',
      origin: 'reference',
      values: { wanted: 'torch tensor', type: 'PIL.Image.Image' }
    },
    {
      ename: 'TypeError',
      evalue: "img should be Tensor Image. Got <class 'PIL.Image.Image'>",
      torch: '2.0',
      origin: 'reference',
      values: { wanted: 'Tensor Image' }
    },
    {
      ename: 'TypeError',
      evalue: 'Input tensor should be a float tensor. Got torch.uint8.',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'dtype', dtype: 'torch.uint8' }
    },
    {
      ename: 'ValueError',
      evalue: 'pic should be 2/3 dimensional. Got 4 dimensions.',
      torch: '1.7',
      origin: 'reference',
      values: { kind: 'dimensions', dimensions: '4' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Expected tensor to be a tensor image of size (..., C, H, W). Got tensor.size() = torch.Size([28])',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'shape', shape: '28' }
    },
    {
      ename: 'TypeError',
      evalue: 'tensor is not a torch image.',
      torch: '1.2',
      origin: 'reference',
      values: { kind: 'shape' }
    },
    {
      ename: 'TypeError',
      evalue:
        'Input image tensor permitted channel values are [1, 3], but found 4',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'channels' }
    },
    {
      ename: 'ValueError',
      evalue: 'pic should not have > 4 channels. Got 28 channels.',
      torch: '1.7',
      origin: 'reference',
      values: { kind: 'channels' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Required crop size (224, 224) is larger than input image size (200, 180)',
      torch: '1.10',
      origin: 'reference',
      values: { kind: 'crop', crop: '224, 224', size: '200, 180' }
    }
  ],
  nearMisses: [
    { ename: 'TypeError', evalue: 'image should be a PIL Image or a path' },
    {
      ename: 'TypeError',
      evalue:
        "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found <class 'PIL.Image.Image'>"
    }
  ]
};

export default entry;
