import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { messageOrLog } from '../../signs';

/** Parts of the YOLO repositories’ models (models/common.py, models/yolo.py). */
const PART =
  /["'](?<part>I?(?:Aux)?Detect|IBin|IKeypoint|Segment|DetectionModel|Model|Conv|DWConv|RepConv|Bottleneck(?:CSP)?|C3\w{0,3}|C2f|SPPF?|Focus|Concat|Ensemble)["'] object has no attribute ["'](?<name>export|inplace|grid|anchor_grid|m|nl|na|no|anchors|stride|names|bn|act|fuse\w{0,10}|forward_fuse|end2end|include_nms|concat|dynamic|default_act|legacy|yaml|xyxy|max_det|default_cfg|task|args)["']/;

const OWNER = /^["'](?<part>\w{1,40})["'] object/;

/** Whether it is one of theirs, and the class is not the user's own. */
function isYolo(reading: IReading): boolean {
  const { message = '' } = reading.exceptions[0] ?? {};
  const { part = 'Detect' } = OWNER.exec(message)?.groups ?? {};
  const text = printedText(reading);
  return (
    !new RegExp(String.raw`\bclass ${part}\b`).test(text) &&
    (/yolo|attempt_load|models[\\/](?:common|yolo|experimental)\.py|ultralytics/i.test(
      text
    ) ||
      (reading.code === '' && /Detect$|^RepConv$|^SPPF?$|^C2f$|^C3/.test(part)))
  );
}

export default define({
  id: 'model/saved-detector',
  answers: [
    "AttributeError: 'Detect' object has no attribute 'export'",
    "AttributeError: 'Detect' object has no attribute 'inplace'",
    "AttributeError: 'Conv' object has no attribute 'bn'"
  ],
  refines: ['model/no-attribute', 'python/missing-attribute'],
  values: ['part', 'name'],
  signs: messageOrLog(PART, { when: isYolo, confidence: 'likely' }),
  words: (trans, { part = 'Detect', name = 'export' }) => ({
    title: trans.__('The model was saved by another YOLO release'),
    cause: trans.__(
      'The .pt file of these repositories holds the model as an object, with the attributes that %1 had when it was saved. The code that runs now asks it for %2, which came in another release.',
      part,
      name
    ),
    fixes: [
      /^(?:export|inplace|dynamic|end2end|include_nms|concat)$/.test(name)
        ? check(
            trans.__('Set the attribute on the loaded model'),
            `for part in model.modules():\n    if type(part).__name__ == '${part}':\n        part.${name} = False  # True where it is to be exported so`,
            trans.__('Right after the file is loaded.')
          )
        : check(
            trans.__('Take the code of the release that trained the file'),
            '$ git checkout v6.0  # in the repository: the tag of that time',
            trans.__('pip: the release of the package of that time.')
          ),
      check(
        trans.__('Or download, or train, the weights anew for this code'),
        "model = torch.hub.load('ultralytics/yolov5', 'custom', 'best.pt', force_reload=True)",
        trans.__(
          'An old file of the same name, or an old copy in torch.hub’s cache, is taken otherwise.'
        )
      ),
      {
        safety: 'diagnostic',
        title: trans.__('See what saved it'),
        code: "checkpoint = torch.load('best.pt', map_location='cpu', weights_only=False)\nprint(checkpoint.get('version'), checkpoint.get('date'))"
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If the class is your own, it lacks the attribute in its __init__().'
      )
    ],
    links: [
      {
        title: trans.__('YOLOv5: releases'),
        url: 'https://github.com/ultralytics/yolov5/releases'
      }
    ]
  })
});
