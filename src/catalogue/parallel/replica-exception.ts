import type { IEntry, IReading, Values } from '../../diagnosis/types';

import { innerError } from '../dataloader/shared/inner';
import { said } from '../said';
import { LINKS } from './shared/links';

/** torch/_utils.py `ExceptionWrapper`, as DataParallel uses it. */
const WRAPPER =
  /Caught (?<inner>[\w.]+) in replica (?<replica>\d+)(?: on device (?<device>\d+))?/;

/** Its line in a stream, where the class was raised without it. */
const PRINTED = /Caught [\w.]+ in replica \d/;

function inside(groups: Values, reading: IReading): Values {
  return { ...groups, ...innerError(reading, WRAPPER, groups.inner) };
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

const entry: IEntry = {
  id: 'parallel/replica-exception',
  answers: ['Caught RuntimeError in replica 0 on device 0.'],
  signs: [
    ...said(WRAPPER, { read: inside }),
    {
      where: 'message',
      pattern: /^.*/,
      when: onlyInner,
      confidence: 'likely',
      read: inside
    }
  ],
  page(trans, { inner, message, line, file, code }) {
    const place =
      line === undefined || file === undefined
        ? undefined
        : trans.__('line %1 of %2', line, file);
    const what = message === undefined ? inner : `${inner}: ${message}`;
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
          ...(code === undefined ? {} : { code })
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'StopIteration',
      evalue: '',
      traceback:
        '  File "/home/user/net.py", line 31, in forward\n    device = next(self.parameters()).device\nStopIteration',
      stderr: 'StopIteration: Caught StopIteration in replica 0 on device 0.\n',
      torch: '1.5',
      origin: 'reference'
    },
    {
      ename: 'NameError',
      evalue:
        'Caught NameError in replica 0 on device 0.\nOriginal Traceback (most recent call last):\n  File "/env/lib/python3.8/site-packages/torch/nn/parallel/parallel_apply.py", line 60, in _worker\n    output = module(*input, **kwargs)\n  File "/home/user/net.py", line 22, in forward\n    return self.fc(hidden)\nNameError: name \'hidden\' is not defined\n',
      torch: '1.4',
      origin: 'reference',
      values: { inner: 'NameError', file: 'net.py', line: '22', replica: '0' }
    }
  ],
  nearMisses: [
    {
      ename: 'StopIteration',
      evalue: '',
      stderr: 'StopIteration: replica 0 of the topic has no more messages'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Caught RuntimeError in replica 0 on device 0.\nOriginal Traceback (most recent call last):\n  File "/env/lib/python3.8/site-packages/torch/nn/parallel/parallel_apply.py", line 60, in _worker\n    output = module(*input, **kwargs)\nRuntimeError: mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)\n'
    },
    { ename: 'NameError', evalue: "name 'hidden' is not defined" }
  ]
};

export default entry;
