import type { ITranslate } from '../../../diagnosis/types';
import { ownValue } from '../../../shared/own-value';
import { define } from '../../define';
import { check, pip } from '../../fix';
import { fitting } from '../../shared/fitting';
import { messageOrLog } from '../../signs';

/** datasets/load.py, since 4.0. */
const NO_SCRIPTS =
  /Dataset scripts are no longer supported, but found (?<script>[\w.-]{1,80})\.py/;

/** datasets/load.py, 2.16 to 3.x. */
const TRUST =
  /(?:The repository for|Loading) (?<dataset>[\w./-]{1,120}) (?:contains custom code which must be executed to correctly load the dataset|requires you to execute the dataset script)/;

/** datasets/builder.py: fsspec since 2023.10 calls it otherwise. */
const CACHED = /Loading a dataset cached in a LocalFileSystem is not supported/;

/** evaluate/loading.py, and datasets/load.py up to 2.x. */
const NO_METRIC =
  /Couldn['’]t find a (?:module|metric) script at (?<path>[^\n]{1,200}?)\.py(?:\.| or any data file)/;

const NO_DATA =
  /Couldn['’]t find a dataset script at (?<path>[^\n]{1,200}?)\.py(?:\.| or any data file)/;

function nameOf(path: string): string {
  return path.split(/[\\/]/).pop() ?? path;
}

/** What else a metric needs, by its name. */
const NEEDS: Readonly<Record<string, string>> = {
  bertscore: 'bert_score',
  bleu: '',
  cer: 'jiwer',
  rouge: 'rouge_score absl-py nltk',
  sacrebleu: 'sacrebleu',
  seqeval: 'seqeval',
  wer: 'jiwer'
};

function olderDatasets(trans: ITranslate) {
  return pip({
    title: trans.__('Install a datasets that still runs scripts, restart'),
    line: '%pip install "datasets<4.0.0"',
    isInUse: true
  });
}

export default define({
  id: 'version/dataset-script',
  answers: [
    'RuntimeError: Dataset scripts are no longer supported, but found wikitext.py',
    "FileNotFoundError: Couldn't find a module script at wer.py. Module 'wer' doesn't exist on the Hugging Face Hub either.",
    'ValueError: Loading super_glue requires you to execute the dataset script in that repo on your local machine.',
    'NotImplementedError: Loading a dataset cached in a LocalFileSystem is not supported.'
  ],
  refines: ['python/missing-path'],
  values: ['script', 'dataset', 'metric', 'needs'],
  kinds: {
    dropped: {
      signs: messageOrLog(NO_SCRIPTS),
      words: (trans, { script = 'wikitext' }) => ({
        title: trans.__('datasets 4 runs no dataset scripts any more'),
        cause: trans.__(
          '“%1” is a data set that a Python script (%1.py) loads. datasets up to 3 ran such scripts; since 4.0 it reads data files only.',
          script
        ),
        fixes: [
          olderDatasets(trans),
          check(
            trans.__('Or take the copy that the Hub has converted to Parquet'),
            `dataset = load_dataset('OWNER/${script}', revision='refs/convert/parquet')`,
            trans.__(
              'Many data sets have one; for others search the Hub for the same data as Parquet or JSON.'
            )
          )
        ]
      })
    },
    trust: {
      signs: messageOrLog(TRUST),
      words: (trans, { dataset = 'super_glue' }) => ({
        title: trans.__('The data set wants to run a script of its own'),
        cause: trans.__(
          'The data set %1 is loaded by a Python script from its repository, and datasets runs that only when it is told to trust it.',
          dataset
        ),
        fixes: [
          check(
            trans.__('Let it run, if you trust the repository'),
            `dataset = load_dataset('${dataset}', trust_remote_code=True)`,
            trans.__('datasets from 4.0 on no longer runs scripts at all.')
          ),
          check(
            trans.__('Or take the copy that the Hub has converted to Parquet'),
            `dataset = load_dataset('${dataset}', revision='refs/convert/parquet')`
          )
        ]
      })
    },
    metric: {
      signs: messageOrLog(NO_METRIC, {
        confidence: 'likely',
        read: ({ path = '' }) => {
          const metric = nameOf(path);
          return { metric, needs: ownValue(NEEDS, metric) };
        }
      }),
      words: (trans, { metric = 'wer', needs }) => ({
        title: fitting(metric, 30)
          ? trans.__('evaluate could not fetch the metric “%1”', metric)
          : trans.__('evaluate could not fetch the metric'),
        cause: trans.__(
          'evaluate.load() looks for a local %1/%1.py and then downloads the metric from the Hub, and neither worked. Usually the Hub cannot be reached from here, or evaluate is too old for the installed huggingface_hub; a misspelt name looks the same.',
          metric
        ),
        fixes: [
          pip({
            title: trans.__('Update evaluate and what it loads with, restart'),
            line: `%pip install --upgrade evaluate huggingface_hub datasets${needs ? ` ${needs}` : ''}`,
            isInUse: true
          }),
          metric === 'wer' || metric === 'cer'
            ? check(
                trans.__('Or compute it without evaluate and the Hub'),
                `import jiwer  # %pip install jiwer\nvalue = jiwer.${metric}(references, predictions)`
              )
            : check(
                trans.__('Or see whether the Hub answers from here'),
                "import requests\nprint(requests.get('https://huggingface.co').status_code)"
              )
        ]
      })
    },
    data: {
      signs: messageOrLog(NO_DATA, {
        confidence: 'likely',
        read: ({ path = '' }) => ({ dataset: nameOf(path) })
      }),
      words: (trans, { dataset = 'imdb' }) => ({
        title: fitting(dataset, 30)
          ? trans.__('datasets found no data set “%1”', dataset)
          : trans.__('datasets found no such data set'),
        cause: trans.__(
          'load_dataset() looked for a folder %1 here and then on the Hub, and found neither. Usually the name lacks its owner or is misspelt, the Hub cannot be reached, or datasets is too old for it.',
          dataset
        ),
        fixes: [
          check(
            trans.__('Write the name as its page on the Hub has it'),
            `dataset = load_dataset('OWNER/${dataset}')`,
            trans.__('Of files of your own: name their kind and their path.')
          ),
          pip({
            title: trans.__('Update datasets, then restart the kernel'),
            line: '%pip install --upgrade datasets huggingface_hub',
            isInUse: true
          })
        ]
      })
    },
    cached: {
      signs: messageOrLog(CACHED),
      words: trans => ({
        title: trans.__('datasets is too old for the installed fsspec'),
        cause: trans.__(
          'fsspec calls the local file system by another name since 2023.10, which datasets before 2.15 takes for a remote one. The data are all right.'
        ),
        fixes: [
          pip({
            title: trans.__('Update datasets, then restart the kernel'),
            line: '%pip install --upgrade datasets',
            isInUse: true
          }),
          check(
            trans.__('Or take an older fsspec'),
            '%pip install "fsspec<2023.10.0"'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A script or folder of yours at that path is taken first: then look at it.'
      )
    ],
    links: [
      {
        title: trans.__('Datasets: load a data set'),
        url: 'https://huggingface.co/docs/datasets/loading'
      },
      {
        title: trans.__('Evaluate: installation'),
        url: 'https://huggingface.co/docs/evaluate/installation'
      }
    ]
  })
});
