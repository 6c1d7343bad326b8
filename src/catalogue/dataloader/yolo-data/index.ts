import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { fitting } from '../../shared/fitting';

const YAML =
  'path: /content/dataset      # whole path of the folder\ntrain: images/train\nval: images/val\nnames:\n  0: cat\n  1: dog';

export default define({
  id: 'dataloader/yolo-data',
  answers: [
    "Dataset 'data.yaml' images not found, missing path '/content/datasets/valid/images'",
    "Dataset 'data.yaml' error: 'data.yaml' does not exist",
    'No labels found in /content/data/labels/train.cache. Can not train without labels.',
    "'epoch' is not a valid YOLO argument. Similar arguments are i.e. ['epochs=100']."
  ],
  values: ['yaml', 'path', 'argument', 'instead', 'cache', 'camera'],
  kinds: {
    // LoadStreams of yolov5's utils/dataloaders.py and of ultralytics/data/loaders.py.
    camera: {
      signs: messageOrLog(/(?:^|: )Failed to open (?<camera>\d)(?: *$|\n)/, {
        confidence: 'likely'
      }),
      words: (trans, { camera = '0' }) => ({
        title: trans.__('There is no camera %1 where the kernel runs', camera),
        cause: trans.__(
          'The source %1 is a camera of the machine that runs the program. One on Colab, Kaggle or a server has none, and yours is not passed on to it; on your own another program may hold it.',
          camera
        ),
        fixes: [
          check(
            trans.__('Give it a file or a folder in its place'),
            '--source data/images  # or a video: --source clip.mp4'
          ),
          {
            safety: 'check',
            title: trans.__('On Colab: take pictures in the browser'),
            detail: trans.__(
              'Its code snippets have one called Camera Capture, which saves photo.jpg.'
            )
          }
        ]
      })
    },
    // ultralytics/data/utils.py.
    images: {
      signs: messageOrLog(
        /Dataset ['"](?<yaml>[^'"]{1,200})['"] images not found[^'"]{0,20}missing path ['"](?<path>[^'"]{1,300})['"]/,
        { confidence: 'likely' }
      ),
      words: (trans, { path }) => ({
        title: trans.__('The images are not where the YAML file says'),
        cause: path
          ? trans.__(
              'YOLO looks for the images in %1. What the file says of train and val is counted from its “path”, and a path that is not whole from the folder “datasets_dir” of the settings, not from the YAML file.',
              path
            )
          : trans.__(
              'What the YAML file says of train and val is counted from its “path”, and a path that is not whole from the folder “datasets_dir” of the settings, not from the file.'
            ),
        fixes: [
          check(trans.__('Write the whole path into the YAML file'), YAML),
          check(
            trans.__('Or let YOLO search where the notebook works'),
            "from ultralytics import settings\nimport os\n\nsettings.update({'datasets_dir': os.getcwd()})"
          )
        ]
      })
    },
    file: {
      signs: messageOrLog(
        /Dataset ['"](?<yaml>[^'"]{1,200})['"] error [^\w'"]{0,6}['"]?[^'"]{1,200}['"]? does not exist/,
        { confidence: 'likely' }
      ),
      words: (trans, { yaml }) => ({
        title: trans.__('The YAML file of the data is not there'),
        cause: yaml
          ? trans.__(
              'There is no %1 where the kernel works, nor among the data sets that YOLO knows.',
              yaml
            )
          : trans.__(
              'There is no such file where the kernel works, nor among the data sets that YOLO knows.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what is there'),
            code: "import glob, os\nprint(os.getcwd(), glob.glob('**/*.yaml', recursive=True))"
          },
          check(
            trans.__('Give its whole path'),
            "model.train(data='/content/dataset/data.yaml', epochs=100)"
          )
        ]
      })
    },
    labels: {
      signs: messageOrLog(
        /No labels found in (?<cache>[^\s"']{1,200}\.cache|[^\s"']{1,200})[.,:]? (?:Can ?not (?:train without labels|start training)|See https)/,
        { confidence: 'likely' }
      ),
      words: (trans, { cache }) => ({
        title: trans.__('YOLO found the images, and no labels to them'),
        cause: trans.__(
          'To each image belongs a text file of the same name, in a folder “labels” where the path of the image says “images”. They are missing, or lie elsewhere.'
        ),
        fixes: [
          check(
            trans.__('Put them beside the images, line by line'),
            '# dataset/images/train/0001.jpg\n# dataset/labels/train/0001.txt, a line for each box, all from 0 to 1:\n# class x_center y_center width height'
          ),
          check(
            trans.__('Then delete what YOLO remembered of them'),
            `import os\nos.remove('${cache?.endsWith('.cache') ? cache : 'dataset/labels/train.cache'}')`
          )
        ]
      })
    },
    argument: {
      // ultralytics/cfg/__init__.py.
      signs: messageOrLog(
        /['"](?<argument>[\w-]{1,40})['"] is not a valid YOLO argument\.(?: Similar arguments are i\.e\. \[['"](?<instead>\w{1,40})=?)?/,
        { confidence: 'likely' }
      ),
      words: (trans, { argument, instead }) => ({
        title: fitting(argument, 20)
          ? trans.__('YOLO has no argument “%1”', argument)
          : trans.__('YOLO has no such argument'),
        cause: instead
          ? trans.__('Another one has nearly that name: %1.', instead)
          : trans.__(
              'It is misspelt, or this version of ultralytics has it no longer, or not yet.'
            ),
        fixes: [
          instead
            ? check(
                trans.__('Take that'),
                `model.train(data='data.yaml', ${instead}=...)`
              )
            : check(
                trans.__('Leave it out'),
                "model.train(data='data.yaml', epochs=100, imgsz=640)"
              ),
          {
            safety: 'diagnostic',
            title: trans.__('See all arguments there are'),
            code: 'from ultralytics.cfg import DEFAULT_CFG_DICT\nprint(sorted(DEFAULT_CFG_DICT))'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__('A single image that cannot be read does not stop the training.')
    ],
    links: [
      {
        title: trans.__('Ultralytics: data sets for detection'),
        url: 'https://docs.ultralytics.com/datasets/detect/'
      }
    ]
  })
});
