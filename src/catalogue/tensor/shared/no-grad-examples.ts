import type { IExample } from '../../../diagnosis/types';

/** Texts that `tensor/no-grad` must recognise. */
export const NO_GRAD_EXAMPLES: readonly IExample[] = [
  {
    ename: 'RuntimeError',
    evalue: 'derivative for aten::heaviside is not implemented',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'derivative', func: 'heaviside' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'derivative for aten::_scaled_dot_product_flash_attention_for_cpu_backward is not implemented',
    torch: '2.13',
    origin: 'run',
    values: {
      kind: 'derivative',
      func: '_scaled_dot_product_flash_attention_for_cpu_backward'
    }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "The function 'nll_loss_forward' is not differentiable with respect to argument 'weight'. This input cannot have requires_grad True.",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'target' }
  },
  {
    ename: 'RuntimeError',
    evalue: "cannot register a hook on a tensor that doesn't require gradient",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'hook' }
  },
  {
    ename: 'RuntimeError',
    evalue: "can't retain_grad on Tensor that has requires_grad=False",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'hook' }
  },
  {
    ename: 'RuntimeError',
    evalue: "the derivative for 'target' is not implemented",
    torch: '1.8',
    origin: 'reference',
    values: { kind: 'target' }
  },
  {
    ename: 'AssertionError',
    evalue:
      "nn criterions don't compute the gradient w.r.t. targets - please mark these tensors as not requiring gradients",
    torch: '0.4',
    origin: 'reference',
    values: { kind: 'target' }
  },
  {
    ename: 'NotImplementedError',
    evalue: "the derivative for 'igammac: input' is not implemented.",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'derivative', func: 'igammac' }
  },
  {
    kind: 'text',
    stderr:
      '/usr/lib/python3.10/site-packages/torch/utils/checkpoint.py:31: UserWarning: None of the inputs have requires_grad=True. Gradients will be None\n  warnings.warn(\n',
    torch: '2.0',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue:
      'element 0 of tensors does not require grad and does not have a grad_fn',
    torch: '2.13',
    origin: 'run'
  },
  {
    ename: 'RuntimeError',
    evalue: 'grad can be implicitly created only for scalar outputs',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'scalar' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with 2 dims. Maybe you wanted to use the vjp or jacrev APIs instead?',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'transform' }
  },
  {
    stderr:
      'Traceback (most recent call last):\n  File "train.py", line 31, in <module>\n    loss.backward()\n  File "/usr/lib/python3.8/site-packages/torch/autograd/__init__.py", line 93, in backward\n    grad_tensors = _make_grads(tensors, grad_tensors)\n',
    torch: '1.4',
    origin: 'reference',
    values: { kind: 'scalar' }
  },
  {
    ename: 'AttributeError',
    evalue: "'NoneType' object has no attribute 'zero_'",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'none' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.',
    torch: '1.4',
    origin: 'reference',
    values: { kind: 'unused' }
  }
];
