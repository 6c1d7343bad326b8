import type { IFix, ITranslate } from '../../diagnosis/types';
import { check } from '../fix';

/** What the names of images end in. */
const OF_IMAGE = /\.(?:png|jpe?g|bmp|webp|tiff?|gif)$/i;

/**
 * What to do where cv2.imread() gave None, which only later calls notice.
 *
 * @param path - the file that was to be read, where it is known
 * @param isWindows - whose OpenCV reads no path beyond ASCII
 */
export function unreadImageFixes(
  trans: ITranslate,
  path?: string,
  isWindows = false
): IFix[] {
  const other = path !== undefined && !OF_IMAGE.test(path);
  return [
    ...(other
      ? [
          check(
            trans.__('Leave only images in the folder that is read'),
            "import pathlib\nimages = {'.png', '.jpg', '.jpeg', '.bmp', '.webp'}\nprint([p for p in pathlib.Path(folder).iterdir() if p.suffix.lower() not in images])",
            trans.__('%1 has no ending of an image.', path)
          )
        ]
      : isWindows
        ? [
            check(
              trans.__('Windows: read the bytes, and let OpenCV decode them'),
              `image = cv2.imdecode(np.fromfile(${path === undefined ? 'path' : `r'${path}'`}, dtype=np.uint8), cv2.IMREAD_COLOR)`,
              trans.__('Or move the file to a path of plain letters.')
            )
          ]
        : []),
    {
      safety: 'diagnostic',
      title: trans.__('See the path, and whether it is there'),
      code:
        path === undefined || other
          ? 'import os\nprint(os.getcwd(), repr(path), os.path.isfile(path))'
          : `import os\nprint(os.getcwd(), os.path.isfile(r'${path}'))`
    },
    check(
      trans.__('Stop at once, with the path in the message'),
      'image = cv2.imread(path)\nassert image is not None, path'
    )
  ];
}
