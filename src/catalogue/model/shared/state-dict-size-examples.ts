import type { IExample } from '../../../diagnosis/types';

/** Texts that `model/state-dict-size` must recognise. */
export const STATE_DICT_SIZE_EXAMPLES: readonly IExample[] = [
  {
    ename: 'RuntimeError',
    evalue:
      'You set `ignore_mismatched_sizes` to `False`, thus raising an error. For details look at the above report!',
    stderr:
      '[transformers] BertForSequenceClassification LOAD REPORT from: sentiment-2\nKey               | Status   |\n------------------+----------+------\nclassifier.weight | MISMATCH | Reinit due to size mismatch - ckpt: torch.Size([2, 64]) vs model:torch.Size([5, 64])\nclassifier.bias   | MISMATCH | Reinit due to size mismatch - ckpt: torch.Size([2]) vs model:torch.Size([5])\n',
    torch: '2.13',
    origin: 'run',
    values: {
      name: 'classifier.weight',
      inFile: '[2, 64]',
      inModel: '[5, 64]'
    }
  },
  {
    ename: 'ValueError',
    evalue:
      "Cannot load <class 'diffusers.models.unet_2d_condition.UNet2DConditionModel'> from big because conv_in.weight expected shape tensor(..., device='meta', size=(320, 9, 3, 3)), but got torch.Size([320, 4, 3, 3]). If you want to instead overwrite randomly initialized weights",
    torch: '2.0',
    origin: 'reference',
    values: {
      name: 'conv_in.weight',
      inModel: '(320, 9, 3, 3)',
      inFile: '[320, 4, 3, 3]'
    }
  },
  {
    kind: 'text',
    stderr:
      'Skip loading parameter class_embed.0.weight, required shapetorch.Size([1, 256]), loaded shapetorch.Size([91, 256]). If you see this, your model does not fully load the pre-trained weight.\n',
    torch: '1.8',
    origin: 'reference',
    values: {
      name: 'class_embed.0.weight',
      inModel: '[1, 256]',
      inFile: '[91, 256]'
    }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'invalid argument 2: sizes do not match at /pytorch/torch/lib/THC/generic/THCTensorCopy.c:101',
    traceback:
      'Traceback (most recent call last):\n  File "site-packages/torch/nn/modules/module.py", line 514, in load_state_dict\n    own_state[name].copy_(param)\nRuntimeError: invalid argument 2: sizes do not match at /pytorch/torch/lib/THC/generic/THCTensorCopy.c:101',
    torch: '0.2',
    origin: 'reference'
  },
  {
    ename: 'ValueError',
    evalue:
      'Trying to set a tensor of shape torch.Size([4096, 512]) in "qweight" (which has shape torch.Size([512, 4096])), this looks incorrect.',
    torch: '2.1',
    origin: 'reference',
    values: { name: 'qweight', inFile: '[4096, 512]', inModel: '[512, 4096]' }
  },
  {
    ename: '',
    evalue:
      'Mismatch for fcn.weight:copying a param of torch.size([9,256,1,1]) from checkpoint,where the shape is torch.Size([4,256,1,1]) in current model',
    torch: '0.4',
    origin: 'reference'
  },
  {
    kind: 'text',
    stderr:
      "WARNING [01/02 10:00:00 fvcore.common.checkpoint]: 'head.cls_score.bias' has shape (80,) in the checkpoint but (3,) in the model! Skipped.\n",
    torch: '1.7',
    origin: 'reference',
    values: { name: 'head.cls_score.bias', inFile: '(80,)', inModel: '(3,)' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Error(s) in loading state_dict for Linear:\n\tsize mismatch for weight: copying a param with shape torch.Size([3, 2]) from checkpoint, the shape in current model is torch.Size([2, 2]).\n\tsize mismatch for bias: copying a param with shape torch.Size([3]) from checkpoint, the shape in current model is torch.Size([2]).',
    torch: '2.13',
    origin: 'run',
    values: {
      name: 'weight',
      inFile: '[3, 2]',
      inModel: '[2, 2]',
      count: '2'
    }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'While copying the parameter named fc.weight, whose dimensions in the model are torch.Size([10, 512]) and whose dimensions in the checkpoint are torch.Size([1000, 512]), ...',
    torch: '0.3',
    origin: 'reference',
    values: { name: 'fc.weight', inFile: '[1000, 512]', inModel: '[10, 512]' }
  }
];
