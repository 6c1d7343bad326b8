import { ownValue } from '../../../shared/own-value';
import type { IFix, ILink, ITranslate, Values } from '../../../diagnosis/types';
import { define, type IWords } from '../../define';
import type { IReading } from '../../../incident/types';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { messageOrLog } from '../../signs';

/** `aten::upsample_bicubic2d.out` → `upsample_bicubic2d`. */
function operatorName(operator: string | undefined): string | undefined {
  return operator?.replace(/^\w{1,20}::/, '').split('.')[0];
}

/** What the CPU runs: MPS asks for it where the two devices are mixed. */
const OF_CPU = /^_?(?:slow_conv|thnn_conv|mkldnn|nnpack)/;

function readDevice(
  { operator, device, backend }: Values,
  reading: IReading
): Values {
  const name = operatorName(operator);
  return {
    operator: name,
    device: device ?? backend,
    mixed: OF_CPU.test(name ?? '')
      ? /\btorchsummary\b|\bsummary\(/.test(printedText(reading))
        ? 'summary'
        : 'yes'
      : undefined
  };
}

/** The back ends of the dispatcher that are named after a form of tensors. */
const LAYOUTS = {
  Sparse: 'sparse',
  SparseCsr: 'sparse',
  Quantized: 'quantized',
  NestedTensor: 'nested'
} as const;

/** A longer name does not fit into a title, nor beside longer words. */
const MAX_NAME = 25;
const MAX_NAME_QUANTIZED = 22;

function fits(
  operator: string | undefined,
  length = MAX_NAME
): operator is string {
  return !!operator && operator.length <= length;
}

/** What is said where a device has no code for an operator. */
function deviceWords(
  trans: ITranslate,
  operator: string | undefined,
  device: string,
  first: readonly IFix[]
): IWords {
  return {
    title: fits(operator)
      ? trans.__('%1 does not run on %2 in this PyTorch', operator, device)
      : trans.__('This operation does not run on %1 yet', device),
    cause: trans.__(
      'PyTorch’s %1 back end does not cover every operation, and it has no code for %2. The model is right: on the CPU and on CUDA it runs.',
      device,
      operator ? `“${operator}”` : trans.__('this one')
    ),
    fixes: [
      ...first,
      {
        safety: 'check',
        title: trans.__('Update PyTorch'),
        detail: trans.__('Each release covers more operations.'),
        code: '%pip install --upgrade torch torchvision torchaudio'
      },
      {
        safety: 'safe',
        title: trans.__('Do this step on the CPU by hand'),
        code: 'y = step(x.cpu()).to(x.device)'
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
}

/** The CPU’s own convolution was asked of MPS: one side lies on the CPU. */
function mixedWords(trans: ITranslate, operator: string): IWords {
  return {
    title: trans.__('Model and input are not both on MPS'),
    cause: trans.__(
      '%1 is the way in which the CPU does it. Usually PyTorch takes it where one of the two, the model or its input, lies on the CPU; torchsummary makes its input there.',
      operator
    ),
    fixes: [
      check(
        trans.__('Summarise on the CPU, or with torchinfo'),
        "from torchinfo import summary\nsummary(model, input_size=(1, 3, 224, 224), device='mps')",
        trans.__(
          'torchsummary: summary(model.cpu(), (3, 224, 224), device="cpu"), then model.to("mps") again.'
        )
      ),
      check(
        trans.__('In your own call: move both'),
        "model, x = model.to('mps'), x.to('mps')"
      )
    ],
    notThis: [
      trans.__('An operation that MPS lacks is named without slow_ or thnn_.')
    ]
  };
}

function sparseLink(trans: ITranslate): ILink {
  return {
    title: trans.__('PyTorch: sparse tensors and the operations on them'),
    url: 'https://docs.pytorch.org/docs/stable/sparse.html'
  };
}

function quantizationLink(trans: ITranslate): ILink {
  return {
    title: trans.__('PyTorch: quantization'),
    url: 'https://docs.pytorch.org/docs/stable/quantization.html'
  };
}

function nestedLink(trans: ITranslate): ILink {
  return {
    title: trans.__('PyTorch: nested tensors'),
    url: 'https://docs.pytorch.org/docs/stable/nested.html'
  };
}

function denseFix(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Make an ordinary tensor of it before this step'),
    detail: trans.__('It takes memory for every zero.'),
    code: 'x = x.to_dense()'
  };
}

function stubFix(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Quantize at the entrance, go back at the exit'),
    detail: trans.__(
      'Put the stubs into the model before prepare() and convert().'
    ),
    code: 'self.quant, self.dequant = torch.ao.quantization.QuantStub(), torch.ao.quantization.DeQuantStub()\n# in forward:\nx = self.quant(x)\nx = self.layers(x)\nreturn self.dequant(x)'
  };
}

export default define({
  id: 'cuda/operator-missing',
  answers: [
    "The operator 'aten::upsample_bicubic2d.out' is not currently implemented for the MPS device",
    'PYTORCH_ENABLE_MPS_FALLBACK=1',
    "The operator 'aten::_fft_r2c' is not currently implemented for the XPU device",
    "Could not run 'torchvision::nms' with arguments from the 'MPS' backend",
    'The MPS backend is supported on MacOS 12.3+',
    "The operator 'aten::_slow_conv2d_forward' is not currently implemented for the MPS device",
    "Could not run 'aten::_softmax' with arguments from the 'SparseCPU' backend",
    "Could not run 'quantized::conv2d.new' with arguments from the 'CPU' backend",
    "Could not run 'aten::slow_conv2d_forward' with arguments from the 'QuantizedCPU' backend",
    "Could not run 'aten::sum' with arguments from the 'NestedTensorCPU' backend",
    'sparse tensors do not have strides'
  ],
  values: ['operator', 'device', 'place', 'mixed', 'macos'],
  signs: [
    // The dispatcher of c10. An empty tensor is asked of a build without CUDA.
    ...messageOrLog(
      /Could not run '(?<operator>aten::(?!empty)[\w.]{1,80})' with arguments from the '(?<layout>Sparse|SparseCsr|Quantized|NestedTensor)(?:CPU|CUDA|Meta)(?:TensorId)?' backend/,
      {
        read: ({ operator, layout }) => ({
          operator: operatorName(operator)?.replace(/^_/, ''),
          kind: ownValue(LAYOUTS, layout)
        })
      }
    )
  ],
  kinds: {
    device: {
      signs: [
        // aten/src/ATen/mps/MPSFallback.mm, and the same of XPU.
        ...messageOrLog(
          /operator ['"‘](?<operator>[\w:.]{1,80})\\?['"’] is not current(?:ly)? (?:implemented for the (?<device>MPS|XPU) device|supported on the (?<backend>MPS) backend(?! and will fall back))/,
          { read: readDevice }
        ),
        // The dispatcher of c10, where the back end has no fallback at all.
        ...messageOrLog(
          /Could not run '(?<operator>(?:aten|torchvision|torchaudio)::[\w.]{1,80})' with arguments from the '(?:Sparse|Quantized)?(?<device>MPS|XPU)' backend/,
          { read: readDevice }
        )
      ],
      words: (trans, { operator, device = 'MPS', mixed }) =>
        mixed
          ? mixedWords(trans, operator ?? '')
          : deviceWords(trans, operator, device, [
              {
                safety: 'safe',
                title: trans.__('Let the CPU do what the GPU cannot'),
                detail: trans.__(
                  'It must be set before torch is imported, in a fresh kernel. Each such operation copies its data to the CPU and back.'
                ),
                code: `import os\nos.environ["PYTORCH_ENABLE_${device}_FALLBACK"] = "1"  # first cell\nimport torch`,
                action: {
                  kind: 'environment',
                  variables: { [`PYTORCH_ENABLE_${device}_FALLBACK`]: '1' }
                }
              }
            ])
    },
    system: {
      signs: messageOrLog(
        /MPS backend is supported on [Mm]acOS (?<wanted>\d[\d.]{0,5})|\b(?<operator>\w{3,30}) is only supported on MPS for MacOS_(?<newer>\d{1,2}_\d)|MPS (?:device|backend) .{0,60}requires macOS (?<asked>\d[\d.]{0,5})/,
        {
          read: ({ wanted, newer, asked, operator }) => ({
            operator,
            macos: wanted ?? newer?.replace('_', '.') ?? asked
          })
        }
      ),
      words: (trans, { operator, macos = '12.3' }) => ({
        title: trans.__('This macOS is too old for MPS: %1 is wanted', macos),
        cause: operator
          ? trans.__(
              '%1 runs on the GPU of a Mac from macOS %2 on, and this one is older.',
              operator,
              macos
            )
          : trans.__(
              'The build of PyTorch has MPS, and the GPU of a Mac is used from macOS %1 on. This one is older. torch.backends.mps.is_built() and torch.has_mps tell of the build alone.',
              macos
            ),
        fixes: [
          check(
            trans.__('Ask whether MPS can be used, and take the CPU if not'),
            "device = torch.device('mps' if torch.backends.mps.is_available() else 'cpu')\nx = x.to(device)"
          ),
          {
            safety: 'check',
            title: trans.__('Or update macOS to %1 or later', macos)
          }
        ]
      })
    },
    inside: {
      // A check inside the operator of MPS: no fallback is asked there.
      signs: messageOrLog(
        /\b(?<operator>Conv(?:Transpose)?3D) is not supported on MPS/
      ),
      words: (trans, { operator }) => deviceWords(trans, operator, 'MPS', [])
    },
    sparse: {
      signs: messageOrLog(
        /\b(?<operator>[a-z_]{2,30}) is not implemented for sparse tensors|\b(?:[Ss]parse|Sparse CS[RC]) tensors do not have strides|convert Sparse layout tensor to numpy|\bunsupported memory format option Contiguous/
      ),
      words: (trans, { operator }) => ({
        title: fits(operator)
          ? trans.__('%1 does not take sparse tensors', operator)
          : trans.__('This operation does not take sparse tensors'),
        cause: trans.__(
          'A sparse tensor keeps its non-zero values only, and few operations know that form, above all products of matrices. For the others it must become an ordinary tensor.'
        ),
        fixes: [
          denseFix(trans),
          {
            safety: 'check',
            title: trans.__('Or take the sparse version, where there is one'),
            code: 'y = torch.sparse.softmax(x, dim=1)\ny = torch.sparse.mm(a, b)'
          }
        ],
        notThis: [
          trans.__(
            'It happens in a DataLoader with workers: sparse tensors cannot be batched there, make them dense or use num_workers=0.'
          )
        ],
        links: [sparseLink(trans)]
      })
    },
    quantized: {
      words: (trans, { operator }) => ({
        title: fits(operator, MAX_NAME_QUANTIZED)
          ? trans.__('%1 does not take quantized tensors', operator)
          : trans.__('This operation does not take quantized tensors'),
        cause: trans.__(
          'A quantized tensor came to a layer that was not converted. Either the layer has no quantized form, or the model does not go back to floating-point numbers before it.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Go back to floating-point numbers before this step'
            ),
            code: 'x = x.dequantize()'
          },
          stubFix(trans)
        ],
        notThis: [
          trans.__(
            'The operator is called quantized::…: then the input is not quantized, and the layer is.'
          )
        ],
        links: [quantizationLink(trans)]
      })
    },
    unquantized: {
      signs: messageOrLog(
        /Could not run '(?<operator>quantized::[\w.]{1,80})' with arguments from the '(?<place>CPU|CUDA)' backend/,
        {
          read: ({ operator, place }) => ({
            operator: operatorName(operator),
            place
          })
        }
      ),
      words: (trans, { operator, place }) => ({
        title: fits(operator, MAX_NAME_QUANTIZED)
          ? trans.__('%1 got an input that is not quantized', operator)
          : trans.__('A quantized layer got an ordinary tensor'),
        cause:
          place === 'CUDA'
            ? trans.__(
                'Quantized layers run on the CPU with quantized inputs. The tensor here is an ordinary one on the GPU.'
              )
            : trans.__(
                'The layers of the model were converted, and its input is still made of floating-point numbers. QuantStub at the entrance of the model converts it.'
              ),
        fixes: [stubFix(trans)],
        notThis: [
          trans.__(
            'The operator is called aten::… and the backend QuantizedCPU: then it is the layer that was not converted.'
          )
        ],
        links: [quantizationLink(trans)]
      })
    },
    nested: {
      words: (trans, { operator }) => ({
        title: fits(operator)
          ? trans.__('%1 does not take nested tensors', operator)
          : trans.__('This operation does not take nested tensors'),
        cause: trans.__(
          'A nested tensor holds rows of different lengths, and few operations know that form. nn.TransformerEncoder makes one by itself in evaluation, where a padding mask is given.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Fill it up to an ordinary tensor'),
            code: 'x = torch.nested.to_padded_tensor(x, 0.0)'
          },
          {
            safety: 'safe',
            title: trans.__('Tell the encoder not to make any'),
            code: 'encoder = nn.TransformerEncoder(layer, num_layers, enable_nested_tensor=False)'
          }
        ],
        notThis: [
          trans.__(
            'The backend is called CPU or CUDA: then the package or the device lacks the operation.'
          )
        ],
        links: [nestedLink(trans)]
      })
    }
  }
});
