import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS, rerunBlocking } from '../shared/advice';
import { asserted, noticedIn } from '../shared/device-assert';
import { logitsLoss, lossWithin } from '../../shared/edits/losses';

function lookAtRange(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Look for NaN and for the range'),
    code: 'print(output.isnan().any().item(), output.min().item(), output.max().item())\nprint(target.min().item(), target.max().item())'
  };
}

/**
 * Assertions of the binary cross entropy kernels (Loss.cu; THCUNN's
 * BCECriterion.cu before torch 1.5), and what the CPU says of the same
 * values, which no other entry answers.
 */
export default define({
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
  values: ['value'],
  signs: [
    { where: 'log', pattern: /bce_functor</, fatal: true },
    // The same condition, checked by the CPU (aten/src/ATen/native/Loss.cpp).
    ...messageOrLog(
      /all elements of (?<which>input|target) should be between 0 and 1\b/,
      {
        read: ({ which }) => ({
          kind: which === 'target' ? 'target' : 'input'
        })
      }
    ),
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
  kinds: {
    input: {
      signs: [
        {
          where: 'assertion',
          pattern:
            /\binput_val ?>= ?zero|\*?\binput ?>= ?0\.? ?&& ?\*?input ?<= ?1/
        },
        {
          where: 'log',
          pattern:
            /input ?>= ?0\. ?&& ?\*?input ?<= ?1\.|input_val ?>= ?zero ?&& ?input_val ?<= ?one/,
          fatal: true
        },
        // A person's copy of the line, without its place.
        {
          where: 'message',
          pattern: /^Assertion ["'`]?input ?>= ?0\. ?&& ?input ?<= ?1\./
        },
        // The CPU up to torch 1.4 (THNN/generic/BCECriterion.c).
        ...messageOrLog(
          /input value should be between 0~1, but got (?<value>-?(?:\d+\.\d+|nan|inf))/
        )
      ],
      words: (trans, { value }) => ({
        title: trans.__('BCELoss got a value outside 0 … 1'),
        cause:
          value === undefined
            ? trans.__(
                'BCELoss takes probabilities, and at least one is below 0, above 1 or NaN. Usually the sigmoid at the end of the model is missing; NaN from an earlier step fails the same check.'
              )
            : trans.__(
                'BCELoss takes probabilities between 0 and 1, and got %1. Usually the sigmoid at the end of the model is missing.',
                value
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Use BCEWithLogitsLoss on the raw outputs'),
            detail: trans.__(
              'It has the sigmoid inside and is more stable. Remove a sigmoid of your own then.'
            ),
            code: 'criterion = nn.BCEWithLogitsLoss()',
            edit: logitsLoss
          },
          {
            safety: 'check',
            title: trans.__('Or put a sigmoid before BCELoss'),
            code: 'loss = criterion(torch.sigmoid(output), target)',
            edit: lossWithin('input', 'torch.sigmoid(', ')')
          },
          lookAtRange(trans),
          rerunBlocking(trans)
        ]
      })
    },
    target: {
      signs: [
        {
          where: 'assertion',
          pattern:
            /\btarget_val ?>= ?zero|\*?\btarget ?>= ?0\.? ?&& ?\*?target ?<= ?1/
        }
      ],
      words: trans => ({
        title: trans.__('A target of BCELoss is outside 0 … 1'),
        cause: trans.__(
          'BCELoss compares probabilities, so every target must be between 0 and 1. At least one is not; targets of another scale (0 … 255, -1 and 1) do this.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Scale the targets to 0 … 1'),
            code: 'target = target / 255  # or (target + 1) / 2 for -1 and 1'
          },
          lookAtRange(trans),
          rerunBlocking(trans)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
