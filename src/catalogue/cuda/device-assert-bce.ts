import type { IEntry } from '../../diagnosis/types';
import { LINKS, rerunBlocking } from './shared/advice';
import { asserted, noticedIn } from './shared/device-assert';

/** The same condition, checked by the CPU (aten/src/ATen/native/Loss.cpp). */
const ON_CPU =
  /all elements of (?<which>input|target) should be between 0 and 1\b/;

/** Up to torch 1.4 (THNN/generic/BCECriterion.c). */
const OLD_CPU =
  /input value should be between 0~1, but got (?<value>-?(?:\d+\.\d+|nan|inf))/;

/**
 * Assertions of the binary cross entropy kernels (Loss.cu; THCUNN's
 * BCECriterion.cu before torch 1.5), and what the CPU says of the same
 * values, which no other entry answers.
 */
const entry: IEntry = {
  id: 'cuda/device-assert-bce',
  answers: [
    'Assertion `input_val >= zero && input_val <= one` failed',
    'Assertion `input >= 0. && input <= 1.` failed',
    'Assertion `target_val >= zero && target_val <= one` failed',
    'all elements of input should be between 0 and 1',
    "Assertion `x >= 0. && x <= 1.' failed. input value should be between 0~1, but got -0.157099",
    'device-side assert triggered in binary_cross_entropy / BCELoss'
  ],
  refines: ['cuda/device-assert'],
  sticky: true,
  late: true,
  signs: [
    {
      where: 'assertion',
      pattern:
        /\binput_val ?>= ?zero|\*?\binput ?>= ?0\.? ?&& ?\*?input ?<= ?1/,
      read: () => ({ which: 'input' })
    },
    {
      where: 'assertion',
      pattern:
        /\btarget_val ?>= ?zero|\*?\btarget ?>= ?0\.? ?&& ?\*?target ?<= ?1/,
      read: () => ({ which: 'target' })
    },
    {
      where: 'log',
      pattern:
        /input ?>= ?0\. ?&& ?\*?input ?<= ?1\.|input_val ?>= ?zero ?&& ?input_val ?<= ?one/,
      fatal: true,
      read: () => ({ which: 'input' })
    },
    { where: 'log', pattern: /bce_functor</, fatal: true },
    // A person's copy of the line, without its place.
    {
      where: 'message',
      pattern: /^Assertion ["'`]?input ?>= ?0\. ?&& ?input ?<= ?1\./,
      read: () => ({ which: 'input' })
    },
    { where: 'message', pattern: ON_CPU },
    { where: 'log', pattern: ON_CPU },
    { where: 'message', pattern: OLD_CPU, read: () => ({ which: 'input' }) },
    { where: 'log', pattern: OLD_CPU, read: () => ({ which: 'input' }) },
    {
      where: 'message',
      pattern: /BCECriterion\.cu/,
      when: asserted
    },
    {
      where: 'message',
      pattern: /device-side assert(?!ion)/,
      when: noticedIn(/\bbinary_cross_entropy\b/),
      confidence: 'likely'
    }
  ],
  page(trans, { which, value }) {
    const target = which === 'target';
    return {
      title: target
        ? trans.__('A target of BCELoss is outside 0 … 1')
        : trans.__('BCELoss got a value outside 0 … 1'),
      cause: target
        ? trans.__(
            'BCELoss compares probabilities, so every target must be between 0 and 1. At least one is not; targets of another scale (0 … 255, -1 and 1) do this.'
          )
        : value !== undefined
          ? trans.__(
              'BCELoss takes probabilities between 0 and 1, and got %1. Usually the sigmoid at the end of the model is missing.',
              value
            )
          : trans.__(
              'BCELoss takes probabilities, and at least one is below 0, above 1 or NaN. Usually the sigmoid at the end of the model is missing; NaN from an earlier step fails the same check.'
            ),
      fixes: [
        ...(target
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Scale the targets to 0 … 1'),
                code: 'target = target / 255  # or (target + 1) / 2 for -1 and 1'
              }
            ]
          : [
              {
                safety: 'check' as const,
                title: trans.__('Use BCEWithLogitsLoss on the raw outputs'),
                detail: trans.__(
                  'It has the sigmoid inside and is more stable. Remove a sigmoid of your own then.'
                ),
                code: 'criterion = nn.BCEWithLogitsLoss()'
              },
              {
                safety: 'check' as const,
                title: trans.__('Or put a sigmoid before BCELoss'),
                code: 'loss = criterion(torch.sigmoid(output), target)'
              }
            ]),
        {
          safety: 'diagnostic',
          title: trans.__('Look for NaN and for the range'),
          code: 'print(output.isnan().any().item(), output.min().item(), output.max().item())\nprint(target.min().item(), target.max().item())'
        },
        rerunBlocking(trans)
      ],
      notThis: [
        trans.__(
          'If the outputs are NaN, a sigmoid does not help: find where the NaN begins.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: BCEWithLogitsLoss'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.BCEWithLogitsLoss.html'
        },
        {
          title: trans.__('PyTorch: BCELoss, range of input and target'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.BCELoss.html'
        },
        LINKS.asynchronous(trans)
      ]
    };
  },
  examples: [
    {
      ename: '',
      evalue: 'Assertion input >= 0. && input <= 1. failed.',
      torch: '1.4',
      origin: 'reference',
      values: { which: 'input' }
    },
    {
      ename: 'AcceleratorError',
      evalue: 'CUDA error: device-side assert triggered',
      stderr:
        '../aten/src/ATen/native/cuda/Loss.cu:94: operator(): block: [0,0,0], thread: [64,0,0] Assertion `input_val >= zero && input_val <= one` failed.\n',
      torch: '2.8',
      origin: 'reference',
      values: { which: 'input' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'CUDA error: device-side assert triggered',
      stderr:
        '../aten/src/ATen/native/cuda/Loss.cu:95: operator(): block: [0,0,0], thread: [0,0,0] Assertion `target_val >= zero && target_val <= one` failed.\n',
      torch: '2.4',
      origin: 'reference',
      values: { which: 'target' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'reduce failed to synchronize: device-side assert triggered',
      stderr:
        'C:/w/1/s/windows/pytorch/aten/src/THCUNN/BCECriterion.cu:42: block: [0,0,0], thread: [15,0,0] Assertion `input >= 0. && input <= 1.` failed.\n',
      torch: '1.3',
      origin: 'reference',
      values: { which: 'input' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'all elements of input should be between 0 and 1',
      torch: '2.13',
      origin: 'run',
      values: { which: 'input' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Assertion `x >= 0. && x <= 1.' failed. input value should be between 0~1, but got -0.250000 at /pytorch/aten/src/THNN/generic/BCECriterion.c:60",
      torch: '1.0',
      origin: 'reference',
      values: { value: '-0.250000' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue: 'CUDA error: device-side assert triggered',
      stderr:
        '../aten/src/ATen/native/cuda/Loss.cu:250: nll_loss_forward_reduce_cuda_kernel_2d: block: [0,0,0], thread: [18,0,0] Assertion `t >= 0 && t < n_classes` failed.\n'
    },
    {
      ename: 'ValueError',
      evalue: 'RGBA values should be within 0-1 range'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'output = torch.tensor([[2.0], [-1.0]])',
      'target = torch.tensor([[1.0], [0.0]])',
      'torch.nn.BCELoss()(output, target)'
    ].join('\n'),
    fixed: [
      'import torch',
      'output = torch.tensor([[2.0], [-1.0]])',
      'target = torch.tensor([[1.0], [0.0]])',
      'torch.nn.BCEWithLogitsLoss()(output, target)'
    ].join('\n')
  }
};

export default entry;
