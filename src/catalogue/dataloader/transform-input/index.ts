import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { ownLine, visibleCode } from '../../shared/ran-code';
import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { keywordGiven } from '../../shared/edits/calls';
import { transformBefore } from '../../shared/edits/collate';
import { callThen } from '../../shared/edits/expressions';

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

/** A class as people call it: `PIL.Image.Image` is an image of Pillow's. */
function named(trans: ITranslate, type: string | undefined): string {
  if (type === undefined) {
    return trans.__('something else');
  }
  if (type === 'torch.Tensor' || type === 'Tensor') {
    return trans.__('a tensor');
  }
  if (type.startsWith('PIL.')) {
    return trans.__('a PIL image');
  }
  return type === 'numpy.ndarray' ? trans.__('a NumPy array') : type;
}

/** What brings the image into the form that was wanted. */
function converted(
  trans: ITranslate,
  wanted: string | undefined,
  type: string | undefined
): IFix {
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
        edit: transformBefore('ToTensor()', 'Normalize'),
        code: 'transforms.Compose([transforms.ToTensor(), transforms.Normalize(mean, std)])'
      };
}

function inOrder(trans: ITranslate): IFix {
  return check(
    trans.__('One order that fits: image, tensor, numbers'),
    'transform = transforms.Compose([\n    transforms.Resize(256), transforms.CenterCrop(224),  # PIL images\n    transforms.ToTensor(),                               # now a tensor\n    transforms.Normalize(mean, std)\n])'
  );
}

/** A transform that the line itself calls with the array of a whole data set. */
const WHOLE =
  /\b\w{0,20}transforms?\((?<given>(?:[a-z]\w{0,20}\.)?(?:\w{0,20}_)?(?:data|images|imgs|train|test|X)(?:_\w{1,12})?(?:\.(?:data|images|numpy\(\)|values))*)\)/i;

/** The class was called with an image, and makes an object of other arguments. */
const UNCALLED =
  /(?:\b(?<class>[A-Z]\w{1,50})(?:\.__init__)?|\b__init__)\(\) takes (?:no arguments|(?:exactly )?\d positional arguments? but 2\b)/;

function transformsSample({ exceptions, log }: IReading): boolean {
  return (
    exceptions.some(({ frames }) =>
      /\bself\.(?:\w{1,20}_)?transforms?\(/.test(frames.at(-1)?.code ?? '')
    ) ||
    /\bself\.(?:\w{1,20}_)?transforms?\([^)\n]{1,40}\)\s{1,9}TypeError/.test(
      log
    )
  );
}

/** What the line gives a transform at once, where it is no single image. */
function wholeIn(reading: IReading): string | undefined {
  return WHOLE.exec(ownLine(reading))?.groups?.given;
}

/** A transform of the visible code that gives several images. */
function cropsIn(
  type: string | undefined,
  reading: IReading
): string | undefined {
  return type === 'tuple' || type === 'list'
    ? /\b(?:FiveCrop|TenCrop)\b/.exec(
        `${visibleCode(reading).text} ${reading.code}`
      )?.[0]
    : undefined;
}

/** What to do with several images in place of one. */
function severalImages(trans: ITranslate, crops?: string): IFix[] {
  return [
    check(
      crops
        ? trans.__('Behind %1: each crop to a tensor, then stack them', crops)
        : trans.__('Several images: each to a tensor, then stack them'),
      'transforms.Lambda(lambda crops: torch.stack([transforms.ToTensor()(c) for c in crops]))',
      trans.__(
        'It stands in place of ToTensor(). A batch is [N, crops, C, H, W] then.'
      )
    ),
    ...(crops
      ? [
          check(
            trans.__('Or take one crop'),
            'transforms.RandomCrop(224)  # CenterCrop(224) for evaluation'
          )
        ]
      : [
          check(
            trans.__('Image and label: transform the image alone'),
            'image, label = dataset[0]\nx = transform(image)'
          )
        ])
  ];
}

function seeSample(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what one sample is before the transforms'),
    code: 'dataset.transform = None\nprint(type(dataset[0][0]))'
  };
}

/** A transform of torchvision that got another thing than it works on. */
export default define({
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
  refines: ['dataloader/worker-exception', 'python/call-arguments'],
  values: [
    'wanted',
    'type',
    'dtype',
    'dimensions',
    'shape',
    'crop',
    'size',
    'crops',
    'given',
    'owner'
  ],
  kinds: {
    type: {
      signs: [
        ...messageOrLog(TYPE, {
          when: reading => wholeIn(reading) === undefined,
          read: ({ type, other, wanted }, reading) => ({
            wanted,
            type: type ?? other,
            crops: cropsIn(type ?? other, reading)
          })
        }),
        {
          where: 'message',
          ename: /^(?:AssertionError|TypeError)$/,
          pattern: BARE,
          confidence: 'likely',
          read: ({ wanted, type }) => ({ wanted: wanted ?? 'PIL Image', type })
        }
      ],
      words: (trans, { wanted, type, crops }) => ({
        title: trans.__('A transform got another kind of image'),
        cause: crops
          ? trans.__(
              '%1 gives a tuple of images, and the transform behind it takes one image.',
              crops
            )
          : /^(?:tuple|list)$/.test(type ?? '')
            ? trans.__(
                'It works on one image and got %1: a transform before it gives several images, or the dataset returned image and label together.',
                type
              )
            : wanted === undefined
              ? trans.__(
                  'Some transforms work on PIL images, some on tensors, and ToTensor() leads from the first to the second. Their order does not fit, or one is there twice.'
                )
              : trans.__(
                  'It works on “%1” and got %2. ToTensor() turns images into tensors: the order of the transforms does not fit, or one is there twice.',
                  wanted,
                  named(trans, type)
                ),
        fixes: [
          ...(/^(?:tuple|list)$/.test(type ?? '')
            ? severalImages(trans, crops)
            : [converted(trans, wanted, type), inOrder(trans)]),
          seeSample(trans)
        ]
      })
    },
    whole: {
      signs: [
        {
          where: 'message',
          pattern: TYPE,
          when: reading => wholeIn(reading) !== undefined,
          confidence: 'likely',
          read: (_, reading) => ({ given: wholeIn(reading) })
        }
      ],
      words: (trans, { given = 'dataset.data' }) => ({
        title: trans.__('The transform was given all images at once'),
        cause: trans.__(
          'The line calls the transform with %1, by its name the array of many images. A transform works on one image, and the data set applies it by itself to each sample that it gives.',
          given
        ),
        fixes: [
          check(
            trans.__(
              'Take the samples from the data set: they come transformed'
            ),
            'images = torch.stack([image for image, _ in dataset])',
            trans.__('For training: DataLoader(dataset, batch_size=64).')
          ),
          check(
            trans.__('To look at the numbers alone, leave the transform out'),
            'x = dataset.data.float() / 255\nprint(x.shape, x.min(), x.max(), x.mean(), x.std())'
          )
        ]
      })
    },
    uncalled: {
      signs: [
        {
          where: 'message',
          pattern: UNCALLED,
          when: transformsSample,
          confidence: 'likely',
          read: ({ class: owner }) => ({ owner })
        }
      ],
      words: (trans, { owner }) => ({
        title: trans.__('The transform is a class that was not called'),
        cause: trans.__(
          'The data set calls its transform with each image, and that is the class%1 itself: so the image went to its __init__(). Round brackets are missing where the transform is given to the data set.',
          owner ? ` ${owner}` : ''
        ),
        fixes: [
          check(
            trans.__('Call it: the object is the transform'),
            owner === 'ImageClassification'
              ? 'transform = weights.transforms()  # not weights.transforms'
              : `transform = ${owner ?? 'transforms.ToTensor'}()  # not ${owner ?? 'transforms.ToTensor'}`,
            trans.__('Then make the data sets and their loaders anew.')
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See what the data set holds'),
            code: 'print(dataset.transform)'
          }
        ]
      })
    },
    dtype: {
      signs: messageOrLog(DTYPE),
      words: (trans, { dtype }) => ({
        title: trans.__('Normalize works on floats, the image has integers'),
        cause: trans.__(
          'The tensor is %1, with values from 0 to 255. Normalize subtracts a mean and divides, which needs floats.',
          dtype
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Scale to floats before Normalize'),
            edit: transformBefore(
              'ConvertImageDtype(torch.float32)',
              'Normalize'
            ),
            code: 'transforms.ConvertImageDtype(torch.float32)  # v2: ToDtype(torch.float32, scale=True)'
          },
          inOrder(trans),
          seeSample(trans)
        ]
      })
    },
    dimensions: {
      signs: messageOrLog(DIMENSIONS),
      words: (trans, { dimensions }) => ({
        title: trans.__('The transform takes one image at a time'),
        cause: trans.__(
          'The array has %1 dimensions. An image has two, or three with its channels; one more is usually a batch.',
          dimensions
        ),
        fixes: [
          check(
            trans.__('Give one image, not a batch'),
            'image = transforms.ToTensor()(batch[0])'
          ),
          inOrder(trans),
          seeSample(trans)
        ]
      })
    },
    shape: {
      signs: messageOrLog(SHAPE),
      words: (trans, { shape }) => ({
        title: trans.__('The tensor does not have the shape of an image'),
        cause: shape
          ? trans.__(
              'An image tensor is [C, H, W], and the one here is [%1]. Often a label or a flattened image was passed.',
              shape
            )
          : trans.__(
              'An image tensor is [C, H, W], the channels stand first. Often a label or a flattened image was passed, or an array [H, W, C].'
            ),
        fixes: [
          check(
            trans.__('Give it an image [C, H, W]'),
            'image = image.reshape(1, 28, 28)  # of a flattened one'
          ),
          inOrder(trans),
          seeSample(trans)
        ]
      })
    },
    channels: {
      signs: messageOrLog(CHANNELS),
      words: trans => ({
        title: trans.__('The image has channels that the transform refuses'),
        cause: trans.__(
          'Images have 1 channel (grey) or 3 (colour), a fourth is usually the transparency of a PNG. A large number means that the channels stand in another place.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Open every image in colour'),
              "image = Image.open(path).convert('RGB')",
              trans.__(
                'A tensor [H, W, C]: bring the channels to the front with permute(2, 0, 1).'
              )
            ),
            edit: callThen(['Image.open'], ".convert('RGB')")
          },
          inOrder(trans),
          seeSample(trans)
        ]
      })
    },
    named: {
      signs: [
        {
          where: 'message',
          pattern: /You have to pass data to augmentations as named arguments/,
          read: () => ({ wanted: 'albumentations' })
        },
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern:
            /(?:^|\bCompose\.)__call__\(\) got an unexpected keyword argument ["'](?:image|mask|bboxes)["']/,
          read: () => ({ wanted: 'torchvision' })
        }
      ],
      words: (trans, { wanted }) => ({
        title: trans.__('The transform is of the other library'),
        cause:
          wanted === 'albumentations'
            ? trans.__(
                'It is one of albumentations, which takes arrays by name and gives a dictionary. It was called as those of torchvision are.'
              )
            : trans.__(
                'It is one of torchvision, which takes an image by itself. It was called as those of albumentations are, by name.'
              ),
        fixes: [
          wanted === 'albumentations'
            ? check(
                trans.__('Hand the array over by name'),
                "image = transform(image=np.array(image))['image']"
              )
            : check(
                trans.__('Hand the image over by itself'),
                'image = transform(image)'
              )
        ]
      })
    },
    crop: {
      signs: messageOrLog(CROP),
      words: (trans, { crop, size }) => ({
        title: trans.__('The image is smaller than the crop'),
        cause: trans.__(
          'The crop measures %1, this image only %2 (height, width). One small image in the data is enough.',
          crop,
          size
        ),
        fixes: [
          {
            ...check(
              trans.__('Enlarge small images before the crop'),
              'transforms.RandomCrop(224, pad_if_needed=True)  # or transforms.Resize(256) before it'
            ),
            edit: keywordGiven(['RandomCrop'], 'pad_if_needed', 'True')
          },
          seeSample(trans)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
