import { define } from '../../define';
import { check } from '../../fix';

const KEEP =
  'keep = (boxes[:, 2] > boxes[:, 0]) & (boxes[:, 3] > boxes[:, 1])\nboxes, labels = boxes[keep], labels[keep]';

export default define({
  id: 'dataloader/boxes',
  answers: [
    'All bounding boxes should have positive height and width. Found invalid box [10.0, 20.0, 10.0, 30.0] for target at index 0.',
    'Expected target boxes to be a tensor of shape [N, 4], got torch.Size([0]).',
    'targets should not be none when in training mode',
    'Expected x_max for bbox (0.5, 0.5, 1.2, 1.0, 0) to be in the range [0.0, 1.0], got 1.2.',
    'x_max is less than or equal to x_min for bbox (0.5, 0.5, 0.5, 1.0, 0).'
  ],
  values: ['box', 'shape', 'side', 'got'],
  kinds: {
    // torchvision/models/detection/generalized_rcnn.py; albumentations/core/bbox_utils.py.
    flat: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^All bounding boxes should have positive height and width\.(?: Found invalid box (?<box>\[[\d., e+-]{1,120}\]))?/
        },
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^(?<side>[xy])_max is less than or equal to [xy]_min for bbox (?<box>[([][^"]{1,120}[)\]])\.?$/
        }
      ],
      words: (trans, { box }) => ({
        title: trans.__('A box has no area, or its corners are swapped'),
        cause: box
          ? trans.__(
              'The box %1 ends where it begins, or before. Either one is empty, or the boxes are [x, y, width, height] where corners are wanted: [x1, y1, x2, y2].',
              box
            )
          : trans.__(
              'A box ends where it begins, or before. Either one is empty, or the boxes are [x, y, width, height] where corners are wanted: [x1, y1, x2, y2].'
            ),
        fixes: [
          check(
            trans.__('COCO gives x, y, width, height: make corners of them'),
            "from torchvision.ops import box_convert\n\nboxes = box_convert(boxes, in_fmt='xywh', out_fmt='xyxy')"
          ),
          check(trans.__('Leave boxes without an area out'), KEEP)
        ]
      })
    },
    shape: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^Expected target boxes to be (?:a tensor )?of shape \[N, 4\], got (?<shape>torch\.Size\(\[[\d, ]{0,40}\]\)|[\w.' <>]{1,60})/
        }
      ],
      words: (trans, { shape }) => ({
        title: trans.__('The boxes of an image are not [N, 4]'),
        cause: shape?.includes('[0]')
          ? trans.__(
              'This image has no box at all, and an empty list becomes a tensor of the shape [0]. The model wants [0, 4].'
            )
          : trans.__(
              'A row of four numbers belongs to each box, also where there is only one.'
            ),
        fixes: [
          check(
            trans.__('Give them four columns, however many there are'),
            'boxes = torch.as_tensor(boxes, dtype=torch.float32).reshape(-1, 4)'
          )
        ]
      })
    },
    none: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^targets should not be none when in training mode|^In training mode, targets should be passed/
        }
      ],
      words: trans => ({
        title: trans.__('The detector trains, and got no targets'),
        cause: trans.__(
          'In training mode a detector of torchvision computes its losses from images and targets; it predicts only after eval().'
        ),
        fixes: [
          check(
            trans.__('To predict: switch to eval() first'),
            'model.eval()\nwith torch.no_grad():\n    predictions = model(images)'
          ),
          check(
            trans.__('To train: hand the targets over'),
            'losses = model(images, targets)\nloss = sum(losses.values())'
          )
        ]
      })
    },
    range: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^Expected (?<side>[xy]_(?:min|max)) for bbox (?<box>[([][^"]{1,120}?[)\]]) to be in the range \[0\.0, 1\.0\], got (?<got>-?[\d.e+-]{1,24}?)\.?$/
        }
      ],
      words: (trans, { side, got }) => ({
        title: trans.__('A box reaches beyond its image'),
        cause:
          side && got
            ? trans.__(
                'Albumentations counts in shares of the image, from 0 to 1, and %1 is %2: rounding, or boxes in another form than BboxParams says.',
                side,
                got
              )
            : trans.__(
                'Albumentations counts in shares of the image, from 0 to 1: rounding, or boxes in another form than BboxParams says.'
              ),
        fixes: [
          check(
            trans.__('Cut the boxes at the edges of the image'),
            "params = A.BboxParams(format='pascal_voc', label_fields=['labels'], clip=True)",
            trans.__(
              'Older releases have no clip: boxes[:, [0, 2]] = boxes[:, [0, 2]].clip(0, width), and so for the height.'
            )
          ),
          check(
            trans.__('Say which form the boxes have'),
            "# pascal_voc: x1, y1, x2, y2 in pixels; coco: x, y, width, height in pixels\n# yolo: x_center, y_center, width, height from 0 to 1\nparams = A.BboxParams(format='coco', label_fields=['labels'])"
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Boxes that are right and a model that does not learn are something else.'
      )
    ],
    links: [
      {
        title: trans.__('torchvision: detection models and their targets'),
        url: 'https://docs.pytorch.org/vision/stable/models/generated/torchvision.models.detection.fasterrcnn_resnet50_fpn.html'
      }
    ]
  })
});
