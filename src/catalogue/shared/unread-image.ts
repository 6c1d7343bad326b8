import type { IFix, ITranslate } from '../../diagnosis/types';
import { check } from '../fix';

/** What to do where cv2.imread() gave None, which only later calls notice. */
export function unreadImageFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('See the path, and whether it is there'),
      code: 'import os\nprint(os.getcwd(), repr(path), os.path.isfile(path))'
    },
    check(
      trans.__('Stop at once, with the path in the message'),
      'image = cv2.imread(path)\nassert image is not None, path'
    )
  ];
}
