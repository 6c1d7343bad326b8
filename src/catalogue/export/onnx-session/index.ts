import { ownValue } from '../../../shared/own-value';
import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';

/** NumPy's names for what ONNX Runtime calls otherwise. */
const NUMPY: Readonly<Record<string, string>> = {
  float: 'float32',
  double: 'float64',
  float16: 'float16'
};

export default define({
  id: 'export/onnx-session',
  answers: [
    'INVALID_ARGUMENT : Unexpected input data type. Actual: (tensor(double)) , expected: (tensor(float))',
    'INVALID_ARGUMENT : Got invalid dimensions for input: input for the following indices',
    'INVALID_ARGUMENT : Invalid Feed Input Name:x',
    "This ORT build has ['CPUExecutionProvider'] enabled. Since ORT 1.9, you are required to explicitly set the providers parameter",
    'NO_SUCHFILE : Load model from model.onnx failed'
  ],
  values: ['got', 'wanted', 'name', 'at', 'file'],
  kinds: {
    // onnxruntime: core/framework/utils.cc and core/session/inference_session.cc.
    type: {
      signs: messageOrLog(
        /Unexpected input data type\. Actual: \({0,2}tensor\((?<got>\w{1,12})\)\)? ?, expected: \(?tensor\((?<wanted>\w{1,12})\)/,
        { confidence: 'likely' }
      ),
      words: (trans, { got, wanted }) => ({
        title: trans.__('The session got another number type'),
        cause:
          got && wanted
            ? trans.__(
                'The exported model takes %1, and the array has %2: NumPy makes float64 (double) of Python’s numbers.',
                wanted,
                got
              )
            : trans.__(
                'The exported model takes another type than the array has.'
              ),
        fixes: [
          check(
            trans.__('Convert the array'),
            `outputs = session.run(None, {name: array.astype(np.${ownValue(NUMPY, wanted ?? 'float') ?? wanted ?? 'float32'})})`
          )
        ]
      })
    },
    shape: {
      signs: messageOrLog(
        /Got invalid dimensions for input: (?<name>[\w.:/-]{1,80}) for the following indices (?:index: (?<at>\d{1,3}) Got: (?<got>\d{1,9}) Expected: (?<wanted>\d{1,9}))?/,
        { confidence: 'likely' }
      ),
      words: (trans, { name, at, got, wanted }) => ({
        title: trans.__('The exported model takes one size only'),
        cause:
          at && got && wanted
            ? trans.__(
                'Dimension %1 of the input %2 is %3 here, and was %4 when the model was exported: sizes are fixed then, unless they are said to vary.',
                at,
                name ?? '',
                got,
                wanted
              )
            : trans.__(
                'Sizes are fixed when a model is exported, unless they are said to vary.'
              ),
        fixes: [
          check(
            trans.__('Export it with a batch that may vary'),
            "torch.onnx.export(model, (x,), 'model.onnx', input_names=['input'], output_names=['output'],\n    dynamo=False, dynamic_axes={'input': {0: 'batch'}, 'output': {0: 'batch'}})"
          ),
          check(
            trans.__('Or feed the size that it was made for'),
            'print([(i.name, i.shape, i.type) for i in session.get_inputs()])'
          )
        ]
      })
    },
    feed: {
      signs: messageOrLog(
        /Invalid (?:Feed Input|input) Name: ?(?<name>[\w.:/-]{1,80})|Required inputs \(\[["'](?<wanted>[^"']{1,80})["'][^)]{0,300}\) are missing from input feed \(\[(?:["'](?<got>[^"']{1,80}))?/,
        { confidence: 'likely' }
      ),
      words: (trans, { name, wanted, got }) => ({
        title: trans.__('The model’s inputs have other names'),
        cause: wanted
          ? trans.__(
              'The exported model wants an input %1, and run() was given %2.',
              wanted,
              got ?? ''
            )
          : trans.__(
              'run() was given an input %1, which the exported model does not have: the names were set, or numbered, at the export.',
              name ?? ''
            ),
        fixes: [
          check(
            trans.__('Ask the session for its names'),
            'name = session.get_inputs()[0].name\noutputs = session.run(None, {name: array})'
          )
        ]
      })
    },
    providers: {
      signs: messageOrLog(
        /This ORT build has \[[^\]]{1,300}\] enabled\. Since ORT 1\.9, you are required to explicitly set the providers/,
        { confidence: 'likely' }
      ),
      words: trans => ({
        title: trans.__('The session must be told where to compute'),
        cause: trans.__(
          'Since ONNX Runtime 1.9 a session takes a list of providers, best first, wherever more than the CPU could be meant.'
        ),
        fixes: [
          check(
            trans.__('Name them'),
            "session = onnxruntime.InferenceSession('model.onnx', providers=['CUDAExecutionProvider', 'CPUExecutionProvider'])",
            trans.__(
              'CUDA is there with onnxruntime-gpu only, in place of onnxruntime.'
            )
          )
        ]
      })
    },
    file: {
      signs: messageOrLog(
        /NO_?SUCHFILE : Load model from (?<file>[^\s"']{1,200}) failed/,
        { confidence: 'likely' }
      ),
      words: (trans, { file }) => ({
        title: trans.__('The ONNX file is not there'),
        cause: trans.__(
          'There is no %1 where the kernel works: it was not exported there, or under another name.',
          file ?? 'model.onnx'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what is there'),
            code: "import glob, os\nprint(os.getcwd(), glob.glob('**/*.onnx', recursive=True))"
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'An operator that the export itself refuses fails before there is a file.'
      )
    ],
    links: [
      {
        title: trans.__('ONNX Runtime: InferenceSession'),
        url: 'https://onnxruntime.ai/docs/api/python/api_summary.html'
      },
      {
        title: trans.__('PyTorch: torch.onnx'),
        url: 'https://docs.pytorch.org/docs/stable/onnx.html'
      }
    ]
  })
});
