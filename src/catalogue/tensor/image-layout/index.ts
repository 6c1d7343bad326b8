import type { Edit } from '../../../code/types';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type IWords } from '../../define';
import { check } from '../../fix';
import { argumentWithin } from '../../shared/edits/calls';
import { knows } from '../../shared/edits/find';
import { lastValue, ownCall } from '../../shared/ran-code';
import { isTorchInPlay } from '../../shared/torch-in-play';

/** matplotlib, image.py: it wants (H, W), (H, W, 3) or (H, W, 4). */
const SHAPE =
  /^Invalid shape \((?<shape>\d{1,7}(?:, ?\d{1,7}){0,5}),?\) for image data/;

/** Pillow, Image.fromarray: all dimensions but two, and the type. */
const PILLOW =
  /^Cannot handle this data type: \((?<shape>\d{1,7}(?:, ?\d{1,7}){1,3})\), ?(?<type>[<>|=]?\w{2,12})/;

/** The classes of OpenCV's errors, with and without the module. */
const OF_OPENCV = /^(?:TypeError|error|cv2\.error)$/;

/** OpenCV 4 and 5, `pyopencv_to()`: what it was given is no array. Before, one line. */
const NO_ARRAY =
  /\b(?:src\d?|img\d?|image|mat) is not a numpy array, neither a scalar|^Expected Ptr<cv::UMat> for argument ["']\w{1,20}["']$/;

/** OpenCV, modules/imgproc: applyColorMap(), resize() and cvtColor(). */
const BYTES = /cv::ColorMap only supports source images of type CV_8UC1/;
const DEPTH =
  /Assertion failed\) func != 0 in function ["']resize["']|Unsupported depth of input image:[\s\S]{0,80}["']depth["'] is \d \((?<type>CV_\d{1,2}[A-Z])\)/;

/** OpenCV 4.5, `pyopencv_to()`, of a point whose numbers are no integers. */
const POINT =
  /Can't parse ["'](?<point>pt1|pt2|center|org|rec)["']\. Sequence item with index \d has a wrong type/;

/** The call of OpenCV in the failed line, and the image that it is given. */
function imageGiven(
  reading: IReading
): { readonly func: string; readonly image: string | undefined } | undefined {
  const call = ownCall(/^cv2\./, reading);
  const [first, second] = call?.args ?? [];
  const image = /^cv2\.im(?:write|show)$/.test(call?.name ?? '')
    ? second
    : first;
  return (
    call && {
      func: call.name,
      image: /^[a-z_][\w.]{0,40}$/i.test(image ?? '') ? image : undefined
    }
  );
}

/** Whether the line that gives the image its value makes an array of it. */
function isArray(image: string | undefined, reading: IReading): boolean {
  const made = image === undefined ? null : lastValue(image, reading);
  return /\.numpy\(\)$|^np\.(?:array|asarray|where|zeros|ones|argmax)\(|\.astype\(/.test(
    made?.value.trim() ?? ''
  );
}

/** As a tensor, which an array may become: what is shown may be either. */
function shown(end: string): Edit {
  return failed =>
    knows(failed, 'torch')
      ? argumentWithin(
          ['imshow'],
          [0, 'X'],
          'torch.as_tensor(',
          `)${end}`
        )(failed)
      : null;
}

type Kind = 'channels' | 'grey' | 'batch' | 'flat' | 'other';

function numbers(shape = ''): number[] {
  return shape.split(',').map(Number);
}

/** What the shape proves. */
function kindOf(shape: string | undefined): Kind {
  const sizes = numbers(shape);
  const [first = 0] = sizes;
  if (sizes.length === 1) {
    return 'flat';
  }
  if (sizes.length > 3) {
    return 'batch';
  }
  return sizes.length === 3 && first === 1
    ? 'grey'
    : sizes.length === 3 && (first === 3 || first === 4)
      ? 'channels'
      : 'other';
}

/** Channels first is torch's own order; other shapes may be anybody's. */
function isOurs({ shape }: Values, reading: IReading): boolean {
  return kindOf(shape) === 'channels' || isTorchInPlay(reading);
}

function shapeIn({ exceptions }: IReading, pattern: RegExp): Values {
  return (
    exceptions
      .map(({ message }) => pattern.exec(message)?.groups as Values | undefined)
      .find(groups => groups !== undefined) ?? {}
  );
}

function seeShape(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See its shape'),
    code: 'print(img.shape, img.dtype)'
  };
}

/** Height and width of a flat square image. */
function sideOf(shape: string | undefined): number | undefined {
  const side = Math.sqrt(numbers(shape)[0]);
  return Number.isInteger(side) ? side : undefined;
}

const WORDS: Readonly<
  Record<Kind, (trans: ITranslate, shape: string | undefined) => IWords>
> = {
  channels: (trans, shape) => ({
    title: trans.__('The image has its channels first'),
    cause: shape
      ? trans.__(
          'The shape is (%1): PyTorch keeps images as channels, height, width. imshow() wants height, width, channels.',
          shape
        )
      : trans.__(
          'PyTorch keeps images as channels, height, width. imshow() wants height, width, channels.'
        ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Put the channels last'),
        edit: shown('.permute(1, 2, 0)'),
        detail: trans.__('For a NumPy array: img.transpose(1, 2, 0).'),
        code: 'plt.imshow(img.permute(1, 2, 0))'
      },
      check(
        trans.__('Colours are off: undo the normalisation first'),
        'img = img * std[:, None, None] + mean[:, None, None]\nplt.imshow(img.permute(1, 2, 0).clamp(0, 1))'
      )
    ]
  }),
  grey: (trans, shape) => ({
    title: trans.__('A grey image has a dimension of 1 too many'),
    cause: trans.__(
      'The shape is (%1): one channel, height, width. imshow() takes a grey image as height and width alone.',
      shape
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Take the channel away'),
        edit: shown('.squeeze(0)'),
        code: "plt.imshow(img.squeeze(0), cmap='gray')"
      }
    ]
  }),
  batch: (trans, shape) => ({
    title: trans.__('A whole batch is shown as one image'),
    cause: trans.__(
      'The shape is (%1): the first number counts images. imshow() shows one.',
      shape
    ),
    fixes: [
      {
        ...check(
          trans.__('Take one of them, with its channels last'),
          'plt.imshow(images[0].permute(1, 2, 0).squeeze())'
        ),
        edit: shown('[0].permute(1, 2, 0).squeeze()')
      },
      check(
        trans.__('Or lay all side by side'),
        'from torchvision.utils import make_grid\nplt.imshow(make_grid(images).permute(1, 2, 0))'
      )
    ]
  }),
  flat: (trans, shape) => {
    const side = sideOf(shape);
    return {
      title: trans.__('The image is flat: a row of numbers'),
      cause: trans.__(
        'The shape is (%1): the image was flattened, and imshow() wants height and width.',
        shape
      ),
      fixes: [
        {
          ...check(
            trans.__('Give it its height and width back'),
            side === undefined
              ? 'plt.imshow(img.reshape(height, width))'
              : `plt.imshow(img.reshape(${side}, ${side}), cmap='gray')`
          ),
          edit:
            side === undefined ? undefined : shown(`.reshape(${side}, ${side})`)
        },
        seeShape(trans)
      ]
    };
  },
  other: (trans, shape) => ({
    title: trans.__('This shape is none of an image'),
    cause: trans.__(
      'The shape is (%1). imshow() takes (height, width), or (height, width, 3 or 4).',
      shape
    ),
    fixes: [
      {
        ...check(
          trans.__('More channels than colours: show one of them'),
          'plt.imshow(features[0])  # one channel of (channels, height, width)'
        ),
        edit: shown('[0]')
      },
      seeShape(trans)
    ]
  })
};

/**
 * What matplotlib, Pillow and OpenCV say of images in the order of PyTorch.
 */
export default define({
  id: 'tensor/image-layout',
  answers: [
    'TypeError: Invalid shape (3, 224, 224) for image data',
    'TypeError: Cannot handle this data type: (1, 1, 224), |u1',
    "TypeError: Expected Ptr<cv::UMat> for argument 'src'"
  ],
  values: ['shape', 'type', 'func', 'image'],
  signs: [
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: SHAPE,
      when: reading => isOurs(shapeIn(reading, SHAPE), reading),
      read: ({ shape }) => ({ kind: kindOf(shape) })
    },
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: PILLOW,
      when: isTorchInPlay,
      confidence: 'likely',
      read: ({ type }) => ({
        kind: /f\d/.test(type ?? '') ? 'values' : 'pillow'
      })
    },
    {
      where: 'message',
      ename: OF_OPENCV,
      pattern: NO_ARRAY,
      when: isTorchInPlay,
      confidence: 'likely',
      read: (_, reading) => {
        const given = imageGiven(reading);
        return {
          kind: isArray(given?.image, reading) ? 'depth' : 'opencv',
          ...given
        };
      }
    },
    {
      where: 'message',
      ename: OF_OPENCV,
      pattern: POINT,
      when: isTorchInPlay,
      confidence: 'likely',
      read: ({ point }, reading) => ({
        kind: 'point',
        type: point,
        ...imageGiven(reading)
      })
    },
    {
      where: 'message',
      ename: OF_OPENCV,
      pattern: BYTES,
      when: isTorchInPlay,
      confidence: 'likely',
      read: (_, reading) => ({ kind: 'bytes', ...imageGiven(reading) })
    },
    {
      where: 'message',
      ename: OF_OPENCV,
      pattern: DEPTH,
      when: isTorchInPlay,
      confidence: 'likely',
      read: ({ type }, reading) => ({
        kind: 'depth',
        type,
        ...imageGiven(reading)
      })
    }
  ],
  kinds: {
    channels: { words: (trans, { shape }) => WORDS.channels(trans, shape) },
    grey: { words: (trans, { shape }) => WORDS.grey(trans, shape) },
    batch: { words: (trans, { shape }) => WORDS.batch(trans, shape) },
    flat: { words: (trans, { shape }) => WORDS.flat(trans, shape) },
    other: { words: (trans, { shape }) => WORDS.other(trans, shape) },
    pillow: {
      words: trans => ({
        title: trans.__('Pillow wants the channels last'),
        cause: trans.__(
          'Image.fromarray() takes (height, width) or (height, width, 3). PyTorch keeps images as channels, height, width.'
        ),
        fixes: [
          check(
            trans.__('Let torchvision make the image'),
            'from torchvision.transforms.functional import to_pil_image\nimage = to_pil_image(x)  # a tensor (channels, height, width)'
          ),
          check(
            trans.__('Or put the channels last'),
            'image = Image.fromarray(array.transpose(1, 2, 0))  # of one channel: array.squeeze()'
          ),
          seeShape(trans)
        ]
      })
    },
    opencv: {
      words: (trans, { func = 'cv2.resize', image = 'image' }) => ({
        title: trans.__('OpenCV works on arrays, and got none'),
        cause: trans.__(
          '%1() takes an array of NumPy, [height, width] or [height, width, channels]. %2 is none: mostly it is a tensor, else an image of Pillow.',
          func,
          image
        ),
        fixes: [
          check(
            trans.__('A tensor: make an image of it'),
            `array = ${image}.detach().cpu().permute(1, 2, 0).numpy()  # [channels, height, width]; of [height, width]: no permute\narray = (array * 255).clip(0, 255).astype('uint8')  # from 0 to 1`
          ),
          check(
            trans.__('An image of Pillow: make an array of it'),
            `array = np.array(${image})`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See what it is'),
            code: `print(type(${image}), getattr(${image}, 'shape', None))`
          }
        ]
      })
    },
    point: {
      words: (trans, { func = 'cv2.rectangle', type = 'pt1' }) => ({
        title: trans.__('OpenCV wants whole numbers for a point'),
        cause: trans.__(
          '%1() takes int for its points (%2), and was given floats, NumPy’s integers or tensors: what comes of boxes, scales and models is mostly float.',
          func,
          type
        ),
        fixes: [
          check(
            trans.__('Make whole numbers of them first'),
            'x1, y1, x2, y2 = map(int, (x1, y1, x2, y2))\ncv2.rectangle(image, (x1, y1), (x2, y2), (255, 0, 0), 2)'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See their types'),
            code: 'print([type(v) for v in (x1, y1, x2, y2)])'
          }
        ]
      })
    },
    bytes: {
      words: (trans, { image = 'heatmap' }) => ({
        title: trans.__('applyColorMap() wants bytes, from 0 to 255'),
        cause: trans.__(
          '%1 has other numbers. What comes of a tensor is floating point, mostly from 0 to 1.',
          image
        ),
        fixes: [
          check(
            trans.__('Make bytes of it'),
            `${image} = np.uint8(255 * ${image} / ${image}.max())  # of a tensor: .detach().cpu().numpy() first`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See its type, shape and range'),
            code: `print(${image}.dtype, ${image}.shape, ${image}.min(), ${image}.max())`
          }
        ]
      })
    },
    depth: {
      words: (trans, { func = 'cv2.resize', image = 'image', type }) => ({
        title: trans.__('OpenCV does not take this number type'),
        cause: type
          ? trans.__(
              '%1() was given %2. It takes bytes and float32; NumPy computes in float64.',
              func,
              type
            )
          : trans.__(
              '%1() knows no bool, int64 or float16. It takes bytes and float32.',
              func
            ),
        fixes: [
          check(
            trans.__('Give it float32, or bytes'),
            `${image} = ${image}.astype('float32')  # an image or mask from 0 to 255: 'uint8'`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See its type and shape'),
            code: `print(${image}.dtype, ${image}.shape)`
          }
        ]
      })
    },
    values: {
      words: (trans, { type }) => ({
        title: trans.__('Pillow wants whole numbers from 0 to 255'),
        cause: trans.__(
          'Image.fromarray() was given floating point numbers (%1). A tensor of an image has them, mostly from 0 to 1, and its channels first.',
          type
        ),
        fixes: [
          check(
            trans.__('Let torchvision make the image'),
            'from torchvision.transforms.functional import to_pil_image\nimage = to_pil_image(x)  # a tensor (channels, height, width)'
          ),
          check(
            trans.__('Or make bytes of an array (height, width, channels)'),
            "image = Image.fromarray((array * 255).clip(0, 255).astype('uint8'))"
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the array was made by NumPy or OpenCV, its channels are last already: look at what reshaped it.'
      )
    ],
    links: [
      {
        title: trans.__('matplotlib: imshow'),
        url: 'https://matplotlib.org/stable/api/_as_gen/matplotlib.pyplot.imshow.html'
      },
      {
        title: trans.__('torchvision: to_pil_image'),
        url: 'https://docs.pytorch.org/vision/stable/generated/torchvision.transforms.functional.to_pil_image.html'
      }
    ]
  })
});
