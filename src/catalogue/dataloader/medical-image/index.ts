import { define } from '../../define';
import { check, pip } from '../../fix';
import { messageOrLog } from '../../signs';
import { fitting } from '../../shared/fitting';
import { passedThrough } from '../../predicates';

/** monai/transforms/io/array.py. */
const NO_READER =
  /LoadImaged? cannot find a suitable reader for file: ?(?<path>[^\n]{1,300}?(?<ending>\.(?:nii\.gz|[A-Za-z]\w{1,6})))(?=[\s.]|$)/;

/** Keys that dictionary transforms made beside each image, up to MONAI 0.9. */
const META = /^["'](?<key>\w{1,60})_meta_dict["']$/;

/** What reads a kind of file. */
function packageFor(ending: string | undefined): string {
  return /^\.(?:nii|nii\.gz|mgz|hdr|img)$/i.test(ending ?? '')
    ? 'nibabel'
    : /^\.(?:dcm|dicom|mhd|mha|nrrd)$/i.test(ending ?? '')
      ? 'itk pydicom'
      : /^\.(?:png|jpe?g|bmp|tiff?)$/i.test(ending ?? '')
        ? 'pillow'
        : 'nibabel itk pillow';
}

export default define({
  id: 'dataloader/medical-image',
  answers: [
    'RuntimeError: LoadImage cannot find a suitable reader for file: scan.nii.gz.',
    "KeyError: 'image_meta_dict'"
  ],
  refines: ['python/missing-key'],
  values: ['ending', 'key'],
  kinds: {
    reader: {
      signs: messageOrLog(NO_READER, { confidence: 'likely' }),
      words: (trans, { ending = '.nii.gz' }) => ({
        title: fitting(ending, 12)
          ? trans.__('MONAI has no reader for %1 files here', ending)
          : trans.__('MONAI has no reader for this file here'),
        cause: trans.__(
          'MONAI reads images with other packages, and the one for %1 is not installed for the Python that runs here: the readers that are registered are those that are. If it is listed, the file itself is damaged or missing.',
          ending
        ),
        fixes: [
          pip({
            title: trans.__('Install the reader, then restart the kernel'),
            line: `%pip install ${packageFor(ending)}`
          }),
          check(
            trans.__('See whether the file is there and not empty'),
            'import os\nprint(os.path.getsize(path))'
          )
        ]
      })
    },
    meta: {
      signs: [
        {
          where: 'message',
          ename: /^KeyError$/,
          pattern: META,
          when: reading =>
            reading.code === '' ||
            reading.mentions('monai') ||
            passedThrough(reading, /[\\/](?:monai|ignite)[\\/]/),
          confidence: 'likely'
        },
        {
          where: 'log',
          pattern: /KeyError: ["'](?<key>\w{1,60})_meta_dict["']/,
          confidence: 'likely'
        }
      ],
      words: (trans, { key = 'image' }) => ({
        title: fitting(key, 14)
          ? trans.__('MONAI no longer makes “%1_meta_dict”', key)
          : trans.__('MONAI no longer makes the key of metadata'),
        cause: trans.__(
          'Dictionary transforms put what they know of an image under “%1_meta_dict” up to MONAI 0.8; since then it is in the image itself, a MetaTensor, as its meta. The code was written for the older one.',
          key
        ),
        fixes: [
          check(
            trans.__('Ask the image for it'),
            `meta = item['${key}'].meta  # was item['${key}_meta_dict']`
          ),
          check(
            trans.__('Or install the MONAI that the code was written for'),
            '%pip install "monai<0.9"',
            trans.__(
              'It wants an older torch, too: in an environment of its own.'
            )
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the reader is among those registered, the file itself is damaged, or not of the kind that its ending says.'
      )
    ],
    links: [
      {
        title: trans.__('MONAI: installation, optional packages'),
        url: 'https://docs.monai.io/en/stable/installation.html'
      },
      {
        title: trans.__('MONAI: MetaTensor'),
        url: 'https://docs.monai.io/en/stable/data.html#metatensor'
      }
    ]
  })
});
