import { fitting } from '../../shared/fitting';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { keywordGiven } from '../../shared/edits/calls';

/** `aten::grid_sampler` without its namespace, where a title holds it. */
function nameOf(operator: string | undefined): string | undefined {
  return fitting(operator?.replace(/^aten(?:::|\.)/, ''), 27);
}

/** A title that names the operator where it is known. */
function titleOf(
  trans: ITranslate,
  operator: string | undefined,
  otherwise: string
): string {
  const name = nameOf(operator);
  return name
    ? trans.__('ONNX has no counterpart for %1 here', name)
    : otherwise;
}

/** Where the exporter is called. */
const EXPORT = ['onnx.export'];

function newerOpset(trans: ITranslate, added: string | undefined): IFix {
  return {
    safety: 'check',
    title: added
      ? trans.__('Export with opset %1 or later', added)
      : trans.__('Export with a newer opset'),
    detail: trans.__(
      'New opsets know more operations. The runtime that reads the file must know the opset too.'
    ),
    code: `torch.onnx.export(model, args, 'model.onnx', opset_version=${added ?? 20})`,
    // Whether one helps is sure only where the exporter names it.
    edit: added ? keywordGiven(EXPORT, 'opset_version', added) : undefined
  };
}

function otherWays(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Use the other exporter'),
      detail: trans.__(
        'dynamo=True, the default since 2.9, breaks operations down into simpler ones; dynamo=False is the older way through TorchScript.'
      ),
      code: "torch.onnx.export(model, args, 'model.onnx', dynamo=True)",
      edit: keywordGiven(EXPORT, 'dynamo', 'True')
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
  ];
}

/** A torch of today knows more operators; one before 2.5 has no `dynamo`. */
function newerTorch(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Export with a newer PyTorch'),
    detail: trans.__(
      'Each release can write more operations. The weights can be saved here and loaded there.'
    ),
    code: '%pip install --upgrade torch onnx onnxscript'
  };
}

/** A newer opset first where the exporter says that it helps. */
function exportFixes(
  trans: ITranslate,
  added: string | undefined,
  old?: string
): IFix[] {
  const newer = newerOpset(trans, added);
  const [exporter, ...rest] = otherWays(trans);
  if (old && !added) {
    return [newerTorch(trans), rest[0]];
  }
  return added ? [newer, exporter, ...rest] : [exporter, newer, ...rest];
}

/** The opset from which torch 2.1 and later write scaled_dot_product_attention. */
const ATTENTION_OPSET = 14;

/**
 * The release that is older than today's exporters, as the words tell it: before
 * 1.13 they name the operator without its namespace, and 2.0 cannot write what
 * 2.1 can.
 */
function releaseOf(operator = '', opset = ''): string | undefined {
  if (opset && operator && !operator.includes('::')) {
    return '1.13';
  }
  return operator === 'aten::scaled_dot_product_attention' &&
    Number(opset) >= ATTENTION_OPSET
    ? '2.1'
    : undefined;
}

export default define({
  id: 'export/onnx-unsupported',
  answers: [
    "Exporting the operator 'aten::fft_fft2' to ONNX opset version 17 is not supported",
    "ONNX export failed: Couldn't export operator aten::adaptive_avg_pool2d",
    'ONNX export failed on an operator with unrecognized namespace torchvision::nms',
    "No ONNX function found for <OpOverload(op='aten.x', overload='default')>",
    'Unsupported ONNX opset version: 18'
  ],
  values: ['operator', 'opset', 'added', 'step', 'release'],
  // What names the operator: the kind may show in another line.
  signs: [
    // torch/onnx/errors.py; torch/onnx/utils.py from 1.0 on.
    ...messageOrLog(
      /(?:Exporting the operator ['"`]?|\b(?=(?:aten|prim)::))(?<operator>[\w:.]{1,80})['"`]? to ONNX(?: opset version (?<opset>\d{1,2}) is not supported(?:\.? Support for this operator was added in version (?<added>\d{1,2}))?)?|Couldn['"]?t export (?:Python )?operator ['"]?(?<old>[\w:.]{1,80})|Exporting the .{0,20}?(?<named>\w{1,60}) operator to ONNX opset version \d{1,2} is not supported/,
      {
        read: ({ operator, old, named, opset }) => ({
          operator: operator ?? old ?? named,
          release: releaseOf(operator, opset)
        })
      }
    ),
    ...messageOrLog(
      /ONNX export failed on an operator with unrecognized namespace ['"]?(?<operator>[\w:.]{1,80})/
    ),
    // Symbolic functions that know some arguments only.
    ...messageOrLog(
      /(?:^|Unsupported: )ONNX export of (?!(?:operator )?(?:upsample|interpolate|Upsample|Resize))(?:operator )?(?<operator>[\w:.]{1,60})|ONNX export failed on (?!(?:ATen operator )?(?:upsample|interpolate))(?:ATen operator )?(?<aten>\w{1,60}),? because/,
      { read: ({ operator, aten }) => ({ operator: operator ?? aten }) }
    ),
    // The exporter that is built on torch.export, since 2.1.
    ...messageOrLog(
      /No ONNX function found for <OpOverload\(op='(?<operator>[\w:.]{1,80})'|No decompositions registered for the|Cannot find any (?:perfect\/nearest match of )?symbolic function for (?<symbolic>[\w:.]{1,80})|Unsupported FX nodes: \{'call_function': \['(?<node>[\w:.]{1,80})'/,
      {
        read: ({ operator, symbolic, node }) => ({
          operator: operator ?? symbolic ?? node
        })
      }
    )
  ],
  kinds: {
    operator: {
      words: (trans, { operator, opset, added, release }) => ({
        title: titleOf(
          trans,
          operator,
          trans.__('An operation cannot be exported to ONNX')
        ),
        cause: added
          ? trans.__(
              'The exporter can write %1 from opset %2 on; opset %3 was asked for.',
              nameOf(operator) ?? '',
              added,
              opset ?? ''
            )
          : release
            ? trans.__(
                'The words are those of an exporter of long ago: that PyTorch has no rule for writing this operation in the chosen opset of ONNX. The model is right.'
              )
            : trans.__(
                'The exporter has no rule for writing this operation of the model in the chosen opset of ONNX. The model is right; only this format cannot hold it as it is.'
              ),
        fixes: exportFixes(trans, added, release)
      })
    },
    symbolic: {
      signs: [
        {
          where: 'message',
          ename: /^SymbolicValueError$/,
          pattern: /^/,
          confidence: 'likely'
        }
      ],
      words: (trans, { operator, added }) => ({
        title: titleOf(
          trans,
          operator,
          trans.__('An operation cannot be exported to ONNX')
        ),
        cause: trans.__(
          'The exporter has a rule for this operation, but not for the arguments or types that it has here; the text names them. The model is right, only ONNX cannot hold it as it is.'
        ),
        fixes: exportFixes(trans, added)
      })
    },
    opset: {
      signs: messageOrLog(
        /Unsupported (?:ONNX opset version|onnx_opset_version): (?<opset>\d{1,3})/
      ),
      words: (trans, { opset }) => ({
        title: trans.__(
          'The exporter does not know ONNX opset %1',
          opset ?? ''
        ),
        cause: trans.__(
          'Each release of PyTorch can write a range of opsets only, and this one is outside it.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Take an opset of its range, or update torch and onnx'
            ),
            code: "torch.onnx.export(model, args, 'model.onnx', opset_version=17)",
            edit: keywordGiven(EXPORT, 'opset_version', '17')
          },
          ...otherWays(trans)
        ]
      })
    },
    trial: {
      // torch.onnx.dynamo_export, which wrote a report in SARIF.
      signs: messageOrLog(
        /Failed to export the model to ONNX\. Generating SARIF report at|report_dynamo_export\.sarif/
      ),
      words: trans => ({
        title: trans.__('torch.onnx.dynamo_export() could not export it'),
        cause: trans.__(
          'This line only says that the export stopped: the cause is the exception that it was raised from. dynamo_export() was a trial, which torch.onnx.export(…, dynamo=True) has replaced; later releases have it no more.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Update torch, and use the exporter of today'),
            code: "%pip install --upgrade torch onnx onnxscript\ntorch.onnx.export(model, args, 'model.onnx', dynamo=True)"
          },
          {
            safety: 'check',
            title: trans.__('Or the older exporter, which records one run'),
            code: "torch.onnx.export(model, args, 'model.onnx')  # of this torch"
          },
          {
            safety: 'diagnostic',
            title: trans.__('Run the model with the very inputs first'),
            code: 'model.eval()\nmodel(*args)'
          }
        ]
      })
    },
    failed: {
      signs: messageOrLog(
        /Failed to export the model (?:to ONNX(?!\. Generating SARIF)|with torch\.export)(?:\. .{0,400}?This is step (?<step>[123])\/3)?|\b(?:OnnxExporterError|UnsupportedOperatorError|TorchExportError|ConversionError)\b/,
        { confidence: 'possible' }
      ),
      words: (trans, { operator, step }) => ({
        title: titleOf(
          trans,
          operator,
          trans.__('The model could not be exported to ONNX')
        ),
        cause: step
          ? trans.__(
              'This line only says that the export stopped: the cause is the first error above it. At step %1 of 3 torch.export could not follow forward(), often because of an “if” or a loop that depends on values.',
              step
            )
          : trans.__(
              'This line only says that the export stopped: the cause is the first error above it, or the exception that this one was raised from.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Run the model, then the first step alone'),
            detail: trans.__(
              'Both must pass with the very inputs of the export.'
            ),
            code: 'model.eval()\nmodel(*args)\ntorch.export.export(model, args)'
          },
          {
            safety: 'check',
            title: trans.__('Use the older exporter, which records one run'),
            detail: trans.__(
              'What depends on values is then fixed to what these inputs did.'
            ),
            code: "torch.onnx.export(model, args, 'model.onnx', dynamo=False)"
          },
          ...otherWays(trans).slice(1)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
