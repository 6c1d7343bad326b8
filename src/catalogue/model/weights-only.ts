import type { IEntry, IReading } from '../../diagnosis/types';
import { nothingRaised, said } from '../said';
import { LINKS } from './shared/links';
import { isGarbage } from './shared/loading';
import {
  weightsCause,
  weightsFixes,
  weightsTitle,
  weightsWarning
} from './shared/weights-words';

const isCheckpoint = (reading: IReading): boolean => !isGarbage(reading);

/** The warning is all there is: it explains no error and no death. */
const onlyWarned = (reading: IReading): boolean =>
  (nothingRaised(reading) ||
    reading.exceptions.every(({ name }) => name === 'FutureWarning')) &&
  !reading.incident.death &&
  !/Weights only load failed|WeightsUnpickler error/.test(reading.log);

const entry: IEntry = {
  id: 'model/weights-only',
  answers: [
    'Weights only load failed. This file can still be loaded, to do so you have two options',
    'WeightsUnpickler error: Unsupported global: GLOBAL __main__.Net was not an allowed global by default.',
    'WeightsUnpickler error: Unsupported class',
    'Cannot use ``weights_only=True`` with TorchScript archives passed to ``torch.load``',
    'FutureWarning: You are using `torch.load` with `weights_only=False` (the current default value)'
  ],
  signs: [
    ...said(
      /(?:Unsupported (?:global: GLOBAL|class(?= (?:<class ["'])?\w{1,60}\.\w))|Trying to load unsupported GLOBAL|Trying to call reduce for unrecognized function) (?:<(?:class|function) ["']?)?(?<global>[\w.]+)/,
      { when: isCheckpoint }
    ),
    ...said(
      /Can only (?:build|create new object for) (?:Tensor|nn\.Parameter)\b[^<]{1,120}but got <class ["'](?<global>[\w.]+)/,
      { when: isCheckpoint }
    ),
    ...said(/Weights only load failed|WeightsUnpickler error/, {
      when: isCheckpoint
    }),
    // The last line of the text, where its head is cut off.
    ...said(/more about types accepted by default with weights_only/, {
      when: isCheckpoint,
      confidence: 'likely'
    }),
    {
      where: 'log',
      pattern:
        /using [`'"]?torch\.load[`'"]? with [`'"]?weights_only=False[`'"]? \(the current default/,
      when: onlyWarned,
      confidence: 'possible',
      read: () => ({ kind: 'warning' })
    },
    ...said(
      /Cannot use `{0,2}weights_only=True`{0,2} with TorchScript archives/,
      { read: () => ({ script: 'yes' }) }
    )
  ],
  page(trans, values) {
    if (values.kind === 'warning') {
      return weightsWarning(trans);
    }
    return {
      title: weightsTitle(trans, values),
      cause: weightsCause(trans, values),
      fixes: weightsFixes(trans, values),
      notThis: [
        trans.__(
          '“Unsupported operand 60” or “118”: the file is a web page or a git-lfs pointer, and weights_only=False only changes the message.'
        )
      ],
      links: [LINKS.serialization(trans), LINKS.load(trans)]
    };
  },
  examples: [
    {
      ename: 'UnpicklingError',
      evalue:
        'Weights only load failed. WeightsUnpickler error: Unsupported operand 71',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'UnpicklingError',
      evalue:
        'Weights only load failed. Please file an issue with the following so that we can make `weights_only=True` compatible with your use case: WeightsUnpickler error: Unsupported operand 48',
      torch: '2.6',
      origin: 'reference'
    },
    {
      stderr:
        'run.py:7: FutureWarning: You are using `torch.load` with `weights_only=False` (the current default value), which uses the default pickle module implicitly.\n  state = torch.load(path)\n',
      torch: '2.4',
      origin: 'reference',
      values: { kind: 'warning' }
    },
    {
      kind: 'text',
      stderr:
        'Check the documentation of torch.load to learn more about types accepted by default with weights_only https://pytorch.org/docs/stable/generated/torch.load.html.\n',
      torch: '2.6',
      origin: 'reference'
    },
    {
      ename: 'UnpicklingError',
      evalue:
        'Weights only load failed. This file can still be loaded, to do so you have two options, \u001b[1mdo those steps only if you trust the source of the checkpoint\u001b[0m. \n\t(1) In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in arbitrary code execution. Do it only if you got the file from a trusted source.\n\t(2) Alternatively, to load with `weights_only=True` please check the recommended steps in the following error message.\n\tWeightsUnpickler error: Unsupported global: GLOBAL __main__.C was not an allowed global by default. Please use `torch.serialization.add_safe_globals([__main__.C])` or the `torch.serialization.safe_globals([__main__.C])` context manager to allowlist this global if you trust this class/function.\n\nCheck the documentation of torch.load to learn more about types accepted by default with weights_only https://pytorch.org/docs/stable/generated/torch.load.html.',
      torch: '2.13',
      origin: 'run',
      values: { global: '__main__.C' }
    },
    {
      ename: 'UnpicklingError',
      evalue:
        'Weights only load failed. In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in arbitrary code execution. Do it only if you got the file from a trusted source.\nPlease file an issue with the following so that we can make `weights_only=True` compatible with your use case: WeightsUnpickler error: \n\nUnsupported operand 149\n\nCheck the documentation of torch.load to learn more about types accepted by default with weights_only https://pytorch.org/docs/stable/generated/torch.load.html.',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Cannot use ``weights_only=True`` with TorchScript archives passed to ``torch.load``. In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in arbitrary code execution. Do it only if you got the file from a trusted source.',
      torch: '2.13',
      origin: 'run',
      values: { script: 'yes' }
    },
    {
      ename: 'UnpicklingError',
      evalue:
        'Weights only load failed. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in arbitrary code execution.Do it only if you get the file from a trusted source. WeightsUnpickler error: Unsupported class torch.nn.modules.linear.Linear',
      torch: '2.0',
      origin: 'reference',
      values: { global: 'torch.nn.modules.linear.Linear' }
    },
    {
      ename: 'UnpicklingError',
      evalue:
        "Can only build Tensor, Parameter, OrderedDict or types allowlisted via `add_safe_globals`, but got <class 'numpy.dtypes.Int64DType'>",
      torch: '2.6',
      origin: 'reference',
      values: { global: 'numpy.dtypes.Int64DType' }
    }
  ],
  nearMisses: [
    {
      ename: 'AssertionError',
      evalue: 'Unsupported class map file extension (.csv).'
    },
    {
      ename: 'UnpicklingError',
      evalue:
        'Weights only load failed. In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`. WeightsUnpickler error: \n\nUnsupported operand 60\n'
    },
    {
      ename: 'KeyError',
      evalue: "'epoch'",
      stderr:
        'FutureWarning: You are using `torch.load` with `weights_only=False` (the current default value), which uses the default pickle module implicitly.\n'
    }
  ],
  reproduction: {
    raises: [
      'import io',
      'import torch',
      'class Config: pass',
      'path = io.BytesIO()',
      "torch.save({'config': Config(), 'weight': torch.ones(2)}, path)",
      'path.seek(0)',
      'checkpoint = torch.load(path)'
    ].join('\n'),
    fixed: [
      'import io',
      'import torch',
      'class Config: pass',
      'path = io.BytesIO()',
      "torch.save({'config': Config(), 'weight': torch.ones(2)}, path)",
      'path.seek(0)',
      'torch.serialization.add_safe_globals([Config])',
      'checkpoint = torch.load(path)'
    ].join('\n')
  }
};

export default entry;
