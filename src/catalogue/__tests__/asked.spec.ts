import { isAboutWorkers } from '../../diagnosis/failure-traits';
import { isAskedForStack } from '../../diagnosis/python-words';
import { catalogue } from '..';
import { incidentOf, proofOf } from './cases';

/** Entries of which some texts are the CPU's too: no build has a part in those. */
const ALSO_OF_CPU = [
  'cuda/cudnn-rnn-eval',
  'cuda/device-assert-bce',
  'cuda/device-assert-multinomial',
  'cuda/operator-missing'
];

/** Texts that leave out what a traceback would name. */
const IN_FRAMES = [
  /^ValueError: You selected an invalid strategy name/,
  /^AssertionError: $/,
  /^NameError: name 'str2optimizer8bit_blockwise' is not defined/,
  /^RuntimeError: (?:Invalid buffer size|No executable batch size|Offset increment)/,
  /^RuntimeError: Error (?:loading|reading) audio file/,
  /^(?:KeyError: 'Non-existent config key|ConfigAttributeError: Key ')/,
  /^FileNotFoundError: Couldn't find a (?:module|dataset) script/,
  /^NotImplementedError: Loading a dataset cached/,
  /^RuntimeError: $/,
  /^NoBackendError: $/,
  /^NameError: name 'ImageDataBunch' is not defined/,
  /^ValueError: (?:keyword grid_b is not recognized|module functions cannot set METH_CLASS)/,
  /^RuntimeError: function '_has_torch_function' already has a docstring/
];

/** What no kernel raises for a cell of its own: of Python, and of torch before 1.7. */
const NOT_RAISED = /^(?:SyntaxError|ModuleAttributeError): /;

/** The exceptions that the cases of some families have. */
function failuresOf(families: RegExp) {
  return catalogue
    .filter(({ id }) => families.test(id))
    .flatMap(({ id }) =>
      proofOf(id)
        .recognised.map(incidentOf)
        .filter(({ kind, ename }) => kind === 'cell' && ename !== '')
        .map(incident => ({ id, incident }))
    );
}

it('the kernel is asked for builds and versions wherever they stand in a card', () => {
  const failures = failuresOf(/^(?:cuda|version)\//);
  const unasked = failures
    .filter(({ id }) => !ALSO_OF_CPU.includes(id))
    .filter(({ incident }) => !isAskedForStack(incident))
    .map(({ id, incident: { ename, evalue } }) => [id, `${ename}: ${evalue}`])
    .filter(([, text]) => !NOT_RAISED.test(text))
    .filter(([, text]) => !IN_FRAMES.some(one => one.test(text)));
  expect(failures.length).toBeGreaterThan(200);
  expect(unasked).toEqual([]);
});

it('the kernel is asked for its loader by frames of torch’s loading alone', () => {
  const [one] = failuresOf(/^dataloader\/collate-size$/);
  const traceback =
    '~/env/lib/python3.8/site-packages/torch/utils/data/_utils/collate.py in default_collate(batch)';
  expect(isAboutWorkers({ ...one.incident, traceback })).toBe(true);
});
