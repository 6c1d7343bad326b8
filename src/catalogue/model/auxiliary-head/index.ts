import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';

/** The loss of YOLOv7 counts the outputs of a model without auxiliary heads. */
function isLossOfYolo(reading: IReading): boolean {
  const text = printedText(reading);
  return (
    /yolov7/i.test(text) &&
    /compute_loss_ota|ComputeLossOTA|build_targets|find_3_positive/.test(
      text
    ) &&
    /[\\/]loss\.py/.test(text)
  );
}

export default define({
  id: 'model/auxiliary-head',
  answers: [
    'IndexError: list index out of range: yolov7 train.py compute_loss_ota build_targets'
  ],
  refines: ['python/index-past-end'],
  signs: [
    {
      where: 'message',
      ename: /^IndexError$/,
      pattern: /^list index out of range/,
      when: isLossOfYolo,
      confidence: 'likely'
    }
  ],
  words: trans => ({
    title: trans.__('This YOLOv7 model is trained by train_aux.py'),
    cause: trans.__(
      'yolov7-w6, -e6, -d6 and -e6e have auxiliary heads: twice the outputs, with four scales. train.py pairs them with the loss of the small models, which counts three.'
    ),
    fixes: [
      check(
        trans.__('Start train_aux.py, with the options of these models'),
        '$ python train_aux.py --cfg cfg/training/yolov7-w6.yaml --hyp data/hyp.scratch.p6.yaml --weights yolov7-w6_training.pt --img 1280 1280'
      ),
      check(
        trans.__('Or train a model without auxiliary heads'),
        '$ python train.py --cfg cfg/training/yolov7.yaml --hyp data/hyp.scratch.p5.yaml --weights yolov7_training.pt'
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'With yolov7, yolov7-x or -tiny train.py is right: then look at nc and the labels of the data file.'
      )
    ],
    links: [
      {
        title: trans.__('YOLOv7: training'),
        url: 'https://github.com/WongKinYiu/yolov7#training'
      }
    ]
  })
});
