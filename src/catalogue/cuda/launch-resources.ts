import type { IEntry, ITranslate } from '../../diagnosis/types';
import { LINKS } from './shared/advice';
import { cudaErrorSigns } from './shared/cuda-error';
import { launchFixes } from './shared/launch-fixes';
import { isOurs } from './shared/ours';

const kind = (name: string) => ({ read: () => ({ kind: name }) });

/** Triton's refusal, raised before the launch (triton/runtime/errors.py). */
const TRITON =
  /out of resource: (?<resource>\w+(?: memory)?),? Required: ?(?<required>\d+),? Hardware limit: ?(?<limit>\d+)/i;

function pageTitle(trans: ITranslate, which: string | undefined): string {
  switch (which) {
    case 'timeout':
      return trans.__('A GPU kernel ran too long and was stopped');
    case 'configuration':
      return trans.__('A GPU kernel was launched with an impossible size');
    case 'triton':
      return trans.__('A Triton kernel needs more than this GPU has');
    default:
      return trans.__('A GPU kernel asks for more than the GPU offers');
  }
}

const entry: IEntry = {
  id: 'cuda/launch-resources',
  answers: [
    'CUDA error: too many resources requested for launch',
    'CUDA error: invalid configuration argument',
    'CUDA error: the launch timed out and was terminated',
    'cuda runtime error (7) : too many resources requested for launch',
    'cuda runtime error (9) : invalid configuration argument',
    'cuda runtime error (6) : the launch timed out and was terminated',
    'out of resource: shared memory, Required: 180224, Hardware limit: 101376'
  ],
  signs: [
    ...cudaErrorSigns(
      {
        text: 'too many resources requested for launch',
        unmistakable: true,
        name: '(?:cuda|hip)ErrorLaunchOutOfResources',
        numbers: [701]
      },
      kind('resources')
    ),
    ...cudaErrorSigns(
      {
        text: 'invalid configuration argument',
        name: '(?:cuda|hip)ErrorInvalidConfiguration'
      },
      kind('configuration')
    ),
    // cudaErrorInvalidConfiguration, the message ends behind its number.
    {
      where: 'message',
      pattern: /cuda runtime error \(9\)$/,
      ...kind('configuration')
    },
    ...cudaErrorSigns(
      {
        text: 'too many blocks in cooperative launch',
        unmistakable: true,
        name: '(?:cuda|hip)ErrorCooperativeLaunchTooLarge',
        numbers: [720]
      },
      kind('configuration')
    ),
    ...cudaErrorSigns(
      {
        text: 'the launch timed out and was',
        unmistakable: true,
        name: '(?:cuda|hip)ErrorLaunchTimeout',
        numbers: [702]
      },
      kind('timeout')
    ),
    { where: 'message', pattern: TRITON, when: isOurs, ...kind('triton') },
    { where: 'log', pattern: TRITON, when: isOurs, ...kind('triton') }
  ],
  page(trans, values) {
    const { kind: which, resource, required, limit } = values;
    const causes: Record<string, string> = {
      timeout: trans.__(
        'The operating system stops a kernel that keeps a GPU with a screen busy for more than a few seconds. The line shown may be a later one, and this process can no longer use CUDA.'
      ),
      configuration: trans.__(
        'The number of blocks or threads of a launch was 0 or above CUDA’s limits. Usually a tensor is empty or has a dimension that is far too large.'
      ),
      triton: `${
        resource === 'shared memory'
          ? trans.__(
              'The kernel needs %1 bytes of shared memory, the GPU has %2.',
              required ?? '',
              limit ?? ''
            )
          : trans.__(
              'The kernel needs %1 (%2), the GPU has %3.',
              required ?? '',
              resource ?? '',
              limit ?? ''
            )
      } ${trans.__('Its blocks were tuned for a larger GPU or another data type.')}`
    };
    return {
      title: pageTitle(trans, which),
      cause:
        causes[which ?? ''] ??
        trans.__(
          'The kernel needs more registers or shared memory per block than this GPU has, so it was not started. The kernel was made for another GPU; your tensors are rarely to blame.'
        ),
      fixes: launchFixes(trans, which),
      notThis: [
        trans.__(
          'Memory that runs out says “out of memory”: this is about one launch, not about the size of the GPU’s memory.'
        )
      ],
      links: [
        LINKS.errors(trans),
        {
          title: trans.__('NVIDIA: launch limits by compute capability'),
          url: 'https://docs.nvidia.com/cuda/cuda-c-programming-guide/index.html#features-and-technical-specifications'
        }
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        "CUDA failure /src/graph/csrc/cuda/random_sampler.cu:222: 'invalid configuration argument'\n",
      torch: '1.13',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'cuda runtime error (9)',
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA error: too many resources requested for launch\nCUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1\nCompile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.\n',
      torch: '2.4',
      origin: 'reference',
      values: { kind: 'resources' }
    },
    {
      ename: 'AcceleratorError',
      evalue:
        "CUDA error: invalid configuration argument\nSearch for `cudaErrorInvalidConfiguration' in https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for more information.\n",
      torch: '2.13',
      origin: 'reference',
      values: { kind: 'configuration' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuda runtime error (6) : the launch timed out and was terminated at /pytorch/aten/src/THC/generic/THCTensorCopy.cpp:21',
      torch: '0.4',
      origin: 'reference',
      values: { kind: 'timeout' }
    },
    {
      kind: 'text',
      stderr:
        "torch/nn/_reduction.py:43: UserWarning: size_average and reduce args will be deprecated, please use reduction='mean' instead.\nTHCudaCheck FAIL file=/pytorch/aten/src/THCUNN/generic/SpatialDepthwiseConvolution.cu line=202 error=7 : too many resources requested for launch\n",
      torch: '1.2',
      origin: 'reference',
      values: { kind: 'resources' }
    },
    {
      ename: 'OutOfResources',
      evalue:
        'out of resource: shared memory, Required: 180224, Hardware limit: 101376. Reducing block sizes or `num_stages` may help.',
      torch: '2.4',
      origin: 'reference',
      values: { required: '180224', limit: '101376' }
    }
  ],
  nearMisses: [
    { ename: 'AcceleratorError', evalue: 'CUDA error: out of memory' },
    { ename: 'ValueError', evalue: 'invalid configuration argument: lr' },
    {
      ename: 'OSError',
      evalue: '[Errno 24] Too many open files'
    }
  ]
};

export default entry;
