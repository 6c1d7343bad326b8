import type {
  IFix,
  ILink,
  IPage,
  ISign,
  ITranslate,
  Values
} from '../../../diagnosis/types';
import { said } from '../../said';

/** `aten::upsample_bicubic2d.out` → `upsample_bicubic2d`. */
export function operatorName(operator: string | undefined): string | undefined {
  return operator?.replace(/^\w{1,20}::/, '').split('.')[0];
}

const LAYOUTS: Readonly<Record<string, string>> = {
  Sparse: 'sparse',
  SparseCsr: 'sparse',
  Quantized: 'quantized',
  NestedTensor: 'nested'
};

/** Operators that exist on the device, but not for this kind of tensor. */
export const LAYOUT_SIGNS: readonly ISign[] = [
  // The dispatcher of c10. An empty tensor is asked of a build without CUDA.
  ...said(
    /Could not run '(?<operator>aten::(?!empty)[\w.]{1,80})' with arguments from the '(?<layout>Sparse|SparseCsr|Quantized|NestedTensor)(?:CPU|CUDA|Meta)(?:TensorId)?' backend/,
    {
      read: ({ operator, layout }) => ({
        operator: operatorName(operator)?.replace(/^_/, ''),
        layout: LAYOUTS[layout ?? '']
      })
    }
  ),
  ...said(
    /Could not run '(?<operator>quantized::[\w.]{1,80})' with arguments from the '(?<place>CPU|CUDA)' backend/,
    {
      read: ({ operator, place }) => ({
        operator: operatorName(operator),
        layout: 'unquantized',
        place
      })
    }
  ),
  ...said(
    /\b(?<operator>[a-z_]{2,30}) is not implemented for sparse tensors|\b(?:[Ss]parse|Sparse CS[RC]) tensors do not have strides|convert Sparse layout tensor to numpy|\bunsupported memory format option Contiguous/,
    { read: ({ operator }) => ({ operator, layout: 'sparse' }) }
  )
];

const sparseLink = (trans: ITranslate): ILink => ({
  title: trans.__('PyTorch: sparse tensors and the operations on them'),
  url: 'https://docs.pytorch.org/docs/stable/sparse.html'
});

const quantizationLink = (trans: ITranslate): ILink => ({
  title: trans.__('PyTorch: quantization'),
  url: 'https://docs.pytorch.org/docs/stable/quantization.html'
});

const nestedLink = (trans: ITranslate): ILink => ({
  title: trans.__('PyTorch: nested tensors'),
  url: 'https://docs.pytorch.org/docs/stable/nested.html'
});

const denseFix = (trans: ITranslate): IFix => ({
  safety: 'check',
  title: trans.__('Make an ordinary tensor of it before this step'),
  detail: trans.__('It takes memory for every zero.'),
  code: 'x = x.to_dense()'
});

const stubFix = (trans: ITranslate): IFix => ({
  safety: 'check',
  title: trans.__('Quantize at the entrance, go back at the exit'),
  detail: trans.__(
    'Put the stubs into the model before prepare() and convert().'
  ),
  code: 'self.quant, self.dequant = torch.ao.quantization.QuantStub(), torch.ao.quantization.DeQuantStub()\n# in forward:\nx = self.quant(x)\nx = self.layers(x)\nreturn self.dequant(x)'
});

const KINDS: Readonly<
  Record<string, (trans: ITranslate, values: Values) => IPage>
> = {
  sparse: (trans, { operator }) => ({
    title:
      operator && operator.length <= 25
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
  }),
  quantized: (trans, { operator }) => ({
    title:
      operator && operator.length <= 22
        ? trans.__('%1 does not take quantized tensors', operator)
        : trans.__('This operation does not take quantized tensors'),
    cause: trans.__(
      'A quantized tensor came to a layer that was not converted. Either the layer has no quantized form, or the model does not go back to floating-point numbers before it.'
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Go back to floating-point numbers before this step'),
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
  }),
  unquantized: (trans, { operator, place }) => ({
    title:
      operator && operator.length <= 22
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
  }),
  nested: (trans, { operator }) => ({
    title:
      operator && operator.length <= 25
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
};

/** The words for a tensor of another form, or nothing for another device. */
export function layoutWords(
  trans: ITranslate,
  values: Values
): IPage | undefined {
  return KINDS[values.layout ?? '']?.(trans, values);
}
