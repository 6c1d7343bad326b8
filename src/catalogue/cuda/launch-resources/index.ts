import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { isOurs } from '../../shared/ours';
import { LINKS, rerunBlocking, restartKernel } from '../shared/advice';
import { cudaErrorSigns } from '../shared/cuda-error';

export default define({
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
  values: ['resource', 'required', 'limit'],
  kinds: {
    resources: {
      signs: cudaErrorSigns({
        text: 'too many resources requested for launch',
        unmistakable: true,
        name: '(?:cuda|hip)ErrorLaunchOutOfResources',
        numbers: [701]
      }),
      words: trans => ({
        title: trans.__('A GPU kernel asks for more than the GPU offers'),
        cause: trans.__(
          'The kernel needs more registers or shared memory per block than this GPU has, so it was not started. The kernel was made for another GPU; your tensors are rarely to blame.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Update torch or the extension that owns the kernel'
            ),
            detail: trans.__(
              'Its threads per block were chosen for another GPU; small ones (Jetson, laptops) have fewer registers.'
            )
          },
          {
            safety: 'check',
            title: trans.__('Building it yourself: fewer threads per block'),
            detail: trans.__(
              'Mark the kernel with __launch_bounds__, or lower the number in its launch.'
            )
          },
          rerunBlocking(trans)
        ]
      })
    },
    configuration: {
      signs: [
        ...cudaErrorSigns({
          text: 'invalid configuration argument',
          name: '(?:cuda|hip)ErrorInvalidConfiguration'
        }),
        // cudaErrorInvalidConfiguration, the message ends behind its number.
        { where: 'message', pattern: /cuda runtime error \(9\)$/ },
        ...cudaErrorSigns({
          text: 'too many blocks in cooperative launch',
          unmistakable: true,
          name: '(?:cuda|hip)ErrorCooperativeLaunchTooLarge',
          numbers: [720]
        })
      ],
      words: trans => ({
        title: trans.__('A GPU kernel was launched with an impossible size'),
        cause: trans.__(
          'The number of blocks or threads of a launch was 0 or above CUDA’s limits. Usually a tensor is empty or has a dimension that is far too large.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Look for empty or huge dimensions'),
            detail: trans.__(
              'A dimension of 0 or of many millions makes a launch grid that CUDA refuses.'
            ),
            code: 'print({name: tuple(t.shape) for name, t in locals().items() if torch.is_tensor(t)})'
          },
          {
            safety: 'check',
            title: trans.__('Split the batch, or skip it when it is empty'),
            code: 'out = torch.cat([op(part) for part in x.split(4096)])'
          },
          rerunBlocking(trans),
          {
            safety: 'check',
            title: trans.__('Extensions: update them, they choose the size')
          }
        ]
      })
    },
    timeout: {
      signs: cudaErrorSigns({
        text: 'the launch timed out and was',
        unmistakable: true,
        name: '(?:cuda|hip)ErrorLaunchTimeout',
        numbers: [702]
      }),
      words: trans => ({
        title: trans.__('A GPU kernel ran too long and was stopped'),
        cause: trans.__(
          'The operating system stops a kernel that keeps a GPU with a screen busy for more than a few seconds. The line shown may be a later one, and this process can no longer use CUDA.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Make each GPU operation smaller'),
            detail: trans.__(
              'Smaller batches or chunks keep every single kernel below the limit.'
            )
          },
          {
            safety: 'diagnostic',
            title: trans.__('See whether a screen is attached to this GPU'),
            detail: trans.__(
              'The limit holds for GPUs that drive a display; another GPU has none.'
            ),
            code: '$ nvidia-smi'
          },
          {
            safety: 'check',
            title: trans.__('Windows: raise the time-out of the driver (TDR)'),
            detail: trans.__(
              'It is the registry value TdrDelay, in seconds; the machine must be restarted.'
            )
          },
          restartKernel(trans)
        ]
      })
    },
    triton: {
      // Raised before the launch (triton/runtime/errors.py).
      signs: messageOrLog(
        /out of resource: (?<resource>\w+(?: memory)?),? Required: ?(?<required>\d+),? Hardware limit: ?(?<limit>\d+)/i,
        { when: isOurs }
      ),
      words: (trans, { resource, required = '', limit = '' }) => ({
        title: trans.__('A Triton kernel needs more than this GPU has'),
        cause: `${
          resource === 'shared memory'
            ? trans.__(
                'The kernel needs %1 bytes of shared memory, the GPU has %2.',
                required,
                limit
              )
            : trans.__(
                'The kernel needs %1 (%2), the GPU has %3.',
                required,
                resource ?? '',
                limit
              )
        } ${trans.__('Its blocks were tuned for a larger GPU or another data type.')}`,
        fixes: [
          {
            safety: 'check',
            title: trans.__('Your own kernel: smaller blocks or fewer stages'),
            code: 'triton.Config({"BLOCK_M": 64, "BLOCK_N": 64}, num_stages=2, num_warps=4)'
          },
          {
            safety: 'check',
            title: trans.__('torch.compile: leave out max-autotune'),
            code: 'model = torch.compile(model)  # default mode'
          },
          {
            safety: 'check',
            title: trans.__(
              'A library’s kernel: update it, or use a smaller head size'
            )
          }
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
