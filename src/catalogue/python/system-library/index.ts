import type { Values } from '../../../diagnosis/types';
import { ownValue } from '../../../shared/own-value';
import { define } from '../../define';
import { packageOf } from '../../../shared/package-names';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { messageOrLog } from '../../signs';
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

/** The package that a path lies in, or the file. */
function readAsker({ asker, ...rest }: Values): Values {
  const inPackage = /(?:site|dist)-packages[\\/](?<name>\w{1,40})/.exec(
    asker ?? ''
  )?.groups?.name;
  return { ...rest, asker: inPackage ?? asker?.split('/').pop() };
}

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
    'ImportError: libSM.so.6: cannot open shared object file',
    "version `GLIBCXX_3.4.29' not found (required by …)",
    "/lib64/libc.so.6: version `GLIBC_2.28' not found (required by …)"
  ],
  beside: /are often without those/,
  values: ['library', 'version', 'asker', 'found'],
  kinds: {
    missing: {
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
      })
    },
    // macOS: packages of conda that were updated apart from one another.
    dylib: {
      signs: messageOrLog(
        /Library not loaded: (?:\S{0,200}[\\/])?(?<library>lib(?!torch|c10|shm|i?omp)[\w.+-]{1,40}\.dylib) Referenced from: (?:<[^>]{1,60}> )?\S{1,200}[\\/]site-packages[\\/](?<asker>\w{1,40})/,
        { when: isTorchInPlay, confidence: 'likely' }
      ),
      words: (trans, { library = 'libjpeg.9.dylib', asker = 'PIL' }) => ({
        title: fitting(library, 36)
          ? trans.__('%1 is not there', library)
          : trans.__('A library that a package loads is not there'),
        cause: trans.__(
          '%1 was built for %2, and the environment has it no more, or in another version. Usually packages of conda and pip are mixed, or one was updated without the other.',
          asker,
          library
        ),
        fixes: [
          check(
            trans.__('Install that package anew, from one source'),
            `$ pip install --force-reinstall --no-cache-dir ${packageOf(asker)}`
          ),
          check(
            trans.__('Or all of it in a new environment'),
            '$ conda create -n fresh python=3.11 && conda activate fresh && pip install torch torchvision'
          )
        ]
      })
    },
    // glibc's loader: a library of the system is older than what was built for another.
    glibcxx: {
      signs: messageOrLog(
        /(?<found>\/\S{1,200}lib(?:stdc\+\+|gcc_s)\.so\.\d): version [`'"](?<version>(?:GLIBCXX|CXXABI|GCC)_[\d.]{1,8})['"] not found \(required by (?<asker>[^)]{1,300})\)/,
        { when: isTorchInPlay, read: readAsker }
      ),
      words: (trans, { version = 'GLIBCXX_3.4.29', asker, found }) => ({
        title: trans.__('The C++ library is too old: no %1', version),
        cause: trans.__(
          '%1 was built with a newer compiler, and %2, which is found first, lacks %3. The environment of conda mostly has a newer one, which is not searched first.',
          asker ?? trans.__('A compiled package'),
          found ?? 'libstdc++.so.6',
          version
        ),
        fixes: [
          check(
            trans.__('conda: bring a newer one, and have it searched first'),
            '$ conda install -c conda-forge libstdcxx-ng && export LD_LIBRARY_PATH=$CONDA_PREFIX/lib:$LD_LIBRARY_PATH',
            trans.__('Start Python or Jupyter in the same terminal.')
          ),
          check(
            trans.__('Without conda: one of the system that is newer'),
            '$ sudo add-apt-repository ppa:ubuntu-toolchain-r/test && sudo apt-get update && sudo apt-get install -y libstdc++6'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See what each of them has'),
            code: `$ for f in ${found ?? '/lib/x86_64-linux-gnu/libstdc++.so.6'} $CONDA_PREFIX/lib/libstdc++.so.6; do echo $f; strings $f | grep -E 'GLIBCXX_3.4.[0-9]+$' | tail -1; done`
          }
        ]
      })
    },
    glibc: {
      signs: messageOrLog(
        /(?<found>\/\S{1,200}lib(?:c|m|pthread|dl)\.so\.\d): version [`'"](?<version>GLIBC_[\d.]{1,6})['"] not found \(required by (?<asker>[^)]{1,300})\)/,
        { when: isTorchInPlay, read: readAsker }
      ),
      words: (trans, { version = 'GLIBC_2.28', asker }) => ({
        title: trans.__('The Linux here is too old: no %1', version),
        cause: trans.__(
          '%1 was built for a newer Linux, and the C library of this one lacks %2. It is the base of the system and is not updated by itself.',
          asker ?? trans.__('A compiled package'),
          version
        ),
        fixes: [
          asker?.startsWith('torch')
            ? check(
                trans.__('Take a torch that was built for older systems'),
                '%pip install "torch<2.6" "torchvision<0.21" "torchaudio<2.6"',
                trans.__(
                  'From 2.6 on the wheels want glibc 2.28: Ubuntu 20.04, Debian 10, RHEL 8.'
                )
              )
            : check(
                trans.__('Take an older release of that package, or build it'),
                `$ pip install --no-binary :all: --no-build-isolation ${asker ?? 'PACKAGE'}`
              ),
          {
            safety: 'check',
            title: trans.__('Or a newer system: a container has its own'),
            code: '$ docker run --gpus all -it pytorch/pytorch:latest',
            detail: trans.__(
              'On a cluster: Apptainer, with the same image. Do not replace the C library itself.'
            )
          },
          {
            safety: 'diagnostic',
            title: trans.__('See which one this system has'),
            code: '$ ldd --version | head -1'
          }
        ]
      })
    }
  },
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
