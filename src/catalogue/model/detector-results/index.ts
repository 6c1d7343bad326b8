import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import type { IReading } from '../../../incident/types';

/** What the results of YOLOv5's hub models, or a single result, have. */
const FIELDS =
  'pandas|xyxyn?|xywhn?|pred|render|crop|print|show|save|save_txt|plot|boxes|masks|probs|keypoints|names|orig_img|path|speed|tojson|to_json|to_df|summary|verbose|display|imgs|ims|times|cpu|numpy';

/** Names of YOLOv5's results, which those of the package ultralytics lack. */
const OLD =
  'pandas|xyxyn?|xywhn?|pred|render|crop|print|imgs|ims|times|display|tolist|n';

const LIST = new RegExp(
  String.raw`^["']list["'] object has no attribute ["'](?<name>${FIELDS})["']`
);

const ONE = new RegExp(
  String.raw`^["']Results["'] object has no attribute ["'](?<name>${OLD})["']`
);

const BOXES =
  /^["']Boxes["'] object has no attribute ["'](?<name>boxes|pandas|masks|names|scores|labels|class_ids|confidence|score)["']/;

/** Whether a detector of the package ultralytics stands in the lines at hand. */
function isDetector(reading: IReading): boolean {
  return /\bYOLO(?:E|World)?\(|\bfrom ultralytics\b|\bimport ultralytics\b|\bRTDETR\(/.test(
    `${printedText(reading)}\n${reading.incident.source}\n${reading.incident.imports ?? ''}\n${
      reading.incident.around?.cells.map(({ source }) => source).join('\n') ??
      ''
    }`
  );
}

/** What takes the place of a field, for one result `r`. */
function today(name: string): string {
  if (/^(?:pandas|to_df)$/.test(name)) {
    return 'df = r.to_df()';
  }
  if (
    /^(?:xyxyn?|xywhn?|pred|boxes|cpu|numpy|class_ids|scores?|confidence|labels)$/.test(
      name
    )
  ) {
    return 'boxes = r.boxes.xyxy.cpu().numpy()\n    scores, classes = r.boxes.conf, r.boxes.cls';
  }
  if (/^(?:render|plot|imgs|ims|display)$/.test(name)) {
    return 'image = r.plot()  # a BGR array with the boxes drawn';
  }
  if (name === 'crop') {
    return "r.save_crop('crops')";
  }
  if (name === 'print') {
    return 'print(r.verbose())';
  }
  if (name === 'names') {
    return 'print([r.names[int(c)] for c in r.boxes.cls])';
  }
  return /^(?:show|save|save_txt|masks|probs|keypoints|summary|verbose|speed|path|orig_img)$/.test(
    name
  )
    ? `print(r.${name}${/^(?:show|summary|verbose)$/.test(name) ? '()' : ''})`
    : 'print(r.boxes)';
}

function perImage(trans: ITranslate, name: string): IFix {
  return check(
    trans.__('Go through the results, one for each image'),
    `results = model(image)\nfor r in results:\n    ${today(name)}`
  );
}

function hubModel(trans: ITranslate): IFix {
  return check(
    trans.__('Code written for YOLOv5: its own hub model'),
    "model = torch.hub.load('ultralytics/yolov5', 'custom', 'best.pt')\ndf = model(image).pandas().xyxy[0]",
    trans.__('Only weights that YOLOv5 trained load there.')
  );
}

export default define({
  id: 'model/detector-results',
  answers: [
    "AttributeError: 'list' object has no attribute 'pandas'",
    "AttributeError: 'list' object has no attribute 'xyxy'",
    "AttributeError: 'Results' object has no attribute 'xyxy'. See valid attributes below.",
    "AttributeError: 'Boxes' object has no attribute 'boxes'"
  ],
  refines: ['python/missing-attribute', 'tensor/not-a-tensor'],
  values: ['name'],
  kinds: {
    list: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern: LIST,
          when: isDetector,
          confidence: 'likely'
        },
        {
          // .pandas() is of nothing else.
          where: 'message',
          ename: /^AttributeError$/,
          pattern:
            /^["']list["'] object has no attribute ["'](?<name>pandas)["']/,
          confidence: 'likely'
        }
      ],
      words: (trans, { name = 'xyxy' }) => ({
        title: trans.__('YOLO returns a list, one result for each image'),
        cause: trans.__(
          'The package ultralytics (YOLOv8 and later) returns a list even for one image, and a list has no %1. Examples for YOLOv5 use another object.',
          name
        ),
        fixes: [perImage(trans, name), hubModel(trans)]
      })
    },
    one: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern: ONE,
          confidence: 'likely'
        }
      ],
      words: (trans, { name = 'xyxy' }) => ({
        title: trans.__('The result of YOLO has no “%1”', name),
        cause: trans.__(
          'That is of YOLOv5. In the package ultralytics (YOLOv8 and later) a result holds its detections in boxes, masks, keypoints or probs.'
        ),
        fixes: [perImage(trans, name), hubModel(trans)]
      })
    },
    boxes: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern: BOXES,
          when: reading =>
            isDetector(reading) ||
            reading.mentions('See valid attributes') ||
            reading.mentions('ultralytics'),
          confidence: 'likely'
        }
      ],
      words: (trans, { name = 'boxes' }) => ({
        title: trans.__('The boxes of YOLO have no “%1”', name),
        cause: trans.__(
          'Since ultralytics 8.1 the boxes of a result are read as xyxy, xywh, conf, cls and id; all numbers together are data.'
        ),
        fixes: [
          check(
            trans.__('Read them by these names'),
            'for box in results[0].boxes:\n    x1, y1, x2, y2 = box.xyxy[0].tolist()\n    score, label = float(box.conf), results[0].names[int(box.cls)]'
          ),
          check(
            trans.__('All numbers: x1, y1, x2, y2, score, class'),
            'rows = results[0].boxes.data.tolist()'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__('A list of your own that holds plain boxes is something else.')
    ],
    links: [
      {
        title: trans.__('Ultralytics: working with results'),
        url: 'https://docs.ultralytics.com/modes/predict/#working-with-results'
      }
    ]
  })
});
