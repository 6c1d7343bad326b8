import type { IExample } from '../../../diagnosis/types';

/** Failures of samples that do not fit into one batch. */
export const COLLATE_SIZE_EXAMPLES: readonly IExample[] = [
  {
    ename: 'RuntimeError',
    evalue:
      'Error when trying to collate the data into batches with fa_collate, at least two tensors in the batch are not the same size.\n\nMismatch found on axis 1 of the batch and is of type `TensorBBox`:\n\tItem at index 0 has shape: torch.Size([6, 4])\n\tItem at index 1 has shape: torch.Size([1, 4])',
    torch: '1.8',
    origin: 'reference'
  },
  {
    ename: 'ValueError',
    evalue: 'expected sequence of length 37 at dim 1 (got 40)',
    traceback:
      'Traceback (most recent call last):\n  File "/usr/lib/python3.11/site-packages/transformers/data/data_collator.py", line 158, in torch_default_data_collator\n    batch[k] = torch.tensor([f[k] for f in features])\nValueError: expected sequence of length 37 at dim 1 (got 40)',
    torch: '2.4',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue:
      'stack expects each tensor to be equal size, but got [2] at entry 0 and [3] at entry 1',
    torch: '2.13',
    origin: 'run',
    values: { first: '[2]', other: '[3]', entry: '1' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Caught RuntimeError in DataLoader worker process 0.\nOriginal Traceback (most recent call last):\n  File "/env/lib/python3.11/site-packages/torch/utils/data/_utils/worker.py", line 374, in _worker_loop\n    data = fetcher.fetch(index)  # type: ignore[possibly-undefined]\n           ^^^^^^^^^^^^^^^^^^^^\n  File "/env/lib/python3.11/site-packages/torch/utils/data/_utils/collate.py", line 272, in collate_tensor_fn\n    out = elem.new(storage).resize_(len(batch), *list(elem.size()))\nRuntimeError: Trying to resize storage that is not resizable\n',
    torch: '2.13',
    origin: 'run'
  },
  {
    ename: 'RuntimeError',
    evalue: 'each element in list of batch should be of equal size',
    torch: '2.13',
    origin: 'run'
  },
  {
    ename: 'RuntimeError',
    evalue:
      'invalid argument 0: Sizes of tensors must match except in dimension 0. Got 1 and 3 in dimension 1 at /pytorch/aten/src/TH/generic/THTensorMoreMath.cpp:1307',
    torch: '1.0',
    origin: 'reference',
    values: { a: '1', b: '3' }
  },
  {
    ename: 'ValueError',
    evalue:
      "Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length. Perhaps your features (`input_ids` in this case) have excessive nesting (inputs type `list` where type `int` is expected).",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'tokenizer', name: 'input_ids' }
  },
  {
    ename: 'ValueError',
    evalue:
      "Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length. Perhaps your features (`labels` in this case) have excessive nesting (inputs type `list` where type `int` is expected).",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'labels', reason: 'untold' }
  },
  {
    ename: 'ValueError',
    evalue:
      "Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length. Perhaps your features (`text` in this case) have excessive nesting (inputs type `list` where type `int` is expected).",
    traceback: [
      'Traceback (most recent call last):',
      '  File "/opt/lib/python3.11/site-packages/transformers/tokenization_utils_base.py", line 698, in as_tensor',
      '    return torch.tensor(value, dtype=dtype)',
      "ValueError: too many dimensions 'str'",
      '',
      'The above exception was the direct cause of the following exception:',
      '',
      'Traceback (most recent call last):',
      '  File "/opt/lib/python3.11/site-packages/transformers/tokenization_utils_base.py", line 754, in convert_to_tensors',
      '    raise ValueError(',
      "ValueError: Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length. Perhaps your features (`text` in this case) have excessive nesting (inputs type `list` where type `int` is expected)."
    ].join('\n'),
    torch: '2.13',
    origin: 'run',
    values: { kind: 'column', reason: 'text', name: 'text' }
  },
  {
    ename: 'ValueError',
    evalue:
      "Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length.",
    torch: '1.7',
    origin: 'reference',
    values: { kind: 'tokenizer' }
  }
];
