/**
 * No fix is shown that the system of the failure, or its Python, excludes, and
 * something to do is left.
 */
import { diagnose } from '../../diagnosis/diagnose';
import { english } from '../../diagnosis/english';
import { platformOf } from '../../diagnosis/platform';
import { textIncident } from '../../incident/incident';
import { read } from '../../incident/traceback/reading';
import { catalogue } from '..';
import { incidentOf } from './cases';
import { PROOFS } from './proofs';

/** What a person on that system cannot do. */
const CANNOT = {
  windows: [
    'LD_LIBRARY_PATH',
    'apt-get',
    'sudo ',
    'export CUDA_HOME',
    'ldconfig',
    'brew install'
  ],
  mac: [
    'LD_LIBRARY_PATH',
    'apt-get',
    '/whl/cu1',
    'nvidia-smi',
    'winget',
    "'cuda' if torch.cuda.is_available() else 'cpu'"
  ],
  linux: ['winget', 'brew install', 'Visual C++']
} as const;

type Platform = keyof typeof CANNOT;

const PLATFORMS = ['windows', 'mac', 'linux'] as const;

/** Entries with kinds that another system cannot have. */
const OF_ONE: Readonly<Record<Platform, RegExp>> = {
  windows: /^(?:cuda\/init-unknown-error|python\/system-library)$/,
  mac: /^(?:cuda\/init-unknown-error|compile\/extension-build|python\/system-library)$/,
  linux: /^$/
};

const FOUND = PROOFS.flatMap(({ id, recognised }) =>
  recognised.flatMap((one, index) => {
    const incident = incidentOf(one);
    const own = catalogue.filter(entry => entry.id === id);
    const [finding] = diagnose(incident, own);
    return finding
      ? [
          {
            name: `${id} ${index + 1}`,
            id,
            finding,
            platform: platformOf(read(incident))
          }
        ]
      : [];
  })
);

describe.each(PLATFORMS)('on %s', platform => {
  const pages = FOUND.map(({ name, id, finding }) => ({
    name,
    id,
    fixes: finding.entry.page(english, { ...finding.values, platform }).fixes
  }));

  it('no fix is what that system excludes', () => {
    const excluded = pages.flatMap(({ name, fixes }) =>
      fixes
        .flatMap(({ title, code = '' }) => [title, ...code.split('\n')])
        .filter(line => CANNOT[platform].some(one => line.includes(one)))
        .map(line => `${name}: ${line}`)
    );
    expect(excluded).toEqual([]);
  });

  it('something is left to do', () => {
    expect(
      [
        ...new Set(
          pages.filter(({ fixes }) => fixes.length === 0).map(({ id }) => id)
        )
      ].filter(id => !OF_ONE[platform].test(id))
    ).toEqual([]);
  });
});

it('every case has something to do on the system that it shows', () => {
  expect(
    FOUND.filter(
      ({ finding }) =>
        finding.entry.page(english, finding.values).fixes.length === 0
    ).map(({ name }) => name)
  ).toEqual([]);
});

describe.each([
  [
    'a library of CUDA on Windows',
    'OSError: [WinError 126] Error loading "C:\\env\\torch\\lib\\cublas64_11.dll" or one of its dependencies.'
  ],
  [
    'CUDA on a Mac',
    '  File "/Users/me/run.py", line 3, in <module>\n    x = x.cuda()\nAssertionError: Torch not compiled with CUDA enabled'
  ],
  [
    'an old driver under Python 3.6',
    '  File "/opt/conda/lib/python3.6/site-packages/torch/cuda/__init__.py", line 225, in __enter__\n    self.prev_idx = torch._C._cuda_getDevice()\nRuntimeError: cuda runtime error (35) : CUDA driver version is insufficient for CUDA runtime version at torch/csrc/cuda/Module.cpp:51'
  ]
])('%s', (_, text) => {
  const [best] = diagnose(textIncident(text), catalogue);
  const { fixes } = best.entry.page(english, best.values);

  it('has a fix', () => {
    expect(fixes.length).toBeGreaterThan(0);
  });

  it('names no wheel and no setting that cannot be had there', () => {
    expect(JSON.stringify(fixes)).not.toMatch(/whl\/cu1|LD_LIBRARY_PATH/);
  });
});
