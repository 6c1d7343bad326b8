import type { ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { innerError } from '../../shared/inner';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';

/** torch/_utils.py `ExceptionWrapper`, as DataParallel uses it. */
const WRAPPER = /Caught (?<inner>[\w.]+) in replica \d+(?: on device \d+)?/;

/** Its line in a stream, where the class was raised without it. */
const PRINTED = /Caught [\w.]+ in replica \d/;

/** The error inside, and the user's line that it came from. */
function inside(groups: Values, reading: IReading): Values {
  const { inner, message, file, line, code } = innerError(
    reading,
    WRAPPER,
    groups.inner
  );
  const parameterless =
    inner === 'StopIteration' && reading.mentions('.parameters()')
      ? 'yes'
      : undefined;
  return { inner, message, file, line, code, parameterless };
}

/** A class such as `StopIteration` or `cv2.error` hides the wrapper's line. */
function onlyInner(reading: IReading): boolean {
  return (
    reading.mentions(' in replica ') &&
    !reading.exceptions.some(one => one.message.includes(' in replica ')) &&
    (PRINTED.test(reading.log) ||
      reading.exceptions.some(one =>
        one.frames.some(frame => /parallel_apply\.py$/.test(frame.file))
      ))
  );
}

/** DataParallel's copies list no parameters since torch 1.5 (issue 38493). */
function withoutParameters(trans: ITranslate) {
  return {
    title: trans.__('DataParallel’s copies of a model list no parameters'),
    cause: trans.__(
      'Since torch 1.5, parameters() is empty in the copies that DataParallel makes. A line of forward() takes the first one with next(self.parameters()), usually to learn its type or device, and finds none.'
    ),
    fixes: [
      {
        safety: 'check' as const,
        title: trans.__('Use one GPU'),
        detail: trans.__('First cell of a fresh kernel.'),
        code: "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '0'  # before import torch"
      },
      {
        safety: 'check' as const,
        title: trans.__('Take type and device from a tensor instead'),
        detail: trans.__(
          'The line is in a library: a newer release of it does so.'
        ),
        code: 'mask = mask.to(dtype=x.dtype, device=x.device)  # x: an input or hidden state'
      },
      {
        safety: 'check' as const,
        title: trans.__('Or train with DistributedDataParallel'),
        code: '$ torchrun --standalone --nproc_per_node=2 train.py'
      }
    ]
  };
}

export default define({
  id: 'parallel/replica-exception',
  answers: ['Caught RuntimeError in replica 0 on device 0.'],
  values: ['inner', 'message', 'line', 'file', 'code', 'parameterless'],
  signs: [
    ...messageOrLog(WRAPPER, { read: inside }),
    {
      where: 'message',
      pattern: /^.*/,
      when: onlyInner,
      confidence: 'likely',
      read: inside
    }
  ],
  words: (trans, { inner, message, line, file, code, parameterless }) => {
    const place =
      line === undefined || file === undefined
        ? undefined
        : trans.__('line %1 of %2', line, file);
    const what = message === undefined ? inner : `${inner}: ${message}`;
    if (parameterless !== undefined) {
      return withoutParameters(trans);
    }
    return {
      title:
        inner === undefined || inner.length > 24
          ? trans.__('The model failed on one of the GPUs')
          : trans.__('%1 in the model, on one of the GPUs', inner),
      cause:
        what !== undefined && place !== undefined
          ? trans.__(
              'forward() failed at %1 (%2). DataParallel runs a copy of the model on each GPU and passes the error of one of them on.',
              place,
              what
            )
          : trans.__(
              'DataParallel runs a copy of the model on each GPU and passes the error of one of them on. The traceback under “Original Traceback” is the one to read, from its end.'
            ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Run the model itself, on one GPU'),
          detail: trans.__(
            'If it fails there too, DataParallel is not the reason.'
          ),
          code: 'output = model.module(x)'
        },
        {
          safety: 'check',
          title:
            code === undefined
              ? trans.__('Mend the last line of your own in the traceback')
              : trans.__('Mend this line of yours'),
          // To be read, not to be copied: it is text of the failure.
          ...(code === undefined ? {} : { detail: code })
        },
        {
          safety: 'check',
          title: trans.__(
            'It fails under DataParallel only: look at the shares'
          ),
          detail: trans.__(
            'Each copy gets a part of the batch (the last may be smaller), on its own device. Parameters in plain lists are not copied.'
          )
        }
      ]
    };
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Another finding above explains the inner error: then that one is the cause.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: DataParallel'),
        url: LINKS.dataParallel
      }
    ]
  })
});
