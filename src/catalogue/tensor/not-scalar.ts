import type { IEntry, Values } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';

const truth = { read: (): Values => ({ kind: 'truth' }) };

const entry: IEntry = {
  id: 'tensor/not-scalar',
  answers: [
    'only one element tensors can be converted to Python scalars',
    'a Tensor with 3 elements cannot be converted to Scalar',
    'Boolean value of Tensor with more than one value is ambiguous',
    'bool value of Tensor with more than one value is ambiguous',
    'bool value of Variable objects containing non-empty torch.ByteTensor is ambiguous',
    '`self.log(train_loss, tensor([0.5, 0.4]))` was called, but the tensor must have a single element.',
    'Tensor should contain one element (0 dimensions). Was given size: 2 and 1 dimensions.'
  ],
  signs: [
    // In Chinese as translators of web pages give it.
    ...said(
      /only (?:one|1)[ -]element tensors can be converted|只能将一个元素张量转换为Python标量/
    ),
    ...said(
      /a Tensor with (?<count>\d+) elements cannot be converted to Scalar/
    ),
    // What Lightning and TensorBoard say of a value to log.
    ...said(
      /was called, but the tensor must have a single element|Tensor should contain one element \(0 dimensions\)|^scalar should be 0D$/
    ),
    ...said(
      /bool(?:ean)? value of (?:Tensor|Variable objects|non-empty torch\.|empty torch\.)/i,
      truth
    )
  ],
  page(trans, { kind, count }) {
    const isTruth = kind === 'truth';
    return {
      title: isTruth
        ? trans.__('A tensor of many values is neither true nor false')
        : trans.__('A tensor of many values is not one number'),
      cause: isTruth
        ? trans.__(
            '“if”, “and”, “or”, “not” and “in” need one truth value, and the tensor has several, or none. Also common: CrossEntropyLoss(output, target) instead of CrossEntropyLoss()(output, target).'
          )
        : count
          ? trans.__(
              'item(), float() and int() take a tensor with one value, this one has %1. So does torch.tensor([…]) for each tensor in its list.',
              count
            )
          : trans.__(
              'item(), float(), int() and functions of math take a tensor with one value, and this one has several. So does torch.tensor([…]) for each tensor in its list.'
            ),
      fixes: isTruth
        ? [
            {
              safety: 'check',
              title: trans.__('Say whether one or all must hold'),
              code: 'if (x > 0).any():  # or .all()\n    pass'
            },
            {
              safety: 'check',
              title: trans.__('Combine masks with &, | and ~'),
              code: 'mask = (x > 0) & (x < 1)'
            },
            {
              safety: 'check',
              title: trans.__('Make the loss first, then call it'),
              code: 'criterion = nn.CrossEntropyLoss()\nloss = criterion(output, target)'
            },
            {
              safety: 'check',
              title: trans.__('Ask for None with “is”'),
              code: 'if x is not None:\n    pass'
            }
          ]
        : [
            {
              safety: 'check',
              title: trans.__('Reduce to one number first'),
              code: 'value = x.mean().item()'
            },
            {
              safety: 'safe',
              title: trans.__('Want all of them: a list'),
              code: 'values = x.tolist()'
            },
            {
              safety: 'safe',
              title: trans.__('A list of tensors becomes a tensor with stack'),
              code: 'x = torch.stack(tensors)  # instead of torch.tensor(tensors)'
            }
          ],
      notThis: [
        trans.__(
          'NumPy and pandas say “The truth value of an array (a Series) … is ambiguous”: then it is not a tensor.'
        )
      ],
      links: [
        LINKS.item(trans),
        {
          title: trans.__('PyTorch: stack'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.stack.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'TypeError',
      evalue: 'only 1-element tensors can be converted to Python scalars',
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'ValueError',
      evalue: 'only one element tensors can be converted to Python scalars',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue: 'a Tensor with 3 elements cannot be converted to Scalar',
      torch: '2.13',
      origin: 'run',
      values: { count: '3' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Boolean value of Tensor with more than one value is ambiguous',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'truth' }
    },
    {
      ename: 'ValueError',
      evalue:
        '`self.log(val_acc, tensor([0.9000, 0.8000]))` was called, but the tensor must have a single element. You can try doing `self.log(val_acc, tensor([0.9000, 0.8000]).mean())`',
      torch: '2.1',
      origin: 'reference'
    },
    {
      ename: 'AssertionError',
      evalue:
        'Tensor should contain one element (0 dimensions). Was given size: 2 and 1 dimensions.',
      torch: '2.1',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'bool value of Variable objects containing non-empty torch.ByteTensor is ambiguous',
      torch: '0.3',
      origin: 'reference',
      values: { kind: 'truth' }
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        'The truth value of a Series is ambiguous. Use a.empty, a.bool(), a.item(), a.any() or a.all().'
    },
    {
      ename: 'TypeError',
      evalue: 'only size-1 arrays can be converted to Python scalars'
    },
    {
      ename: 'TypeError',
      evalue:
        'only integer tensors of a single element can be converted to an index'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'x = torch.tensor([1.0, 2.0])',
      'value = x.item()'
    ].join('\n'),
    fixed: [
      'import torch',
      'x = torch.tensor([1.0, 2.0])',
      'value = x.mean().item()'
    ].join('\n')
  }
};

export default entry;
