import type { IEntry, IFix, Values } from '../../diagnosis/types';
import { said } from '../said';
import {
  LAYOUT_SIGNS,
  layoutWords,
  operatorName
} from './shared/layout-operators';

/** aten/src/ATen/mps/MPSFallback.mm, and the same of XPU. */
const MISSING =
  /operator ['"‘](?<operator>[\w:.]{1,80})\\?['"’] is not current(?:ly)? (?:implemented for the (?<device>MPS|XPU) device|supported on the (?<backend>MPS) backend(?! and will fall back))/;

/** The dispatcher of c10, where the back end has no fallback at all. */
const DISPATCHER =
  /Could not run '(?<operator>(?:aten|torchvision|torchaudio)::[\w.]{1,80})' with arguments from the '(?:Sparse|Quantized)?(?<device>MPS|XPU)' backend/;

/** A check inside the operator of MPS: no fallback is asked there. */
const INSIDE = /\b(?<operator>Conv(?:Transpose)?3D) is not supported on MPS/;

const read = ({ operator, device, backend }: Values): Values => ({
  operator: operatorName(operator),
  device: device ?? backend
});

const entry: IEntry = {
  id: 'cuda/operator-missing',
  answers: [
    "The operator 'aten::upsample_bicubic2d.out' is not currently implemented for the MPS device",
    'PYTORCH_ENABLE_MPS_FALLBACK=1',
    "The operator 'aten::_fft_r2c' is not currently implemented for the XPU device",
    "Could not run 'torchvision::nms' with arguments from the 'MPS' backend",
    "Could not run 'aten::_softmax' with arguments from the 'SparseCPU' backend",
    "Could not run 'quantized::conv2d.new' with arguments from the 'CPU' backend",
    "Could not run 'aten::slow_conv2d_forward' with arguments from the 'QuantizedCPU' backend",
    "Could not run 'aten::sum' with arguments from the 'NestedTensorCPU' backend",
    'sparse tensors do not have strides'
  ],
  signs: [
    ...said(MISSING, { read }),
    ...said(DISPATCHER, { read }),
    ...said(INSIDE, {
      read: ({ operator }) => ({ operator, device: 'MPS', kind: 'inside' })
    }),
    ...LAYOUT_SIGNS
  ],
  page(trans, values) {
    const { operator, kind, device = 'MPS' } = values;
    const fallback: IFix = {
      safety: 'safe',
      title: trans.__('Let the CPU do what the GPU cannot'),
      detail: trans.__(
        'It must be set before torch is imported, in a fresh kernel. Each such operation copies its data to the CPU and back.'
      ),
      code: `import os\nos.environ["PYTORCH_ENABLE_${device}_FALLBACK"] = "1"  # first cell\nimport torch`
    };
    const layout = layoutWords(trans, values);
    if (layout) {
      return layout;
    }
    const name = operator && operator.length <= 25 ? operator : undefined;
    return {
      title: name
        ? trans.__('%1 does not run on %2 in this PyTorch', name, device)
        : trans.__('This operation does not run on %1 yet', device),
      cause: trans.__(
        'PyTorch’s %1 back end does not cover every operation, and it has no code for %2. The model is right: on the CPU and on CUDA it runs.',
        device,
        operator ? `“${operator}”` : trans.__('this one')
      ),
      fixes: [
        ...(kind === 'inside' ? [] : [fallback]),
        {
          safety: 'check',
          title: trans.__('Update PyTorch'),
          detail: trans.__('Each release covers more operations.'),
          code: '%pip install --upgrade torch torchvision torchaudio'
        },
        {
          safety: 'safe',
          title: trans.__('Do this step on the CPU by hand'),
          code: `y = step(x.cpu()).to(x.device)`
        }
      ],
      notThis: [
        trans.__(
          '“doesn’t support float64” is about the number type: x.float() mends it, the fallback does not.'
        ),
        trans.__(
          'The same text with the ‘CUDA’ backend means a package that was built without CUDA.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: the environment variables of MPS'),
          url: 'https://docs.pytorch.org/docs/stable/mps_environment_variables.html'
        },
        {
          title: trans.__('PyTorch issue: which operations MPS lacks'),
          url: 'https://github.com/pytorch/pytorch/issues/77764'
        }
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        "The operator 'aten::index.Tensor' is not currently supported on the MPS backend\n",
      torch: '1.12',
      origin: 'reference',
      values: { operator: 'index', device: 'MPS' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Could not run 'aten::_cat' with arguments from the 'QuantizedCPUTensorId' backend.",
      torch: '1.3',
      origin: 'reference',
      values: { operator: 'cat', layout: 'quantized' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Conv3D is not supported on MPS',
      torch: '2.0',
      origin: 'reference',
      values: { operator: 'Conv3D', device: 'MPS', kind: 'inside' }
    },
    {
      ename: 'NotImplementedError',
      evalue:
        "Could not run 'aten::_softmax' with arguments from the 'SparseCPU' backend. This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build).",
      torch: '2.13',
      origin: 'run',
      values: { operator: 'softmax', layout: 'sparse' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'reshape is not implemented for sparse tensors',
      torch: '2.13',
      origin: 'run',
      values: { operator: 'reshape', layout: 'sparse' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'sparse tensors do not have strides',
      torch: '1.7',
      origin: 'reference',
      values: { layout: 'sparse' }
    },
    {
      ename: 'NotImplementedError',
      evalue:
        "Could not run 'quantized::conv2d.new' with arguments from the 'CPU' backend. This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build).",
      torch: '2.13',
      origin: 'run',
      values: { operator: 'conv2d', layout: 'unquantized', place: 'CPU' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Could not run 'aten::slow_conv2d_forward' with arguments from the 'QuantizedCPU' backend.",
      torch: '1.9',
      origin: 'reference',
      values: { operator: 'slow_conv2d_forward', layout: 'quantized' }
    },
    {
      ename: 'NotImplementedError',
      evalue:
        "Could not run 'aten::sum' with arguments from the 'NestedTensorCPU' backend. This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build).",
      torch: '2.13',
      origin: 'run',
      values: { operator: 'sum', layout: 'nested' }
    },
    {
      ename: 'NotImplementedError',
      evalue:
        "The operator 'aten::_fft_r2c' is not currently implemented for the MPS device. If you want this op to be added in priority during the prototype phase of this feature, please comment on https://github.com/pytorch/pytorch/issues/77764. As a temporary fix, you can set the environment variable `PYTORCH_ENABLE_MPS_FALLBACK=1` to use the CPU as a fallback for this op. WARNING: this will be slower than running natively on MPS.",
      torch: '2.0',
      origin: 'reference',
      values: { operator: '_fft_r2c', device: 'MPS' }
    },
    {
      ename: 'NotImplementedError',
      evalue:
        "The operator 'aten::cumsum.out' is not current implemented for the MPS device.",
      torch: '1.12',
      origin: 'reference',
      values: { operator: 'cumsum' }
    },
    {
      kind: 'text',
      stderr:
        "NotImplementedError: Could not run 'torchvision::nms' with arguments from the 'MPS' backend. This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process.\n",
      torch: '2.0',
      origin: 'reference',
      values: { operator: 'nms', device: 'MPS' }
    },
    {
      ename: 'NotImplementedError',
      evalue:
        "The operator 'aten::_linalg_eigh.eigenvalues' is not currently implemented for the XPU device. Please open a feature on https://github.com/intel/torch-xpu-ops/issues. You can set the environment variable `PYTORCH_ENABLE_XPU_FALLBACK=1` to use the CPU implementation as a fallback for XPU unimplemented operators.",
      torch: '2.5',
      origin: 'reference',
      values: { operator: '_linalg_eigh', device: 'XPU' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue: 'sparse array length is ambiguous; use getnnz()'
    },
    {
      ename: 'NotImplementedError',
      evalue: 'argmax is not implemented for sparse matrices'
    },
    {
      kind: 'text',
      stderr:
        "UserWarning: The operator 'aten::nonzero' is not currently supported on the MPS backend and will fall back to run on the CPU. This may have performance implications.\n"
    },
    {
      ename: 'TypeError',
      evalue:
        "Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't support float64. Please use float32 instead."
    },
    {
      ename: 'NotImplementedError',
      evalue:
        "Could not run 'torchvision::nms' with arguments from the 'CUDA' backend. This could be because the operator doesn't exist for this backend."
    },
    {
      ename: 'NotImplementedError',
      evalue:
        "The operator '==' is not currently implemented for the MPS reader"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'x = torch.eye(3).to_sparse()',
      'x.softmax(0)'
    ].join('\n'),
    fixed: [
      'import torch',
      'x = torch.eye(3).to_sparse()',
      'x = x.to_dense()',
      'x.softmax(0)'
    ].join('\n')
  }
};

export default entry;
