import { cellIncident } from '../../incident/incident';
import { isInLayers, isInWorker } from '../python-words';

describe('a failure in a layer or a replica', () => {
  it.each([
    [
      'in a Sequential, as IPython writes it',
      'shapes cannot be multiplied',
      'File /opt/lib/torch/nn/modules/container.py:244, in Sequential.forward(self, input)',
      true
    ],
    [
      'in a Sequential on Windows',
      'shapes cannot be multiplied',
      'File C:\\lib\\torch\\nn\\modules\\container.py:244, in Sequential.forward(self, input)',
      true
    ],
    [
      'in a replica',
      'Caught RuntimeError in replica 1 on device 1.\nOriginal Traceback',
      'File ~/torch/_utils.py:769, in ExceptionWrapper.reraise(self)',
      true
    ],
    [
      'in a worker, which is another process',
      'Caught RuntimeError in DataLoader worker process 0.',
      'File ~/torch/_utils.py:769, in ExceptionWrapper.reraise(self)',
      false
    ],
    [
      'in a layer by itself',
      'shapes cannot be multiplied',
      'File ~/torch/nn/modules/linear.py:134, in Linear.forward(self, input)',
      false
    ]
  ])('%s', (_, evalue, line, expected) => {
    const incident = cellIncident({
      ename: 'RuntimeError',
      evalue,
      traceback: [line],
      source: ''
    });
    expect(isInLayers(incident)).toBe(expected);
    expect(isInWorker(incident)).toBe(evalue.includes('worker'));
  });
});
