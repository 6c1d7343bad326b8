import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { fitting } from '../../shared/fitting';
import { mayExplain } from '../../shared/ours';
import { ownCall } from '../../shared/ran-code';

export default define({
  id: 'model/auto-class',
  answers: [
    "Unrecognized configuration class <class 'transformers.models.clip.configuration_clip.CLIPConfig'> for this kind of AutoModel: AutoModelForImageClassification.",
    'At least one of TensorFlow 2.0 or PyTorch should be installed.',
    'Could not load model facebook/bart-large with any of the following classes'
  ],
  values: ['config', 'auto', 'name'],
  kinds: {
    config: {
      // transformers/models/auto/auto_factory.py.
      signs: messageOrLog(
        /Unrecognized configuration class <class '[\w.]{1,160}?(?<config>[A-Z]\w{1,60}?)(?:Config)?'> (?:for this kind of AutoModel: (?<auto>\w{1,60})|to build an AutoTokenizer)/,
        { confidence: 'likely', when: mayExplain }
      ),
      words: (trans, { config, auto }) => ({
        title: fitting(auto, 30)
          ? trans.__('%1 has no such model', auto)
          : trans.__('This Auto class has no such model'),
        cause:
          config && auto
            ? trans.__(
                'The configuration says %1, and there is no %1 for the task of %2. Each model is there for some tasks only: the message lists those of this class.',
                config,
                auto
              )
            : trans.__(
                'Each model is there for some tasks only: the message lists those of this class.'
              ),
        fixes: [
          check(
            trans.__('Take the class that belongs to the model'),
            'from transformers import AutoConfig, AutoModel\n\nprint(AutoConfig.from_pretrained(name).architectures)  # the class it was saved as\nmodel = AutoModel.from_pretrained(name)  # without a head',
            trans.__(
              'Usual: AutoModelForSeq2SeqLM for T5 and BART, AutoModelForImageTextToText for models that also see.'
            )
          ),
          check(
            trans.__('The model is newer than transformers: update, restart'),
            '%pip install --upgrade transformers'
          )
        ]
      })
    },
    unseen: {
      // transformers/pipelines/base.py.
      signs: messageOrLog(
        /At least one of TensorFlow 2\.0 or PyTorch should be installed/,
        { confidence: 'likely' }
      ),
      words: trans => ({
        title: trans.__('transformers does not see PyTorch'),
        cause: trans.__(
          'transformers looks for torch once, when it is imported. Torch was not there then, is another kernel’s, or is older than this transformers takes: it then counts as missing.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See whether this kernel has it, and which'),
            code: 'import sys, torch, transformers\nprint(sys.executable, torch.__version__, transformers.__version__)\nprint(transformers.utils.is_torch_available())'
          },
          check(
            trans.__('Install or update torch, then restart the kernel'),
            '%pip install --upgrade torch'
          )
        ]
      })
    },
    direct: {
      // transformers/models/auto: what __init__() raises.
      signs: [
        {
          where: 'message',
          pattern:
            /^(?<auto>Auto\w{1,50}) is designed to be instantiated using the/,
          read: ({ auto }, reading) => ({
            auto,
            name: ownCall(new RegExp(`(?:^|\\.)${auto}$`), reading)?.args[0]
          })
        }
      ],
      words: (trans, { auto = 'AutoTokenizer', name }) => ({
        title: fitting(auto, 34)
          ? trans.__('%1 is not called itself', auto)
          : trans.__('An Auto class is not called itself'),
        cause: trans.__(
          '%1 only chooses the class that fits a model; from_pretrained() does so by the name of the model.',
          auto
        ),
        fixes: [
          check(
            trans.__('Call its from_pretrained()'),
            `${auto}.from_pretrained(${name ?? "'bert-base-uncased'"})`
          )
        ]
      })
    },
    pipeline: {
      signs: messageOrLog(
        /Could not load model (?<name>[\w./-]{1,100}) with any of the following classes/,
        { confidence: 'likely', when: mayExplain }
      ),
      words: (trans, { name }) => ({
        title: trans.__('No class of the pipeline could load the model'),
        cause: name
          ? trans.__(
              'pipeline() tried the classes of its task on %1, and hides why each one failed: memory, files that are missing, or a model of another task.',
              name
            )
          : trans.__(
              'pipeline() tried the classes of its task, and hides why each one failed: memory, files that are missing, or a model of another task.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Load it by hand: the real error shows'),
            code: `from transformers import AutoConfig, AutoModel\n\nprint(AutoConfig.from_pretrained('${name ?? 'name'}').architectures)\nmodel = AutoModel.from_pretrained('${name ?? 'name'}')`
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A model type that transformers does not know at all is named in another message.'
      )
    ],
    links: [
      {
        title: trans.__('Transformers: Auto classes'),
        url: 'https://huggingface.co/docs/transformers/model_doc/auto'
      }
    ]
  })
});
