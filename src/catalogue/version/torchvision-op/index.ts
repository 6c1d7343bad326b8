import { ownValue } from '../../../shared/own-value';
import { fitting } from '../../shared/fitting';
import type { IFix } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type Sign } from '../../define';
import { check, pip } from '../../fix';
import { messageOrLog } from '../../signs';
import { failedAt, printedText } from '../../predicates';
import { onlyWarned } from '../../shared/remark';
import { torchOf, versionOf } from '../../shared/stack';
import { mayBeTorch } from '../../shared/torch-in-play';

/** torchvision/extension.py, torchvision/_meta_registrations.py, torch/_ops.py. */
const OPERATOR =
  /\b(?<missing>torchvision|torchaudio|torchtext)::\w{1,40} does not exist|(?:operator|No such operator|Could not find schema for|Couldn't find an operator for|Unknown builtin op:) ['"]?(?<package>torchvision|torchaudio|torchtext)::\w{1,40}|'_OpNamespace' '(?<namespace>torchvision|torchaudio|torchtext)' object has no attribute '\w{1,40}'|Couldn't load custom C\+\+ ops|Could not run 'torchvision::\w{1,40}' with arguments from the '\w{1,20}' backend/;

/**
 * Whether the operators are asked for where `import torchvision` has not
 * registered them: by torch.ops, or by a TorchScript file.
 */
function isAskedBefore(reading: IReading): boolean {
  const frames = reading.exceptions[0]?.frames ?? [];
  const isImported = frames.some(({ file }) =>
    /[\\/](?:torchvision|torchaudio)[\\/]/.test(file)
  );
  return (
    !isImported &&
    (failedAt(/\btorch\.ops\.torchvision\.|\bjit\.load\(/, reading) ||
      reading.exceptions.some(({ message }) =>
        /^\s*Unknown builtin op: torchvision::/.test(message)
      ))
  );
}

/** torchvision/io/image.py */
const IMAGE_OPERATOR =
  /(?:[Nn]o such operator|[Oo]perator) image::(?:read|write|decode|encode)_\w{1,30}|'_OpNamespace' 'image' object has no attribute '\w{1,40}'/;

/** torch 1.8 to 1.12 had these; what was built with one of them asks for them. */
const SPLIT_LIBRARY =
  /libtorch_cuda_c(?:u|pp)\.so: cannot open shared object file/;

const CUDA_VERSIONS =
  /Detected that PyTorch and (?<package>(?:torch|pyg)[a-z_]{2,24}|TorchAudio) (?:were|was) compiled with different CUDA (?:major )?versions(?:\. PyTorch has CUDA [Vv]ersion=?:? ?(?<torchCuda>[\d.]{1,8}\d) and \w{1,24} has CUDA [Vv]ersion=?:? ?(?<otherCuda>[\d.]{1,8}\d))?/;

/** A C++ name of c10, at, torch or caffe2 that the loaded torch has not. */
const SYMBOL =
  /(?:undefined symbol: |symbol not found(?: in flat namespace)?:? [('"]{0,2})_{1,2}Z\w{0,40}?NK?(?:3c10|2at|5torch|6caffe2)\w{1,300}|undefined symbol: _Z\d{1,2}THP\w{1,200}/i;

/** Windows, and torch.ops.load_library. */
const LIBRARY =
  /Could not load this library: .{1,300}[\\/](?<package>torchvision|torchaudio|torchtext|torch_\w{2,20})[\\/]/;

/** ctypes under Windows; PyG's extensions, which search by themselves. */
const MODULE =
  /Could not find module '[^']{1,200}[\\/](?<package>torchaudio|torchvision|torch_\w{2,20})[\\/][^'\\/]{1,60}' \(or one of its dependencies\)/;
const VERSIONED =
  /Could not find module '_version_c\w{2,3}' in [^ ]{1,200}[\\/](?<package>torch_\w{2,20})/;

/** Half imported: torchvision gave up on its own extension. */
const PARTIAL =
  /partially initialized module 'torchvision' has no attribute 'extension'/;

/** Harmless in itself where no image is read with torchvision.io. */
const IMAGE = /Failed to load image Python extension/;

/** The package whose compiled part does not fit, from the path in the text. */
const FILE =
  /(?:site|dist)-packages[\\/]_?(?<package>[A-Za-z]\w{1,40})[\\/.]|(?<![\w-])_?(?<module>[A-Za-z]\w{1,40})\.(?:cpython[\w-]{1,40}\.)?(?:so|pyd): undefined symbol/;

/** Modules beside a package of PyTorch's, by the package that they belong to. */
const PART_OF: Readonly<Record<string, string>> = {
  torch_sox: 'torchaudio'
};

/** How an extension is installed for the torch at hand, by its module. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  pytorch3d:
    '$ pip install --no-build-isolation "git+https://github.com/facebookresearch/pytorch3d.git"',
  detectron2:
    '$ pip install --no-build-isolation "git+https://github.com/facebookresearch/detectron2.git"',
  flash_attn_2_cuda:
    '$ pip install --no-cache-dir --no-build-isolation --force-reinstall --no-deps flash-attn',
  flash_attn:
    '$ pip install --no-cache-dir --no-build-isolation --force-reinstall --no-deps flash-attn',
  mmcv: '$ pip uninstall -y mmcv mmcv-full && pip install -U openmim && mim install mmcv',
  xformers: '%pip install --force-reinstall --no-deps xformers',
  torchtext:
    '%pip install torch==2.3.0 torchvision==0.18.0 torchtext==0.18.0  # its last release',
  ...Object.fromEntries(
    ['torch_scatter', 'torch_sparse', 'torch_cluster', 'torch_spline_conv'].map(
      name => [
        name,
        `import torch\n%pip install --force-reinstall --no-deps ${name.replaceAll('_', '-')} -f https://data.pyg.org/whl/torch-{torch.__version__}.html`
      ]
    )
  )
};

/** The package of PyTorch's that loads its extension, by the frames. */
function loadedBy({ exceptions }: IReading): string | undefined {
  return exceptions
    .flatMap(({ frames }) => frames)
    .map(
      ({ file }) =>
        /[\\/](?<name>torchvision|torchaudio|torchtext)[\\/](?:_?extension|_internal|__init__|_torch_docs|io|ops)\b/.exec(
          file
        )?.groups?.name
    )
    .filter(name => name !== undefined)
    .pop();
}

/** PyTorch's own packages are released in step with it. */
function isPyTorch(library: string | undefined): boolean {
  return /^(?:torchvision|torchaudio)?$/.test(library ?? '');
}

/** pip's remark: torchtext 0.13.0 requires torch==1.12.0, but you have … */
const REQUIRES =
  /\b(?<package>torch\w{0,20}) [\d.]{1,12}(?:\+\w{1,12})? requires torch==(?<torch>[\d.]{1,12}\d)/g;

/** The torch that pip says a package was built for. */
function wantedTorch(
  library: string | undefined,
  reading: IReading
): string | undefined {
  return [...printedText(reading).matchAll(REQUIRES)].find(
    ({ groups }) => groups?.package === library
  )?.groups?.torch;
}

export default define({
  id: 'version/torchvision-op',
  answers: [
    'RuntimeError: operator torchvision::nms does not exist',
    "'_OpNamespace' 'torchvision' object has no attribute 'nms'",
    'undefined symbol: _ZN3c10…',
    "Couldn't load custom C++ ops. This can happen if your PyTorch and torchvision versions are incompatible",
    'Failed to load image Python extension',
    'Detected that PyTorch and torchvision were compiled with different CUDA versions',
    "Could not run 'torchvision::nms' with arguments from the 'CUDA' backend",
    "partially initialized module 'torchvision' has no attribute 'extension'"
  ],
  refines: ['export/torchscript'],
  values: [
    'library',
    'torchCuda',
    'otherCuda',
    'torch',
    'torchvision',
    'before',
    'needs'
  ],
  known: reading => ({
    torch: torchOf(reading),
    torchvision: versionOf(reading, 'torchvision')
  }),
  signs: [
    {
      where: 'message',
      pattern: OPERATOR,
      read: ({ package: library, missing, namespace }, reading) => ({
        library: library ?? missing ?? namespace ?? 'torchvision',
        before: isAskedBefore(reading) ? 'yes' : undefined
      })
    },
    { where: 'log', pattern: OPERATOR, confidence: 'likely' },
    ...messageOrLog(SPLIT_LIBRARY, { confidence: 'likely' }),
    ...messageOrLog(IMAGE_OPERATOR, {
      read: () => ({ library: 'torchvision' })
    }),
    // TorchScript's words, up to torch 1.3.
    {
      where: 'message',
      pattern: /^object has no attribute (?:nms|roi_align|roi_pool)\b/,
      when: reading => reading.mentions('torchvision'),
      read: () => ({ library: 'torchvision' })
    },
    {
      where: 'message',
      pattern: CUDA_VERSIONS,
      read: ({ package: library }) => ({ library: library?.toLowerCase() })
    },
    { where: 'log', pattern: CUDA_VERSIONS, confidence: 'likely' },
    {
      where: 'message',
      pattern: SYMBOL,
      read: (_, reading) => {
        const found = reading.exceptions
          .map(one => FILE.exec(one.message)?.groups)
          .find(groups => groups !== undefined);
        const module = found?.package ?? found?.module;
        const library = module && (ownValue(PART_OF, module) ?? module);
        return { library, needs: wantedTorch(library, reading) };
      }
    },
    { where: 'log', pattern: SYMBOL, confidence: 'likely' },
    {
      where: 'message',
      pattern: LIBRARY,
      read: ({ package: library }) => ({ library })
    },
    {
      where: 'log',
      pattern: LIBRARY,
      when: onlyWarned,
      confidence: 'likely',
      read: ({ package: library }) => ({ library })
    },
    ...[MODULE, VERSIONED].map((pattern): Sign<'library'> => ({
      where: 'message',
      pattern,
      confidence: 'likely',
      read: ({ package: library }) => ({ library })
    })),
    {
      where: 'message',
      pattern: PARTIAL,
      read: () => ({ library: 'torchvision' })
    },
    // Windows names neither the library nor the function that it misses.
    {
      where: 'message',
      ename: /^ImportError$/,
      pattern: /^DLL load failed/,
      when: reading => failedAt(/from torchvision import _C\b/, reading),
      confidence: 'likely',
      read: () => ({ library: 'torchvision' })
    },
    // ctypes says neither which library it was, nor what it lacks.
    {
      where: 'message',
      ename: /^(?:OSError|FileNotFoundError)$/,
      pattern: /^\[WinError 12[67]\](?!.{0,300}Error loading)/,
      when: reading => loadedBy(reading) !== undefined,
      confidence: 'likely',
      read: (_, reading) => ({ library: loadedBy(reading) })
    },
    // 127, where nothing but the name of the extension is known.
    {
      where: 'message',
      pattern:
        /^DLL load failed while importing (?<module>(?!_?(?:imaging|sqlite|ssl|cext|qhull|ufuncs|flapack|path|multiarray))\w{1,60}): The specified procedure could not be found/,
      when: mayBeTorch,
      confidence: 'likely',
      read: ({ module }) => ({ library: module === '_C' ? undefined : module })
    },
    { where: 'message', pattern: IMAGE, confidence: 'likely' },
    {
      where: 'log',
      pattern: IMAGE,
      confidence: 'likely',
      read: () => ({ library: 'torchvision' })
    }
  ],
  words: (
    trans,
    { library, torchCuda, otherCuda, torch, torchvision, before, needs }
  ) => {
    const pair: IFix = {
      safety: 'check',
      title: trans.__('Install both together, and let pip choose the pair'),
      detail: trans.__(
        'Leave out the version numbers, or give both. torchvision 0.(15 + N) belongs to torch 2.N: 0.15 to 2.0, 0.20 to 2.5. Restart the kernel afterwards.'
      ),
      code: '%pip uninstall -y torch torchvision torchaudio\n%pip install torch torchvision torchaudio'
    };
    const see: IFix = {
      safety: 'diagnostic',
      title: trans.__('See the pair you have, and where it lies'),
      detail: trans.__(
        'One with “+cpu” and one with “+cu128” do not fit either, nor do one from conda and one from pip.'
      ),
      code: '%pip list'
    };
    const known = ownValue(EXTENSIONS, library);
    const extension: IFix = {
      safety: 'check',
      title: known
        ? trans.__('Install %1 anew, for the torch that is here', library)
        : trans.__('Another extension (mmcv, flash-attn, torch-scatter …)'),
      detail: trans.__(
        'Take the wheel made for your torch and CUDA versions, or build it anew after each change of torch.'
      ),
      code:
        known ??
        '$ pip install --no-cache-dir --no-build-isolation --force-reinstall --no-deps EXTENSION'
    };
    const name = fitting(library, 30);
    if (before) {
      return {
        title: trans.__('The operators of torchvision are not registered'),
        cause: trans.__(
          'torch.ops and TorchScript find the operators of torchvision only after “import torchvision” has loaded its compiled part. Usually that import is missing here; else it failed quietly, as torchvision is of another release than torch.'
        ),
        fixes: [
          check(
            trans.__('Import torchvision first'),
            'import torchvision\n\nmodel = torch.jit.load(path)\nkeep = torchvision.ops.nms(boxes, scores, iou_threshold)',
            trans.__('In C++: link torchvision and include its header.')
          ),
          pair,
          see
        ]
      };
    }
    return {
      title: name
        ? trans.__('%1 was built for another PyTorch', name)
        : trans.__('A compiled package was built for another PyTorch'),
      cause:
        torchCuda && otherCuda
          ? trans.__(
              'PyTorch was built for CUDA %1, the other package for CUDA %2. Both must come from the same release and the same index.',
              torchCuda,
              otherCuda
            )
          : torch && torchvision && /^(?:torchvision)?$/.test(library ?? '')
            ? trans.__(
                'torch %1 and torchvision %2 are installed: the compiled part of torchvision does not find what it needs in that torch, so its operators are missing. Each torchvision fits one release of torch only.',
                torch,
                torchvision
              )
            : trans.__(
                'Its compiled part does not find what it needs in the installed torch, so its operators are missing. Each release of such a package fits one release of torch only.'
              ),
      fixes: needs
        ? [
            pip({
              title: trans.__('Install the torch that %1 asks for', library),
              line: `%pip install torch==${needs}`,
              isInUse: true
            }),
            see,
            pair
          ]
        : isPyTorch(library)
          ? [pair, see, extension]
          : [extension, see, pair]
    };
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“Failed to load image Python extension” alone does no harm unless you read images with torchvision.io.'
      ),
      trans.__(
        'A symbol of cuBLAS, cuDNN or nvJitLink means that CUDA libraries were mixed, not torch and torchvision.'
      )
    ],
    links: [
      {
        title: trans.__('torchvision: which release fits which torch'),
        url: 'https://github.com/pytorch/vision#installation'
      },
      {
        title: trans.__('PyTorch: choose a build'),
        url: 'https://pytorch.org/get-started/locally/'
      }
    ]
  })
});
