import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';

/** torch/onnx/symbolic_helper.py, since 1.3. */
const WARNED =
  /ONNX['"]?s Upsample\/Resize operator did not match Pytorch['"]?s Interpolation until opset 11|export the model with onnx:(?:Resize|Upsample) for ONNX opset version (?<opset>\d{1,2})/i;

/** What the symbolic functions of opsets 9 and 10 refuse. */
const REFUSED =
  /ONNX export (?:of (?:operator )?|failed on (?:ATen operator )?)(?<operator>upsample\w{0,30}|interpolate|Upsample|Resize)\b/;

/** onnx's checker: torch wrote an operator of its own into the file. */
const SCHEMA =
  /No Schema registered for (?<operator>Resize\w{0,10}|Upsample)\b|Node \(.{0,60}\) has input size \d not in range .{0,300}op_type: "(?<type>Resize|Upsample)"/;

/** The general words, of an operator that opset 11 knows. */
const UNKNOWN =
  /(?:Exporting the operator|Couldn['"]?t export operator) ['"]?(?:aten::)?(?<operator>upsample\w{0,30}|interpolate)['"]?(?: to ONNX opset version (?<opset>\d{1,2}))?/;

/** The first exporters' rules took fewer arguments than torch passed on. */
const ARGUMENTS =
  /^(?<operator>upsample_\w{1,30})\(\) (?:got an unexpected keyword argument|takes \d|missing \d)/;

/** The exporter names what it could not export, and it is another operator. */
const OTHER =
  /Couldn['"]?t export (?:Python )?operator ['"]?(?!(?:aten::)?(?:upsample|interpolate|resize))/i;

const entry: IEntry = {
  id: 'export/onnx-upsample',
  answers: [
    "ONNX's Upsample/Resize operator did not match Pytorch's Interpolation until opset 11",
    'You are trying to export the model with onnx:Resize for ONNX opset version 10',
    'Unsupported: ONNX export of operator upsample_bilinear2d, align_corners == True',
    'Upsample / Resize / interpolate in ONNX, opset_version=11'
  ],
  refines: ['export/onnx-unsupported'],
  signs: [
    ...said(WARNED, {
      when: ({ exceptions }) =>
        !exceptions.some(({ message }) => OTHER.test(message))
    }),
    ...said(REFUSED),
    ...said(SCHEMA),
    ...said(UNKNOWN, { confidence: 'possible' }),
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: ARGUMENTS,
      when: reading => reading.mentions('onnx'),
      confidence: 'likely'
    }
  ],
  page(trans, { opset }) {
    return {
      title: opset
        ? trans.__('ONNX opset %1 cannot express interpolate exactly', opset)
        : trans.__('ONNX before opset 11 cannot express interpolate'),
      cause: trans.__(
        'Before opset 11 ONNX’s Upsample and Resize had no word for how positions are computed (align_corners and the like). The exported model gives other values than PyTorch, or is refused.'
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Export with opset 11 or later'),
          detail: trans.__(
            'The runtime that reads the file must know that opset too. Today’s exporter chooses 18 or later by itself.'
          ),
          code: "torch.onnx.export(model, args, 'model.onnx', opset_version=18)"
        },
        {
          safety: 'check',
          title: trans.__('The runtime knows only older opsets'),
          detail: trans.__(
            'Nearest-neighbour upsampling by a whole factor is the same in all of them.'
          ),
          code: "nn.Upsample(scale_factor=2, mode='nearest')"
        },
        {
          safety: 'diagnostic',
          title: trans.__('Compare both models on one input'),
          code: "import onnxruntime\nsession = onnxruntime.InferenceSession('model.onnx')\nname = session.get_inputs()[0].name\nprint(abs(session.run(None, {name: x.numpy()})[0] - model(x).detach().numpy()).max())"
        }
      ],
      notThis: [
        trans.__(
          'If the program that reads the file refuses Resize, ask which opset and modes it knows: then the export itself was right.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: torch.onnx'),
          url: 'https://docs.pytorch.org/docs/stable/onnx.html'
        },
        {
          title: trans.__('ONNX: Resize, and what changed in opset 11'),
          url: 'https://onnx.ai/onnx/operators/onnx__Resize.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'ValidationError',
      evalue:
        'Node () has input size 4 not in range [min=2, max=2].\n\n==> Context: Bad node spec: input: "675" output: "699" op_type: "Resize"',
      torch: '1.5',
      origin: 'reference'
    },
    {
      ename: 'onnx.onnx_cpp2py_export.checker.ValidationError',
      evalue:
        'No Schema registered for ResizeNearest with domain_version of 9\n\n==> Context: Bad node spec: input: "589" output: "590" op_type: "ResizeNearest"',
      torch: '1.0',
      origin: 'reference',
      values: { operator: 'ResizeNearest' }
    },
    {
      ename: 'TypeError',
      evalue:
        "upsample_bilinear2d() got an unexpected keyword argument 'align_corners'",
      traceback:
        'Traceback (most recent call last):\n  File "/env/lib/python3.6/site-packages/torch/onnx/utils.py", line 333, in _run_symbolic_function\n    return fn(g, *inputs, **attrs)\nTypeError: upsample_bilinear2d() got an unexpected keyword argument \'align_corners\'',
      torch: '0.4',
      origin: 'reference',
      values: { operator: 'upsample_bilinear2d' }
    },
    {
      stderr:
        "site-packages/torch/onnx/_internal/torchscript_exporter/symbolic_opset10.py:463: UserWarning: You are trying to export the model with onnx:Resize for ONNX opset version 10. This operator might cause results to not match the expected results by PyTorch.\nONNX's Upsample/Resize operator did not match Pytorch's Interpolation until opset 11. Attributes to determine how to transform the input were added in onnx:Resize in opset 11 to support Pytorch's behavior (like coordinate_transformation_mode and nearest_mode).\nWe recommend using opset 11 and above for models using this operator.\n",
      torch: '2.13',
      origin: 'run',
      values: { opset: '10' }
    },
    {
      ename: 'SymbolicValueError',
      evalue:
        'Unsupported: ONNX export of operator upsample_bilinear2d, align_corners == True. Please feel free to request support or submit a pull request on PyTorch GitHub: https://github.com/pytorch/pytorch/issues',
      torch: '2.13',
      origin: 'run',
      values: { operator: 'upsample_bilinear2d' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue:
        "upsample_bilinear2d() got an unexpected keyword argument 'antialias'"
    },
    {
      ename: 'UnsupportedOperatorError',
      evalue:
        "Exporting the operator 'aten::fft_fft2' to ONNX opset version 17 is not supported"
    },
    {
      ename: 'ValueError',
      evalue:
        'Resize: interpolation should be one of the InterpolationMode values'
    }
  ]
};

export default entry;
