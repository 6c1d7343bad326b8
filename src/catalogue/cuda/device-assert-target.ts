import type { IEntry } from '../../diagnosis/types';

/**
 * Assertions of the negative log likelihood kernels: Loss.cu, NLLLoss2d.cu,
 * and THCUNN's ClassNLLCriterion.cu before torch 1.9.
 */
const entry: IEntry = {
  id: 'cuda/device-assert-target',
  answers: [
    'Assertion `t >= 0 && t < n_classes` failed',
    "Assertion `cur_target >= 0 && cur_target < n_classes' failed",
    'device-side assert triggered in cross_entropy / nll_loss'
  ],
  refines: ['cuda/device-assert'],
  sticky: true,
  late: true,
  signs: [
    {
      where: 'assertion',
      pattern:
        /^(?:(?:t|cur_target|INDEX) ?>= ?0 ?&& ?)?(?:t|cur_target|INDEX) ?< ?(?:n_classes|N_CLASSES)$/
    },
    { where: 'assertion', pattern: /target index is out of bounds/ },
    {
      where: 'message',
      pattern: /device-side assert triggered at \S*ClassNLLCriterion\.cu/
    }
  ],
  page(trans, values) {
    return {
      title: trans.__('A class label is outside the range the loss allows'),
      cause: trans.__(
        'The loss got a label below 0, or not below the number of outputs of the model. With C outputs the valid labels are 0 … C - 1, or ignore_index.'
      ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Compare the labels with the number of outputs'),
          detail: trans.__(
            'Run it before the loss, on the CPU copy of the labels if the GPU has failed already.'
          ),
          code: 'print(target.min().item(), target.max().item(), output.shape)'
        },
        {
          safety: 'check',
          title: trans.__('Labels run 1 … C: subtract 1'),
          detail: trans.__(
            'Adding 1 to all labels, as some pages advise, is wrong: the classes are 0 … C - 1.'
          ),
          code: 'target = target - 1'
        },
        {
          safety: 'check',
          title: trans.__('Padding or “void” labels: tell the loss to skip them'),
          code: 'criterion = nn.CrossEntropyLoss(ignore_index=255)  # your padding value'
        },
        {
          safety: 'check',
          title: trans.__('More classes than outputs: widen the last layer'),
          code: 'model.fc = nn.Linear(model.fc.in_features, num_classes)'
        }
      ],
      notThis: [
        trans.__(
          'The assertion names an index of an embedding, gather or indexing: then it is an index that is out of range, not a label.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: CrossEntropyLoss, shape and range of the target'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.CrossEntropyLoss.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'AcceleratorError',
      evalue:
        'CUDA error: device-side assert triggered\nCUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1',
      stderr:
        '../aten/src/ATen/native/cuda/Loss.cu:250: nll_loss_forward_reduce_cuda_kernel_2d: block: [0,0,0], thread: [18,0,0] Assertion `t >= 0 && t < n_classes` failed.\n',
      torch: '2.13',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuda runtime error (59) : device-side assert triggered at /pytorch/aten/src/THC/generic/THCTensorMath.cu:15',
      stderr:
        "/pytorch/aten/src/THCUNN/ClassNLLCriterion.cu:105: void cunn_ClassNLLCriterion_updateOutput_kernel(Dtype *, Dtype *, Dtype *, long *, Dtype *, int, int, int, int, long) [with Dtype = float, Acctype = float]: block: [0,0,0], thread: [4,0,0] Assertion `cur_target >= 0 && cur_target < n_classes' failed.\n",
      torch: '0.4',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue: 'CUDA error: device-side assert triggered',
      stderr:
        '../aten/src/ATen/native/cuda/Indexing.cu:1290: indexSelectLargeIndex: block: [49,0,0], thread: [0,0,0] Assertion `srcIndex < srcSelectDimSize` failed.\n'
    },
    { ename: 'IndexError', evalue: 'Target 9 is out of bounds.' }
  ]
};

export default entry;
