import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { keywordGiven } from '../../shared/edits/calls';

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

export default define({
  id: 'export/onnx-upsample',
  answers: [
    "ONNX's Upsample/Resize operator did not match Pytorch's Interpolation until opset 11",
    'You are trying to export the model with onnx:Resize for ONNX opset version 10',
    'Unsupported: ONNX export of operator upsample_bilinear2d, align_corners == True',
    'Upsample / Resize / interpolate in ONNX, opset_version=11'
  ],
  refines: ['export/onnx-unsupported'],
  values: ['opset'],
  signs: [
    ...messageOrLog(WARNED, {
      when: ({ exceptions }) =>
        !exceptions.some(({ message }) => OTHER.test(message))
    }),
    ...messageOrLog(REFUSED),
    ...messageOrLog(SCHEMA),
    ...messageOrLog(UNKNOWN, { confidence: 'possible' }),
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern: ARGUMENTS,
      when: reading => reading.mentions('onnx'),
      confidence: 'likely'
    }
  ],
  words: (trans, { opset }) => ({
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
        code: "torch.onnx.export(model, args, 'model.onnx', opset_version=18)",
        edit: keywordGiven(['onnx.export'], 'opset_version', '18')
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
    ]
  }),
  common: trans => ({
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
  })
});
