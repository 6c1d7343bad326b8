import { define } from '../../define';
import { check } from '../../fix';
import { passedThrough, printedText } from '../../predicates';
import { fitting } from '../../shared/fitting';

const NAMES =
  'ImageList|ImageDataBunch|SegmentationItemList|ObjectItemList|PointsItemList|TextList|TextDataBunch|TextLMDataBunch|TextClasDataBunch|TabularList|TabularDataBunch|CollabDataBunch|DataBunch|DatasetType|get_transforms|create_cnn|ConvLearner|ImageClassifierData|tfms_from_model';

export default define({
  id: 'version/fastai-one',
  answers: [
    "ImportError: cannot import name 'ImageList' from 'fastai.vision'",
    "NameError: name 'ImageDataBunch' is not defined",
    'AttributeError: normalize (DataLoaders of fastai)',
    "AttributeError: 'TabularLearner' object has no attribute 'fit_one_cycle'"
  ],
  refines: [
    'python/import-name',
    'python/failed-import',
    'python/undefined-name',
    'python/missing-attribute',
    'version/parts-differ'
  ],
  values: ['name'],
  kinds: {
    name: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern: new RegExp(
            String.raw`^cannot import name ["'](?<name>${NAMES})["'] from ["']fastai`
          ),
          ename: /^ImportError$/
        },
        {
          where: 'message',
          pattern: new RegExp(
            String.raw`^name ["'](?<name>${NAMES})["'] is not defined`
          ),
          ename: /^NameError$/,
          when: reading => /\bfastai\b/.test(printedText(reading)),
          confidence: 'likely'
        }
      ],
      words: (trans, { name }) => ({
        title: fitting(name, 24)
          ? trans.__('fastai 2 has no %1', name)
          : trans.__('fastai 2 does not have this name'),
        cause: trans.__(
          'The code was written for fastai 1, of 2019, or earlier. fastai 2 is a new library: data comes as DataLoaders, made by ImageDataLoaders or a DataBlock.'
        ),
        fixes: [
          check(
            trans.__('Write it for fastai 2'),
            'from fastai.vision.all import *\n\ndls = ImageDataLoaders.from_folder(path, valid_pct=0.2, item_tfms=Resize(224),\n    batch_tfms=[*aug_transforms(), Normalize.from_stats(*imagenet_stats)])\nlearn = vision_learner(dls, resnet34, metrics=accuracy)\nlearn.fine_tune(3)'
          ),
          check(
            trans.__('Or keep the code: fastai 1 in an environment of its own'),
            '%pip install "fastai==1.0.61"',
            trans.__('It needs a Python and a torch of that time.')
          )
        ]
      })
    },
    normalize: {
      // fastcore/basics.py raises the bare name.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern: /^(?<name>normalize)$/,
          ename: /^AttributeError$/,
          when: reading => /\bfast(?:ai|core)\b/.test(printedText(reading)),
          read: () => ({})
        }
      ],
      words: trans => ({
        title: trans.__('DataLoaders of fastai 2 have no normalize()'),
        cause: trans.__(
          'In fastai 1 the data was normalised by a call behind it. In fastai 2 this is one of the transforms of a batch.'
        ),
        fixes: [
          check(
            trans.__('Give it with the transforms'),
            'dls = ImageDataLoaders.from_df(df, path, item_tfms=Resize(224),\n    batch_tfms=[*aug_transforms(), Normalize.from_stats(*imagenet_stats)])',
            trans.__(
              'vision_learner() with pretrained weights normalises by itself, so the call can also be left out.'
            )
          )
        ]
      })
    },
    test: {
      // fastai 1, callback.py: set_dl() of the data set that was asked for.
      signs: [
        {
          where: 'message',
          pattern: /^'NoneType' object has no attribute 'dataset'/,
          ename: /^AttributeError$/,
          when: reading =>
            passedThrough(
              reading,
              /[\\/]fastai[\\/](?:basic_train|callback)\.py$/
            ) &&
            /\bDatasetType\.Test\b|is_test=True/.test(printedText(reading)),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The learner has no test set'),
        cause: trans.__(
          'An exported learner of fastai 1 brings no data along, and load_learner() was given no test set. So there is nothing for DatasetType.Test.'
        ),
        fixes: [
          check(
            trans.__('Give the test set while loading'),
            "learn = load_learner(path, 'export.pkl', test=ImageList.from_folder(test_path))\npreds, y = learn.get_preds(ds_type=DatasetType.Test)"
          ),
          check(
            trans.__('Or add it to the data, before they are made a DataBunch'),
            'data = source.add_test_folder(test_path).databunch()'
          )
        ]
      })
    },
    patch: {
      // fastai/callback/schedule.py adds them to Learner when it is imported.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^'\w{0,20}Learner' object has no attribute '(?<name>fit_one_cycle|fine_tune|lr_find|to_fp16|fit_flat_cos)'/,
          ename: /^AttributeError$/
        }
      ],
      words: (trans, { name }) => ({
        title: fitting(name, 20)
          ? trans.__('%1() comes with an import that is missing', name)
          : trans.__('The method comes with an import that is missing'),
        cause: trans.__(
          'fastai adds such methods to Learner when its callbacks are imported, and only parts of it were.'
        ),
        fixes: [
          check(
            trans.__('Import all of the application'),
            'from fastai.vision.all import *  # or fastai.tabular.all, fastai.text.all'
          ),
          check(
            trans.__('Or the callbacks alone'),
            'from fastai.callback.all import *'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A name that fastai 2 has and that is misspelt is not listed here.'
      )
    ],
    links: [
      {
        title: trans.__('fastai: ImageDataLoaders'),
        url: 'https://docs.fast.ai/vision.data.html'
      }
    ]
  })
});
