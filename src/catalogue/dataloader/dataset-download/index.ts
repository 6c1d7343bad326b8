import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { ownValue } from '../../../shared/own-value';
import { define } from '../../define';
import { ownLine } from '../../shared/ran-code';
import { check } from '../../fix';
import { passedThrough } from '../../predicates';

/** Frames of what downloads for torch: weights, data sets, repositories. */
const DOWNLOADS =
  /[\\/](?:torch[\\/]hub|torchvision[\\/](?:datasets|models)[\\/].{1,60}|torchaudio[\\/](?:datasets|_?internal|utils)[\\/].{1,60}|torchtext[\\/].{1,60})\.py$/;

/** A line that starts such a download. */
const CALLS =
  /\btorch\.hub\.|\bload_state_dict_from_url\(|\bdownload ?= ?True|\bpretrained ?= ?True|\bweights ?= ?["'\w]|\b(?:datasets|torchvision\.datasets)\.[A-Z]\w{2,30}\(/;

function downloads(reading: IReading): boolean {
  return (
    passedThrough(reading, DOWNLOADS) ||
    (reading.mentions('torch') && CALLS.test(reading.code))
  );
}

function byHand(trans: ITranslate): IFix {
  return check(
    trans.__('Or download it elsewhere, and name the file'),
    "model = torchvision.models.resnet18()\nmodel.load_state_dict(torch.load('resnet18.pth', weights_only=True))",
    trans.__(
      'The address stands in the frames above. torch.hub looks first in ~/.cache/torch/hub/checkpoints.'
    )
  );
}

/** Where data sets of torchvision keep their files, below root. */
const PLACES: Readonly<Record<string, string>> = {
  CelebA: 'root/celeba',
  MNIST: 'root/MNIST/raw',
  FashionMNIST: 'root/FashionMNIST/raw',
  KMNIST: 'root/KMNIST/raw',
  EMNIST: 'root/EMNIST/raw',
  CIFAR10: 'root/cifar-10-batches-py',
  CIFAR100: 'root/cifar-100-python',
  STL10: 'root/stl10_binary',
  Flowers102: 'root/flowers-102',
  Food101: 'root/food-101',
  OxfordIIITPet: 'root/oxford-iiit-pet'
};

/** The data set that the failed line makes, and where it looks. */
function placeOf(reading: IReading) {
  const dataset = /\b(?<name>[A-Z]\w{2,30})\(/.exec(ownLine(reading))?.groups
    ?.name;
  const place = dataset && ownValue(PLACES, dataset);
  return place ? { dataset, place } : {};
}

/** Weights and data sets that torch and torchvision fetch by themselves. */
export default define({
  id: 'dataloader/dataset-download',
  answers: [
    'HTTPError: HTTP Error 403: rate limit exceeded',
    'URLError: <urlopen error [Errno -3] Temporary failure in name resolution>',
    'URLError: <urlopen error [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed>',
    'Error downloading train-images-idx3-ubyte.gz',
    'Dataset not found or corrupted. You can use download=True to download it',
    'Dataset not found. You can use download=True to download it'
  ],
  beside: /are often without internet/,
  refines: ['python/network'],
  values: ['file', 'status', 'dataset', 'place'],
  kinds: {
    offline: {
      signs: [
        {
          where: 'message',
          pattern:
            /urlopen error \[?(?:Errno -?\d{1,3}|WinError \d{1,6}|getaddrinfo)?\]? ?(?:Temporary failure in name resolution|Name or service not known|getaddrinfo failed|nodename nor servname|Network is unreachable|No route to host|Connection timed out|timed out)/,
          when: downloads
        }
      ],
      words: trans => ({
        title: trans.__('The download failed: no way to the internet'),
        cause: trans.__(
          'Weights or a data set were to be downloaded, and this machine found no way to the address. Kaggle notebooks and nodes of clusters are often without internet, other places behind a proxy.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Kaggle: switch Internet on in the settings'),
            detail: trans.__(
              'In the side panel of the notebook, below Session options; the account must have a phone number.'
            )
          },
          {
            safety: 'check',
            title: trans.__('Behind a proxy: name it before the download'),
            code: "import os\nos.environ['HTTPS_PROXY'] = 'http://proxy:3128'"
          },
          byHand(trans)
        ]
      })
    },
    certificate: {
      signs: [
        {
          where: 'message',
          pattern: /CERTIFICATE_VERIFY_FAILED/,
          when: downloads
        }
      ],
      words: trans => ({
        title: trans.__(
          'The download failed: the certificate was not accepted'
        ),
        cause: trans.__(
          'Python could not check who the server is. Usual: its list of authorities is missing or old (Python of python.org on macOS), the clock is wrong, the server’s own certificate ran out, or a firewall puts in its own.'
        ),
        fixes: [
          check(
            trans.__('macOS: install the list of authorities'),
            '$ /Applications/Python\\ 3.12/Install\\ Certificates.command  # the version that runs here'
          ),
          check(
            trans.__('Elsewhere: take those of certifi'),
            "%pip install --upgrade certifi\nimport certifi, os\nos.environ['SSL_CERT_FILE'] = certifi.where()"
          ),
          byHand(trans)
        ]
      })
    },
    limit: {
      signs: [
        {
          where: 'message',
          pattern: /HTTP Error 403: rate limit exceeded/,
          when: reading => reading.code.trim() === '' || downloads(reading)
        }
      ],
      words: trans => ({
        title: trans.__('GitHub answers no more questions for an hour'),
        cause: trans.__(
          'torch.hub asks GitHub whether a repository is a fork, and GitHub counts such questions by address: on Colab and Kaggle many people share one.'
        ),
        fixes: [
          check(
            trans.__('Leave the question out'),
            "model = torch.hub.load('pytorch/vision', 'resnet18', weights='DEFAULT', skip_validation=True)",
            trans.__('Only for a repository whose owner you know.')
          ),
          check(
            trans.__('Or ask with a token of your own'),
            "import os\nos.environ['GITHUB_TOKEN'] = token"
          )
        ]
      })
    },
    refused: {
      signs: [
        {
          where: 'message',
          pattern:
            /HTTP Error (?<status>4\d\d|5\d\d)\b(?!: rate limit)|\bError downloading (?<file>[\w.-]{1,80})/,
          when: downloads
        }
      ],
      words: (trans, { status, file }) => ({
        title: trans.__('The server of the weights or the data refuses'),
        cause: status
          ? trans.__(
              'The server answered with the status %1. Usually the address is one of an older torchvision, which is gone or refuses downloads by programs; newer releases know others.',
              status
            )
          : trans.__(
              '%1 came from none of its addresses. Usually they are those of an older torchvision, which are gone or refuse downloads by programs; newer releases know others.',
              file ?? trans.__('The file')
            ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Update torchvision, which has other addresses'),
            code: '%pip install --upgrade torch torchvision'
          },
          byHand(trans)
        ]
      })
    },
    quota: {
      // torchvision/datasets/utils.py; gdown says it in more words.
      signs: [
        {
          where: 'message',
          pattern:
            /The daily quota of the file (?<file>[\w.-]{1,80}) is exceeded/
        },
        {
          where: 'log',
          pattern:
            /\bToo many users have viewed or downloaded this file recently/,
          when: isTorchInPlay,
          confidence: 'likely'
        }
      ],
      words: (trans, { file }) => ({
        title: trans.__('The quota of this file on Google Drive is used up'),
        cause: trans.__(
          '%1 was downloaded too often by too many people. Google Drive lets it go again after some hours, mostly within a day; the code is right.',
          file ?? trans.__('The file')
        ),
        fixes: [
          byHand(trans),
          {
            safety: 'check',
            title: trans.__('Or try again tomorrow'),
            detail: trans.__(
              'Signed in at Google one can often copy the file into a Drive of one’s own, and download that.'
            )
          }
        ]
      })
    },
    corrupted: {
      signs: [
        {
          where: 'message',
          ename: /^RuntimeError$/,
          pattern: /^File not found or corrupted\./,
          when: reading => reading.code.trim() === '' || downloads(reading),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('What was downloaded is not the data set'),
        cause: trans.__(
          'The file has another checksum than torchvision expects. Mostly its address has moved, and a page of a few kilobytes came instead, or the download broke off.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Update torchvision, which has other addresses'),
            code: '%pip install --upgrade torch torchvision'
          },
          check(
            trans.__('Delete the broken file, then download again'),
            "import shutil\nshutil.rmtree('data/MNIST/raw')  # the folder below root that holds it"
          )
        ]
      })
    },
    absent: {
      signs: [
        {
          where: 'message',
          ename: /^RuntimeError$/,
          pattern:
            /^Dataset not found(?: or corrupted)?\.? ?(?:You can use download=True|$)/,
          read: (_, reading) => placeOf(reading)
        }
      ],
      words: (trans, { dataset, place }) => ({
        title: dataset
          ? trans.__('%1 is not whole in its folder', dataset)
          : trans.__('The data set is not in the folder root'),
        cause: place
          ? trans.__(
              '%1 looks for its files in %2, and one of them is missing or broken there: files that were copied by hand have to lie there, too. A relative root counts from the folder in which the kernel works.',
              dataset,
              place
            )
          : trans.__(
              'torchvision found either no such data set below root, or files that are not whole. A relative root counts from the folder in which the kernel works.'
            ),
        fixes: [
          ...(dataset === 'CelebA'
            ? [
                check(
                  trans.__('Put images and texts at that place'),
                  '$ ls ROOT/celeba  # img_align_celeba/  identity_CelebA.txt  list_attr_celeba.txt\n$ ls ROOT/celeba  # list_bbox_celeba.txt  list_landmarks_align_celeba.txt  list_eval_partition.txt',
                  trans.__(
                    'The folder celeba lies inside of root, and the zip is unpacked. Its download comes from Google Drive, which often refuses.'
                  )
                )
              ]
            : []),
          {
            safety: 'check',
            title: trans.__('Let it be downloaded'),
            code: `dataset = datasets.${dataset ?? 'MNIST'}('data', download=True)`
          },
          {
            safety: 'diagnostic',
            title: trans.__('It is there already? See where Python looks'),
            code: 'import os\nprint(os.getcwd(), os.listdir())'
          },
          {
            safety: 'check',
            title: trans.__('A download broke off: delete the folder, try anew')
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A model of the Hugging Face Hub has errors of its own, with huggingface.co in them.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.hub, where files are kept'),
        url: 'https://docs.pytorch.org/docs/stable/hub.html'
      },
      {
        title: trans.__('torchvision: data sets'),
        url: 'https://docs.pytorch.org/vision/stable/datasets.html'
      }
    ]
  })
});
