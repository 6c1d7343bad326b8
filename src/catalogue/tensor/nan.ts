import type {
  IEntry,
  IFix,
  IReading,
  ITranslate,
  Values
} from '../../diagnosis/types';
import { said } from '../said';
import { anomalyAlone } from './shared/anomaly';
import { LINKS } from './shared/links';

/** Keras, XGBoost and others print a loss, too. */
const ours = ({ exceptions, log }: IReading): boolean =>
  ![log, ...exceptions.map(one => one.message)].some(text =>
    /keras|tensorflow|\/step\b|xgboost|lightgbm/i.test(text)
  );

/** A printed loss explains a stop by hand, not another error. */
const printedLoss = (reading: IReading): boolean =>
  ours(reading) &&
  reading.exceptions.every(({ name }) => /^(?:KeyboardInterrupt)?$/.test(name));

const LOSS =
  /(?<![a-z])loss(?:es)?["']?(?: is| was| are| became| becomes| contains)? ?[=:]? ?(?:tensor\()?(?:nan|inf|infinite|non-finite)\b|\b(?:nan|non-finite|infinite) (?:values? )?(?:in |for )?(?:the )?(?:loss|gradients?)\b|\bgradients? (?:is|are|has|have|contains?) (?:nan|non-finite)\b/i;

const distribution = { read: (): Values => ({ kind: 'distribution' }) };

function cause(trans: ITranslate, { func, kind }: Values): string {
  if (func) {
    return trans.__(
      'Going backward, %1 gave nan: often the root or the logarithm of 0, a division by 0, or nan that came in from the data. The traceback above the error shows the forward line.',
      func
    );
  }
  return kind === 'distribution'
    ? trans.__(
        'A probability distribution got nan as its parameter: the network that computes it gives nan, often since an update several steps ago.'
      )
    : trans.__(
        'Once a value is nan or infinite, everything computed from it is, the weights included. Usual: too high a learning rate, log(0), the root of 0, a division by 0, nan in the data, or float16 that overflows.'
      );
}

function fixes(trans: ITranslate, { func }: Values): IFix[] {
  const find: IFix = {
    safety: 'diagnostic',
    title: trans.__('Find the first nan'),
    detail: trans.__(
      'Test with torch.isnan or torch.isfinite: nan is not equal to itself, so == finds nothing.'
    ),
    code: "assert torch.isfinite(x).all(), 'input'\nwith torch.autograd.set_detect_anomaly(True):\n    loss = criterion(model(x), y)\n    loss.backward()"
  };
  const epsilon: IFix = {
    safety: 'check',
    title: trans.__('Keep log, sqrt and division away from 0'),
    detail: trans.__(
      'For losses take the stable forms: cross_entropy on logits, binary_cross_entropy_with_logits, log_softmax.'
    ),
    code: 'norm = (x.pow(2).sum() + 1e-12).sqrt()\nlog_p = p.clamp(min=1e-8).log()'
  };
  return [
    ...(func ? [epsilon, find] : [find, epsilon]),
    {
      safety: 'check',
      title: trans.__('Lower the learning rate and clip the gradients'),
      code: 'torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)  # before optimizer.step()'
    },
    {
      safety: 'check',
      title: trans.__('Clean the data'),
      detail: trans.__(
        'Missing values, empty images, or a standard deviation of 0 when normalising.'
      ),
      code: 'print(torch.isfinite(x).all(), x.min(), x.max())'
    },
    {
      safety: 'check',
      title: trans.__('Mixed precision: bfloat16, or GradScaler with float16'),
      code: "with torch.autocast('cuda', dtype=torch.bfloat16):\n    loss = criterion(model(x), y)"
    }
  ];
}

const entry: IEntry = {
  id: 'tensor/nan',
  answers: [
    'loss is nan',
    "Function 'SqrtBackward0' returned nan values in its 0th output.",
    'The total norm of order 2.0 for gradients from `parameters` is non-finite, so it cannot be clipped.',
    'Loss became infinite or NaN',
    'to satisfy the constraint Real(), but found invalid values: nan',
    'The algorithm failed to converge because the input matrix contained non-finite values'
  ],
  signs: [
    ...said(
      /Function ["'](?<func>\w+)["'] returned nan values in its \d{1,3}th output/
    ),
    ...said(
      /total norm (?:of order [\d.a-z]{1,8} )?(?:for|of) (?:the )?gradients? from `?parameters`? is non-finite|input matrix contained non-finite values|range of \[nan, nan\] is not finite/
    ),
    ...said(
      /(?:boxes or scores contain Inf\/NaN|Your loss is probably exploding|Minimum loss scale reached|Detected nan and\/or inf values|NaN or Inf found in input tensor|[Nn]on-finite (?:loss|gradient)|loss returned in `?training_step`? is nan)/
    ),
    ...said(/but found invalid values:[^:]*\bnan\b/, distribution),
    // Anomaly mode names the forward line; the error after it is cut off.
    anomalyAlone(),
    ...said(/The (?:parameter \w+|value argument) has invalid values/, {
      confidence: 'likely',
      ...distribution
    }),
    { where: 'message', pattern: LOSS, when: ours },
    { where: 'log', pattern: LOSS, when: printedLoss, confidence: 'likely' }
  ],
  page(trans, values) {
    return {
      title: values.func
        ? trans.__('A gradient became nan')
        : values.kind === 'distribution'
          ? trans.__('A distribution got nan as parameter')
          : trans.__('The loss or a gradient became nan or infinite'),
      cause: cause(trans, values),
      fixes: fixes(trans, values),
      notThis: [
        trans.__(
          'scikit-learn says “Input contains NaN”: there the data that was passed to it is meant.'
        ),
        trans.__(
          'A loss that is nan only for the mean of an empty batch or mask: then there was nothing to average.'
        )
      ],
      links: [
        LINKS.anomaly(trans),
        {
          title: trans.__('PyTorch: isfinite'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.isfinite.html'
        },
        {
          title: trans.__('PyTorch: clip_grad_norm_'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.clip_grad_norm_.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: "Function 'SqrtBackward0' returned nan values in its 0th output.",
      torch: '2.13',
      origin: 'run',
      values: { func: 'SqrtBackward0' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'The total norm of order 2.0 for gradients from `parameters` is non-finite, so it cannot be clipped. To disable this error and scale the gradients by the non-finite norm anyway, set `error_if_nonfinite=False`',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'ValueError',
      evalue:
        'Expected parameter loc (Tensor of shape ()) of distribution Normal(loc: nan, scale: 1.0) to satisfy the constraint Real(), but found invalid values:\nnan',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'distribution' }
    },
    {
      ename: 'KeyboardInterrupt',
      evalue: '',
      traceback:
        'KeyboardInterrupt                         Traceback (most recent call last)\nCell In[4], line 9\n----> 9     optimizer.step()\nFile ~/lib/python3.11/site-packages/torch/optim/adam.py:247, in Adam.step(self, closure)\nKeyboardInterrupt: ',
      stdout: 'epoch 3 train_loss: nan val_loss: nan\n',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        "Input contains NaN, infinity or a value too large for dtype('float64')."
    },
    {
      ename: 'KeyError',
      evalue: "'accuracy'",
      stdout: 'epoch 3 loss: nan\n'
    },
    {
      ename: 'KeyboardInterrupt',
      evalue: '',
      stdout: '1875/1875 [=====] - 3s 2ms/step - loss: nan - accuracy: 0.0987\n'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'x = torch.zeros(3, requires_grad=True)',
      'with torch.autograd.set_detect_anomaly(True):',
      '    norm = x.pow(2).sum().sqrt()',
      '    norm.backward()'
    ].join('\n'),
    fixed: [
      'import torch',
      'x = torch.zeros(3, requires_grad=True)',
      'with torch.autograd.set_detect_anomaly(True):',
      '    norm = (x.pow(2).sum() + 1e-12).sqrt()',
      '    norm.backward()'
    ].join('\n')
  }
};

export default entry;
