import { define } from '../../define';
import { pip } from '../../fix';
import { messageOrLog } from '../../signs';

const MISSING =
  /No module named ['"]?(?<module>onnx(?:script|_ir)?)['"]?(?![\w.])|Module (?<missing>onnx\w{0,8}) is not installed/;

export default define({
  id: 'export/onnx-missing',
  answers: [
    "ModuleNotFoundError: No module named 'onnxscript'",
    'torch.onnx.OnnxExporterError: Module onnx is not installed!',
    "ModuleNotFoundError: No module named 'onnx'"
  ],
  refines: ['export/onnx-unsupported'],
  values: ['module'],
  signs: messageOrLog(MISSING, {
    read: ({ module, missing }) => ({ module: module ?? missing })
  }),
  words: (trans, { module }) => ({
    title: module
      ? trans.__('torch.onnx needs the package %1', module)
      : trans.__('torch.onnx needs packages of its own'),
    cause: trans.__(
      'torch does not bring what it needs to write ONNX files. Since 2.9 the default exporter needs onnxscript, too.'
    ),
    fixes: [
      pip({
        title: trans.__('Install both, then restart the kernel'),
        line: '%pip install onnx onnxscript',
        isInUse: true
      }),
      {
        safety: 'check',
        title: trans.__('onnxscript cannot be had: use the older exporter'),
        detail: trans.__('It still needs onnx.'),
        code: "torch.onnx.export(model, args, 'model.onnx', dynamo=False)"
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If it is installed in the terminal but not found here, the kernel runs another environment: install with %pip.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.onnx, what to install'),
        url: 'https://docs.pytorch.org/docs/stable/onnx_export.html'
      }
    ]
  })
});
