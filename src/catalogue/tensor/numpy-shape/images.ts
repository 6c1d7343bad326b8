/** What the shapes of arrays say of images: grey, colour, with transparency. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { check } from '../../fix';

/** `300,1` or `300, 1,` as numbers. */
export function sizesIn(shape: string | undefined): readonly number[] {
  return (shape ?? '')
    .split(',')
    .map(size => size.trim())
    .filter(Boolean)
    .map(Number);
}

/** No image of a photo or a scan has a shorter side. */
const SIDE = 24;

export type Colours = 'grey' | 'alpha' | undefined;

/** Whether two shapes that do not fit are those of images of other colours. */
export function coloursOf(
  one: string | undefined,
  other: string | undefined,
  isImage: boolean
): Colours {
  const [first, second] = [sizesIn(one), sizesIn(other)];
  const [long, short] =
    first.length >= second.length ? [first, second] : [second, first];
  const [height = 0, width = 0, channels] = long;
  const isLarge = height >= SIDE && width >= SIDE;
  if (
    (long.includes(4) && short[short.length - 1] === 3) ||
    (short[short.length - 1] === 4 && channels === 3)
  ) {
    return isLarge ? 'alpha' : undefined;
  }
  const lacksChannel =
    long.length === 3 &&
    short.length === 2 &&
    short[0] === height &&
    short[1] === width &&
    channels <= 4;
  const hasMeans =
    long.length === 2 && short.length === 1 && short[0] === 3 && isLarge;
  const isLine =
    isImage && long.length === 2 && long[1] === 1 && short[0] === long[0];
  return (isLarge && lacksChannel) || hasMeans || isLine ? 'grey' : undefined;
}

/** The cause, where the images have other colours. */
export function colourCause(
  trans: ITranslate,
  colours: Colours,
  shapes: readonly [string, string]
): string {
  return colours === 'alpha'
    ? trans.__(
        'The arrays are (%1) and (%2): one image has 4 channels, with transparency, the other values are for 3 colours.',
        ...shapes
      )
    : trans.__(
        'The arrays are (%1) and (%2). Probably an image is grey, and has no third dimension for colours, or one of size 1: the code expects 3 channels.',
        ...shapes
      );
}

/** What makes colour images of them. */
export function colourFixes(trans: ITranslate, colours: Colours): IFix[] {
  return [
    check(
      trans.__('Open every image in colour'),
      'image = Image.open(path).convert("RGB")',
      trans.__('A program that reads files itself: convert the file first.')
    ),
    check(
      colours === 'alpha'
        ? trans.__('With OpenCV: leave the fourth channel away')
        : trans.__('With OpenCV: make three channels of the grey one'),
      colours === 'alpha'
        ? 'image = cv2.cvtColor(image, cv2.COLOR_BGRA2BGR)'
        : 'image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)'
    )
  ];
}
