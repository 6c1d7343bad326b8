import type { IEntry, IFix, ITranslate } from '../../diagnosis/types';
import { said } from '../said';

/** torch/onnx/errors.py; torch/onnx/utils.py from 1.0 on. */
const OPERATOR =
  /(?:Exporting the operator ['"`]?|\b(?=(?:aten|prim)::))(?<operator>[\w:.]{1,80})['"`]? to ONNX(?: opset version (?<opset>\d{1,2}) is not supported(?:\.? Support for this operator was added in version (?<added>\d{1,2}))?)?|Couldn['"]?t export (?:Python )?operator ['"]?(?<old>[\w:.]{1,80})|Exporting the .{0,20}?(?<named>\w{1,60}) operator to ONNX opset version \d{1,2} is not supported/;

const NAMESPACE =
  /ONNX export failed on an operator with unrecognized namespace ['"]?(?<operator>[\w:.]{1,80})/;

/** Symbolic functions that know some arguments only. */
const ARGUMENTS =
  /(?:^|Unsupported: )ONNX export of (?!(?:operator )?(?:upsample|interpolate|Upsample|Resize))(?:operator )?(?<operator>[\w:.]{1,60})|ONNX export failed on (?!(?:ATen operator )?(?:upsample|interpolate))(?:ATen operator )?(?<aten>\w{1,60}),? because/;

/** The exporter that is built on torch.export, since 2.1. */
const DISPATCH =
  /No ONNX function found for <OpOverload\(op='(?<operator>[\w:.]{1,80})'|No decompositions registered for the|Cannot find any (?:perfect\/nearest match of )?symbolic function for (?<symbolic>[\w:.]{1,80})|Unsupported FX nodes: \{'call_function': \['(?<node>[\w:.]{1,80})'/;

const OPSET =
  /Unsupported (?:ONNX opset version|onnx_opset_version): (?<opset>\d{1,3})/;

const FAILED =
  /Failed to export the model to ONNX|Failed to export the model with torch\.export|\b(?:OnnxExporterError|UnsupportedOperatorError|TorchExportError|ConversionError)\b/;

function failedFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Run the model, then the first step alone'),
      detail: trans.__('Both must pass with the very inputs of the export.'),
      code: 'model.eval()\nmodel(*args)\ntorch.export.export(model, args)'
    },
    {
      safety: 'check',
      title: trans.__('Use the older exporter, which records one run'),
      detail: trans.__(
        'What depends on values is then fixed to what these inputs did.'
      ),
      code: "torch.onnx.export(model, args, 'model.onnx', dynamo=False)"
    }
  ];
}

const entry: IEntry = {
  id: 'export/onnx-unsupported',
  answers: [
    "Exporting the operator 'aten::fft_fft2' to ONNX opset version 17 is not supported",
    "ONNX export failed: Couldn't export operator aten::adaptive_avg_pool2d",
    'ONNX export failed on an operator with unrecognized namespace torchvision::nms',
    "No ONNX function found for <OpOverload(op='aten.x', overload='default')>",
    'Unsupported ONNX opset version: 18'
  ],
  signs: [
    ...said(OPERATOR, {
      read: ({ operator, old, named }) => ({
        operator: operator ?? old ?? named
      })
    }),
    ...said(NAMESPACE),
    ...said(ARGUMENTS, {
      read: ({ operator, aten }) => ({ operator: operator ?? aten })
    }),
    ...said(DISPATCH, {
      read: ({ operator, symbolic, node }) => ({
        operator: operator ?? symbolic ?? node
      })
    }),
    {
      where: 'message',
      ename: /^SymbolicValueError$/,
      pattern: /^/,
      confidence: 'likely',
      read: () => ({ kind: 'symbolic' })
    },
    ...said(OPSET, { read: ({ opset }) => ({ opset, kind: 'opset' }) }),
    ...said(FAILED, {
      confidence: 'possible',
      read: () => ({ kind: 'failed' })
    })
  ],
  page(trans, { operator, opset, added, kind }) {
    const name = operator?.replace(/^aten(?:::|\.)/, '').slice(0, 30);
    return {
      title:
        kind === 'opset'
          ? trans.__('The exporter does not know ONNX opset %1', opset ?? '')
          : name
            ? trans.__('ONNX has no counterpart for %1 here', name)
            : kind === 'failed'
              ? trans.__('The model could not be exported to ONNX')
              : trans.__('An operation cannot be exported to ONNX'),
      cause:
        kind === 'opset'
          ? trans.__(
              'Each release of PyTorch can write a range of opsets only, and this one is outside it.'
            )
          : kind === 'failed'
            ? trans.__(
                'This line only says that the export stopped: the cause is the first error above it. At step 1 of 3 torch.export could not follow forward(), often because of an “if” or a loop that depends on values.'
              )
            : kind === 'symbolic'
              ? trans.__(
                  'The exporter has a rule for this operation, but not for the arguments or types that it has here; the text names them. The model is right, only ONNX cannot hold it as it is.'
                )
              : added
                ? trans.__(
                    'The exporter can write %1 from opset %2 on; opset %3 was asked for.',
                    name ?? '',
                    added,
                    opset ?? ''
                  )
                : trans.__(
                    'The exporter has no rule for writing this operation of the model in the chosen opset of ONNX. The model is right; only this format cannot hold it as it is.'
                  ),
      fixes: [
        ...(kind === 'failed' ? failedFixes(trans) : []),
        kind === 'opset'
          ? {
              safety: 'check',
              title: trans.__(
                'Take an opset of its range, or update torch and onnx'
              ),
              code: "torch.onnx.export(model, args, 'model.onnx', opset_version=17)"
            }
          : {
              safety: 'check',
              title: added
                ? trans.__('Export with opset %1 or later', added)
                : trans.__('Export with a newer opset'),
              detail: trans.__(
                'New opsets know more operations. The runtime that reads the file must know the opset too.'
              ),
              code: `torch.onnx.export(model, args, 'model.onnx', opset_version=${added ?? 20})`
            },
        {
          safety: 'check',
          title: trans.__('Use the other exporter'),
          detail: trans.__(
            'dynamo=True, the default since 2.9, breaks operations down into simpler ones; dynamo=False is the older way through TorchScript.'
          ),
          code: "torch.onnx.export(model, args, 'model.onnx', dynamo=True)"
        },
        {
          safety: 'check',
          title: trans.__('Write the operation with simpler ones in the model'),
          detail: trans.__(
            'Matrix products, reshaping, gathering and element-wise functions are always supported.'
          )
        },
        {
          safety: 'check',
          title: trans.__('Give the exporter a rule of your own'),
          code: "torch.onnx.export(model, args, 'model.onnx', dynamo=True,\n                  custom_translation_table={torch.ops.aten.NAME.default: my_function})"
        }
      ],
      notThis: [
        trans.__(
          'A missing module onnx or onnxscript only needs to be installed.'
        ),
        trans.__(
          'An error about Upsample or interpolate: opset 11 or later is the whole cure.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: the ONNX exporter'),
          url: 'https://docs.pytorch.org/docs/stable/onnx_export.html'
        },
        {
          title: trans.__('ONNX: operators, and the opset that brought each'),
          url: 'https://onnx.ai/onnx/operators/index.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        "ONNX export failed: Couldn't export Python operator RoundFunction\n\nDefined at:\n/home/u/model.py(17): forward",
      stderr:
        "UserWarning: ONNX's Upsample/Resize operator did not match Pytorch's Interpolation until opset 11.\n",
      torch: '1.2',
      origin: 'reference',
      values: { operator: 'RoundFunction' }
    },
    {
      ename: 'SymbolicValueError',
      evalue: 'STFT does not currently support complex types',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'symbolic' }
    },
    {
      kind: 'text',
      stderr:
        'Unsupported: ONNX export of operator adaptive pooling, since output_size is not constant.',
      torch: '1.13',
      origin: 'reference',
      values: { operator: 'adaptive' }
    },
    {
      ename: 'UnsupportedOperatorError',
      evalue:
        "Exporting the operator 'aten::grid_sampler' to ONNX opset version 11 is not supported. Support for this operator was added in version 16, try exporting with this version",
      torch: '2.13',
      origin: 'run',
      values: { operator: 'aten::grid_sampler', opset: '11', added: '16' }
    },
    {
      ename: 'UnsupportedOperatorError',
      evalue:
        "Exporting the operator 'aten::fft_fft2' to ONNX opset version 17 is not supported",
      torch: '2.13',
      origin: 'run',
      values: { operator: 'aten::fft_fft2', opset: '17' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Exporting the operator eye to ONNX opset version 9 is not supported. Please open a bug to request ONNX export support for the missing operator.',
      torch: '1.5',
      origin: 'reference',
      values: { operator: 'eye', opset: '9' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "ONNX export failed: Couldn't export operator aten::adaptive_avg_pool2d",
      torch: '1.0',
      origin: 'reference',
      values: { operator: 'aten::adaptive_avg_pool2d' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Unsupported onnx_opset_version: 30',
      torch: '2.13',
      origin: 'run',
      values: { opset: '30' }
    },
    {
      ename: 'TorchExportError',
      evalue:
        'Failed to export the model with torch.export. This is step 1/3 of exporting the model to ONNX.',
      torch: '2.9',
      origin: 'reference',
      values: { kind: 'failed' }
    }
  ],
  nearMisses: [
    { ename: 'ModuleNotFoundError', evalue: "No module named 'onnxscript'" },
    {
      ename: 'ValueError',
      evalue:
        'Exporting the operator logs to CSV is not supported by this backend'
    }
  ]
};

export default entry;
