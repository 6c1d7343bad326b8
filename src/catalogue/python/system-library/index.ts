import type { Values } from '../../../diagnosis/types';
import { ownValue } from '../../../shared/own-value';
import { define } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';

/** The package of Debian and Ubuntu that brings a library. */
const DEBIAN: Readonly<Record<string, string>> = {
  'libGL.so.1': 'libgl1',
  'libgthread-2.0.so.0': 'libglib2.0-0',
  'libSM.so.6': 'libsm6',
  'libXext.so.6': 'libxext6',
  'libXrender.so.1': 'libxrender1',
  'libsndfile.so': 'libsndfile1',
  'libsndfile.so.1': 'libsndfile1',
  'libsox.so': 'libsox-dev',
  'libportaudio.so.2': 'libportaudio2',
  'libGLU.so.1': 'libglu1-mesa',
  'libEGL.so.1': 'libegl1',
  'libOpenGL.so.0': 'libopengl0',
  'libOSMesa.so.0': 'libosmesa6',
  'libgomp.so.1': 'libgomp1'
};

const NAMES = Object.keys(DEBIAN)
  .map(name => name.replaceAll('.', String.raw`\.`))
  .join('|');

const MISSING = new RegExp(
  String.raw`\b(?<library>${NAMES}): cannot open shared object file`
);

/** OpenCV needs these for its windows alone. */
function isOfOpenCv({ library }: Values): boolean {
  return /^lib(?:GL|gthread|SM|Xext|Xrender)\b/.test(library ?? '');
}

/** A library of the system that a package for images or sound loads. */
export default define({
  id: 'python/system-library',
  answers: [
    'ImportError: libGL.so.1: cannot open shared object file: No such file or directory',
    'ImportError: libgthread-2.0.so.0: cannot open shared object file',
    'OSError: libsndfile.so: cannot open shared object file',
    'ImportError: libSM.so.6: cannot open shared object file'
  ],
  beside: /are often without those/,
  values: ['library'],
  signs: [
    {
      where: 'message',
      ename: /^(?:ImportError|OSError)$/,
      pattern: MISSING,
      when: isTorchInPlay
    }
  ],
  words: (trans, { library = 'libGL.so.1' }) => ({
    title: trans.__('The system has no %1', library),
    cause: trans.__(
      '%1 is a library of the operating system, and pip does not bring it. Containers and servers are often without those for windows and sound.',
      library
    ),
    fixes: [
      ...(isOfOpenCv({ library })
        ? [
            check(
              trans.__('OpenCV without windows needs none of it'),
              '%pip uninstall -y opencv-python opencv-contrib-python\n%pip install opencv-python-headless'
            )
          ]
        : []),
      check(
        trans.__('Debian, Ubuntu, Colab: install it'),
        `$ sudo apt-get update && sudo apt-get install -y ${ownValue(DEBIAN, library) ?? 'libgl1'}`
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A library of CUDA (libcudart, libcudnn, libcublas) belongs to the build of torch: those come with pip.'
      )
    ],
    links: [
      {
        title: trans.__('opencv-python: the package without windows'),
        url: 'https://github.com/opencv/opencv-python#installation-and-usage'
      }
    ]
  })
});
