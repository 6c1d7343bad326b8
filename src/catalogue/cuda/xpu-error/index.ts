import { fitting } from '../../shared/fitting';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { restartKernel, smallerBatch } from '../shared/advice';
import { gpuMessageOrLog } from '../../shared/ours';

/** So much of a status fits into the title. */
const MAX_STATUS = 26;

function kindOf({ status }: Values) {
  switch (status) {
    case 'DEVICE_LOST':
      return { kind: 'lost' };
    case 'OUT_OF_RESOURCES':
      return { kind: 'resources' };
    default:
      return {};
  }
}

function namesNone(...texts: string[]): (reading: IReading) => boolean {
  return reading => !texts.some(text => reading.mentions(text));
}

function failedTitle(trans: ITranslate, status?: string): string {
  return fitting(status, MAX_STATUS)
    ? trans.__('The Intel GPU’s runtime failed: %1', status)
    : trans.__('The Intel GPU’s runtime failed');
}

/** What to do after any call that failed. */
function alsoFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Run the failing step on the CPU'),
      detail: trans.__(
        'Restart the kernel first. If it fails there too, the message is plainer.'
      ),
      code: 'model.cpu()(batch.cpu())'
    },
    {
      safety: 'check',
      title: trans.__('Update the driver of the Intel GPU'),
      detail: trans.__(
        'PyTorch’s page names the driver that its XPU build needs.'
      )
    }
  ];
}

/** Intel GPUs: what SYCL's runtime reports of a call that failed. */
export default define({
  id: 'cuda/xpu-error',
  answers: [
    'Native API failed. Native API returns: 40 (UR_RESULT_ERROR_OUT_OF_RESOURCES)',
    'level_zero backend failed with error: 20 (UR_RESULT_ERROR_DEVICE_LOST)',
    'Required aspect fp64 is not supported on the device',
    'Native API returns: -5 (PI_ERROR_OUT_OF_RESOURCES)',
    'XPU, Intel Arc GPU error'
  ],
  values: ['status', 'number'],
  signs: [
    // Status codes of Intel's Unified Runtime (ur_result_t), and of the plug-in
    // interface before it, as SYCL's exceptions print them. Memory of the GPU
    // that ran out is `cuda/out-of-memory`.
    ...gpuMessageOrLog(
      /\b(?:UR_RESULT_ERROR|PI_ERROR)_(?!OUT_OF_DEVICE_MEMORY)(?<status>[A-Z_]{4,60})/,
      { when: namesNone('uses-fp64-math'), read: kindOf }
    ),
    // The same without a name.
    ...gpuMessageOrLog(
      /Native API failed\. Native API returns: (?<number>-?\d{1,10})/,
      { when: namesNone('uses-fp64-math', 'UR_RESULT_ERROR_', 'PI_ERROR_') }
    )
  ],
  kinds: {
    call: {
      words: (trans, { status, number }) => ({
        title: failedTitle(trans, status ?? number),
        cause: trans.__(
          'Intel’s runtime, which runs PyTorch’s XPU kernels, refused a call and tells only a status%1. That does not name the operation; the last line of your own code does.',
          status || number ? ` (${status ?? number})` : ''
        ),
        fixes: alsoFixes(trans)
      })
    },
    resources: {
      words: (trans, { status }) => ({
        title: failedTitle(trans, status),
        cause: trans.__(
          'Intel’s runtime could not get what a kernel needed on the GPU. Mostly that is memory, which other programs may hold too; a driver that is too old says the same.'
        ),
        fixes: [smallerBatch(trans), ...alsoFixes(trans)]
      })
    },
    lost: {
      words: trans => ({
        title: trans.__('The Intel GPU was lost (device lost)'),
        cause: trans.__(
          'The driver gave the GPU up while the program was using it: either it was reset, or one kernel took longer than the system allows. Everything on the GPU is lost.'
        ),
        fixes: [restartKernel(trans), ...alsoFixes(trans)]
      })
    },
    fp64: {
      signs: gpuMessageOrLog(
        /Required aspect fp64 is not supported on the device|\buses-fp64-math\b/
      ),
      words: trans => ({
        title: trans.__('This Intel GPU cannot compute with float64'),
        cause: trans.__(
          'A kernel computes with float64, and this Intel GPU has no hardware for it (the Arc A cards have none). Somewhere a tensor is float64, or a Python number made it so.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Use float32 on the GPU'),
            detail: trans.__(
              'Tensors made from NumPy arrays are float64 unless told otherwise.'
            ),
            code: "x = torch.as_tensor(array, dtype=torch.float32, device='xpu')"
          },
          {
            safety: 'diagnostic',
            title: trans.__('Find what is float64'),
            code: 'print([n for n, p in model.named_parameters() if p.dtype == torch.float64], x.dtype)'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY” means that the GPU’s memory is full.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: getting started on Intel GPUs'),
        url: 'https://docs.pytorch.org/docs/stable/notes/get_start_xpu.html'
      },
      {
        title: trans.__('Intel: status codes of the Unified Runtime'),
        url: 'https://oneapi-src.github.io/unified-runtime/core/api.html'
      }
    ]
  })
});
