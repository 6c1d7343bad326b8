import type {
  IEntry,
  IReading,
  ITranslate,
  Values
} from '../../diagnosis/types';
import { ofKind } from '../said';
import { restartKernel, smallerBatch } from './shared/advice';
import { gpuSaid } from './shared/ours';

/**
 * Status codes of Intel's Unified Runtime (ur_result_t), and of the plug-in
 * interface before it, as SYCL's exceptions print them. Memory of the GPU that
 * ran out is `cuda/out-of-memory`.
 */
const STATUS =
  /\b(?:UR_RESULT_ERROR|PI_ERROR)_(?!OUT_OF_DEVICE_MEMORY)(?<status>[A-Z_]{4,60})/;

/** The same without a name. */
const NUMBER = /Native API failed\. Native API returns: (?<number>-?\d{1,10})/;

const FP64 =
  /Required aspect fp64 is not supported on the device|\buses-fp64-math\b/;

function kindOf({ status }: Values): Values {
  return {
    status,
    kind:
      status === 'DEVICE_LOST'
        ? 'lost'
        : status === 'OUT_OF_RESOURCES'
          ? 'resources'
          : undefined
  };
}

function cause(trans: ITranslate, { kind, status, number }: Values): string {
  switch (kind) {
    case 'fp64':
      return trans.__(
        'A kernel computes with float64, and this Intel GPU has no hardware for it (the Arc A cards have none). Somewhere a tensor is float64, or a Python number made it so.'
      );
    case 'lost':
      return trans.__(
        'The driver gave the GPU up while the program was using it: it was reset, or one kernel took longer than the system allows. Everything on the GPU is lost.'
      );
    case 'resources':
      return trans.__(
        'Intel’s runtime could not get what a kernel needed on the GPU. Mostly that is memory, which other programs may hold too; a driver that is too old says the same.'
      );
    default:
      return trans.__(
        'Intel’s runtime, which runs PyTorch’s XPU kernels, refused a call and tells only a status%1. That does not name the operation; the last line of your own code does.',
        status || number ? ` (${status ?? number})` : ''
      );
  }
}

function namesNone(...texts: string[]): (reading: IReading) => boolean {
  return reading => !texts.some(text => reading.mentions(text));
}

/** Intel GPUs: what SYCL's runtime reports of a call that failed. */
const entry: IEntry = {
  id: 'cuda/xpu-error',
  answers: [
    'Native API failed. Native API returns: 40 (UR_RESULT_ERROR_OUT_OF_RESOURCES)',
    'level_zero backend failed with error: 20 (UR_RESULT_ERROR_DEVICE_LOST)',
    'Required aspect fp64 is not supported on the device',
    'Native API returns: -5 (PI_ERROR_OUT_OF_RESOURCES)',
    'XPU, Intel Arc GPU error'
  ],
  signs: [
    ...gpuSaid(FP64, ofKind('fp64')),
    ...gpuSaid(STATUS, { when: namesNone('uses-fp64-math'), read: kindOf }),
    ...gpuSaid(NUMBER, {
      when: namesNone('uses-fp64-math', 'UR_RESULT_ERROR_', 'PI_ERROR_'),
      read: ({ number }) => ({ number })
    })
  ],
  page(trans, values) {
    const { kind, status, number } = values;
    const shown = (status ?? number ?? '').slice(0, 26);
    return {
      title:
        kind === 'fp64'
          ? trans.__('This Intel GPU cannot compute with float64')
          : kind === 'lost'
            ? trans.__('The Intel GPU was lost (device lost)')
            : shown
              ? trans.__('The Intel GPU’s runtime failed: %1', shown)
              : trans.__('The Intel GPU’s runtime failed'),
      cause: cause(trans, values),
      fixes:
        kind === 'fp64'
          ? [
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
          : [
              ...(kind === 'lost' ? [restartKernel(trans)] : []),
              ...(kind === 'resources' ? [smallerBatch(trans)] : []),
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
            ],
      notThis: [
        trans.__(
          '“UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY” is plain want of GPU memory.'
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
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'Native API failed. Native API returns: 40 (UR_RESULT_ERROR_OUT_OF_RESOURCES)',
      torch: '2.7',
      origin: 'reference',
      values: { status: 'OUT_OF_RESOURCES', kind: 'resources' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'level_zero backend failed with error: 20 (UR_RESULT_ERROR_DEVICE_LOST)',
      torch: '2.8',
      origin: 'reference',
      values: { status: 'DEVICE_LOST', kind: 'lost' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Required aspect fp64 is not supported on the device',
      torch: '2.5',
      origin: 'reference',
      values: { kind: 'fp64' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Native API failed. Native API returns: -996 (Function exists but address is not available) invalid_kernel("uses-fp64-math") -996 (Function exists but address is not available)',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'fp64' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Native API failed. Native API returns: -997 (Command failed to enqueue/execute)',
      torch: '2.0',
      origin: 'reference',
      values: { number: '-997' }
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        'Native API failed. Native API returns: 40 (UR_RESULT_ERROR_OUT_OF_RESOURCES)\nException caught at file:/src/ggml/src/ggml-sycl/ggml-sycl.cpp, line:3170\n'
    },
    {
      ename: 'OutOfMemoryError',
      evalue: 'XPU out of memory. Tried to allocate 2.00 GiB.'
    },
    {
      ename: 'OSError',
      evalue: 'The requested native API is not available: error -5'
    }
  ]
};

export default entry;
