import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { visibleCode } from '../../shared/ran-code';
import { messageOrLog } from '../../signs';
import { anomalyAlone } from '../shared/anomaly';
import { LINKS } from '../shared/links';
import { nothingInPlace } from '../../shared/edits/statements';

/** The backward functions of a transposed weight, as Linear uses it. */
const WEIGHT = /^(?:AsStrided|T)(?:Backward\d?)?$/;

/**
 * Whether the changed tensor is a weight, which step() changes: no operation
 * gave it, or it is the transposed one of a Linear, which has two dimensions.
 */
function isWeight({
  shape = '',
  output,
  version,
  unstepped
}: ValuesOf<'shape' | 'output' | 'version' | 'unstepped'>): boolean {
  if (unstepped) {
    return false;
  }
  return output === undefined
    ? version !== undefined && shape.includes(',')
    : WEIGHT.test(output) && shape.split(',').length === 2;
}

/** Whether the code at hand goes backward, and never calls step(). */
function isUnstepped(reading: IReading): boolean {
  const { text } = visibleCode(reading);
  return (
    /\.backward\(/.test(text) && !/\bstep\(|\.train\(|\bfit\w*\(/.test(text)
  );
}

/** What helps wherever a tensor was changed in place. */
function changeFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Make a new tensor instead of changing the old one'),
      code: 'x = x + 1  # instead of x += 1',
      edit: nothingInPlace
    },
    {
      safety: 'check',
      title: trans.__('Change a copy'),
      code: 'x = x.clone()\nx[0] = 0'
    },
    {
      safety: 'diagnostic',
      title: trans.__('Let anomaly detection name the forward line'),
      code: 'with torch.autograd.set_detect_anomaly(True):\n    loss = criterion(model(x), y)\n    loss.backward()'
    }
  ];
}

function stepLater(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Two losses: call both backward() before step()'),
    detail: trans.__(
      'optimizer.step() changes the weights in place. In a GAN, give the discriminator fake.detach().'
    ),
    code: 'loss_d.backward()\nloss_g.backward()\noptimizer_d.step()\noptimizer_g.step()'
  };
}

/** A state that is carried on keeps the graph of the step before. */
function detachState(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('A state kept from step to step: detach it after step()'),
    code: 'optimizer.step()\nhidden = hidden.detach()  # LSTM: tuple(h.detach() for h in hidden)'
  };
}

function viewTitle(trans: ITranslate): string {
  return trans.__('A view was changed in place');
}

function viewCause(trans: ITranslate): string {
  return trans.__(
    'The tensor is a view of another one (a slice, unbind, split, chunk), and autograd cannot follow a change made through it.'
  );
}

export default define({
  id: 'tensor/inplace-modified',
  answers: [
    'one of the variables needed for gradient computation has been modified by an inplace operation',
    'is at version 1; expected version 0 instead. Hint: enable anomaly detection',
    'Output 0 of UnbindBackward is a view and is being modified inplace'
  ],
  values: ['shape', 'output', 'version', 'expected', 'unstepped'],
  known: reading => ({ unstepped: isUnstepped(reading) ? 'yes' : undefined }),
  kinds: {
    changed: {
      signs: [
        ...messageOrLog(
          /modified by an inplace operation(?:: \[[\w.]+ \[(?<shape>[\d, ]*)\]\](?:, which is output \d{1,4} of (?<output>\w+))?(?:,? is at version (?<version>\d+); expected version (?<expected>\d+))?)?/
        ),
        // Titles of reports end in the middle of it.
        ...messageOrLog(/one of the variables needed for gradient comp/),
        // Anomaly mode names the forward line; the error after it is cut off.
        anomalyAlone()
      ],
      words: (trans, { shape, output, version, expected, unstepped }) => ({
        title: trans.__('A tensor that backward() needs was changed'),
        cause:
          isWeight({ shape, output, version, unstepped }) && shape && version
            ? trans.__(
                'backward() needs a weight of shape [%1] as it was in the forward pass, and it has been changed since (version %2): usually by optimizer.step() between forward and backward.',
                shape,
                version
              )
            : shape !== undefined && output && version && expected
              ? trans.__(
                  'backward() needs the tensor of shape [%1] that %2 gave, as it was then (version %4), and it has been changed since (version %3). Usual: “+=”, x[i] = …, relu(inplace=True), or optimizer.step() between forward and backward.',
                  shape,
                  output,
                  version,
                  expected
                )
              : trans.__(
                  'backward() needs a tensor as it was in the forward pass, and it has been changed since. Usual: “+=”, x[i] = …, relu(inplace=True), or optimizer.step() between forward and backward.'
                ),
        // What changes weights is step().
        fixes: isWeight({ shape, output, version, unstepped })
          ? [stepLater(trans), detachState(trans), ...changeFixes(trans)]
          : [...changeFixes(trans), stepLater(trans)]
      })
    },
    view: {
      signs: [
        ...messageOrLog(
          /is a view and (?:is being|its base or another view of its base has been) modified in-?place|view was created in no_grad mode and is being modified in-?place/
        ),
        // torch/csrc/autograd of torch 0.1: a slice, or another variable of it.
        ...messageOrLog(
          /in-place operations can be only used on variables that don["']?t share storage with any other variables/
        )
      ],
      words: trans => ({
        title: viewTitle(trans),
        cause: viewCause(trans),
        fixes: [...changeFixes(trans), stepLater(trans)]
      })
    },
    detach: {
      signs: messageOrLog(/Can["']?t detach views in-?place/),
      words: trans => ({
        title: viewTitle(trans),
        cause: viewCause(trans),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Take a detached tensor, leave this one as it is'),
            code: 'state = state.detach()  # not state.detach_()'
          },
          ...changeFixes(trans),
          stepLater(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“a leaf Variable that requires grad” names a weight or an input that you made yourself: it is refused at once, not in backward().'
      )
    ],
    links: [LINKS.inPlace(trans), LINKS.anomaly(trans)]
  })
});
