import type { ISign } from '../../../diagnosis/types';
import { said } from '../../said';
import { failedAt } from '../../shown';
import { onlyWarned } from './remark';

/** torchvision/extension.py, torchvision/_meta_registrations.py, torch/_ops.py. */
const OPERATOR =
  /\b(?<missing>torchvision|torchaudio|torchtext)::(?<name>\w{1,40}) does not exist|(?:operator|No such operator|Could not find schema for|Couldn't find an operator for|Unknown builtin op:) ['"]?(?<package>torchvision|torchaudio|torchtext)::(?<operator>\w{1,40})|'_OpNamespace' '(?<namespace>torchvision|torchaudio|torchtext)' object has no attribute '(?<attribute>\w{1,40})'|Couldn't load custom C\+\+ ops|Could not run 'torchvision::\w{1,40}' with arguments from the '\w{1,20}' backend/;

/** torchvision/io/image.py */
const IMAGE_OPERATOR =
  /(?:[Nn]o such operator|[Oo]perator) image::(?<operator>(?:read|write|decode|encode)_\w{1,30})|'_OpNamespace' 'image' object has no attribute '(?<attribute>\w{1,40})'/;

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
  /(?:site|dist)-packages[\\/](?<package>[A-Za-z]\w{1,40})[\\/.]|\b(?<module>[A-Za-z]\w{1,40})\.(?:cpython[\w-]{1,40}\.)?(?:so|pyd): undefined symbol/;

/** The signs of `version/torchvision-op`. */
export const TORCHVISION_SIGNS: readonly ISign[] = [
  {
    where: 'message',
    pattern: OPERATOR,
    read: ({
      package: library,
      missing,
      namespace,
      operator,
      name,
      attribute
    }) => ({
      library: library ?? missing ?? namespace ?? 'torchvision',
      operator: operator ?? name ?? attribute
    })
  },
  { where: 'log', pattern: OPERATOR, confidence: 'likely' },
  ...said(SPLIT_LIBRARY, { confidence: 'likely' }),
  ...said(IMAGE_OPERATOR, {
    read: ({ operator, attribute }) => ({
      library: 'torchvision',
      operator: operator ?? attribute
    })
  }),
  // TorchScript's words, up to torch 1.3.
  {
    where: 'message',
    pattern: /^object has no attribute (?<operator>nms|roi_align|roi_pool)\b/,
    when: reading => reading.mentions('torchvision'),
    read: ({ operator }) => ({ library: 'torchvision', operator })
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
    read: (_, { exceptions }) => {
      const found = exceptions
        .map(one => FILE.exec(one.message)?.groups)
        .find(groups => groups !== undefined);
      return { library: found?.package ?? found?.module };
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
  ...[MODULE, VERSIONED].map((pattern): ISign => ({
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
  { where: 'message', pattern: IMAGE, confidence: 'likely' },
  {
    where: 'log',
    pattern: IMAGE,
    confidence: 'likely',
    read: () => ({ library: 'torchvision' })
  }
];
