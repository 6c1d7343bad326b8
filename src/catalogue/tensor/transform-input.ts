import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { ofKind, said } from '../said';

/** torchvision/transforms/functional.py and its likes, 0.2 to 0.28. */
const PICTURE =
  /\b(?:pic should be (?:a )?PIL Image or ndarray|img should be (?:a )?PIL Image)\. ?Got <class ["'](?<got>[\w.]{1,60})["']>/;

const TENSOR =
  /\b(?:pic should be Tensor or ndarray|img should be (?:a )?Tensor Image|(?:[Ii]nput )?tensor should be a torch tensor)\. ?Got <class ["'](?<got>[\w.]{1,60})["']>/;

const FLOAT =
  /Input tensor should be a float tensor\. Got torch\.(?<got>\w{1,12})/;

const SHAPE =
  /xpected tensor to be a tensor image of size \([., CHW]{7,12}\)\. Got tensor\.size\(\) = torch\.Size\(\[(?<shape>[\d, ]{0,60})\]|\bpic should be 2\/3 dimensional\. Got (?<dims>\d{1,3}) dimensions|\bpic should not have > 4 channels\. Got (?<channels>\d{1,9}) channels/;

const CHANNELS =
  /Input image tensor permitted channel values are \[?[\d, or]{1,12}\]?, but found (?<channels>\d{1,9})/;

function titleOf(trans: ITranslate, { kind }: Values): string {
  switch (kind) {
    case 'picture':
      return trans.__('This transform takes pictures, not tensors');
    case 'tensor':
      return trans.__('This transform takes tensors, not pictures');
    case 'float':
      return trans.__('Normalize needs floating-point numbers');
    case 'channels':
      return trans.__('The image has a number of channels that is refused');
    default:
      return trans.__('The tensor does not have the shape of an image');
  }
}

function causeOf(trans: ITranslate, { kind, got, shape }: Values): string {
  switch (kind) {
    case 'picture':
      return trans.__(
        'ToTensor() and some other transforms start from a PIL image or a NumPy array, and were given %1. Usually ToTensor() stands too early or twice, or the dataset gives tensors already.',
        got ?? 'torch.Tensor'
      );
    case 'tensor':
      return trans.__(
        'Normalize(), ToPILImage() and some other transforms work on tensors, and were given %1. Usually ToTensor() is missing or stands too late.',
        got ?? 'PIL.Image.Image'
      );
    case 'float':
      return trans.__(
        'Mean and standard deviation can be taken off floating-point numbers only, and the image holds whole numbers from 0 to 255.'
      );
    case 'channels':
      return trans.__(
        'Colour transforms take 1 channel (grey) or 3 (colour). A fourth is usually the transparency of a PNG; a large number means that the channels do not stand first.'
      );
    default:
      return shape
        ? trans.__(
            'An image tensor is [C, H, W], and the one here is [%1]. Often a label, a flattened image or a whole batch was passed, or the channels stand last.',
            shape
          )
        : trans.__(
            'An image tensor is [C, H, W], an image array [H, W, C]. Often a label, a flattened image or a whole batch was passed, or the channels stand at the wrong end.'
          );
  }
}

function fixesOf(trans: ITranslate, { kind }: Values): IFix[] {
  const order: IFix = {
    safety: 'check',
    title: trans.__('Pictures first, then ToTensor once, then Normalize'),
    code: 'transform = transforms.Compose([\n    transforms.Resize((224, 224)),\n    transforms.RandomHorizontalFlip(),\n    transforms.ToTensor(),\n    transforms.Normalize(mean, std),\n])'
  };
  const look: IFix = {
    safety: 'diagnostic',
    title: trans.__('See what the transform gets'),
    code: "print(type(image), getattr(image, 'shape', None), getattr(image, 'dtype', None))"
  };
  switch (kind) {
    case 'picture':
      return [
        order,
        {
          safety: 'check',
          title: trans.__('The data are tensors already: leave ToTensor out'),
          code: 'image = transforms.functional.convert_image_dtype(image, torch.float32)'
        },
        look
      ];
    case 'float':
      return [
        {
          safety: 'safe',
          title: trans.__('Make numbers from 0 to 1 of it first'),
          code: 'image = image.float() / 255'
        },
        order
      ];
    case 'channels':
      return [
        {
          safety: 'check',
          title: trans.__('Open every image in colour'),
          code: "image = Image.open(path).convert('RGB')"
        },
        look
      ];
    case 'tensor':
      return [order, look];
    default:
      return [
        {
          safety: 'check',
          title: trans.__('Bring the channels to the front'),
          code: 'image = image.permute(2, 0, 1)  # [H, W, C] to [C, H, W]'
        },
        look
      ];
  }
}

const entry: IEntry = {
  id: 'tensor/transform-input',
  answers: [
    "pic should be PIL Image or ndarray. Got <class 'torch.Tensor'>",
    "img should be PIL Image. Got <class 'torch.Tensor'>",
    "img should be Tensor Image. Got <class 'PIL.Image.Image'>",
    'Tensor is not a torch image.',
    'Expected tensor to be a tensor image of size (..., C, H, W). Got tensor.size() = torch.Size([28])',
    'Input tensor should be a float tensor. Got torch.uint8.',
    'pic should be 2/3 dimensional. Got 4 dimensions.',
    'Input image tensor permitted channel values are [1, 3], but found 4'
  ],
  signs: [
    ...said(PICTURE, { read: ({ got }) => ({ kind: 'picture', got }) }),
    ...said(TENSOR, { read: ({ got }) => ({ kind: 'tensor', got }) }),
    ...said(FLOAT, { read: ({ got }) => ({ kind: 'float', got }) }),
    ...said(SHAPE, {
      read: ({ shape, dims, channels }) => ({
        kind: 'shape',
        shape,
        dims,
        channels
      })
    }),
    ...said(CHANNELS, {
      read: ({ channels }) => ({ kind: 'channels', channels })
    }),
    ...said(/\b[Tt]ensor is not a torch image\b/, ofKind('shape'))
  ],
  page(trans, values) {
    return {
      title: titleOf(trans, values),
      cause: causeOf(trans, values),
      fixes: fixesOf(trans, values),
      notThis: [
        trans.__(
          'The message names a layer and its input (conv2d, expected 4D input): then it is the model that gets the wrong shape.'
        )
      ],
      links: [
        {
          title: trans.__('torchvision: transforms, what each one takes'),
          url: 'https://docs.pytorch.org/vision/stable/transforms.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'TypeError',
      evalue: "pic should be PIL Image or ndarray. Got <class 'torch.Tensor'>",
      torch: '2.4',
      origin: 'reference',
      values: { kind: 'picture', got: 'torch.Tensor' }
    },
    {
      ename: 'TypeError',
      evalue: "img should be PIL Image. Got <class 'torch.Tensor'>",
      torch: '1.6',
      origin: 'reference',
      values: { kind: 'picture', got: 'torch.Tensor' }
    },
    {
      ename: 'TypeError',
      evalue: "img should be Tensor Image. Got <class 'PIL.Image.Image'>",
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'tensor', got: 'PIL.Image.Image' }
    },
    {
      ename: 'TypeError',
      evalue: 'Input tensor should be a float tensor. Got torch.uint8.',
      torch: '1.8',
      origin: 'reference',
      values: { kind: 'float', got: 'uint8' }
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
      ename: 'ValueError',
      evalue: 'pic should be 2/3 dimensional. Got 4 dimensions.',
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'shape', dims: '4' }
    },
    {
      ename: 'TypeError',
      evalue:
        'Input image tensor permitted channel values are [1, 3], but found 4',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'channels', channels: '4' }
    },
    {
      ename: 'TypeError',
      evalue: 'tensor is not a torch image.',
      torch: '1.2',
      origin: 'reference',
      values: { kind: 'shape' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue: "Unexpected type <class 'numpy.ndarray'>"
    },
    {
      ename: 'ValueError',
      evalue: 'image should be a PIL Image, a file name or a URL.'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [28]'
    }
  ]
};

export default entry;
