/** What programs left in a cell's outputs: ipykernel 7.4, torch 2.13, paths shortened. */
import type { IOutputData } from '../cell-outputs';

/** An output of a stream. */
export function printed(text: string, name = 'stdout'): IOutputData {
  return { output_type: 'stream', name, text };
}

/** `!python train.py`: through a terminal, so all on stdout. */
export const PROGRAM = [
  'epoch 1',
  'Traceback (most recent call last):',
  '  File "/home/u/train.py", line 5, in <module>',
  '    print((x @ w).shape)',
  '           ~~^~~',
  'RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)',
  ''
].join('\r\n');

/** `!torchrun --nproc_per_node 2 dist.py`, the launcher's report behind it. */
export const LAUNCHED = [
  '[rank1]: Traceback (most recent call last):',
  '[rank1]:   File "/home/u/dist.py", line 6, in <module>',
  '[rank1]:     print(x @ torch.zeros(3, 5))',
  '[rank1]:           ~~^~~~~~~~~~~~~~~~~~~',
  '[rank1]: RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x4 and 3x5)',
  'tensor([[0., 0., 0., 0., 0.],',
  '        [0., 0., 0., 0., 0.]])',
  'W1122 18:55:53.912000 29264 torch/distributed/elastic/multiprocessing/api.py:1028] Sending process 29296 closing signal SIGTERM',
  'E1122 18:55:53.968000 29264 torch/distributed/elastic/multiprocessing/api.py:1002] failed (exitcode: 1) local_rank: 1 (pid: 29298) of binary: /usr/bin/python',
  'Traceback (most recent call last):',
  '  File "/usr/lib/python3.11/site-packages/torch/distributed/launcher/api.py", line 383, in launch_agent',
  '    raise ChildFailedError(',
  'torch.distributed.elastic.multiprocessing.errors.ChildFailedError: ',
  '============================================================',
  'dist.py FAILED',
  '------------------------------------------------------------',
  'Failures:',
  '[1]:',
  '  time      : 2026-11-22_18:55:53',
  '  host      : localhost',
  '  rank      : 0 (local_rank: 0)',
  '  exitcode  : -15 (pid: 29296)  (SIGTERM)',
  '  error_file: <N/A>',
  '  traceback : Signal 15 (SIGTERM) received by PID 29296',
  '------------------------------------------------------------',
  'Root Cause (first observed failure):',
  '[0]:',
  '  time      : 2026-11-22_18:55:53',
  '  host      : localhost',
  '  rank      : 1 (local_rank: 1)',
  '  exitcode  : 1 (pid: 29298) ',
  '  error_file: <N/A>',
  '  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html',
  '============================================================',
  ''
].join('\r\n');
