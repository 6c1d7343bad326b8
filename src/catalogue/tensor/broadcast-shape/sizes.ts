/** What two sizes of one dimension prove by themselves; neither of them is 1. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { ValuesOf } from '../../define';
import { check } from '../../fix';
import { lastLeftOut } from '../shared/last-batch';

type Sizes = ValuesOf<
  'a' | 'b' | 'dim' | 'parts' | 'masks' | 'left' | 'right' | 'operator'
>;

/** Positions that published models have, CLIP's for texts among them. */
const TABLES: readonly string[] = ['77', '512', '514', '1024', '2048'];

/** Below it a size is rather one of features or heads than of an image. */
const SMALLEST_IMAGE = 128;

/** Patches in a row of the smallest published models. */
const SMALLEST_GRID = 6;

/** Below it a size is rarely a width. */
const SMALLEST_SIDE = 16;

/** Smaller sizes are seldom lengths. */
const FEW = 6;

/** Images of one program seldom differ by more than so many times. */
const MOST_TIMES = 16;

/** By so much do networks reduce the height and width of their maps. */
const REDUCED: readonly (number | undefined)[] = [2, 4, 8, 16, 32];

/** Halving three times changes a size by at most so much. */
const HALVED = 8;

/**
 * The side of the grid of patches of which a vision model makes so many tokens,
 * with one for the class; NaN where it is none, or smaller than `least`.
 */
function sideOf(tokens: string | undefined, least = SMALLEST_GRID): number {
  const side = Math.sqrt(Number(tokens) - 1);
  return Number.isInteger(side) && side >= least ? side : NaN;
}

/** Whether both sizes are grids of patches, where the line adds positions. */
export function areGrids({ a, b }: ValuesOf<'a' | 'b'>): boolean {
  return sideOf(a, 2) > 0 && sideOf(b, 2) > 0;
}

/** Two grids of patches of which only one has positions. */
export function gridMeaning(
  trans: ITranslate,
  { a, b }: ValuesOf<'a' | 'b'>
): string {
  return trans.__(
    '%1 tokens are %2 × %2 patches of an image and one for its class, %3 are %4 × %4: the images have another size than the positions of the model are for.',
    a,
    sideOf(a, 2),
    b,
    sideOf(b, 2)
  );
}

/** The size of the images for the model, and the model for the size of the images. */
export function gridFixes(
  trans: ITranslate,
  { a, b }: ValuesOf<'a' | 'b'>
): IFix[] {
  const [given, wanted] = [sideOf(a, 2), sideOf(b, 2)];
  return [
    check(
      trans.__('Resize the images to what the model is for'),
      `transforms.Resize((${wanted} * patch_size, ${wanted} * patch_size))  # with patches of 16: ${wanted * 16}`
    ),
    check(
      trans.__('Or make the model for the size of the images'),
      `model = ViT(name, pretrained=True, image_size=${given} * patch_size)  # with patches of 16: ${given * 16}; timm: img_size=`
    )
  ];
}

/** The larger and the smaller of both, and how often the one is in the other. */
interface IPair {
  readonly large: number;
  readonly small: number;
  /** Undefined where it leaves a rest. */
  readonly times: number | undefined;
}

function pairOf({ a, b }: Sizes): IPair {
  const [large, small] = [Number(a), Number(b)].sort((x, y) => y - x);
  return {
    large,
    small,
    times: small > 1 && large % small === 0 ? large / small : undefined
  };
}

type Story =
  | 'channels'
  | 'alpha'
  | 'grid'
  | 'positions'
  | 'flattened'
  | 'batch'
  | 'sides'
  | 'reduced'
  | 'lengths'
  | 'times'
  | 'few';

function storyOf(sizes: Sizes): Story | undefined {
  const { a, b, dim } = sizes;
  const { large, small, times } = pairOf(sizes);
  if (dim === '1' && Number(a) > Number(b) && TABLES.includes(b ?? '')) {
    return 'positions';
  }
  if (dim === '1' && sideOf(a) > 0 && sideOf(b) > 0) {
    return 'grid';
  }
  if (dim === '0' && a === '4' && b === '3') {
    return 'alpha';
  }
  if (dim === '0') {
    return times === undefined ? 'batch' : 'flattened';
  }
  if (small === 3 && large >= SMALLEST_SIDE && (dim === '2' || dim === '3')) {
    return 'channels';
  }
  if (
    sizes.masks !== undefined &&
    REDUCED.includes(times) &&
    small >= SMALLEST_SIDE &&
    (dim === '1' || dim === '2' || dim === '3')
  ) {
    return 'reduced';
  }
  if (times !== undefined) {
    return dim === undefined || sizes.parts === undefined ? undefined : 'times';
  }
  if (
    ((dim === '2' || dim === '3') && large <= MOST_TIMES * small) ||
    (dim !== undefined && small >= SMALLEST_IMAGE && large - small > HALVED)
  ) {
    return dim === '1' ? 'lengths' : 'sides';
  }
  return dim !== undefined && small > FEW && large - small <= 2
    ? 'few'
    : undefined;
}

/** What it means that the sizes differ in just this way; null where it is open. */
export function sizesMeaning(trans: ITranslate, sizes: Sizes): string | null {
  const { a, b, dim } = sizes;
  const { large, small, times } = pairOf(sizes);
  switch (storyOf(sizes)) {
    case 'positions':
      return trans.__(
        'In dimension %3 one tensor has %1 entries, the other %2, which is a usual number of positions: the text is longer than the model has positions for.',
        a,
        b,
        dim
      );
    case 'grid':
      return gridMeaning(trans, sizes);
    case 'alpha':
      return trans.__(
        'In dimension 0 one tensor has 4 entries, the other 3. Of an image [C, H, W] these are its channels, 4 with transparency, where a mean has 3 colours; of a batch they are its samples.'
      );
    case 'flattened':
      return trans.__(
        'In dimension 0, one tensor has %1 entries, the other %2, and %1 is %2 × %3: usually the one was made for another batch, or its batch was flattened together with another dimension.',
        large,
        small,
        times
      );
    case 'batch':
      return trans.__(
        'In dimension 0, mostly the batch or the number of samples, one tensor has %1 entries, the other %2. One was made for another batch: with a fixed size, from the batch before, or of data that was filtered.',
        a,
        b
      );
    case 'channels':
      return trans.__(
        'In dimension %3 one tensor has size %1, the other %2. A size of 3 is mostly that of colours: in [C, H, W] they stand first, and shapes are compared from the last dimension.',
        a,
        b,
        dim
      );
    case 'times':
      return trans.__(
        'In dimension %3 one tensor has %1, the other %2, which is %4 times as much or as little: parts (heads, gates, patches, channels) that were joined in one and not in the other, or a layer that reduces the size.',
        a,
        b,
        dim,
        times
      );
    case 'reduced':
      return trans.__(
        'In dimension %3 one tensor has size %1, the other %2, which is %4 times as much or as little. Many networks for masks give maps that are smaller than the image by so much: these were not brought back to the size of the mask.',
        a,
        b,
        dim,
        times
      );
    case 'sides':
      return trans.__(
        'In dimension %3 one tensor has size %1, the other %2. Of images and feature maps [N, C, H, W] the last two dimensions are height and width: two of different size meet here.',
        a,
        b,
        dim
      );
    case 'lengths':
      return trans.__(
        'In dimension %3 one tensor has %1 entries, the other %2. Of sequences and patches [N, length, features] that is the length, to which positions and masks are fixed; of one image [C, H, W] it is the height.',
        a,
        b,
        dim
      );
    case 'few':
      return trans.__(
        'In dimension %3 one tensor has %1 entries, the other %2. So near to each other they are mostly lengths: an entry more at one end (a token, a bias, a first step), or a slice that left some out.',
        a,
        b,
        dim
      );
    default:
      return null;
  }
}

/** Whether the sizes say enough for a change to come before a look at the shapes. */
export function saysEnough(sizes: Sizes): boolean {
  return ['channels', 'grid', 'positions', 'sides', 'reduced'].includes(
    storyOf(sizes) ?? ''
  );
}

/** The fixes that such sizes allow, best first. */
export function sizesFixes(trans: ITranslate, sizes: Sizes): IFix[] {
  const { large, small, times } = pairOf(sizes);
  const { left = 'a', right = 'b' } = sizes;
  switch (storyOf(sizes)) {
    case 'positions':
      return [
        check(
          trans.__('Cut the text to the positions of the model'),
          `batch = tokenizer(texts, truncation=True, max_length=${small}, padding=True, return_tensors='pt')`
        )
      ];
    case 'channels':
      return [
        check(
          trans.__('One value for each colour: give it height and width of 1'),
          'image = (image - mean[:, None, None]) / std[:, None, None]'
        ),
        check(
          trans.__('An image [H, W, C] beside one [C, H, W]: turn it'),
          'image = image.permute(2, 0, 1)'
        )
      ];
    case 'flattened':
      return [
        check(
          trans.__('Give the flattened one its batch back, or flatten both'),
          `x = x.reshape(${small}, ${times ?? -1}, *x.shape[1:])`
        )
      ];
    case 'batch':
      return [
        check(
          trans.__('Made for a fixed batch: take the size of this one'),
          'state = torch.zeros(x.size(0), size, device=x.device)'
        ),
        lastLeftOut(trans.__('A shorter last batch: leave it out'))
      ];
    case 'reduced':
      return [
        check(
          trans.__('Bring the output to the size of the mask, before argmax()'),
          "logits = F.interpolate(logits, size=mask.shape[-2:], mode='bilinear', align_corners=False)"
        )
      ];
    case 'sides':
      return [
        check(
          trans.__('Bring both to one size, best where they are loaded'),
          `${right} = F.interpolate(${right}, size=${left}.shape[-2:])  # of images: transforms.Resize((h, w))`
        ),
        ...(large - small <= HALVED
          ? [
              check(
                trans.__('Halved and doubled: sizes that divide by 32'),
                'transforms.Resize((256, 256))'
              )
            ]
          : [])
      ];
    case 'lengths':
      return [
        check(
          trans.__('Fixed positions: the input size that the model is for'),
          'print(model)  # the embedding of positions tells how many there are'
        ),
        check(
          trans.__('Images of different height: bring them to one size'),
          'transforms.Resize((h, w))'
        )
      ];
    case 'few':
      return [
        check(
          trans.__('Cut both to the shorter, where the rest does not count'),
          `a, b = a[:, :${small}], b[:, :${small}]`
        )
      ];
    case 'grid':
      return gridFixes(trans, sizes);
    case 'alpha':
      return [
        check(
          trans.__('An image with transparency: open it in colour'),
          'image = Image.open(path).convert("RGB")'
        ),
        lastLeftOut(trans.__('A shorter last batch: leave it out'), 4)
      ];
    default:
      return [];
  }
}
