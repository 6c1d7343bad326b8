import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { fitting } from '../../shared/fitting';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { messageOrLog } from '../../signs';

/** What pip and conda print of a package while they work on it. */
const INSTALLS =
  /\b(?:pip3?|conda|mamba|uv(?: pip)?) (?:install|create|sync)\b|^Collecting \w|Downloading \S{1,200}\.whl|ERROR: Could not install|Solving environment|Building wheel/m;

/** The wheels with CUDA's libraries, which torch's own brings along. */
const OF_CUDA = /\bnvidia[-_](?:cudnn|cublas|cuda|cufft|nccl|cusparse)/;

/** Whether torch, or what is built on it, is being installed. */
function installsTorch(reading: IReading): boolean {
  const text = printedText(reading);
  return (isTorchInPlay(reading) || OF_CUDA.test(text)) && INSTALLS.test(text);
}

/** A wheel of torch is the last that pip told of before it ended. */
const ENDED =
  /\bDownloading \S{0,200}\btorch-\d\S{0,200}\.whl(?:(?!Successfully installed).){1,600}?\b(?:MemoryError|Killed)\b/;

/** A wheel that is being fetched: its size is what the disk has to hold. */
const SIZE = /\((?<size>[\d.]{1,8} [MG]B)\)/g;

/** The last printed size of 300 MB or more. */
function lastLarge(reading: IReading): string | undefined {
  return [...printedText(reading).matchAll(SIZE)]
    .map(({ groups }) => groups?.size ?? '')
    .filter(size => size.endsWith('GB') || parseFloat(size) >= 300)
    .pop();
}

/** The two lines by which pip says what does not go together. */
const ASKED =
  /The user requested (?<wanted>(?<name>[\w.-]{1,60})[=<>!~][\w.=<>!~,*+]{1,40})/g;
const DEPENDS =
  /(?<package>[\w.-]{1,60} [\w.+]{1,30}) depends on (?<needs>(?<name>[\w.-]{1,60})[=<>!~][\w.=<>!~,*+]{1,40})/g;

/** What was asked for and what a package needs in its place, of one name. */
function conflictOf(
  reading: IReading
): ValuesOf<'wanted' | 'needs' | 'package'> {
  const text = printedText(reading);
  const asked = [...text.matchAll(ASKED)].map(({ groups }) => groups);
  for (const { groups } of text.matchAll(DEPENDS)) {
    const same = asked.find(one => one?.name === groups?.name);
    if (same && groups) {
      return {
        wanted: same.wanted,
        needs: groups.needs,
        package: groups.package
      };
    }
  }
  return {};
}

export default define({
  id: 'version/pip-failed',
  answers: [
    'error: externally-managed-environment',
    'ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device',
    'HINT: This error might have occurred since this system does not have Windows Long Path support enabled.',
    'ERROR: Could not install packages due to an OSError: [WinError 5] Access is denied',
    'ERROR: ResolutionImpossible: for help visit https://pip.pypa.io',
    'torch-1.10.0+cu113-cp38-cp38-linux_x86_64.whl is not a supported wheel on this platform.',
    'PackagesNotFoundError: The following packages are not available from current channels: pytorch-cuda'
  ],
  refines: ['python/no-write', 'kernel/killed'],
  values: ['size', 'file', 'package', 'wanted', 'needs', 'python'],
  kinds: {
    managed: {
      signs: messageOrLog(/\bexternally-managed-environment\b/, {
        when: isTorchInPlay
      }),
      words: trans => ({
        title: trans.__('This Python belongs to the system'),
        cause: trans.__(
          'Since Debian 12 and Ubuntu 24.04, and with Homebrew, pip does not install into the system’s own Python, so that its programs keep working. Packages go into an environment.'
        ),
        fixes: [
          check(
            trans.__('Make an environment, and install there'),
            '$ python3 -m venv ~/torch-env && source ~/torch-env/bin/activate && pip install torch ipykernel',
            trans.__(
              'On Debian and Ubuntu: sudo apt install python3-venv first.'
            )
          ),
          check(
            trans.__('A notebook: give the environment to Jupyter as a kernel'),
            '$ ~/torch-env/bin/python -m ipykernel install --user --name torch-env'
          )
        ]
      })
    },
    disk: {
      signs: messageOrLog(
        /\bERROR: (?:Could not install packages due to an (?:OSError|EnvironmentError): )?\[Errno (?:28\] No space left on device|122\] Disk quota exceeded)/,
        {
          when: installsTorch,
          read: (_, reading) => ({ size: lastLarge(reading) })
        }
      ),
      words: (trans, { size }) => ({
        title: trans.__('The disk is full: pip could not unpack'),
        cause: size
          ? trans.__(
              'One file alone has %1, and torch with CUDA needs 5 GB and more. pip unpacks in the folder for temporary files and keeps a copy in its cache, which may lie on another, smaller disk.',
              size
            )
          : trans.__(
              'torch with CUDA needs 5 GB and more. pip unpacks in the folder for temporary files and keeps a copy in its cache, which may lie on another, smaller disk.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See which disk is full'),
            code: '$ df -h / /tmp ~ && pip cache info'
          },
          check(
            trans.__('Empty the cache, unpack elsewhere and keep no copy'),
            '$ pip cache purge && mkdir -p ~/tmp && TMPDIR=~/tmp pip install --no-cache-dir torch'
          ),
          check(
            trans.__('Without a GPU: the small build'),
            '$ pip install torch --index-url https://download.pytorch.org/whl/cpu',
            trans.__('About 200 MB.')
          )
        ]
      })
    },
    path: {
      signs: messageOrLog(
        /\bdoes not have Windows Long Path support enabled\b/,
        { when: isTorchInPlay }
      ),
      words: trans => ({
        title: trans.__('The path is too long for Windows'),
        cause: trans.__(
          'Some file names of torch are longer than 200 characters, and Windows allows 260 with the folder unless told otherwise. The Python of the Microsoft Store lies in a very deep one.'
        ),
        fixes: [
          check(
            trans.__('Allow long paths, then start Windows again'),
            '$ powershell -Command "Set-ItemProperty \'HKLM:\\SYSTEM\\CurrentControlSet\\Control\\FileSystem\' LongPathsEnabled 1"',
            trans.__('In a PowerShell that runs as administrator.')
          ),
          check(
            trans.__('Or an environment in a short folder'),
            '$ py -m venv C:\\torch && C:\\torch\\Scripts\\pip install torch',
            trans.__('With the Python of python.org in place of the Store’s.')
          )
        ]
      })
    },
    locked: {
      signs: messageOrLog(
        /\bERROR: Could not install packages due to an (?:OSError|EnvironmentError): \[WinError (?:5|32)\] [^'"\n]{0,120}['"](?<file>[^'"\n]{1,400})['"]/,
        {
          when: isTorchInPlay,
          read: ({ file }) => ({ file: file?.split(/[\\/]/).pop() })
        }
      ),
      words: (trans, { file }) => ({
        title: fitting(file, 24)
          ? trans.__('%1 is in use, so pip cannot replace it', file)
          : trans.__('A file of torch is in use, so pip cannot replace it'),
        cause: trans.__(
          'Windows does not let a library be replaced while a program has it open: a kernel or a script that imported torch.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Shut down all kernels and scripts, then install in a terminal'
            )
          },
          check(
            trans.__('It failed half-way: remove the remains first'),
            '$ pip uninstall -y torch torchvision torchaudio && pip install torch torchvision',
            trans.__('Folders in site-packages that begin with ~ go by hand.')
          )
        ]
      })
    },
    memory: {
      signs: [
        {
          where: 'log',
          pattern: ENDED,
          fatal: true,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('pip ran out of memory with the large wheel'),
        cause: trans.__(
          'pip reads a wheel as a whole into memory before it goes into the cache, and this machine has too little for that of torch.'
        ),
        fixes: [
          check(
            trans.__('Install without the cache'),
            '$ pip install --no-cache-dir torch'
          ),
          check(
            trans.__('Without a GPU: the small build'),
            '$ pip install --no-cache-dir torch --index-url https://download.pytorch.org/whl/cpu'
          )
        ]
      })
    },
    conflict: {
      signs: messageOrLog(
        /\bbecause these package versions have conflicting dependencies\b/,
        {
          when: isTorchInPlay,
          read: (_, reading) => conflictOf(reading)
        }
      ),
      words: (trans, { wanted, needs, package: name }) => ({
        title: trans.__('Two packages want different versions'),
        cause:
          wanted && needs && name
            ? trans.__(
                '%1 was asked for, and %2 goes with %3 only. No set of versions fits both lines.',
                wanted,
                name,
                needs
              )
            : trans.__(
                'What was asked for cannot be installed together: one package needs another version of a second than the command or requirements.txt says. pip lists the two above.'
              ),
        fixes: [
          needs
            ? check(
                trans.__('Let the fixed version go: pip finds those that fit'),
                `%pip install ${[name?.split(' ')[0], needs.split(/[=<>!~]/)[0]].filter(Boolean).join(' ')}`
              )
            : check(
                trans.__('Let fixed versions go: pip finds those that fit'),
                '%pip install torch torchvision torchaudio'
              ),
          {
            safety: 'check',
            title: trans.__('Or take the pair from PyTorch’s table'),
            detail: trans.__(
              'torch 2.0.1 goes with torchvision 0.15.2 and torchaudio 2.0.2, and so on: each torch has one of each.'
            )
          }
        ],
        links: [
          {
            title: trans.__('PyTorch: previous versions'),
            url: 'https://pytorch.org/get-started/previous-versions/'
          }
        ]
      })
    },
    wheel: {
      signs: messageOrLog(
        /\b(?<package>(?:torch|torchvision|torchaudio|flash_attn|xformers)-[\w.+]{1,40})-(?<python>cp\d{2,3})-\w{1,12}-\w{1,60}\.whl is not a supported wheel on this platform/
      ),
      words: (trans, { python, package: name }) => ({
        title: trans.__('The wheel is for another Python or system'),
        cause: python
          ? trans.__(
              'The name says what it is for: %1 is Python %2, and the end of the name the system. Either the Python that pip runs with or the system is another.',
              python,
              python.replace(/^cp(\d)(\d{1,2})$/, '$1.$2')
            )
          : trans.__(
              'The name of the file says which Python and system it is for, and this one differs.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what this Python takes'),
            code: 'import sys, platform\nprint(sys.version, platform.machine(), platform.system())'
          },
          check(
            trans.__('Let pip choose the file'),
            `%pip install ${(name ?? 'torch').split('-')[0].replace('_', '-')}`
          )
        ]
      })
    },
    channel: {
      signs: messageOrLog(
        /\bPackagesNotFoundError: The following packages are not available from current channels: (?:- )?(?<package>(?:py)?torch(?:vision|audio|-cuda|-mutex|text)?|cudatoolkit|cuda-toolkit|pytorch-lightning)(?<wanted>[=<>][\w.*=<>,]{1,40})?/
      ),
      words: (trans, { package: name = 'pytorch' }) => ({
        title: fitting(name, 20)
          ? trans.__('conda’s channels have no such %1', name)
          : trans.__('conda’s channels have no such package'),
        cause: trans.__(
          'Either the channels pytorch and nvidia were not named, or they have none for this system: PyTorch’s own channel ended with 2.5, and no Mac has CUDA.'
        ),
        fixes: [
          check(
            trans.__('Install with pip, inside the conda environment'),
            '$ pip install torch torchvision'
          ),
          check(
            trans.__('Or from conda-forge'),
            '$ conda install -c conda-forge pytorch torchvision'
          ),
          check(
            trans.__('An older release: name its channels'),
            '$ conda install pytorch==2.5.1 torchvision==0.20.1 pytorch-cuda=12.4 -c pytorch -c nvidia'
          )
        ]
      })
    },
    python: {
      signs: messageOrLog(
        /\bPackage ["'](?<package>[\w.-]{1,60})["'] requires a different Python: (?<python>[\d.]{1,10}) not in ["'](?<needs>[^"'\n]{1,60})["']/,
        { when: isTorchInPlay }
      ),
      words: (trans, { package: name = 'torch', python, needs }) => ({
        title: fitting(name, 24)
          ? trans.__('%1 wants another Python', name)
          : trans.__('The package wants another Python'),
        cause: trans.__(
          'It takes Python %2, and pip runs with %1.',
          python ?? '',
          needs ?? ''
        ),
        fixes: [
          check(
            trans.__('An environment with such a Python'),
            '$ conda create -n torch-env python=3.11\n$ conda activate torch-env'
          ),
          check(
            trans.__('Or an older release of the package'),
            `%pip install ${name}`,
            trans.__('Without a version pip takes the newest that fits.')
          )
        ]
      })
    },
    compiler: {
      signs: messageOrLog(
        /\bcan['’]t find Rust compiler\b|\b(?:Failed building wheel for|Could not build wheels for|Failed to build) (?<package>tokenizers|sentencepiece|safetensors)\b/
      ),
      words: (trans, { package: name = 'tokenizers' }) => ({
        title: trans.__('%1 has no wheel for this Python', name),
        cause: trans.__(
          'An old release is built for the Pythons of its time only, so pip tries to compile it here. Mostly the version is fixed to an old one, or the Python is newer than the project.'
        ),
        fixes: [
          check(
            trans.__('Take a release that has a wheel'),
            `%pip install --upgrade pip\n%pip install --upgrade ${name === 'tokenizers' ? 'transformers tokenizers' : name}`,
            trans.__('Take the fixed version out of requirements.txt first.')
          ),
          check(
            trans.__('Or the Python of the project’s time'),
            '$ conda create -n project python=3.10\n$ conda activate project'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'That pip finds no version at all is a matter of Python, system or index.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: Get started'),
        url: 'https://pytorch.org/get-started/locally/'
      },
      {
        title: trans.__('pip: dependency resolution'),
        url: 'https://pip.pypa.io/en/stable/topics/dependency-resolution/'
      }
    ]
  })
});
