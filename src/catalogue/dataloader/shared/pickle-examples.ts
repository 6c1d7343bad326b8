import type { IExample } from '../../../diagnosis/types';

/** Texts that `dataloader/pickle` must recognise. */
export const PICKLE_EXAMPLES: readonly IExample[] = [
  {
    ename: 'OverflowError',
    evalue: 'cannot serialize a bytes object larger than 4 GiB',
    stderr:
      '    w.start()\n  File "D:\\env\\lib\\multiprocessing\\process.py", line 112, in start\n    self._popen = self._Popen(self)\n    ForkingPickler(file, protocol).dump(obj)\n',
    torch: '1.7',
    origin: 'reference',
    values: { kind: 'large' }
  },
  {
    ename: 'TypeError',
    evalue: "cannot pickle 'SwigPyObject' object",
    stderr:
      '  File "C:\\env\\lib\\multiprocessing\\reduction.py", line 60, in dump\n    ForkingPickler(file, protocol).dump(obj)\n',
    torch: '2.0',
    origin: 'reference',
    values: { object: 'SwigPyObject' }
  },
  {
    ename: 'PicklingError',
    evalue:
      "Can't pickle <class 'torch._C._VariableFunctions'>: it's not the same object as torch._C._VariableFunctions",
    stderr:
      '  File "/env/lib/python3.7/multiprocessing/popen_spawn_posix.py", line 47, in _launch\n    reduction.dump(process_obj, fp)\n  File "/env/lib/python3.7/multiprocessing/reduction.py", line 60, in dump\n    ForkingPickler(file, protocol).dump(obj)\n',
    torch: '1.5',
    origin: 'reference'
  },
  {
    ename: 'NotImplementedError',
    evalue: "('{} cannot be pickled', '_SingleProcessDataLoaderIter')",
    torch: '1.3',
    origin: 'reference'
  },
  {
    kind: 'text',
    stderr:
      'Traceback (most recent call last):\n  File "<string>", line 1, in <module>\n  File "/usr/lib/python3.10/multiprocessing/spawn.py", line 126, in _main\n    self = reduction.pickle.load(from_parent)\n_pickle.UnpicklingError: pickle data was truncated\n',
    torch: '1.12',
    origin: 'reference'
  },
  {
    kind: 'text',
    stderr:
      "With num_workers=4 training stops: Can't pickle local object 'build.<locals>.Pairs'\n",
    torch: '1.4',
    origin: 'reference',
    values: { object: 'build.<locals>.Pairs' }
  },
  {
    ename: 'PicklingError',
    evalue:
      "Can't pickle <function <lambda> at 0x7f7bcdf0ede0>: attribute lookup <lambda> on __main__ failed",
    stderr:
      "/env/lib/python3.11/site-packages/torch/utils/data/dataloader.py:438: UserWarning: Got pickle error when attempting to start a worker Process. This might be because the worker Process arguments are not picklable. Python 3.14+ changed the multiprocessing start method in non-Mac POSIX platforms to 'forkserver', which requires the worker Process arguments to be picklable. You can also try multiprocessing.set_start_method('fork').\n",
    torch: '2.13',
    origin: 'run',
    values: { object: '<function <lambda>>' }
  },
  {
    ename: 'AttributeError',
    evalue: "Can't pickle local object 'train.<locals>.collate_fn'",
    torch: '1.0',
    origin: 'reference',
    values: { object: 'train.<locals>.collate_fn' }
  },
  {
    ename: 'TypeError',
    evalue: "cannot pickle '_io.TextIOWrapper' object",
    traceback:
      "TypeError                                 Traceback (most recent call last)\nCell In[4], line 1\n----> 1 for batch in DataLoader(data, num_workers=2):\n\nFile ~/env/lib/python3.12/site-packages/torch/utils/data/dataloader.py:493, in DataLoader.__iter__(self)\n--> 493     return self._get_iterator()\n\nFile ~/env/lib/python3.12/multiprocessing/popen_spawn_posix.py:47, in Popen._launch(self, process_obj)\n---> 47     reduction.dump(process_obj, fp)\n\nTypeError: cannot pickle '_io.TextIOWrapper' object",
    torch: '2.4',
    origin: 'reference',
    values: { object: '_io.TextIOWrapper' }
  },
  {
    ename: 'TypeError',
    evalue: "can't pickle _thread.lock objects",
    torch: '1.0',
    origin: 'reference',
    values: { object: '_thread.lock' }
  }
];
